/** The order of the keys of a checked sort, of one word or of two. */

import { orderOf } from '../shared/key-order.ts';
import type { OperationJob } from './operations.ts';

/** Keys in arrays of words. Functions take an array of whole keys, and the index of a key in it. */
type Keys = {
  /** the number of words of a key, 1 or 2 */
  words: number;
  comparesAllBits: boolean;
  /** the number that determines the order of a key */
  order: (keys: Uint32Array, at: number) => number | bigint;
  /** a number for messages */
  show: (keys: Uint32Array, at: number) => number;
  /** the keys in sorted order, by a stable sort */
  sorted: (keys: Uint32Array) => Uint32Array;
};

export function keysOf(job: OperationJob): Keys {
  if (job.wideType) return wideKeysOf(job, job.wideType);
  const { bits: [from, to] = [0, 32] } = job;
  const order = orderOf(job);
  return {
    words: 1,
    comparesAllBits: to - from === 32,
    order: (keys, at) => order(keys[at]),
    show: (keys, at) => keys[at] ?? NaN,
    sorted: (keys) =>
      keys.length > RADIX_KEYS ? radixSorted(keys, order) : keys.slice().sort((left, right) => order(left) - order(right)),
  };
}

const [SIGN, ALL] = [2n ** 63n, 2n ** 64n - 1n];

function wideKeysOf({ descending, bits: [from, to] = [0, 64] }: OperationJob, type: NonNullable<OperationJob['wideType']>): Keys {
  const flip = descending ? ALL : 0n;
  const keyOf = (keys: Uint32Array, at: number) => (BigInt(keys[2 * at + 1]) << 32n) | BigInt(keys[2 * at]);
  const order: Keys['order'] = (keys, at) => BigInt.asUintN(to - from, (ascending(type, keyOf(keys, at)) ^ flip) >> BigInt(from));
  return {
    words: 2,
    comparesAllBits: to - from === 64,
    order,
    show: (keys, at) => (2 * at < keys.length ? Number(keyOf(keys, at)) : NaN),
    sorted(keys) {
      const orders = Array.from({ length: keys.length / 2 }, (_, at) => order(keys, at));
      const places = Uint32Array.from(orders.keys()).sort((i, j) => (orders[i] < orders[j] ? -1 : Number(orders[i] > orders[j])));
      return Uint32Array.from(keys, (_, at) => keys[2 * places[at >>> 1] + (at & 1)]);
    },
  };
}

function ascending(type: NonNullable<OperationJob['wideType']>, key: bigint) {
  if (type === 'u64') return key;
  if (type === 'i64') return key ^ SIGN;
  const [number] = new Float64Array(BigUint64Array.of(key).buffer);
  if (Number.isNaN(number)) return ALL;
  return key >= SIGN ? key ^ ALL : key ^ SIGN;
}

/** The number of keys from which on the radix sort is used: that of its counters. */
const RADIX_KEYS = 2048;

/** A stable radix sort of keys by the compared bits: 11 bits per pass, from the lowest bits on. */
function radixSorted(keys: Uint32Array, order: (word: number) => number) {
  let from: Uint32Array = keys;
  let to: Uint32Array = new Uint32Array(keys.length);
  for (let shift = 0; shift < 33; shift += 11) {
    const starts = new Uint32Array(2049);
    for (const key of from) starts[((order(key) >>> shift) & 2047) + 1]++;
    for (let digit = 0; digit < 2048; digit++) starts[digit + 1] += starts[digit];
    for (const key of from) to[starts[(order(key) >>> shift) & 2047]++] = key;
    [from, to] = [to, from];
  }
  return from;
}
