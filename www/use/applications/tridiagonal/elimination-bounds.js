/**
 * By how much pivots may differ from those of Thomas's algorithm; and what a time step must give for the pivots that were found, in
 * float64, and by how much its two affine scans may differ from that.
 *
 * However maps are grouped, a term that comes from m cells away is multiplied by m factors, each of them a quotient, and added no more often
 * than the plan is deep or the rod has cells: the bound of www/oracle/affine.js, where factors differ from cell to cell. All that the
 * elimination may have lost enters the terms of the substitution.
 */
import { gamma, UNIT_ROUNDOFF } from '../../../shared/rounding.js';
import { CELLS, rodOf } from './rods.js';
import { DIVISION_ROUNDOFF, recurrenceBound, recurrenceErrors } from '../../parts/rounding.js';
import { filled } from '../../parts/words.js';

/** @typedef {import('./rods.js').Rods} Rods */

/** Units that a multiplication by a factor loses, with what the quotient has lost that the factor is. */
const FACTOR_ROUNDINGS = 1 + DIVISION_ROUNDOFF / UNIT_ROUNDOFF;

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

/**
 * A time step by what Thomas's algorithm makes of the pivots, and the bounds of both recurrences at an index.
 * @param {Rods} rods @param {ArrayLike<number>} pivots @param {ArrayLike<number>} before @param {number} [depth] of the plan of the affine scans
 */
export function stepByPivots({ conductances }, pivots, before, depth = CELLS) {
  const deepest = Math.min(depth, CELLS);
  const eliminated = new Float64Array(before.length);
  const left = (/** @type {number} */ i) => (i % CELLS === 0 ? 0 : conductances[rodOf(i)] / pivots[i - 1]);
  filled(eliminated, (i) => (i && left(i) * eliminated[i - 1]) + before[i]);
  const eliminatedBound = recurrenceBound(recurrenceErrors(before, left, FACTOR_ROUNDINGS), deepest);
  // From right to left, with quotients for terms.
  const last = before.length - 1;
  const solved = new Float64Array(before.length);
  const right = (/** @type {number} */ i) => (i % CELLS === 0 ? 0 : conductances[rodOf(last - i)] / pivots[last - i]);
  const terms = eliminated.map((value, i) => value / pivots[i]).reverse();
  const wrongOf = (/** @type {number} */ value, /** @type {number} */ bound) => bound + DIVISION_ROUNDOFF * (Math.abs(value) + bound);
  const wrong = eliminated.map((value, i) => wrongOf(value, eliminatedBound(i)) / pivots[i]).reverse();
  filled(solved, (i) => (i && right(i) * solved[i - 1]) + terms[i]);
  const solvedBound = recurrenceBound(recurrenceErrors(terms, right, FACTOR_ROUNDINGS, wrong), deepest);
  return { eliminated, solved: solved.reverse(), eliminatedBound, solvedBound: (/** @type {number} */ i) => solvedBound(last - i) };
}
