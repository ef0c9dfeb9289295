/** Rods that conduct heat: their data, the pivots of their systems, and the systems of implicit time steps, in float64. */
import { filled } from '../../parts/words.js';
import { random } from '../../parts/random.js';

/** @typedef {{ rods: number, conductances: Float32Array, matrices: Float32Array, temperatures: Float32Array }} Rods */

/** The cells of a rod. */
export const CELLS = 128;

/** The rod of a cell. @param {number} i */
export const rodOf = (i) => Math.floor(i / CELLS);

/** The larger eigenvalue of a cell's matrix: matrices over it have products that neither grow nor fade. @param {number} c */
const largestOf = (c) => (1 + 2 * c + Math.sqrt(1 + 4 * c)) / 2;

/**
 * A warm spot over rods that conduct more, the lower they are, and the matrix of each rod's cells. A pivot d = 1 + 2 c − c² / d' has a
 * difference, in which digits cancel; the surplus e = d − c follows without one, e = ((1 + c) e' + c) / (e' + c), so the matrices have no
 * negative entry.
 * @param {Record<string, any>} settings @param {number} n @returns {Rods}
 */
export function rodsOf({ x, y, most, seed }, n) {
  const rods = rodOf(n);
  const conductances = filled(new Float32Array(rods), (rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most));
  const matrices = Float32Array.from([...conductances].flatMap((c) => [1 + c, 1, c, c].map((entry) => entry / largestOf(c))));
  const isWarm = (/** @type {number} */ i) =>
    Math.hypot((((i % CELLS) + 0.5) / CELLS - x) * 1.6, rods > 1 ? (rodOf(i) + 0.5) / rods - y : 0) < 0.22;
  const temperatures = filled(new Float32Array(rods * CELLS), (i) => (isWarm(i) ? 1 : 0.15 * random(i, seed)));
  return { rods, conductances, matrices, temperatures };
}

/** The pivots of every rod by Thomas's algorithm, which all time steps share. @param {Float32Array} conductances */
export function pivotsOf(conductances) {
  const pivots = new Float64Array(conductances.length * CELLS);
  return filled(pivots, (i) => {
    const c = conductances[rodOf(i)];
    return 1 + 2 * c - (i % CELLS === 0 ? 0 : c / pivots[i - 1]) * c;
  });
}

/** The system of a time step times the temperatures after it, which are those before it but for the residual. @param {Rods} input @param {ArrayLike<number>} after */
export const productsOf = ({ conductances }, after) =>
  filled(new Float64Array(after.length), (i) => {
    const c = conductances[rodOf(i)];
    const left = i % CELLS === 0 ? 0 : after[i - 1];
    const right = i % CELLS === CELLS - 1 ? 0 : after[i + 1];
    return (1 + 2 * c) * after[i] - c * (left + right);
  });
