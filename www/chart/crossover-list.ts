/** The list of crossovers, and searches on the device for their exact sizes. */
import { describeCrossover, describeFound, describeNone } from './crossover-words.ts';
import { h } from '../ui/dom.ts';
import { shown, shownPoints } from '../shared/measures.ts';
import type { CrossoverBracket, Point } from '../types.ts';
import type { ChartContext, Explainer, SweepConfig } from '../ui/element-types.ts';
import type { OnDemand } from './on-demand.ts';

type Crossover = CrossoverBracket;

/** The number of crossovers that are shown at once. A disclosure has the others. */
const SHOWN = 5;
/** The maximum number of crossovers in the disclosure. With twenty scans, there may be hundreds. */
const MORE = 60;
const WORK = 'a crossover is being searched';

export class CrossoverList {
  context: ChartContext;
  explained: OnDemand<Explainer>;
  steps;
  first;
  others;
  summary;
  more;
  none;
  root;
  /** The items by their scans and sizes. Items stay when the list is updated, because searches may be in progress. */
  items: Map<string, Item> = new Map();

  constructor(context: ChartContext, explained: OnDemand<Explainer>) {
    this.context = context;
    this.explained = explained;
    this.steps = h('p', { class: 'hint' }, 'Times can jump between two sizes, so two scans may cross more than once.');
    this.first = h('ul');
    this.others = h('ul');
    this.summary = h('summary');
    this.more = h('details', {}, this.summary, this.others);
    this.none = h('p', { class: 'hint' });
    // The title is a paragraph, because the level of a heading would depend on the surrounding view.
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

  /**
   * Shows the crossovers of the current run only, because scans of other runs may have been measured on other devices.
   * @param tuning the tuning of the run
   */
  show(allPoints: Point[], allAlgorithms: string[], tuning: SweepConfig['tuning']) {
    const [points, algorithms] = [shownPoints(allPoints), shown(allAlgorithms)];
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

  /** The crossovers; null if the core has stopped, or until the explainer is loaded. Loading it redraws the chart. */
  #find(points: Point[], algorithms: string[]) {
    try {
      return this.explained.get()?.crossovers(points, algorithms) ?? null;
    } catch {
      return null;
    }
  }

  #item(crossover: Crossover, points: Point[], tuning: SweepConfig['tuning']) {
    const key = `${crossover.faster} ${crossover.slower} ${crossover.between}`;
    const item = this.items.get(key) ?? new Item(this.context, points, tuning);
    this.items.set(key, item);
    item.show(crossover);
    return item;
  }
}

/** Replaces the items only if they differ, so that the focus stays. */
function replace(list: HTMLElement, items: Item[]) {
  const nodes = items.map(({ root }) => root);
  if (nodes.length !== list.children.length || nodes.some((node, i) => node !== list.children[i])) list.replaceChildren(...nodes);
}

class Item {
  context: ChartContext;
  points: Point[];
  tuning: SweepConfig['tuning'];
  words;
  button;
  found;
  root;
  crossover: Crossover | null = null;
  searching: AbortController | null = null;
  /** Whether a search has ended, with a result or with the reason why it has no result. */
  hasResult = false;

  /** @param points the points of the run */
  constructor(context: ChartContext, points: Point[], tuning: SweepConfig['tuning']) {
    this.context = context;
    this.points = points;
    this.tuning = tuning;
    this.words = h('span');
    this.button = h('button', { type: 'button', class: 'quiet', onclick: () => (this.searching ? this.stop() : void this.#search()) });
    this.found = h('span', { class: 'found', role: 'status' });
    this.root = h('li', {}, this.words, ' ', this.found, ' ', this.button);
  }

  show(crossover: Crossover) {
    this.crossover = crossover;
    this.words.textContent = describeCrossover(crossover, this.context.titleOf, this.context.formats);
    this.#showResult(this.hasResult);
    // A search is offered only for points that were measured on the open device.
    const isOfOperation = this.points.some(({ operation }) => operation);
    this.button.hidden = isOfOperation || !this.context.holder.lab || !this.context.measuredHere();
  }

  /** Shows a result in place of the estimate. */
  #showResult(hasResult: boolean) {
    this.hasResult = hasResult;
    this.words.hidden = hasResult;
    this.#label();
  }

  #label() {
    const text = this.searching ? 'Cancel' : this.hasResult ? 'Find it again' : 'Find it precisely';
    if (this.button.textContent === text) return;
    const { faster, slower } = this.crossover as Crossover;
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

  /** The request of a search: the same scans of the same input. The second scan is the faster one above the crossover. */
  #request({ faster, slower, between: [from, to] }: Crossover) {
    const of = (id: string) => this.points.find(({ algorithm }) => algorithm === id);
    const { operator, type, mode, direction, segmented, initial, pattern, seed } = of(faster) as Point;
    const algorithms = [slower, faster] as [string, string];
    const tuning = Object.fromEntries(algorithms.flatMap((id) => (this.tuning[id] ? [[id, this.tuning[id]]] : [])));
    return { algorithms, from, to, operator, type, mode, direction, segmented, initial, pattern, seed, tuning };
  }
}
