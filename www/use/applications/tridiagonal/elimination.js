/** The scans that solve the systems of rods on the device: matrices whose products give the pivots, and maps from each cell to its neighbour. */
import { mappedScan } from '../../device/scans.js';
import { CELLS } from './rods.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./rods.js').Rods} Rods */

/** The larger eigenvalue of a cell's matrix: matrices over it have products that neither grow nor fade. @param {number} c */
const largestOf = (c) => (1 + 2 * c + Math.sqrt(1 + 4 * c)) / 2;

/**
 * The matrix of the cells of each rod, which stays as long as the rods conduct the same. A pivot d = 1 + 2 c − c² / d' has a difference, in
 * which digits cancel; the surplus e = d − c follows without one, e = ((1 + c) e' + c) / (e' + c), so the matrices have no negative entry.
 */
export const matricesOf = keepLast((/** @type {Float32Array} */ conductances) =>
  Float32Array.from({ length: 4 * conductances.length }, (_, word) => {
    const c = conductances[word >> 2];
    return [1 + c, 1, c, c][word % 4] / largestOf(c);
  }),
);

/** WGSL: the rod of cell i, and the cell as far from the last one as i is from the first. */
const [ROD, OPPOSITE] = [`i / ${CELLS}`, 'last - i'];

/** @param {Work} work @param {Rods} rods */
export function scannedPivots(work, { conductances, heads }) {
  const given = {
    words: [0, 1, 2, 3].map((entry) => `matrices[4 * (${ROD}) + ${entry}]`),
    result: `conductances[${ROD}] + prefixes[4 * i] / prefixes[4 * i + 1]`,
    arrays: { matrices: matricesOf(conductances), conductances },
  };
  return mappedScan(work, heads.length, given, { operator: 'mat2', heads });
}

/** What is left of the diagonal: a map from each cell to the next. @param {Work} work @param {Rods} rods @param {{ pivots: GPUBuffer, before: Float32Array | GPUBuffer }} of before: the temperatures */
export function eliminatedOf(work, { conductances, heads }, { pivots, before }) {
  const given = {
    words: [`select(conductances[${ROD}] / pivots[max(i, 1) - 1], 0, i % ${CELLS} == 0)`, 'before[i]'],
    result: 'prefixes[2 * i + 1]',
    arrays: { conductances, pivots, before },
  };
  return mappedScan(work, heads.length, given, { operator: 'affine', heads, algorithm: work.chosen });
}

/** The temperatures after a time step. @param {Work} work @param {Rods} rods @param {{ pivots: GPUBuffer, eliminated: GPUBuffer }} of */
export function solvedOf(work, { conductances, heads }, { pivots, eliminated }) {
  const given = {
    // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose heads are the same.
    words: [`conductances[(${OPPOSITE}) / ${CELLS}] / pivots[${OPPOSITE}]`, `eliminated[${OPPOSITE}] / pivots[${OPPOSITE}]`],
    result: `prefixes[2 * (${OPPOSITE}) + 1]`,
    whole: { last: heads.length - 1 },
    arrays: { conductances, pivots, eliminated },
  };
  return mappedScan(work, heads.length, given, { operator: 'affine', heads, algorithm: work.chosen });
}

/** The temperatures after a time step, where nothing else needs what is eliminated. @param {Work} work @param {Rods} rods @param {{ pivots: GPUBuffer, before: GPUBuffer }} of */
export const timeStep = (work, rods, { pivots, before }) =>
  work.within(async () => solvedOf(work, rods, { pivots, eliminated: await eliminatedOf(work, rods, { pivots, before }) }));
