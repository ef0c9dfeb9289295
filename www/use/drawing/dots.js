/** Square dots, one over the other. */
import { borrowed, giveBack, submit } from '../device/device.js';
import { PLACE, RAMP } from '../parts/places.js';
import { imageOf } from './image.js';
import { MIDDLE } from './pixels.js';

/** @typedef {import('./image.js').DrawnImage} DrawnImage */
/** @typedef {import('./image.js').Lab} Lab */
/**
 * @typedef {object} Dots
 * @property {number} n
 * @property {number} side of each, in device pixels
 * @property {Record<string, number>} [numbers]
 * @property {import('../device/device.js').Reads} reads
 * @property {string} pixel an expression of WGSL of the index `i` of a dot: the pixel in its middle, as `vec2i`, as `place_in` and `middle_in` give it
 * @property {string} word the same: its colour
 * @property {string} [layer] the same: 1 of the dots that are over those of 0 (default: 0); of one layer the later are over the earlier ones
 * @property {string} [code] what they call, beside `place_of`, `place_in`, `middle_in` and `ramp_word`
 */

/** WGSL: the size of the image. */
export const SIZE = 'vec2i(numbers.image_width, numbers.image_height)';

/**
 * An image with dots; commands are submitted before it returns.
 * @param {Lab} lab @param {Pick<import('../types.d.ts').PreparedImage, 'width' | 'height' | 'theme'>} size @param {Dots} dots
 * @param {GPUBuffer} [image] a borrowed one with what is drawn below them, which is given back (default: nothing)
 * @returns {Promise<DrawnImage>}
 */
export function drawDots(lab, { width, height, theme }, dots, image = borrowed(lab.device, width * height)) {
  submitDots(lab.device, { width, height }, { ...dots, reads: { ...dots.reads, ramp: theme.ramp } }, image);
  return imageOf(lab, { width, height }, image);
}

/** @param {GPUDevice} device @param {{ width: number, height: number }} size @param {Dots} dots @param {GPUBuffer} image */
function submitDots(device, { width, height }, { n, side, numbers, reads, pixel, word, layer = '0', code = '' }, image) {
  const top = borrowed(device, width * height);
  const all = { ...numbers, image_width: width, image_height: height, side };
  const shared = `${PLACE} ${MIDDLE} ${RAMP} ${code}
    fn each(i: u32) {
      let order = ${layer} * u32(numbers.n) + i + 1;
      let corner = ${pixel} - numbers.side / 2;
      let end = min(corner + numbers.side, ${SIZE});
      for (var y = max(0, corner.y); y < end.y; y++) {
        for (var x = max(0, corner.x); x < end.x; x++) { dot_pixel(y * numbers.image_width + x, order, i); }
      }
    }`;
  submit(device, {
    n,
    numbers: all,
    reads,
    writes: { top: [top, 'atomic<u32>'] },
    code: `${shared}
    fn dot_pixel(place: i32, order: u32, i: u32) { atomicMax(&top[place], order); }`,
  });
  submit(device, {
    n,
    numbers: all,
    reads: { ...reads, top },
    writes: { image },
    code: `${shared}
    fn dot_pixel(place: i32, order: u32, i: u32) {
      if (top[place] == order) { image[place] = ${word}; }
    }`,
  });
  giveBack(device, top);
}
