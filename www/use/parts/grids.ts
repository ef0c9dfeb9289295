/** Grids whose cells are counted row by row, and boxes of them. */

/**
 * The cell at a position in a grid's picture.
 * @param at x and y, each from 0 to 1
 */
export function cellAt({ columns, rows }: { columns: number; rows: number }, { x, y }: Record<string, number>) {
  return Math.min(rows - 1, Math.floor(y * rows)) * columns + Math.min(columns - 1, Math.floor(x * columns));
}

/**
 * The box around a cell, clipped to the grid, as left, right, top and bottom. Left and top are the indices before the first column and the
 * first row, from −1 on; right and bottom are the last column and the last row.
 * @param radius the number of cells to each side
 */
export function boxAround(
  { columns, rows }: { columns: number; rows: number },
  [column, row]: [column: number, row: number],
  radius: number,
) {
  const [left, top] = [column, row].map((one) => Math.max(-1, one - radius - 1));
  return [left, Math.min(columns - 1, column + radius), top, Math.min(rows - 1, row + radius)];
}
