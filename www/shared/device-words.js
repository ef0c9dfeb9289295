/** Checks of buffers of a device, which functions take in the place of arrays. */

import { MAX_U32, TYPES, badArgument, checkInteger, checkOneOf, describe } from './arguments.js';
import { USAGE } from './flags.js';
/** @import { ElementType, Operator } from '../types.d.ts' */

/** The keys of a request whose first input is a buffer, beside those of an array. */
export const BUFFER_KEYS = ['type', 'n', 'output', 'onSubmitted'];

/** Words of a buffer, from its first on: as long as an array of them would be. */
export class DeviceWords {
  /** @param {GPUBuffer} buffer @param {number} length */
  constructor(buffer, length) {
    this.buffer = buffer;
    this.length = length;
  }
}

/** Getters, each found once: every buffer of every run that is recorded is asked. @type {Map<string, (() => any) | undefined>} */
const getters = new Map();

/**
 * A property of an object of an interface, of any realm, even if it is overridden; undefined for other values, and where there is no WebGPU.
 * @param {'GPUAdapter' | 'GPUBuffer' | 'GPUDevice'} name
 * @param {unknown} value
 * @param {string} key
 * @returns {any}
 */
function intrinsicOf(name, value, key) {
  const known = `${name}.${key}`;
  try {
    const getter = getters.get(known) ?? Object.getOwnPropertyDescriptor(Reflect.get(globalThis, name).prototype, key)?.get;
    getters.set(known, getter);
    return getter?.call(value);
  } catch {
    return undefined;
  }
}

/**
 * @template {keyof GPUBuffer} K
 * @param {unknown} value
 * @param {K} key of a getter
 * @returns {GPUBuffer[K] | undefined}
 */
export function intrinsic(value, key) {
  return intrinsicOf('GPUBuffer', value, key);
}

/** @param {unknown} value @returns {value is GPUDevice} */
export function isDevice(value) {
  return intrinsicOf('GPUDevice', value, 'limits') !== undefined;
}

/** @param {unknown} value @returns {value is GPUAdapter} */
export function isAdapter(value) {
  return intrinsicOf('GPUAdapter', value, 'limits') !== undefined;
}

/** @param {unknown} value @returns {value is GPUBuffer} */
export function isDeviceBuffer(value) {
  return intrinsic(value, 'size') !== undefined;
}

/** Throws where an input beside an array is in a buffer. @param {string} name @param {unknown} value */
export function refuseBuffer(name, value) {
  if (isDeviceBuffer(value)) throw badArgument(`${name} must be an array where the first input is one; it was a GPUBuffer.`);
}

/**
 * The elements of a buffer.
 * @param {string} name
 * @param {GPUBuffer} buffer
 * @param {Pick<Operator, 'id' | 'words' | 'types'>} operator
 * @param {{ type?: unknown, n?: unknown }} given their type, and their number where the buffer is longer
 * @returns {{ words: DeviceWords, type: ElementType, n: number }}
 */
export function checkBuffer(name, buffer, operator, given) {
  const type = checkOneOf('type', given.type, TYPES, operator.types[0]);
  const elementBytes = 4 * operator.words;
  const size = Number(intrinsic(buffer, 'size'));
  const most = size / elementBytes;
  if (given.n === undefined && !Number.isInteger(most)) {
    throw badArgument(`${name} must have a multiple of ${elementBytes} bytes, one element of ${operator.id} each; it has ${size}.`);
  }
  const n = given.n === undefined ? most : checkInteger('n', given.n, 0, MAX_U32);
  return { words: wordsOfBuffer(name, buffer, n * operator.words), type, n };
}

/**
 * The first words of a buffer.
 * @param {string} name
 * @param {GPUBuffer} buffer
 * @param {number} length in words
 */
export function wordsOfBuffer(name, buffer, length) {
  const [size, usage] = [Number(intrinsic(buffer, 'size')), Number(intrinsic(buffer, 'usage'))];
  const state = intrinsic(buffer, 'mapState');
  if (!(usage & (USAGE.copySource | USAGE.storage))) {
    throw badArgument(`${name} must be a GPUBuffer with the usage STORAGE or COPY_SRC; its usage is ${usage}.`);
  }
  if (state !== 'unmapped') throw badArgument(`${name} must be an unmapped GPUBuffer; it is ${state}.`);
  if (size < 4 * length) {
    throw badArgument(`${name} must be a GPUBuffer of ${4 * length} bytes or more, ${length} words; it has ${size}.`);
  }
  return new DeviceWords(buffer, length);
}

/**
 * The buffers of the caller's for outputs, by their names. Whether they are long enough, the plan says.
 * @param {Record<string, unknown>} given
 * @param {string[]} names
 * @param {(unknown | undefined)[]} inputs words
 * @returns {Record<string, GPUBuffer>}
 */
export function checkOutputs(given, names, inputs) {
  /** @type {Record<string, GPUBuffer>} */
  const outputs = {};
  const used = inputs.flatMap((words) => (words instanceof DeviceWords ? [words.buffer] : []));
  for (const name of names) {
    const buffer = given[name];
    if (buffer === undefined) continue;
    if (!isDeviceBuffer(buffer)) throw badArgument(`${name} must be a GPUBuffer; it was ${describe(buffer)}.`);
    if (used.includes(buffer)) throw badArgument(`${name} must be another buffer than the inputs and other outputs; it was one of these.`);
    used.push(buffer);
    outputs[name] = buffer;
  }
  return outputs;
}
