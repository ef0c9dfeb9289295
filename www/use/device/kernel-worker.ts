/** The worker in which the emulator runs kernels, bundled into one classic script and started from its file or from a blob. */
import init, { Kernels } from 'scanlab-emulator-web';
import { answerRequests } from '../../shared/worker-answers.ts';
import { KernelHost } from './kernel-host.ts';
import type { Command } from './kernel-host.ts';

/** Its first message has the address of the emulator. */
type Message = { wasm: string } | { commands: Command[]; read: number | null };

let host: KernelHost;

answerRequests(
  async (message: Message) => {
    if (!('wasm' in message)) return host.do(message.commands, message.read);
    await init({ module_or_path: new URL(message.wasm) });
    host = new KernelHost(new Kernels());
    return null;
  },
  (words) => (words ? [words.buffer] : []),
);
