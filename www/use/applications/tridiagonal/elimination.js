/** The scans that solve the systems of rods on the device: products of matrices give the pivots, maps from each cell to its neighbour the rest. */
import { mappedScan, recurrence } from '../../device/scans.js';
import { CELLS } from './rods.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./rods.js').Rods} Rods */

/** @param {Work} work @param {Rods} input */
export function pivotsOn(work, { rods, matrices, conductances }) {
  const given = {
    words: [0, 1, 2, 3].map((entry) => `matrices[i / ${CELLS} * 4 + ${entry}]`),
    result: `conductances[i / ${CELLS}] + prefixes[4 * i] / prefixes[4 * i + 1]`,
    arrays: { matrices, conductances },
  };
  return mappedScan(work, rods * CELLS, given, { operator: 'mat2', shape: [rods, CELLS] });
}

/** What is left of the diagonal: a map from each cell to the next. @param {Work} work @param {Rods} input @param {GPUBuffer} pivots @param {Float32Array | GPUBuffer} before the temperatures */
export function eliminatedOn(work, { rods, conductances }, pivots, before) {
  // The factor of a rod's first cell is of no account.
  const words = /** @type {[string, string]} */ ([`conductances[i / ${CELLS}] / pivots[max(i, 1) - 1]`, 'before[i]']);
  return recurrence(work, rods * CELLS, words, { shape: [rods, CELLS], arrays: { conductances, pivots, before } });
}

/** The temperatures after a time step. @param {Work} work @param {Rods} input @param {GPUBuffer} pivots @param {GPUBuffer} eliminated */
export function solvedOn(work, { rods, conductances }, pivots, eliminated) {
  const last = rods * CELLS - 1;
  // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose rods begin at the same places.
  return recurrence(
    work,
    rods * CELLS,
    [`conductances[(last - i) / ${CELLS}] / pivots[last - i]`, 'eliminated[last - i] / pivots[last - i]'],
    { shape: [rods, CELLS], result: 'prefixes[2 * (last - i) + 1]', whole: { last }, arrays: { conductances, pivots, eliminated } },
  );
}
