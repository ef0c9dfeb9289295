/**
 * Result buffers with memory that is faulted in ahead of time. The first write to a memory page of a new array faults the page in, which takes
 * longer than the copy. A worker touches the pages while the main thread copies the input and the GPU runs.
 */

import { PAGE_BYTES, SLICE_BYTES, SOURCE } from './prefaulted-buffer-worker.ts';
import { refuse, workerSources, workerUrl } from '../shared/worker-sources.ts';

const WORKER = new URL('../prefaulted-buffer-worker.js', import.meta.url);
/** The worker does not make shorter buffers: a message would take as long as their page faults. */
const LEAST_BYTES = 2 ** 22;
/** An idle worker is terminated after this time, since it occupies some megabytes. */
const IDLE_MS = 5000;
/** Longer buffers are not ordered in advance, since they may never be used. */
const MAX_ADVANCE_BYTES = 2 ** 29;

/**
 * `requestDelivery` makes the worker deliver the buffer in its current state. `drop` removes the order: otherwise a blocked worker would
 * keep the buffer alive.
 */
type Order = { requestDelivery: () => void; drop: () => void };

/** The worker, and its open orders. */
class Supplier {
  #worker;
  #orders: Map<number, PrefaultedBuffer> = new Map();
  #last = 0;
  #idleTimer = 0;
  #answered = false;
  #end;

  /** @param onRefused called if the worker fails before its first answer */
  constructor(worker: Worker, onEnd: () => void, onRefused: () => void) {
    this.#worker = worker;
    const end = () => {
      clearTimeout(this.#idleTimer);
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

  #drop(id: number) {
    if (this.#orders.delete(id) && !this.#orders.size) this.#idleTimer = setTimeout(this.#end, IDLE_MS);
  }

  order(array: PrefaultedBuffer, length: number): Order {
    const id = this.#last++;
    clearTimeout(this.#idleTimer);
    this.#orders.set(id, array);
    this.#worker.postMessage({ id, length });
    return { requestDelivery: () => this.#worker.postMessage({ id }), drop: () => this.#drop(id) };
  }
}

let supplier: Supplier | null = null;

/** Starts a worker. If it fails before its first answer, the page's policy refuses workers, so no other worker is started. */
function start() {
  const { Worker } = globalThis;
  const [source] = workerSources(globalThis, WORKER);
  if (!source || !Worker) return null;
  const { url, release } = workerUrl(source, WORKER, SOURCE);
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

/** The length of the last buffer in bytes. If it repeats, the next buffer is ordered in advance. */
let lastLength = 0;
let inAdvance: PrefaultedBuffer | null = null;
let advanceEnd = 0;

/** Removes and returns the buffer that was ordered in advance. */
function takeAdvance() {
  const array = inAdvance;
  inAdvance = null;
  clearTimeout(advanceEnd);
  return array;
}

/** Allocates an array. If memory is short, first discards the buffer that was ordered in advance. */
function allocateNow(length: number) {
  try {
    return new Uint8Array(length);
  } catch {
    takeAdvance()?.discard();
    return new Uint8Array(length);
  }
}

/** A buffer that is written in slices: the worker's buffer if it arrives in time, else a buffer that the page allocates. */
export class PrefaultedBuffer {
  #length;
  #order: Order | undefined;
  #bytes: Uint8Array<ArrayBuffer> | null = null;
  /** The number of bytes that are known to be faulted in. */
  #touched = 0;
  #failure: unknown;

  /** @param length in bytes */
  constructor(length: number) {
    this.#length = length;
    if (length >= LEAST_BYTES) this.#order = (supplier ??= start())?.order(this, length);
  }

  /**
   * Takes the buffer that was ordered in advance if it has this length, else orders one. If the length repeats, also orders the next buffer:
   * the worker makes it while this one is written.
   * @param length in bytes
   */
  static of(length: number) {
    const kept = takeAdvance();
    const array = kept && kept.#length === length ? kept : new PrefaultedBuffer(length);
    if (kept !== array) kept?.discard();
    if (array.#order && length === lastLength && length <= MAX_ADVANCE_BYTES) {
      inAdvance = new PrefaultedBuffer(length);
      advanceEnd = setTimeout(() => takeAdvance()?.discard(), IDLE_MS);
    }
    lastLength = length;
    return array;
  }

  /** Removes the buffer's order. */
  drop() {
    this.#order?.drop();
  }

  /** Drops an unused buffer, so that the worker does not complete it before others. */
  discard() {
    this.requestDelivery();
    this.drop();
  }

  /** Makes the worker deliver the buffer in its current state. */
  requestDelivery = () => this.#order?.requestDelivery();

  deliver(bytes: Uint8Array<ArrayBuffer>, touched: number) {
    if (this.#bytes) return;
    this.#bytes = bytes;
    this.#touched = touched;
  }

  /** Stores a failure instead of throwing it, since the core ignores exceptions. `buffer` throws it. */
  write(piece: Uint8Array, at: number) {
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
   * A callback for the core. The core calls it once without a slice before it waits for the GPU, then with one slice after another.
   * @param at the offset of the first slice, in bytes
   */
  writer(at: number, onWait: () => void = this.requestDelivery) {
    return (piece: Uint8Array | undefined) => {
      if (!piece) return onWait();
      this.write(piece, at);
      at += piece.length;
    };
  }

  /** The whole buffer, after it is written. Throws if the allocation failed. */
  get buffer() {
    this.drop();
    if (this.#failure) throw this.#failure;
    return (this.#bytes ?? allocateNow(this.#length)).buffer;
  }
}
