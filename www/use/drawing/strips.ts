/** Strips of an image in which elements stand side by side, drawn on the device column by column. */
import { submit } from '../device/device.ts';
import { SHARE } from '../parts/quotients.ts';
import type { Reads } from '../device/device.ts';

type Strip = {
  /** elements, of which there may be more or fewer than columns */
  n: number;
  /** in device pixels */
  first_row: number;
  /** at least one */
  rows: number;
  numbers?: Record<string, number>;
  reads: Reads;
  /** an expression of WGSL of the column `x` and of the element `i` there: its colour */
  word: string;
  /** the same: the rows that stay free above, an i32 (default: none) */
  free?: string;
  /** what they call, and `element_at(x: u32) -> u32` */
  code?: string;
};

/**
 * Draws a strip over an image; commands are submitted before it returns.
 * @param width of the image
 */
export const submitStrip = (
  device: GPUDevice,
  width: number,
  image: GPUBuffer,
  { n, first_row, rows, numbers, reads, word, free = '0', code = '' }: Strip,
) =>
  submit(device, {
    // A column each: the quotients of a pixel each take a software adapter many times as long.
    n: width,
    numbers: { ...numbers, elements: n, width, first_row, rows },
    reads,
    writes: { image },
    code: `${SHARE}
    fn element_at(x: u32) -> u32 { return share(x, u32(numbers.elements), u32(numbers.width)); }
    ${code}
    fn each(x: u32) {
      let i = element_at(x);
      let word = ${word};
      for (var row = ${free}; row < numbers.rows; row++) { image[u32((numbers.first_row + row) * numbers.width) + x] = word; }
    }`,
  });
