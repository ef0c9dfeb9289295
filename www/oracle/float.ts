/**
 * The accepted results of an f32 scan for any order of evaluation. Every operation of the scan rounds.
 *
 * With u = 2^-24 and γ_k = k·u / (1 − k·u) (Higham, Accuracy and Stability of Numerical Algorithms, 2002, ch. 3 and 4), the
 * rounding error of a sum of depth d is at most γ_d · Σ|x|. In a product of k + 1 factors, each of the k roundings affects the result, in
 * any order, so the error is at most γ_k · |Πx|.
 *
 * A partial result that overflows f32 is infinite, and may later become NaN (∞ − ∞, 0 · ∞). No later operation makes it finite again. So an
 * output that is not finite is accepted only if partial results of some order may overflow. A sequential scan has no partial results other
 * than its prefixes. `overflowed` compares with a sequential scan.
 */

import { gamma } from '../shared/rounding.ts';
import type { Elements } from '../types.ts';
import type { ReferencePrefix } from './check.ts';

export const MIN_NORMAL = 2 ** -126;
export const F32_MAX = (2 - 2 ** -23) * 2 ** 127;
/** The relative error of a float64 operation. */
export const FLOAT64_ERROR = 2 ** -52;

export function isFiniteElement(output: Elements, at: number, words: number) {
  for (let word = 0; word < words; word++) if (!Number.isFinite(output[at + word])) return false;
  return true;
}

/**
 * The sum of a prefix. A NaN, or infinities of both signs, make the sum NaN. Infinities of one sign make it that infinity. With finite terms,
 * a partial sum is ∞ only if all positive terms together overflow f32. It is −∞ only if all negative terms do, and NaN only if both do.
 */
export class FloatSum implements ReferencePrefix {
  words = 1;
  #gamma;
  #depth;
  /**
   * The sum of the finite terms is #sum + #compensation (Neumaier). Their magnitudes have the sums #positive and #negative, one per sign.
   */
  #sum = 0;
  #compensation = 0;
  #positive = 0;
  #negative = 0;
  #count = 0;
  /** The sum of a sequential scan. Each addition rounds to f32. */
  #ordered = 0;
  /** The sum of the terms that are not finite, or 0. By IEEE 754, it is ∞, −∞ or NaN, as the result is. */
  #special = 0;

  constructor(depth: number) {
    this.#gamma = gamma(depth);
    this.#depth = depth;
  }

  add(input: Elements, at: number) {
    const term = input[at];
    this.#count++;
    this.#ordered = Math.fround(this.#ordered + term);
    if (!Number.isFinite(term)) {
      this.#special += term;
      return;
    }
    const sum = this.#sum + term;
    this.#compensation += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - sum + term : term - sum + this.#sum;
    this.#sum = sum;
    if (term > 0) this.#positive += term;
    else this.#negative -= term;
  }

