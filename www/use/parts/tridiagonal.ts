/**
 * Tridiagonal systems in float64: their products, for residuals; by how much their pivots in f32 may differ from those of Thomas's algorithm;
 * and what elimination and substitution by these pivots give, and by how much the two affine scans may differ from that.
 *
 * However maps are grouped, a term that comes from m equations away is multiplied by m factors, each of them a quotient, and added no more
 * often than the plan is deep or the system has equations: the bound of www/oracle/affine.ts, where factors differ from equation to equation.
 * All that the elimination may have lost enters the terms of the substitution.
 */
import { gamma, UNIT_ROUNDOFF } from '../../shared/rounding.ts';
import { DIVISION_ROUNDOFF, recurrenceBound, recurrenceErrors } from './rounding.ts';
import { filled } from './words.ts';
import type { Systems } from '../device/tridiagonal.ts';

/** The roundings of a multiplication by a factor, including those of the quotient that is the factor. */
const FACTOR_ROUNDINGS = 1 + DIVISION_ROUNDOFF / UNIT_ROUNDOFF;

/** The systems times their unknowns. */
export const productsOf = ({ length, couplings, margin }: Systems, unknowns: ArrayLike<number>) =>
  filled(new Float64Array(unknowns.length), (i) => {
    const c = couplings[Math.floor(i / length)];
    const left = i % length === 0 ? 0 : unknowns[i - 1];
    const right = i % length === length - 1 ? 0 : unknowns[i + 1];
    return (2 * c + margin) * unknowns[i] - c * (left + right);
  });

/**
 * By how much the pivot at an index may differ. Products of matrices without a negative entry have sums without cancellation: however they
 * are grouped, an entry of the product of i matrices has lost at most γ_2(i−1) of itself (www/oracle/matrices.ts), and i roundings more of
 * the matrices' own entries. The surplus over the coupling is a quotient of two such entries, which loses a division; the pivot is rounded once.
 * @param pivots in float64
 */
export function pivotBound({ length, couplings }: Systems, pivots: ArrayLike<number>) {
  const lost = gamma(3 * length);
  const quotient = (1 + (2 * lost) / (1 - lost)) * (1 + DIVISION_ROUNDOFF) - 1;
  return (i: number) => quotient * (1 + UNIT_ROUNDOFF) * (pivots[i] - couplings[Math.floor(i / length)]) + UNIT_ROUNDOFF * pivots[i];
}

/**
 * The results of Thomas's algorithm for pivots and right sides, and the error bounds of both recurrences at an index.
 * @param depth of the plan of the affine scans
 */
export function solvedByPivots(
  { length, couplings }: Systems,
  pivots: ArrayLike<number>,
  sides: ArrayLike<number>,
  depth: number = length,
) {
  const deepest = Math.min(depth, length);
  const eliminated = new Float64Array(sides.length);
  const left = (i: number) => (i % length === 0 ? 0 : couplings[Math.floor(i / length)] / pivots[i - 1]);
  filled(eliminated, (i) => (i && left(i) * eliminated[i - 1]) + sides[i]);
  const eliminatedBound = recurrenceBound(recurrenceErrors(sides, left, FACTOR_ROUNDINGS), deepest);
  // From right to left; the terms are quotients.
  const last = sides.length - 1;
  const solved = new Float64Array(sides.length);
  const right = (i: number) => (i % length === 0 ? 0 : couplings[Math.floor((last - i) / length)] / pivots[last - i]);
  const terms = eliminated.map((value, i) => value / pivots[i]).reverse();
  const wrongOf = (value: number, bound: number) => bound + DIVISION_ROUNDOFF * (Math.abs(value) + bound);
  const wrong = eliminated.map((value, i) => wrongOf(value, eliminatedBound(i)) / pivots[i]).reverse();
  filled(solved, (i) => (i && right(i) * solved[i - 1]) + terms[i]);
  const solvedBound = recurrenceBound(recurrenceErrors(terms, right, FACTOR_ROUNDINGS, wrong), deepest);
  return { eliminated, solved: solved.reverse(), eliminatedBound, solvedBound: (i: number) => solvedBound(last - i) };
}
