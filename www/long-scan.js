/** Scans arrays that are longer than a buffer of the device: chunk by chunk, with the carry kept on the GPU. */

import { badArgument } from './arguments.js';
/** @import { CoreSession, Task } from './core-session.js' */

/** Chunks that are under way: one is uploaded while the one before it is scanned and read back. */
const CHUNKS_UNDER_WAY = 2;

/** Entries of the arrays, and the head flags that go with them. @typedef {{ input: Uint32Array, output: Uint32Array, heads?: Uint32Array }} Chunk */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {string} request what the core is asked for
 * @param {number} chunkElements
 * @param {Iterable<Chunk>} chunks in the order of the scan
 */
export async function scanChunks(session, task, request, chunkElements, chunks) {
  const scan = await session.watch(task, session.core.stream(request, chunkElements));
  let copied = true;
  const onFail = () => (copied = false);
  try {
    await session.withToken(task, (token) =>
      overlap(chunks, (one) => scan.push(copierOf(one.input, onFail), one.output, one.heads, token)),
    );
    if (!copied) throw badArgument('input must stay where it is until its scan has ended; its buffer was taken away.');
  } finally {
    scan.free();
  }
}

/**
 * Has a few of the chunks under way at a time; when it settles, none is any more.
 * @param {Iterable<Chunk>} chunks
 * @param {(chunk: Chunk) => Promise<void>} push
 */
async function overlap(chunks, push) {
  /** @type {Promise<void>[]} */
  const underWay = [];
  try {
    for (const chunk of chunks) {
      if (underWay.length === CHUNKS_UNDER_WAY) await underWay.shift();
      const pushed = push(chunk);
      // A failure counts when its turn comes.
      pushed.catch(() => {});
      underWay.push(pushed);
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

/**
 * What copies an array to where the core wants it, piece by piece.
 * @param {Uint32Array} array
 * @param {() => void} onFail the core itself is not told
 */
function copierOf({ buffer, byteOffset, byteLength }, onFail) {
  let rest = new Uint8Array(buffer, byteOffset, byteLength);
  return (/** @type {Uint8Array} */ target) => {
    try {
      target.set(rest.subarray(0, target.length));
      rest = rest.subarray(target.length);
    } catch {
      onFail();
    }
  };
}
