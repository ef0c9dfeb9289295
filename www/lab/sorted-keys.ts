/** The sorted keys of a search or a merge. */

import { MAX_U32, badArgument, bitsOf, checkInteger } from '../shared/arguments.ts';
import { orderOf } from '../shared/key-order.ts';
import type { ElementType, Elements } from '../types.ts';
import type { Reader } from './operations.ts';

/**
 * Checks sorted keys. Keys in an array must be sorted.
 * @param length the number of keys, if the array or buffer has more
 * @param like the first input, whose type the keys must have
 */
export function checkSorted<Input>(
  { elements }: Pick<Reader<Input, unknown>, 'elements'>,
  value: unknown,
  length: unknown,
  { like, type, descending }: { like: string; type: ElementType; descending: boolean },
): Input & { length: number } {
  const count = length === undefined ? undefined : checkInteger('sortedLength', length, 0, MAX_U32);
  const { array, type: found } = elements('sorted', value, undefined, { type, n: count });
  if (found !== type) throw badArgument(`sorted must have keys of ${type}, like ${like}; they are ${found}.`);
  if (!ArrayBuffer.isView(array)) return array as Input & { length: number };
  const all = array as Input & Elements;
  const required = count ?? all.length;
  if (all.length < required) throw badArgument(`sorted must have ${required} or more keys; it has ${all.length}.`);
  const keys = all.subarray(0, required);
  requireOrder('sorted', keys, { type, descending });
  return keys as Input & Elements;
}

/** Requires that keys are sorted if they are in an array. */
export function requireOrder(name: string, keys: unknown, order: { type: ElementType; descending: boolean }) {
  if (!ArrayBuffer.isView(keys)) return;
  const [key, words, numbers] = [orderOf(order), bitsOf(keys as Elements), keys as Elements];
  const bad = words.findIndex((word, at) => at > 0 && key(word) < key(words[at - 1]));
  if (bad < 0) return;
  const written = (number: number) => (Object.is(number, -0) ? '-0' : number);
  const wanted = `the order of a ${order.descending ? 'descending ' : ''}sort`;
  throw badArgument(
    `${name} must have keys in ${wanted}; ${name}[${bad}] is ${written(numbers[bad])}, after ${written(numbers[bad - 1])}.`,
  );
}
