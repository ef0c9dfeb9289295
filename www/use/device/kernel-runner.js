/** Where the emulator runs kernels: in a worker, or on this thread where a page's policy refuses workers. */
import { EMULATOR, loadEmulator } from '../../ui/emulator.js';
import { loadLazily } from '../../shared/errors.js';
import { WorkerRequests } from '../../shared/worker-requests.js';
import { openWorker } from '../../shared/worker-sources.js';
import { KernelHost } from './kernel-host.js';

/** Does commands, and gives the words of a buffer that is to be read; rejects with what is wrong. @typedef {(commands: import('./kernel-host.js').Command[], read: number | null) => Promise<Uint32Array | null>} Send */

/** @type {Promise<Send> | null} */
let opened = null;

/** @returns {Promise<Send>} */
export async function kernelRunner() {
  opened ??= open();
  const opening = opened;
  try {
    return await opening;
  } catch (failure) {
    // What could not be loaded is requested again.
    if (opened === opening) opened = null;
    throw failure;
  }
}

async function open() {
  const worker = await openWorker(globalThis, 'kernel-worker.js', async () => (await import('./kernel-worker-script.js')).default);
  return worker ? runIn(worker) : runHere();
}

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

/** @param {Worker} worker @returns {Promise<Send>} */
async function runIn(worker) {
  const requests = new WorkerRequests(worker, {
    onStop: ({ message }) => requests.end(new Error(`The worker of the emulator has stopped: ${message ?? 'no reason given'}.`)),
    // The next picture starts another.
    onEnd: () => (opened = null),
  });
  await loadLazily('emulates a GPU', () => requests.send({ wasm: EMULATOR.href })).catch((failure) => {
    requests.end(failure);
    throw failure;
  });
  return (commands, read) => requests.send({ commands, read });
}
