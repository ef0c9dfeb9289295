/** What the steps of a run have the device do. Nothing is waited for but what a step reads: the device does it in its order. */
import { isDeviceBuffer } from '../../shared/device-words.ts';
import { accepted, read } from './device.ts';
import { keptOf, keptOn } from './arrays.ts';
import type { Fields, Lab } from '../types.ts';
import type { Words } from './arrays.ts';

/** The methods of a lab that take buffers. */
type Method = 'scan' | 'reduce' | 'compact' | 'partition' | 'runLengths' | 'reduceByKey' | 'histogram' | 'sort';

/** Calls of the lab that the device has at a time: each has working buffers of its own. */
const MOST_CALLS = 6;

/** The buffers of a result: it is one, or has some. */
const buffersOf = (made: unknown): GPUBuffer[] => (isDeviceBuffer(made) ? [made] : Object.values(made ?? {}).filter(isDeviceBuffer));

export class Work {
  lab: Lab;
  device;
  chosen;
  signal;
  /** What the device is still to take, in order. */
  #taken: Promise<unknown>[] = [];
  /** Buffers that are of no result so far. */
  #made: Set<GPUBuffer> = new Set();
  /** When the calls so far have ended. */
  #calls: Promise<unknown>[] = [];
  #isOver = false;

  /** @param options scan: the id of the chosen one */
  constructor(lab: Lab, { scan, signal }: { scan: string; signal?: AbortSignal }) {
    this.lab = lab;
    this.device = lab.device;
    this.chosen = scan;
    this.signal = signal;
  }

  /** What `make` gives, which submits its commands: a buffer, or several by name. */
  make<T>(make: () => T): T {
    let done: { made: T } | undefined;
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

  /** The buffer of words, the same one for as long as there are the same words. */
  kept(words: Words): GPUBuffer {
    const known = keptOf(this.device, words);
    if (known) return known;
    let buffer: GPUBuffer | undefined;
    this.#expect(accepted(this.device, () => void (buffer = keptOn(this.device, words))));
    return buffer as GPUBuffer;
  }

  /**
   * What a method of the lab gives, before the device has done it.
   * @param inputs words are kept on the device, also those of the request
   */
  async call(
    method: Method,
    inputs: GPUBuffer | Words | [keys: GPUBuffer | Words, values: GPUBuffer | Words],
    request: Record<string, any> = {},
  ): Promise<any> {
    const onDevice = (one: unknown) => (ArrayBuffer.isView(one) ? this.kept(one as Words) : one);
    const given = Object.fromEntries(Object.entries(request).map(([name, one]) => [name, onDevice(one)]));
    let onSubmitted: (result: unknown) => void = () => {};
    const submitted = new Promise((resolve) => (onSubmitted = resolve));
    const { lab, signal } = this;
    await this.#calls[this.#calls.length - MOST_CALLS];
    const done = (lab as any)[method](...[inputs].flat().map(onDevice), { ...given, signal, onSubmitted });
    this.#expect(done);
    this.#calls.push(done.catch(() => {}));
    return this.#track(await Promise.race([submitted, done]));
  }

  scan(input: GPUBuffer | Words, request?: Record<string, any>): Promise<GPUBuffer> {
    return this.call('scan', input, request);
  }

  /** What `read` gives, which reads what all that was submitted before has made. */
  reading<T>(read: () => Promise<T>): Promise<T> {
    return this.#expect(accepted(this.device, read));
  }

  /** Words of a buffer. */
  read(buffer: GPUBuffer, first?: number, words?: number) {
    return this.#expect(accepted(this.device, () => read(this.device, buffer, first, words), { isRead: true }));
  }

  /** A number in a buffer, by default of u32. */
  number(buffer: GPUBuffer, i: number, Type: typeof Int32Array | typeof Uint32Array | typeof Float32Array = Uint32Array): Promise<number> {
    return this.#expect(this.read(buffer, i, 1).then((words) => new Type(words.buffer)[0]));
  }

  /** What `work` gives; the other buffers that are made meanwhile are destroyed. */
  async within<T>(work: () => Promise<T> | T): Promise<T> {
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

  /** Destroys what was made and is not found, as results are that a step has not waited for; also those that are still to come. */
  sweep(found: Fields) {
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
    if (refused) throw (refused as PromiseRejectedResult).reason;
  }

  #expect<T>(taken: Promise<T>): Promise<T> {
    // It is awaited later.
    taken.catch(() => {});
    this.#taken.push(taken);
    return taken;
  }

  #track<T>(made: T): T {
    for (const buffer of buffersOf(made)) {
      if (this.#isOver) buffer.destroy();
      else this.#made.add(buffer);
    }
    return made;
  }
}
