/** The worker of the oracle, bundled into one classic script and started from its file or from a blob. */

import { createEngine, describeFailure } from './engine.js';
/** @import { OracleMessage } from './engine.js' */

/** The page's types know `self` as a window. */
const worker = /** @type {{ postMessage(data: unknown, transfer?: Transferable[]): void, onmessage: unknown }} */ (
  /** @type {unknown} */ (self)
);
/** Long work reports progress. */
const handle = createEngine(() => worker.postMessage({}));

/** @param {MessageEvent<{ id: number, message: OracleMessage }>} event */
worker.onmessage = async ({ data: { id, message } }) => {
  try {
    const reply = await handle(message);
    worker.postMessage({ id, reply }, reply.returned ?? []);
  } catch (failure) {
    worker.postMessage({ id, failure: describeFailure(failure) });
  }
};
worker.postMessage('ready');
