/** Scans streams of bytes of any length. A few chunks are in memory at a time. The combination of all earlier elements stays on the GPU. */

import { ARRAY_OF_TYPE, describe } from '../shared/arguments.ts';
import { ScanLabError, allocate, cancelled, messageOf } from '../shared/errors.ts';
import { tryOwn } from './own-operator.ts';
import { trialInput } from './trial-input.ts';
import { PrefaultedBuffer } from './prefaulted-buffer.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { CoreRequest, Elements } from '../types.ts';
import type { Job } from './verify.ts';
import type { StreamScan } from 'scanlab-core';

export type StreamParts = {
  session: CoreSession;
  job: Job;
  request: CoreRequest;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  chunkElements: number;
  signal: AbortSignal | undefined;
};

/** The number of chunks in flight: one is read or uploaded, one is scanned and read back, one is ready for the reader. */
const CHUNKS_IN_FLIGHT = 3;
/** Pieces of fewer bytes are copied together, since a view of a short piece takes more memory than its bytes. */
const SHORT_BYTES = 2 ** 16;

/** The bytes of a chunk, in the pieces that the stream has delivered, so that long pieces are copied only once. */
class Bytes {
  length = 0;
  #pieces: Uint8Array[] = [];
  /** Space for copies of pieces that are not kept. Its unwritten part takes no memory. */
  #free: Uint8Array | null = null;
  #most;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param keep whether the piece is kept without a copy */
  add(piece: Uint8Array, keep: boolean) {
    this.length += piece.length;
    this.#pieces.push(keep ? piece : this.#copyOf(piece));
  }

  /** Copies a piece. Joins it with the previous piece if this is also a copy. */
  #copyOf(piece: Uint8Array) {
    const free = (this.#free ??= allocate(this.#most, () => new Uint8Array(this.#most)));
    free.set(piece);
    this.#free = free.subarray(piece.length);
    const { buffer, byteOffset } = free;
    const before = this.#pieces.at(-1)?.buffer === buffer ? (this.#pieces.pop() as Uint8Array).length : 0;
    return new Uint8Array(buffer, byteOffset - before, before + piece.length);
  }

  /** Copies the bytes from an index on to `target`, without removing them. */
  copyFrom(start: number, target: Uint8Array) {
    let at = -start;
    for (const piece of this.#pieces) {
      const part = piece.subarray(Math.max(0, -at), Math.max(0, target.length - at));
      target.set(part, Math.max(0, at));
      at += piece.length;
      if (at >= target.length) break;
    }
  }

  /** Moves the next bytes to `target`. */
  moveTo(target: Uint8Array) {
    for (let at = 0; at < target.length;) {
      const piece = this.#pieces.shift();
      if (!piece?.length) {
        throw new ScanLabError(
          'bad-argument',
          'stream must not transfer the buffers of chunks that it has enqueued; one has become empty.',
        );
      }
      const part = piece.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
      if (part.length < piece.length) this.#pieces.unshift(piece.subarray(part.length));
    }
  }
}

/** Reads a stream of bytes in chunks of given lengths. */
class ByteReader {
  #reader;
  #rest: Uint8Array = new Uint8Array(0);
  /** Whether `#rest` is kept without a copy: not if its piece is short, or a small part of a buffer, which a view would retain. */
  #keep = false;

  constructor({ reader }: StreamParts) {
    this.#reader = reader;
  }

  /** @returns that many bytes; fewer only at the end */
  async take(bytes: number): Promise<Bytes> {
    const taken = new Bytes(bytes);
    while (taken.length < bytes) {
      if (this.#rest.length === 0) {
        const next = await this.#next();
        if (!next) break;
        this.#rest = next;
        this.#keep = next.length >= Math.max(SHORT_BYTES, next.buffer.byteLength / 2);
      }
      const part = this.#rest.subarray(0, bytes - taken.length);
      taken.add(part, this.#keep);
      this.#rest = this.#rest.subarray(part.length);
    }
    return taken;
  }

  async #next() {
    const found = await this.#read().catch((failure) => {
      throw new ScanLabError('bad-argument', `stream must be readable to its end; it has failed: ${messageOf(failure)}`, {
        cause: failure,
      });
    });
    if (found === null || found.bytes) return found && found.bytes;
    const { value } = found;
    throw new ScanLabError('bad-argument', `stream must enqueue chunks of bytes, each a Uint8Array; one was ${describe(value)}.`);
  }

  /** The next piece of the stream, with its bytes if it is a view of a buffer; null at the end. */
  async #read() {
    const { done, value } = await this.#reader.read();
    if (done) return null;
    return { value, bytes: ArrayBuffer.isView(value) && new Uint8Array(value.buffer, value.byteOffset, value.byteLength) };
  }

  async cancel(reason: unknown) {
    this.#rest = new Uint8Array(0);
    await this.#reader.cancel(reason);
  }
}

