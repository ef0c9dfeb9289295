/** The list of crossovers, with searches for exact ones on the device. */
import { describeCrossover, describeFound, describeNone } from './crossover-words.js';
import { h } from '../ui/dom.js';
import { shown } from '../shared/measures.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').ChartContext} ChartContext */
/** @typedef {import('../ui/element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('../types.d.ts').CrossoverBracket} Crossover */

/** Crossovers in view; the others are in a disclosure. */
const SHOWN = 5;
/** Crossovers in the disclosure at most: with twenty scans there may be hundreds. */
const MORE = 60;
const WORK = 'a crossover is being searched';

export class CrossoverList {
  /** By scans and sizes; kept when the list is updated, since searches may be in progress. @type {Map<string, Item>} */
  items = new Map();

  /** @param {ChartContext} context @param {import('./on-demand.js').OnDemand<import('../ui/element-types.d.ts').Explainer>} explained */
  constructor(context, explained) {
    this.context = context;
    this.explained = explained;
    this.steps = h('p', { class: 'hint' }, 'Between two sizes times may step, so that two scans may cross there more than once.');
    this.first = h('ul');
    this.others = h('ul');
    this.summary = h('summary');
    this.more = h('details', {}, this.summary, this.others);
    this.none = h('p', { class: 'hint' });
    // A paragraph, since the level of a heading depends on the surrounding view.
    this.root = h(
      'div',
      { class: 'crossovers', role: 'group', 'aria-label': 'Crossovers', hidden: true },
      h('p', { class: 'subhead' }, 'Crossovers'),
      this.none,
      this.steps,
      this.first,
      this.more,
    );
  }

  begin() {
    this.stop();
    this.items.clear();
    this.root.hidden = true;
  }

  stop() {
    for (const item of this.items.values()) item.stop();
  }

  /** @param {Point[]} points @param {string[]} algorithms @param {SweepConfig['tuning']} tuning of the run */
  show(points, algorithms, tuning) {
    const timed = new Set(points.map(({ algorithm }) => algorithm));
    const isComparable = timed.size > 1 && new Set(points.map(({ n }) => n)).size > 1;
    const found = isComparable ? this.#find(points, algorithms) : null;
    this.root.hidden = !found;
    if (!found) return;
    const items = found.slice(0, SHOWN + MORE).map((crossover) => this.#item(crossover, points, tuning));
    replace(this.first, items.slice(0, SHOWN));
    replace(this.others, items.slice(SHOWN));
    this.none.hidden = found.length > 0;
    this.none.textContent = found.length ? '' : describeNone(points, algorithms);
    this.steps.hidden = !found.length;
    this.more.hidden = found.length <= SHOWN;
    const listed = found.length > SHOWN + MORE ? `${MORE} of ` : '';
    this.summary.textContent = `${listed}${this.context.formats.integer(found.length - SHOWN)} more`;
  }

  /** Null until the explainer is loaded, which redraws the chart, and after the core has stopped. @param {Point[]} points @param {string[]} algorithms */
  #find(points, algorithms) {
    try {
      return this.explained.get()?.crossovers(points, algorithms) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {Crossover} crossover @param {Point[]} points @param {SweepConfig['tuning']} tuning */
  #item(crossover, points, tuning) {
    const key = `${crossover.faster} ${crossover.slower} ${crossover.between}`;
    const item = this.items.get(key) ?? new Item(this.context, points, tuning);
    this.items.set(key, item);
    item.show(crossover);
    return item;
  }
}

/** Replaces the items only if they differ, so that the focus stays. @param {HTMLElement} list @param {Item[]} items */
function replace(list, items) {
  const nodes = items.map(({ root }) => root);
  if (nodes.length !== list.children.length || nodes.some((node, i) => node !== list.children[i])) list.replaceChildren(...nodes);
}

class Item {
  /** @type {Crossover | null} */
  crossover = null;
  /** @type {AbortController | null} */
  searching = null;
  /** Whether a search has ended with a result, or with the reason why there is none. */
  hasResult = false;

  /** @param {ChartContext} context @param {Point[]} points of the run @param {SweepConfig['tuning']} tuning */
  constructor(context, points, tuning) {
    this.context = context;
    this.points = points;
    this.tuning = tuning;
    this.words = h('span');
    this.button = h('button', { type: 'button', class: 'quiet', onclick: () => (this.searching ? this.stop() : void this.#search()) });
    this.found = h('span', { class: 'found', role: 'status' });
    this.root = h('li', {}, this.words, ' ', this.found, ' ', this.button);
  }

  /** @param {Crossover} crossover */
  show(crossover) {
    this.crossover = crossover;
    this.words.textContent = describeCrossover(crossover, this.context.titleOf, this.context.formats);
    this.#showResult(this.hasResult);
    const { faster, slower } = crossover;
    // Points of another device have no crossovers on this one.
    const isOfOperation = this.points.some(({ operation }) => operation);
    this.button.hidden = isOfOperation || !this.context.holder.lab || !this.context.measuredHere() || shown([faster, slower]).length < 2;
  }

  /** A result replaces the estimate. @param {boolean} hasResult */
  #showResult(hasResult) {
    this.hasResult = hasResult;
    this.words.hidden = hasResult;
    this.#label();
  }

  #label() {
    const text = this.searching ? 'Cancel' : this.hasResult ? 'Find it again' : 'Find it precisely';
    if (this.button.textContent === text) return;
    const { faster, slower } = /** @type {Crossover} */ (this.crossover);
    this.button.textContent = text;
    this.button.setAttribute('aria-label', `${text}: ${this.context.titleOf(faster)} and ${this.context.titleOf(slower)}`);
  }

  stop() {
    this.searching?.abort();
  }

  async #search() {
    const {
      context: { holder },
      crossover,
    } = this;
    const { held: lab } = holder;
    if (!lab || !crossover) return;
    if (!holder.begin(WORK)) {
      this.found.textContent = `Not started, since ${holder.work}.`;
      this.#showResult(false);
      return;
    }
    const searching = new AbortController();
    this.searching = searching;
    this.#showResult(false);
    this.found.textContent = 'Searching…';
    try {
      const request = this.#request(crossover);
      const found = await lab.crossover(request, { signal: searching.signal });
      this.found.textContent = describeFound(found, request, this.context.titleOf, this.context.formats);
      this.hasResult = true;
    } catch (error) {
      this.found.textContent = searching.signal.aborted ? 'Cancelled.' : `Not found: ${error instanceof Error ? error.message : error}`;
    } finally {
      holder.end();
      this.searching = null;
      this.#showResult(this.hasResult);
    }
  }

  /** The same scans of the same input; the second is the faster one after the crossover. @param {Crossover} crossover */
  #request({ faster, slower, between: [from, to] }) {
    const of = (/** @type {string} */ id) => this.points.find(({ algorithm }) => algorithm === id);
    const { operator, type, mode, direction, segmented, pattern, seed } = /** @type {Point} */ (of(faster));
    const algorithms = /** @type {[string, string]} */ ([slower, faster]);
    const tuning = Object.fromEntries(algorithms.flatMap((id) => (this.tuning[id] ? [[id, this.tuning[id]]] : [])));
    return { algorithms, from, to, operator, type, mode, direction, segmented, pattern, seed, tuning };
  }
}
