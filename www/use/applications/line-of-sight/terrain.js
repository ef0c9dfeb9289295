/** A drawn terrain, and rays over it from a viewpoint to every place of its border, in whole numbers: the same on every processor. */
import { random } from '../../parts/random.js';
import { indicesOf, keepLast } from '../../parts/keep-last.js';
import { wordsOf } from '../../parts/words.js';

/** @typedef {{ side: number, heights: Uint32Array, border: Uint32Array }} Terrain heights from 0 to HIGHEST, row by row, and the cells of its border */
/** @typedef {{ terrain: Terrain, column: number, row: number, level: number, rays: Uint32Array, samples: number }} Rays from a viewpoint with its eye's level; four words a ray: its first sample, its number of samples, the cell where it ends, and the distance of its samples in STEPS of a cell */

/** Waves of a terrain, each so much shorter than the one before. */
const [WAVES, SHORTER] = [22, 0.85];
/** The identity of max. */
const LOWEST = -(2 ** 31);
export const HIGHEST = 65_535;

/**
 * A slope is FINE · (height - level) / (sample · distance), rounded toward 0. Heights are below 2¹⁶, and the eye is at most half as high above
 * them, so that a height is less than 1.5 · 2¹⁶ away from the level, and the numerator less than 1.5 · 2³⁰: both fit 32 bits with a sign. The
 * divisor is below 2³¹, too, of up to 2²⁴ samples on a ray.
 */
export const FINE = 2 ** 14;
export const STEPS = 64;

/** Waves in all directions, the shorter the lower. It stays while the viewpoint moves. @type {(side: number, seed: number) => Terrain} */
export const terrainOf = keepLast((side, seed) => {
  const waves = Array.from({ length: WAVES }, (_, wave) => {
    const [angle, phase] = [random(2 * wave, seed), random(2 * wave + 1, seed)].map((share) => 2 * Math.PI * share);
    const length = SHORTER ** wave;
    const pace = 6 / length / side;
    return { across: pace * Math.cos(angle), down: pace * Math.sin(angle), phase, high: 0.15 * length ** 1.3 };
  });
  const heightAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    let height = 0.45;
    for (const { across, down, phase, high } of waves) height += high * Math.sin(across * x + down * y + phase);
    return Math.min(1, Math.max(0, height) ** 1.4);
  };
  const heights = wordsOf(side * side, (cell) => Math.round(HIGHEST * heightAt(cell % side, Math.floor(cell / side))));
  const isEnd = (/** @type {number} */ at) => at === 0 || at === side - 1;
  return { side, heights, border: indicesOf(side * side).filter((cell) => isEnd(cell % side) || isEnd(Math.floor(cell / side))) };
});

/** Rays with a sample or more. @param {Terrain} terrain @param {import('../../types.d.ts').Settings} settings of the viewpoint @returns {Rays} */
export function raysOf(terrain, { x, y, eye }) {
  const { side, heights, border } = terrain;
  const [column, row] = [Math.round(x * (side - 1)), Math.round(y * (side - 1))];
  /** @type {number[]} */
  const rays = [];
  let samples = 0;
  for (const end of border) {
    const [across, down] = [(end % side) - column, Math.floor(end / side) - row];
    const length = Math.max(Math.abs(across), Math.abs(down));
    // The viewpoint may be on the border.
    if (length) rays.push(samples, length, end, Math.round((STEPS * Math.hypot(across, down)) / length));
    samples += length;
  }
  const level = heights[row * side + column] + Math.round(eye * HIGHEST);
  return { terrain, column, row, level, rays: Uint32Array.from(rays), samples };
}

/** What is seen along each ray, from the viewpoint on. @param {Rays} input */
export function sightOf({ terrain: { side, heights }, column, row, level, rays, samples }) {
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
