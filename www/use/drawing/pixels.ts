/** Images of data on the device, pixel by pixel. */
import { borrowed, submit } from '../device/device.ts';
import { imageOf } from './image.ts';
import type { Kernel } from '../device/device.ts';
import type { DrawnImage, Lab } from './image.ts';

/** WGSL: the colour of a level of grey. */
const GREY = `
  fn grey_word(level: u32) -> u32 { return 0xff000000 | (level * 0x010101); }`;

/** WGSL: the pixel in the middle of a cell of a grid, whose cells are counted row by row, in an image of a size. */
export const MIDDLE = `
  fn middle_in(cell: u32, grid: vec2i, size: vec2i) -> vec2i {
    return (2 * vec2i(i32(cell) % grid.x, i32(cell) / grid.x) + 1) * size / (2 * grid);
  }`;

/** WGSL: fills a box of the binding `image`, from its first pixel to the one before its end. */
export const FILL = `
  fn fill(first: vec2i, end: vec2i, word: u32) {
    for (var y = first.y; y < end.y; y++) {
      for (var x = first.x; x < end.x; x++) { image[y * numbers.image_width + x] = word; }
    }
  }`;

/**
 * An image of a picture; commands are submitted before it returns.
 * @param word an expression of WGSL of the index `i` of a pixel: its colour
 * @param kernel code: what the expression calls, beside `grey_word(level)`
 */
export function drawPicture(
  lab: Lab,
  { columns, rows }: { columns: number; rows: number },
  word: string,
  { code = '', ...kernel }: Pick<Kernel, 'numbers' | 'reads'> & { code?: string },
): Promise<DrawnImage> {
  const n = columns * rows;
  const image = borrowed(lab.device, n);
  submit(lab.device, { ...kernel, n, writes: { image }, code: `${GREY} ${code} fn each(i: u32) { image[i] = ${word}; }` });
  return imageOf(lab, { width: columns, height: rows }, image);
}
