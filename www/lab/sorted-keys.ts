/** The sorted keys of a search. */

import { MAX_U32, badArgument, bitsOf, checkInteger } from '../shared/arguments.ts';
import { orderOf } from '../shared/key-order.ts';
import type { ElementType, Elements } from '../types.ts';
import type { Reader } from './operations.ts';

/**
 * Checks sorted keys. Keys in an array must be sorted.
 * @param length the number of keys, if the array or buffer has more
 * @param type that of the needles
 */
export function checkSorted<Input>(
  { elements }: Pick<Reader<Input, unknown>, 'elements'>,
  value: unknown,
  length: unknown,
  type: ElementType,
): Input & { length: number } {
  const count = length === undefined ? undefined : checkInteger('sortedLength', length, 0, MAX_U32);
  const { array, type: found } = elements('sorted', value, undefined, { type, n: count });
  if (found !== type) throw badArgument(`sorted must have keys of ${type}, like needles; they are ${found}.`);
  if (!ArrayBuffer.isView(array)) return array as Input & { length: number };
  const all = array as Input & Elements;
  const required = count ?? all.length;
  if (all.length < required) throw badArgument(`sorted must have ${required} or more keys; it has ${all.length}.`);
  const keys = all.subarray(0, required);
  const [order, words] = [orderOf({ type }), bitsOf(keys)];
  const bad = words.findIndex((word, at) => at > 0 && order(word) < order(words[at - 1]));
  if (bad < 0) return keys as Input & Elements;
  const written = (key: number) => (Object.is(key, -0) ? '-0' : key);
  throw badArgument(
    `sorted must have keys in the order of a sort; sorted[${bad}] is ${written(keys[bad])}, after ${written(keys[bad - 1])}.`,
  );
}
