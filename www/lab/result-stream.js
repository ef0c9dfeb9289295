/** Streams of results, whose making is loaded when somebody wants one. */

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
  // One of another make may throw at once.
  const cancelReader = async (/** @type {unknown} */ reason) => parts.reader.cancel(reason);
  /** @param {ReadableStreamDefaultController<Elements>} controller */
  const load = async (controller) => {
    const { StreamScanner } = await loadLazily('scans streams', () => import('./stream.js')).catch((failure) => {
      // Whoever fills the source must not wait for a reader that never comes.
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
    // Nothing is read before somebody wants a result.
    { highWaterMark: 0 },
  );
}
