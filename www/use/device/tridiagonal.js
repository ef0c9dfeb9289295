/**
 * Tridiagonal systems side by side: products of matrices give their pivots, affine scans from each unknown to its neighbour the elimination
 * and the substitution. What f32 loses there is in www/use/parts/tridiagonal.js.
 */
import { mappedScan, recurrence } from './scans.js';

/** @typedef {import('./work.js').Work} Work */
/**
 * Symmetric systems, one after the other: beside the diagonal of each −c, on it 2 c + margin.
 * @typedef {object} Systems
 * @property {number} length the equations of each
 * @property {Float32Array} couplings c of each system
 * @property {number} margin by how much diagonals exceed the rest of their rows
 * @property {Float32Array} matrices of which the products give the pivots, 4 entries a system
 */

/**
 * A pivot d = 2 c + m − c² / d' has a difference, in which digits cancel; the surplus e = d − c follows without one,
 * e = ((c + m) e' + c m) / (e' + c), so the matrices have no negative entry. Over their larger eigenvalue, products neither grow nor fade.
 * @param {number} length @param {Float32Array} couplings not negative @param {number} [margin] above 0 @returns {Systems}
 */
export function systemsOf(length, couplings, margin = 1) {
  const largestOf = (/** @type {number} */ c) => (2 * c + margin + Math.sqrt(margin * (4 * c + margin))) / 2;
  const matrixOf = (/** @type {number} */ c) => [c + margin, 1, c * margin, c].map((entry) => entry / largestOf(c));
  return { length, couplings, margin, matrices: Float32Array.from([...couplings].flatMap(matrixOf)) };
}

/** The pivots of all systems. @param {Work} work @param {Systems} systems @returns {Promise<GPUBuffer>} of f32, as are all below */
export function pivotsOn(work, { length, couplings, matrices }) {
  const given = {
    words: [0, 1, 2, 3].map((entry) => `matrices[i / ${length} * 4 + ${entry}]`),
    result: `couplings[i / ${length}] + prefixes[4 * i] / prefixes[4 * i + 1]`,
    arrays: { matrices, couplings },
  };
  return mappedScan(work, couplings.length * length, given, { operator: 'mat2', shape: [couplings.length, length] });
}

/** The right sides after the elimination of what is left of the diagonals. @param {Work} work @param {Systems} systems @param {GPUBuffer} pivots @param {Float32Array | GPUBuffer} sides */
export function eliminatedOn(work, { length, couplings }, pivots, sides) {
  // The factor of a system's first equation is of no account.
  const words = /** @type {[string, string]} */ ([`couplings[i / ${length}] / pivots[max(i, 1) - 1]`, 'sides[i]']);
  return recurrence(work, couplings.length * length, words, {
    shape: [couplings.length, length],
    arrays: { couplings, pivots, sides },
  });
}

/** The unknowns, by substitution from right to left. @param {Work} work @param {Systems} systems @param {GPUBuffer} pivots @param {GPUBuffer} eliminated */
export function substitutedOn(work, { length, couplings }, pivots, eliminated) {
  const last = couplings.length * length - 1;
  // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose systems begin at the same places.
  return recurrence(
    work,
    couplings.length * length,
    [`couplings[(last - i) / ${length}] / pivots[last - i]`, 'eliminated[last - i] / pivots[last - i]'],
    {
      shape: [couplings.length, length],
      result: 'prefixes[2 * (last - i) + 1]',
      whole: { last },
      arrays: { couplings, pivots, eliminated },
    },
  );
}

/** The unknowns of other right sides, by the same pivots. @param {Work} work @param {Systems} systems @param {GPUBuffer} pivots @param {Float32Array | GPUBuffer} sides */
export const solvedOn = (work, systems, pivots, sides) =>
  work.within(async () => substitutedOn(work, systems, pivots, await eliminatedOn(work, systems, pivots, sides)));
