/** Answers the requests of `worker-requests.ts` in a worker. */

import { describeFailure } from './errors.ts';

/** The used part of a worker's `self`, which the types for pages declare as a window. */
type Scope = { postMessage(data: unknown, transfer?: Transferable[]): void; onmessage: unknown };

const worker = globalThis.self as unknown as Scope;

/** Reports that work continues. */
export const reportProgress = () => worker.postMessage({});

/**
 * Answers every request, and reports that the worker has started.
 * @param reply returns the reply to a message, or a promise for it
 * @param transferOf the buffers that are transferred with a reply (by default, everything is copied)
 */
export function answerRequests(reply: (message: any) => unknown, transferOf: (reply: any) => Transferable[] = () => []) {
  worker.onmessage = async ({ data: { id, message } }: MessageEvent<{ id: number; message: unknown }>) => {
    try {
      const given = await reply(message);
      worker.postMessage({ id, reply: given }, transferOf(given));
    } catch (failure) {
      // After a trap, the WebAssembly memory may be inconsistent.
      worker.postMessage({ id, failure: describeFailure(failure), isFatal: failure instanceof WebAssembly.RuntimeError });
    }
  };
  worker.postMessage('ready');
}
