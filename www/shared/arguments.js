/** Checks of arguments. Every message states what was required and what was found. */

import { ScanLabError, messageOf } from './errors.js';
/** @import { Algorithm, ElementType, Elements, Operator, RunOptions, TuningParameter } from '../types.d.ts' */

export const TYPES = /** @type {const} */ (['u32', 'i32', 'f32']);
export const MODES = /** @type {const} */ (['inclusive', 'exclusive']);
export const DIRECTIONS = /** @type {const} */ (['forward', 'backward']);
export const MAX_U32 = 2 ** 32 - 1;

/** The most entries of a list. */
const MAX_ENTRIES = 10_000;
/** Characters of a value that a message quotes. */
const MAX_QUOTED = 60;

/** @type {Record<string, ElementType>} */
const TYPE_OF_ARRAY = { Uint32Array: 'u32', Int32Array: 'i32', Float32Array: 'f32' };
/** @type {Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor>} */
export const ARRAY_OF_TYPE = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };

/** @param {Elements} array whose words the core gets as bit patterns */
export function bitsOf(array) {
  return new Uint32Array(array.buffer, array.byteOffset, array.length);
}

const VIEW = Object.getPrototypeOf(Uint32Array.prototype);

/**
 * A property of a typed array, even if it is overridden; undefined for other values.
 * @param {unknown} array
 * @param {string | symbol} key of a getter that typed arrays share
 */
const intrinsic = (array, key) => /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(VIEW, key)).get?.call(array);

/**
 * A typed array on the same memory, without overridden properties.
 * @param {string} name
 * @param {unknown} value
 * @returns {{ type: ElementType, array: Elements } | null} null for other values
 */
export function elementsOf(name, value) {
  const type = ArrayBuffer.isView(value) ? TYPE_OF_ARRAY[intrinsic(value, Symbol.toStringTag)] : undefined;
  if (type === undefined) return null;
  requireThere({ [name]: /** @type {Elements} */ (value) });
  return { type, array: new ARRAY_OF_TYPE[type](intrinsic(value, 'buffer'), intrinsic(value, 'byteOffset'), intrinsic(value, 'length')) };
}

/**
 * Throws where the memory of an array was transferred, for instance to a worker, or has shrunk; such an array seems empty.
 * @param {Record<string, Elements | undefined>} arrays by name
 */
