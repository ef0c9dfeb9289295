/**
 * Runs reference programs in a worker, so that a long program does not block the page. If the page's policy refuses workers, the programs
 * run on this thread.
 */
import { unlessAborted } from '../../shared/abort.ts';
import { ScanLabError, loadLazily } from '../../shared/errors.ts';
import { WorkerRequests, openedOnce } from '../../shared/worker-requests.ts';
import { openWorker } from '../../shared/worker-sources.ts';
import { timedReference } from './timed-reference.ts';
import type { Application, Settings } from '../types.ts';
import type { Timed } from './timed-reference.ts';

const WORKER = new URL('../reference-worker.js', import.meta.url);

/** Null if workers are refused. */
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

/** The number of requests that wait for the worker, also from other elements of the page. */
let waiting = 0;

/** The results of an application's reference program for an input. Rejects with the reason of an aborted signal. */
export async function runReference(application: Application, input: unknown, settings: Settings, signal?: AbortSignal): Promise<Timed> {
  let requests: WorkerRequests | null = null;
  waiting++;
  try {
    requests = await unlessAborted(openRequests(), signal);
    if (!requests) return await runHere(application, input, settings, signal);
    return await unlessAborted(requests.send({ id: application.id, input, settings: withoutFiles(application, settings) }), signal);
  } finally {
    waiting--;
    // Ends a worker that nobody waits for. The next check starts another one.
    if (signal?.aborted && !waiting) requests?.end(signal.reason);
  }
}

async function runHere(application: Application, input: unknown, settings: Settings, signal: AbortSignal | undefined): Promise<Timed> {
  // Lets the page paint first.
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  return timedReference(application, input, settings);
}

/** The settings without files: a file of the visitor may be large, and its content is already in the input. */
function withoutFiles({ controls }: Application, settings: Settings) {
  const files = new Set(controls.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  return Object.fromEntries(Object.entries(settings).filter(([id]) => !files.has(id)));
}
