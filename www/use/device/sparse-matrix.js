/** Products of a sparse matrix and vectors of f32 on the device, by segmented sums. */
import { mappedOn } from './scans.js';

/** @typedef {import('./work.js').Work} Work */
/**
 * Compressed sparse rows.
 * @typedef {object} Matrix
 * @property {Uint32Array} rows the number of entries before each row, and in all; there is at least one
 * @property {Uint32Array} heads of each entry, 1 where it is the first one of its row, else 0
 * @property {Uint32Array} columns of each entry
 * @property {Float32Array} entries
 */
/** What each element of the result is: an expression of WGSL of a row `i`, which calls `product(i) -> f32`, and of `floats`. @typedef {{ word: string, floats?: Record<string, number> }} Result */

/** Each entry times the element of the vector in its column. @param {Work} work @param {Matrix} matrix @param {GPUBuffer | Float32Array} vector */
export const entryProducts = (work, { entries, columns }, vector) =>
  mappedOn(work, entries.length, ['entries[i] * vector[columns[i]]'], { arrays: { entries, columns, vector } });

/** The sums of these within rows, by the chosen scan: the last one of a row is its product. @param {Work} work @param {Matrix} matrix @param {GPUBuffer} products @returns {Promise<GPUBuffer>} */
export const rowSums = (work, { heads }, products) => work.scan(products, { algorithm: work.chosen, type: 'f32', heads });

/** A vector by the product of each row; that of a row without entries is 0. @param {Work} work @param {Matrix} matrix @param {GPUBuffer} sums within rows @param {Result} [result] (default: the products) */
export const rowResults = (work, { rows }, sums, { word, floats } = { word: 'product(i)' }) =>
  mappedOn(work, rows.length - 1, [word], {
    floats,
    arrays: { rows, sums },
    code: 'fn product(i: u32) -> f32 { return select(0, sums[max(rows[i + 1], 1) - 1], rows[i + 1] > rows[i]); }',
  });

/**
 * A vector by the products of the matrix's rows and another vector, or by those of so many times, each with the vector of the time before.
 * @param {Work} work @param {Matrix} matrix @param {GPUBuffer} vector which stays, and is the result of no times @param {Result} [result] (default: the products) @param {number} [times]
 */
export async function multiplied(work, matrix, vector, result, times = 1) {
  let last = vector;
  for (let time = 0; time < times; time++) {
    const next = await work.within(async () =>
      rowResults(work, matrix, await rowSums(work, matrix, entryProducts(work, matrix, last)), result),
    );
    if (last !== vector) last.destroy();
    last = next;
  }
  return last;
}

/** How often a product of a row is rounded at most, by that of an entry and by the additions of a scan. @param {import('../types.d.ts').Lab} lab @param {string} scan its id @param {Matrix} matrix */
export function productRoundings(lab, scan, { rows, entries }) {
  const plan = lab.plan({ algorithm: scan, operator: 'add', type: 'f32', segmented: true, n: entries.length });
  // A sum has no more additions than its row has entries.
  let longest = 0;
  for (let row = 1; row < rows.length; row++) longest = Math.max(longest, rows[row] - rows[row - 1]);
  return 1 + Math.min(longest, plan.operator_depth);
}
