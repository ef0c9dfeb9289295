/** Scans streams of bytes of any length, holding a few chunks of them at a time; the carry from chunk to chunk stays on the GPU. */

import { ARRAY_OF_TYPE, describe } from '../shared/arguments.js';
import { ScanLabError, allocate, cancelled, messageOf } from '../shared/errors.js';
import { PrefaultedBuffer } from './prefaulted-buffer.js';
/** @import { Elements } from '../types.d.ts' */
/** @import { CoreSession, Task } from '../core/session.js' */
/** @import { Job } from './verify.js' */

/**
 * What a stream of results is made of.
 * @typedef {object} StreamParts
 * @property {CoreSession} session
 * @property {Job} job
 * @property {string} request what the core is asked for
 * @property {ReadableStreamDefaultReader<Uint8Array>} reader
 * @property {number} chunkElements
 * @property {AbortSignal | undefined} signal
 */

/** Chunks between the source and the reader: one is read or uploaded, one scanned and read back, one waits for the reader. */
const CHUNKS_UNDER_WAY = 3;
/** Pieces shorter than this are copied together, since each takes more memory than its bytes. */
const SHORT_BYTES = 2 ** 16;

/** Bytes in the pieces in which they came, to be copied once. */
class Bytes {
  length = 0;
  /** @type {Uint8Array[]} */
  #pieces = [];
  /** Where pieces are copied that cannot be kept: takes no memory before it is written. @type {Uint8Array | null} */
  #free = null;
  #most;

  /** @param {number} most */
  constructor(most) {
    this.#most = most;
  }

  /** @param {Uint8Array} piece @param {boolean} keep whether it can be kept as it is */
  add(piece, keep) {
    this.length += piece.length;
    this.#pieces.push(keep ? piece : this.#copyOf(piece));
  }

  /** With the piece before it, if that is a copy as well. @param {Uint8Array} piece */
  #copyOf(piece) {
    const free = (this.#free ??= allocate(this.#most, () => new Uint8Array(this.#most)));
    free.set(piece);
    this.#free = free.subarray(piece.length);
    const { buffer, byteOffset } = free;
    const before = this.#pieces.at(-1)?.buffer === buffer ? /** @type {Uint8Array} */ (this.#pieces.pop()).length : 0;
    return new Uint8Array(buffer, byteOffset - before, before + piece.length);
  }

  /** Moves the next bytes. @param {Uint8Array} target */
  moveTo(target) {
    for (let at = 0; at < target.length;) {
      const piece = this.#pieces.shift();
      if (!piece?.length) {
        throw new ScanLabError('bad-argument', 'stream must leave its chunks as they are once it has given them; one has become empty.');
      }
      const part = piece.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
      if (part.length < piece.length) this.#pieces.unshift(piece.subarray(part.length));
    }
  }
}

/** Reads a stream of bytes in chunks of the reader's choice. */
class ByteReader {
  #reader;
  /** @type {Uint8Array} */
  #rest = new Uint8Array(0);
  /** Whether what is left of a piece can be kept as it is. A view keeps all of its buffer, which may be far larger. */
  #keep = false;

  /** @param {StreamParts} parts */
  constructor({ reader }) {
    this.#reader = reader;
  }

  /** @param {number} bytes @returns {Promise<Bytes>} as many, fewer at the end alone */
  async take(bytes) {
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
    throw new ScanLabError('bad-argument', `stream must give chunks of bytes, each a Uint8Array; one was ${describe(value)}.`);
  }

  /** The next chunk, as bytes where it is some; null at the end. */
  async #read() {
    const { done, value } = await this.#reader.read();
    if (done) return null;
    return { value, bytes: ArrayBuffer.isView(value) && new Uint8Array(value.buffer, value.byteOffset, value.byteLength) };
  }

  /** @param {unknown} reason */
  async cancel(reason) {
    this.#rest = new Uint8Array(0);
    await this.#reader.cancel(reason);
  }
}

