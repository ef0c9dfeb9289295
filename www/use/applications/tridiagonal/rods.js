/** Rods that conduct heat: their data, and implicit time steps by Thomas's algorithm in float64. */
import { random } from '../../parts/random.js';
import { keepLast } from '../../parts/keep-last.js';

/** @typedef {{ conductances: Float32Array, temperatures: Float32Array, heads: Uint32Array, rods: number }} Rods */

/** The cells of a rod. */
export const CELLS = 128;

/** How well each rod conducts, the more the lower it is, and the heads of their segments: they stay while the spot moves. */
const conductorsOf = keepLast((/** @type {number} */ rods, /** @type {number} */ most) => {
  const heads = new Uint32Array(rods * CELLS);
  for (let rod = 0; rod < rods; rod++) heads[rod * CELLS] = 1;
  return { rods, conductances: Float32Array.from({ length: rods }, (_, rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most)), heads };
});

/** Temperatures away from the spot. */
const coolOf = keepLast((/** @type {number} */ cells, /** @type {number} */ seed) =>
  Float32Array.from({ length: cells }, (_, i) => 0.15 * random(i, seed)),
);

/** A warm spot over rods that conduct more, the lower they are. @param {Record<string, any>} settings @param {number} n @returns {Rods} */
export function rodsOf({ x, y, most, seed }, n) {
  const rods = Math.floor(n / CELLS);
  const temperatures = coolOf(rods * CELLS, seed).slice();
  for (let rod = 0; rod < rods; rod++) {
    const down = rods > 1 ? (rod + 0.5) / rods - y : 0;
    for (let cell = 0; cell < CELLS; cell++) {
      if (Math.hypot(((cell + 0.5) / CELLS - x) * 1.6, down) < 0.22) temperatures[rod * CELLS + cell] = 1;
    }
  }
  return { ...conductorsOf(rods, most), temperatures };
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

/** The pivots of every rod by Thomas's algorithm in float64, which all time steps share. */
export const pivotsOf = keepLast((/** @type {Float32Array} */ conductances) => {
  const pivots = new Float64Array(conductances.length * CELLS);
  for (let i = 0; i < pivots.length; i++) {
    const c = conductances[Math.floor(i / CELLS)];
    pivots[i] = 1 + 2 * c - (i % CELLS === 0 ? 0 : c / pivots[i - 1]) * c;
  }
  return pivots;
});

/** A time step by Thomas's algorithm on every rod. @param {Rods} rods @param {ArrayLike<number>} before */
export function thomas({ conductances }, before) {
  const pivots = pivotsOf(conductances);
  const [eliminated, solved] = [new Float64Array(before.length), new Float64Array(before.length)];
  for (let i = 0; i < before.length; i++) {
    const factor = i % CELLS === 0 ? 0 : conductances[Math.floor(i / CELLS)] / pivots[i - 1];
    eliminated[i] = before[i] + (factor && factor * eliminated[i - 1]);
  }
  for (let i = before.length - 1; i >= 0; i--) {
    const right = i % CELLS === CELLS - 1 ? 0 : solved[i + 1];
    solved[i] = (eliminated[i] + conductances[Math.floor(i / CELLS)] * right) / pivots[i];
  }
  return { pivots, eliminated, solved };
}
