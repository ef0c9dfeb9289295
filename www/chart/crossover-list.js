/** Crossovers in words, and the search for exact ones on the device. */
import { describeCrossover, describeFound } from './crossover-words.js';
import { h } from '../ui/dom.js';
import { shown } from '../shared/measures.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').ChartContext} ChartContext */
/** @typedef {import('../ui/element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('../types.d.ts').CrossoverBracket} Crossover */

/** Those that are told at once; the others on demand. */
const TOLD = 5;
/** How many more are listed: with twenty scans there may be hundreds. */
const LISTED = 60;

export class CrossoverList {
  /** By what crosses where; kept while the list is filled anew, since a search may be under way. @type {Map<string, Item>} */
  items = new Map();

  /** @param {ChartContext} context @param {import('./explained.js').Explained} explained */
  constructor(context, explained) {
    this.context = context;
    this.explained = explained;
    this.steps = h('p', { class: 'hint' }, 'Between two sizes times may step, so that two scans may cross there more than once.');
    this.told = h('ul');
    this.others = h('ul');
    this.summary = h('summary');
    this.more = h('details', {}, this.summary, this.others);
    this.none = h('p', { class: 'hint' }, 'No scan is seen to overtake another at these sizes.');
    // A paragraph, for the levels of headings around it are not the chart's to know.
    this.root = h(
      'div',
      { class: 'crossovers', role: 'group', 'aria-label': 'Crossovers', hidden: true },
      h('p', { class: 'subhead' }, 'Where one overtakes another'),
      this.none,
      this.steps,
      this.told,
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

  /** @param {Point[]} points @param {string[]} algorithms @param {SweepConfig['tuning']} tuning as it was asked for */
  show(points, algorithms, tuning) {
    const timed = new Set(points.map(({ algorithm }) => algorithm));
    const isComparable = timed.size > 1 && new Set(points.map(({ n }) => n)).size > 1;
    const found = isComparable ? this.#find(points, algorithms) : null;
    this.root.hidden = !found;
    if (!found) return;
    const items = found.slice(0, TOLD + LISTED).map((crossover) => this.#item(crossover, points, tuning));
    replace(this.told, items.slice(0, TOLD));
    replace(this.others, items.slice(TOLD));
    this.none.hidden = found.length > 0;
    this.steps.hidden = !found.length;
    this.more.hidden = found.length <= TOLD;
    const listed = found.length > TOLD + LISTED ? `${LISTED} of ` : '';
    this.summary.textContent = `${listed}${this.context.formats.integer(found.length - TOLD)} more`;
  }

  /** None before the explainer is there, which has the chart drawn again, nor from a core that has stopped. @param {Point[]} points @param {string[]} algorithms */
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

/** Leaves what is in place where it is, with its focus. @param {HTMLElement} list @param {Item[]} items */
function replace(list, items) {
  const nodes = items.map(({ root }) => root);
  if (nodes.length !== list.children.length || nodes.some((node, i) => node !== list.children[i])) list.replaceChildren(...nodes);
}

class Item {
  /** @type {Crossover | null} */
  crossover = null;
  /** @type {AbortController | null} */
  searching = null;
  /** Whether a search has ended with an answer, or with the reason why there is none. */
  answered = false;

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
    this.#answer(this.answered);
    const { faster, slower } = crossover;
    // What another device measured cannot be searched for on this one.
    this.button.hidden = !this.context.holder.lab || !this.context.measuredHere() || shown([faster, slower]).length < 2;
  }

  /** An answer takes the place of the estimate. @param {boolean} answered */
  #answer(answered) {
    this.answered = answered;
    this.words.hidden = answered;
    this.#label();
  }

  #label() {
    const text = this.searching ? 'Cancel' : this.answered ? 'Find it again' : 'Find it precisely';
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
      context: {
        holder: { lab },
      },
      crossover,
    } = this;
    if (!lab || !crossover) return;
    const busy = this.context.busy();
    if (busy) {
      this.found.textContent = `Not started, since ${busy}.`;
      this.#answer(false);
      return;
    }
    const searching = new AbortController();
    this.searching = searching;
    this.#answer(false);
    this.found.textContent = 'Searching…';
    try {
      const request = this.#request(crossover);
      const found = await lab.crossover(request, { signal: searching.signal });
      this.found.textContent = describeFound(found, request, this.context.titleOf, this.context.formats);
      this.answered = true;
    } catch (error) {
      this.found.textContent = searching.signal.aborted ? 'Cancelled.' : `Not found: ${error instanceof Error ? error.message : error}`;
    } finally {
      this.searching = null;
      this.#answer(this.answered);
    }
  }

  /** The same scans of the same input: the second is the faster from the crossover on. @param {Crossover} crossover */
  #request({ faster, slower, between: [from, to] }) {
    const of = (/** @type {string} */ id) => this.points.find(({ algorithm }) => algorithm === id);
    const { operator, type, mode, direction, segmented, pattern, seed } = /** @type {Point} */ (of(faster));
    const algorithms = /** @type {[string, string]} */ ([slower, faster]);
    const tuning = Object.fromEntries(algorithms.flatMap((id) => (this.tuning[id] ? [[id, this.tuning[id]]] : [])));
    return { algorithms, from, to, operator, type, mode, direction, segmented, pattern, seed, tuning };
  }
}
