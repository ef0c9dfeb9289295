/** The outcomes as a grid, with one row per scan and one column per operator and type, and the list of failures. */
import { h, scrolling } from '../ui/dom.ts';
import { cellKey, describeFailure } from './report.ts';
import type { Formats } from '../shared/format.ts';
import type { Axes } from './cases.ts';
import type { Cell, Counts } from './report.ts';
import type { Result } from './run.ts';

/** The maximum number of failures that are listed. Further failures are only counted. */
const MAX_LISTED = 20;

export class Grid {
  formats: Formats;
  titleOf: (id: string) => string;
  table;
  failures;
  more;
  failed;
  why;
  unsupported;
  root;
  cells: Map<string, HTMLElement> = new Map();
  reasons: Set<string> = new Set();

  constructor(formats: Formats, titleOf: (id: string) => string) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.table = h('table', { class: 'grid' });
    this.failures = h('ol', { class: 'failures' });
    this.more = h('p', { class: 'hint', hidden: true });
    this.failed = h('div', { hidden: true }, h('h4', {}, 'First failures'), this.failures, this.more);
    this.why = h('ul', { class: 'why' });
    this.unsupported = h('details', { hidden: true }, h('summary', {}, 'Why cases are not supported'), this.why);
    this.root = h('div', {}, scrolling('Outcomes', this.table), this.failed, this.unsupported);
  }

  begin({ algorithms, kinds }: Axes) {
    this.cells.clear();
    this.reasons.clear();
    for (const list of [this.failures, this.why]) list.replaceChildren();
    for (const part of [this.failed, this.unsupported, this.more]) part.hidden = true;
    const row = (algorithm: string) =>
      h(
        'tr',
        { 'data-algorithm': algorithm },
        h('th', { scope: 'row' }, this.titleOf(algorithm)),
        ...kinds.map(({ operator, type }) => this.#cell(algorithm, operator, type)),
      );
    this.table.replaceChildren(
      h('caption', {}, h('span', {}, '✓ passed, ✕ failed, n/a not supported, · not run yet; the numbers count cases')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'Scan'),
          ...kinds.map(({ operator, type }) => h('th', { scope: 'col' }, `${operator} ${type}`)),
        ),
      ),
      h('tbody', {}, ...algorithms.map(row)),
    );
  }

  #cell(algorithm: string, operator: string, type: string) {
    const cell = h('td', { 'data-outcome': 'waiting' });
    this.cells.set(cellKey({ algorithm, operator, type }), cell);
    this.#show(cell, { passed: 0, failed: 0, unsupported: 0 });
    return cell;
  }

  /**
   * @param counted the counts of the result's cell so far
   * @param failures the number of failures so far
   */
  add(result: Result, counted: Cell, failures: number) {
    const cell = this.cells.get(cellKey(counted));
    if (!cell) return;
    this.#show(cell, counted);
    if (result.outcome === 'failed') this.#fail(result, failures);
    if (result.outcome === 'unsupported' && result.reason) this.#explain(result.reason);
  }

  /** Shows counts by symbol and word, not only by colour. */
  #show(cell: HTMLElement, { passed, failed, unsupported }: Counts) {
    const ran = passed + failed;
    const [outcome, symbol, word, text] = failed
      ? ['failed', '✕', 'failed', `${failed} of ${ran}`]
      : passed
        ? ['passed', '✓', 'passed', `${passed}`]
        : unsupported
          ? ['unsupported', 'n/a', 'not supported', '']
          : ['waiting', '·', 'not run yet', ''];
    cell.dataset.outcome = outcome;
    cell.replaceChildren(
      h('span', { 'aria-hidden': 'true' }, symbol),
      h('span', { class: 'visually-hidden' }, word),
      (text && ` ${text}`) || '',
    );
    if (ran && unsupported) cell.append(h('span', { class: 'partly' }, ` (${unsupported} n/a)`));
  }

  #fail(result: Result, failures: number) {
    this.failed.hidden = false;
    if (failures <= MAX_LISTED) return this.failures.append(h('li', {}, describeFailure(result, this.formats)));
    this.more.hidden = false;
    this.more.textContent = `And ${this.formats.count(failures - MAX_LISTED, 'more failure')}; the report has them.`;
  }

  #explain(reason: string) {
    if (this.reasons.has(reason) || this.reasons.size >= MAX_LISTED) return;
    this.reasons.add(reason);
    this.unsupported.hidden = false;
    this.why.append(h('li', {}, reason));
  }
}
