/** The points as a table: for exact values, and for screen readers in place of the chart. */
import { h, scrolling } from './dom.ts';
import { describeMismatch } from './messages.ts';
import { OVERFLOW_MEANS, outcome, overflowText } from './series.ts';
import type { Formats } from '../shared/format.ts';
import type { Point } from '../types.ts';

const COLUMNS = ['Algorithm', 'n', 'Result', 'Median time', '95 % interval', 'Elements/s', 'GB/s', 'Share of copy', 'Samples', 'Timer'];
/** Columns after the times, if transfers were measured. */
const TRANSFERS = ['Upload', 'Readback'];
const TIMES_END = 5;
/** The class of a cell by its column: 'number' or ''. */
const numberClass = (i: number, { length }: unknown[]) => (i > 0 && i !== 2 && i < length - 1 ? 'number' : '');
const [NONE, UNRESOLVED] = ['–', 'cannot resolve'];

export class ResultsTable {
  formats: Formats;
  titleOf: (id: string) => string;
  caption;
  body;
  /** Sizes whose copy kernel already has a row. */
  copied: Set<number>;
  head;
  transfers;
  root;

  constructor(formats: Formats, titleOf: (id: string) => string) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.caption = h('span', {}, 'Results');
    this.body = h('tbody');
    this.copied = new Set();
    this.head = h('tr');
    this.transfers = false;
    this.root = scrolling(
      'Results table',
      h('table', { class: 'results' }, h('caption', {}, this.caption), h('thead', {}, this.head), this.body),
    );
  }

  /** Empties the table. @param transfers whether uploads and readbacks were measured */
  clear(caption: string, transfers: boolean = false) {
    this.transfers = transfers;
    const columns = [...COLUMNS.slice(0, TIMES_END), ...(transfers ? TRANSFERS : []), ...COLUMNS.slice(TIMES_END)];
    this.head.replaceChildren(...columns.map((name, i) => h('th', { scope: 'col', class: numberClass(i, columns) }, name)));
    this.copied.clear();
    this.caption.textContent = `${caption[0].toUpperCase()}${caption.slice(1)}`;
    this.body.replaceChildren();
  }

  add(point: Point) {
    const { n, algorithm, copy } = point;
    if (copy && !this.copied.has(n)) {
      this.copied.add(n);
      // The copy has no check and no count of samples.
      this.#row(
        'Copy kernel',
        NONE,
        { ...point, ...copy, verified: true, resolved: true, copy_ratio: null, samples_ns: [], upload: null, readback: null },
        { class: 'copy' },
      );
    }
    const result = outcome(point);
    this.#row(this.#title(point), h('span', { class: `result ${result.toLowerCase()}` }, result), point, {
      'data-algorithm': algorithm,
      'data-n': n,
      'data-result': result,
    });
    const note = this.#note(point);
    if (note) this.body.append(h('tr', { class: 'note' }, h('td', { colspan: this.head.children.length }, note)));
  }

  /** The title of a point, with the scan that `auto` chose. */
  #title({ algorithm, ran }: Point) {
    const title = this.titleOf(algorithm);
    return ran && ran !== algorithm ? `${title} (${this.titleOf(ran)})` : title;
  }

  #row(title: string, result: string | Node, point: Point, attributes: Record<string, unknown>) {
    const { formats } = this;
    const moved = this.transfers ? [point.upload, point.readback] : [];
    const cells = [
      title,
      formats.integer(point.n),
      result,
      timed(point, point.median_ns, (ns) => formats.time(ns)),
      point.interval_ns ? point.interval_ns.map((ns) => formats.time(ns)).join(' – ') : NONE,
      ...moved.map((one) => (!one ? NONE : one.median_ns === null ? UNRESOLVED : formats.time(one.median_ns))),
      timed(point, point.elements_per_s, (rate) => formats.rate(rate)),
      timed(point, point.bytes_per_s, (rate) => formats.gigabytes(rate)),
      point.copy_ratio ? formats.percent(1 / point.copy_ratio.value) : NONE,
      point.samples_ns.length ? formats.integer(point.samples_ns.length) : NONE,
      point.skipped ? NONE : point.timer === 'timestamp' ? 'GPU' : 'wall clock',
    ];
    this.body.append(
      h(
        'tr',
        attributes,
        ...cells.map((cell, i) => (i ? h('td', { class: numberClass(i, cells) }, cell) : h('th', { scope: 'row' }, cell))),
      ),
    );
  }

  #note(point: Point) {
    const { skipped, verified, mismatch, hidden } = point;
    if (skipped) return `Skipped: ${skipped}`;
    if (verified) {
      const overflow = overflowText(point, this.formats);
      const notes = [
        ...(overflow ? [`PASS, ${overflow}: ${OVERFLOW_MEANS}.`] : []),
        ...(hidden ? ['Measured while the page was hidden: clocks may be slower then.'] : []),
      ];
      return notes.length ? notes.join(' ') : null;
    }
    const where = mismatch ? describeMismatch(mismatch, this.formats) : 'The output was wrong.';
    return `${where} The time is void.`;
  }
}

/** The text of a value that depends on a valid time. */
function timed({ verified, skipped, resolved, samples_ns, n }: Point, value: number | null, format: (value: number) => string) {
  if (skipped) return NONE;
  if (!verified) return 'void';
  if (!resolved && samples_ns.length) return UNRESOLVED;
  return value === null || !Number.isFinite(value) || (n === 0 && value === 0) ? NONE : format(value);
}
