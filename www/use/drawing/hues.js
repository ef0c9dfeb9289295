/** Keys of 16 bits, each a hue: in an order, and as strips one below the other, which the device draws as JavaScript does. */
import { choice, seed } from '../parts/declare.js';
import { borrowed, submit } from '../device/device.js';
import { imageOf } from './device-image.js';
import { SHARE } from './device-pixels.js';
import { hash } from '../parts/random.js';

/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('./device-image.js').Lab} Lab */
/** @typedef {Parameters<Parameters<Surface['pixels']>[0]>[0]} Image */
/** @typedef {{ first: number, rows: number, numbers: Record<string, number>, reads: Record<string, any> }} Strip rows of the image; it reads its `keys` and more, in buffers or arrays */

const KEYS = 2 ** 16;

/** @type {Record<string, (i: number, n: number, seed: number) => number>} */
const ORDERS = {
  shuffled: (i, _, seeded) => hash(i, seeded) % KEYS,
  reversed: (i, n) => Math.floor(((n - 1 - i) * KEYS) / n),
  few: (i, _, seeded) => Math.floor((hash(i, seeded) % 8) * (KEYS / 8) + KEYS / 16),
};

export const hueControls = [choice('order', 'Keys', { shuffled: 'shuffled', reversed: 'reversed', few: 'eight hues' }), seed()];

/** @param {import('../types.d.ts').Settings} settings @param {number} n */
export const huesOf = (settings, n) => Uint32Array.from({ length: n }, (_, i) => ORDERS[settings.order](i, n, settings.seed));

/**
 * An image of strips; commands are submitted before it returns.
 * @param {Lab} lab @param {{ width: number, height: number, theme: { ramp: Uint32Array } }} image @param {number} n keys of each strip @param {Strip[]} strips
 * @param {string} code of `rows_free(x: u32) -> i32`, the rows that stay free above column x; `place_at(x)` is the index of its key
 */
export function drawHues(lab, { width, height, theme }, n, strips, code) {
  const { device } = lab;
  const image = borrowed(device, width * height);
  for (const { first, rows, numbers, reads } of strips) {
    submit(device, {
      // A column each: the quotients of a pixel each take a software adapter many times as long.
      n: width,
      numbers: { keys_in_all: n, width, first, rows, ...numbers },
      reads: { ...reads, ramp: theme.ramp },
      writes: { image },
      code: `${SHARE}
      fn place_at(x: u32) -> u32 { return share(x, u32(numbers.keys_in_all), u32(numbers.width)); }
      ${code}
      fn each(x: u32) {
        let word = ramp[keys[place_at(x)] >> 8];
        for (var row = rows_free(x); row < numbers.rows; row++) { image[u32((numbers.first + row) * numbers.width) + x] = word; }
      }`,
    });
  }
  return imageOf(lab, { width, height }, image);
}

/** The same strips of arrays. @param {Image} image @param {Uint32Array} ramp @param {number} n @param {Strip[]} strips @param {(strip: Strip, x: number, placeAt: (x: number) => number) => number} rowsFree */
export function paintHues({ data, width }, ramp, n, strips, rowsFree) {
  const placeAt = (/** @type {number} */ x) => Math.floor((x * n) / width);
  for (const strip of strips) {
    for (let x = 0; x < width; x++) {
      const word = ramp[strip.reads.keys[placeAt(x)] >>> 8];
      for (let row = rowsFree(strip, x, placeAt); row < strip.rows; row++) data[(strip.first + row) * width + x] = word;
    }
  }
}
