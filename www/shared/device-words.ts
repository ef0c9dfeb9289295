/** Checks of buffers of a device, which functions accept in place of arrays. */

import { MAX_U32, TYPES, badArgument, checkInteger, checkOneOf, describe } from './arguments.ts';
import { USAGE } from './flags.ts';
import type { ElementType, Operator } from '../types.ts';

/** The additional keys of a request whose first input is a buffer. */
export const BUFFER_KEYS = ['type', 'n', 'output', 'onSubmitted'];

/** The first words of a buffer. Their number is `length`, as in an array. */
export class DeviceWords {
  buffer: GPUBuffer;
  length: number;

  constructor(buffer: GPUBuffer, length: number) {
    this.buffer = buffer;
    this.length = length;
  }
}

type Interface = 'GPUAdapter' | 'GPUBuffer' | 'GPUDevice';
/** Getters, each looked up once, since every buffer of every run is checked. */
const getters: Record<Interface, Record<string, (() => any) | undefined>> = { GPUAdapter: {}, GPUBuffer: {}, GPUDevice: {} };

/** The value of a built-in getter for an object of an interface, from any realm. Undefined for other values, and without WebGPU. */
function intrinsicOf(name: Interface, value: unknown, key: string): any {
  // For other values, a getter throws, and an exception takes as long as a short scan. Most other values are undefined or arrays.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  const known = getters[name];
  try {
    return (known[key] ??= Object.getOwnPropertyDescriptor(Reflect.get(globalThis, name).prototype, key)?.get)?.call(value);
  } catch {
    return undefined;
  }
}

/** @param key of a getter */
export function intrinsic<K extends keyof GPUBuffer>(value: unknown, key: K): GPUBuffer[K] | undefined {
  return intrinsicOf('GPUBuffer', value, key);
}

/** Whether a buffer is unmapped. The known getter is called without checks, since each run asks this about each of its buffers. */
export function isUnmapped(buffer: GPUBuffer) {
  return (getters.GPUBuffer.mapState?.call(buffer) ?? intrinsic(buffer, 'mapState')) === 'unmapped';
}

export function isDevice(value: unknown): value is GPUDevice {
  return intrinsicOf('GPUDevice', value, 'limits') !== undefined;
}

export function isAdapter(value: unknown): value is GPUAdapter {
  return intrinsicOf('GPUAdapter', value, 'limits') !== undefined;
}

export function isDeviceBuffer(value: unknown): value is GPUBuffer {
  return intrinsic(value, 'size') !== undefined;
}

/** Throws if a further input is in a buffer although the first input is an array. */
export function refuseBuffer(name: string, value: unknown) {
  if (isDeviceBuffer(value)) throw badArgument(`${name} must be an array, since the first input is an array; it was a GPUBuffer.`);
}

/**
 * The elements of a buffer.
 * @param given their type, and their number if the buffer is longer
 */
export function checkBuffer(
  name: string,
  buffer: GPUBuffer,
  operator: Pick<Operator, 'id' | 'words' | 'types'>,
  given: { type?: unknown; n?: unknown },
): { words: DeviceWords; type: ElementType; n: number } {
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
 * @param length in words
 */
export function wordsOfBuffer(name: string, buffer: GPUBuffer, length: number) {
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
 * The caller's buffers for outputs, by name. Their lengths are checked later, since the plan gives the required lengths.
 * @param inputs the words of the inputs
 */
export function checkOutputs(given: Record<string, unknown>, names: string[], inputs: (unknown | undefined)[]): Record<string, GPUBuffer> {
  const outputs: Record<string, GPUBuffer> = {};
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
