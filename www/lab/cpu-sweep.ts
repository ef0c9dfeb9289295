/** Measures the sequential scan in JavaScript when no device is open. Loaded on first use. */

import { askCore } from './loader.ts';
import { Task } from './task.ts';
import { WATCHDOG_MS, Watchdog } from '../shared/watchdog.ts';
import { OracleClient } from '../oracle/client.ts';
import { ScanLabError, cancelled } from '../shared/errors.ts';
import { measureJavaScript } from './cpu-point.ts';
import { JAVASCRIPT, nameOf, skippedScan } from './points.ts';
import { progressReporter, sweepPoints } from './sweep-points.ts';
import { requireSequential } from './verify.ts';
import type { LoadedCore, Runtime } from './loader.ts';
import type { CoreRequest, Point, RunOptions } from '../types.ts';
import type { OnStage, PointJob } from './points.ts';
import type { ScanInput } from './session.ts';

/** The oracle and the core's functions that need no device. */
class HostSession {
  library;
  oracle: OracleClient;
  #shared;

  constructor(shared: LoadedCore, { scope, oracle }: Runtime) {
    this.#shared = shared;
    this.library = shared.core;
    this.oracle = new OracleClient(scope, oracle, new Watchdog(scope, WATCHDOG_MS));
  }

  ask<T>(question: (core: LoadedCore['core']) => T): T {
    return askCore(this.#shared, question);
  }

  call<T>(call: () => T): T {
    return this.ask(call);
  }

  /** @param start in elements */
  fillScan(request: CoreRequest, input: ScanInput, start: number, words: Uint32Array) {
    this.ask((core) => core.fillScan(request, input, start, words));
  }
}

/** Times the sequential scan at every size, and verifies its outputs. */
export async function* sweepJavaScript(
  shared: LoadedCore,
  runtime: Runtime,
  jobs: PointJob[],
  { signal, onProgress }: RunOptions,
): AsyncGenerator<Point, void, void> {
  const { scope } = runtime;
  const operation = jobs.find((job) => job.operation)?.operation;
  if (operation) throw new ScanLabError('unsupported', `A GPU is required for ${operation}. Without a GPU, only scans are measured.`);
  const session = new HostSession(shared, runtime);
  const report = progressReporter(onProgress, jobs.length, (error) => (scope.reportError ?? console.error).call(scope, error));
  const begin = (_jobs: PointJob[], onStage: OnStage) => ({
    point: (job: PointJob) => measured(session, job, onStage, signal, scope.document),
    end() {},
  });
  const skip = async (job: PointJob, reason: string) => skippedScan(session, job, false, reason);
  try {
    yield* sweepPoints(jobs, { check, begin, skip }, report);
  } finally {
    session.oracle.stop();
  }
}

function check(job: PointJob) {
  if (job.algorithm !== JAVASCRIPT) {
    throw new ScanLabError('unsupported', `A GPU is required for ${job.algorithm}. Without a GPU, only ${JAVASCRIPT} is measured.`);
  }
  requireSequential(job);
}

async function measured(
  session: HostSession,
  job: PointJob,
  onStage: OnStage,
  signal: AbortSignal | undefined,
  page: Runtime['scope']['document'],
) {
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
