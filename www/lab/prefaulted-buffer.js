/**
 * Result buffers that are faulted in ahead. The system gives a new array its memory when it is first written, page by page, which takes
 * longer than to copy what is written: a worker has that done while the page copies the input and the GPU is at work.
 */

import { PAGE_BYTES, SLICE_BYTES, SOURCE } from './prefaulted-buffer-worker.js';
import { refuse, workerSources, workerUrl } from '../shared/worker-sources.js';

/** A worker is asked from this length on; for less, a message takes as long. */
const LEAST_BYTES = 2 ** 22;
/** A worker without orders ends: it takes some megabytes. */
const REST_MS = 5000;
/** Nothing longer is ordered in advance: it may never be wanted. */
const MOST_ADVANCE_BYTES = 2 ** 29;

/**
 * What to call when an array is wanted, and when it is not any more: a worker may be blocked for ever, and what it owes would be kept.
 * @typedef {{ want: () => void, drop: () => void }} Order
 */

/** The worker, and what it owes. */
class Supplier {
  #worker;
  /** @type {Map<number, PrefaultedBuffer>} */
  #orders = new Map();
  #last = 0;
  #rest = 0;
  #answered = false;
  #end;

  /** @param {Worker} worker @param {() => void} onEnd @param {() => void} onRefused where it fails before its first answer */
  constructor(worker, onEnd, onRefused) {
    this.#worker = worker;
    const end = () => {
      clearTimeout(this.#rest);
      worker.terminate();
      onEnd();
    };
    this.#end = end;
    worker.onmessage = ({ data: { id, bytes, touched } }) => {
      this.#answered = true;
      const order = this.#orders.get(id);
      this.#drop(id);
      if (bytes) order?.deliver(bytes, touched);
    };
    worker.onerror = () => {
      if (!this.#answered) onRefused();
      end();
    };
  }

  /** @param {number} id */
  #drop(id) {
    if (this.#orders.delete(id) && !this.#orders.size) this.#rest = setTimeout(this.#end, REST_MS);
  }

  /** @param {PrefaultedBuffer} array @param {number} length @returns {Order} */
  order(array, length) {
    const id = this.#last++;
    clearTimeout(this.#rest);
    this.#orders.set(id, array);
    this.#worker.postMessage({ id, length });
    return { want: () => this.#worker.postMessage({ id }), drop: () => this.#drop(id) };
  }
}

/** @type {Supplier | null} */
let supplier = null;

/** A worker that fails before it has answered at all is one that the page's policy refuses, and would refuse the next time. */
function start() {
  const { Worker } = globalThis;
  const [source] = workerSources(globalThis);
  if (!source || !Worker) return null;
  const { url, release } = workerUrl(source, 'prefaulted-buffer-worker.js', SOURCE);
  try {
    const one = new Supplier(
      new Worker(url),
      () => {
        if (supplier === one) supplier = null;
      },
      () => refuse(globalThis, source),
    );
    return one;
  } catch {
    refuse(globalThis, source);
    return null;
  } finally {
    release();
  }
}

/** What was asked for last: who asks for it twice will ask again. */
let lastLength = 0;
/** @type {PrefaultedBuffer | null} */
let inAdvance = null;
let advanceEnd = 0;

/** The array that was ordered in advance, which is nobody's then. */
function takeAdvance() {
  const array = inAdvance;
  inAdvance = null;
  clearTimeout(advanceEnd);
  return array;
}

/** Memory that is needed more than what is made in advance. @param {number} length */
function allocateNow(length) {
  try {
    return new Uint8Array(length);
  } catch {
    takeAdvance()?.discard();
    return new Uint8Array(length);
  }
}

/** Bytes that are written piece by piece: into the worker's array where it has come by then, else into one of the page's own. */
export class PrefaultedBuffer {
  #length;
  /** @type {Order | undefined} */
  #order;
  /** @type {Uint8Array<ArrayBuffer> | null} */
  #bytes = null;
  /** How many are faulted in for certain. */
  #touched = 0;
  /** @type {unknown} */
  #failure;

  /** @param {number} length in bytes */
  constructor(length) {
    this.#length = length;
    if (length >= LEAST_BYTES) this.#order = (supplier ??= start())?.order(this, length);
  }

  /**
   * One that may have been ordered in advance, as the next one is, when its length was the last one's, too: the worker goes on while
   * this one is written.
   * @param {number} length in bytes
   */
  static of(length) {
    const kept = takeAdvance();
    const array = kept && kept.#length === length ? kept : new PrefaultedBuffer(length);
    if (kept !== array) kept?.discard();
    if (array.#order && length === lastLength && length <= MOST_ADVANCE_BYTES) {
      inAdvance = new PrefaultedBuffer(length);
      advanceEnd = setTimeout(() => takeAdvance()?.discard(), REST_MS);
    }
    lastLength = length;
    return array;
  }

  /** Not to be kept any more by what supplies it. */
  drop() {
    this.#order?.drop();
  }

  /** It will not be written: the worker need not go on with it before what is wanted. */
  discard() {
    this.want();
    this.drop();
  }

  /** Asks for it, however much of it is faulted in. */
  want = () => this.#order?.want();

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {number} touched */
  deliver(bytes, touched) {
    if (this.#bytes) return;
    this.#bytes = bytes;
    this.#touched = touched;
  }

  /** Does not throw: the core would not notice. @param {Uint8Array} piece @param {number} at */
  write(piece, at) {
    if (this.#failure) return;
    try {
      const bytes = (this.#bytes ??= allocateNow(this.#length));
      this.drop();
      if (at + piece.length <= this.#touched) return bytes.set(piece, at);
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        const slice = piece.subarray(from, from + SLICE_BYTES);
        for (let byte = 0; byte < slice.length; byte += PAGE_BYTES) bytes[at + from + byte] = 0;
        bytes.set(slice, at + from);
      }
    } catch (failure) {
      this.#failure = failure;
    }
  }

  /**
   * What the core calls with one piece after the other, and once before them without any.
   * @param {number} at where the first begins
   * @param {() => void} [onWait]
   */
  writer(at, onWait = this.want) {
    return (/** @type {Uint8Array | undefined} */ piece) => {
      if (!piece) return onWait();
      this.write(piece, at);
      at += piece.length;
    };
  }

  /** All of it, once it is written. Throws where there was no memory. */
  get buffer() {
    this.drop();
    if (this.#failure) throw this.#failure;
    return (this.#bytes ?? allocateNow(this.#length)).buffer;
  }
}
