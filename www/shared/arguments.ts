/** Checks of arguments. Every message states the required and the found value. */

import { ScanLabError, messageOf } from './errors.ts';
import type { ElementType, Elements, Operator, RunOptions, WasmSource } from '../types.ts';

export const TYPES = ['u32', 'i32', 'f32'] as const;
export const MODES = ['inclusive', 'exclusive'] as const;
export const DIRECTIONS = ['forward', 'backward'] as const;
export const MAX_U32 = 2 ** 32 - 1;

const MAX_ENTRIES = 10_000;
/** The maximum number of characters of a value that a message quotes. */
const MAX_QUOTED = 60;

const TYPE_OF_ARRAY: Record<string, ElementType> = { Uint32Array: 'u32', Int32Array: 'i32', Float32Array: 'f32' };
export const ARRAY_OF_TYPE: Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor> = {
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
};

/** The words of an array as bit patterns, for the core. */
export function bitsOf(array: Elements) {
  return new Uint32Array(array.buffer, array.byteOffset, array.length);
}

const VIEW = Object.getPrototypeOf(Uint32Array.prototype);

/**
 * The value of a built-in getter for a typed array, even if the array overrides the property; undefined for other values.
 * @param key of a getter that all typed arrays share
 */
export const intrinsic = (array: unknown, key: string | symbol) =>
  (Object.getOwnPropertyDescriptor(VIEW, key) as PropertyDescriptor).get?.call(array);

/**
 * A typed array on the same memory, without overridden properties.
 * @returns null for values of other classes
 */
export function elementsOf(name: string, value: unknown): { type: ElementType; array: Elements } | null {
  const type = ArrayBuffer.isView(value) ? TYPE_OF_ARRAY[intrinsic(value, Symbol.toStringTag)] : undefined;
  if (type === undefined) return null;
  requireThere({ [name]: value as Elements });
  return { type, array: new ARRAY_OF_TYPE[type](intrinsic(value, 'buffer'), intrinsic(value, 'byteOffset'), intrinsic(value, 'length')) };
}

/**
 * Throws if the buffer of an array was transferred, for example to a worker, or has shrunk. Without this check, the array would seem empty.
 * @param arrays by their names in messages
 */
export function requireThere(arrays: Record<string, Elements | undefined>) {
  for (const [name, array] of Object.entries(arrays)) {
    try {
      if (array) VIEW.keys.call(array);
    } catch {
      throw badArgument(`${name} must keep the same buffer until the scan has ended; the buffer was detached or has shrunk.`);
    }
  }
}

export function badArgument(message: string) {
  return new ScanLabError('bad-argument', message);
}

/** A short description of any value, for messages. */
export function describe(value: unknown) {
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

/** The beginning of a text, for messages. @param most the maximum number of characters */
export function short(text: string, most = MAX_QUOTED) {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Reads a caller's object. Its getters and traps may throw anything. */
export function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof ScanLabError) throw failure;
    throw new ScanLabError('bad-argument', `${name} must be readable; reading it has failed: ${short(messageOf(failure))}`, {
      cause: failure,
    });
  }
}

/** The fields of an object that has only these keys, each read once; undefined stands for an empty object. */
export function checkObject(name: string, value: unknown, keys: readonly string[]): Record<string, unknown> {
  if (value === undefined) return {};
  const given = requireObject(name, value);
  const unknown = reading(name, () => Object.keys(given)).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw badArgument(`${name} may have the keys ${keys.join(', ')}; it has ${describe(unknown)}.`);
  }
  return reading(name, () => Object.fromEntries(keys.map((key) => [key, given[key]]).filter(([, field]) => field !== undefined)));
}

/** A copy of an object's own fields, so that later changes have no effect. Other values are returned unchanged. */
export function copyOfObject(name: string, value: unknown) {
  return reading(name, () => (hasFields(value) ? { ...value } : value));
}

/** The fields of an object, each read once. Throws for other values, which have no named fields. */
export function fieldsOf(name: string, value: unknown): Record<string, unknown> {
  const given = requireObject(name, value);
  return reading(name, () => ({ ...given }));
}

export function requireObject(name: string, value: unknown) {
  const given = reading(name, () => (hasFields(value) ? value : null));
  if (!given) throw badArgument(`${name} must be an object; it was ${describe(value)}.`);
  return given;
}

/** Whether a value is an object with named fields. Throws for a revoked proxy. */
function hasFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The maximum nesting depth of a request's values. The deepest values are the tuning parameters of a sweep's scans. */
const MAX_DEPTH = 4;

/**
 * A copy of a value that JSON can hold. Each part is read once, and undefined fields are left out. Throws for other values, with the path
 * to them.
 */
export function plain(path: string, value: unknown): unknown {
  return reading(path, () => copyOf(path, value, MAX_DEPTH));
}

function copyOf(path: string, value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (typeof value === 'number') throw badArgument(`${path} must be a finite number; it was ${value}.`);
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && depth > 0) {
    const list = copyOfList(path, value, MAX_ENTRIES);
    if (list) return list.map((entry, at) => copyOf(`${path}[${at}]`, entry, depth - 1));
    if (!Array.isArray(value)) {
      const given = Object.entries(value).filter(([, field]) => field !== undefined);
      return Object.fromEntries(given.map(([key, field]) => [key, copyOf(`${path}.${short(key)}`, field, depth - 1)]));
    }
  }
  throw badArgument(`${path} must be a text, a number, true, false, or a list or an object of these; it was ${describe(value)}.`);
}

