/** Scans streams of bytes of any length, holding a chunk of them at a time; the carry from chunk to chunk stays on the GPU. */

import { ARRAY_OF_TYPE, badArgument, bitsOf, describe } from './arguments.js';
import { chunkRequest } from './chunks.js';
import { ScanLabError, allocate, cancelled, messageOf } from './errors.js';
/** @import { Elements } from './types.d.ts' */
/** @import { CoreSession } from './core-session.js' */
/** @import { Job } from './verify.js' */

/**
 * @param {CoreSession} session
 * @param {Job} job
 * @param {ReadableStream<Uint8Array>} source
 * @param {number} chunkElements
 * @param {AbortSignal | undefined} signal
 * @returns {ReadableStream<Elements>}
 */
export function scanStream(session, job, source, chunkElements, signal) {
  // Nothing is read before somebody wants a result.
  return new ReadableStream(new StreamScanner(session, job, source, chunkElements, signal), { highWaterMark: 0 });
}

/** Reads a stream of bytes in pieces of the reader's choice. */
class ByteReader {
  #reader;
  /** @type {Uint8Array} */
  #rest = new Uint8Array(0);

  /** @param {ReadableStream<Uint8Array>} source */
  constructor(source) {
    this.#reader = source.getReader();
  }

  /** @param {Uint8Array} target @returns {Promise<number>} bytes that were written into it, fewer than it has at the end alone */
  async fill(target) {
    let filled = 0;
    while (filled < target.length) {
      if (this.#rest.length === 0) {
        const next = await this.#next();
        if (!next) break;
        this.#rest = next;
      }
      const part = this.#rest.subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return filled;
  }

  async #next() {
    const { done, value } = await this.#reader.read().catch((failure) => {
      throw new ScanLabError('bad-argument', `stream must be readable to its end; it has failed: ${messageOf(failure)}`, { cause: failure });
    });
    if (done) return null;
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    throw badArgument(`stream must give chunks of bytes, each a Uint8Array; one was ${describe(value)}.`);
  }

  /** @param {unknown} reason */
  cancel(reason) {
    this.#rest = new Uint8Array(0);
    return this.#reader.cancel(reason);
  }
}

/** The source of a stream of results. @implements {UnderlyingDefaultSource<Elements>} */
class StreamScanner {
  #session;
  #job;
  #bytes;
  #chunkBytes;
  #chunkElements;
  #signal;
  /** @type {Uint8Array<ArrayBuffer> | null} */
  #input = null;
  /** @type {import('scanlab-core').StreamScan | null} */
  #scan = null;
  /** Stops the chunk under way when nobody waits for it any more. */
  #stopper = new AbortController();
  #ended = false;
  /** @type {() => void} */
  #forget = () => {};

  /**
   * @param {CoreSession} session
   * @param {Job} job
   * @param {ReadableStream<Uint8Array>} source
   * @param {number} chunkElements
   * @param {AbortSignal | undefined} signal
   */
  constructor(session, job, source, chunkElements, signal) {
    this.#session = session;
    this.#job = job;
    this.#chunkElements = chunkElements;
    this.#chunkBytes = 4 * job.words * chunkElements;
    this.#signal = signal;
    this.#bytes = new ByteReader(source);
  }

  /** @param {ReadableStreamDefaultController<Elements>} controller */
  start(controller) {
    const signal = this.#signal;
    const abort = () => this.#fail(controller, cancelled(signal?.reason));
    const stay = this.#session.lifetime.onEnd((error) => this.#fail(controller, error));
    this.#forget = () => {
      stay();
      signal?.removeEventListener('abort', abort);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  }

  /** @param {ReadableStreamDefaultController<Elements>} controller */
  async pull(controller) {
    try {
      this.#input ??= allocate(this.#chunkBytes, () => new Uint8Array(this.#chunkBytes));
      const filled = await this.#bytes.fill(this.#input);
      if (this.#ended) return;
      this.#requireWhole(filled);
      const output = filled > 0 ? await this.#scanChunk(this.#input, filled / 4) : null;
      if (this.#ended) return;
      if (output) controller.enqueue(output);
      if (filled === this.#chunkBytes) return;
      this.#end();
      controller.close();
    } catch (failure) {
      this.#fail(controller, failure);
    }
  }

  /** @param {unknown} reason */
  cancel(reason) {
    this.#end();
    return this.#bytes.cancel(reason);
  }

  /** @param {number} filled */
  #requireWhole(filled) {
    const { operator, type, words } = this.#job;
    const left = filled % (4 * words);
    if (left === 0) return;
    throw badArgument(`stream must end with a whole element of ${operator} on ${type}, which has ${4 * words} bytes; ${left} bytes were left.`);
  }

  /**
   * Each chunk is a task of its own, so that other work of the lab goes on between chunks.
   * @param {Uint8Array<ArrayBuffer>} input
   * @param {number} entries
   */
  #scanChunk(input, entries) {
    const session = this.#session;
    return session.run(`a chunk of a stream with ${this.#job.algorithm}`, this.#stopper.signal, async (task) => {
      const output = allocate(4 * entries, () => new ARRAY_OF_TYPE[this.#job.type](entries));
      this.#scan ??= await session.watch(task, session.core.stream(chunkRequest(this.#job), this.#chunkElements));
      const scan = this.#scan;
      const words = new Uint32Array(input.buffer, 0, entries);
      await session.withToken(task, (token) => scan.push(words, bitsOf(output), undefined, token));
      return output;
    });
  }

  /** @param {ReadableStreamDefaultController<Elements>} controller @param {unknown} failure */
  #fail(controller, failure) {
    if (this.#ended) return;
    this.#end();
    controller.error(failure);
    // Whoever fills the stream learns that nobody reads it any more; that it may have failed itself is known.
    this.#bytes.cancel(failure).catch(() => {});
  }

  /** Lets go of everything; a chunk under way stops soon, and the GPU's buffers are freed behind it. */
  #end() {
    if (this.#ended) return;
    this.#ended = true;
    this.#forget();
    this.#stopper.abort();
    this.#input = null;
    this.#session.release(() => this.#scan?.free());
  }
}
