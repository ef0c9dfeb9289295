/** Test data that look random. */

/** A word that depends only on the index and the seed, so test data need no state of a generator. */
export function hash(index: number, seed: number = 0): number {
  let x = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A number from 0 to below 1. */
export function random(index: number, seed?: number) {
  return hash(index, seed) / 2 ** 32;
}
