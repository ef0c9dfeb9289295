/** Rods of equally many cells that conduct heat, and their temperatures. */
import { filled } from '../parts/words.js';
import { random } from '../parts/random.js';

/** By cell, those of a rod side by side: temperatures; by rod: conductances. @typedef {{ rods: number, conductances: Float32Array, temperatures: Float32Array }} Rods */

/** The cells of a rod. */
export const CELLS = 128;

/** The rod of a cell. @param {number} i */
export const rodOf = (i) => Math.floor(i / CELLS);

/**
 * A warm spot over rods that conduct more, the lower they are: from 1 to `most`.
 * @param {Record<string, any>} settings @param {number} n cells at most @returns {Rods}
 */
export function rodsOf({ x, y, most, seed }, n) {
  const rods = rodOf(n);
  const conductances = filled(new Float32Array(rods), (rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most));
  const isWarm = (/** @type {number} */ i) =>
    Math.hypot((((i % CELLS) + 0.5) / CELLS - x) * 1.6, rods > 1 ? (rodOf(i) + 0.5) / rods - y : 0) < 0.22;
  const temperatures = filled(new Float32Array(rods * CELLS), (i) => (isWarm(i) ? 1 : 0.15 * random(i, seed)));
  return { rods, conductances, temperatures };
}
