/** The comparison of other runs with the shown one, as a table of verdicts. */
import { hasNoVerdict, whyNoVerdict } from '../shared/no-verdict.js';
import { h, scrolling } from '../ui/dom.js';
import { counterpart } from './counterparts.js';
import { Comparer, MARGIN, byTitle, isTimed } from '../ui/comparer.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('../ui/element-types.d.ts').Run} Run */
/** @typedef {import('../ui/comparer.js').Outcome} Outcome */
/** @typedef {Outcome['verdict'] | 'no-verdict'} VerdictName */
/** @typedef {{ point: Point, outcome: Outcome } | null} Cell */
/** @typedef {{ point: Point, cells: Cell[] }} Row */

/** A sign and words, so that verdicts do not depend on colour. @type {Record<VerdictName, [sign: string, words: string]>} */
const VERDICTS = {
  faster: ['▲', 'faster'],
  slower: ['▼', 'slower'],
  same: ['=', 'same'],
  'cannot-tell': ['?', 'cannot tell'],
  'no-verdict': ['–', 'no verdict'],
};
const NONE = '–';
/** The longest time of comparing without a pause for other tasks of the page. */
const SLICE_MS = 30;

export class VerdictTable {
  /** The number of the latest update. */
  #turn = 0;

  /** @param {Formats} formats @param {(id: string) => string} titleOf @param {import('../ui/comparer.js').Compare} compare @param {number} level of the heading */
  constructor(formats, titleOf, compare, level) {
    this.level = level;
    this.formats = formats;
    this.titleOf = titleOf;
    this.comparer = new Comparer(byTitle(compare, titleOf));
    this.root = h('section', { class: 'comparison', 'aria-labelledby': 'comparison-title', hidden: true });
  }

  /** @param {Run} base @param {Run[]} others @param {string[]} titles of all of them, the base's first */
  async update(base, others, titles) {
    const turn = (this.#turn += 1);
    this.root.hidden = !others.length;
    const rows = others.length ? await this.#compare(base, others, () => turn !== this.#turn) : [];
    if (turn === this.#turn) this.root.replaceChildren(...this.#content(rows, titles));
  }

  /** @param {Run} base @param {Run[]} others @param {() => boolean} isStale @returns {Promise<Row[]>} */
  async #compare(base, others, isStale) {
    const rows = [];
    let since = performance.now();
    for (const point of [...base.points]) {
      const found = others.map((run) => counterpart(run, point));
      const cells = await Promise.all(found.map(async (one) => one && { point: one, outcome: await this.comparer.outcome(one, point) }));
      if (cells.some(Boolean)) rows.push({ point, cells });
      if (performance.now() - since < SLICE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (isStale()) break;
      since = performance.now();
    }
    return rows;
  }

  /** @param {Row[]} rows @param {string[]} titles */
  #content(rows, [base, ...others]) {
    const title = h('h4', { id: 'comparison-title', 'aria-level': this.level }, `Compared with ${base}`);
    if (!rows.length) return [title, h('p', { class: 'empty' }, 'They have no scan of the same length in common.')];
    return [
      title,
      h('ul', { class: 'counts' }, ...others.map((name, i) => h('li', {}, `${name}: ${counts(rows.map(({ cells }) => cells[i]))}`))),
      this.#table(rows, base, others),
    ];
  }

  /** @param {Row[]} rows @param {string} base @param {string[]} others */
  #table(rows, base, others) {
    const caption = `Faster means less time than ${base}. The number is the time divided by that of ${base}, with its 95 % interval; within ${this.formats.percent(MARGIN)} of 1 is the same.`;
    const names = ['Algorithm', 'n', `Time, ${base}`, ...others.flatMap((name) => [`Time, ${name}`, `${name} is`])];
    const isNumber = (/** @type {number} */ i) => i === 1 || i === 2 || (i > 2 && i % 2 === 1);
    return scrolling(
      'Comparison table',
      h(
        'table',
        { class: 'verdicts' },
        h('caption', {}, h('span', {}, caption)),
        h('thead', {}, h('tr', {}, ...names.map((name, i) => h('th', { scope: 'col', class: isNumber(i) ? 'number' : '' }, name)))),
        h('tbody', {}, ...rows.flatMap((row) => [this.#row(row), this.#note(row, others)])),
      ),
    );
  }

  /** @param {Row} row */
  #row({ point, cells }) {
    const { formats } = this;
    return h(
      'tr',
      { 'data-algorithm': point.algorithm, 'data-n': point.n },
      h('th', { scope: 'row' }, this.titleOf(point.algorithm)),
      h('td', { class: 'number' }, formats.integer(point.n)),
      h('td', { class: 'number' }, this.#time(point)),
      ...cells.flatMap((cell) => this.#cells(cell)),
    );
  }

  /** The reasons of undecided comparisons. @param {Row} row @param {string[]} titles */
  #note({ cells }, titles) {
    const reasons = cells.flatMap((cell, i) => {
      const reason = cell && this.#reason(cell.outcome);
      return reason ? [titles.length > 1 ? `${titles[i]}: ${reason}` : reason] : [];
    });
    return reasons.length
      ? h('tr', { class: 'note' }, h('td', { colspan: 3 + 2 * titles.length }, h('span', { class: 'in-view' }, reasons.join(' '))))
      : '';
  }

  /** @param {Outcome} outcome */
  #reason(outcome) {
    return hasNoVerdict(outcome) ? `No verdict: ${whyNoVerdict(outcome, this.formats)}.` : outcome.reason;
  }

  /** @param {Cell} cell */
  #cells(cell) {
    if (!cell) return [h('td', { class: 'number' }, NONE), h('td', {}, NONE)];
    const { ratio } = cell.outcome;
    const verdict = shownVerdict(cell.outcome);
    const [sign, words] = VERDICTS[verdict];
    const number = (/** @type {number} */ x) => this.formats.three.format(x);
    const text = ratio ? `: ${number(ratio.value)} (${ratio.interval.map(number).join(' – ')})` : '';
    return [
      h('td', { class: 'number' }, this.#time(cell.point)),
      h('td', {}, h('span', { 'data-verdict': verdict }, h('span', { 'aria-hidden': 'true', class: 'sign' }, sign), words), text),
    ];
  }

  /** @param {Point} point */
  #time(point) {
    if (isTimed(point)) return this.formats.time(/** @type {number} */ (point.median_ns));
    return point.skipped ? 'skipped' : point.verified ? 'cannot resolve' : 'void';
  }
}

/** @param {Outcome} outcome @returns {VerdictName} */
function shownVerdict(outcome) {
  return hasNoVerdict(outcome) ? 'no-verdict' : outcome.verdict;
}

/** The counts of the verdicts, as text. @param {Cell[]} cells */
function counts(cells) {
  const shown = cells.map((cell) => cell && shownVerdict(cell.outcome));
  const names = /** @type {VerdictName[]} */ (Object.keys(VERDICTS));
  return names.map((name) => `${shown.filter((one) => one === name).length} ${VERDICTS[name][1]}`).join(', ');
}
