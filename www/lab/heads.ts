/** Head flags: one word or one bit per element. */

import type { Job } from './verify.ts';

/** The number of elements whose flags share a word, one bit per element. */
export const WORD_BITS = 32;

/** The length of a job's head flags in words. */
export function headWords({ n, segmented, headsAsBits }: Pick<Job, 'n' | 'segmented' | 'headsAsBits'>) {
  if (!segmented) return 0;
  return headsAsBits ? Math.ceil(n / WORD_BITS) : n;
}

/** Copies the head flags of the elements from `start` on into `flags`, one word per flag. */
export function readFlags(heads: Uint32Array, asBits: boolean, start: number, flags: Uint32Array) {
  if (!asBits) return flags.set(heads.subarray(start, start + flags.length));
  for (let i = 0; i < flags.length; i++) flags[i] = (heads[Math.floor((start + i) / WORD_BITS)] >>> ((start + i) % WORD_BITS)) & 1;
}

/** Packs flags of one word each into `bits`. */
export function packFlags(flags: Uint32Array, bits: Uint32Array) {
  bits.fill(0);
  for (let i = 0; i < flags.length; i++) bits[Math.floor(i / WORD_BITS)] |= flags[i] << (i % WORD_BITS);
}

/** The head flags of `count` elements from `start` on. If the flags are bits, `start` must be a multiple of 32. */
export function headsOfChunk(heads: Uint32Array, asBits: boolean, start: number, count: number) {
  return asBits ? heads.subarray(start / WORD_BITS, Math.ceil((start + count) / WORD_BITS)) : heads.subarray(start, start + count);
}
