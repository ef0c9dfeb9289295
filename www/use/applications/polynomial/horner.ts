/** A polynomial at many places: by Horner's rule and by powers in float64, and the segments of its scans. */
import { filled } from '../../parts/words.ts';
import { keepLast } from '../../parts/keep-last.ts';

/**
 * Horner's rule in float64.
 * @param terms the first ones alone
 */
export function valueAt(coefficients: ArrayLike<number>, x: number, terms: number = coefficients.length) {
  let sum = 0;
  for (let k = terms - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
}

/** As many places as have room, and for each a row of as many elements as there are coefficients: they stay while these change. */
export const segmentsOf = keepLast((n: number, each: number) => {
  const count = Math.floor(n / each);
  const places = filled(new Float32Array(count), (place) => (2 * place) / (count - 1) - 1);
  const factors = filled(new Float32Array(count * each), (i) => places[Math.floor(i / each)]);
  return { each, places, factors, shape: [count, each] };
});

/** The powers of each place in float64. */
export function powersOf(places: Float32Array, each: number) {
  const powers = new Float64Array(places.length * each);
  return filled(powers, (i) => (i % each === 0 ? 1 : places[Math.floor(i / each)] * powers[i - 1]));
}
