/** The report of a run of the grid as data, and descriptions of failures. Pure: no DOM, no device. */
import { shardText } from './shard.ts';
import { describeMismatch } from '../ui/messages.ts';
import type { Formats } from '../shared/format.ts';
import type { ConformanceReport, ElementType } from '../types.ts';
import type { Catalogue, Lab } from '../ui/element-types.ts';
import type { Case } from './cases.ts';
import type { Outcome, Plan, Result } from './run.ts';

export type Counts = Record<Outcome, number>;
export type Cell = { algorithm: string; operator: string; type: ElementType } & Counts;

/** The version of docs/conformance-report.schema.json. */
const FORMAT = 3;
/** The maximum number of failures that are stored. Further failures are only counted. */
const MAX_FAILURES = 500;

export class Report {
  plan: Plan;
  adapter;
  version;
  cells: Map<string, Cell>;
  done = 0;
  counts: Counts = { passed: 0, failed: 0, unsupported: 0 };
  failures: Result[] = [];
  /** All results; empty for a full grid, which has too many results for a file. */
  results: Result[] = [];
  /** The number of unsupported cases by reason. */
  reasons: Map<string, number> = new Map();
  date = new Date();
  started_ms = performance.now();
  /** The time at which the last case ended. */
  ended_ms = this.started_ms;

  constructor(plan: Plan, { adapter }: Pick<Lab, 'adapter'>, { version }: Pick<Catalogue, 'version'>) {
    this.plan = plan;
    this.adapter = adapter;
    this.version = version;
    const cells = plan.axes.algorithms.flatMap((algorithm) =>
      plan.axes.kinds.map((kind) => ({ algorithm, ...kind, passed: 0, failed: 0, unsupported: 0 })),
    );
    this.cells = new Map(cells.map((cell) => [cellKey(cell), cell]));
  }

  get complete() {
    return this.done === this.plan.total;
  }

  get progress() {
    return { total: this.plan.total, done: this.done, ...this.counts };
  }

  /**
   * Counts a result.
   * @returns the cell that counts it
   */
  take(result: Result): Cell {
    const cell = this.cells.get(cellKey(result.case)) as Cell;
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

  data(formats: Formats): ConformanceReport {
    const {
      plan: { grid, shard, axes },
      date,
      version,
      adapter,
      complete,
    } = this;
    const { farTuning: _, far, ...named } = axes;
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
      axes: { ...named, sizes: axes.sizes.map(({ name }) => name), largeSizes: far.map(({ name }) => name) },
      cases: this.progress,
      cells: [...this.cells.values()],
      reasons: [...this.reasons].map(([reason, cases]) => ({ reason, cases })),
      failures: this.failures.map((result) => ({ ...result, message: describeFailure(result, formats) })),
      results:
        grid !== 'full' ? this.results.map(({ case: one, outcome, reason }) => ({ ...one, outcome, ...(reason ? { reason } : {}) })) : null,
    };
  }
}

/** A report as the text of a file. JSON has no NaN or infinity, so they become strings. */
export function reportText(report: ConformanceReport) {
  return JSON.stringify(report, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value), 1);
}

export function cellKey({ algorithm, operator, type }: { algorithm: string; operator: string; type: string }) {
  return `${algorithm} ${operator} ${type}`;
}

/** Words for the kind of a scan, by its segments. */
const KINDS = { whole: '', heads: 'segmented', 'head-bits': 'bit-segmented', rows: 'row-wise', columns: 'column-wise' };

function describeCase(
  { algorithm, operator, type, mode, direction, segments, inPlace, initial, size, n, pattern }: Case,
  formats: Formats,
) {
  const words = [mode, direction === 'backward' && 'backward', KINDS[segments], inPlace && 'in-place'].filter(Boolean).join(' ');
  const named = size === String(n) ? '' : ` (${size})`;
  const from = initial ? ' from an initial value' : '';
  return `${algorithm}: ${words} scan with ${operator} of ${type}${from}, n = ${formats.integer(n)}${named}, ${pattern} input`;
}

export function describeFailure({ case: one, reason, mismatch }: Result, formats: Formats) {
  const found = mismatch && describeMismatch(mismatch, formats);
  const what = [reason, found].filter(Boolean).join(' ') || 'The output was wrong.';
  return `${describeCase(one, formats)}. ${what}`;
}
