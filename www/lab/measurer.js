/** Measures points and sweeps, searches for crossovers, calibrates. Loaded on first use. */

import { loadLazily } from '../shared/errors.js';
import { PointBlock, skippedPoint } from './points.js';
import { progressReporter, sweepPoints } from './sweep-points.js';
/** @import * as Types from '../types.d.ts' */
/** @import { Scope } from '../core/loader.js' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { OnStage, PointJob } from './points.js' */

/**
 * The parts of a lab that it uses.
 * @typedef {object} LabParts
 * @property {CoreSession} session
 * @property {Scope} scope
 * @property {Types.AdapterDescription} adapter
 * @property {readonly Types.Algorithm[]} algorithms
 * @property {(algorithm: string, n: number) => PointJob} job with default options
 * @property {(job: PointJob) => void} check throws if the point cannot be measured
 */

export class Measurer {
  #parts;
  #session;

  /** @param {LabParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#session = parts.session;
  }

  /**
   * @param {PointJob} job
   * @param {Types.RunOptions} options
   * @returns {Promise<Types.Point>}
   */
  async measure(job, { signal, onProgress }) {
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

  /**
   * @param {PointJob[]} jobs
   * @param {Types.RunOptions} options
   * @returns {AsyncGenerator<Types.Point, void, void>}
   */
  sweep(jobs, { signal, onProgress }) {
    const { adapter, check } = this.#parts;
    const skip = (/** @type {PointJob} */ job, /** @type {string} */ reason) =>
      skippedPoint(this.#session, job, adapter.timestamps, reason);
    const begin = (/** @type {PointJob[]} */ ofSize, /** @type {OnStage} */ onStage) => this.#begin(ofSize, signal, onStage);
    return sweepPoints(jobs, { check, begin, skip }, this.#reporter(onProgress, jobs.length));
  }

  /**
   * @param {unknown} request
   * @param {unknown} options
   * @param {Omit<import('./find-crossover.js').Tools, 'page'>} tools
   * @returns {Promise<Types.Crossover>}
   */
  crossover(request, options, tools) {
    const library = loadLazily('searches for crossovers', () => import('./find-crossover.js'));
    return this.#unlessEnded(
      library.then(({ findCrossover }) => findCrossover(request, options, { ...tools, page: this.#parts.scope.document })),
    );
  }

  /**
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<import('./calibrate.js').Found>}
   */
  calibrate(signal) {
    const { adapter, algorithms, job, check, scope } = this.#parts;
    const library = loadLazily('calibrates', () => import('./calibrate.js'));
    const begin = (/** @type {PointJob[]} */ jobs, /** @type {AbortSignal} */ stop) => this.#begin(jobs, stop, () => {}, true);
    const bench = { adapter, algorithms, job, check, begin, page: scope.document };
    return this.#unlessEnded(
      library.then(({ calibrateLab }) => calibrateLab(bench, signal)),
      signal,
    );
  }

  /**
   * Rejects when the lab ends, since the work may wait for a hidden page.
   * @template T
   * @param {Promise<T>} work
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  #unlessEnded(work, signal) {
    const explained = work.catch((failure) => {
      throw this.#session.explain(failure);
    });
    return this.#session.lifetime.guard(explained, { signal });
  }

  /** @param {PointJob[]} jobs @param {AbortSignal | undefined} signal @param {OnStage} onStage @param {boolean} [quick] */
  #begin(jobs, signal, onStage, quick) {
    return new PointBlock(this.#session, jobs, signal, onStage, { page: this.#parts.scope.document, quick });
  }

  /** @param {Types.RunOptions['onProgress']} onProgress @param {number} total */
  #reporter(onProgress, total) {
    const { scope } = this.#parts;
    const report = scope.reportError ?? console.error;
    return progressReporter(onProgress, total, (error) => report.call(scope, error));
  }
}
