/** Arrays in buffers of a device. A buffer stays while a state of an application has its array. */

import { USAGE } from '../../shared/flags.ts';

/** Arrays of words. Reference programs also compute arrays of float64, which are f32 on a device. */
export type Words = Uint32Array | Int32Array | Float32Array | Float64Array;

const STORAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;

/** A storage buffer of zeros. */
export function storage(device: GPUDevice, words: number) {
  return device.createBuffer({ size: 4 * words, usage: STORAGE });
}

/** A storage buffer with these words. */
export function upload(device: GPUDevice, words: Words) {
  const buffer = storage(device, words.length);
  device.queue.writeBuffer(buffer, 0, words instanceof Float64Array ? Float32Array.from(words) : words);
  return buffer;
}

const uploaded: WeakMap<GPUDevice, WeakMap<Words, GPUBuffer>> = new WeakMap();
/** The number of states whose inputs have the words. */
const holders: WeakMap<GPUDevice, WeakMap<Words, number>> = new WeakMap();

/** The cached buffer of words, if there is one. */
export const keptOf = (device: GPUDevice, words: Words) => uploaded.get(device)?.get(words);

/** The cached buffer of words, made on first use. An array that a moving control does not change is uploaded once. */
export function keptOn(device: GPUDevice, words: Words) {
  const known = uploaded.get(device) ?? new WeakMap();
  uploaded.set(device, known);
  const buffer = known.get(words) ?? upload(device, words);
  known.set(words, buffer);
  return buffer;
}

/** Forgets all cached buffers, because the device has refused one of them. */
export const forgetAll = (device: GPUDevice) => uploaded.delete(device);

/** The WGSL type of an array's elements. */
export const elementTypeOf = (words: Words) => (words instanceof Int32Array ? 'i32' : words instanceof Uint32Array ? 'u32' : 'f32');

/** The number of words, in a buffer or in an array; still pictures use arrays. */
export const lengthOf = (words: GPUBuffer | Words) => (ArrayBuffer.isView(words) ? words.length : words.size / 4);

/** The arrays of an input, also in nested records. */
function arraysOf(input: unknown): Words[] {
  if (ArrayBuffer.isView(input)) return [input as Words];
  const isRecord = input !== null && typeof input === 'object' && Object.getPrototypeOf(input) === Object.prototype;
  return isRecord ? Object.values(input).flatMap(arraysOf) : [];
}

/**
 * Keeps the buffers of a state's input until the input is dropped. Several states may have the same arrays, also states of other elements
 * of the page.
 */
export function hold(device: GPUDevice, input: unknown) {
  for (const words of arraysOf(input)) {
    const counts = holders.get(device) ?? new WeakMap();
    holders.set(device, counts.set(words, (counts.get(words) ?? 0) + 1));
  }
}

/**
 * Destroys the buffers of an input's arrays that no other state has. Without this call, the buffers would wait for the garbage collector.
 * @param input an input that is held
 */
export function drop(device: GPUDevice, input: unknown) {
  for (const words of arraysOf(input)) {
    const counts = holders.get(device);
    const count = (counts?.get(words) ?? 0) - 1;
    counts?.set(words, count);
    if (count > 0) continue;
    keptOf(device, words)?.destroy();
    uploaded.get(device)?.delete(words);
  }
}
