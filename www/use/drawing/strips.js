/** Strips of an image in which elements stand side by side, drawn on the device column by column. */
import { submit } from '../device/device.js';
import { SHARE } from '../parts/quotients.js';

/**
 * @typedef {object} Strip
 * @property {number} n elements, of which there may be more or fewer than columns
 * @property {number} first_row in device pixels
 * @property {number} rows at least one
 * @property {Record<string, number>} [numbers]
 * @property {import('../device/device.js').Reads} reads
 * @property {string} word an expression of WGSL of the column `x` and of the element `i` there: its colour
 * @property {string} [free] the same: the rows that stay free above, an i32 (default: none)
 * @property {string} [code] what they call, and `element_at(x: u32) -> u32`
 */

/** Draws a strip over an image; commands are submitted before it returns. @param {GPUDevice} device @param {number} width of the image @param {GPUBuffer} image @param {Strip} strip */
export const submitStrip = (device, width, image, { n, first_row, rows, numbers, reads, word, free = '0', code = '' }) =>
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
