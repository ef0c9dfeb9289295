/** Pictures of a web: links as lines, and each page as a disc, whose area is its rank; in JavaScript, and on the device of ranks that stay there. */
import { isDeviceBuffer } from '../../../shared/device-words.js';
import { MOST_RADIUS, discsOn, drawDiscs, mixed } from '../../drawing/discs.js';
import { HEIGHT, PLACE, WIDTH } from '../../parts/places.js';
import { accepted, borrowed, giveBack, keptOn, read, submit } from '../../device/device.js';
import { bitsOf, wordsOf } from '../../parts/words.js';
import { dotSide, eachOfLine, rampIndex } from '../../drawing/draw.js';
import { LINE } from '../../drawing/device-lines.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../../types.d.ts').Surface} Surface */
/** @typedef {import('./web.js').Web} Web */
/** @typedef {Pick<PreparedImage, 'width' | 'height' | 'scale'>} Size */

/** Of more links, every so many-th is drawn, of those to the visitor's page and of the others. */
const MOST_LINES = 20_000;
/** Of more pages, the larger discs are on top: the small ones leave nothing free. */
const MANY_PAGES = 20_000;
/** The parts of 255 of the links to the visitor's page, and what a line to it adds to a pixel's lines, of which it has fewer. */
const [OWN_PART, OWN_LINE] = [153, 2 ** 16];
/** Words of colours, from this one on, are above those of counted lines. */
const OPAQUE = 0xff000000;
const TINTS = 256;

/** The links that are drawn: some of the others, and of those to the visitor's page, whose row is the last one. @param {Web} web */
function linesOf({ rows, pages }) {
  return [
    { first: 0, end: rows[pages - 1], adds: 1 },
    { first: rows[pages - 1], end: rows[pages], adds: OWN_LINE },
  ].map((part) => {
    const stride = Math.max(1, Math.ceil((part.end - part.first) / MOST_LINES));
    return { ...part, stride, lines: Math.ceil((part.end - part.first) / stride) };
  });
}

/** The colours of pixels with so many lines, each of which adds to it, less where they are many. */
const tintsOf = keepLast((/** @type {number} */ surface, /** @type {number} */ muted, /** @type {number} */ perHeight) => {
  const part = Math.max(0.02, Math.min(0.4, 1 / (1.5 * perHeight)));
  return wordsOf(TINTS, (lines) => lines && mixed(surface, muted, Math.round(255 * (1 - (1 - part) ** lines))));
});

/** Colours, as words. @param {Pick<PreparedImage, 'theme' | 'word'>} of @param {number} height of the image @param {ReturnType<typeof linesOf>} lines */
function colorsOf({ theme, word }, height, [{ lines }]) {
  const [surface, accent] = [word(theme.surface), word(theme.accent)];
  return { surface, accent, ownLine: mixed(surface, accent, OWN_PART), tints: tintsOf(surface, word(theme.muted), lines / height) };
}

/** The squared radius of a disc by its rank, the largest one's, and the smallest and the largest radius of all, in quarters of device pixels. @param {Size} size @param {number} pages */
function radiiOf({ width, height, scale }, pages) {
  const area = width * height;
  // Discs that cover about an eighth of the picture in all, none of them too large; also ranks that are wrong draw no more.
  const most = Math.min(MOST_RADIUS, 4 * Math.min(0.09 * height, 10 * Math.sqrt(area / pages)));
  const least = Math.max(2, Math.min(Math.round(4 * scale), 2 * dotSide(area, pages)));
  return { perRank: (16 * area) / 8 / Math.PI, ofLargest: most ** 2, least, most: Math.max(least, Math.round(most)) };
}

/** @param {ReturnType<typeof radiiOf>} radii @param {number} largest rank @param {number} rank */
function radiusOf({ perRank, ofLargest, least, most }, largest, rank) {
  return Math.max(least, Math.min(most, Math.floor(Math.sqrt(rank * Math.min(perRank, ofLargest / largest)) + 0.5)));
}

/** @param {Size} image @param {Uint32Array} places */
const pixelsOf =
  ({ width, height }, places) =>
  (/** @type {number} */ page) =>
    /** @type {[number, number]} */ ([
      Math.floor(((places[page] & 0xffff) * width) / WIDTH),
      Math.floor(((places[page] >>> 16) * height) / HEIGHT),
    ]);

/** The radius of the visitor's page in CSS pixels. @param {Size} image @param {{ own: number, largest: number }} ranks @param {number} pages */
export const ownRadius = (image, { own, largest }, pages) => radiusOf(radiiOf(image, pages), largest, own) / 4 / image.scale;

/** What the picture tells of ranks. @param {ArrayLike<number>} ranks */
export function extremesOf(ranks) {
  let largest = 0;
  for (let page = 0; page < ranks.length; page++) largest = Math.max(largest, ranks[page]);
  return { largest, own: ranks[ranks.length - 1] };
}

