/** The worker in which the emulator runs kernels, bundled into one classic script and started from its file or from a blob. */
import init, { Kernels } from 'scanlab-emulator-web';
import { KernelHost } from './kernel-host.js';

/** Its first message has the address of the emulator. @typedef {{ wasm: string } | { commands: import('./kernel-host.js').Command[], read: number | null }} Message */

/** The page's types know `self` as a window. */
const worker = /** @type {{ postMessage(data: unknown, transfer?: Transferable[]): void, onmessage: unknown }} */ (
  /** @type {unknown} */ (self)
);
/** @type {KernelHost} */
let host;

/** @param {Message} message */
async function answer(message) {
  if ('wasm' in message) {
    await init({ module_or_path: new URL(message.wasm) });
    host = new KernelHost(new Kernels());
    return null;
  }
  return host.do(message.commands, message.read);
}

/** @param {MessageEvent<{ id: number, message: Message }>} event */
worker.onmessage = async ({ data: { id, message } }) => {
  try {
    const words = await answer(message);
    worker.postMessage({ id, words }, words ? [words.buffer] : []);
  } catch (failure) {
    // After a trap, what is in memory may be anything.
    worker.postMessage({ id, failure, isFatal: failure instanceof WebAssembly.RuntimeError });
  }
};
worker.postMessage('ready');
