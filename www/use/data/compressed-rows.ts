/** Compressed sparse rows of a matrix or of a graph: the entries of each row in turn. */
import { wordsOf } from '../parts/words.ts';

/**
 * Sorts entries by rows, stably, with a counting sort.
 * @param n the number of rows
 * @param targets the row of each entry
 * @param sources the column of each entry
 * @returns rows: the number of entries before each row, and the total; columns and targets: the column and the row of each sorted entry
 */
export function compressedRows(
  n: number,
  targets: Uint32Array,
  sources: Uint32Array,
): { rows: Uint32Array; columns: Uint32Array; targets: Uint32Array } {
  const rows = new Uint32Array(n + 1);
  for (const row of targets) rows[row + 1]++;
  for (let row = 0; row < n; row++) rows[row + 1] += rows[row];
  const [columns, sorted, free] = [new Uint32Array(rows[n]), new Uint32Array(rows[n]), rows.slice()];
  for (let i = 0; i < targets.length; i++) columns[free[targets[i]]++] = sources[i];
  for (let row = 0; row < n; row++) sorted.fill(row, rows[row], rows[row + 1]);
  return { rows, columns, targets: sorted };
}

/** 1 at the first entry of each row, else 0. */
export const headsOf = ({ rows, targets }: { rows: Uint32Array; targets: Uint32Array }) =>
  wordsOf(targets.length, (i) => Number(i === rows[targets[i]]));
