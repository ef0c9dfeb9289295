import { SKIPPED_CODES, plannedError } from '../shared/errors.ts';
import type { Point, Progress, RunOptions } from '../types.ts';
import type { OnStage, PointBlock, PointJob } from './points.ts';

/** Reports progress to the caller. An exception of the callback is passed to `reportError`, and does not end the run. */
export function progressReporter(onProgress: RunOptions['onProgress'], total: number, reportError: (error: unknown) => void) {
  let done = 0;
  return ({ algorithm, n }: PointJob, stage: Progress['stage']) => {
    if (stage === 'finished') done++;
    try {
      onProgress?.({ done, total, algorithm, n, stage });
    } catch (error) {
      reportError(error);
    }
  };
}

type Measurer = {
  /** throws if the point cannot be measured */
  check: (job: PointJob) => void;
  begin: (jobs: PointJob[], onStage: OnStage) => Pick<PointBlock, 'point' | 'end'>;
  skip: (job: PointJob, reason: string) => Promise<Point>;
};

/**
 * Measures the points of a sweep, size by size.
 * @param jobs grouped by size
 */
export async function* sweepPoints(jobs: PointJob[], { check, begin, skip }: Measurer, report: OnStage) {
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

/** The sizes, by algorithm and tuning, at which a limit was exceeded. Larger sizes exceed it too. */
class Bounds {
  #met: Map<string, { n: number; reason: string }> = new Map();

  /** The reason why a point is not measured, or null. */
  reason(job: PointJob, check: Measurer['check']) {
    const bound = this.#met.get(tuned(job));
    if (bound && job.n >= bound.n) return `Not tried, since ${bound.n} elements were already too many: ${bound.reason}`;
    try {
      check(job);
      return null;
    } catch (failure) {
      return this.explain(job, failure);
    }
  }

  /** The reason why a point is skipped after a failure. Rethrows failures that end the sweep. */
  explain(job: PointJob, failure: unknown) {
    const { code, message: reason, timeLimit } = plannedError(failure) ?? {};
    if (!code || !reason || !SKIPPED_CODES.includes(code)) throw failure;
    if (code === 'too-large' || timeLimit) this.#met.set(tuned(job), { n: job.n, reason });
    return reason;
  }
}

function tuned({ algorithm, tuning }: PointJob) {
  return algorithm + JSON.stringify(tuning);
}
