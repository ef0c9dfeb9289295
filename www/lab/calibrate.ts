/** Measures which scan is the fastest on this device at several lengths, for the table of `auto`. Loaded on first use. */

import { keepCalibration } from '../core/calibration-store.ts';
import { SKIPPED_CODES, ScanLabError } from '../shared/errors.ts';
import { measureSeen } from '../shared/visibility.ts';
import type { Kept, Scope } from '../core/calibration-store.ts';
import type { Page } from '../shared/visibility.ts';
import type { AdapterDescription, Calibration, Point } from '../types.ts';
import type { PointJob } from './points.ts';

/** nanoseconds by algorithm */
type Measured = { n: number; times: Map<string, number> };
/** most: elements up to which it is measured, where others are faster beyond */
type Candidate = { id: string; most?: number };

/** The parts of a lab that a calibration uses. */
type Bench = {
  adapter: AdapterDescription;
  algorithms: readonly { id: string }[];
  job: (algorithm: string, n: number) => PointJob;
  /** throws if the point cannot be measured */
  check: (job: PointJob) => void;
  begin: (jobs: PointJob[], signal: AbortSignal) => { point(job: PointJob): Promise<Point>; end(): void };
  /** the document, if any: nothing is measured while it is hidden */
  page?: Page;
};

/** Scans that may be the fastest at some length, on GPUs and on software adapters. */
export const CANDIDATES: { gpu: Candidate[]; software: Candidate[] } = {
  gpu: [
    { id: 'sequential', most: 2 ** 12 },
    { id: 'raking', most: 2 ** 16 },
    { id: 'reduce-then-scan' },
    { id: 'subgroup' },
    { id: 'cache-blocked' },
    { id: 'look-back' },
    { id: 'look-back-fallback' },
  ],
  // Scans whose shaders compile quickly on a CPU.
  software: [{ id: 'sequential' }, { id: 'hybrid' }, { id: 'nakano' }, { id: 'subgroup' }],
};

/** Lengths in the order of measuring, the most important first, since the time is bounded. */
const GPU_SIZES = [2 ** 18, 2 ** 10, 2 ** 22, 2 ** 14];
const SOFTWARE_SIZES = [2 ** 14, 2 ** 18, 2 ** 10];

/** After `begin`, no further length is begun. After `end`, measuring is cancelled, as it may be on software adapters. */
export const BOUNDS_MS = { begin: 1000, end: 20_000 };
/** The factor by which another scan must be faster to get a row of its own, since the samples are few. */
const MARGIN = 1.03;
const LONGEST = 2 ** 32 - 1;

/** keep: stores the table in the browser. */
export type Found = Kept & { keep: (scope: Scope, key: string) => void };

/** Calibrates `auto` on this device. */
export async function calibrateLab(bench: Bench, signal?: AbortSignal): Promise<Found> {
  const rows = await calibrate(bench, signal);
  if (!rows.length)
    throw new ScanLabError('unsupported', 'A calibration requires a scan with a correct output and a time within seconds; there was none.');
  return { rows, keep: (scope, key) => keepCalibration(scope, key, { rows }) };
}

/** The table of the fastest scans; empty if nothing was measured. */
export async function calibrate(bench: Bench, signal?: AbortSignal, bounds = BOUNDS_MS): Promise<Calibration> {
  const clock = new Clock(bounds.end, signal);
  const measured: Measured[] = [];
  for (const n of bench.adapter.isFallback ? SOFTWARE_SIZES : GPU_SIZES) {
    if (measured.length && clock.spent_ms > bounds.begin) break;
    try {
      const points = await measureSeen(bench.page, signal, () => clock.time((stop) => pointsAt(bench, n, stop)));
      if (!points && measured.length) break;
      if (!points) throw new ScanLabError('unsupported', 'A calibration requires a visible page. The tab was hidden while this ran.');
      const times = timesOf(points);
      if (times.size) measured.push({ n, times });
    } catch (failure) {
      // The time is over: the table is of the points so far.
      if (!clock.isOver || signal?.aborted) throw failure;
      break;
    }
  }
  return tableOf(measured);
}

/** Counts the time of measuring only: the page may be hidden for hours in between. */
class Clock {
  most_ms: number;
  signal: AbortSignal | undefined;
  spent_ms = 0;
  isOver = false;

  constructor(most_ms: number, signal?: AbortSignal) {
    this.most_ms = most_ms;
    this.signal = signal;
  }

  async time<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const started = performance.now();
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(this.most_ms - this.spent_ms)));
    try {
      return await work(this.signal ? AbortSignal.any([this.signal, late]) : late);
    } finally {
      this.isOver = late.aborted;
      this.spent_ms += performance.now() - started;
    }
  }
}

/** Measures all candidates at a length, interleaved. */
async function pointsAt({ adapter, algorithms, job, check, begin }: Bench, n: number, signal: AbortSignal): Promise<Point[]> {
  const candidates = CANDIDATES[adapter.isFallback ? 'software' : 'gpu'].filter(
    ({ id, most = LONGEST }) => n <= most && algorithms.some((one) => one.id === id),
  );
  const jobs = candidates.map(({ id }) => job(id, n)).filter((one) => isMeasurable(check, one));
  const block = begin(jobs, signal);
  const points = [];
  try {
    for (const one of jobs) points.push(await block.point(one).catch(skippedFailure));
  } finally {
    block.end();
  }
  return points.filter((point) => point !== null);
}

/** Points with a wrong output have no time. */
function timesOf(points: Point[]): Measured['times'] {
  return new Map(points.flatMap(({ algorithm, verified, median_ns }) => (verified && median_ns ? [[algorithm, median_ns]] : [])));
}

function isMeasurable(check: Bench['check'], job: PointJob) {
  try {
    check(job);
    return true;
  } catch (failure) {
    return Boolean(skippedFailure(failure));
  }
}

/** Rethrows a failure that ends the calibration. */
function skippedFailure(failure: unknown): null {
  if (failure instanceof Error && 'code' in failure && SKIPPED_CODES.includes(String(failure.code))) return null;
  throw failure;
}

/** The fastest scan by length. Between two measured lengths, a row ends at their geometric mean, rounded down to a power of two. */
export function tableOf(measured: Measured[]): Calibration {
  const sorted = [...measured].sort((left, right) => left.n - right.n);
  const rows: { up_to_elements: number; id: string }[] = [];
  sorted.forEach(({ n, times }, i) => {
    const next = sorted[i + 1];
    const up_to_elements = next ? 2 ** Math.floor(Math.log2(n * next.n) / 2) : LONGEST;
    const last = rows.at(-1);
    const id = fastest(times, last?.id);
    if (last?.id === id) last.up_to_elements = up_to_elements;
    else rows.push({ up_to_elements, id });
  });
  return rows;
}

/** @param previous preferred unless another scan is faster by the margin */
function fastest(times: Measured['times'], previous: string = '') {
  const [[id, ns]] = [...times].sort(([, left], [, right]) => left - right);
  return (times.get(previous) ?? Infinity) <= MARGIN * ns ? previous : id;
}
