/** Arrays that kernels compute on the device, element by element, and scans of them. JavaScript does not touch single elements. */
import { isDeviceBuffer } from '../../shared/device-words.ts';
import { lengthOf } from './arrays.ts';
import { accepted, read, readAll, storage, submit } from './device.ts';
import { NONE, bitsOf } from '../parts/words.ts';
import type { Fields } from '../types.ts';
import type { Kernel, Words } from './device.ts';
import type { Work } from './work.ts';

/** The names that WGSL expressions of an index `i` may use. */
export type Given = {
  /** as f32 */
  floats?: Record<string, number>;
  /** as u32 */
  whole?: Record<string, number>;
  /** arrays and buffers, which are only read; a buffer has the type of the result, unless another type is given */
  arrays?: Record<string, Words | GPUBuffer | [buffer: GPUBuffer, type: string]>;
  /** the type of the result's words (default f32) */
  type?: 'f32' | 'u32' | 'i32';
  /** functions that the expressions call */
  code?: string;
};

/**
 * An array whose elements have one word per expression in `words`. Commands are submitted before the call returns.
 * @param n elements
 */
export function mapped(
  device: GPUDevice,
  n: number,
  words: string[],
  { floats = {}, whole = {}, arrays = {}, type = 'f32', code = '' }: Given,
) {
  const named = [
    ...Object.keys(floats).map((name) => `let ${name} = bitcast<f32>(numbers.${name});`),
    ...Object.keys(whole).map((name) => `let ${name} = u32(numbers.${name});`),
  ];
  const output = storage(device, n * words.length);
  submit(device, {
    n,
    numbers: { ...Object.fromEntries(Object.entries(floats).map(([name, number]) => [name, bitsOf(number)])), ...whole },
    reads: Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, isDeviceBuffer(array) ? [array, type] : array])),
    writes: { output: [output, type] },
    code: `${code}
    fn each(i: u32) {
      ${named.join('\n')}
      ${words.map((word, rank) => `output[${words.length} * i + ${rank}] = ${word};`).join('\n')}
    }`,
  });
  return output;
}

/**
 * An array of `mapped` as a buffer of a run.
 * @param n elements
 */
export const mappedOn = (work: Work, n: number, words: string[], given: Given) => work.make(() => mapped(work.device, n, words, given));

/** The words that a kernel counts with the atomics `counts`, which begin at 0. They are read back. */
export function counted(work: Work, words: number, kernel: Kernel) {
  const { device } = work;
  return work.reading(() => {
    const counts = storage(device, words);
    submit(device, { ...kernel, writes: { ...kernel.writes, counts: [counts, 'atomic<u32>'] } });
    const found = read(device, counts);
    counts.destroy();
    return found;
  });
}

/** The number of invocations of a reduction. Each handles every REDUCERS-th element. */
const REDUCERS = 2 ** 14;
/** WGSL of each operator: for two words, and for a word in memory. */
const OPERATORS = { add: ['word + values[k]', 'atomicAdd'], max: ['max(word, values[k])', 'atomicMax'] };

/** The sum of all u32 of a buffer, or the largest u32, for display. The kernel takes less time than the start of an operation of the lab. */
export async function reduced(work: Work, values: GPUBuffer, operator: 'add' | 'max' = 'add') {
  const [word, atomic] = OPERATORS[operator];
  const all = lengthOf(values);
  const code = `fn each(i: u32) {
    var word = 0u;
    for (var k = i; k < u32(numbers.all); k += ${REDUCERS}) { word = ${word}; }
    ${atomic}(&counts[0], word);
  }`;
  const [found] = await counted(work, 1, { n: Math.min(all, REDUCERS), numbers: { all }, reads: { values }, code });
  return found;
}

/** The number of indices `i` below n that meet a condition, a WGSL expression; for display, like `reduced`. */
export async function countWhere(work: Work, n: number, condition: string, { numbers, reads }: Pick<Kernel, 'numbers' | 'reads'>) {
  const code = `fn each(first: u32) {
    var count = 0u;
    for (var i = first; i < u32(numbers.all); i += ${REDUCERS}) { count += u32(${condition}); }
    atomicAdd(&counts[0], count);
  }`;
  const [found] = await counted(work, 1, { n: Math.min(n, REDUCERS), numbers: { ...numbers, all: n }, reads, code });
  return found;
}

/**
 * Sums of weights by bins, in a new buffer. Commands are submitted before the call returns.
 * @param words WGSL expressions of an index `i`: the bin and the weight
 * @param kernel code: functions that the expressions call
 */
