/** Scans and operations that are compiled once and recorded into the caller's encoders. Loaded on first use. */

import { MAX_U32, checkInteger, checkSignal, fieldsOf } from '../shared/arguments.ts';
import { DISPOSE } from '../shared/dispose.ts';
import { ScanLabError } from '../shared/errors.ts';
import { compileRunner } from '../shared/runner.ts';
import { isOfOperation } from './operation-job.ts';
import { requestOfPlan } from './operation-request.ts';
import { warnOfCondition } from './operations.ts';
import { tryOwn } from './own-operator.ts';
import { planRequest } from './plan-request.ts';
import { withPortNames } from './port-names.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Runner } from '../shared/runner.ts';
import type { CoreOperation, PreparedBuffers, PreparedPlan, PreparedPort, PreparedRun } from '../types.ts';
import type { Parts } from './operations.ts';
import type { Own } from './own-operator.ts';

export type Wanted = {
  what: string;
  n?: number;
  operator?: string;
  own?: Own;
  prepare: (core: CoreSession['core'], takesLength: boolean) => PreparedPlan;
  operation?: CoreOperation;
};

/** @param value a copy of the request */
export async function prepare({ session, requests, catalogue }: Parts, value: unknown): Promise<PreparedRun> {
  const { signal: given, ...fields } = fieldsOf('request', value);
  const signal = checkSignal(given);
  // Registers a custom operator first, so that its definition is read once.
  const request = requests.withOwn(fields);
  const wanted = isOfOperation(request)
    ? ofOperation(requestOfPlan(catalogue, requests, request), request.operator === undefined ? {} : requests.operator(request.operator))
    : ofScan(planRequest(requests.plan(request)), requests.operator(request.operator));
  checkInteger('n', wanted.n, 1, MAX_U32);
  return session.run(
    () => `preparing ${wanted.what}`,
    signal,
    async (task) => {
      if (wanted.operation) warnOfCondition(session, wanted.operation);
      if (wanted.operator) await tryOwn(session, task, { operator: wanted.operator, own: wanted.own }, () => new Uint32Array(0));
      const { runner } = await compile(session, task, wanted, true);
      try {
        task.check();
      } catch (stopped) {
        // No caller receives the runner.
        runner.destroy();
        throw stopped;
      }
      return new Prepared(session, runner);
    },
  );
}

/** A runner, and its ports with their public names. */
export type Compiled = { runner: Runner; ports: PreparedPort[] };

/** @param takesLength whether runs may read their length from a buffer */
export async function compile(session: CoreSession, task: Task, wanted: Wanted, takesLength: boolean): Promise<Compiled> {
  const named = session.call(() => wanted.prepare(session.core, takesLength));
  const plan = withPortNames(named, wanted.operation?.operation);
  const compiling = compileRunner(session.device, plan, (flag) => {
    const { code, message } = session.call(() => session.core.aborted(flag));
    return new ScanLabError(code, message);
  });
  const runner = await session.watch(task, compiling).catch(async (failure) => {
    await locateFailure(session, task, wanted);
    throw failure;
  });
  return { runner, ports: plan.ports };
}

export function ofScan(request: ReturnType<typeof planRequest>, { own }: { own?: Own }): Wanted {
  const { algorithm, n, operator } = request;
  return { what: algorithm, n, operator, own, prepare: (core, takesLength) => core.prepareScan(request, takesLength) };
}

export function ofOperation(request: CoreOperation, { own }: { own?: Own }): Wanted {
  const { operation, n, operator } = request;
  return {
    what: operation,
    n,
    operator,
    own,
    prepare: (core, takesLength) => core.prepareOperation(request, takesLength),
    operation: request,
  };
}

/** Runs the caller's code in the core. If the code does not compile, the core throws an error with the place of the fault. */
async function locateFailure(session: CoreSession, task: Task, { operator, own, operation }: Wanted) {
  const none = () => new Uint32Array(0);
  if (operator && own) await session.withToken(task, (token) => session.core.tryOperator(operator, none(), token));
  if (operation?.options?.where !== undefined) {
    const one = { ...operation, n: 1 };
    await session.withToken(task, (token) => session.core.operate(one, new Uint32Array(1), undefined, undefined, undefined, token));
  }
}

class Prepared implements PreparedRun {
  requirements;
  #session;
  #runner;
  #forget: () => void;

  constructor(session: CoreSession, runner: Runner) {
    this.#session = session;
    this.#runner = runner;
    this.requirements = runner.requirements;
    this.#forget = session.lifetime.onEnd(() => runner.destroy());
  }

  record(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: PreparedBuffers): void {
    this.#session.lifetime.check();
    this.#runner.record(encoder, buffers);
  }

  /** Makes the next recorded run clear scratch memory first. */
  clearNext() {
    this.#runner.clearNext();
  }

  async check() {
    return this.#session.lifetime.guard(this.#runner.check());
  }

  /** Releases the device memory of the runner, but not the caller's buffers. */
  destroy() {
    this.#forget();
    this.#runner.destroy();
  }

  [DISPOSE]() {
    this.destroy();
  }
}
