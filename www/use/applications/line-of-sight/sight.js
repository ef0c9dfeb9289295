/** Lines of sight over a terrain on the device: their samples, what is seen of them, and the terrain in their colours. */
import { borrowed, giveBack, storage, submit, upload } from '../../device/device.js';
import { drawPixels } from '../../drawing/device-pixels.js';
import { FINE, HIGHEST, STEPS } from './terrain.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('./terrain.js').Rays} Rays */
/** @typedef {{ ramp: Uint32Array, hidden: number }} Colors hidden: of a cell without a sample that is shown */

/** Slopes are shown up to this one, of a height of 1 on a side of 1. */
const STEEPEST = 0.9;

/** The samples of all rays: whether one is the first of its ray, its cell and its slope. @param {GPUDevice} device @param {Rays} input @returns {Fields} */
export function samplesOn(device, { terrain, column, row, level, rays, samples }) {
  const found = { heads: storage(device, samples), cells: storage(device, samples), slopes: storage(device, samples) };
  const table = upload(device, rays);
  submit(device, {
    n: rays.length / 4,
    numbers: { side: terrain.side, column, row, level },
    reads: { rays: [table, 'vec4u'], heights: terrain.heights },
    writes: { heads: found.heads, cells: found.cells, slopes: [found.slopes, 'i32'] },
    code: `fn each(ray: u32) {
      let first = rays[ray].x;
      let count = i32(rays[ray].y);
      let end = i32(rays[ray].z);
      let distance = i32(rays[ray].w);
      let start = vec2i(numbers.column, numbers.row);
      let way = vec2i(end % numbers.side, end / numbers.side) - start;
      for (var i = 1; i <= count; i++) {
        // The nearest cell.
        let place = (2 * (start * count + way * i) + count) / (2 * count);
        let cell = place.y * numbers.side + place.x;
        let at = first + u32(i) - 1;
        heads[at] = u32(i == 1);
        cells[at] = u32(cell);
        slopes[at] = ${FINE} * (i32(heights[cell]) - numbers.level) / (i * distance);
      }
    }`,
  });
  table.destroy();
  return found;
}

/** Whether each sample is the first of its ray, or above the horizon. @param {GPUDevice} device @param {Fields} found */
export function seenOn(device, { heads, slopes, horizons }) {
  const seen = storage(device, heads.size / 4);
  submit(device, {
    n: heads.size / 4,
    reads: { heads, slopes: [slopes, 'i32'], horizons: [horizons, 'i32'] },
    writes: { seen },
    code: 'fn each(i: u32) { seen[i] = u32(heads[i] == 1 || slopes[i] > horizons[i]); }',
  });
  return seen;
}

/** The slope, as samples have it, that has the last colour of the ramp; its opposite has the first. @param {number} side */
const steepestOf = (side) => Math.round((STEEPEST * FINE * HIGHEST) / (STEPS * side));

/** A colour by the light on its cell, in 256ths. @param {number} word @param {number} light */
function lit(word, light) {
  const part = (/** @type {number} */ shift) => Math.min(255, (((word >>> shift) & 255) * light + 128) >> 8) << shift;
  return ((255 << 24) | part(16) | part(8) | part(0)) >>> 0;
}

/** The terrain's cells, each in the colour of the last sample on it; of the step `seen`, of those that are seen, its height's. @param {Rays} input @param {Fields} found @param {string} step @param {Colors} colors */
export function sightWords({ terrain: { side, heights, lights } }, found, step, { ramp, hidden }) {
  const last = new Uint32Array(side * side);
  for (let i = 0; i < found.cells.length; i++) if (step !== 'seen' || found.seen[i]) last[found.cells[i]] = i + 1;
  const values = step === 'scan' ? found.horizons : found.slopes;
  const steepest = steepestOf(side);
  const bySlope = (/** @type {number} */ value) =>
    Math.floor((128 * (Math.max(-steepest, Math.min(steepest - 1, value)) + steepest)) / steepest);
  return last.map((order, cell) => {
    const level = step === 'seen' ? 40 + ((215 * heights[cell]) >> 16) : bySlope(values[order - 1]);
    return lit(order ? ramp[level] : hidden, lights[cell]);
  });
}

/** The same on the device; commands are submitted before it returns. @param {import('../../drawing/device-image.js').Lab} lab @param {Rays} input @param {Fields} found @param {string} step @param {Colors} colors */
export function drawSight(lab, { terrain: { side, heights, lights }, samples }, found, step, { ramp, hidden }) {
  const { device } = lab;
  const last = borrowed(device, side * side);
  submit(device, {
    n: samples,
    reads: { cells: found.cells, seen: found.seen },
    writes: { last: [last, 'atomic<u32>'] },
    code: `fn each(i: u32) {
      ${step === 'seen' ? 'if (seen[i] == 0) { return; }' : ''}
      atomicMax(&last[cells[i]], i + 1);
    }`,
  });
  const level =
    step === 'seen'
      ? '40 + ((215 * heights[cell]) >> 16)'
      : '128 * u32(clamp(values[last[cell] - 1], -numbers.steepest, numbers.steepest - 1) + numbers.steepest) / u32(numbers.steepest)';
  const drawn = drawPixels(
    lab,
    { width: side, height: side },
    {
      numbers: { steepest: steepestOf(side), hidden: hidden | 0 },
      reads: { last, values: [step === 'scan' ? found.horizons : found.slopes, 'i32'], heights, lights, ramp },
      code: `fn pixel_word(cell: u32) -> u32 {
        var word = u32(numbers.hidden);
        if (last[cell] > 0) { word = ramp[${level}]; }
        let parts = (vec3u(word, word >> 8, word >> 16) & vec3u(255)) * lights[cell] + 128;
        let lit = min(parts >> vec3u(8), vec3u(255));
        return 0xff000000 | (lit.z << 16) | (lit.y << 8) | lit.x;
      }`,
    },
  );
  giveBack(device, last);
  return drawn;
}
