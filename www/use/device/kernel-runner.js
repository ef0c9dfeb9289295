/** Where the emulator runs kernels: in a worker, or on this thread where a page's policy refuses workers. */
import { EMULATOR, loadEmulator } from '../../ui/emulator.js';
import { loadLazily } from '../../shared/errors.js';
import { WorkerRequests, openedOnce } from '../../shared/worker-requests.js';
import { openWorker } from '../../shared/worker-sources.js';
import { KernelHost } from './kernel-host.js';

/** Does commands, and gives the words of a buffer that is to be read; rejects with what is wrong. @typedef {(commands: import('./kernel-host.js').Command[], read: number | null) => Promise<Uint32Array | null>} Send */

/** @type {() => Promise<Send>} */
export const kernelRunner = openedOnce(async (forget) => {
  const worker = await openWorker(globalThis, 'kernel-worker.js', async () => (await import('./kernel-worker-script.js')).default);
  return worker ? runIn(worker, forget) : runHere();
});

/** @returns {Promise<Send>} */
async function runHere() {
  const { Kernels } = await loadEmulator();
  const host = new KernelHost(new Kernels());
  return async (commands, read) => {
    // Pictures take long here: others have their turn.
    await new Promise((resolve) => setTimeout(resolve));
    return host.do(commands, read);
  };
}

/** @param {Worker} worker @param {() => void} onEnd @returns {Promise<Send>} */
async function runIn(worker, onEnd) {
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
