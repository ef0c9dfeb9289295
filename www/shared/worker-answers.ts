/** In a worker: answers to the requests of `worker-requests.ts`. */

import { describeFailure } from './errors.ts';

/** The page's types know `self` as a window. */
type Scope = { postMessage(data: unknown, transfer?: Transferable[]): void; onmessage: unknown };

const worker = globalThis.self as unknown as Scope;

/** Tells that work goes on. */
export const reportProgress = () => worker.postMessage({});

/**
 * Answers every request, and tells that the worker has started.
 * @param reply to a message, or a promise of it
 * @param transferOf what goes to the page with a reply (default: nothing, all is copied)
 */
export function answerRequests(reply: (message: any) => unknown, transferOf: (reply: any) => Transferable[] = () => []) {
  worker.onmessage = async ({ data: { id, message } }: MessageEvent<{ id: number; message: unknown }>) => {
    try {
      const given = await reply(message);
      worker.postMessage({ id, reply: given }, transferOf(given));
    } catch (failure) {
      // After a trap, what is in memory may be anything.
      worker.postMessage({ id, failure: describeFailure(failure), isFatal: failure instanceof WebAssembly.RuntimeError });
    }
  };
  worker.postMessage('ready');
}
