/** The comparison of other runs with the shown one, as a table of verdicts. */
import { hasNoVerdict, whyNoVerdict } from '../shared/no-verdict.ts';
import { h, scrolling } from '../ui/dom.ts';
import { counterpart } from './counterparts.ts';
import { Comparer, MARGIN, byTitle, isTimed } from '../ui/comparer.ts';
import type { Formats } from '../shared/format.ts';
import type { Point } from '../types.ts';
import type { Compare, Outcome } from '../ui/comparer.ts';
import type { Run } from '../ui/element-types.ts';

type VerdictName = Outcome['verdict'] | 'no-verdict';
type Cell = { point: Point; outcome: Outcome } | null;
type Row = { point: Point; cells: Cell[] };

/** Verdicts have a sign and words, so that they do not depend on colour. */
const VERDICTS: Record<VerdictName, [sign: string, words: string]> = {
  faster: ['▲', 'faster'],
  slower: ['▼', 'slower'],
  same: ['=', 'same'],
  inconclusive: ['?', 'inconclusive'],
  'no-verdict': ['–', 'no verdict'],
};
const NONE = '–';
/** The longest time of comparisons without a pause for other tasks of the page. */
const SLICE_MS = 30;

export class VerdictTable {
  level: number;
  formats: Formats;
  titleOf: (id: string) => string;
  comparer: Comparer;
  root;
  /** The number of the latest update, to drop older updates. */
  #turn = 0;

  /** @param level of the heading */
  constructor(formats: Formats, titleOf: (id: string) => string, compare: Compare, level: number) {
    this.level = level;
    this.formats = formats;
    this.titleOf = titleOf;
    this.comparer = new Comparer(byTitle(compare, titleOf));
    this.root = h('section', { class: 'comparison', 'aria-labelledby': 'comparison-title', hidden: true });
  }

  /** Compares other runs with the base. @param titles of all runs, beginning with the base */
  async update(base: Run, others: Run[], titles: string[]) {
    const turn = (this.#turn += 1);
    this.root.hidden = !others.length;
    const rows = others.length ? await this.#compare(base, others, () => turn !== this.#turn) : [];
    if (turn === this.#turn) this.root.replaceChildren(...this.#content(rows, titles));
  }

  async #compare(base: Run, others: Run[], isStale: () => boolean): Promise<Row[]> {
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

  #content(rows: Row[], [base, ...others]: string[]) {
    const title = h('h4', { id: 'comparison-title', 'aria-level': this.level }, `Compared with ${base}`);
    if (!rows.length) return [title, h('p', { class: 'empty' }, 'The runs have no scan with the same length in common.')];
    return [
      title,
      h('ul', { class: 'counts' }, ...others.map((name, i) => h('li', {}, `${name}: ${counts(rows.map(({ cells }) => cells[i]))}`))),
      this.#table(rows, base, others),
    ];
  }

  #table(rows: Row[], base: string, others: string[]) {
    const caption = `Faster means less time than ${base}. The number is the time divided by the time of ${base}, with its 95 % interval. If the interval is within ${this.formats.percent(MARGIN)} of 1, the times are the same.`;
    const names = ['Algorithm', 'n', `Time, ${base}`, ...others.flatMap((name) => [`Time, ${name}`, `${name} is`])];
    const isNumber = (i: number) => i === 1 || i === 2 || (i > 2 && i % 2 === 1);
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

  #row({ point, cells }: Row) {
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

  /** A row with the reasons of inconclusive comparisons, or an empty text. */
  #note({ cells }: Row, titles: string[]) {
    const reasons = cells.flatMap((cell, i) => {
      const reason = cell && this.#reason(cell.outcome);
      return reason ? [titles.length > 1 ? `${titles[i]}: ${reason}` : reason] : [];
    });
    return reasons.length
      ? h('tr', { class: 'note' }, h('td', { colspan: 3 + 2 * titles.length }, h('span', { class: 'in-view' }, reasons.join(' '))))
      : '';
  }

  #reason(outcome: Outcome) {
    return hasNoVerdict(outcome) ? `No verdict: ${whyNoVerdict(outcome, this.formats)}.` : outcome.reason;
  }

  #cells(cell: Cell) {
    if (!cell) return [h('td', { class: 'number' }, NONE), h('td', {}, NONE)];
    const { ratio } = cell.outcome;
    const verdict = shownVerdict(cell.outcome);
    const [sign, words] = VERDICTS[verdict];
    const number = (x: number) => this.formats.three.format(x);
    const text = ratio ? `: ${number(ratio.value)} (${ratio.interval.map(number).join(' – ')})` : '';
    return [
      h('td', { class: 'number' }, this.#time(cell.point)),
      h('td', {}, h('span', { 'data-verdict': verdict }, h('span', { 'aria-hidden': 'true', class: 'sign' }, sign), words), text),
    ];
  }

  #time(point: Point) {
    if (isTimed(point)) return this.formats.time(point.median_ns as number);
    return point.skipped ? 'skipped' : point.verified ? 'cannot resolve' : 'void';
  }
}

function shownVerdict(outcome: Outcome): VerdictName {
  return hasNoVerdict(outcome) ? 'no-verdict' : outcome.verdict;
}

/** The counts of the verdicts, as text. */
function counts(cells: Cell[]) {
  const shown = cells.map((cell) => cell && shownVerdict(cell.outcome));
  const names = Object.keys(VERDICTS) as VerdictName[];
  return names.map((name) => `${shown.filter((one) => one === name).length} ${VERDICTS[name][1]}`).join(', ');
}
