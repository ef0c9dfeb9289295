/** Scans long arrays: in one piece, or chunk by chunk with the carry kept on the GPU. */

import { chunkOf, chunkRequest } from './chunks.js';
import { allocate } from '../shared/errors.js';
import { PrefaultedBuffer } from './prefaulted-buffer.js';
import { chunksOf } from './verify.js';
/** @import { CoreSession, Task } from '../core/session.js' */
/** @import { Job } from './verify.js' */

/** Chunks that are under way: one is uploaded while the one before it is scanned and read back. */
const CHUNKS_UNDER_WAY = 2;

/** Entries of an array, and the head flags that go with them. @typedef {{ words: Uint32Array, heads?: Uint32Array }} Input */
/** @typedef {{ bytes: Uint8Array, heads?: Uint32Array }} Chunk */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {number} most elements that one buffer holds
 * @param {Input} input
 * @returns {Promise<ArrayBuffer>} what the result consists of
 */
export async function scanLong(session, task, job, most, input) {
  const length = 4 * job.n * job.words;
  const result = PrefaultedBuffer.of(length);
  if (job.n > most) await scanChunks(session, task, job, most, input, result);
  else await session.withToken(task, (token) => session.core.scan(chunkRequest(job), input.words, result.writer(0), input.heads, token));
  return allocate(length, () => result.buffer);
}

/** @param {CoreSession} session @param {Task} task @param {Job} job @param {number} most @param {Input} input @param {PrefaultedBuffer} result */
async function scanChunks(session, task, job, most, input, result) {
  const start = input.words.byteOffset;
  const chunk = chunkOf(job, most);
  const chunks = [...chunksOfArrays(job, chunk, input)];
  const scan = await session.watch(task, session.core.stream(chunkRequest(job), chunk));
  try {
    await session.withToken(task, (token) =>
      overlap(chunks, ({ bytes, heads }) => {
        const taker = result.writer(bytes.byteOffset - start);
        return scan.push(bytes.length / 4, copierOf(bytes), taker, heads, token);
      }),
    );
  } finally {
    scan.free();
  }
}

/**
 * The parts that go together, in the order of the scan.
 * @param {Job} job
 * @param {number} chunk in elements
 * @param {Input} input
 * @returns {Generator<Chunk>}
 */
function* chunksOfArrays(job, chunk, { words: { buffer, byteOffset }, heads }) {
  const elementBytes = 4 * job.words;
  for (const { start, count } of chunksOf(job, chunk)) {
    const bytes = new Uint8Array(buffer, byteOffset + start * elementBytes, count * elementBytes);
    yield { bytes, heads: heads?.subarray(start, start + count) };
  }
}

/**
 * Has a few of the chunks under way at a time; when it settles, none is any more.
 * @param {Chunk[]} chunks
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
 * What copies an array to where the core wants it, piece by piece. Of one whose memory has gone it copies nothing: whoever asked for
 * the scan is told that.
 * @param {Uint8Array} rest
 */
function copierOf(rest) {
  return (/** @type {Uint8Array} */ target) => {
    try {
      target.set(rest.subarray(0, target.length));
      rest = rest.subarray(target.length);
    } catch {
      // What is left of the target stays as it was.
    }
  };
}
