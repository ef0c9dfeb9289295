/** Keys of sorts, of one word or of two. */

import { ARRAY_OF_TYPE, TYPES, badArgument, checkOneOf, describe, elementsOf, intrinsic, requireThere } from '../shared/arguments.ts';
import { isDeviceBuffer } from '../shared/device-words.ts';
import type { ElementType, Elements, KeyType } from '../types.ts';
import type { Reader } from './operations.ts';

type WideType = Exclude<KeyType, ElementType>;

const WIDE_ARRAYS = { u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array } satisfies Record<WideType, unknown>;
const ARRAYS = { ...ARRAY_OF_TYPE, ...WIDE_ARRAYS };
const WIDE_TYPES = Object.keys(WIDE_ARRAYS) as WideType[];
const KEY_TYPES: KeyType[] = [...TYPES, ...WIDE_TYPES];

export const isWide = (type: KeyType): type is WideType => Object.hasOwn(WIDE_ARRAYS, type);

/** The words of an output as an array of the type. */
export const arrayOfKeys = (type: KeyType, words: Uint32Array) => new ARRAYS[type](words.buffer as ArrayBuffer);

/** The words of an array of keys of two words, the low word of each key first; null for other values. */
export function wideKeysOf(name: string, value: unknown): { array: Uint32Array; type: WideType; n: number } | null {
  const found = ArrayBuffer.isView(value) ? intrinsic(value, Symbol.toStringTag) : undefined;
  const type = WIDE_TYPES.find((one) => WIDE_ARRAYS[one].name === found);
  if (type === undefined) return null;
  requireThere({ [name]: value as Elements });
  const n = intrinsic(value, 'length');
  return { type, array: new Uint32Array(intrinsic(value, 'buffer'), intrinsic(value, 'byteOffset'), 2 * n), n };
}

/** Checks keys, which may have two words: an array, or a buffer of the given type. */
export function checkKeys<Input>(
  { elements }: Pick<Reader<Input, unknown>, 'elements'>,
  name: string,
  value: unknown,
  { type: given, n }: { type?: unknown; n?: unknown },
): { array: Input; type: KeyType; n: number } {
  if (isDeviceBuffer(value)) {
    const type = checkOneOf('type', given, KEY_TYPES, TYPES[0]);
    if (!isWide(type)) return elements(name, value, undefined, { type, n });
    return { ...elements(name, value, { id: type, words: 2, types: ['u32'] }, { n }), type };
  }
  const wide = wideKeysOf(name, value);
  if (wide) return wide as { array: Input & Uint32Array; type: KeyType; n: number };
  if (elementsOf(name, value)) return elements(name, value, undefined, {});
  const names = KEY_TYPES.map((type) => ARRAYS[type].name);
  throw badArgument(`${name} must be a ${names.slice(0, -1).join(', ')} or ${names.at(-1)}; it was ${describe(value)}.`);
}
