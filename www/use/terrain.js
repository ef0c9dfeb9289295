/** A drawn terrain, and rays over it from a viewpoint to every place of its border. */
import { hash } from './draw.js';
import { keepLast } from './keep-last.js';

/** @typedef {{ side: number, heights: Float32Array }} Terrain heights from 0 to 1, row by row */
/** @typedef {{ heads: Uint32Array, slopes: Float32Array, cells: Uint32Array, rays: number }} Rays samples, ray by ray from the viewpoint on */

const OCTAVES = 5;

/** It stays while the viewpoint moves. @type {(side: number, seed: number) => Terrain} */
export const terrainOf = keepLast((side, seed) => {
  const heights = Float32Array.from({ length: side * side }, (_, i) => heightAt((i % side) / side, Math.floor(i / side) / side, seed));
  return { side, heights };
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

/** How steeply each sample of each ray is seen from the eye. @param {Terrain} terrain @param {number} x @param {number} y of the viewpoint, from 0 to 1 @param {number} eye above the ground @returns {Rays} */
export function raysOf({ side, heights }, x, y, eye) {
  const [column, row] = [Math.round(x * (side - 1)), Math.round(y * (side - 1))];
  const level = heights[row * side + column] + eye;
  /** @type {number[][]} */
  const targets = [];
  for (let i = 0; i < side; i++) targets.push([i, 0], [i, side - 1]);
  for (let i = 1; i < side - 1; i++) targets.push([0, i], [side - 1, i]);
  const lengths = targets.map(([to, down]) => Math.max(Math.abs(to - column), Math.abs(down - row)));
  const n = lengths.reduce((sum, length) => sum + length, 0);
  const rays = { heads: new Uint32Array(n), slopes: new Float32Array(n), cells: new Uint32Array(n), rays: targets.length };
  let at = 0;
  targets.forEach(([to, down], ray) => {
    const length = lengths[ray];
    const step = Math.hypot(to - column, down - row) / (length * side);
    for (let sample = 1; sample <= length; sample++, at++) {
      const cell = Math.round(row + ((down - row) * sample) / length) * side + Math.round(column + ((to - column) * sample) / length);
      rays.heads[at] = Number(sample === 1);
      rays.cells[at] = cell;
      rays.slopes[at] = (heights[cell] - level) / (sample * step);
    }
  });
  return rays;
}

/** Light from the upper left, from 0 to 1. @param {Terrain} terrain @param {number} cell */
export function shade({ side, heights }, cell) {
  const east = heights[cell % side < side - 1 ? cell + 1 : cell] - heights[cell];
  const south = heights[cell + side < heights.length ? cell + side : cell] - heights[cell];
  return Math.min(1, Math.max(0, 0.55 + (east + south) * side * 0.1));
}
