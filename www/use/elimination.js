/** The scans that solve the systems of rods: matrices whose products give the pivots, and maps from each cell to its neighbour. */
import { CELLS } from './rods.js';
import { keepLast } from './keep-last.js';

/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').StepOptions} StepOptions */
/** @typedef {import('./rods.js').Rods} Rods */
/** The words of both scans, of which each time step has the first ones, the factors. @typedef {{ pivots: Float32Array, forward: Float32Array, backward: Float32Array }} Factors */

/** The larger eigenvalue of a cell's matrix: matrices over it have products that neither grow nor fade. @param {number} c */
const largestOf = (c) => (1 + 2 * c + Math.sqrt(1 + 4 * c)) / 2;

/**
 * Matrices of every cell, which stay as long as the rods conduct the same. A pivot d = 1 + 2 c − c² / d' has a difference, in which digits
 * cancel; the surplus e = d − c follows without one, e = ((1 + c) e' + c) / (e' + c), so the matrices have no negative entry.
 */
const matricesOf = keepLast((/** @type {Float32Array} */ conductances) => {
  const matrices = new Float32Array(4 * CELLS * conductances.length);
  conductances.forEach((c, rod) => {
    const matrix = [1 + c, 1, c, c].map((entry) => entry / largestOf(c));
    for (let cell = 0; cell < CELLS; cell++) matrices.set(matrix, 4 * (rod * CELLS + cell));
  });
  return matrices;
});

/** @param {Lab} lab @param {Rods} rods @param {StepOptions} options */
export async function scannedPivots(lab, { conductances, heads }, { signal }) {
  const products = await lab.scan(matricesOf(conductances), { operator: 'mat2', heads, signal });
  return Float32Array.from(heads, (_, i) => conductances[Math.floor(i / CELLS)] + products[4 * i] / products[4 * i + 1]);
}

/** The factors of the maps, which all time steps share. @param {Rods} rods @param {Float32Array} pivots @returns {Factors} */
export function factorsOf({ conductances, heads }, pivots) {
  const [forward, backward] = [new Float32Array(2 * pivots.length), new Float32Array(2 * pivots.length)];
  const last = pivots.length - 1;
  for (let i = 0; i <= last; i++) {
    const c = conductances[Math.floor(i / CELLS)];
    forward[2 * i] = heads[i] ? 0 : c / pivots[i - 1];
    // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose heads are the same.
    backward[2 * (last - i)] = c / pivots[i];
  }
  return { pivots, forward, backward };
}

/** One time step, whose right-hand side are the temperatures before. @param {Lab} lab @param {Rods} rods @param {Factors} factors @param {Float32Array} before @param {StepOptions} options */
export async function timeStep(lab, { heads }, { pivots, forward, backward }, before, { scan, signal }) {
  const request = { operator: 'affine', heads, algorithm: scan, signal };
  const last = before.length - 1;
  for (let i = 0; i <= last; i++) forward[2 * i + 1] = before[i];
  const left = await lab.scan(forward, request);
  for (let i = 0; i <= last; i++) backward[2 * (last - i) + 1] = left[2 * i + 1] / pivots[i];
  const right = await lab.scan(backward, request);
  const [eliminated, solved] = [new Float32Array(before.length), new Float32Array(before.length)];
  for (let i = 0; i <= last; i++) {
    eliminated[i] = left[2 * i + 1];
    solved[i] = right[2 * (last - i) + 1];
  }
  return { eliminated, solved };
}
