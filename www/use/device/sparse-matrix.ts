/** Products of a sparse matrix and vectors of f32 on the device, by segmented sums. */
import { mappedOn } from './scans.ts';
import type { Lab } from '../types.ts';
import type { Work } from './work.ts';

/** Compressed sparse rows. */
type Matrix = {
  /** the number of entries before each row, and the total; there is at least one entry */
  rows: Uint32Array;
  /** per entry: 1 if it is the first of its row, else 0 */
  heads: Uint32Array;
  /** per entry: the column, and the value */
  columns: Uint32Array;
  entries: Float32Array;
};
/** The elements of the result: a WGSL expression of a row `i`, which calls `product(i) -> f32` and uses `floats`. */
type Result = { word: string; floats?: Record<string, number> };

/** Each entry times the element of the vector in its column. */
export const entryProducts = (work: Work, { entries, columns }: Matrix, vector: GPUBuffer | Float32Array) =>
  mappedOn(work, entries.length, ['entries[i] * vector[columns[i]]'], { arrays: { entries, columns, vector } });

/** The sums of the products within rows, by the chosen scan. The last sum of a row is the row's product with the vector. */
export const rowSums = (work: Work, { heads }: Matrix, products: GPUBuffer): Promise<GPUBuffer> =>
  work.scan(products, { algorithm: work.chosen, type: 'f32', heads });

/**
 * A vector with one element per row, from the row's product. The product of an empty row is 0.
 * @param sums the sums within rows
 * @param result (default: the products)
 */
export const rowResults = (work: Work, { rows }: Matrix, sums: GPUBuffer, { word, floats }: Result = { word: 'product(i)' }) =>
  mappedOn(work, rows.length - 1, [word], {
    floats,
    arrays: { rows, sums },
    code: 'fn product(i: u32) -> f32 { return select(0, sums[max(rows[i + 1], 1) - 1], rows[i + 1] > rows[i]); }',
  });

/**
 * The matrix times a vector, with `result` for each row. The product may be repeated, each time with the last result.
 * @param vector is not changed, and is the result of zero repetitions
 * @param result (default: the products)
 */
export async function multiplied(work: Work, matrix: Matrix, vector: GPUBuffer, result?: Result, times: number = 1) {
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

/**
 * The maximum number of roundings of a row's product: one for the product of an entry, and one per addition of the scan.
 * @param scan its id
 */
export function productRoundings(lab: Lab, scan: string, { rows, entries }: Matrix) {
  const plan = lab.plan({ algorithm: scan, operator: 'add', type: 'f32', segmented: true, n: entries.length });
  // A sum has at most as many additions as its row has entries.
  let longest = 0;
  for (let row = 1; row < rows.length; row++) longest = Math.max(longest, rows[row] - rows[row - 1]);
  return 1 + Math.min(longest, plan.operator_depth);
}
