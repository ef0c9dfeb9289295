/** The channel to an oracle, in a worker or on the main thread. Loaded for the first check. */

import { ScanLabError, loadLazily } from '../shared/errors.ts';
import { WorkerRequests } from '../shared/worker-requests.ts';
import { openWorker } from '../shared/worker-sources.ts';
import type { OracleParts, Scope } from '../lab/loader.ts';
import type { OracleMessage, OracleReply } from './engine.ts';

export type Channel = { send(message: OracleMessage, transfer: ArrayBuffer[]): Promise<OracleReply>; close(error: ScanLabError): void };

const WORKERS = {
  scans: new URL('../oracle-worker.js', import.meta.url),
  operations: new URL('../operation-oracle-worker.js', import.meta.url),
};
/** The purpose of the oracle's code, for error messages. */
const CHECKS = 'checks results';

/** Waits for the next task, so that the page can paint and handle input. */
const nextTask = () => new Promise((resume) => setTimeout(resume, 0)) as Promise<void>;

export async function openChannel(scope: Scope, { of, script, engine }: OracleParts, onStep: () => void): Promise<Channel> {
  const worker = await openWorker(scope, WORKERS[of], async () => (await loadLazily(CHECKS, script)).default);
  if (worker) return workerChannel(worker, onStep);
  return localChannel(await loadLazily(CHECKS, engine), onStep);
}

function localChannel({ createEngine }: Awaited<ReturnType<OracleParts['engine']>>, onStep: () => void): Channel {
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

function workerChannel(worker: Worker, onStep: () => void): Channel {
  const requests = new WorkerRequests(worker, {
    onAnswer: onStep,
    onStop: (reason) => requests.fail(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${reason}.`)),
  });
  return {
    send: (message, transfer) => requests.send(message, transfer),
    close: (error) => requests.end(error),
  };
}