/** Returns a request if it states its number of elements. */
export function requireLength<T extends { n?: unknown }>(request: T): T {
  if (request.n === undefined) throw badArgument('n must be given, the number of elements; it was undefined.');
  return request;
}

/** A list of at least one entry. Each entry is read once. */
export function checkList(name: string, value: unknown): unknown[] {
  const list = copyOfList(name, value, MAX_ENTRIES);
  if (list?.length) return list;
  throw badArgument(`${name} must be an array of one or more, and at most ${MAX_ENTRIES}; it was ${describe(value)}.`);
}

/**
 * The entries of an array, each read once.
 * @param most the maximum number of entries
 * @returns null for longer arrays and for other values
 */
export function copyOfList(name: string, value: unknown, most: number): unknown[] | null {
  return reading(name, () => {
    const length = Array.isArray(value) ? value.length : -1;
    const list = value as unknown[];
    return length >= 0 && length <= most ? Array.from({ length }, (_, rank) => list[rank]) : null;
  });
}

/** @param fallback the result if the value is undefined */
export function checkOneOf<T extends string>(name: string, value: unknown, allowed: readonly T[], fallback?: T): T {
  const given = value === undefined && fallback !== undefined ? fallback : value;
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw badArgument(`${name} must be one of ${allowed.join(', ')}; it was ${describe(value)}.`);
  return found;
}

export function checkCondition(name: string, value: unknown) {
  if (typeof value === 'string') return value;
  throw badArgument(`${name} must be an expression in WGSL; it was ${describe(value)}.`);
}

export function checkBoolean(name: string, value: unknown, fallback: boolean) {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw badArgument(`${name} must be true or false; it was ${describe(value)}.`);
  return value;
}

export function checkInteger(name: string, value: unknown, min: number, max: number) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw badArgument(`${name} must be an integer from ${min} to ${max}; it was ${describe(value)}.`);
  }
  return value;
}

/** A source of WASM. An address is copied here, so that an address whose properties throw is refused. */
export function checkWasm(value: unknown): WasmSource {
  return reading('wasm', () => {
    if (value instanceof URL) return new URL(value.href);
    const sources = [Response, ArrayBuffer, WebAssembly.Module];
    if (typeof value === 'string' || ArrayBuffer.isView(value) || sources.some((source) => value instanceof source)) {
      return value as WasmSource;
    }
    throw badArgument(`wasm must be an address, a Response, bytes or a WebAssembly.Module; it was ${describe(value)}.`);
  });
}

export function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  try {
    // The result follows the given signal, and has no overridden properties. For other values, `any` throws.
    return AbortSignal.any([value as AbortSignal]);
  } catch {
    throw badArgument(`signal must be an AbortSignal; it was ${describe(value)}.`);
  }
}

/** A callback. The caller of this check knows the type of the callback's argument. */
export function checkCallback(name: string, value: unknown): ((given: any) => void) | undefined {
  if (value === undefined || typeof value === 'function') return value as ((given: any) => void) | undefined;
  throw badArgument(`${name} must be a function; it was ${describe(value)}.`);
}

export function checkRunOptions(value: unknown): RunOptions {
  const { signal, onProgress } = checkObject('options', value, ['signal', 'onProgress']);
  return { signal: checkSignal(signal), onProgress: checkCallback('onProgress', onProgress) };
}

export function checkElements(
  name: string,
  value: unknown,
  operator: Pick<Operator, 'id' | 'words'>,
): { array: Elements; type: ElementType; n: number } {
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

/** The offsets of segments, which ascend up to the number of elements. */
export function checkOffsets(name: string, value: unknown, segments: unknown, n: number): Uint32Array {
  const found = elementsOf(name, value);
  const length = found?.array.length ?? 0;
  const count = checkInteger('segments', segments ?? Math.max(1, length - 1), 1, MAX_U32);
  const required = `${name} must be a Uint32Array of ${count + 1} or more offsets, which ascend up to ${n}`;
  if (found?.type !== 'u32') throw badArgument(`${required}; it was ${describe(value)}.`);
  if (length <= count) throw badArgument(`${required}; it has ${length}.`);
  const offsets = found.array.subarray(0, count + 1) as Uint32Array;
  const bad = offsets.findIndex((offset, at) => offset > n || offset < offsets[at - 1]);
  if (bad >= 0) throw badArgument(`${required}; ${name}[${bad}] is ${offsets[bad]}.`);
  return offsets;
}

/** One flag per element, in an array of words. */
export function checkFlags(name: string, value: unknown, n: number): Uint32Array {
  const required = `${name} must be a Uint32Array of ${n} flags, each 0 or 1, one per element`;
  const found = elementsOf(name, value);
  if (found?.type !== 'u32') throw badArgument(`${required}; it was ${describe(value)}.`);
  const flags = found.array as Uint32Array;
  if (flags.length !== n) throw badArgument(`${required}; it has ${flags.length}.`);
  const bad = flags.findIndex((flag) => flag > 1);
  if (bad >= 0) throw badArgument(`${required}; ${name}[${bad}] is ${flags[bad]}.`);
  return flags;
}
