/** Scans long arrays: in one buffer, or in chunks. The combination of all elements before a chunk stays on the GPU. */

import { chunkOf, chunkRequest } from './chunks.ts';
import { allocate } from '../shared/errors.ts';
import { PrefaultedBuffer } from './prefaulted-buffer.ts';
import { headsOfChunk } from './heads.ts';
import { chunksOf } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Job } from './verify.ts';

/** The maximum number of chunks in flight: one is uploaded while the previous one is scanned and read back. */
const CHUNKS_IN_FLIGHT = 2;

type Input = { words: Uint32Array; heads?: Uint32Array; initial?: Uint32Array };
type Chunk = { bytes: Uint8Array; heads?: Uint32Array };

/**
 * @param most the number of elements that fit into one buffer
 * @returns the buffer of the result
 */
export async function scanLong(session: CoreSession, task: Task, job: Job, most: number, input: Input): Promise<ArrayBuffer> {
  const length = 4 * job.n * job.words;
  const result = PrefaultedBuffer.of(length);
  if (job.n > most) await scanChunks(session, task, job, most, input, result);
  else {
    const { words, heads, initial } = input;
    await session.withToken(task, (token) => session.core.scan(chunkRequest(job), words, result.writer(0), heads, initial, token));
  }
  return allocate(length, () => result.buffer);
}

async function scanChunks(session: CoreSession, task: Task, job: Job, most: number, input: Input, result: PrefaultedBuffer) {
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
 * @param chunk the length of a chunk in elements
 */
function* chunksOfArrays(job: Job, chunk: number, { words: { buffer, byteOffset }, heads }: Input): Generator<Chunk> {
  const elementBytes = 4 * job.words;
  for (const { start, count } of chunksOf(job, chunk)) {
    const bytes = new Uint8Array(buffer, byteOffset + start * elementBytes, count * elementBytes);
    yield { bytes, heads: heads && headsOfChunk(heads, job.headsAsBits, start, count) };
  }
}

/** Pushes the chunks with a bounded number in flight; settles when none is in flight. */
async function overlap(chunks: Chunk[], push: (chunk: Chunk) => Promise<void>) {
  const inFlight: Promise<void>[] = [];
  try {
    for (const chunk of chunks) {
      if (inFlight.length === CHUNKS_IN_FLIGHT) await inFlight.shift();
      const pushed = push(chunk);
      // A failure is thrown where the push is awaited. Without this handler, it would count as unhandled until then.
      pushed.catch(() => {});
      inFlight.push(pushed);
    }
    await Promise.all(inFlight);
  } finally {
    await Promise.allSettled(inFlight);
  }
}

/** Returns the core's callback that copies the next bytes of an array. A detached array is not copied: `withAttached` reports it. */
function copierOf(rest: Uint8Array) {
  return (target: Uint8Array) => {
    try {
      target.set(rest.subarray(0, target.length));
      rest = rest.subarray(target.length);
    } catch {
      // The rest of the target stays unchanged.
    }
  };
}
