/** Lists of neighbours on the device: counted, written, and drawn from its buffers. */
import { MOST_PAIRS } from './grid.js';
import { accepted, borrowed, read, storage, submit, upload } from '../../device/device.js';
import { totalOf } from '../../device/scans.js';
import { drawDots } from '../../drawing/device-dots.js';
import { LINE } from '../../drawing/device-lines.js';
import { SHARE } from '../../drawing/device-pixels.js';
import { MIXED, mixed } from '../../drawing/discs.js';
import { rampIndex } from '../../drawing/draw.js';
import { HEIGHT, PLACE, RAMP, WIDTH, reachOf } from '../../parts/places.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('../../drawing/device-image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../../types.d.ts').State} State */

/** Of more entries of lists, every so many-th point has its lines drawn. */
const LINES = 30_000;
/** Entries of a list that are told of one point. */
export const TOLD = 12;

/** The points whose lines are drawn are this far apart in memory. @param {number} pairs */
export const strideOf = (pairs) => Math.max(1, Math.ceil(pairs / LINES));

/** Calls `visit_near(i, j)` for every point j near point i, in order. */
const NEAR = `${PLACE}
  fn visit(i: u32) {
    let place = place_of(points[i]);
    for (var j = 0u; j < u32(numbers.n); j++) {
      let away = place_of(points[j]) - place;
      if (j != i && away.x * away.x + away.y * away.y < numbers.reach) { visit_near(i, j); }
    }
  }`;

/** The points, the number of neighbours of each, and the largest. @param {GPUDevice} device @param {Uint32Array} points @param {number} radius @returns {Fields} */
export function countsOn(device, points, radius) {
  const found = { points: upload(device, points), counts: storage(device, points.length), most: storage(device, 1) };
  submit(device, {
    n: points.length,
    numbers: { reach: reachOf(radius) },
    reads: { points: found.points },
    writes: { counts: found.counts, most: [found.most, 'atomic<u32>'] },
    code: `${NEAR}
      var<private> count: u32;
      fn visit_near(i: u32, j: u32) { count++; }
      fn each(i: u32) {
        count = 0;
        visit(i);
        counts[i] = count;
        atomicMax(&most[0], count);
      }`,
  });
  return found;
}

/** All lists in one buffer, that of each point from its start on. @param {Work} work @param {number} n @param {number} radius @param {Fields} found @returns {Promise<Fields>} */
export async function listsOn(work, n, radius, { points, counts, starts }) {
  const pairs = await totalOf(work, starts, counts);
  const list = work.make(() => {
    // More are a wrong scan's, which the check tells.
    const written = storage(work.device, Math.min(pairs, MOST_PAIRS));
    if (pairs) submitLists(work.device, n, radius, { points, starts, list: written });
    return written;
  });
  return { list, pairs };
}

/** @param {GPUDevice} device @param {number} n @param {number} radius @param {Fields} buffers */
function submitLists(device, n, radius, { points, starts, list }) {
  submit(device, {
    n,
    numbers: { reach: reachOf(radius) },
    reads: { points, starts },
    writes: { list },
    code: `${NEAR}
    var<private> at: u32;
    fn visit_near(i: u32, j: u32) {
      list[at] = j;
      at++;
    }
    fn each(i: u32) {
      at = starts[i];
      visit(i);
    }`,
  });
}

/** The run of one point in the packed list. @param {GPUDevice | undefined} device @param {Fields} found @param {number} i @returns {Promise<{ start: number, count: number, run: Uint32Array }>} */
export async function runOf(device, { starts, counts, list }, i) {
  if (!device) return { start: starts[i], count: counts[i], run: list.slice(starts[i], starts[i] + Math.min(TOLD, counts[i])) };
  const place = () => Promise.all([read(device, starts, i, 1), read(device, counts, i, 1)]);
  const [[start], [count]] = await accepted(device, place, { isRead: true });
  const run = () => read(device, list, start, Math.min(TOLD, count));
  return { start, count, run: await accepted(device, run, { isRead: true }) };
}

/** The pixel of a point. */
const PIXELS = `${PLACE}
  fn pixel_of(i: u32) -> vec2i { return place_of(points[i]) * vec2i(numbers.image_width, numbers.high) / vec2i(${WIDTH}, ${HEIGHT}); }`;

