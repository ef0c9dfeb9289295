/** Checks of what callers pass in. Every message states what was required and what was found. */

import { ScanLabError } from './errors.js';
/** @import { Algorithm, ElementType, Elements, Operator, RunOptions, TuningParameter } from './types.d.ts' */

export const TYPES = /** @type {const} */ (['u32', 'i32', 'f32']);
export const MODES = /** @type {const} */ (['inclusive', 'exclusive']);
export const DIRECTIONS = /** @type {const} */ (['forward', 'backward']);
export const MAX_U32 = 2 ** 32 - 1;

/** @type {Record<string, ElementType>} */
const TYPE_OF_ARRAY = { Uint32Array: 'u32', Int32Array: 'i32', Float32Array: 'f32' };
/** @type {Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor>} */
export const ARRAY_OF_TYPE = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };

/** @param {Elements} array the core knows arrays as words of bits */
export function bitsOf(array) {
  return new Uint32Array(array.buffer, array.byteOffset, array.length);
}

/**
 * Throws where the memory of an array was given away, to a worker for one; such an array seems empty.
 * @param {Record<string, Elements | undefined>} arrays by name
 */
export function requireThere(arrays) {
  for (const [name, array] of Object.entries(arrays)) {
    try {
      // Nothing can be made of such memory, in browsers that have no `detached` too.
      if (array) new Uint8Array(array.buffer);
    } catch {
      throw badArgument(`${name} must stay where it is until its scan has ended; its buffer was taken away.`);
    }
  }
}

/** @param {string} message */
export function badArgument(message) {
  return new ScanLabError('bad-argument', message);
}

/**
 * A value in a few words, for messages.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    return `an object of class ${Object.prototype.toString.call(value).slice(8, -1)}`;
  }
  return typeof value === 'function' ? 'a function' : String(value);
}

/**
 * The value as an object that has no other keys than these; undefined stands for an empty one.
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} keys
 * @returns {Record<string, unknown>}
 */
export function checkObject(name, value, keys) {
  const given = value === undefined ? {} : value;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
    throw badArgument(`${name} must be an object; it was ${describe(value)}.`);
  }
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) {
      throw badArgument(`${name} may have the keys ${keys.join(', ')}; it has ${describe(key)}.`);
    }
  }
  return /** @type {Record<string, unknown>} */ (given);
}

/**
 * @template {string} T
 * @param {string} name
 * @param {unknown} value
 * @param {readonly T[]} allowed
 * @param {T} [fallback] where the value is undefined
 * @returns {T}
 */
export function checkOneOf(name, value, allowed, fallback) {
  const given = value === undefined && fallback !== undefined ? fallback : value;
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw badArgument(`${name} must be one of ${allowed.join(', ')}; it was ${describe(value)}.`);
  return found;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} fallback
 */
export function checkBoolean(name, value, fallback) {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw badArgument(`${name} must be true or false; it was ${describe(value)}.`);
  return value;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 */
export function checkInteger(name, value, min, max) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw badArgument(`${name} must be an integer from ${min} to ${max}; it was ${describe(value)}.`);
  }
  return value;
}

/**
 * @param {unknown} value
 * @returns {AbortSignal | undefined}
 */
export function checkSignal(value) {
  if (value === undefined) return undefined;
  const signal = /** @type {Partial<AbortSignal> | null} */ (value);
  if (typeof signal !== 'object' || typeof signal?.aborted !== 'boolean' || typeof signal.addEventListener !== 'function') {
    throw badArgument(`signal must be an AbortSignal; it was ${describe(value)}.`);
  }
  return /** @type {AbortSignal} */ (value);
}

/**
 * @param {unknown} value
 * @returns {RunOptions}
 */
export function checkRunOptions(value) {
  const { signal, onProgress } = checkObject('options', value, ['signal', 'onProgress']);
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw badArgument(`onProgress must be a function; it was ${describe(onProgress)}.`);
  }
  return { signal: checkSignal(signal), onProgress: /** @type {RunOptions['onProgress']} */ (onProgress) };
}

/**
 * @param {Algorithm[]} algorithms
 * @param {string} id
 * @returns {readonly TuningParameter[]}
 */
const parametersOf = (algorithms, id) => algorithms.find((one) => one.id === id)?.tuning ?? [];

/**
 * @param {Algorithm[]} algorithms
 * @param {string} id
 * @param {unknown} value
 * @returns {Record<string, number>} what was asked for; the core fills in its defaults, some of which follow n
 */
export function checkTuning(algorithms, id, value) {
  const parameters = parametersOf(algorithms, id);
  if (parameters.length === 0 && Object.keys(checkObject('tuning', value, Object.keys(value ?? {}))).length > 0) {
    throw badArgument(`tuning must be empty, since ${id} has no parameters; it has ${Object.keys(value ?? {}).join(', ')}.`);
  }
  const given = checkObject(`tuning of ${id}`, value, parameters.map(({ name }) => name));
  /** @type {Record<string, number>} */
  const tuning = {};
  for (const { name, min, max } of parameters) {
    if (given[name] !== undefined) tuning[name] = checkInteger(`tuning.${name} of ${id}`, given[name], min, max);
  }
  return tuning;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Operator} operator
 * @returns {{ array: Elements, type: ElementType, n: number }}
 */
export function checkElements(name, value, operator) {
  const type = TYPE_OF_ARRAY[Object.prototype.toString.call(value).slice(8, -1)];
  if (type === undefined || !ArrayBuffer.isView(value)) {
    throw badArgument(`${name} must be a Uint32Array, Int32Array or Float32Array; it was ${describe(value)}.`);
  }
  const array = /** @type {Elements} */ (/** @type {unknown} */ (value));
  requireThere({ [name]: array });
  if (array.length % operator.words !== 0) {
    throw badArgument(
      `${name} must have a multiple of ${operator.words} entries, one element of ${operator.id} each; it has ${array.length}.`,
    );
  }
  return { array, type, n: array.length / operator.words };
}
