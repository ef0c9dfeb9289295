/** Neighbours of points: found on the device, and drawn. */
import { submitLines } from '../../drawing/lines.js';
import { submitStrip } from '../../drawing/strips.js';
import { MIXED } from '../../drawing/discs.js';
import { PLACE, RAMP, reachOf } from '../../parts/places.js';
import { lastUpTo } from '../../parts/search.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */

/** Of more entries of lists, every so many-th point has its lines drawn. */
const LINES = 30_000;

/** What emits every point near point i, in order. @param {Uint32Array} points @param {number} radius @returns {import('../../device/emit.js').Emitter} */
export const neighboursOf = (points, radius) => ({
  n: points.length,
  numbers: { reach: reachOf(radius) },
  reads: { points },
  code: `${PLACE}
  fn visit(i: u32) {
    let place = place_of(points[i]);
    for (var j = 0u; j < u32(numbers.n); j++) {
      let away = place_of(points[j]) - place;
      if (j != i && away.x * away.x + away.y * away.y < numbers.reach) { emit(j); }
    }
  }`,
});

/** WGSL: the pixel of a point, an expression of its index. */
export const PIXEL = 'place_in(points[i], vec2i(numbers.image_width, numbers.high))';

/** Lines between neighbours, and the packed list at the bottom: the run of each point in its colour, mixed with that of the page. @param {GPUDevice} device @param {PreparedImage} size @param {GPUBuffer} image @param {Uint32Array} points @param {Fields} found @param {{ high: number, strip: number }} rows of device pixels: of the points' box, and of the packed list's strip */
export function drawLists(device, { width, height, theme, word }, image, points, { counts, starts, list, pairs }, { high, strip }) {
  const n = points.length;
  submitLines(device, { width, height }, image, word(theme.line), {
    n,
    numbers: { high, stride: Math.max(1, Math.ceil(pairs / LINES)) },
    reads: { points, counts, starts, list },
    code: `${PLACE}
    fn pixel_of(i: u32) -> vec2i { return ${PIXEL}; }
    fn each(i: u32) {
      if (i % u32(numbers.stride) != 0) { return; }
      for (var at = starts[i]; at < starts[i] + counts[i]; at++) {
        if (list[at] > i) { draw_line(pixel_of(i), pixel_of(list[at])); }
      }
    }`,
  });
  if (!strip) return;
  submitStrip(device, width, image, {
    n: pairs,
    first_row: height - strip,
    rows: strip,
    numbers: { points_in_all: n, surface: word(theme.surface) | 0 },
    reads: { starts, ramp: theme.ramp },
    word: 'run_word(last_upto_in_starts(i, u32(numbers.points_in_all)))',
    code: `${RAMP} ${MIXED} ${lastUpTo('starts')}
    fn run_word(point: u32) -> u32 {
      return mixed(u32(numbers.surface), ramp_word(point, u32(numbers.points_in_all)), select(230u, 140u, point % 2 == 1));
    }`,
  });
}
