/** Checks of buffers of a device, which functions take in the place of arrays. */

import { MAX_U32, TYPES, badArgument, checkInteger, checkOneOf } from './arguments.js';
/** @import { ElementType, Operator } from '../types.d.ts' */

/** GPUBufferUsage, which is not there where there is no WebGPU. */
export const USAGE = { COPY_SRC: 0x4, COPY_DST: 0x8, INDEX: 0x10, VERTEX: 0x20, STORAGE: 0x80, INDIRECT: 0x100 };

/** Words of a buffer, from its first on: as long as an array of them would be. */
export class DeviceWords {
  /** @param {GPUBuffer} buffer @param {number} length */
  constructor(buffer, length) {
    this.buffer = buffer;
    this.length = length;
  }
}

/** Whether a value is a GPUBuffer, of any realm, whose getters alone accept it. @param {unknown} value @returns {value is GPUBuffer} */
export function isDeviceBuffer(value) {
  const size = typeof GPUBuffer === 'undefined' ? undefined : Object.getOwnPropertyDescriptor(GPUBuffer.prototype, 'size')?.get;
  try {
    return size?.call(value) !== undefined;
  } catch {
    return false;
  }
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
  const most = buffer.size / elementBytes;
  if (given.n === undefined && !Number.isInteger(most)) {
    throw badArgument(`${name} must have a multiple of ${elementBytes} bytes, one element of ${operator.id} each; it has ${buffer.size}.`);
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
  if (!(buffer.usage & USAGE.COPY_SRC))
    throw badArgument(`${name} must be a GPUBuffer with the usage COPY_SRC; its usage is ${buffer.usage}.`);
  if (buffer.mapState !== 'unmapped') throw badArgument(`${name} must be an unmapped GPUBuffer; it is ${buffer.mapState}.`);
  if (buffer.size < 4 * length) {
    throw badArgument(`${name} must be a GPUBuffer of ${4 * length} bytes or more, ${length} words; it has ${buffer.size}.`);
  }
  return new DeviceWords(buffer, length);
}
