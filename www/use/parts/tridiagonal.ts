/**
 * Tridiagonal systems in float64: their products, for residuals; error bounds of f32 pivots; and Thomas's algorithm for given pivots, with
 * error bounds of the two affine scans.
 *
 * However a scan groups the affine maps, a term from m equations away is multiplied by m factors, each of them a quotient. The number of
 * additions of a term is at most the depth of the plan, and at most the number of equations of a system. The bound is that of www/oracle/affine.ts,
 * with one factor per equation. The terms of the substitution contain the error of the elimination.
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
 * The error bound of the f32 pivot at an index. Products of matrices without a negative entry have sums without cancellation. However they
 * are grouped, an entry of the product of i matrices has a relative error of at most γ_2(i−1) (www/oracle/matrices.ts). The matrices' own
 * entries add i roundings. The pivot's surplus over the coupling is a rounded quotient of two such entries. The pivot is rounded once.
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
  // The substitution goes from right to left. Its terms are quotients.
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