const LINES_OF_LISTS = `${LINE}
  fn line_pixel(place: i32) { atomicStore(&image[place], u32(numbers.line)); }
  fn each(i: u32) {
    if (i % u32(numbers.stride) != 0) { return; }
    for (var at = starts[i]; at < starts[i] + counts[i]; at++) {
      if (list[at] > i) { draw_line(pixel_of(i), pixel_of(list[at])); }
    }
  }`;

/** The strip of the packed list, in CSS pixels from the picture's bottom, and of 255 parts those that its colours have in turns. */
const STRIP_HEIGHT = 16;
const PARTS = [230, 140];

/** The packed list: the run of each point in its colour, mixed with that of the page. @param {{ data: Uint32Array, width: number, height: number, scale: number }} image @param {Fields} found @param {number} n @param {{ surface: number, ramp: Uint32Array }} colors */
export function paintRuns({ data, width, height, scale }, { starts, counts, pairs }, n, { surface, ramp }) {
  for (let i = 0, x = 0; i < n; i++) {
    const word = mixed(surface, ramp[rampIndex(i, n)], PARTS[i % 2]);
    for (; x < width && Math.floor((x * pairs) / width) < starts[i] + counts[i]; x++) {
      for (let row = height - Math.round(STRIP_HEIGHT * scale); row < height; row++) data[row * width + x] = word;
    }
  }
}

const RUNS = `${SHARE} ${RAMP} ${MIXED}
  fn each(x: u32) {
    let at = share(x, u32(numbers.pairs), u32(numbers.image_width));
    // The last point whose run begins here or before.
    var i = 0u;
    for (var jump = ${2 ** 16}u; jump > 0; jump /= 2) {
      if (i + jump < u32(numbers.points_in_all) && starts[i + jump] <= at) { i += jump; }
    }
    let part = select(${PARTS[0]}u, ${PARTS[1]}u, i % 2 == 1);
    let word = mixed(u32(numbers.surface), ramp_word(i, u32(numbers.points_in_all)), part);
    for (var row = numbers.first_row; row < numbers.image_height; row++) { image[row * numbers.image_width + i32(x)] = word; }
  }`;

/**
 * The lines of the lists, the dots of the points and the packed list, as the application draws them in JavaScript; and the run of the marked point.
 * @param {PreparedImage} image @param {Lab} lab @param {State} state
 * @param {{ high: number, side: number, isByCount: boolean, marked: number }} shown device pixels of the box, and of a dot; whether colours tell counts
 * @returns {Promise<{ drawn: import('../../drawing/device-image.js').DrawnImage, start: number, count: number }>}
 */
export function pictureOn({ width, height, scale, theme, word }, lab, { n, found }, { high, side, isByCount, marked }) {
  const { device } = lab;
  return accepted(device, async () => {
    const image = borrowed(device, width * height);
    const numbers = { high, stride: strideOf(found.pairs), line: word(theme.line) | 0 };
    const { points, counts, starts, list, most } = found;
    const reads = { points, counts, starts, list, most, ramp: theme.ramp };
    if (found.pairs) {
      submit(device, {
        n,
        numbers: { ...numbers, image_width: width, image_height: height },
        reads,
        writes: { image: [image, 'atomic<u32>'] },
        code: PIXELS + LINES_OF_LISTS,
      });
    }
    if (found.pairs && !isByCount) {
      const first_row = height - Math.round(STRIP_HEIGHT * scale);
      const sizes = { pairs: found.pairs, points_in_all: n, image_width: width, image_height: height, first_row };
      const runs = { n: width, numbers: { ...sizes, surface: word(theme.surface) | 0 }, code: RUNS };
      submit(device, { ...runs, reads, writes: { image } });
    }
    const dots = drawDots(lab, { width, height, side }, { n, numbers, reads, code: PIXELS + RAMP + dotsOf(isByCount) }, image);
    const run = [starts, counts].map((buffer) => read(device, buffer, marked, 1));
    const [drawn, [[start], [count]]] = await Promise.all([dots, Promise.all(run)]);
    return { drawn, start, count };
  });
}

/** Dots in the middle of their points' pixels. @param {boolean} isByCount */
const dotsOf = (isByCount) => `
  fn dot_corner(i: u32) -> vec2i { return max(2 * pixel_of(i) - numbers.side + 1, vec2i(0)) / 2; }
  fn dot_order(i: u32) -> u32 { return i; }
  fn dot_word(order: u32) -> u32 { return ${isByCount ? 'ramp_word(counts[order], most[0] + 1)' : 'ramp_word(order, u32(numbers.dots))'}; }`;
