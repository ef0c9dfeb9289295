/** Arrays in buffers of a device, which stay for as long as a state of an application has them. */

import { USAGE } from '../../shared/flags.ts';

/** Arrays of words, or of float64, as reference programs find them, which are of f32 on a device. */
export type Words = Uint32Array | Int32Array | Float32Array | Float64Array;

export const STORAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;

/** A buffer of storage of zeros. */
export function storage(device: GPUDevice, words: number) {
  return device.createBuffer({ size: 4 * words, usage: STORAGE });
}

/** A buffer of storage with these words. */
export function upload(device: GPUDevice, words: Words) {
  const buffer = storage(device, words.length);
  device.queue.writeBuffer(buffer, 0, words instanceof Float64Array ? Float32Array.from(words) : words);
  return buffer;
}

/** Buffers of words that stay. */
const uploaded: WeakMap<GPUDevice, WeakMap<Words, GPUBuffer>> = new WeakMap();
/** The numbers of states whose inputs have them. */
const holders: WeakMap<GPUDevice, WeakMap<Words, number>> = new WeakMap();

/** The buffer of words, if there is one. */
export const keptOf = (device: GPUDevice, words: Words) => uploaded.get(device)?.get(words);

/** A buffer of words, the same one for as long as there are the same words, so that a control that moves needs no upload. */
export function keptOn(device: GPUDevice, words: Words) {
  const known = uploaded.get(device) ?? new WeakMap();
  uploaded.set(device, known);
  const buffer = known.get(words) ?? upload(device, words);
  known.set(words, buffer);
  return buffer;
}

/** Forgets all buffers of words, one of which the device has refused. */
export const forgetAll = (device: GPUDevice) => uploaded.delete(device);

/** WGSL's type of an array's elements. */
export const elementTypeOf = (words: Words) => (words instanceof Int32Array ? 'i32' : words instanceof Uint32Array ? 'u32' : 'f32');

/** How many words there are, in a buffer or in an array, as a still picture is drawn of. */
export const lengthOf = (words: GPUBuffer | Words) => (ArrayBuffer.isView(words) ? words.length : words.size / 4);

/** The arrays of an input, at any depth of records. */
function arraysOf(input: unknown): Words[] {
  if (ArrayBuffer.isView(input)) return [input as Words];
  const isRecord = input !== null && typeof input === 'object' && Object.getPrototypeOf(input) === Object.prototype;
  return isRecord ? Object.values(input).flatMap(arraysOf) : [];
}

/** Keeps the arrays of a state's input until it is dropped. Several states, also of other elements of the page, may have the same arrays. */
export function hold(device: GPUDevice, input: unknown) {
  for (const words of arraysOf(input)) {
    const counts = holders.get(device) ?? new WeakMap();
    holders.set(device, counts.set(words, (counts.get(words) ?? 0) + 1));
  }
}

/**
 * Destroys the buffers of an input's arrays that no other state has: they would wait for the garbage collector.
 * @param input that was held
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
