/** The order of keys in sorts, top-k and searches. */

import type { ElementType } from '../types.ts';

/** The word that determines the order of keys, as an unsigned number. */
export function orderOf({
  type,
  descending = false,
  bits: [from, to] = [0, 32],
}: {
  type: ElementType;
  descending?: boolean;
  bits?: [number, number];
}): (word: number) => number {
  const mask = to - from === 32 ? 0xffffffff : (1 << (to - from)) - 1;
  const flip = descending ? 0xffffffff : 0;
  return (word) => (((ascending(type, word) ^ flip) >>> from) & mask) >>> 0;
}

function ascending(type: ElementType, word: number) {
  if (type === 'u32') return word;
  const isNegative = word >>> 31 === 1;
  if (type === 'i32') return word ^ 0x80000000;
  // A NaN of either sign is last.
  if ((word & 0x7fffffff) > 0x7f800000) return 0xffffffff;
  return isNegative ? ~word : word ^ 0x80000000;
}