/** The source of a stream of results. */
export class StreamScanner {
  #parts;
  #bytes;
  #chunkBytes;
  /** The results of the chunks under way, the next one first; null behind the last. @type {Promise<Elements | null>[]} */
  #underWay = [];
  /** The chunk that is read last. @type {Promise<unknown>} */
  #reading = Promise.resolve();
  /** @type {Promise<import('scanlab-core').StreamScan> | null} */
  #opening = null;
  /** @type {import('scanlab-core').StreamScan | null} */
  #scan = null;
  /** Stops the chunks under way when nobody waits for them any more. */
  #stopper = new AbortController();
  #ended = false;
  /** @type {() => void} */
  #forget = () => {};

  /** @param {StreamParts} parts @param {ReadableStreamDefaultController<Elements>} controller */
  constructor(parts, controller) {
    const { session, job, chunkElements, signal } = parts;
    this.#parts = parts;
    this.#chunkBytes = 4 * job.words * chunkElements;
    this.#bytes = new ByteReader(parts);
    const abort = () => this.#fail(controller, cancelled(signal?.reason));
    const stay = session.lifetime.onEnd((error) => this.#fail(controller, error));
    this.#forget = () => {
      stay();
      signal?.removeEventListener('abort', abort);
    };
    // It may have been a while since the stream was asked for.
    if (session.lifetime.ended) this.#fail(controller, session.lifetime.ended);
    else if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  }

  /** @param {ReadableStreamDefaultController<Elements>} controller */
  async pull(controller) {
    if (this.#ended) return;
    try {
      while (this.#underWay.length < CHUNKS_UNDER_WAY) this.#underWay.push(this.#next(controller));
      const output = await this.#underWay.shift();
      if (this.#ended) return;
      if (output) return controller.enqueue(output);
      this.#end();
      controller.close();
    } catch (failure) {
      this.#fail(controller, failure);
    }
  }

  /** The results of the chunk behind all others. @param {ReadableStreamDefaultController<Elements>} controller */
  #next(controller) {
    const read = this.#reading.then(async () => {
      const bytes = await this.#bytes.take(this.#chunkBytes);
      this.#requireWhole(bytes.length);
      return bytes;
    });
    this.#reading = read;
    const results = read.then((bytes) => (bytes.length > 0 ? this.#scanChunk(bytes, controller) : null));
    // A failure counts when the reader comes to it.
    results.catch(() => {});
    return results;
  }

  /** @param {unknown} reason */
  cancel(reason) {
    this.#end();
    return this.#bytes.cancel(reason);
  }

  /** @param {number} filled */
  #requireWhole(filled) {
    const { job } = this.#parts;
    const { operator, type, words } = job;
    const left = filled % (4 * words);
    if (left === 0) return;
    const required = `stream must end with a whole element of ${operator} on ${type}, which has ${4 * words} bytes`;
    throw new ScanLabError('bad-argument', `${required}; ${left} bytes were left.`);
  }

  /**
   * Each chunk is a task of its own, so that other work of the lab goes on between chunks; those that follow each other overlap.
   * @param {Bytes} bytes
   * @param {ReadableStreamDefaultController<Elements>} controller
   */
  #scanChunk(bytes, controller) {
    const { session, job } = this.#parts;
    const count = bytes.length;
    /** @param {Uint8Array} target */
    const copyNext = (target) => {
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
        const scan = await this.#open(task);
        await session.withToken(task, (token) => scan.push(count / 4, copyNext, output.writer(0), undefined, token));
        return new ARRAY_OF_TYPE[job.type](allocate(count, () => output.buffer));
      },
      this,
    );
  }

  /** @param {Task} task */
  #open(task) {
    const { session, request, chunkElements } = this.#parts;
    this.#opening ??= session.watch(task, session.core.stream(request, chunkElements));
    return this.#opening.then((scan) => (this.#scan = scan));
  }

  /** @param {ReadableStreamDefaultController<Elements>} controller @param {unknown} failure */
  #fail(controller, failure) {
    if (this.#ended) return;
    this.#end();
    controller.error(failure);
    // Whoever fills the stream learns that nobody reads it any more; that it may have failed itself is known.
    this.#bytes.cancel(failure).catch(() => {});
  }

  /** Lets go of everything; chunks under way stop soon, and the GPU's buffers are freed behind them. */
  #end() {
    if (this.#ended) return;
    this.#ended = true;
    this.#forget();
    this.#stopper.abort();
    this.#underWay = [];
    this.#parts.session.release(() => this.#scan?.free());
  }
}
