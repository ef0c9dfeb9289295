/** The way to the oracle: a worker's, or that to its engine here on the main thread. Loaded when something is first checked. */

import { ScanLabError, loadLazily } from '../shared/errors.js';
import { refuse, workerSources, workerUrl } from '../shared/worker-sources.js';
/** @import { ErrorCode } from '../types.d.ts' */
/** @import { OracleMessage, OracleReply } from './engine.js' */
/** @import { OracleParts, Scope } from '../core/loader.js' */

/** @typedef {{ send(message: OracleMessage, transfer: ArrayBuffer[]): Promise<OracleReply>, close(error: ScanLabError): void }} Channel */
/** @typedef {{ code: string | null, message: string }} Failure */
/** Without an id it is a sign of life. @typedef {{ id?: number, reply?: OracleReply, failure?: Failure }} WorkerAnswer */

/** A worker that has not reported by then never will; some browsers block one without an event. */
const START_PATIENCE_MS = 10_000;
/** What its code does, for people. */
const CHECKS = 'checks results';

/** Lets the page paint and handle input; microtasks would not. */
const nextTask = () => /** @type {Promise<void>} */ (new Promise((resume) => setTimeout(resume, 0)));

/** @param {Scope} scope @param {OracleParts} parts @param {() => void} onStep @returns {Promise<Channel>} */
export async function openChannel(scope, { script, engine }, onStep) {
  const { Worker } = scope;
  for (const source of Worker ? workerSources(scope) : []) {
    const text = source === 'blob' ? (await loadLazily(CHECKS, script)).default : '';
    const worker = Worker && (await startWorker(Worker, workerUrl(source, 'oracle-worker.js', text), onStep));
    if (worker) return worker;
    refuse(scope, source);
  }
  return localChannel(await loadLazily(CHECKS, engine), onStep);
}

/** @param {Awaited<ReturnType<OracleParts['engine']>>} engine @param {() => void} onStep @returns {Channel} */
function localChannel({ createEngine }, onStep) {
  const handle = createEngine(() => {
    onStep();
    return nextTask();
  });
  return {
    async send(message) {
      await nextTask();
      return handle(message);
    },
    close() {},
  };
}

/**
 * @param {NonNullable<Scope['Worker']>} Worker
 * @param {ReturnType<typeof workerUrl>} script
 * @param {() => void} onStep
 * @returns {Promise<Channel | null>} null where this source of workers is refused
 */
async function startWorker(Worker, { url, release }, onStep) {
  /** @type {Worker | null} */
  let worker = null;
  try {
    worker = new Worker(url);
    await ready(worker);
    return workerChannel(worker, onStep);
  } catch {
    // A content security policy that does not allow it in worker-src, or a file that did not arrive.
    worker?.terminate();
    return null;
  } finally {
    release();
  }
}

/** @param {Worker} worker @returns {Promise<void>} */
function ready(worker) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The worker has not started.')), START_PATIENCE_MS);
    worker.onmessage = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      event.preventDefault?.();
      reject(new Error('The worker was refused.'));
    };
  });
}

/** @param {Worker} worker @param {() => void} onStep @returns {Channel} */
function workerChannel(worker, onStep) {
  /** @type {Map<number, { resolve: (reply: OracleReply) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  /** @type {ScanLabError | null} */
  let closed = null;
  /** @param {Error} error */
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    const { id, reply, failure } = /** @type {WorkerAnswer} */ (data);
    onStep();
    if (id === undefined) return;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failure) asked?.reject(revived(failure));
    else asked?.resolve(reply ?? {});
  };
  worker.onerror = (event) => {
    fail(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${event.message ?? 'no reason given'}.`));
  };
  return {
    send: (message, transfer) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closed);
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, message }, transfer);
      }),
    close(error) {
      closed = error;
      worker.terminate();
      fail(error);
    },
  };
}

/** @param {Failure} failure */
function revived({ code, message }) {
  return code ? new ScanLabError(/** @type {ErrorCode} */ (code), message) : new Error(message);
}
