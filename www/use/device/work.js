/** What the steps of a run have the device do. Nothing is waited for but what a step reads: the device does it in its order. */
import { isDeviceBuffer } from '../../shared/device-words.js';
import { accepted, read } from './device.js';
import { keptOn } from './arrays.js';

/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('./arrays.js').Words} Words */
/** The methods of a lab that take buffers. @typedef {'scan' | 'reduce' | 'compact' | 'partition' | 'runLengths' | 'reduceByKey' | 'histogram' | 'sort'} Method */

/** The buffers of a result: it is one, or has some. @param {unknown} made @returns {GPUBuffer[]} */
const buffersOf = (made) => (isDeviceBuffer(made) ? [made] : Object.values(made ?? {}).filter(isDeviceBuffer));

export class Work {
  /** What the device is still to take, in order. @type {Promise<unknown>[]} */
  #taken = [];
  /** Buffers that are of no result so far. @type {Set<GPUBuffer>} */
  #made = new Set();

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
    if (!done) throw new Error('The device has thrown; why, `settled` says.');
    return this.#track(done.made);
  }

  /** The buffer of words, the same one for as long as there are the same words. @param {Words} words @returns {GPUBuffer} */
  kept(words) {
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
    const done = /** @type {any} */ (lab)[method](...[inputs].flat().map(onDevice), { ...given, signal, onSubmitted });
    this.#expect(done);
    return this.#track(await Promise.race([submitted, done]));
  }

  /** @param {GPUBuffer | Words} input @param {Record<string, any>} [request] @returns {Promise<GPUBuffer>} */
  scan(input, request) {
    return this.call('scan', input, request);
  }

  /** What `read` gives, which reads what all that was submitted before has made. @template T @param {() => Promise<T>} read @returns {Promise<T>} */
  async reading(read) {
    return accepted(this.device, read);
  }

  /** Words of a buffer. @param {GPUBuffer} buffer @param {number} [first] @param {number} [words] */
  read(buffer, first, words) {
    return this.reading(() => read(this.device, buffer, first, words));
  }

  /** A number in a buffer, by default of u32. @param {GPUBuffer} buffer @param {number} i @param {typeof Int32Array | typeof Uint32Array | typeof Float32Array} [Type] */
  async number(buffer, i, Type = Uint32Array) {
    return new Type((await this.read(buffer, i, 1)).buffer)[0];
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

  /** Destroys what was made and is not found: results that a step has not waited for. @param {import('../types.d.ts').Fields} found */
  sweep(found) {
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

  /** @param {Promise<unknown>} taken */
  #expect(taken) {
    // It is awaited later.
    taken.catch(() => {});
    this.#taken.push(taken);
  }

  /** @template T @param {T} made @returns {T} */
  #track(made) {
    for (const buffer of buffersOf(made)) this.#made.add(buffer);
    return made;
  }
}
