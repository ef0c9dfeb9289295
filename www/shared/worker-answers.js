/** In a worker: answers to the requests of `worker-requests.js`. */

import { describeFailure } from './errors.js';

/** The page's types know `self` as a window. @typedef {{ postMessage(data: unknown, transfer?: Transferable[]): void, onmessage: unknown }} Scope */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (globalThis.self));

/** Tells that work goes on. */
export const reportProgress = () => worker.postMessage({});

/**
 * Answers every request, and tells that the worker has started.
 * @param {(message: any) => unknown} reply to a message, or a promise of it
 * @param {(reply: any) => Transferable[]} [transferOf] what goes to the page with a reply (default: nothing, all is copied)
 */
export function answerRequests(reply, transferOf = () => []) {
  /** @param {MessageEvent<{ id: number, message: unknown }>} event */
  worker.onmessage = async ({ data: { id, message } }) => {
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
