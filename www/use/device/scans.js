/** Arrays of f32 that are made on the device, element by element, and scans of them: of so many elements only kernels see each one. */
import { isDeviceBuffer } from '../../shared/device-words.js';
import { accepted, borrowed, giveBack, read, readAll, storage, submit } from './device.js';
import { bitsOf } from '../parts/words.js';

/** @typedef {import('../types.d.ts').Fields} Fields */
/** @typedef {import('./work.js').Work} Work */
/** @typedef {import('./device.js').Words} Words */
/**
 * What WGSL expressions of an index `i` name.
 * @typedef {object} Given
 * @property {Record<string, number>} [floats] as f32
 * @property {Record<string, number>} [whole] as u32
 * @property {Record<string, Words | GPUBuffer>} arrays which stay; those in buffers are of f32
 */

/** An array whose elements have a word of f32 for each expression; its commands are submitted before it returns. @param {GPUDevice} device @param {number} n elements @param {string[]} words @param {Given} given */
export function mapped(device, n, words, { floats = {}, whole = {}, arrays }) {
  const named = [
    ...Object.keys(floats).map((name) => `let ${name} = bitcast<f32>(numbers.${name});`),
    ...Object.keys(whole).map((name) => `let ${name} = u32(numbers.${name});`),
  ];
  const output = storage(device, n * words.length);
  submit(device, {
    n,
    numbers: { ...Object.fromEntries(Object.entries(floats).map(([name, number]) => [name, bitsOf(number)])), ...whole },
    reads: Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, isDeviceBuffer(array) ? [array, 'f32'] : array])),
    writes: { output: [output, 'f32'] },
    code: `fn each(i: u32) {
      ${named.join('\n')}
      ${words.map((word, rank) => `output[${words.length} * i + ${rank}] = ${word};`).join('\n')}
    }`,
  });
  return output;
}

/** Words that a kernel counts from 0 on, in atomics by the name of `counts`. @param {Work} work @param {number} words @param {import('./device.js').Kernel} kernel */
export function counted(work, words, kernel) {
  const { device } = work;
  return work.reading(() => {
    const counts = borrowed(device, words);
    submit(device, { ...kernel, writes: { ...kernel.writes, counts: [counts, 'atomic<u32>'] } });
    const found = read(device, counts);
    giveBack(device, counts);
    return found;
  });
}

/** The sum of all counts, by where each begins. @param {Work} work @param {GPUBuffer} starts @param {GPUBuffer} counts */
export async function totalOf(work, starts, counts) {
  const last = counts.size / 4 - 1;
  const [start, count] = await Promise.all([work.number(starts, last), work.number(counts, last)]);
  return start + count;
}

/** Another buffer with the same words; its commands are submitted before it returns. @param {GPUDevice} device @param {GPUBuffer} buffer */
export function copied(device, buffer) {
  const copy = storage(device, buffer.size / 4);
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
  device.queue.submit([encoder.finish()]);
  return copy;
}

/**
 * What an expression of the `prefixes` of a mapped array gives, by default for each element.
 * @param {Work} work @param {number} n elements
 * @param {Given & { words: string[], result: string, results?: number }} given
 * @param {Record<string, any>} request of the scan of f32
 * @returns {Promise<GPUBuffer>}
 */
export async function mappedScan(work, n, { words, result, results = n, ...given }, request) {
  const elements = work.make(() => mapped(work.device, n, words, given));
  const prefixes = await work.scan(elements, { ...request, type: 'f32' });
  return work.make(() => mapped(work.device, results, [result], { ...given, arrays: { ...given.arrays, prefixes } }));
}

/** A result with arrays in the place of buffers: of f32, but for those that are of other types. @param {GPUDevice} device @param {Fields} found @param {Record<string, typeof Int32Array | typeof Uint32Array>} [types] by name @returns {Promise<Fields>} */
export async function readTyped(device, found, types = {}) {
  const arrays = await readAll(device, found);
  const typed = Object.entries(arrays).map(([name, array]) => {
    const Type = types[name] ?? Float32Array;
    return [name, isDeviceBuffer(found[name]) ? new Type(array.buffer) : array];
  });
  return Object.fromEntries(typed);
}

/** One number of an array, in a buffer of f32 or of another type. @param {GPUDevice | undefined} device @param {GPUBuffer | ArrayLike<number>} array @param {number} i @param {typeof Int32Array | typeof Uint32Array | typeof Float32Array} [Type] @returns {Promise<number>} */
export async function numberAt(device, array, i, Type = Float32Array) {
  if (!device || !isDeviceBuffer(array)) return /** @type {ArrayLike<number>} */ (array)[i];
  const words = await accepted(device, () => read(device, array, i, 1), { isRead: true });
  return new Type(words.buffer)[0];
}
