/** A worker that judges kernels. Its messages are those of `judge-channel.ts`. */
import init, { judge } from 'scanlab-emulator-web';
import { wasmOf } from '../../shared/inlined.ts';
import { answerRequests } from '../../shared/worker-answers.ts';
import { emulatorError } from '../../shared/emulator-error.ts';
import type { JudgeMessage } from './judge-channel.ts';

answerRequests(async ({ wasm, exercise, file, code, seed }: JudgeMessage) => {
  await init({ module_or_path: wasmOf(typeof wasm === 'string' ? new URL(wasm) : wasm) });
  try {
    return judge(exercise, code, seed, file);
  } catch (failure) {
    // A trap ends the worker.
    throw failure instanceof WebAssembly.RuntimeError ? failure : emulatorError(failure);
  }
});
