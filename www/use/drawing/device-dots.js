/** Dots that are drawn on the device, pixel by pixel as `dot` draws them one after the other: the last one is seen. */
import { borrowed, giveBack, submit } from '../device/device.js';
import { imageOf } from './device-image.js';

/** @typedef {import('./device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('./device-image.js').Lab} Lab */
/**
 * @typedef {object} Dots
 * @property {number} n
 * @property {Record<string, number>} numbers
 * @property {import('../device/device.js').Reads} reads
 * @property {string} code of `numbers.dots` dots: `dot_corner(i)`, its left upper pixel as `vec2i`; `dot_order(i)`, later ones over earlier ones; and
 *   `dot_word(order)`, its colour
 */

/** Device pixels of an image. @typedef {{ width: number, height: number, side: number }} Size side: of a dot */

/**
 * An image with dots; commands are submitted before it returns.
 * @param {Lab} lab @param {Size} size @param {Dots} dots
 * @param {GPUBuffer} [image] a borrowed one with what is drawn below them, which is given back (default: nothing)
 * @returns {Promise<DrawnImage>}
 */
export function drawDots(lab, { width, height, side }, { n, numbers, reads, code }, image = borrowed(lab.device, width * height)) {
  const { device } = lab;
  const top = borrowed(device, width * height);
  const all = { ...numbers, dots: n, image_width: width, image_height: height, side };
  submit(device, {
    n,
    numbers: all,
    reads,
    writes: { top: [top, 'atomic<u32>'] },
    code: `${code}
    fn each(i: u32) {
      let first = max(dot_corner(i), vec2i(0));
      let end = min(first + numbers.side, vec2i(numbers.image_width, numbers.image_height));
      for (var y = first.y; y < end.y; y++) {
        for (var x = first.x; x < end.x; x++) { atomicMax(&top[y * numbers.image_width + x], dot_order(i) + 1); }
      }
    }`,
  });
  submit(device, {
    n: width * height,
    numbers: all,
    reads: { ...reads, top },
    writes: { image },
    code: `${code}
    fn each(i: u32) {
      if (top[i] > 0) { image[i] = dot_word(top[i] - 1); }
    }`,
  });
  giveBack(device, top);
  return imageOf(lab, { width, height }, image);
}
