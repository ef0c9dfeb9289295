/** Rods that conduct heat: their data, and implicit time steps by Thomas's algorithm in float64. */
import { random } from './draw.js';

/** @typedef {{ conductances: Float32Array, temperatures: Float32Array, heads: Uint32Array, rods: number }} Rods */

/** The cells of a rod. */
export const CELLS = 128;

/** A warm spot over rods that conduct more, the lower they are. @param {Record<string, any>} settings @param {number} n @returns {Rods} */
export function rodsOf({ x, y, most, seed }, n) {
  const rods = Math.floor(n / CELLS);
  const cell = (/** @type {number} */ i) => [((i % CELLS) + 0.5) / CELLS, (Math.floor(i / CELLS) + 0.5) / rods];
  const temperature = (/** @type {number} */ i) => {
    const [left, top] = cell(i);
    return Math.hypot((left - x) * 1.6, rods > 1 ? top - y : 0) < 0.22 ? 1 : 0.15 * random(i, seed);
  };
  return {
    rods,
    conductances: Float32Array.from({ length: rods }, (_, rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most)),
    temperatures: Float32Array.from({ length: rods * CELLS }, (_, i) => temperature(i)),
    heads: Uint32Array.from({ length: rods * CELLS }, (_, i) => Number(i % CELLS === 0)),
  };
}

/** The largest residual of a time step in float64. @param {Rods} rods @param {ArrayLike<number>} before @param {ArrayLike<number>} after */
export function residualOf({ conductances }, before, after) {
  let largest = 0;
  for (let i = 0; i < before.length; i++) {
    const c = conductances[Math.floor(i / CELLS)];
    const left = i % CELLS === 0 ? 0 : after[i - 1];
    const right = i % CELLS === CELLS - 1 ? 0 : after[i + 1];
    const residual = Math.abs((1 + 2 * c) * after[i] - c * (left + right) - before[i]) / (1 + 4 * c);
    if (!(residual <= largest)) largest = residual;
  }
  return largest;
}

/** Thomas's algorithm on every rod. @param {Rods} rods @param {ArrayLike<number>} before */
export function thomas({ conductances }, before) {
  const [pivots, eliminated, solved] = [0, 1, 2].map(() => new Float64Array(before.length));
  for (let i = 0; i < before.length; i++) {
    const c = conductances[Math.floor(i / CELLS)];
    const factor = i % CELLS === 0 ? 0 : c / pivots[i - 1];
    pivots[i] = 1 + 2 * c - factor * c;
    eliminated[i] = before[i] + (factor && factor * eliminated[i - 1]);
  }
  for (let i = before.length - 1; i >= 0; i--) {
    const right = i % CELLS === CELLS - 1 ? 0 : solved[i + 1];
    solved[i] = (eliminated[i] + conductances[Math.floor(i / CELLS)] * right) / pivots[i];
  }
  return { pivots, eliminated, solved };
}
