/** The report of a run of the grid as data, and descriptions of failures. Pure: no DOM, no device. */
import { shardText } from './shard.js';
import { describeMismatch } from '../ui/messages.js';

/** @typedef {import('../ui/element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('./cases.js').Case} Case */
/** @typedef {import('./run.js').Outcome} Outcome */
/** @typedef {import('./run.js').Plan} Plan */
/** @typedef {import('./run.js').Result} Result */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {Record<Outcome, number>} Counts */
/** @typedef {{ algorithm: string, operator: string, type: import('../types.d.ts').ElementType } & Counts} Cell */

/** The version of docs/conformance-report.schema.json. */
const FORMAT = 2;
/** Failures that are kept at most; further ones are counted. */
const MAX_FAILURES = 500;

export class Report {
  done = 0;
  /** @type {Counts} */
  counts = { passed: 0, failed: 0, unsupported: 0 };
  /** @type {Result[]} */
  failures = [];
  /** All results, except for a full grid, which has too many for a file. @type {Result[]} */
  results = [];
  /** The number of unsupported cases by reason. @type {Map<string, number>} */
  reasons = new Map();
  date = new Date();
  started_ms = performance.now();
  /** The end of the last case. */
  ended_ms = this.started_ms;

  /** @param {Plan} plan @param {Pick<Lab, 'adapter'>} lab @param {Pick<Catalogue, 'version'>} catalogue */
  constructor(plan, { adapter }, { version }) {
    this.plan = plan;
    this.adapter = adapter;
    this.version = version;
    const cells = plan.axes.algorithms.flatMap((algorithm) =>
      plan.axes.kinds.map((kind) => ({ algorithm, ...kind, passed: 0, failed: 0, unsupported: 0 })),
    );
    /** @type {Map<string, Cell>} */
    this.cells = new Map(cells.map((cell) => [cellKey(cell), cell]));
  }

  get complete() {
    return this.done === this.plan.total;
  }

  get progress() {
    return { total: this.plan.total, done: this.done, ...this.counts };
  }

  /** @param {Result} result @returns {Cell} the cell in which it is counted */
  take(result) {
    const cell = /** @type {Cell} */ (this.cells.get(cellKey(result.case)));
    const { outcome, reason } = result;
    this.done += 1;
    this.counts[outcome] += 1;
    cell[outcome] += 1;
    if (outcome === 'failed' && this.failures.length < MAX_FAILURES) this.failures.push(result);
    if (outcome === 'unsupported' && reason) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    if (this.plan.grid !== 'full') this.results.push(result);
    this.ended_ms = performance.now();
    return cell;
  }

  /** @param {Formats} formats @returns {import('../types.d.ts').ConformanceReport} */
  data(formats) {
    const {
      plan: { grid, shard, axes },
      date,
      version,
      adapter,
      complete,
    } = this;
    const { farTuning: _, ...named } = axes;
    return {
      app: 'ScanLab',
      version,
      report: 'conformance',
      format: FORMAT,
      date: date.toISOString(),
      browser: navigator.userAgent,
      adapter,
      grid,
      shard: shardText(shard),
      complete,
      seconds: (this.ended_ms - this.started_ms) / 1000,
      axes: { ...named, sizes: axes.sizes.map(({ name }) => name), far: axes.far.map(({ name }) => name) },
      cases: this.progress,
      cells: [...this.cells.values()],
      reasons: [...this.reasons].map(([reason, cases]) => ({ reason, cases })),
      failures: this.failures.map((result) => ({ ...result, words: describeFailure(result, formats) })),
      results:
        grid !== 'full' ? this.results.map(({ case: one, outcome, reason }) => ({ ...one, outcome, ...(reason ? { reason } : {}) })) : null,
    };
  }
}

/** A report as the text of a file. JSON has no NaN or infinity, so they are strings. @param {import('../types.d.ts').ConformanceReport} report */
export function reportText(report) {
  return JSON.stringify(report, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value), 1);
}

/** @param {{ algorithm: string, operator: string, type: string }} place */
export function cellKey({ algorithm, operator, type }) {
  return `${algorithm} ${operator} ${type}`;
}

/** The kind of a scan by its segments. */
const KINDS = { whole: '', heads: 'segmented', 'head-bits': 'bit-segmented', rows: 'row-wise', columns: 'column-wise' };

/** @param {Case} one @param {Formats} formats */
function describeCase({ algorithm, operator, type, mode, direction, segments, inPlace, size, n, pattern }, formats) {
  const words = [mode, direction === 'backward' && 'backward', KINDS[segments], inPlace && 'in-place'].filter(Boolean).join(' ');
  const named = size === String(n) ? '' : ` (${size})`;
  return `${algorithm}: ${words} scan with ${operator} of ${type}, n = ${formats.integer(n)}${named}, ${pattern} input`;
}

/** @param {Result} result @param {Formats} formats */
export function describeFailure({ case: one, reason, mismatch }, formats) {
  const found = mismatch && describeMismatch(mismatch, formats);
  const what = [reason, found].filter(Boolean).join(' ') || 'The output was wrong.';
  return `${describeCase(one, formats)}. ${what}`;
}
