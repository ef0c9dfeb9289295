/** What a lab measures: points, sweeps of them, and what is found out by sweeps. */

import { checkRunOptions } from './arguments.js';
import { arrival } from './errors.js';
import { PointBlock } from './points.js';
import { progressReporter, sweepPoints } from './sweep.js';
import { requireOracle } from './verify.js';
/** @import * as Types from './types.d.ts' */
/** @import { Abilities } from './abilities.js' */
/** @import { Scope } from './core-loader.js' */
/** @import { CoreSession } from './core-session.js' */
/** @import { OnStage, PointJob } from './points.js' */
/** @import { Requests } from './requests.js' */

export class Measurer {
  #session;
  #requests;
  #abilities;
  #scope;
  #adapter;
  #algorithms;

  /**
   * @param {CoreSession} session
   * @param {Requests} requests
   * @param {Abilities} abilities
   * @param {{ scope: Scope, adapter: Types.AdapterDescription, algorithms: readonly Types.Algorithm[] }} facts
   */
  constructor(session, requests, abilities, { scope, adapter, algorithms }) {
    this.#session = session;
    this.#requests = requests;
    this.#abilities = abilities;
    this.#scope = scope;
    this.#adapter = adapter;
    this.#algorithms = algorithms;
  }

  /**
   * @param {unknown} request
   * @param {unknown} options
   * @returns {Promise<Types.Point>}
   */
  async measure(request, options) {
    this.#session.lifetime.check();
    const { signal, onProgress } = checkRunOptions(options);
    const job = this.#requests.measure(request);
    const report = this.#reporter(onProgress, 1);
    this.#check(job);
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
   * @param {unknown} request
   * @param {unknown} options
   * @returns {AsyncGenerator<Types.Point, void, void>}
   */
  async *sweep(request, options) {
    this.#session.lifetime.check();
    const { signal, onProgress } = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    const timer = this.#adapter.timestamps ? 'timestamp' : 'wall';
    const check = this.#check.bind(this);
    const begin = (/** @type {PointJob[]} */ ofSize, /** @type {OnStage} */ onStage) => this.#begin(ofSize, signal, onStage);
    yield* sweepPoints(jobs, timer, { check, begin }, this.#reporter(onProgress, jobs.length));
  }

  /**
   * @param {unknown} request
   * @param {unknown} options
   * @param {(left: Types.Point, right: Types.Point) => Promise<Types.Comparison>} compare
   * @returns {Promise<Types.Crossover>}
   */
  async crossover(request, options, compare) {
    this.#session.lifetime.check();
    const { findCrossover } = await arrival('looks for crossovers', () => import('./crossover.js'));
    const tools = { sweep: this.sweep.bind(this), compare, page: this.#scope.document };
    return this.#unlessEnded(findCrossover(request, options, tools));
  }

  /**
   * @param {unknown} options
   * @returns {Promise<import('./calibrate.js').Found>}
   */
  async calibrate(options) {
    this.#session.lifetime.check();
    const { signal } = checkRunOptions(options);
    const { calibrateLab } = await arrival('calibrates', () => import('./calibrate.js'));
    return this.#unlessEnded(calibrateLab({
      adapter: this.#adapter,
      algorithms: this.#algorithms,
      job: (algorithm, n) => this.#requests.measure({ algorithm, n }),
      check: this.#check.bind(this),
      begin: (jobs, stop) => this.#begin(jobs, stop, () => {}, true),
      page: this.#scope.document,
    }, signal), signal);
  }

  /**
   * What may wait for the page to be seen must not outlive its lab.
   * @template T
   * @param {Promise<T>} work whose code is loaded lazily, with errors of its own
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
    return new PointBlock(this.#session, jobs, signal, onStage, { page: this.#scope.document, quick });
  }

  /** Throws why a point cannot be had. @param {PointJob} job */
  #check(job) {
    this.#abilities.requireSupport(job);
    this.#abilities.requireSize(job);
    requireOracle(job);
  }

  /** @param {Types.RunOptions['onProgress']} onProgress @param {number} total */
  #reporter(onProgress, total) {
    const report = this.#scope.reportError ?? console.error;
    return progressReporter(onProgress, total, (error) => report.call(this.#scope, error));
  }
}
