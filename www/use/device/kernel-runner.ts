/** Where the emulator runs kernels: in a worker, or on this thread where a page's policy refuses workers. */
import { EMULATOR, loadEmulator } from '../../ui/emulator.ts';
import { loadLazily } from '../../shared/errors.ts';
import { WorkerRequests, openedOnce } from '../../shared/worker-requests.ts';
import { openWorker } from '../../shared/worker-sources.ts';
import { KernelHost } from './kernel-host.ts';
import type { Command } from './kernel-host.ts';

const WORKER = new URL('../kernel-worker.js', import.meta.url);

/** Does commands, and gives the words of a buffer that is to be read; rejects with what is wrong. */
export type Send = (commands: Command[], read: number | null) => Promise<Uint32Array | null>;

export const kernelRunner: () => Promise<Send> = openedOnce(async (forget) => {
  const worker = await openWorker(globalThis, WORKER, async () => (await import('./kernel-worker-script.ts')).default);
  return worker ? runIn(worker, forget) : runHere();
});

async function runHere(): Promise<Send> {
  const { Kernels } = await loadEmulator();
  const host = new KernelHost(new Kernels());
  return async (commands, read) => {
    // Pictures take long here: others have their turn.
    await new Promise((resolve) => setTimeout(resolve));
    return host.do(commands, read);
  };
}

async function runIn(worker: Worker, onEnd: () => void): Promise<Send> {
  const requests = new WorkerRequests(worker, {
    onStop: (reason) => requests.end(new Error(`The worker of the emulator has stopped: ${reason}.`)),
    onEnd,
  });
  await loadLazily('emulates a GPU', () => requests.send({ wasm: EMULATOR.href })).catch((failure) => {
    requests.end(failure);
    throw failure;
  });
  return (commands, read) => requests.send({ commands, read });
}
