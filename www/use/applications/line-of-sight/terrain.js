/** A drawn terrain, and rays over it from a viewpoint to every place of its border, in whole numbers: the same on every processor. */
import { hash } from '../../parts/random.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {{ side: number, heights: Uint32Array, lights: Uint32Array }} Terrain heights from 0 to HIGHEST, and how light each cell is, in 256ths, row by row */
/** @typedef {{ terrain: Terrain, column: number, row: number, level: number, rays: Uint32Array, samples: number }} Rays from a viewpoint with its eye's level; four words a ray: its first sample, its number of samples, the cell where it ends, and the distance of its samples in STEPS of a cell */

const OCTAVES = 5;
export const HIGHEST = 65_535;

/**
 * A slope is FINE · (height - level) / (sample · distance), rounded toward 0. Heights are below 2¹⁶, and the eye is at most half as high above
 * them, so that a height is less than 1.5 · 2¹⁶ away from the level, and the numerator less than 1.5 · 2³⁰: both fit 32 bits with a sign. The
 * divisor is below 2³¹, too, of up to 2²⁴ samples on a ray.
 */
export const FINE = 2 ** 14;
export const STEPS = 64;

/** It stays while the viewpoint moves. @type {(side: number, seed: number) => Terrain} */
export const terrainOf = keepLast((side, seed) => {
  const heights = Uint32Array.from({ length: side * side }, (_, i) =>
    Math.round(HIGHEST * heightAt((i % side) / side, Math.floor(i / side) / side, seed)),
  );
  return { side, heights, lights: heights.map((_, cell) => lightOf(heights, side, cell)) };
});

/** Noise of several scales. @param {number} x @param {number} y @param {number} seed */
function heightAt(x, y, seed) {
  let [height, size, cells] = [0, 0.5, 3];
  for (let octave = 0; octave < OCTAVES; octave++, size /= 2.1, cells *= 2)
    height += size * noise(x * cells, y * cells, seed + 31 * octave);
  return Math.min(1, height ** 1.4 * 1.25);
}

/** Random values at whole places, smooth between them. @param {number} x @param {number} y @param {number} seed */
function noise(x, y, seed) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const smooth = (/** @type {number} */ t) => t * t * (3 - 2 * t);
  const [u, v] = [smooth(x - left), smooth(y - top)];
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => hash((left + dx) * 7919 + top + dy, seed) / 2 ** 32;
  const upper = corner(0, 0) * (1 - u) + corner(1, 0) * u;
  return upper * (1 - v) + (corner(0, 1) * (1 - u) + corner(1, 1) * u) * v;
}

/** By light from the upper left, from 0.6 to 1.2, in 256ths. @param {Uint32Array} heights @param {number} side @param {number} cell */
function lightOf(heights, side, cell) {
  const east = heights[cell % side < side - 1 ? cell + 1 : cell] - heights[cell];
  const south = heights[cell + side < heights.length ? cell + side : cell] - heights[cell];
  return Math.round(256 * (0.6 + 0.6 * Math.min(1, Math.max(0, 0.55 + ((east + south) * side * 0.1) / HIGHEST))));
}

/** Rays with a sample or more. @param {Terrain} terrain @param {number} x @param {number} y of the viewpoint, from 0 to 1 @param {number} eye above the ground, from 0 to 0.5 @returns {Rays} */
export function raysOf(terrain, x, y, eye) {
  const { side, heights } = terrain;
  const [column, row] = [Math.round(x * (side - 1)), Math.round(y * (side - 1))];
  /** @type {number[]} */
  const rays = [];
  let samples = 0;
  const add = (/** @type {number} */ to, /** @type {number} */ down) => {
    const length = Math.max(Math.abs(to - column), Math.abs(down - row));
    // The viewpoint may be on the border.
    if (length) rays.push(samples, length, down * side + to, Math.round((STEPS * Math.hypot(to - column, down - row)) / length));
    samples += length;
  };
  for (let i = 0; i < side; i++) [0, side - 1].forEach((down) => add(i, down));
  for (let i = 1; i < side - 1; i++) [0, side - 1].forEach((to) => add(to, i));
  const level = heights[row * side + column] + Math.round(eye * HIGHEST);
  return { terrain, column, row, level, rays: Uint32Array.from(rays), samples };
}

/** Calls `visit(i, ray, cell, slope)` for every sample, ray by ray from the viewpoint on. @param {Rays} input @param {(i: number, isFirst: boolean, cell: number, slope: number) => void} visit */
export function eachSample({ terrain, column, row, level, rays }, visit) {
  const { side, heights } = terrain;
  for (let ray = 0; ray < rays.length; ray += 4) {
    const [first, length, end, distance] = rays.subarray(ray, ray + 4);
    const [across, down] = [(end % side) - column, Math.floor(end / side) - row];
    for (let sample = 1; sample <= length; sample++) {
      const cell = Math.round(row + (down * sample) / length) * side + Math.round(column + (across * sample) / length);
      visit(first + sample - 1, sample === 1, cell, Math.trunc((FINE * (heights[cell] - level)) / (sample * distance)));
    }
  }
}
