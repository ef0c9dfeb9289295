import { SKIPPED_CODES, plannedError } from '../shared/errors.js';
/** @import { Point, Progress, RunOptions } from '../types.d.ts' */
/** @import { OnStage, PointBlock, PointJob } from './points.js' */

/**
 * Reports progress to the caller. An exception of the callback is reported as the page's and does not end the run.
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
 * @typedef {object} Measurer
 * @property {(job: PointJob) => void} check throws if the point cannot be measured
 * @property {(jobs: PointJob[], onStage: OnStage) => Pick<PointBlock, 'point' | 'end'>} begin
 * @property {(job: PointJob, reason: string) => Promise<Point>} skip
 */

/**
 * @param {PointJob[]} jobs grouped by size
 * @param {Measurer} measurer
 * @param {OnStage} report
 */
export async function* sweepPoints(jobs, { check, begin, skip }, report) {
  const bounds = new Bounds();
  for (const n of new Set(jobs.map((job) => job.n))) {
    const ofSize = jobs.filter((job) => job.n === n);
    const reasons = new Map(ofSize.map((job) => [job, bounds.reason(job, check)]));
    const block = begin(
      ofSize.filter((job) => !reasons.get(job)),
      report,
    );
    try {
      for (const job of ofSize) {
        const reason = reasons.get(job);
        const point = reason ? await skip(job, reason) : await block.point(job).catch((failure) => skip(job, bounds.explain(job, failure)));
        report(job, 'finished');
        yield point;
      }
    } finally {
      block.end();
    }
  }
}

/** The sizes, by algorithm and tuning, at which a limit was exceeded that larger sizes exceed as well. */
class Bounds {
  /** @type {Map<string, { n: number, reason: string }>} */
  #met = new Map();

  /** Why a point is not measured, or null. @param {PointJob} job @param {Measurer['check']} check */
  reason(job, check) {
    const bound = this.#met.get(tuned(job));
    if (bound && job.n >= bound.n) return `Not tried, since ${bound.n} elements were too many already: ${bound.reason}`;
    try {
      check(job);
      return null;
    } catch (failure) {
      return this.explain(job, failure);
    }
  }

  /** Why a point is skipped after a failure; rethrows failures that end the sweep. @param {PointJob} job @param {unknown} failure */
  explain(job, failure) {
    const { code, message: reason, timeLimit } = plannedError(failure) ?? {};
    if (!code || !reason || !SKIPPED_CODES.includes(code)) throw failure;
    if (code === 'too-large' || timeLimit) this.#met.set(tuned(job), { n: job.n, reason });
    return reason;
  }
}

/** @param {PointJob} job */
function tuned({ algorithm, tuning }) {
  return algorithm + JSON.stringify(tuning);
}
