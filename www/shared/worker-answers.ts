/** In a worker: answers to the requests of `worker-requests.ts`. */

import { describeFailure } from './errors.ts';

/** The types for pages declare `self` as a window. */
type Scope = { postMessage(data: unknown, transfer?: Transferable[]): void; onmessage: unknown };

const worker = globalThis.self as unknown as Scope;

/** Reports that work continues. */
export const reportProgress = () => worker.postMessage({});

/**
 * Answers every request, and reports that the worker has started.
 * @param reply the reply to a message, or a promise of it
 * @param transferOf the buffers that are transferred with a reply (default: none, everything is copied)
 */
export function answerRequests(reply: (message: any) => unknown, transferOf: (reply: any) => Transferable[] = () => []) {
  worker.onmessage = async ({ data: { id, message } }: MessageEvent<{ id: number; message: unknown }>) => {
    try {
      const given = await reply(message);
      worker.postMessage({ id, reply: given }, transferOf(given));
    } catch (failure) {
      // After a trap, memory may be inconsistent.
      worker.postMessage({ id, failure: describeFailure(failure), isFatal: failure instanceof WebAssembly.RuntimeError });
    }
  };
  worker.postMessage('ready');
}
