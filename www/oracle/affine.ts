/**
 * The accepted results of a scan of maps x ↦ a·x + b in f32, for any order of evaluation.
 *
 * The composition applies map 1 first and map n last. Its factor is Π aⱼ, its offset Σⱼ bⱼ Π_{k>j} aₖ. In every grouping of the maps,
 * the term of map j takes part in m = n − j multiplications, and in at most D additions. D is the smaller of the plan's depth and n − 1.
 * With u = 2^-24, the relative error of the term is at most (1 + u)^(m + D) − 1. Let
 *   M = Σ |term|,   E = Σ |term| · ((1 + u)^m − 1),   γ_D = D·u / (1 − D·u).
 * Then the error of the offset is at most (1 + γ_D)·E + γ_D·M (Higham, Accuracy and Stability of Numerical Algorithms, 2002, ch. 3
 * and 5). Each map updates M and E by recurrences on absolute values: a factor that reduces a term also reduces its error in E.
 */
import { gamma, UNIT_ROUNDOFF } from '../shared/rounding.ts';
import { FloatProduct, F32_MAX, MIN_NORMAL, FLOAT64_ERROR, isFiniteElement } from './float.ts';
import type { Direction, Elements } from '../types.ts';
import type { ReferencePrefix } from './check.ts';

/** A product that is 0 if the factor is 0, even if the value is infinite in float64. */
const times = (factor: number, value: number) => (factor === 0 ? 0 : factor * value);

/**
 * The composition of maps. If a partial result may overflow, infinities and NaN are also accepted, because no later operation makes them
 * finite. An input that is not finite makes the offset of later compositions infinite or NaN.
 */
export class FloatAffine implements ReferencePrefix {
  words = 2;
  #depth;
  #backward;
  #count = 0;
  #factor = new FloatProduct();
  /** The offset of a sequential scan. Each operation rounds to f32. */
  #ordered = 0;
  /** The offset, M and E (see above), in float64. */
  #offset = 0;
  #magnitude = 0;
  #error = 0;
  /** For backward scans, which multiply the next offset by all factors so far: the product of these factors, and its error as in E. */
  #slope = 1;
  #slopeError = 0;
  /** A bound of the magnitudes of the offsets of all contiguous ranges of maps. */
  #largest = 0;
  /** Whether a factor was not finite, and whether a factor or offset that is not finite makes the result's offset infinite or NaN. */
  #nonFiniteFactor = false;
  #nonFiniteOffset = false;

  constructor(depth: number, direction: Direction) {
    this.#depth = depth;
    this.#backward = direction === 'backward';
  }

  add(input: Elements, at: number) {
    const [a, b] = [input[at], input[at + 1]];
    this.#nonFiniteOffset ||= !Number.isFinite(b) || (this.#count > 0 && (this.#backward ? this.#nonFiniteFactor : !Number.isFinite(a)));
    this.#nonFiniteFactor ||= !Number.isFinite(a);
    const product = Math.fround(this.#backward ? this.#factor.ordered * b : a * this.#ordered);
    this.#ordered = Math.fround(this.#backward ? this.#ordered + product : product + b);
    this.#factor.add(input, at);
    if (this.#backward) this.#prepend(a, b);
    else this.#append(a, b);
    this.#count++;
  }

  #append(a: number, b: number) {
    // The first map has no predecessor, even if its factor is not finite.
    this.#offset = (this.#count === 0 ? 0 : times(a, this.#offset)) + b;
    this.#error = this.#count === 0 ? 0 : times(Math.abs(a), inflated(this.#error, this.#magnitude));
    this.#magnitude = (this.#count === 0 ? 0 : times(Math.abs(a), this.#magnitude)) + Math.abs(b);
    this.#largest = Math.max(this.#largest, this.#magnitude);
  }

  #prepend(a: number, b: number) {
    const slope = Math.abs(this.#slope);
    const error = this.#count === 0 ? 0 : inflated(this.#slopeError, slope);
    // In a range that begins with this map, the factors after it multiply its offset. Their product is at most 2 ** rise.
    this.#largest += times(Math.abs(b), 2 ** this.#factor.rise);
    this.#offset += times(this.#slope, b);
    this.#error += times(Math.abs(b), error);
    this.#magnitude += times(slope, Math.abs(b));
    this.#slopeError = times(Math.abs(a), error);
    this.#slope = times(a, this.#slope);
  }

  accepts(output: Elements, at: number) {
    return this.#factor.accepts(output, at) && this.#acceptsOffset(output[at + 1]);
  }

  #acceptsOffset(found: number) {
    const finite = Number.isFinite(found);
    if (this.#nonFiniteOffset) return !finite;
    // The device may have composed the map with an identity, whose offset is 0: ∞ · 0 is NaN.
    if (Number.isNaN(found) && this.#nonFiniteFactor) return true;
    const bound = this.#offsetTolerance();
    if (!finite) return this.#factor.mayOverflow || this.#mayOverflow();
    return bound === Infinity || Math.abs(found - this.#offset) <= bound;
  }

  /** Whether the offset of some contiguous maps may exceed the largest finite f32. */
  #mayOverflow() {
    const rounded = this.#largest * (1 + gamma(2 * this.#count)) * (1 + 4 * this.#count * FLOAT64_ERROR);
    return !(rounded + this.#flushed() < F32_MAX);
  }

  overflowed(output: Elements, at: number) {
    return !isFiniteElement(output, at, this.words) && Number.isFinite(this.#factor.ordered) && Number.isFinite(this.#ordered);
  }

  expected() {
    return [...this.#factor.expected(), this.#nonFiniteOffset ? NaN : Math.fround(this.#offset)];
  }

  tolerance() {
    return Math.max(this.#factor.tolerance(), this.#offsetTolerance());
  }

  #offsetTolerance() {
    const additions = gamma(Math.min(this.#depth, Math.max(0, this.#count - 1)));
    const rounded = this.#error + times(additions, this.#error) + times(additions, this.#magnitude);
    // The errors of M and E themselves, since they are computed in float64.
    const float64 = rounded * (2 ** -20 + 4 * this.#count * FLOAT64_ERROR) + FLOAT64_ERROR * this.#magnitude;
    const bound = rounded + float64 + this.#flushed();
    return Number.isNaN(bound) ? Infinity : bound;
  }

  /**
   * The error by flushing: WGSL may flush subnormal operands and results to zero. The loss in an offset (of a map, a product or a sum) is
   * later multiplied by a range of factors. The loss in a product of factors is later multiplied by two ranges of factors and an offset.
   */
  #flushed() {
    const reach = 2 ** this.#factor.rise;
    const factors = this.#factor.mayUnderflow ? times(this.#largest, reach * reach) : 0;
    return this.#count * MIN_NORMAL * (3 * reach + factors);
  }
}

/** The error E of terms of magnitude M after one more multiplication. */
function inflated(error: number, magnitude: number) {
  return error + UNIT_ROUNDOFF * (error + magnitude);
}
