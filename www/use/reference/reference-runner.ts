/** Where reference programs run: in a worker, so that a long one does not block the page, or on this thread where a page's policy refuses workers. */
import { unlessAborted } from '../../shared/abort.ts';
import { ScanLabError, loadLazily } from '../../shared/errors.ts';
import { WorkerRequests, openedOnce } from '../../shared/worker-requests.ts';
import { openWorker } from '../../shared/worker-sources.ts';
import { timedReference } from './timed-reference.ts';
import type { Application, Settings } from '../types.ts';
import type { Timed } from './timed-reference.ts';

const WORKER = new URL('../reference-worker.js', import.meta.url);

/** Null where workers are refused. */
const openRequests: () => Promise<WorkerRequests | null> = openedOnce(async (onEnd) => {
  const text = () => loadLazily('checks results', () => import('./reference-worker-script.ts'));
  const worker = await openWorker(globalThis, WORKER, async () => (await text()).default);
  if (!worker) return null;
  const requests = new WorkerRequests(worker, {
    onStop: (reason) => requests.end(new ScanLabError('out-of-memory', `The worker that checks results has stopped: ${reason}.`)),
    onEnd,
  });
  return requests;
});

/** How many wait for the worker: other elements of the page may. */
let waiting = 0;

/** What an application's reference program finds of an input; rejects with the reason of a signal that aborts. */
export async function runReference(application: Application, input: unknown, settings: Settings, signal?: AbortSignal): Promise<Timed> {
  let requests: WorkerRequests | null = null;
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

async function runHere(application: Application, input: unknown, settings: Settings, signal: AbortSignal | undefined): Promise<Timed> {
  // What is to be seen is painted before.
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  return timedReference(application, input, settings);
}

/** A file of a visitor's own may be large, and what it holds is in the input. */
function withoutFiles({ controls }: Application, settings: Settings) {
  const files = new Set(controls.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  return Object.fromEntries(Object.entries(settings).filter(([id]) => !files.has(id)));
}
