/** Work of the steps of a run on the device. JavaScript waits only for reads: the device executes the rest in order. */
import { isDeviceBuffer } from '../../shared/device-words.ts';
import { accepted, read } from './device.ts';
import { keptOf, keptOn } from './arrays.ts';
import type { Fields, Lab } from '../types.ts';
import type { Words } from './arrays.ts';

/** The methods of a lab that take buffers. */
type Method = 'scan' | 'reduce' | 'compact' | 'partition' | 'runLengths' | 'reduceByKey' | 'histogram' | 'sort';

/** The maximum number of calls of the lab at a time: each has its own scratch buffers. */
const MOST_CALLS = 6;

/** The buffers of a result: itself, or its fields. */
const buffersOf = (made: unknown): GPUBuffer[] => (isDeviceBuffer(made) ? [made] : Object.values(made ?? {}).filter(isDeviceBuffer));

export class Work {
  lab: Lab;
  device;
  chosen;
  signal;
  /** Work that the device has not accepted yet, in order. */
  #taken: Promise<unknown>[] = [];
  /** Buffers that are not part of a result yet. */
  #made: Set<GPUBuffer> = new Set();
  /** The calls so far; each settles when its call has ended. */
  #calls: Promise<unknown>[] = [];
  #isOver = false;

  /** @param options scan: the id of the chosen scan */
  constructor(lab: Lab, { scan, signal }: { scan: string; signal?: AbortSignal }) {
    this.lab = lab;
    this.device = lab.device;
    this.chosen = scan;
    this.signal = signal;
  }

  /** The result of `make`: a buffer, or several by name. `make` submits its commands before it returns. */
  make<T>(make: () => T): T {
    let done: { made: T } | undefined;
    const taken = accepted(this.device, () => {
      const made = make();
      done = { made };
      return made;
    });
    this.#expect(taken);
    // A caller reports the reason of the refusal instead of this error.
    if (!done) throw new Error('Commands were not submitted.');
    return this.#track(done.made);
  }

  /** The cached buffer of words. The same array has the same buffer. */
  kept(words: Words): GPUBuffer {
    const known = keptOf(this.device, words);
    if (known) return known;
    let buffer: GPUBuffer | undefined;
    this.#expect(accepted(this.device, () => void (buffer = keptOn(this.device, words))));
    return buffer as GPUBuffer;
  }

  /**
   * The result of a method of the lab, before the device has computed it.
   * @param inputs arrays are cached on the device, including those of the request
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

  /** The result of `read`, which reads the results of all work that was submitted before. */
  reading<T>(read: () => Promise<T>): Promise<T> {
    return this.#expect(accepted(this.device, read));
  }

  read(buffer: GPUBuffer, first?: number, words?: number) {
    return this.#expect(accepted(this.device, () => read(this.device, buffer, first, words), { isRead: true }));
  }

  /** A number in a buffer, by default a u32. */
  number(buffer: GPUBuffer, i: number, Type: typeof Int32Array | typeof Uint32Array | typeof Float32Array = Uint32Array): Promise<number> {
    return this.#expect(this.read(buffer, i, 1).then((words) => new Type(words.buffer)[0]));
  }

  /** The result of `work`. Other buffers that are created meanwhile are destroyed. */
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

  /** Destroys created buffers that are not in `found`. Buffers that arrive later, such as results that no step waited for, are destroyed too. */
  sweep(found: Fields) {
    this.#isOver = true;
    const kept = new Set(buffersOf(found));
    for (const buffer of this.#made) if (!kept.has(buffer)) buffer.destroy();
  }

  /** Waits until the device has accepted all submitted work. Throws the reason of the first refusal. */
  async settled() {
    const taken = this.#taken;
    this.#taken = [];
    const outcomes = await Promise.allSettled(taken);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    if (refused) throw (refused as PromiseRejectedResult).reason;
  }

  #expect<T>(taken: Promise<T>): Promise<T> {
    // The promise may reject before it is awaited.
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
