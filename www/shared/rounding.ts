/** The bound of repeated rounding to f32 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, ch. 3). */

/** Half the distance from 1 to the next number of f32. */
export const UNIT_ROUNDOFF = 2 ** -24;

/**
 * The bound on the relative error of a number of roundings.
 * @returns infinite if no digit is guaranteed
 */
export function gamma(roundings: number): number {
  const error = roundings * UNIT_ROUNDOFF;
  return error < 1 ? error / (1 - error) : Infinity;
}
