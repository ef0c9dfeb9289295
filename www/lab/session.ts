import { askCore, explainFailure, unexpectedError } from './loader.ts';
import { ScanLabError, cancelled } from '../shared/errors.ts';
import { Lifetime } from './lifetime.ts';
import { polled } from '../shared/poll.ts';
import { Task } from './task.ts';
import type { OracleClient } from '../oracle/client.ts';
import type { Watchdog } from '../shared/watchdog.ts';
import type { CoreOperation, CoreRequest, CoreSearch, Point } from '../types.ts';
import type { LoadedCore } from './loader.ts';
import type { CancelToken, Core } from 'scanlab-core';

const NOTHING = () => {};

/** The parts of a scan's test input: its elements, its head flags of one word each, and its initial value. */
export type ScanInput = Parameters<LoadedCore['core']['fillScan']>[1];

/** An open core. It runs one task, or one group of tasks, at a time, so that measurements are undisturbed. Every failure is a `ScanLabError`. */
export class CoreSession {
  lifetime = new Lifetime();
  /** Resolves when the device is lost; never after close(). */
  lost: Promise<{ message: string }>;
  core;
  /** The core's module. */
  library: LoadedCore['core'];
  oracle;
  operationOracle;
  #shared;
  /** The device. The caller may use it for other work. */
  device: GPUDevice;
  /** Whether the device ends with the session. */
  #isOwn;
  #watchdog;
  #reportLoss: (loss: { message: string }) => void = () => {};
  #closed = false;
  tasks = 0;
  /** The number of completed waits for the core. Each wait counts as progress of all watched work. */
  #waits = 0;
  /** Settles when the work of all tasks so far has ended, including the work of stopped tasks. */
  #tail: Promise<unknown> = Promise.resolve();
  /** `#tail` before the group of the last task. */
  #before: Promise<unknown> = this.#tail;
  #group: object | undefined;
  #leaveShared: () => void;

