/** A worker that judges kernels. Its messages are those of `judge-runner.ts`. */
import init, { judge } from 'scanlab-emulator-web';
import { emulatorError } from './emulator-error.ts';
import { wasmOf } from './inlined.ts';
import { answerRequests } from './worker-answers.ts';
import type { JudgeMessage } from './judge-runner.ts';

answerRequests(async ({ wasm, exercise, code, seed, file }: JudgeMessage) => {
  await init({ module_or_path: wasmOf(typeof wasm === 'string' ? new URL(wasm) : wasm) });
  try {
    return judge(exercise, code, seed, file);
  } catch (failure) {
    // A trap ends the worker.
    throw failure instanceof WebAssembly.RuntimeError ? failure : emulatorError(failure);
  }
});
