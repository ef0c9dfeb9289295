/** Sums over boxes of a picture, each from four entries of the picture's summed-area table. */
import { mapped } from './scans.ts';
import { ROUNDED } from '../parts/quotients.ts';

/** The table of a picture: for each pixel, row by row, the sum over the rectangle from the first pixel to this one, in u32. */
type SummedArea = { table: GPUBuffer; columns: number; rows: number };

/** WGSL: the sum over a box. `before` is the column and the row before the box, which may be −1; `last` is the box's last column and row. */
const BOX = `
  fn entry(column: i32, row: i32) -> u32 {
    if (column < 0 || row < 0) { return 0; }
    return table[row * numbers.columns + column];
  }
  fn sum_of(before: vec2i, last: vec2i) -> u32 {
    return entry(last.x, last.y) - entry(last.x, before.y) - entry(before.x, last.y) + entry(before.x, before.y);
  }`;

/**
 * The mean over a box around each pixel, clipped to the picture and rounded to the nearest whole number. Commands are submitted before the
 * call returns.
 * @param radius WGSL: the number of pixels of the box to each side, an i32 of at least 0, from the pixel's column and row `at: vec2i`
 * @param given `numbers` that the expression uses, besides `columns` and `rows`; `code` with functions that it calls, besides `rounded`
 */
export const boxMeans = (
  device: GPUDevice,
  { table, columns, rows }: SummedArea,
  radius: string,
  { numbers, code = '' }: { numbers?: Record<string, number>; code?: string } = {},
) =>
  mapped(device, columns * rows, ['mean(i)'], {
    type: 'u32',
    whole: { columns, rows, ...numbers },
    arrays: { table },
    code: `${ROUNDED} ${BOX} ${code}
    fn mean(i: u32) -> u32 {
      let at = vec2i(i32(i) % numbers.columns, i32(i) / numbers.columns);
      let radius = ${radius};
      let before = max(vec2i(-1), at - radius - 1);
      let last = min(vec2i(numbers.columns, numbers.rows) - 1, at + radius);
      return rounded(sum_of(before, last), u32((last.x - before.x) * (last.y - before.y)));
    }`,
  });
