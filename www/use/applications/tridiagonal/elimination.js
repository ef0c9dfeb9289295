/** The scans that solve the systems of rods on the device: matrices whose products give the pivots, and maps from each cell to its neighbour. */
import { acceptedOn, unlessRefused } from '../../device/device.js';
import { mappedScan } from '../../device/scans.js';
import { CELLS } from './rods.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').StepOptions} StepOptions */
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

/** @param {Lab} lab @param {Rods} rods @param {StepOptions} options */
export async function scannedPivots(lab, { conductances, heads }, { signal }) {
  const given = {
    words: [0, 1, 2, 3].map((entry) => `matrices[4 * (${ROD}) + ${entry}]`),
    result: `conductances[${ROD}] + prefixes[4 * i] / prefixes[4 * i + 1]`,
    arrays: { matrices: matricesOf(conductances), conductances },
  };
  return mappedScan(lab, 'pivots', heads.length, given, { operator: 'mat2', heads: await acceptedOn(lab.device, heads), signal });
}

/** What is left of the diagonal: a map from each cell to the next. @param {Lab} lab @param {Rods} rods @param {{ pivots: GPUBuffer, before: Float32Array | GPUBuffer }} of before: the temperatures @param {StepOptions} options */
export async function eliminatedOf(lab, { conductances, heads }, { pivots, before }, { scan, signal }) {
  const given = {
    words: [`select(conductances[${ROD}] / pivots[max(i, 1) - 1], 0, i % ${CELLS} == 0)`, 'before[i]'],
    result: 'prefixes[2 * i + 1]',
    arrays: { conductances, pivots, before },
  };
  const request = { operator: 'affine', heads: await acceptedOn(lab.device, heads), algorithm: scan, signal };
  return mappedScan(lab, 'eliminated', heads.length, given, request);
}

/** The temperatures after a time step, by its name. @param {Lab} lab @param {string} name @param {Rods} rods @param {{ pivots: GPUBuffer, eliminated: GPUBuffer }} of @param {StepOptions} options */
export async function solvedOf(lab, name, { conductances, heads }, { pivots, eliminated }, { scan, signal }) {
  const given = {
    // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose heads are the same.
    words: [`conductances[(${OPPOSITE}) / ${CELLS}] / pivots[${OPPOSITE}]`, `eliminated[${OPPOSITE}] / pivots[${OPPOSITE}]`],
    result: `prefixes[2 * (${OPPOSITE}) + 1]`,
    whole: { last: heads.length - 1 },
    arrays: { conductances, pivots, eliminated },
  };
  const request = { operator: 'affine', heads: await acceptedOn(lab.device, heads), algorithm: scan, signal };
  return mappedScan(lab, name, heads.length, given, request);
}

/** The temperatures after a time step, by its name, where nothing else needs what is eliminated. @param {Lab} lab @param {string} name @param {Rods} rods @param {{ pivots: GPUBuffer, before: GPUBuffer }} of @param {StepOptions} options */
export async function timeStep(lab, name, rods, { pivots, before }, options) {
  const { eliminated, accepted } = await eliminatedOf(lab, rods, { pivots, before }, options);
  return unlessRefused(solvedOf(lab, name, rods, { pivots, eliminated }, options), accepted).finally(() => eliminated.destroy());
}
