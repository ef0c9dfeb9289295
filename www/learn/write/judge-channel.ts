/** Judges kernels in a worker, so that the page stays responsive. On the page's thread if it may have no worker. */
import { ScanLabError, loadLazily } from '../../shared/errors.ts';
import { WorkerRequests } from '../../shared/worker-requests.ts';
import { openWorker } from '../../shared/worker-sources.ts';
import { emulatorSource } from '../../shared/emulator.ts';
import { judge } from '../../shared/kernel-run.ts';
import type { Verdict } from '../../shared/emulator-data.d.ts';
import type { InitializeOptions } from '../../types.ts';

/** A kernel to judge, with the emulator's WASM. */
export type JudgeMessage = { wasm: InitializeOptions['wasm']; exercise: string; file?: string; code: string; seed: number };
type Kernel = Omit<JudgeMessage, 'wasm'>;

const WORKER = new URL('../judge-worker.js', import.meta.url);
/** The purpose of the code, for messages. */
const JUDGES = 'judges kernels';

export class JudgeChannel {
  #opening: Promise<WorkerRequests | null> | null = null;

  /** The verdict on a kernel. Rejects if `stop` is called meanwhile. */
  async judge(kernel: Kernel): Promise<Verdict> {
    const wasm = emulatorSource();
    if (wasm === null) return judge(kernel);
    const opening = (this.#opening ??= this.#open());
    const requests = await opening;
    // A policy may refuse workers.
    return requests ? requests.send({ wasm, ...kernel }) : judge(kernel);
  }

  async #open() {
    const worker = await openWorker(
      globalThis,
      WORKER,
      async () => (await loadLazily(JUDGES, () => import('./judge-worker-script.ts'))).default,
    );
    if (!worker) return null;
    const requests: WorkerRequests = new WorkerRequests(worker, {
      onStop: (reason) => requests.end(new ScanLabError('out-of-memory', `The worker that judges kernels has stopped: ${reason}.`)),
      onEnd: () => (this.#opening = null),
    });
    return requests;
  }

  /** Ends the worker: a running judge rejects with the reason. */
  async stop(reason: string) {
    const opening = this.#opening;
    this.#opening = null;
    (await opening)?.end(new ScanLabError('cancelled', reason));
  }
}
