/** Measures the table of `auto`: the fastest scans on the lab's device, by length. Loaded on first use. */

import { keepCalibration } from './calibration-store.ts';
import { SKIPPED_CODES, ScanLabError } from '../shared/errors.ts';
import { measureSeen } from '../shared/visibility.ts';
import type { Kept } from './calibration-store.ts';
import type { Scope } from '../shared/storage.ts';
import type { CoreSession } from './session.ts';
import type { Page } from '../shared/visibility.ts';
import type { CalibrationBlock, Calibration, Point } from '../types.ts';
import type { PointJob } from './points.ts';

/** The parts of a lab that a calibration uses. */
type Bench = {
  /** the core's calibrator, which chooses the measurements and draws conclusions from the times */
  calibrator: ReturnType<CoreSession['calibrator']>;
  job: (algorithm: string, n: number) => PointJob;
  begin: (jobs: PointJob[], signal: AbortSignal) => { point(job: PointJob): Promise<Point>; end(): void };
  /** the document, if there is one: measurements wait while it is hidden */
  page?: Page;
};

/** The table of a calibration. `keep` stores it in the browser. */
export type Found = Kept & { keep: (scope: Scope, key: string) => void };

export async function calibrateLab(bench: Bench, signal?: AbortSignal): Promise<Found> {
  const rows = await calibrate(bench, signal);
  return { rows, keep: (scope, key) => keepCalibration(scope, key, { rows }) };
}

export async function calibrate(bench: Bench, signal?: AbortSignal): Promise<Calibration> {
  const { calibrator, page } = bench;
  const clock = new Clock(signal);
  let isFirst = true;
  for (let block = calibrator.nextBlock(0); block; block = calibrator.nextBlock(clock.spent_ms)) {
    const { end_ms } = block;
    const measure = () => clock.time(end_ms, (stop) => pointsOf(bench, block as CalibrationBlock, stop));
    try {
      const points = await measureSeen(page, signal, measure);
      if (!points && isFirst) throw new ScanLabError('unsupported', 'A calibration requires a visible page. The tab was hidden meanwhile.');
      if (!points) break;
      for (const { algorithm, n, median_ns } of points) if (median_ns !== null) calibrator.record(algorithm, n, median_ns);
    } catch (failure) {
      // If the time is over, the table is made from the points so far.
      if (!clock.isOver || signal?.aborted) throw failure;
      break;
    }
    isFirst = false;
  }
  return calibrator.rows();
}

/** Sums the durations of measurements only: between two measurements, the page may be hidden for hours. */
class Clock {
  signal: AbortSignal | undefined;
  spent_ms = 0;
  isOver = false;

  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  async time<T>(end_ms: number, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const started = performance.now();
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(end_ms - this.spent_ms)));
    try {
      return await work(this.signal ? AbortSignal.any([this.signal, late]) : late);
    } finally {
      this.isOver = late.aborted;
      this.spent_ms += performance.now() - started;
    }
  }
}

/** Measures the scans of a block, with interleaved samples. */
async function pointsOf({ job, begin }: Bench, { n, algorithms }: CalibrationBlock, signal: AbortSignal): Promise<Point[]> {
  const jobs = algorithms.map((id) => job(id, n));
  const block = begin(jobs, signal);
  const points = [];
  try {
    for (const one of jobs) points.push(await block.point(one).catch(skippedFailure));
  } finally {
    block.end();
  }
  return points.filter((point) => point !== null);
}

/** Skips a point that cannot be measured. Rethrows a failure that ends the calibration. */
function skippedFailure(failure: unknown): null {
  if (failure instanceof Error && 'code' in failure && SKIPPED_CODES.includes(String(failure.code))) return null;
  throw failure;
}
