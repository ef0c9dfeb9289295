/** Rods of equally many cells that conduct heat, and their temperatures. */
import { filled } from '../parts/words.ts';
import { random } from '../parts/random.ts';

/** By cell, those of a rod side by side: temperatures; by rod: conductances. */
type Rods = { rods: number; conductances: Float32Array; temperatures: Float32Array };

/** The cells of a rod. */
export const CELLS = 128;

/** The rod of a cell. */
export const rodOf = (i: number) => Math.floor(i / CELLS);

/**
 * A warm spot over rods that conduct more, the lower they are: from 1 to `most`.
 * @param n cells at most
 */
export function rodsOf({ x, y, most, seed }: Record<string, any>, n: number): Rods {
  const rods = rodOf(n);
  const conductances = filled(new Float32Array(rods), (rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most));
  const isWarm = (i: number) => Math.hypot((((i % CELLS) + 0.5) / CELLS - x) * 1.6, rods > 1 ? (rodOf(i) + 0.5) / rods - y : 0) < 0.22;
  const temperatures = filled(new Float32Array(rods * CELLS), (i) => (isWarm(i) ? 1 : 0.15 * random(i, seed)));
  return { rods, conductances, temperatures };
}
