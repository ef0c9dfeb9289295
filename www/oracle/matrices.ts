/**
 * The accepted results of a scan of 2 × 2 matrices in f32, for any order of evaluation.
 *
 * Each entry of the product of matrices 1 … n is a sum of terms of n factors. In every grouping of the matrices, each of the n − 1
 * applications of the operator contributes one multiplication and one addition to every term. With u = 2^-24 and
 * γ_k = k·u / (1 − k·u), the error of an entry is therefore at most γ_2(n−1) times the entry of |M₁| · … · |Mₙ| (Higham, Accuracy and
 * Stability of Numerical Algorithms, 2002, ch. 3).
 */
import { gamma } from '../shared/rounding.ts';
import { F32_MAX, FLOAT64_ERROR, MIN_NORMAL, isFiniteElement } from './float.ts';
import type { Direction, Elements } from '../types.ts';
import type { ReferencePrefix } from './check.ts';

const ENTRIES = [0, 1, 2, 3];

/**
 * The product of matrices. If the product of a range may overflow, infinities and NaN are also accepted. An input that is not finite makes
 * the entries that depend on it infinite or NaN in any order. It may also affect other entries if an algorithm combines it with the
 * identity matrix, because ∞ · 0 is NaN.
 */
export class FloatMatrices implements ReferencePrefix {
  words = 4;
  #backward;
  #count = 0;
  #isFinite = true;
  /** The product of the matrices, and the product of their magnitudes. */
  #value = [1, 0, 0, 1];
  #magnitude = [1, 0, 0, 1];
  /** The product of a sequential scan. Each operation rounds to f32. */
  #ordered = [1, 0, 0, 1];
  /** Bounds of the products of magnitudes of all ranges that end with the last matrix, and the largest entry of these bounds so far. */
  #ranges = [0, 0, 0, 0];
  #largest = 1;

  /** @param _depth unused, because the bound counts all applications */
  constructor(_depth: number, direction: Direction) {
    this.#backward = direction === 'backward';
  }

  add(input: Elements, at: number) {
    const matrix = ENTRIES.map((entry) => input[at + entry]);
    const magnitude = matrix.map(Math.abs);
    this.#isFinite &&= matrix.every(Number.isFinite);
    // The first matrix has no predecessor, even if it is not finite.
    this.#value = this.#count === 0 ? matrix : this.#next(this.#value, matrix);
    this.#magnitude = this.#count === 0 ? magnitude : this.#next(this.#magnitude, magnitude);
    this.#ordered = this.#count === 0 ? matrix : this.#next(this.#ordered, matrix, Math.fround);
    if (this.#isFinite) this.#reach(magnitude);
    this.#count++;
  }

  #reach(magnitude: number[]) {
    const longer = this.#next(this.#ranges, magnitude);
    this.#ranges = ENTRIES.map((entry) => Math.max(longer[entry], magnitude[entry]));
    this.#largest = Math.max(this.#largest, ...this.#ranges);
  }

  #next(product: number[], matrix: number[], round: (number: number) => number = (number) => number) {
    const [[a, b, c, d], [e, f, g, h]] = this.#backward ? [matrix, product] : [product, matrix];
    const sum = (left: number, right: number) => round(round(left) + round(right));
    return [sum(a * e, b * g), sum(a * f, b * h), sum(c * e, d * g), sum(c * f, d * h)];
  }

  accepts(output: Elements, at: number) {
    return ENTRIES.every((entry) => this.#acceptsEntry(output[at + entry], entry));
  }

  #acceptsEntry(found: number, entry: number) {
    const finite = Number.isFinite(found);
    if (!this.#isFinite) return !finite || this.#isWithin(found, entry);
    const mayOverflow = !(this.#largest * (1 + this.#gamma) * (1 + 4 * this.#count * FLOAT64_ERROR) < F32_MAX);
    return finite ? !Number.isFinite(this.#magnitude[entry]) || this.#isWithin(found, entry) : mayOverflow;
  }

  #isWithin(found: number, entry: number) {
    return Number.isFinite(this.#value[entry]) && Math.abs(found - this.#value[entry]) <= this.#tolerance(entry);
  }

  overflowed(output: Elements, at: number) {
    return !isFiniteElement(output, at, this.words) && this.#ordered.every(Number.isFinite);
  }

  expected() {
    return this.#value.map(Math.fround);
  }

  tolerance() {
    return Math.max(...ENTRIES.map((entry) => this.#tolerance(entry)));
  }

  /** The relative error of a term with one rounding per operation. */
  get #gamma() {
    return gamma(2 * Math.max(0, this.#count - 1));
  }

  #tolerance(entry: number) {
    const { [entry]: magnitude } = this.#magnitude;
    const rounded = magnitude === 0 ? 0 : (this.#gamma + 4 * this.#count * FLOAT64_ERROR) * magnitude;
    // WGSL may flush subnormal operands and results to zero. Each application has four operations per entry. A row of the product of one
    // range of matrices and a column of another multiply each loss.
    const flushed = 4 * this.#count * MIN_NORMAL * (2 * this.#largest) ** 2;
    return rounded + flushed;
  }
}
