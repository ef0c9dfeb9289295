/** Lines of sight over a terrain: a walk along each ray, and the terrain in the colours of its samples. */
import { CELL_PARTS } from '../../device/rays.ts';
import { HIGHEST } from '../../data/terrain.ts';
import { SIZE, boxes } from '../../drawing/boxes.ts';
import type { Rays } from '../../device/rays.ts';
import type { Layer } from '../../drawing/image.ts';
import type { Fields, PreparedImage } from '../../types.ts';

/**
 * WGSL: `lit(word: u32, cell: u32, side: u32)`, a colour on a cell of a square grid, lit from the upper left. The light follows from the
 * slope to the right and down in the binding `heights`. Heights are u32 below 2¹⁶, and 2¹⁶ stands for the width of the grid. The side is
 * below 2¹⁴ cells.
 */
const RELIEF = `
  fn lit(word: u32, cell: u32, side: u32) -> u32 {
    // At an edge of the grid, the slope counts as 0.
    let right = select(cell, cell + 1, cell % side + 1 < side);
    let below = select(cell, cell + side, cell / side + 1 < side);
    let rise = i32(heights[right]) + i32(heights[below]) - 2 * i32(heights[cell]);
    // The light, in parts of 256.
    let light = vec3u(u32(clamp(238 + rise * i32(side) / 4096, 154, 307)));
    let color = min(((vec3u(word, word >> 8, word >> 16) & vec3u(255)) * light + 128) >> vec3u(8), vec3u(255));
    return 0xff000000 | (color.z << 16) | (color.y << 8) | color.x;
  }`;

/** rays, the heights of the terrain, and level: the height of the eye, at which all rays start */
type Sight = Rays & { heights: Uint32Array; level: number };

/**
 * A slope is FINE · (height - level) / (sample · distance), rounded toward 0. Heights are below 2¹⁶, and the eye is at most 2¹⁵
 * above the terrain. So a height differs from the level by less than 1.5 · 2¹⁶, and the numerator is less than 1.5 · 2³⁰ in magnitude,
 * which fits an i32. With up to 2²⁴ samples on a ray, the divisor is below 2³¹.
 */
const FINE = 2 ** 14;
/** WGSL: the slope of a sample. */
export const SLOPE = `${FINE} * (i32(heights[cell]) - numbers.level) / (sample * distance)`;
/** The identity of max. */
const LOWEST = -(2 ** 31);
/** The steepest slope with its own colour, in units of the terrain's greatest height per side. */
const STEEPEST = 0.9;

/** The samples that are visible along each ray, beginning at the viewpoint. */
export function sightOf({ side, heights, column, row, level, rays, samples }: Sight) {
  const [heads, cells, seen] = Array.from({ length: 3 }, () => new Uint32Array(samples));
  const [slopes, horizons] = [new Int32Array(samples), new Int32Array(samples)];
  let count = 0;
  for (let ray = 0; ray < rays.length; ray += 4) {
    const [first, length, end, distance] = rays.subarray(ray, ray + 4);
    const [across, down] = [(end % side) - column, Math.floor(end / side) - row];
    for (let sample = 1, i = first, horizon = LOWEST; sample <= length; sample++, i++) {
      const cell = Math.round(row + (down * sample) / length) * side + Math.round(column + (across * sample) / length);
      const slope = Math.trunc((FINE * (heights[cell] - level)) / (sample * distance));
      [heads[i], cells[i], slopes[i], horizons[i]] = [Number(sample === 1), cell, slope, horizon];
      count += seen[i] = Number(slope > horizon);
      horizon = Math.max(horizon, slope);
    }
  }
  return { heads, cells, slopes, horizons, seen, count };
}

/** WGSL: the colour of a sample: the slope as a part of the ramp, or the height if the sample is visible. */
const COLORS = `${RELIEF}
  fn slope_word(slope: i32) -> u32 {
    return ramp_word(u32(clamp(slope, -numbers.steepest, numbers.steepest - 1) + numbers.steepest), 2 * u32(numbers.steepest));
  }
  fn sight_word(height: u32, is_seen: bool) -> u32 { return select(u32(numbers.hidden), ramp[40 + ((215 * height) >> 16)], is_seen); }`;

/**
 * The cells of the terrain, each in the colour of the last sample on the cell; in the step `seen`, of the last visible sample.
 * @param hidden the colour of hidden samples
 */
export function cellsOf(
  size: PreparedImage,
  { side, heights, samples }: Sight,
  { cells, slopes, horizons, seen }: Fields,
  step: string,
  hidden: number,
): Layer {
  const isSight = step === 'seen';
  return boxes(size, {
    n: samples,
    // `steepest` is the slope with the last colour, in the unit of the samples' slopes. Its negative has the first colour.
    numbers: { side, hidden: hidden | 0, steepest: Math.round((STEEPEST * FINE * HIGHEST) / (CELL_PARTS * side)) },
    reads: { cells, heights, seen, slopes: [step === 'scan' ? horizons : slopes, 'i32'] },
    first: 'edge_of(cells[i], 0)',
    end: 'max(first + 1, edge_of(cells[i], 1))',
    word: `lit(${isSight ? 'sight_word(heights[cells[i]], seen[i] == 1)' : 'slope_word(slopes[i])'}, cells[i], u32(numbers.side))`,
    near: isSight ? 'seen[i]' : '0',
    code: `${COLORS}
    fn edge_of(cell: u32, by: i32) -> vec2i {
      return (vec2i(i32(cell) % numbers.side, i32(cell) / numbers.side) + by) * ${SIZE} / numbers.side;
    }`,
  });
}