export function requireThere(arrays) {
  for (const [name, array] of Object.entries(arrays)) {
    try {
      if (array) VIEW.keys.call(array);
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
 * A short description of any value, for messages.
 * @param {unknown} value
 */
export function describe(value) {
  if (typeof value === 'string') return JSON.stringify(short(value));
  // Printing many digits takes seconds.
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? `${value}n` : 'a BigInt of more than 64 bits';
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return short(String(value));
  try {
    if (Array.isArray(value)) return `an array of length ${value.length}`;
    return `an object of class ${short(Object.prototype.toString.call(value).slice(8, -1))}`;
  } catch {
    return 'an object that cannot be read';
  }
}

/** @param {string} text */
function short(text) {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/**
 * Reads a caller's object, whose getters and traps may throw anything.
 * @template T
 * @param {string} name
 * @param {() => T} read
 * @returns {T}
 */
export function reading(name, read) {
  try {
    return read();
  } catch (failure) {
    throw new ScanLabError('bad-argument', `${name} must be readable; reading it has failed: ${short(messageOf(failure))}`, {
      cause: failure,
    });
  }
}

/**
 * The fields of an object that has only these keys, each read once; undefined stands for an empty object.
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} keys
 * @returns {Record<string, unknown>}
 */
export function checkObject(name, value, keys) {
  if (value === undefined) return {};
  const isObject = reading(name, () => typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value));
  if (!isObject) throw badArgument(`${name} must be an object; it was ${describe(value)}.`);
  const given = /** @type {Record<string, unknown>} */ (value);
  const unknown = reading(name, () => Object.keys(given)).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw badArgument(`${name} may have the keys ${keys.join(', ')}; it has ${describe(unknown)}.`);
  }
  return reading(name, () => Object.fromEntries(keys.map((key) => [key, given[key]]).filter(([, field]) => field !== undefined)));
}

/**
 * A copy of an object's own fields, which stays as it is when the caller changes the object; other values as they are.
 * @param {string} name
 * @param {unknown} value
 */
export function copyOfObject(name, value) {
  return reading(name, () =>
    typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value) ? value : { ...value },
  );
}

/**
 * A list of at least one entry, each read once.
 * @param {string} name
 * @param {unknown} value
 * @returns {unknown[]}
 */
export function checkList(name, value) {
  const list = copyOfList(name, value, MAX_ENTRIES);
  if (list?.length) return list;
  throw badArgument(`${name} must be an array of one or more, and at most ${MAX_ENTRIES}; it was ${describe(value)}.`);
}

/**
 * The entries of an array, each read once.
 * @param {string} name
 * @param {unknown} value
 * @param {number} most the most entries
 * @returns {unknown[] | null} null for other values
 */
export function copyOfList(name, value, most) {
  return reading(name, () => {
    const length = Array.isArray(value) ? value.length : -1;
    const list = /** @type {unknown[]} */ (value);
    return length >= 0 && length <= most ? Array.from({ length }, (_, rank) => list[rank]) : null;
  });
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

/** @param {string} name @param {unknown} value */
export function checkCondition(name, value) {
  if (typeof value === 'string') return value;
  throw badArgument(`${name} must be an expression in WGSL; it was ${describe(value)}.`);
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
  try {
    // A signal that follows it, without overridden properties; it throws for other values.
    return AbortSignal.any([/** @type {AbortSignal} */ (value)]);
  } catch {
    throw badArgument(`signal must be an AbortSignal; it was ${describe(value)}.`);
  }
}

/** A callback, which gets what the caller of the check knows. @param {string} name @param {unknown} value @returns {((given: any) => void) | undefined} */
export function checkCallback(name, value) {
  if (value === undefined || typeof value === 'function') return /** @type {((given: any) => void) | undefined} */ (value);
  throw badArgument(`${name} must be a function; it was ${describe(value)}.`);
}

/**
 * @param {unknown} value
 * @returns {RunOptions}
 */
export function checkRunOptions(value) {
  const { signal, onProgress } = checkObject('options', value, ['signal', 'onProgress']);
  return { signal: checkSignal(signal), onProgress: checkCallback('onProgress', onProgress) };
}

/**
 * @param {readonly Algorithm[]} algorithms
 * @param {string} id
 * @returns {readonly TuningParameter[]}
 */
const parametersOf = (algorithms, id) => algorithms.find((one) => one.id === id)?.tuning ?? [];

/**
 * @param {readonly Algorithm[]} algorithms
 * @param {string} id
 * @param {unknown} value
 * @returns {Record<string, number>} the given parameters; the core adds defaults, some of which depend on n
 */
export function checkTuning(algorithms, id, value) {
  const parameters = parametersOf(algorithms, id);
  if (parameters.length === 0) {
    const unknown = reading('tuning', () => (typeof value === 'object' ? Object.keys(value ?? {}) : []))[0];
    if (unknown !== undefined) throw badArgument(`tuning must be empty, since ${id} has no parameters; it has ${describe(unknown)}.`);
  }
  const given = checkObject(
    `tuning of ${id}`,
    value,
    parameters.map(({ name }) => name),
  );
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
 * @param {Pick<Operator, 'id' | 'words'>} operator
 * @returns {{ array: Elements, type: ElementType, n: number }}
 */
export function checkElements(name, value, operator) {
  const found = elementsOf(name, value);
  if (!found) throw badArgument(`${name} must be a Uint32Array, Int32Array or Float32Array; it was ${describe(value)}.`);
  const { type, array } = found;
  if (array.length % operator.words !== 0) {
    throw badArgument(
      `${name} must have a multiple of ${operator.words} entries, one element of ${operator.id} each; it has ${array.length}.`,
    );
  }
  return { array, type, n: array.length / operator.words };
}

/**
 * A flag an element, in an array of words.
 * @param {string} name
 * @param {unknown} value
 * @param {number} n
 * @returns {Uint32Array}
 */
export function checkFlags(name, value, n) {
  const required = `${name} must be a Uint32Array of ${n} flags, each 0 or 1, one per element`;
  const found = elementsOf(name, value);
  if (found?.type !== 'u32') throw badArgument(`${required}; it was ${describe(value)}.`);
  const flags = /** @type {Uint32Array} */ (found.array);
  if (flags.length !== n) throw badArgument(`${required}; it has ${flags.length}.`);
  const bad = flags.findIndex((flag) => flag > 1);
  if (bad >= 0) throw badArgument(`${required}; ${name}[${bad}] is ${flags[bad]}.`);
  return flags;
}
