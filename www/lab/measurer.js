/** What a lab measures: points, sweeps of them, and what is found out by sweeps. Loaded when the first is wanted. */

import { loadLazily } from '../shared/errors.js';
import { PointBlock } from './points.js';
import { progressReporter, sweepPoints } from './sweep-points.js';
/** @import * as Types from '../types.d.ts' */
/** @import { Scope } from '../core/loader.js' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { OnStage, PointJob } from './points.js' */

/**
 * What it takes of a lab.
 * @typedef {object} Means
 * @property {CoreSession} session
 * @property {Scope} scope
 * @property {Types.AdapterDescription} adapter
 * @property {readonly Types.Algorithm[]} algorithms
 * @property {(algorithm: string, n: number) => PointJob} job that scans by default
 * @property {(job: PointJob) => void} check throws why a point cannot be had
 */

export class Measurer {
  #means;
  #session;

  /** @param {Means} means */
  constructor(means) {
    this.#means = means;
    this.#session = means.session;
  }

  /**
   * @param {PointJob} job
   * @param {Types.RunOptions} options
   * @returns {Promise<Types.Point>}
   */
  async measure(job, { signal, onProgress }) {
    const report = this.#reporter(onProgress, 1);
    this.#means.check(job);
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
    const { adapter, check } = this.#means;
    const timer = adapter.timestamps ? 'timestamp' : 'wall';
    const begin = (/** @type {PointJob[]} */ ofSize, /** @type {OnStage} */ onStage) => this.#begin(ofSize, signal, onStage);
    return sweepPoints(jobs, timer, { check, begin }, this.#reporter(onProgress, jobs.length));
  }

  /**
   * @param {unknown} request
   * @param {unknown} options
   * @param {Omit<import('./find-crossover.js').Tools, 'page'>} tools
   * @returns {Promise<Types.Crossover>}
   */
  crossover(request, options, tools) {
    const library = loadLazily('looks for crossovers', () => import('./find-crossover.js'));
    return this.#unlessEnded(
      library.then(({ findCrossover }) => findCrossover(request, options, { ...tools, page: this.#means.scope.document })),
    );
  }

  /**
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<import('./calibrate.js').Found>}
   */
  calibrate(signal) {
    const { adapter, algorithms, job, check, scope } = this.#means;
    const library = loadLazily('calibrates', () => import('./calibrate.js'));
    const begin = (/** @type {PointJob[]} */ jobs, /** @type {AbortSignal} */ stop) => this.#begin(jobs, stop, () => {}, true);
    const bench = { adapter, algorithms, job, check, begin, page: scope.document };
    return this.#unlessEnded(
      library.then(({ calibrateLab }) => calibrateLab(bench, signal)),
      signal,
    );
  }

  /**
   * What may wait for the page to be seen must not outlive its lab.
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
    return new PointBlock(this.#session, jobs, signal, onStage, { page: this.#means.scope.document, quick });
  }

  /** @param {Types.RunOptions['onProgress']} onProgress @param {number} total */
  #reporter(onProgress, total) {
    const { scope } = this.#means;
    const report = scope.reportError ?? console.error;
    return progressReporter(onProgress, total, (error) => report.call(scope, error));
  }
}
