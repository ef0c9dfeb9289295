/** Measures the sequential scan in JavaScript where no device is open. Loaded on first use. */

import { askCore } from '../core/loader.js';
import { Task } from '../core/task.js';
import { WATCHDOG_MS, Watchdog } from '../shared/watchdog.js';
import { OracleClient } from '../oracle/client.js';
import { ScanLabError, cancelled } from '../shared/errors.js';
import { measureJavaScript } from './cpu-point.js';
import { JAVASCRIPT, nameOf, skippedScan } from './points.js';
import { progressReporter, sweepPoints } from './sweep-points.js';
import { requireSequential } from './verify.js';
/** @import { CoreInput, Point, RunOptions } from '../types.d.ts' */
/** @import { LoadedCore, Runtime } from '../core/loader.js' */
/** @import { OnStage, PointJob } from './points.js' */

/** The oracle and the core's functions that need no device. */
class HostSession {
  #shared;

  /** @param {LoadedCore} shared @param {Runtime} runtime */
  constructor(shared, { scope, oracle }) {
    this.#shared = shared;
    this.library = shared.core;
    this.oracle = new OracleClient(scope, oracle, new Watchdog(scope, WATCHDOG_MS));
  }

  /** @template T @param {(core: LoadedCore['core']) => T} question @returns {T} */
  ask(question) {
    return askCore(this.#shared, question);
  }

  /** @template T @param {() => T} call @returns {T} */
  call(call) {
    return this.ask(call);
  }

  /** @param {CoreInput} job @param {number} start in elements @param {Uint32Array} words */
  fillPattern(job, start, words) {
    this.ask((core) => core.fillPattern(job, start, words));
  }

  /** @param {CoreInput} job @param {number} start in elements @param {Uint32Array} heads */
  fillHeads(job, start, heads) {
    this.ask((core) => core.fillHeads(job, start, heads));
  }
}

/**
 * Times the scan at every size, and verifies its output.
 * @param {LoadedCore} shared
 * @param {Runtime} runtime
 * @param {PointJob[]} jobs
 * @param {RunOptions} options
 * @returns {AsyncGenerator<Point, void, void>}
 */
export async function* sweepJavaScript(shared, runtime, jobs, { signal, onProgress }) {
  const { scope } = runtime;
  const operation = jobs.find((job) => job.operation)?.operation;
  if (operation) throw new ScanLabError('unsupported', `A GPU is required for ${operation}; without one, scans alone are measured.`);
  const session = new HostSession(shared, runtime);
  const report = progressReporter(onProgress, jobs.length, (error) => (scope.reportError ?? console.error).call(scope, error));
  const begin = (/** @type {PointJob[]} */ _jobs, /** @type {OnStage} */ onStage) => ({
    point: (/** @type {PointJob} */ job) => measured(session, job, onStage, signal, scope.document),
    end() {},
  });
  const skip = async (/** @type {PointJob} */ job, /** @type {string} */ reason) => skippedScan(session, job, false, reason);
  try {
    yield* sweepPoints(jobs, { check, begin, skip }, report);
  } finally {
    session.oracle.stop();
  }
}

/** Throws if a point cannot be measured without a GPU. @param {PointJob} job */
function check(job) {
  if (job.algorithm !== JAVASCRIPT) {
    throw new ScanLabError('unsupported', `A GPU is required for ${job.algorithm}; without one, ${JAVASCRIPT} alone is measured.`);
  }
  requireSequential(job);
}

/**
 * @param {HostSession} session
 * @param {PointJob} job
 * @param {OnStage} onStage
 * @param {AbortSignal | undefined} signal
 * @param {Runtime['scope']['document']} page
 */
async function measured(session, job, onStage, signal, page) {
  if (signal?.aborted) throw cancelled(signal.reason);
  const task = new Task(nameOf('a measurement', job));
  const stop = () => task.stop(cancelled(signal?.reason));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await measureJavaScript(session, task, job, (stage) => onStage(job, stage), page);
  } catch (failure) {
    throw task.stopped ?? failure;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
