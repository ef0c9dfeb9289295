/** Judges kernels in a worker, one after another, so that the page stays responsive. If a policy refuses workers, this thread judges. */
import { unlessAborted } from './abort.ts';
import { emulatorError } from './emulator-error.ts';
import { emulatorSource, loadEmulator } from './emulator.ts';
import { ScanLabError, cancelled, loadLazily, messageOf } from './errors.ts';
import { WorkerRequests, openedOnce } from './worker-requests.ts';
import { openWorker } from './worker-sources.ts';
import type { Verdict } from './emulator-data.d.ts';
import type { WasmSource } from '../types.ts';

/** A kernel to judge, for an exercise of ScanLab, or for the exercise in the text `file`. */
type Kernel = { exercise: string; code: string; seed: number; file?: string };
/** `wasm`: the source of the emulator's WASM */
export type JudgeMessage = Kernel & { wasm: WasmSource };

const WORKER = new URL('../judge-worker.js', import.meta.url);
/** An idle worker is terminated after this time, since it occupies some megabytes. */
const IDLE_MS = 20_000;

/** Opens the worker once. Null if workers are refused. */
const openRequests: () => Promise<WorkerRequests | null> = openedOnce(async (onEnd) => {
  const text = () => loadLazily('judges kernels', () => import('./judge-worker-script.ts'));
  const worker = await openWorker(globalThis, WORKER, async () => (await text()).default);
  if (!worker) return null;
  const requests = new WorkerRequests(worker, {
    onStop: (reason) => requests.end(new ScanLabError('out-of-memory', `The worker that judges kernels has stopped: ${reason}.`)),
    onEnd,
  });
  return requests;
});

/** Settles with the last judgement. The next judgement waits for it: an aborted judgement then ends the worker without ending others. */
let last: Promise<unknown> = Promise.resolve();
let idleTimer: ReturnType<typeof setTimeout> | undefined;

/** The verdict on a kernel. Rejects with `cancelled` if the signal aborts, which ends the worker. */
export async function judgeApart(kernel: Kernel, signal?: AbortSignal): Promise<Verdict> {
  const judging = last.then(() => judgeNow(kernel, signal));
  last = judging.catch(() => {});
  try {
    return await unlessAborted(judging, signal);
  } catch (failure) {
    if (signal?.aborted) throw cancelled(signal.reason);
    // Another failure is a trap of the worker.
    throw failure instanceof ScanLabError ? failure : new ScanLabError('unsupported', messageOf(failure), { cause: failure });
  }
}

async function judgeNow(kernel: Kernel, signal: AbortSignal | undefined): Promise<Verdict> {
  clearTimeout(idleTimer);
  const wasm = emulatorSource();
  const requests = wasm === null || signal?.aborted ? null : await openRequests();
  signal?.throwIfAborted();
  if (!requests) return judgeHere(kernel, signal);
  const stop = () => requests.end(cancelled(signal?.reason));
  signal?.addEventListener('abort', stop);
  try {
    return await requests.send({ wasm, ...kernel });
  } finally {
    signal?.removeEventListener('abort', stop);
    idleTimer = setTimeout(() => requests.end(new ScanLabError('cancelled', 'The worker that judges kernels was idle.')), IDLE_MS);
  }
}

async function judgeHere({ exercise, code, seed, file }: Kernel, signal: AbortSignal | undefined) {
  const { judge } = await loadEmulator();
  // Lets the page paint first.
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
  try {
    return judge(exercise, code, seed, file);
  } catch (failure) {
    throw emulatorError(failure);
  }
}
