/** The channel to the oracle, in a worker or on the main thread. Loaded for the first check. */

import { ScanLabError, loadLazily } from '../shared/errors.js';
import { WorkerRequests } from '../shared/worker-requests.js';
import { openWorker } from '../shared/worker-sources.js';
/** @import { OracleMessage, OracleReply } from './engine.js' */
/** @import { OracleParts, Scope } from '../core/loader.js' */

/** @typedef {{ send(message: OracleMessage, transfer: ArrayBuffer[]): Promise<OracleReply>, close(error: ScanLabError): void }} Channel */

/** The purpose of the code, for messages. */
const CHECKS = 'checks results';

/** The next task, so that the page can paint and handle input. */
const nextTask = () => /** @type {Promise<void>} */ (new Promise((resume) => setTimeout(resume, 0)));

/** @param {Scope} scope @param {OracleParts} parts @param {() => void} onStep @returns {Promise<Channel>} */
export async function openChannel(scope, { script, engine }, onStep) {
  const worker = await openWorker(scope, 'oracle-worker.js', async () => (await loadLazily(CHECKS, script)).default);
  if (worker) return workerChannel(worker, onStep);
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

/** @param {Worker} worker @param {() => void} onStep @returns {Channel} */
function workerChannel(worker, onStep) {
  const requests = new WorkerRequests(worker, {
    onAnswer: onStep,
    onStop: (reason) => requests.fail(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${reason}.`)),
  });
  return {
    send: (message, transfer) => requests.send(message, transfer),
    close: (error) => requests.end(error),
  };
}
