/**
 * By how much pivots may differ from those of Thomas's algorithm; and what a time step must give for the pivots that were found, in
 * float64, and by how much its two affine scans may differ from that.
 *
 * However maps are grouped, a term that comes from m cells away is multiplied by m factors, each of them a quotient, and added no more often
 * than the plan is deep or the rod has cells: the bound of www/oracle/affine.js, where factors differ from cell to cell. All that the
 * elimination may have lost enters the terms of the substitution.
 */
import { gamma, UNIT_ROUNDOFF } from '../../../shared/rounding.js';
import { CELLS } from './rods.js';
import { DIVISION_ROUNDOFF, FLUSHED } from '../../parts/rounding.js';

/** @typedef {import('./rods.js').Rods} Rods */
/** The factors of a cell's left neighbour in the elimination, and of its right one in the substitution. @typedef {{ left: Float64Array, right: Float64Array }} Factors */
/** Terms, and by how much each may be wrong. @typedef {{ terms: ArrayLike<number>, wrong: Float64Array }} Terms */
/** @typedef {{ values: Float64Array, bounds: Float64Array }} Sums */

/** What a multiplication by a factor loses, with what the factor has lost. */
const FACTOR_ROUNDOFF = (1 + DIVISION_ROUNDOFF) * (1 + UNIT_ROUNDOFF) - 1;

/**
 * By how much a pivot that was found may differ. Products of matrices without a negative entry have sums without cancellation: however they
 * are grouped, an entry of the product of i matrices has lost at most γ_2(i−1) of itself (www/oracle/matrices.js), and i roundings more of
 * the matrices' own entries. The surplus over the conductance is a quotient of two such entries, which loses a division; the pivot is rounded once.
 * @param {number} pivot @param {number} conductance
 */
export function pivotBound(pivot, conductance) {
  const lost = gamma(3 * CELLS);
  const quotient = (1 + (2 * lost) / (1 - lost)) * (1 + DIVISION_ROUNDOFF) - 1;
  return quotient * (1 + UNIT_ROUNDOFF) * (pivot - conductance) + UNIT_ROUNDOFF * pivot;
}

/** Of all time steps. @param {Rods} rods @param {ArrayLike<number>} pivots @returns {Factors} */
export function factorsByPivots({ conductances }, pivots) {
  const [left, right] = [new Float64Array(pivots.length), new Float64Array(pivots.length)];
  for (let i = 0; i < pivots.length; i++) {
    const c = conductances[Math.floor(i / CELLS)];
    left[i] = i % CELLS === 0 ? 0 : c / pivots[i - 1];
    right[i] = i % CELLS === CELLS - 1 ? 0 : c / pivots[i];
  }
  return { left, right };
}

/**
 * Each sum is the one before it times a factor, and a term. A factor of 0 begins anew.
 * @param {ArrayLike<number>} factors at least 0 @param {Terms} of @param {1 | -1} by the direction @param {number} additions their relative error @returns {Sums}
 */
function sumsOf(factors, { terms, wrong }, by, additions) {
  const n = terms.length;
  const [values, bounds] = [new Float64Array(n), new Float64Array(n)];
  // The sum, the error of what is like it, the sum of its terms' magnitudes, and the error of the terms by multiplications.
  let [value, inherited, magnitude, error] = [0, 0, 0, 0];
  for (let step = 0, i = by > 0 ? 0 : n - 1; step < n; step++, i += by) {
    const factor = factors[i];
    value = factor * value + terms[i];
    inherited = factor * inherited + wrong[i];
    error = factor * (error * (1 + FACTOR_ROUNDOFF) + magnitude * FACTOR_ROUNDOFF);
    magnitude = factor * magnitude + Math.abs(terms[i]) + wrong[i];
    values[i] = value;
    bounds[i] = inherited + (1 + additions) * error + additions * magnitude + FLUSHED;
  }
  return { values, bounds };
}

/** @param {Factors} factors @param {ArrayLike<number>} pivots @param {ArrayLike<number>} before @param {number} depth of the plan of the affine scans */
export function stepByPivots({ left, right }, pivots, before, depth) {
  const additions = gamma(Math.min(depth, CELLS));
  const eliminated = sumsOf(left, { terms: before, wrong: new Float64Array(before.length) }, 1, additions);
  const { values, bounds } = eliminated;
  const [terms, wrong] = [new Float64Array(before.length), new Float64Array(before.length)];
  for (let i = 0; i < before.length; i++) {
    terms[i] = values[i] / pivots[i];
    // The term is a quotient.
    wrong[i] = (bounds[i] + DIVISION_ROUNDOFF * (Math.abs(values[i]) + bounds[i])) / pivots[i];
  }
  return { eliminated, solved: sumsOf(right, { terms, wrong }, -1, additions) };
}
