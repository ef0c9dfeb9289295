/** Lines of sight over a terrain on the device: their samples, and the terrain in the colours of these. */
import { storage, submit } from '../../device/device.js';
import { FINE, HIGHEST, STEPS } from './terrain.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('./terrain.js').Rays} Rays */

/** Slopes are shown up to this one, of a height of 1 on a side of 1. */
const STEEPEST = 0.9;

/** The samples of all rays: whether one is the first of its ray, its cell and its slope. @param {GPUDevice} device @param {Rays} input @returns {Fields} */
export function samplesOn(device, { terrain, column, row, level, rays, samples }) {
  const found = { heads: storage(device, samples), cells: storage(device, samples), slopes: storage(device, samples) };
  submit(device, {
    n: rays.length / 4,
    numbers: { side: terrain.side, column, row, level },
    reads: { rays: [rays, 'vec4u'], heights: terrain.heights },
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
  return found;
}

/** WGSL of a sample's colour, lit from the upper left: the slope from the ramp's first colour to its last, or the height of what is seen. */
const COLORS = `
  fn slope_word(slope: i32) -> u32 {
    return ramp_word(u32(clamp(slope, -numbers.steepest, numbers.steepest - 1) + numbers.steepest), 2 * u32(numbers.steepest));
  }
  fn sight_word(height: u32, is_seen: bool) -> u32 { return select(u32(numbers.hidden), ramp[40 + ((215 * height) >> 16)], is_seen); }
  fn lit(word: u32, cell: u32) -> u32 {
    let side = u32(numbers.image_width);
    // The rise to the right and down, where the terrain goes on.
    let right = select(cell, cell + 1, cell % side + 1 < side);
    let below = select(cell, cell + side, cell / side + 1 < side);
    let rise = i32(heights[right]) + i32(heights[below]) - 2 * i32(heights[cell]);
    let light = vec3u(u32(clamp(238 + rise * numbers.image_width / 4096, 154, 307)));
    let color = min(((vec3u(word, word >> 8, word >> 16) & vec3u(255)) * light + 128) >> vec3u(8), vec3u(255));
    return 0xff000000 | (color.z << 16) | (color.y << 8) | color.x;
  }`;

/** The terrain's cells as dots, each in the colour of the last sample on it; of the step `seen`, of the last one that is seen. @param {Rays} input @param {Fields} found @param {string} step @param {number} hidden the colour of what is not seen @returns {import('../../drawing/dots.js').Dots} */
export function cellsOf({ terrain: { side, heights }, samples }, { cells, slopes, horizons, seen }, step, hidden) {
  const isSight = step === 'seen';
  return {
    n: samples,
    side: 1,
    // The slope, as samples have it, that has the last colour; its opposite has the first.
    numbers: { hidden: hidden | 0, steepest: Math.round((STEEPEST * FINE * HIGHEST) / (STEPS * side)) },
    reads: { cells, heights, seen, slopes: [step === 'scan' ? horizons : slopes, 'i32'] },
    pixel: 'vec2i(vec2u(cells[i] % u32(numbers.image_width), cells[i] / u32(numbers.image_width)))',
    word: `lit(${isSight ? 'sight_word(heights[cells[i]], seen[i] == 1)' : 'slope_word(slopes[i])'}, cells[i])`,
    layer: isSight ? 'seen[i]' : '0',
    code: COLORS,
  };
}
