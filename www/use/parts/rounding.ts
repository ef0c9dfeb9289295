/** Bounds of the rounding errors of f32, as in the conformance checks, for reference programs in float64. */

import { gamma, UNIT_ROUNDOFF } from '../../shared/rounding.ts';

/** The largest error that flushed subnormal numbers cause in a sum of numbers of moderate size. */
export const FLUSHED = 2 ** -100;

/** The largest error of a division of f32 on the device, as a share of the quotient: 2.5 ULP (WGSL, §15.7.4). */
export const DIVISION_ROUNDOFF = 5 * UNIT_ROUNDOFF;

/**
 * Magnitudes and errors of a recurrence x ← factor · x + term that is evaluated in any order. Returns the sum of the magnitudes of all terms,
 * and the sum of their errors, after each index.
 * @param factor the magnitude of the factor, for all indices or by index; a factor of 0 removes all earlier terms
 * @param roundings the number of roundings per multiplication, including those of the factor
 * @param wrong the error of each term (default: 0)
 */
export function recurrenceErrors(
  terms: ArrayLike<number>,
  factor: number | ((i: number) => number),
  roundings: number = 1,
  wrong?: ArrayLike<number>,
) {
  const [magnitudes, errors] = [new Float64Array(terms.length), new Float64Array(terms.length)];
  const factorAt = typeof factor === 'number' ? () => factor : factor;
  const lost = gamma(roundings);
  for (let i = 0, magnitude = 0, error = 0; i < terms.length; i++) {
    const by = factorAt(i);
    const inherited = wrong ? wrong[i] : 0;
    errors[i] = error = by * (error * (1 + lost) + magnitude * lost) + inherited;
    magnitudes[i] = magnitude = by * magnitude + Math.abs(terms[i]) + inherited;
  }
  return { magnitudes, errors };
}

/** The error bound of the recurrence at an index, if a plan of this depth evaluates it. */
export function recurrenceBound({ magnitudes, errors }: { magnitudes: Float64Array; errors: Float64Array }, depth: number) {
  const additions = gamma(Math.min(depth, magnitudes.length));
  return (i: number) => (1 + additions) * errors[i] + additions * magnitudes[i] + FLUSHED;
}