  get #magnitude() {
    return this.#positive + this.#negative;
  }

  /**
   * Whether a partial sum of terms of one sign may overflow f32.
   * @param magnitude the sum of their magnitudes
   */
  #mayOverflow(magnitude: number) {
    return magnitude * (1 + this.#gamma) * (1 + this.#count * FLOAT64_ERROR) >= F32_MAX;
  }

  accepts(output: Elements, at: number) {
    const found = output[at];
    if (Number.isNaN(this.#special)) return Number.isNaN(found);
    if (!Number.isFinite(found)) {
      const [up, down] = [
        this.#special === Infinity || this.#mayOverflow(this.#positive),
        this.#special === -Infinity || this.#mayOverflow(this.#negative),
      ];
      if (Number.isNaN(found)) return up && down;
      return this.#special === 0 ? (found > 0 ? up : down) : found === this.#special;
    }
    if (this.#special !== 0) return false;
    return Math.abs(found - this.#sum - this.#compensation) <= this.tolerance();
  }

  overflowed(output: Elements, at: number) {
    return !Number.isFinite(output[at]) && Number.isFinite(this.#ordered);
  }

  expected() {
    return [this.#special === 0 ? Math.fround(this.#sum + this.#compensation) : this.#special];
  }

  tolerance() {
    // WGSL may flush every subnormal operand and result to zero. Each operation then loses less than 2^-126.
    const flushed = (2 * this.#count + this.#depth) * MIN_NORMAL;
    // 0 · ∞ would be NaN, which is not a tolerance.
    const rounded = this.#magnitude === 0 ? 0 : (this.#gamma + FLOAT64_ERROR) * this.#magnitude * (1 + this.#count * FLOAT64_ERROR);
    return rounded + flushed;
  }
}

/** The range of the float64 mantissa of the running product. Exact powers of two keep the mantissa in it. */
const LARGE = 2 ** 300;
const SMALL = 2 ** -300;
const STEP = 256;

/**
 * The product of a prefix. An algorithm multiplies contiguous ranges of the factors, in any order. The greatest rise and the greatest drop
 * of the running log2 |Πx| give the largest and the smallest of these products. If the product of a range may overflow, an infinity with the
 * final sign is also accepted. If the product of another range may also be zero, NaN is accepted. WGSL may flush a subnormal product to
 * zero. Each operation may then lose 2^-126, which the products of the ranges on either side multiply.
 */
export class FloatProduct implements ReferencePrefix {
  words = 1;
  /** The product of the terms that are neither zero nor infinite is #mantissa · 2^#exponent. */
  #mantissa = 1;
  #exponent = 0;
  #count = 0;
  /** The product of a sequential scan. Each multiplication rounds to f32. */
  #ordered = 1;
  #negative = false;
  #nan = false;
  #zero = false;
  #infinite = false;
  /** The range of log2 |Πx| since the last zero or infinity. Products across a zero or an infinity do not round. */
  #lowest = 0;
  #highest = 0;
  #rise = 0;
  #drop = 0;

  /** The relative error of the prefix with one rounding per multiplication. */
  get #relative() {
    return gamma(Math.max(0, this.#count - 1));
  }

  /** The largest change of the log2 of a product by rounding. */
  get #slack() {
    return 2 ** -20 + 2 * this.#relative;
  }

  /** Whether the product of a range of factors may be subnormal. */
  get mayUnderflow() {
    return this.#drop >= 126 - this.#slack;
  }

  /** Whether the product of a range of factors may overflow f32. */
  get mayOverflow() {
    return this.#rise >= 128 - this.#slack;
  }

  get ordered() {
    return this.#ordered;
  }

  /** The greatest log2 of the magnitude of the product of a range. */
  get rise() {
    return this.#rise;
  }

  add(input: Elements, at: number) {
    const factor = input[at];
    this.#count++;
    this.#ordered = Math.fround(this.#ordered * factor);
    if (Number.isNaN(factor)) this.#nan = true;
    if (factor < 0 || Object.is(factor, -0)) this.#negative = !this.#negative;
    if (factor === 0) this.#zero = true;
    else if (Number.isFinite(factor)) return this.#multiply(Math.abs(factor));
    else this.#infinite = true;
    this.#lowest = this.#highest = this.#exponent + Math.log2(this.#mantissa);
  }

  /** @param factor positive and finite */
  #multiply(factor: number) {
    let mantissa = this.#mantissa * factor;
    if (mantissa > LARGE) {
      mantissa *= 2 ** -STEP;
      this.#exponent += STEP;
    } else if (mantissa < SMALL) {
      mantissa *= 2 ** STEP;
      this.#exponent -= STEP;
    }
    this.#mantissa = mantissa;
    const log = this.#exponent + Math.log2(mantissa);
    this.#rise = Math.max(this.#rise, log - this.#lowest);
    this.#drop = Math.max(this.#drop, this.#highest - log);
    this.#lowest = Math.min(this.#lowest, log);
    this.#highest = Math.max(this.#highest, log);
  }

  /** The product in float64. Beyond 2^±1000, far outside the range of f32, it may be zero or infinite. */
  #exact() {
    const magnitude = this.#infinite ? Infinity : this.#zero ? 0 : this.#mantissa * 2 ** this.#exponent;
    return this.#negative ? -magnitude : magnitude;
  }

  accepts(output: Elements, at: number) {
    const found = output[at];
    if (this.#nan || (this.#zero && this.#infinite)) return Number.isNaN(found);
    const { mayOverflow, mayUnderflow } = this;
    if (Number.isNaN(found)) return (this.#infinite || mayOverflow) && (this.#zero || mayUnderflow);
    if (found === 0) return !this.#infinite && (this.#zero || mayUnderflow);
    if (this.#zero || found < 0 !== this.#negative) return false;
    if (!Number.isFinite(found)) return this.#infinite || mayOverflow;
    if (this.#infinite) return false;
    return Math.abs(found - this.#exact()) <= this.tolerance();
  }

  overflowed(output: Elements, at: number) {
    return !Number.isFinite(output[at]) && Number.isFinite(this.#ordered);
  }

  expected() {
    return [this.#nan || (this.#zero && this.#infinite) ? NaN : Math.fround(this.#exact())];
  }

  tolerance() {
    const exact = Math.abs(this.#exact());
    const flushed = this.mayUnderflow ? this.#count * MIN_NORMAL * 2 ** (2 * this.#rise) : 0;
    if (exact === 0 || !Number.isFinite(exact)) return flushed;
    return (this.#relative + this.#count * FLOAT64_ERROR) * exact + flushed;
  }
}
