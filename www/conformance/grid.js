/** The outcomes as a grid with a row per scan and a column per operator and type, and the list of failures. */
import { h, scrolling } from '../ui/dom.js';
import { cellKey, describeFailure } from './report.js';

/** @typedef {import('./cases.js').Axes} Axes */
/** @typedef {import('./report.js').Cell} Cell */
/** @typedef {import('./report.js').Counts} Counts */
/** @typedef {import('./run.js').Result} Result */
/** @typedef {import('../shared/format.js').Formats} Formats */

/** Failures that are listed at most; further ones are counted. */
const MAX_LISTED = 20;

export class Grid {
  /** @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** @type {Set<string>} */
  reasons = new Set();

  /** @param {Formats} formats @param {(id: string) => string} titleOf */
  constructor(formats, titleOf) {
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

  /** @param {Axes} axes */
  begin({ algorithms, kinds }) {
    this.cells.clear();
    this.reasons.clear();
    for (const list of [this.failures, this.why]) list.replaceChildren();
    for (const part of [this.failed, this.unsupported, this.more]) part.hidden = true;
    const row = (/** @type {string} */ algorithm) =>
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

  /** @param {string} algorithm @param {string} operator @param {string} type */
  #cell(algorithm, operator, type) {
    const cell = h('td', { 'data-outcome': 'waiting' });
    this.cells.set(cellKey({ algorithm, operator, type }), cell);
    this.#show(cell, { passed: 0, failed: 0, unsupported: 0 });
    return cell;
  }

  /** @param {Result} result @param {Cell} counted the cell's cases so far @param {number} failures so far */
  add(result, counted, failures) {
    const cell = this.cells.get(cellKey(counted));
    if (!cell) return;
    this.#show(cell, counted);
    if (result.outcome === 'failed') this.#fail(result, failures);
    if (result.outcome === 'unsupported' && result.reason) this.#explain(result.reason);
  }

  /** Shows counts by symbol and word as well as by colour. @param {HTMLElement} cell @param {Counts} counts */
  #show(cell, { passed, failed, unsupported }) {
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

  /** @param {Result} result @param {number} failures */
  #fail(result, failures) {
    this.failed.hidden = false;
    if (failures <= MAX_LISTED) return this.failures.append(h('li', {}, describeFailure(result, this.formats)));
    this.more.hidden = false;
    this.more.textContent = `And ${this.formats.count(failures - MAX_LISTED, 'more failure')}; the report has them.`;
  }

  /** @param {string} reason */
  #explain(reason) {
    if (this.reasons.has(reason) || this.reasons.size >= MAX_LISTED) return;
    this.reasons.add(reason);
    this.unsupported.hidden = false;
    this.why.append(h('li', {}, reason));
  }
}
