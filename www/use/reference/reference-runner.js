/** Where reference programs run: in a worker, so that a long one does not block the page, or on this thread where a page's policy refuses workers. */
import { ScanLabError, loadLazily } from '../../shared/errors.js';
import { WorkerRequests } from '../../shared/worker-requests.js';
import { openWorker } from '../../shared/worker-sources.js';
import { timedReference } from './timed-reference.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Settings} Settings */
/** @typedef {import('./timed-reference.js').Timed} Timed */

/** @type {Promise<WorkerRequests | null> | null} */
let opened = null;

/**
 * What an application's reference program finds of an input; rejects with the reason of a signal that aborts.
 * @param {Application} application @param {unknown} input @param {Settings} settings @param {AbortSignal} [signal] @returns {Promise<Timed>}
 */
export function runReference(application, input, settings, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    const settled = () => signal?.removeEventListener('abort', stop);
    run(application, input, settings, signal).then(resolve, reject).finally(settled);
  });
}

/** @type {typeof runReference} */
async function run(application, input, settings, signal) {
  const requests = await (opened ??= open());
  // What is to be seen is painted before.
  if (!requests) await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  if (!requests) return timedReference(application, input, settings);
  const stop = () => {
    // Another element of the page may wait for its own.
    if (requests.size === 1) requests.end(signal?.reason);
  };
  signal?.addEventListener('abort', stop);
  return requests.send({ id: application.id, input, settings }).finally(() => signal?.removeEventListener('abort', stop));
}

async function open() {
  try {
    const text = () => loadLazily('checks results', () => import('./reference-worker-script.js'));
    const worker = await openWorker(globalThis, 'reference-worker.js', async () => (await text()).default);
    return worker && requestsOf(worker);
  } catch (failure) {
    // What could not be loaded is requested again.
    opened = null;
    throw failure;
  }
}

/** @param {Worker} worker */
function requestsOf(worker) {
  const requests = new WorkerRequests(worker, {
    onStop({ message }) {
      const reason = message ?? 'no reason given';
      requests.end(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${reason}.`));
    },
    // The next check starts another.
    onEnd: () => (opened = null),
  });
  return requests;
}
