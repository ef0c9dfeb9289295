/** Scans long arrays: in one buffer, or in chunks whose carry stays on the GPU. */

import { chunkOf, chunkRequest } from './chunks.js';
import { allocate } from '../shared/errors.js';
import { PrefaultedBuffer } from './prefaulted-buffer.js';
import { headsOfChunk } from './heads.js';
import { chunksOf } from './verify.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Job } from './verify.js' */

/** Chunks in flight: one is uploaded while the one before it is scanned and read back. */
const CHUNKS_IN_FLIGHT = 2;

/** Entries of an array, and the head flags that go with them. @typedef {{ words: Uint32Array, heads?: Uint32Array }} Input */
/** @typedef {{ bytes: Uint8Array, heads?: Uint32Array }} Chunk */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {number} most elements that one buffer holds
 * @param {Input} input
 * @returns {Promise<ArrayBuffer>} the buffer of the result
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
        return scan.push(bytes.length / 4, copierOf(bytes), result.writer(bytes.byteOffset - start), heads, token);
      }),
    );
  } finally {
    scan.free();
  }
}

/**
 * The chunks with their head flags, in scan order.
 * @param {Job} job
 * @param {number} chunk in elements
 * @param {Input} input
 * @returns {Generator<Chunk>}
 */
function* chunksOfArrays(job, chunk, { words: { buffer, byteOffset }, heads }) {
  const elementBytes = 4 * job.words;
  for (const { start, count } of chunksOf(job, chunk)) {
    const bytes = new Uint8Array(buffer, byteOffset + start * elementBytes, count * elementBytes);
    yield { bytes, heads: heads && headsOfChunk(heads, job.headsAsBits, start, count) };
  }
}

/**
 * Pushes the chunks with a bounded number in flight; settles when none is in flight.
 * @param {Chunk[]} chunks
 * @param {(chunk: Chunk) => Promise<void>} push
 */
async function overlap(chunks, push) {
  /** @type {Promise<void>[]} */
  const inFlight = [];
  try {
    for (const chunk of chunks) {
      if (inFlight.length === CHUNKS_IN_FLIGHT) await inFlight.shift();
      const pushed = push(chunk);
      // A failure is thrown when the push is awaited.
      pushed.catch(() => {});
      inFlight.push(pushed);
    }
    await Promise.all(inFlight);
  } finally {
    await Promise.allSettled(inFlight);
  }
}

/**
 * Returns the core's callback that copies the next bytes of an array. A detached array is not copied: `withAttached` reports it.
 * @param {Uint8Array} rest
 */
function copierOf(rest) {
  return (/** @type {Uint8Array} */ target) => {
    try {
      target.set(rest.subarray(0, target.length));
      rest = rest.subarray(target.length);
    } catch {
      // The rest of the target stays as it was.
    }
  };
}
