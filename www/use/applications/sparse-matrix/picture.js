/** Pictures of a web: links as lines, and each page as a disc, whose area is its rank. */
import { MOST_RADIUS, drawDiscs, mixed } from '../../drawing/discs.js';
import { HEIGHT, PLACE, WIDTH } from '../../parts/places.js';
import { borrowed, giveBack, read, submit } from '../../device/device.js';
import { bitsOf, wordsOf } from '../../parts/words.js';
import { LINE } from '../../drawing/lines.js';
import { dotSide } from '../../drawing/draw.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {import('../../drawing/image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('./web.js').Web} Web */

/** Of more links, every so many-th is drawn, of those to the visitor's page and of the others. */
const MOST_LINES = 20_000;
/** Of more pages, the larger discs are on top: the small ones leave nothing free. */
const MANY_PAGES = 20_000;
/** The parts of 255 of the links to the visitor's page, and what a line to it adds to a pixel's lines, of which it has fewer. */
const [OWN_PART, OWN_LINE] = [153, 2 ** 16];
/** Words of colours, from this one on, are above those of counted lines. */
const OPAQUE = 0xff000000;
const TINTS = 256;

const PIXEL = `${PLACE}
  fn pixel_of(page: u32) -> vec2i {
    return place_of(places[page]) * vec2i(numbers.image_width, numbers.image_height) / vec2i(${WIDTH}, ${HEIGHT});
  }`;

/** The colours of pixels with so many lines, each of which adds to it, less where they are many. */
const tintsOf = keepLast((/** @type {number} */ surface, /** @type {number} */ muted, /** @type {number} */ perHeight) => {
  const part = Math.max(0.02, Math.min(0.4, 1 / (1.5 * perHeight)));
  return wordsOf(TINTS, (lines) => lines && mixed(surface, muted, Math.round(255 * (1 - (1 - part) ** lines))));
});

/** Counts the lines of each pixel; then each line colours its pixels, of which another one may have coloured some. */
const LINE_PIXELS = [
  'atomicAdd(&image[place], u32(numbers.adds));',
  `let lines = atomicLoad(&image[place]);
  if (lines < ${OPAQUE}) { atomicStore(&image[place], select(tints[min(lines, ${TINTS - 1})], u32(numbers.own_line), lines >= ${OWN_LINE})); }`,
];

/** The links in a borrowed image, those to the visitor's page on top. @param {GPUDevice} device @param {PreparedImage} image @param {Web} web */
function linesOn(device, { width, height, theme, word }, { pages, rows, places, sources, targets }) {
  const image = borrowed(device, width * height);
  const own = rows[pages - 1];
  const parts = [
    { first: 0, links: own, adds: 1 },
    { first: own, links: rows[pages] - own, adds: OWN_LINE },
  ].map((part) => ({ ...part, stride: Math.max(1, Math.ceil(part.links / MOST_LINES)) }));
  const surface = word(theme.surface);
  const tints = tintsOf(surface, word(theme.muted), parts[0].links / parts[0].stride / height);
  const own_line = mixed(surface, word(theme.accent), OWN_PART) | 0;
  for (const pixel of LINE_PIXELS) {
    for (const { first, links, adds, stride } of parts) {
      submit(device, {
        n: Math.ceil(links / stride),
        numbers: { first, stride, adds, own_line, image_width: width, image_height: height },
        reads: { places, sources, targets, tints },
        writes: { image: [image, 'atomic<u32>'] },
        code: `${PIXEL}${LINE}
        fn line_pixel(place: i32) { ${pixel} }
        fn each(line: u32) {
          let i = numbers.first + i32(line) * numbers.stride;
          draw_line(pixel_of(sources[i]), pixel_of(targets[i]));
        }`,
      });
    }
  }
  return image;
}

/** The radii of all discs in a borrowed buffer. @param {GPUDevice} device @param {PreparedImage} image @param {Float32Array | GPUBuffer} ranks @param {number} pages */
function radiiOn(device, { width, height, scale }, ranks, pages) {
  const area = width * height;
  // Discs that cover about an eighth of the picture in all, none of them too large; also ranks that are wrong draw no more.
  const most = Math.min(MOST_RADIUS, 4 * Math.min(0.09 * height, 10 * Math.sqrt(area / pages)));
  const least = Math.max(2, Math.min(Math.round(4 * scale), 2 * dotSide(area, pages)));
  const [largest, radii] = [borrowed(device, 1), borrowed(device, pages)];
  submit(device, {
    n: pages,
    reads: { ranks: [ranks, 'u32'] },
    writes: { largest: [largest, 'atomic<u32>'] },
    // Bits of what is not negative are in the order of the numbers.
    code: 'fn each(page: u32) { atomicMax(&largest[0], ranks[page]); }',
  });
  submit(device, {
    n: pages,
    numbers: {
      least,
      most: Math.max(least, Math.round(most)),
      per_rank: bitsOf((16 * area) / 8 / Math.PI),
      of_largest: bitsOf(most ** 2),
    },
    reads: { ranks: [ranks, 'f32'], largest: [largest, 'f32'] },
    writes: { radii: [radii, 'i32'] },
    code: `fn each(page: u32) {
      let factor = min(bitcast<f32>(numbers.per_rank), bitcast<f32>(numbers.of_largest) / largest[0]);
      radii[page] = clamp(i32(sqrt(ranks[page] * factor) + 0.5), numbers.least, numbers.most);
    }`,
  });
  giveBack(device, largest);
  return radii;
}

/** The web, and the radius of the visitor's page in CSS pixels. @param {PreparedImage} image @param {Lab} lab @param {Web} web @param {Float32Array | GPUBuffer} ranks */
export async function webOn(image, lab, { pages, ...web }, ranks) {
  const { device } = lab;
  const { theme, word, scale } = image;
  const radii = radiiOn(device, image, ranks, pages);
  const drawing = drawDiscs(lab, image, linesOn(device, image, { pages, ...web }), {
    n: pages,
    isLargestOnTop: pages > MANY_PAGES,
    surface: word(theme.surface),
    numbers: { pages, accent: word(theme.accent) | 0 },
    reads: { places: web.places, ramp: theme.ramp, ranks: [ranks, 'f32'], radii: [radii, 'i32'] },
    // By the logarithm of the rank, from a quarter of the mean on.
    code: `${PIXEL}
    fn radius_of(page: u32) -> i32 { return radii[page]; }
    fn disc_word(page: u32) -> u32 {
      if (i32(page) == numbers.pages - 1) { return u32(numbers.accent); }
      return ramp[clamp(i32((2 + log2(ranks[page] * f32(numbers.pages))) / 9 * 256), 0, 255)];
    }`,
  });
  const reading = read(device, radii, pages - 1, 1);
  giveBack(device, radii);
  const [drawn, [own]] = await Promise.all([drawing, reading]);
  return { drawn, radius: own / 4 / scale };
}
