import { askCore, explainFailure, unexpectedError } from './loader.js';
import { ScanLabError, cancelled } from '../shared/errors.js';
import { Lifetime } from './lifetime.js';
import { polled } from '../shared/poll.js';
import { Task } from './task.js';
/** @import { CoreInput, CoreOperation, CoreRequest, CoreSearch, CoreVerdict } from '../types.d.ts' */
/** @import { OracleClient } from '../oracle/client.js' */
/** @import { LoadedCore, Scope } from './loader.js' */
/** @import { Watchdog } from '../shared/watchdog.js' */

/**
 * An open core: runs one task at a time, so that measurements are undisturbed, and converts every failure into a `ScanLabError`.
 */
export class CoreSession {
  lifetime = new Lifetime();
  /** @type {Promise<{ message: string }>} Resolves when the device is lost; never after close(). */
  lost;
  core;
  /** The core's module. @type {LoadedCore['core']} */
  library;
  oracle;
  #shared;
  /** The device, which work of the caller's may share. @type {GPUDevice} */
  device;
  /** Whether the device ends with the session. */
  #isOwn;
  #watchdog;
  /** @type {(loss: { message: string }) => void} */
  #reportLoss = () => {};
  #closed = false;
  /** Settles when the work of all tasks so far has ended, including that of stopped tasks. @type {Promise<unknown>} */
  #tail = Promise.resolve();
  /** The tail before the last task's group. @type {Promise<unknown>} */
  #before = this.#tail;
  /** @type {object | undefined} */
  #group;
  /** @type {() => void} */
  #leaveShared;

  /**
   * @param {LoadedCore} shared
   * @param {import('scanlab-core').Core} core
   * @param {OracleClient} oracle
   * @param {{ device: GPUDevice, isOwn: boolean }} on
   * @param {Watchdog} watchdog
   */
  constructor(shared, core, oracle, { device, isOwn }, watchdog) {
    this.#shared = shared;
    this.library = shared.core;
    this.device = device;
    this.#isOwn = isOwn;
    this.#watchdog = watchdog;
    this.core = core;
    this.oracle = oracle;
    this.lost = new Promise((resolve) => {
      this.#reportLoss = resolve;
    });
    this.#leaveShared = shared.lifetime.onEnd((error) => this.#lose(error));
    device.lost.then((loss) => this.#lose(lossError(loss)));
  }

  /**
   * Runs the work after all earlier tasks. Rejects at once on abort, loss and close; the next task still waits until the work of this
   * one has ended.
   * @template T
   * @param {() => string} what its description for messages
   * @param {AbortSignal | undefined} signal
   * @param {(task: Task) => Promise<T>} work
   * @param {object} [group] consecutive tasks of one group run concurrently
   * @returns {Promise<T>}
   */
  run(what, signal, work, group) {
    if (this.lifetime.ended) return Promise.reject(this.lifetime.ended);
    if (signal?.aborted) return Promise.reject(cancelled(signal.reason));
    const task = new Task(what);
    if (!group || group !== this.#group) this.#before = this.#tail;
    this.#group = group;
    const outcome = this.#before.then(async () => {
      task.check();
      try {
        return await work(task);
      } catch (failure) {
        throw task.stopped ?? this.explain(failure);
      }
    });
    // Without the results, which each tail would retain.
    this.#tail = Promise.allSettled([this.#tail, outcome]).then(() => {});
    return this.lifetime.guard(outcome, { signal, onStop: (error) => task.stop(error) });
  }

  /**
   * Runs one of the core's operations with a cancel token.
   * @template T
   * @param {Task} task
   * @param {(token: import('scanlab-core').CancelToken) => Promise<T>} operate
   * @returns {Promise<T>}
   */
  async withToken(task, operate) {
    task.check();
    const token = new this.#shared.core.CancelToken();
    task.interrupt = () => token.cancel();
    try {
      return await this.watch(task, operate(token));
    } finally {
      task.interrupt = null;
      token.free();
    }
  }

  /**
   * As `withToken`, for work that is often short. Not for what is timed on the device.
   * @template T
   * @param {Task} task
   * @param {(token: import('scanlab-core').CancelToken) => Promise<T>} operate
   * @returns {Promise<T>}
   */
  withTokenSoon(task, operate) {
    return this.withToken(task, (token) => polled(this.device, operate(token)));
  }

