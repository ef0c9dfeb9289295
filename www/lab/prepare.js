/** Scans and operations that are compiled once, and recorded into encoders of the caller's. Loaded on first use. */

import { MAX_U32, checkInteger, checkSignal } from '../shared/arguments.js';
import { DISPOSE } from '../shared/dispose.js';
import { ScanLabError } from '../shared/errors.js';
import { compileRunner } from '../shared/runner.js';
import { isOfOperation } from './operation-job.js';
import { operationPlan } from './operation-request.js';
import { warnOfCondition } from './operations.js';
import { tryOwn } from './own-operator.js';
import { planRequest } from './plan-request.js';
import { withPortNames } from './port-names.js';
/** @import { CoreOperation, CoreRequest, PreparedPlan, PreparedPort, PreparedRun } from '../types.d.ts' */
/** @import { Runner } from '../shared/runner.js' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Parts } from './operations.js' */
/** @import { Own } from './own-operator.js' */

/**
 * @typedef {{ what: string, n?: number, operator?: string, own?: Own, prepare: (core: CoreSession['core'], takesLength: boolean) => PreparedPlan,
 *   operation?: CoreOperation }} Wanted
 */

/**
 * @param {Parts} parts
 * @param {unknown} value a copy of the request
 * @returns {Promise<PreparedRun>}
 */
export async function prepare({ session, requests, catalogue }, value) {
  const { signal: given, ...fields } = Object(value);
  const signal = checkSignal(given);
  // With a custom operator registered, so that it is read once.
  const request = requests.read('request', fields, Object.keys(fields));
  const wanted = isOfOperation(request)
    ? ofOperation(operationPlan(catalogue, requests, request), request.operator === undefined ? {} : requests.operator(request.operator))
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
        // Nobody gets it.
        runner.destroy();
        throw stopped;
      }
      return new Prepared(session, runner);
    },
  );
}

/** A runner, with its ports under their public names. @typedef {{ runner: Runner, ports: PreparedPort[] }} Compiled */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Wanted} wanted
 * @param {boolean} takesLength whether runs may take a length that is on the device
 * @returns {Promise<Compiled>}
 */
export async function compile(session, task, wanted, takesLength) {
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

/** @param {CoreRequest} request @param {{ own?: Own }} operator @returns {Wanted} */
export function ofScan(request, { own }) {
  const { algorithm, n, operator } = request;
  return { what: algorithm, n, operator, own, prepare: (core, takesLength) => core.prepareScan(request, takesLength) };
}

/** @param {CoreOperation} request @param {{ own?: Own }} operator @returns {Wanted} */
export function ofOperation(request, { own }) {
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

/**
 * Throws the core's error of code of the caller's that does not compile, with its place; the core runs that code to find it.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Wanted} wanted
 */
async function locateFailure(session, task, { operator, own, operation }) {
  const none = () => new Uint32Array(0);
  if (operator && own) await session.withToken(task, (token) => session.core.tryOperator(operator, none(), token));
  if (operation?.options?.where !== undefined) {
    const one = { ...operation, n: 1 };
    await session.withToken(task, (token) => session.core.operate(one, new Uint32Array(1), undefined, undefined, token));
  }
}

/** A run of a lab that can be recorded. @implements {PreparedRun} */
class Prepared {
  #session;
  #runner;
  /** @type {() => void} */
  #forget;

  /** @param {CoreSession} session @param {Runner} runner */
  constructor(session, runner) {
    this.#session = session;
    this.#runner = runner;
    this.requirements = runner.requirements;
    this.#forget = session.lifetime.onEnd(() => runner.destroy());
  }

  /** @type {PreparedRun['record']} */
  record(encoder, buffers) {
    this.#session.lifetime.check();
    this.#runner.record(encoder, buffers);
  }

  /** The next run that is recorded does not depend on those before. */
  clearNext() {
    this.#runner.clearNext();
  }

  /** Rejects where a run since the last check was void. */
  async check() {
    return this.#session.lifetime.guard(this.#runner.check());
  }

  /** Releases the device memory that it has beside the caller's buffers. */
  destroy() {
    this.#forget();
    this.#runner.destroy();
  }

  [DISPOSE]() {
    this.destroy();
  }
}
