/** Where reference programs run: in a worker, so that a long one does not block the page, or on this thread where a page's policy refuses workers. */
import { unlessAborted } from '../../shared/abort.js';
import { ScanLabError, loadLazily } from '../../shared/errors.js';
import { WorkerRequests, openedOnce } from '../../shared/worker-requests.js';
import { openWorker } from '../../shared/worker-sources.js';
import { timedReference } from './timed-reference.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Settings} Settings */
/** @typedef {import('./timed-reference.js').Timed} Timed */

/** Null where workers are refused. @type {() => Promise<WorkerRequests | null>} */
const openRequests = openedOnce(async (onEnd) => {
  const text = () => loadLazily('checks results', () => import('./reference-worker-script.js'));
  const worker = await openWorker(globalThis, 'reference-worker.js', async () => (await text()).default);
  if (!worker) return null;
  const requests = new WorkerRequests(worker, {
    onStop: (reason) => requests.end(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${reason}.`)),
    onEnd,
  });
  return requests;
});

/** How many wait for the worker: other elements of the page may. */
let waiting = 0;

/**
 * What an application's reference program finds of an input; rejects with the reason of a signal that aborts.
 * @param {Application} application @param {unknown} input @param {Settings} settings @param {AbortSignal} [signal] @returns {Promise<Timed>}
 */
export async function runReference(application, input, settings, signal) {
  /** @type {WorkerRequests | null} */
  let requests = null;
  waiting++;
  try {
    requests = await unlessAborted(openRequests(), signal);
    if (!requests) return await runHere(application, input, settings, signal);
    return await unlessAborted(requests.send({ id: application.id, input, settings: withoutFiles(application, settings) }), signal);
  } finally {
    waiting--;
    // The next check starts another.
    if (signal?.aborted && !waiting) requests?.end(signal.reason);
  }
}

/** @type {typeof runReference} */
async function runHere(application, input, settings, signal) {
  // What is to be seen is painted before.
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  return timedReference(application, input, settings);
}

/** A file of a visitor's own may be large, and what it holds is in the input. @param {Application} application @param {Settings} settings */
function withoutFiles({ controls }, settings) {
  const files = new Set(controls.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  return Object.fromEntries(Object.entries(settings).filter(([id]) => !files.has(id)));
}