  /**
   * Waits for the core. If it stalls, the lab ends, and a device of its own with it; all tasks reject.
   * @template T
   * @param {Task} task
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  watch({ what }, work) {
    const onStall = () => {
      this.#lose(stallError(what(), this.#watchdog.bound));
      // What follows the end waits for the stalled work.
      if (this.#isOwn) this.device.destroy();
    };
    // After a panic the core must not be called.
    return this.#watchdog.watch(work, onStall, () => (this.#shared.lifetime.ended ? 0 : this.core.heartbeat()));
  }

  /**
   * Frees an object of the core once no task uses it.
   * @param {() => void} free
   */
  release(free) {
    const unlessEnded = () => {
      if (!this.#shared.lifetime.ended) free();
    };
    this.#tail = this.#tail.then(unlessEnded).catch(() => {});
  }

  /**
   * Calls the core synchronously.
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  call(call) {
    this.lifetime.check();
    try {
      return call();
    } catch (failure) {
      throw this.explain(failure);
    }
  }

  /**
   * Asks the core what it knows without this session's device, which may have ended.
   * @template T
   * @param {(core: LoadedCore['core']) => T} question
   * @returns {T}
   */
  ask(question) {
    return askCore(this.#shared, question);
  }

  /** @param {CoreRequest} request */
  plan(request) {
    return this.call(() => this.core.plan(request));
  }

  /** @param {CoreRequest} request */
  shaders(request) {
    return this.call(() => this.core.shaders(request));
  }

  /** The reason why an operation is not supported, or null. @param {CoreOperation} request */
  unsupportedOperation(request) {
    return this.call(() => this.core.supportsOperation(request)) ?? null;
  }

  /** @param {CoreOperation} request */
  operationPlan(request) {
    return this.call(() => this.core.operationPlan(request));
  }

  /** @param {CoreOperation} request */
  operationShaders(request) {
    return this.call(() => this.core.operationShaders(request));
  }

  /** @param {CoreRequest} request */
  formulas(request) {
    return this.call(() => this.core.formulas(request));
  }

  /** A search for crossovers, which says what to measure. @param {CoreSearch} wanted */
  search(wanted) {
    const search = this.call(() => this.core.crossoverSearch(wanted));
    return {
      most: this.call(() => search.most()),
      next: () => this.call(() => search.next() ?? null),
      record: (/** @type {number} */ n, /** @type {CoreVerdict} */ verdict) => this.call(() => search.record(n, verdict)),
      conclude: () => this.call(() => search.conclude()),
    };
  }

  /** A predictor for this device. */
  predictor() {
    return this.call(() => this.core.predictor());
  }

  /**
   * @param {CoreInput} job
   * @param {number} start in elements
   * @param {Uint32Array} words
   */
  fillPattern(job, start, words) {
    this.call(() => this.#shared.core.fillPattern(job, start, words));
  }

  /**
   * @param {CoreInput} job
   * @param {number} start in elements
   * @param {Uint32Array} heads
   */
  fillHeads(job, start, heads) {
    this.call(() => this.#shared.core.fillHeads(job, start, heads));
  }

  /**
   * The error of a failure. An unexpected one ends the session, like a lost device.
   * @param {unknown} failure
   * @returns {ScanLabError}
   */
  explain(failure) {
    const error = explainFailure(this.#shared, failure) ?? unexpectedError(failure);
    if (error.code === 'device-lost') this.#lose(error);
    return error;
  }

  close() {
    if (this.#closed) return;
    this.#end(
      new ScanLabError('bad-argument', 'An open ScanLab is required; this one was closed. Open another with ScanLab.open().'),
      new ScanLabError('cancelled', 'The operation was cancelled because its ScanLab was closed.'),
    );
  }

  /** @param {ScanLabError} error */
  #lose(error) {
    if (this.#closed) return;
    this.#end(error);
    this.#reportLoss({ message: error.message });
  }

  /** @param {ScanLabError} error @param {ScanLabError} [inFlight] */
  #end(error, inFlight) {
    this.#closed = true;
    this.#leaveShared();
    this.lifetime.end(error, inFlight);
    this.oracle.stop();
    // A core with pending work is borrowed; freeing it now would throw.
    const free = () => {
      if (this.#shared.lifetime.ended) return;
      this.core.close();
      this.core.free();
      if (this.#isOwn) this.device.destroy();
    };
    this.#tail.then(free).catch(() => {});
  }
}

/** @param {Pick<GPUDeviceLostInfo, 'reason' | 'message'>} loss */
export function lossError({ reason, message }) {
  return new ScanLabError(
    'device-lost',
    `The GPU device was lost (${reason}: ${message || 'the browser gave no reason'}). Open another with ScanLab.open() and run again what had not finished.`,
  );
}

/** @param {string} what @param {string} bound */
export function stallError(what, bound) {
  return new ScanLabError(
    'device-lost',
    `The GPU must make progress within ${bound} (watchdogMs); ${what} did not, so its lab was closed. Open another with ScanLab.open(): the next run works on that.`,
  );
}
