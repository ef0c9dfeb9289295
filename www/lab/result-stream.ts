/** Creates streams of results; their code is loaded at the first read. */

import { loadLazily } from '../shared/errors.ts';
import type { Elements } from '../types.ts';
import type { StreamParts, StreamScanner } from './stream.ts';

export function resultStream(parts: StreamParts): ReadableStream<Elements> {
  let scanner: Promise<StreamScanner> | undefined;
  // A reader that is not the browser's may throw synchronously.
  const cancelReader = async (reason: unknown) => parts.reader.cancel(reason);
  const { session, signal } = parts;
  const load = async (controller: ReadableStreamDefaultController<Elements>) => {
    const loading = loadLazily('scans streams', () => import('./stream.ts'));
    const { StreamScanner } = await session.lifetime.guard(loading, { signal }).catch((failure) => {
      // Tells the source that it will not be read.
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