/** The links, those to the visitor's page on top, and the pages. @param {Surface} surface @param {{ data: Uint32Array } & Size} image @param {Web} web @param {ArrayLike<number>} ranks */
export function drawWeb(surface, image, web, ranks) {
  const { pages, places, sources, targets } = web;
  const { data } = image;
  const pixelOf = pixelsOf(image, places);
  const lines = linesOf(web);
  const colors = colorsOf(surface, image.height, lines);
  for (const { first, end, stride, adds } of lines) {
    for (let i = first; i < end; i += stride) {
      eachOfLine(image, pixelOf(sources[i]), pixelOf(targets[i]), (place) => (data[place] += adds));
    }
  }
  data.forEach((count, place) => {
    if (count) data[place] = count < OWN_LINE ? colors.tints[Math.min(TINTS - 1, count)] : colors.ownLine;
  });
  const [radii, { largest }, { ramp }] = [radiiOf(image, pages), extremesOf(ranks), surface.theme];
  drawDiscs(image, discsOf(pages, colors), {
    pixelOf,
    radiusOf: (page) => radiusOf(radii, largest, ranks[page]),
    // By the logarithm of the rank, from a quarter of the mean on.
    wordOf: (page) => (page === pages - 1 ? colors.accent : ramp[rampIndex(2 + Math.log2(ranks[page] * pages), 9)]),
  });
}

/** @param {number} pages @param {{ surface: number }} colors */
const discsOf = (pages, { surface }) => ({ n: pages, isLargestOnTop: pages > MANY_PAGES, surface });

const PIXEL = `${PLACE}
  fn pixel_of(page: u32) -> vec2i {
    return place_of(places[page]) * vec2i(numbers.image_width, numbers.image_height) / vec2i(${WIDTH}, ${HEIGHT});
  }`;

/** The pages, as `drawWeb` draws them. */
const PAGES = `${PIXEL}
  fn radius_of(page: u32) -> i32 {
    let factor = min(bitcast<f32>(numbers.per_rank), bitcast<f32>(numbers.of_largest) / bitcast<f32>(largest[0]));
    return clamp(i32(sqrt(ranks[page] * factor) + 0.5), numbers.least, numbers.most);
  }
  fn disc_word(page: u32) -> u32 {
    if (i32(page) == numbers.pages - 1) { return u32(numbers.accent); }
    return ramp[clamp(i32((2 + log2(ranks[page] * f32(numbers.pages))) / 9 * 256), 0, 255)];
  }`;

/** The largest rank, and the visitor's: their bits in a borrowed buffer. @param {GPUDevice} device @param {GPUBuffer} ranks */
function extremesOn(device, ranks) {
  const extremes = borrowed(device, 2);
  submit(device, {
    n: ranks.size / 4,
    reads: { ranks },
    writes: { extremes: [extremes, 'atomic<u32>'] },
    // Bits of what is not negative are in the order of the numbers.
    code: `fn each(page: u32) {
      atomicMax(&extremes[0], ranks[page]);
      if (page == u32(numbers.n) - 1) { atomicStore(&extremes[1], ranks[page]); }
    }`,
  });
  return extremes;
}

/** Counts the lines of each pixel; then each line colours its pixels, of which another one may have coloured some. */
const COUNTED = 'fn line_pixel(place: i32) { atomicAdd(&image[place], u32(numbers.adds)); }';
const COLOURED = `fn line_pixel(place: i32) {
    let lines = atomicLoad(&image[place]);
    if (lines >= ${OPAQUE}) { return; }
    atomicStore(&image[place], select(tints[min(lines, ${TINTS - 1})], u32(numbers.own_line), lines >= ${OWN_LINE}));
  }`;

/** The lines in a borrowed image. @param {GPUDevice} device @param {Size} size @param {Web} web @param {ReturnType<typeof linesOf>} lines @param {ReturnType<typeof colorsOf>} colors */
function linesOn(device, { width, height }, { places, sources, targets }, lines, { tints, ownLine }) {
  const image = borrowed(device, width * height);
  for (const pixel of [COUNTED, COLOURED]) {
    for (const { first, stride, lines: n, adds } of lines) {
      if (!n) continue;
      submit(device, {
        n,
        numbers: { first, stride, adds, own_line: ownLine | 0, image_width: width, image_height: height },
        reads: { places, sources, targets, tints },
        writes: { image: [image, 'atomic<u32>'] },
        code: `${PIXEL}${LINE}
        ${pixel}
        fn each(line: u32) {
          let i = numbers.first + i32(line) * numbers.stride;
          draw_line(pixel_of(sources[i]), pixel_of(targets[i]));
        }`,
      });
    }
  }
  return image;
}

/** The same on the device, and what it tells of ranks. @param {PreparedImage} size @param {Lab} lab @param {Web} web @param {Float32Array | GPUBuffer} shown the ranks */
export function webOn(size, lab, web, shown) {
  const { device } = lab;
  const { pages, places } = web;
  return accepted(device, async () => {
    const ranks = isDeviceBuffer(shown) ? shown : keptOn(device, shown);
    const lines = linesOf(web);
    const colors = colorsOf(size, size.height, lines);
    const [image, extremes] = [linesOn(device, size, web, lines, colors), extremesOn(device, ranks)];
    const { perRank, ofLargest, least, most } = radiiOf(size, pages);
    /** @type {import('../../drawing/discs.js').Kernels} */
    const kernels = {
      numbers: { pages, least, most, per_rank: bitsOf(perRank), of_largest: bitsOf(ofLargest), accent: colors.accent | 0 },
      reads: { places, ramp: size.theme.ramp, ranks: [ranks, 'f32'], largest: extremes },
      code: PAGES,
    };
    const drawing = discsOn(lab, size, discsOf(pages, colors), kernels, image);
    const reading = read(device, extremes);
    giveBack(device, extremes);
    const [drawn, bits] = await Promise.all([drawing, reading]);
    const [largest, own] = new Float32Array(bits.buffer);
    return { drawn, extremes: { largest, own } };
  });
}
