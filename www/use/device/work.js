/** What the steps of a run have the device do. Nothing is waited for but what a step reads: the device does it in its order. */
import { isDeviceBuffer } from '../../shared/device-words.js';
import { accepted, read } from './device.js';
import { keptOf, keptOn } from './arrays.js';

/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('./arrays.js').Words} Words */
/** The methods of a lab that take buffers. @typedef {'scan' | 'reduce' | 'compact' | 'partition' | 'runLengths' | 'reduceByKey' | 'histogram' | 'sort'} Method */

/** Calls of the lab that the device has at a time: each has working buffers of its own. */
const MOST_CALLS = 6;

/** The buffers of a result: it is one, or has some. @param {unknown} made @returns {GPUBuffer[]} */
const buffersOf = (made) => (isDeviceBuffer(made) ? [made] : Object.values(made ?? {}).filter(isDeviceBuffer));

export class Work {
  /** What the device is still to take, in order. @type {Promise<unknown>[]} */
  #taken = [];
  /** Buffers that are of no result so far. @type {Set<GPUBuffer>} */
  #made = new Set();
  /** When the calls so far have ended. @type {Promise<unknown>[]} */
  #calls = [];
  #isOver = false;

  /** @param {Lab} lab @param {{ scan: string, signal?: AbortSignal }} options scan: the id of the chosen one */
  constructor(lab, { scan, signal }) {
    this.lab = lab;
    this.device = lab.device;
    this.chosen = scan;
    this.signal = signal;
  }

  /** What `make` gives, which submits its commands: a buffer, or several by name. @template T @param {() => T} make @returns {T} */
  make(make) {
    /** @type {{ made: T } | undefined} */
    let done;
    const taken = accepted(this.device, () => {
      const made = make();
      done = { made };
      return made;
    });
    this.#expect(taken);
    // The reason is that for which it was not taken.
    if (!done) throw new Error('Commands were not submitted.');
    return this.#track(done.made);
  }

  /** The buffer of words, the same one for as long as there are the same words. @param {Words} words @returns {GPUBuffer} */
  kept(words) {
    const known = keptOf(this.device, words);
    if (known) return known;
    /** @type {GPUBuffer | undefined} */
    let buffer;
    this.#expect(accepted(this.device, () => void (buffer = keptOn(this.device, words))));
    return /** @type {GPUBuffer} */ (buffer);
  }

  /**
   * What a method of the lab gives, before the device has done it.
   * @param {Method} method @param {GPUBuffer | Words | [keys: GPUBuffer | Words, values: GPUBuffer | Words]} inputs words are kept on the device, also those of the request
   * @param {Record<string, any>} [request] @returns {Promise<any>}
   */
  async call(method, inputs, request = {}) {
    const onDevice = (/** @type {unknown} */ one) => (ArrayBuffer.isView(one) ? this.kept(/** @type {Words} */ (one)) : one);
    const given = Object.fromEntries(Object.entries(request).map(([name, one]) => [name, onDevice(one)]));
    /** @type {(result: unknown) => void} */
    let onSubmitted = () => {};
    const submitted = new Promise((resolve) => (onSubmitted = resolve));
    const { lab, signal } = this;
    await this.#calls[this.#calls.length - MOST_CALLS];
    const done = /** @type {any} */ (lab)[method](...[inputs].flat().map(onDevice), { ...given, signal, onSubmitted });
    this.#expect(done);
    this.#calls.push(done.catch(() => {}));
    return this.#track(await Promise.race([submitted, done]));
  }

  /** @param {GPUBuffer | Words} input @param {Record<string, any>} [request] @returns {Promise<GPUBuffer>} */
  scan(input, request) {
    return this.call('scan', input, request);
  }

  /** What `read` gives, which reads what all that was submitted before has made. @template T @param {() => Promise<T>} read @returns {Promise<T>} */
  reading(read) {
    return this.#expect(accepted(this.device, read));
  }

  /** Words of a buffer. @param {GPUBuffer} buffer @param {number} [first] @param {number} [words] */
  read(buffer, first, words) {
    return this.#expect(accepted(this.device, () => read(this.device, buffer, first, words), { isRead: true }));
  }

  /** A number in a buffer, by default of u32. @param {GPUBuffer} buffer @param {number} i @param {typeof Int32Array | typeof Uint32Array | typeof Float32Array} [Type] @returns {Promise<number>} */
  number(buffer, i, Type = Uint32Array) {
    return this.#expect(this.read(buffer, i, 1).then((words) => new Type(words.buffer)[0]));
  }

  /** What `work` gives; the other buffers that are made meanwhile are destroyed. @template T @param {() => Promise<T> | T} work @returns {Promise<T>} */
  async within(work) {
    const outer = this.#made;
    this.#made = new Set();
    try {
      const result = await work();
      for (const buffer of buffersOf(result)) if (this.#made.delete(buffer)) outer.add(buffer);
      return result;
    } finally {
      for (const buffer of this.#made) buffer.destroy();
      this.#made = outer;
    }
  }

  /** Destroys what was made and is not found, as results are that a step has not waited for; also those that are still to come. @param {import('../types.d.ts').Fields} found */
  sweep(found) {
    this.#isOver = true;
    const kept = new Set(buffersOf(found));
    for (const buffer of this.#made) if (!kept.has(buffer)) buffer.destroy();
  }

  /** Waits until the device has taken all that was submitted; throws why it has not, of the first of it. */
  async settled() {
    const taken = this.#taken;
    this.#taken = [];
    const outcomes = await Promise.allSettled(taken);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    if (refused) throw /** @type {PromiseRejectedResult} */ (refused).reason;
  }

  /** @template T @param {Promise<T>} taken @returns {Promise<T>} */
  #expect(taken) {
    // It is awaited later.
    taken.catch(() => {});
    this.#taken.push(taken);
    return taken;
  }

  /** @template T @param {T} made @returns {T} */
  #track(made) {
    for (const buffer of buffersOf(made)) {
      if (this.#isOver) buffer.destroy();
      else this.#made.add(buffer);
    }
    return made;
  }
}
