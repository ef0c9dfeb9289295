/** Creates streams of results; their code is loaded at the first read. */

import { loadLazily } from '../shared/errors.js';
/** @import { Elements } from '../types.d.ts' */
/** @import { StreamParts, StreamScanner } from './stream.js' */

/**
 * @param {StreamParts} parts
 * @returns {ReadableStream<Elements>}
 */
export function resultStream(parts) {
  /** @type {Promise<StreamScanner> | undefined} */
  let scanner;
  // A reader that is not the browser's may throw synchronously.
  const cancelReader = async (/** @type {unknown} */ reason) => parts.reader.cancel(reason);
  /** @param {ReadableStreamDefaultController<Elements>} controller */
  const load = async (controller) => {
    const { StreamScanner } = await loadLazily('scans streams', () => import('./stream.js')).catch((failure) => {
      // Tells the source that it is not read.
      cancelReader(failure).catch(() => {});
      throw failure;
    });
    return new StreamScanner(parts, controller);
  };
  return new ReadableStream(
    {
      pull: async (controller) => (await (scanner ??= load(controller))).pull(controller),
      cancel: async (reason) => (scanner ? (await scanner).cancel(reason) : cancelReader(reason)),
    },
    // The source is read on demand.
    { highWaterMark: 0 },
  );
}
