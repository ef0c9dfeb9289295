/** The worker in which the emulator runs kernels, bundled into one classic script and started from its file or from a blob. */
import init, { Kernels } from 'scanlab-emulator-web';
import { answerRequests } from '../../shared/worker-answers.js';
import { KernelHost } from './kernel-host.js';

/** Its first message has the address of the emulator. @typedef {{ wasm: string } | { commands: import('./kernel-host.js').Command[], read: number | null }} Message */

/** @type {KernelHost} */
let host;

answerRequests(
  async (/** @type {Message} */ message) => {
    if (!('wasm' in message)) return host.do(message.commands, message.read);
    await init({ module_or_path: new URL(message.wasm) });
    host = new KernelHost(new Kernels());
    return null;
  },
  (words) => (words ? [words.buffer] : []),
);