export function weightedHistogram(
  device: GPUDevice,
  bins: number,
  [bin, weight]: [bin: string, weight: string],
  { code = '', ...kernel }: Omit<Kernel, 'writes' | 'code'> & { code?: string },
) {
  const sums = storage(device, bins);
  const writes = { sums: [sums, 'atomic<u32>'] as [GPUBuffer, string] };
  submit(device, { ...kernel, writes, code: `${code} fn each(i: u32) { atomicAdd(&sums[${bin}], ${weight}); }` });
  return sums;
}

/** The largest word, in a new buffer. Commands are submitted before the call returns. */
export function largestOf(device: GPUDevice, values: GPUBuffer | Words) {
  const largest = storage(device, 1);
  const writes = { largest: [largest, 'atomic<u32>'] as [GPUBuffer, string] };
  submit(device, {
    n: lengthOf(values),
    reads: { values: [values, 'u32'] },
    writes,
    code: 'fn each(i: u32) { atomicMax(&largest[0], values[i]); }',
  });
  return largest;
}

/** The sum of all counts, from the last start and the last count. */
export async function totalOf(work: Work, starts: GPUBuffer, counts: GPUBuffer) {
  const last = counts.size / 4 - 1;
  const [start, count] = await Promise.all([work.number(starts, last), work.number(counts, last)]);
  return start + count;
}

/**
 * An array of n words: the word at places[i] is values[i], or i without values. All other words are NONE. Commands are submitted before
 * the call returns.
 * @param places scatter indices of u32; indices beyond the array, which wrong scans produce, are ignored
 * @param values of u32
 */
export function scattered(device: GPUDevice, n: number, places: GPUBuffer | Words, values?: GPUBuffer | Words) {
  const output = mapped(device, n, [`${NONE}u`], { type: 'u32' });
  submit(device, {
    n: lengthOf(places),
    numbers: { words: n },
    reads: { places, ...(values && { values }) },
    writes: { output },
    code: `fn each(i: u32) { if (places[i] < u32(numbers.words)) { output[places[i]] = ${values ? 'values[i]' : 'i'}; } }`,
  });
  return output;
}

/**
 * Scans a mapped array. Returns the values of the expression `result`, which reads the `prefixes`, by default one value per element.
 * @param n elements
 * @param request of the scan; the type is that of the given array
 */
export async function mappedScan(
  work: Work,
  n: number,
  { words, result, results = n, ...given }: Given & { words: string[]; result: string; results?: number },
  request: Record<string, any>,
): Promise<GPUBuffer> {
  const prefixes = await work.scan(mappedOn(work, n, words, given), { ...request, type: given.type ?? 'f32' });
  return mappedOn(work, results, [result], { ...given, arrays: { ...given.arrays, prefixes } });
}

/**
 * The values of a recurrence x ← factor · x + term that starts at 0, by the chosen scan of affine maps.
 * @param given with a shape, each row has its own recurrence
 */
export function recurrence(
  work: Work,
  n: number,
  words: [factor: string, term: string],
  {
    shape,
    result = 'prefixes[2 * i + 1]',
    ...given
  }: Given & { shape?: [rows: number, columns: number]; result?: string; results?: number },
) {
  return mappedScan(work, n, { words, result, ...given }, { operator: 'affine', shape, algorithm: work.chosen });
}

/**
 * A result with arrays in place of buffers: of f32, unless another type is given.
 * @param types by name
 */
export async function readTyped(
  device: GPUDevice,
  found: Fields,
  types: Record<string, typeof Int32Array | typeof Uint32Array> = {},
): Promise<Fields> {
  const arrays = await readAll(device, found);
  const typed = Object.entries(arrays).map(([name, array]) => {
    const Type = types[name] ?? Float32Array;
    return [name, isDeviceBuffer(found[name]) ? new Type(array.buffer) : array];
  });
  return Object.fromEntries(typed);
}

/**
 * Numbers of an array from an index on, in a buffer of f32 or of another type.
 * @param device of the buffer; undefined for an array
 */
export async function numbersAt(
  device: GPUDevice | undefined,
  array: GPUBuffer | ArrayLike<number>,
  first: number,
  count: number,
  Type: typeof Int32Array | typeof Uint32Array | typeof Float32Array = Float32Array,
): Promise<ArrayLike<number>> {
  if (!device || !isDeviceBuffer(array)) return Array.prototype.slice.call(array, first, first + count);
  const words = await accepted(device, () => read(device, array, first, count), { isRead: true });
  return new Type(words.buffer);
}

/** One number of such an array or buffer. */
export const numberAt = async (
  device: GPUDevice | undefined,
  array: GPUBuffer | ArrayLike<number>,
  i: number,
  Type: typeof Int32Array | typeof Uint32Array | typeof Float32Array = Float32Array,
) => (await numbersAt(device, array, i, 1, Type))[0];
