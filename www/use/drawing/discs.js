/** Discs with smooth edges, in whole numbers, so that every processor draws the same pixels: in JavaScript and on the device. */
import { borrowed, giveBack, submit } from '../device/device.js';
import { imageOf } from './device-image.js';
import { wordsOf } from '../parts/words.js';

/** @typedef {import('./device-image.js').DrawnImage} DrawnImage */
/** @typedef {import('./device-image.js').Lab} Lab */
/** @typedef {{ n: number, areAlike?: boolean, isLargestOnTop: boolean, surface: number }} Discs at most MOST_DISCS, or any number that have one radius, as they are alike; surface: the colour around each, a word */
/**
 * @typedef {object} Shapes
 * @property {(i: number) => [x: number, y: number]} pixelOf its centre
 * @property {(i: number) => number} radiusOf in quarters of a pixel, from 2 to MOST_RADIUS
 * @property {(i: number) => number} wordOf its colour
 */
/**
 * @typedef {object} Kernels
 * @property {Record<string, number>} numbers
 * @property {import('../device/device.js').Reads} reads
 * @property {string} code the same in WGSL: `pixel_of(i: u32) -> vec2i`, `radius_of(i) -> i32` and `disc_word(i) -> u32`
 */

/** What a word has room for: an index below its radius, or below what is left of one. */
const INDEX_BITS = 20;
export const MOST_DISCS = 2 ** INDEX_BITS;
export const MOST_RADIUS = 4094;

/** A colour over another, of 255 parts so many. @param {number} under @param {number} over @param {number} part */
export function mixed(under, over, part) {
  const channel = (/** @type {number} */ shift) =>
    Math.floor((((under >>> shift) & 255) * (255 - part) + ((over >>> shift) & 255) * part + 127) / 255) << shift;
  return ((255 << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** WGSL of the same. */
export const MIXED = `
  fn mixed(under: u32, over: u32, part: u32) -> u32 {
    var word = 0xff000000u;
    for (var shift = 0u; shift < 24; shift += 8) {
      word |= ((((under >> shift) & 255) * (255 - part) + ((over >> shift) & 255) * part + 127) / 255) << shift;
    }
    return word;
  }`;

/** How much of a pixel at a squared distance from its centre a disc covers, of 255 parts: the edge goes from all to nothing within a pixel. @param {number} radius in quarters of a pixel @param {number} square */
function coverOf(radius, square) {
  const inside = (radius + 2) ** 2 - 16 * square;
  return inside >= 8 * radius ? 255 : Math.max(0, Math.floor((inside * 255) / (8 * radius)));
}

/** Discs, one over the other: the smaller ones on top, or the larger ones; of equal ones the later. @param {{ data: Uint32Array, width: number, height: number }} image @param {Discs} discs @param {Shapes} shapes */
export function drawDiscs({ data, width, height }, { n, areAlike, isLargestOnTop, surface }, { pixelOf, radiusOf, wordOf }) {
  const rankOf = (/** @type {number} */ i) => (isLargestOnTop ? radiusOf(i) : MOST_RADIUS - radiusOf(i));
  const orders = wordsOf(n, (i) => (areAlike ? i : rankOf(i) * MOST_DISCS + i));
  for (const order of areAlike ? orders : orders.sort()) {
    const i = areAlike ? order : order % MOST_DISCS;
    const [radius, [left, top], word] = [radiusOf(i), pixelOf(i), wordOf(i)];
    const reach = (radius + 2) >> 2;
    for (let y = Math.max(0, top - reach); y <= Math.min(height - 1, top + reach); y++) {
      for (let x = Math.max(0, left - reach); x <= Math.min(width - 1, left + reach); x++) {
        const part = coverOf(radius, (x - left) ** 2 + (y - top) ** 2);
        if (part > 0) data[y * width + x] = mixed(surface, word, part);
      }
    }
  }
}

/** Invocations that share the rows of a disc, unless there are very many discs, which are small. */
const [LANES, MANY_DISCS] = [16, 2 ** 14];

/** Calls `disc_pixel(place: i32, order: u32, cover: i32)` for each pixel of a disc, whose order is above 0. */
const PIXELS = `
  fn cover_of(radius: i32, away: vec2i) -> i32 {
    let inside = (radius + 2) * (radius + 2) - 16 * (away.x * away.x + away.y * away.y);
    if (inside >= 8 * radius) { return 255; }
    return max(0, inside) * 255 / (8 * radius);
  }
  fn visit(i: u32, lane: i32) {
    let centre = pixel_of(i);
    let radius = radius_of(i);
    let order = select(u32(abs(numbers.order_from - radius)) << ${INDEX_BITS}, 0, numbers.are_alike == 1) + i + 1;
    let reach = (radius + 2) >> 2;
    let last = min(centre + reach, vec2i(numbers.image_width, numbers.image_height) - 1);
    for (var y = centre.y - reach + lane; y <= last.y; y += numbers.lanes) {
      if (y < 0) { continue; }
      for (var x = max(0, centre.x - reach); x <= last.x; x++) {
        let cover = cover_of(radius, vec2i(x, y) - centre);
        if (cover > 0) { disc_pixel(y * numbers.image_width + x, order, cover); }
      }
    }
  }
  fn each(invocation: u32) {
    let lanes = u32(numbers.lanes);
    visit(invocation / lanes, i32(invocation % lanes));
  }`;

/** Which disc is on top of each pixel; then each draws the pixels where it is that. */
const ON_TOP = `
  fn disc_pixel(place: i32, order: u32, cover: i32) { atomicMax(&top[place], order); }`;
const SEEN = `${MIXED}
  fn disc_pixel(place: i32, order: u32, cover: i32) {
    if (top[place] != order) { return; }
    let i = select((order - 1) & ${MOST_DISCS - 1}, order - 1, numbers.are_alike == 1);
    image[place] = mixed(u32(numbers.surface), disc_word(i), u32(cover));
  }`;

/**
 * The same on the device, over an image in a borrowed buffer, which is given back; commands are submitted before it returns.
 * @param {Lab} lab @param {{ width: number, height: number }} size @param {Discs} discs @param {Kernels} kernels @param {GPUBuffer} image
 * @returns {Promise<DrawnImage>}
 */
export function discsOn(lab, { width, height }, { n, areAlike, isLargestOnTop, surface }, { numbers, reads, code }, image) {
  const { device } = lab;
  const top = borrowed(device, width * height);
  const lanes = n > MANY_DISCS ? 1 : LANES;
  const order_from = isLargestOnTop ? 0 : MOST_RADIUS;
  const all = {
    ...numbers,
    image_width: width,
    image_height: height,
    surface: surface | 0,
    lanes,
    order_from,
    are_alike: Number(Boolean(areAlike)),
  };
  submit(device, {
    n: lanes * n,
    numbers: all,
    reads,
    writes: { top: [top, 'atomic<u32>'] },
    code: code + PIXELS + ON_TOP,
  });
  submit(device, {
    n: lanes * n,
    numbers: all,
    reads: { ...reads, top },
    writes: { image },
    code: code + PIXELS + SEEN,
  });
  giveBack(device, top);
  return imageOf(lab, { width, height }, image);
}
