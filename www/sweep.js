import { ScanLabError } from './errors.js';
import { skippedPoint } from './points.js';
/** @import { Point, Progress, RunOptions } from './types.d.ts' */
/** @import { OnStage, PointJob } from './points.js' */

/** Failures that belong to one point; after the others nothing can go on. */
const SKIPPED_CODES = ['unsupported', 'too-large', 'out-of-memory'];
/** The bound on one run's time, as the core's messages name it. */
const TIME_BOUND = /\b2 ?s(econds)?\b/;

/**
 * Tells the caller how far a run of several points is. A callback that throws is the page's error, not the run's.
 * @param {RunOptions['onProgress']} onProgress
 * @param {number} total
 * @param {(error: unknown) => void} reportError
 */
export function progressReporter(onProgress, total, reportError) {
  let done = 0;
  /** @param {PointJob} job @param {Progress['stage']} stage */
  return ({ algorithm, n }, stage) => {
    if (stage === 'finished') done++;
    try {
      onProgress?.({ done, total, algorithm, n, stage });
    } catch (error) {
      reportError(error);
    }
  };
}

/**
 * @param {PointJob[]} jobs
 * @param {Point['timer']} timer that a skipped point would have had
 * @param {(job: PointJob, onStage: OnStage) => Promise<Point>} measure
 * @param {(job: PointJob, stage: Progress['stage']) => void} report
 */
export async function* sweepPoints(jobs, timer, measure, report) {
  /** Where an algorithm has met a bound that more elements meet as well. @type {Map<string, { n: number, reason: string }>} */
  const bounds = new Map();
  for (const job of jobs) {
    const bound = bounds.get(job.algorithm);
    let point;
    if (bound && job.n >= bound.n) {
      point = skippedPoint(job, timer, `Not tried, since ${bound.n} elements were too many already: ${bound.reason}`);
    } else {
      try {
        point = await measure(job, (stage) => report(job, stage));
      } catch (failure) {
        if (!(failure instanceof ScanLabError) || !SKIPPED_CODES.includes(failure.code)) throw failure;
        const reason = failure.message;
        if (failure.code === 'too-large' || TIME_BOUND.test(reason)) bounds.set(job.algorithm, { n: job.n, reason });
        point = skippedPoint(job, timer, reason);
      }
    }
    report(job, 'finished');
    yield point;
  }
}
