/** Arrays in buffers of a device, which stay for as long as a state of an application has them. */

import { USAGE } from '../../shared/flags.js';

/** Arrays of words, or of float64, as reference programs find them, which are of f32 on a device. @typedef {Uint32Array | Int32Array | Float32Array | Float64Array} Words */

export const STORAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;

/** A buffer of storage of zeros. @param {GPUDevice} device @param {number} words */
export function storage(device, words) {
  return device.createBuffer({ size: 4 * words, usage: STORAGE });
}

/** A buffer of storage with these words. @param {GPUDevice} device @param {Words} words */
export function upload(device, words) {
  const buffer = storage(device, words.length);
  device.queue.writeBuffer(buffer, 0, words instanceof Float64Array ? Float32Array.from(words) : words);
  return buffer;
}

/** Buffers of words that stay. @type {WeakMap<GPUDevice, WeakMap<Words, GPUBuffer>>} */
const uploaded = new WeakMap();
/** The numbers of states whose inputs have them. @type {WeakMap<GPUDevice, WeakMap<Words, number>>} */
const holders = new WeakMap();

/** The buffer of words, if there is one. @param {GPUDevice} device @param {Words} words */
export const keptOf = (device, words) => uploaded.get(device)?.get(words);

/** A buffer of words, the same one for as long as there are the same words, so that a control that moves needs no upload. @param {GPUDevice} device @param {Words} words */
export function keptOn(device, words) {
  const known = uploaded.get(device) ?? new WeakMap();
  uploaded.set(device, known);
  const buffer = known.get(words) ?? upload(device, words);
  known.set(words, buffer);
  return buffer;
}

/** Forgets all buffers of words, one of which the device has refused. @param {GPUDevice} device */
export const forgetAll = (device) => uploaded.delete(device);

/** WGSL's type of an array's elements. @param {Words} words */
export const elementTypeOf = (words) => (words instanceof Int32Array ? 'i32' : words instanceof Uint32Array ? 'u32' : 'f32');

/** How many words there are, in a buffer or in an array, as a still picture is drawn of. @param {GPUBuffer | Words} words */
export const lengthOf = (words) => (ArrayBuffer.isView(words) ? words.length : words.size / 4);

/** The arrays of an input, at any depth of records. @param {unknown} input @returns {Words[]} */
function arraysOf(input) {
  if (ArrayBuffer.isView(input)) return [/** @type {Words} */ (input)];
  const isRecord = input !== null && typeof input === 'object' && Object.getPrototypeOf(input) === Object.prototype;
  return isRecord ? Object.values(input).flatMap(arraysOf) : [];
}

/** Keeps the arrays of a state's input until it is dropped. Several states, also of other elements of the page, may have the same arrays. @param {GPUDevice} device @param {unknown} input */
export function hold(device, input) {
  for (const words of arraysOf(input)) {
    const counts = holders.get(device) ?? new WeakMap();
    holders.set(device, counts.set(words, (counts.get(words) ?? 0) + 1));
  }
}

/** Destroys the buffers of an input's arrays that no other state has: they would wait for the garbage collector. @param {GPUDevice} device @param {unknown} input that was held */
export function drop(device, input) {
  for (const words of arraysOf(input)) {
    const counts = holders.get(device);
    const count = (counts?.get(words) ?? 0) - 1;
    counts?.set(words, count);
    if (count > 0) continue;
    keptOf(device, words)?.destroy();
    uploaded.get(device)?.delete(words);
  }
}
