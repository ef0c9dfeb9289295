/** A polynomial at many places: by Horner's rule and by powers in float64, and the segments of its scans. */
import { keepLast } from '../../parts/keep-last.js';

/** Horner's rule in float64. @param {ArrayLike<number>} coefficients @param {number} x @param {number} [terms] the first ones alone */
export function valueAt(coefficients, x, terms = coefficients.length) {
  let sum = 0;
  for (let k = terms - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
}

/** As many places as have room, and for each a segment of as many elements as there are coefficients: they stay while these change. */
export const segmentsOf = keepLast((/** @type {number} */ n, /** @type {number} */ each) => {
  const count = Math.floor(n / each);
  const [places, factors, heads] = [new Float32Array(count), new Float32Array(count * each), new Uint32Array(count * each)];
  for (let place = 0; place < count; place++) {
    places[place] = (2 * place) / (count - 1) - 1;
    factors.fill(places[place], place * each, (place + 1) * each);
    heads[place * each] = 1;
  }
  return { each, places, factors, heads };
});

/** The powers of each place in float64, which stay as well. */
export const powersOf = keepLast((/** @type {Float32Array} */ places, /** @type {number} */ each) => {
  const powers = new Float64Array(places.length * each);
  for (let i = 0; i < powers.length; i++) powers[i] = i % each === 0 ? 1 : places[Math.floor(i / each)] * powers[i - 1];
  return powers;
});
