/** Head flags: one word or one bit per element. */

import type { Job } from './verify.ts';

/** Elements whose flags share a word of bits. */
export const WORD_BITS = 32;

/** Words of a job's head flags. */
export function headWords({ n, segmented, headsAsBits }: Pick<Job, 'n' | 'segmented' | 'headsAsBits'>) {
  if (!segmented) return 0;
  return headsAsBits ? Math.ceil(n / WORD_BITS) : n;
}

/** Writes the flags of the elements from `start` on, one word each. */
export function readFlags(heads: Uint32Array, asBits: boolean, start: number, flags: Uint32Array) {
  if (!asBits) return flags.set(heads.subarray(start, start + flags.length));
  for (let i = 0; i < flags.length; i++) flags[i] = (heads[Math.floor((start + i) / WORD_BITS)] >>> ((start + i) % WORD_BITS)) & 1;
}

/** Writes flags, one word each, as bits. */
export function packFlags(flags: Uint32Array, bits: Uint32Array) {
  bits.fill(0);
  for (let i = 0; i < flags.length; i++) bits[Math.floor(i / WORD_BITS)] |= flags[i] << (i % WORD_BITS);
}

/** The head flags of `count` elements from `start` on. For bits, `start` is a multiple of 32. */
export function headsOfChunk(heads: Uint32Array, asBits: boolean, start: number, count: number) {
  return asBits ? heads.subarray(start / WORD_BITS, Math.ceil((start + count) / WORD_BITS)) : heads.subarray(start, start + count);
}
