/** Measures points and sweeps, searches for crossovers, calibrates. Loaded on first use. */

import { lazyModule } from '../shared/errors.ts';
import { PointBlock, skippedPoint } from './points.ts';
import { progressReporter, sweepPoints } from './sweep-points.ts';
import type * as Types from '../types.ts';
import type { Scope } from './loader.ts';
import type { CoreSession } from './session.ts';
import type { Found } from './calibrate.ts';
import type { Tools } from './find-crossover.ts';
import type { OnStage, PointJob } from './points.ts';

const loadFindCrossover = lazyModule('searches for crossovers', () => import('./find-crossover.ts'));
const loadCalibrate = lazyModule('calibrates', () => import('./calibrate.ts'));

/** The parts of a lab that the measurer uses. */
type LabParts = {
  session: CoreSession;
  scope: Scope;
  adapter: Types.AdapterDescription;
  /** makes a job with default options */
  job: (algorithm: string, n: number) => PointJob;
  /** throws if the point cannot be measured */
  check: (job: PointJob) => void;
};

export class Measurer {
  #parts;
  #session;

  constructor(parts: LabParts) {
    this.#parts = parts;
    this.#session = parts.session;
  }

  async measure(job: PointJob, { signal, onProgress }: Types.RunOptions): Promise<Types.Point> {
    const report = this.#reporter(onProgress, 1);
    this.#parts.check(job);
    const block = this.#begin([job], signal, report);
    try {
      const point = await block.point(job);
      report(job, 'finished');
      return point;
    } finally {
      block.end();
    }
  }

  sweep(jobs: PointJob[], { signal, onProgress }: Types.RunOptions): AsyncGenerator<Types.Point, void, void> {
    const { adapter, check } = this.#parts;
    const skip = (job: PointJob, reason: string) => skippedPoint(this.#session, job, adapter.timestamps, reason);
    const begin = (ofSize: PointJob[], onStage: OnStage) => this.#begin(ofSize, signal, onStage);
    return sweepPoints(jobs, { check, begin, skip }, this.#reporter(onProgress, jobs.length));
  }

  crossover(request: unknown, options: unknown, tools: Omit<Tools, 'page'>): Promise<Types.Crossover> {
    return this.#unlessEnded(
      loadFindCrossover().then(({ findCrossover }) => findCrossover(request, options, { ...tools, page: this.#parts.scope.document })),
    );
  }

  calibrate(signal: AbortSignal | undefined): Promise<Found> {
    const { job, scope } = this.#parts;
    const begin = (jobs: PointJob[], stop: AbortSignal) => this.#begin(jobs, stop, () => {}, true);
    const bench = { calibrator: this.#session.calibrator(), job, begin, page: scope.document };
    return this.#unlessEnded(
      loadCalibrate().then(({ calibrateLab }) => calibrateLab(bench, signal)),
      signal,
    );
  }

  /** Rejects when the lab ends, also while the work waits for the page to become visible. */
  #unlessEnded<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    const explained = work.catch((failure) => {
      throw this.#session.explain(failure);
    });
    return this.#session.lifetime.guard(explained, { signal });
  }

  #begin(jobs: PointJob[], signal: AbortSignal | undefined, onStage: OnStage, quick?: boolean) {
    return new PointBlock(this.#session, jobs, signal, onStage, { page: this.#parts.scope.document, quick });
  }

  #reporter(onProgress: Types.RunOptions['onProgress'], total: number) {
    const { scope } = this.#parts;
    const report = scope.reportError ?? console.error;
    return progressReporter(onProgress, total, (error) => report.call(scope, error));
  }
}