export class StreamScanner {
  #parts;
  #bytes;
  #chunkBytes;
  /** The results of the chunks in flight, the next one first. After the last chunk, a result is null. */
  #inFlight: Promise<Elements | null>[] = [];
  /** The read of the latest chunk. */
  #reading: Promise<unknown> = Promise.resolve();
  #opening: Promise<StreamScan> | null = null;
  #scan: StreamScan | null = null;
  /** Cancels the chunks in flight when the stream ends. */
  #stopper = new AbortController();
  #ended = false;
  #removeListeners: () => void = () => {};

  constructor(parts: StreamParts, controller: ReadableStreamDefaultController<Elements>) {
    const { session, job, chunkElements, signal } = parts;
    this.#parts = parts;
    this.#chunkBytes = 4 * job.words * chunkElements;
    this.#bytes = new ByteReader(parts);
    const abort = () => this.#fail(controller, cancelled(signal?.reason));
    const stay = session.lifetime.onEnd((error) => this.#fail(controller, error));
    this.#removeListeners = () => {
      stay();
      signal?.removeEventListener('abort', abort);
    };
    // The lab or the signal may have ended since the stream was created.
    if (session.lifetime.ended) this.#fail(controller, session.lifetime.ended);
    else if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  }

  async pull(controller: ReadableStreamDefaultController<Elements>) {
    if (this.#ended) return;
    try {
      while (this.#inFlight.length < CHUNKS_IN_FLIGHT) this.#inFlight.push(this.#next(controller));
      const output = await this.#inFlight.shift();
      if (this.#ended) return;
      if (output) return controller.enqueue(output);
      this.#end();
      controller.close();
    } catch (failure) {
      this.#fail(controller, failure);
    }
  }

  /** Reads and scans the next chunk. */
  #next(controller: ReadableStreamDefaultController<Elements>) {
    const read = this.#reading.then(async () => {
      const bytes = await this.#bytes.take(this.#chunkBytes);
      this.#requireWhole(bytes.length);
      return bytes;
    });
    this.#reading = read;
    const results = read.then((bytes) => (bytes.length > 0 ? this.#scanChunk(bytes, controller) : null));
    // The failure is thrown when the reader reaches this chunk.
    results.catch(() => {});
    return results;
  }

  cancel(reason: unknown) {
    this.#end();
    return this.#bytes.cancel(reason);
  }

  #requireWhole(filled: number) {
    const { job } = this.#parts;
    const { operator, type, words } = job;
    const left = filled % (4 * words);
    if (left === 0) return;
    const required = `stream must end with a whole element of ${operator} on ${type}, which has ${4 * words} bytes`;
    throw new ScanLabError('bad-argument', `${required}; ${left} bytes were left.`);
  }

  /** Each chunk is a task, so that other work of the lab can run between chunks. Successive chunks overlap. */
  #scanChunk(bytes: Bytes, controller: ReadableStreamDefaultController<Elements>) {
    const { session, job } = this.#parts;
    const count = bytes.length;
    const copyNext = (target: Uint8Array) => {
      try {
        bytes.moveTo(target);
      } catch (failure) {
        this.#fail(controller, failure);
      }
    };
    const what = () => `a chunk of a stream with ${job.algorithm}`;
    return session.run(
      what,
      this.#stopper.signal,
      async (task) => {
        const output = PrefaultedBuffer.of(count);
        const scan = await this.#open(task, bytes);
        await session.withToken(task, (token) => scan.push(count / 4, copyNext, output.writer(0), undefined, token));
        return new ARRAY_OF_TYPE[job.type](allocate(count, () => output.buffer));
      },
      this,
    );
  }

  /** Opens the scan at the first chunk, whose bytes a custom operator is tried on. */
  #open(task: Task, bytes: Bytes) {
    const { session, job, request, chunkElements } = this.#parts;
    const elementBytes = 4 * job.words;
    const read = (start: number, part: Uint32Array) =>
      bytes.copyFrom(start * elementBytes, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    const input = () => trialInput(bytes.length / elementBytes, job.words, read);
    this.#opening ??= tryOwn(session, task, job, input).then(() => session.watch(task, session.core.stream(request, chunkElements)));
    return this.#opening.then((scan) => (this.#scan = scan));
  }

  #fail(controller: ReadableStreamDefaultController<Elements>, failure: unknown) {
    if (this.#ended) return;
    this.#end();
    controller.error(failure);
    // Tells the source that it is no longer read. If the source has failed, the failure is ignored here.
    this.#bytes.cancel(failure).catch(() => {});
  }

  /** Cancels the chunks in flight. The GPU's buffers are freed after them. */
  #end() {
    if (this.#ended) return;
    this.#ended = true;
    this.#removeListeners();
    this.#stopper.abort();
    this.#inFlight = [];
    this.#parts.session.release(() => this.#scan?.free());
  }
}