  constructor(
    shared: LoadedCore,
    core: Core,
    { oracle, operationOracle }: { oracle: OracleClient; operationOracle: OracleClient },
    { device, isOwn }: { device: GPUDevice; isOwn: boolean },
    watchdog: Watchdog,
  ) {
    this.#shared = shared;
    this.library = shared.core;
    this.device = device;
    this.#isOwn = isOwn;
    this.#watchdog = watchdog;
    this.core = core;
    this.oracle = oracle;
    this.operationOracle = operationOracle;
    this.lost = new Promise((resolve) => {
      this.#reportLoss = resolve;
    });
    this.#leaveShared = shared.lifetime.onEnd((error) => this.#lose(error));
    device.lost.then((loss) => this.#lose(lossError(loss)));
  }

  /**
   * Runs the work after all earlier tasks. Rejects at once on abort, loss and close. The next task still waits until this work has ended.
   * @param what the description of the work for messages
   * @param group consecutive tasks of one group run concurrently
   */
  run<T>(what: () => string, signal: AbortSignal | undefined, work: (task: Task) => Promise<T>, group?: object): Promise<T> {
    if (this.lifetime.ended) return Promise.reject(this.lifetime.ended);
    if (signal?.aborted) return Promise.reject(cancelled(signal.reason));
    const task = new Task(what);
    this.tasks++;
    const isFirst = !group || group !== this.#group;
    if (isFirst) this.#before = this.#tail;
    this.#group = group;
    const outcome = this.#before.then(async () => {
      task.check();
      try {
        return await work(task);
      } catch (failure) {
        throw task.stopped ?? this.explain(failure);
      }
    });
    // The outcome is dropped: otherwise each tail would retain the results.
    const ended = outcome.then(NOTHING, NOTHING);
    this.#tail = isFirst ? ended : Promise.all([this.#tail, ended]).then(NOTHING);
    return this.lifetime.guard(outcome, { signal, onStop: (error) => task.stop(error) });
  }

  /** Runs one of the core's operations with a cancel token. */
  async withToken<T>(task: Task, operate: (token: CancelToken) => Promise<T>): Promise<T> {
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

  /** The same as `withToken`, but polls the device, for work that is often short. Not for work that is timed on the device. */
  withTokenSoon<T>(task: Task, operate: (token: CancelToken) => Promise<T>): Promise<T> {
    return this.withToken(task, (token) => polled(this.device, operate(token)));
  }

  /** Waits for work of the core. If the work stalls, the session ends, together with the device that it owns, and all tasks reject. */
  watch<T>({ what }: Task, work: Promise<T>): Promise<T> {
    const onStall = () => {
      this.#lose(stallError(what(), this.#watchdog.bound));
      // `#end` destroys the device only after all work, and the stalled work may never end.
      if (this.#isOwn) this.device.destroy();
    };
    // After a panic the core must not be called.
    const steps = () => this.#waits + (this.#shared.lifetime.ended ? 0 : this.core.heartbeat());
    return this.#watchdog.watch(work, onStall, steps).finally(() => this.#waits++);
  }

  /** The same as `watch`, but polls the device, for work that is often short. */
  watchSoon<T>(task: Task, work: Promise<T>): Promise<T> {
    return this.watch(task, polled(this.device, work));
  }

  /** Frees an object of the core once no task uses it. */
  release(free: () => void) {
    const unlessEnded = () => {
      if (!this.#shared.lifetime.ended) free();
    };
    this.#tail = this.#tail.then(unlessEnded).catch(() => {});
  }

  /** Calls the core synchronously. */
  call<T>(call: () => T): T {
    this.lifetime.check();
    try {
      return call();
    } catch (failure) {
      throw this.explain(failure);
    }
  }

  /** Asks the core for data that does not depend on this session's device, which may have ended. */
  ask<T>(question: (core: LoadedCore['core']) => T): T {
    return askCore(this.#shared, question);
  }

  plan(request: CoreRequest) {
    return this.call(() => this.core.plan(request));
  }

  shaders(request: CoreRequest) {
    return this.call(() => this.core.shaders(request));
  }

  unsupportedOperation(request: CoreOperation) {
    return this.call(() => this.core.supportsOperation(request)) ?? null;
  }

  operationPlan(request: CoreOperation) {
    return this.call(() => this.core.operationPlan(request));
  }

  operationShaders(request: CoreOperation) {
    return this.call(() => this.core.operationShaders(request));
  }

  formulas(request: CoreRequest) {
    return this.call(() => this.core.formulas(request));
  }

  /** A search for crossovers, which chooses the measurements. */
  search(wanted: CoreSearch) {
    const search = this.call(() => this.core.crossoverSearch(wanted));
    return {
      most: this.call(() => search.most()),
      next: () => this.call(() => search.next() ?? null),
      record: (first: Point, second: Point) => this.call(() => search.record(first, second)),
      conclude: () => this.call(() => search.conclude()),
    };
  }

  /** A calibration, which chooses the measurements. */
  calibrator() {
    const calibrator = this.call(() => this.core.calibrator());
    return {
      nextBlock: (spent_ms: number) => this.call(() => calibrator.nextBlock(spent_ms)),
      record: (algorithm: string, n: number, median_ns: number) => this.call(() => calibrator.record(algorithm, n, median_ns)),
      rows: () => this.call(() => calibrator.rows()),
    };
  }

  predictor() {
    return this.call(() => this.core.predictor());
  }

  /** Writes a part of a scan's test input. @param start in elements */
  fillScan(request: CoreRequest, input: ScanInput, start: number, words: Uint32Array) {
    this.call(() => this.#shared.core.fillScan(request, input, start, words));
  }

  /** The `ScanLabError` for a failure. An unexpected failure ends the session, like the loss of the device. */
  explain(failure: unknown): ScanLabError {
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

  #lose(error: ScanLabError) {
    if (this.#closed) return;
    this.#end(error);
    this.#reportLoss({ message: error.message });
  }

  #end(error: ScanLabError, inFlight?: ScanLabError) {
    this.#closed = true;
    this.#leaveShared();
    this.lifetime.end(error, inFlight);
    this.oracle.stop();
    this.operationOracle.stop();
    // Pending work borrows the core, so freeing it now would throw.
    const free = () => {
      if (this.#shared.lifetime.ended) return;
      this.core.close();
      this.core.free();
      if (this.#isOwn) this.device.destroy();
    };
    this.#tail.then(free).catch(() => {});
  }
}

export function lossError({ reason, message }: Pick<GPUDeviceLostInfo, 'reason' | 'message'>) {
  return new ScanLabError(
    'device-lost',
    `The GPU device was lost (${reason}: ${message || 'the browser gave no reason'}). Open another with ScanLab.open() and repeat the unfinished work.`,
  );
}

export function stallError(what: string, bound: string) {
  return new ScanLabError(
    'device-lost',
    `The GPU must make progress within ${bound} (watchdogMs); ${what} did not, so its lab was closed. Open another with ScanLab.open() for the next run.`,
  );
}
