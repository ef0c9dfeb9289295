/** Generated terrains: heights on a grid of square cells, in whole numbers, which are the same on every processor. */
import { random } from '../parts/random.ts';
import { indicesOf, keepLast } from '../parts/keep-last.ts';
import { wordsOf } from '../parts/words.ts';

/** heights: from 0 to HIGHEST, row by row; border: the indices of the cells at the border */
type Terrain = { side: number; heights: Uint32Array; border: Uint32Array };

export const HIGHEST = 65_535;
/** The number of waves of a terrain, and the ratio of successive wavelengths. */
const [WAVES, SHORTER] = [22, 0.85];

/** Waves in all directions: shorter waves are lower. The last terrain is cached, since a viewpoint may move over it. */
export const terrainOf: (side: number, seed: number) => Terrain = keepLast((side, seed) => {
  const waves = Array.from({ length: WAVES }, (_, wave) => {
    const [angle, phase] = [random(2 * wave, seed), random(2 * wave + 1, seed)].map((share) => 2 * Math.PI * share);
    const length = SHORTER ** wave;
    const pace = 6 / length / side;
    return { across: pace * Math.cos(angle), down: pace * Math.sin(angle), phase, high: 0.15 * length ** 1.3 };
  });
  const heightAt = (x: number, y: number) => {
    let height = 0.45;
    for (const { across, down, phase, high } of waves) height += high * Math.sin(across * x + down * y + phase);
    return Math.min(1, Math.max(0, height) ** 1.4);
  };
  const heights = wordsOf(side * side, (cell) => Math.round(HIGHEST * heightAt(cell % side, Math.floor(cell / side))));
  const isEnd = (at: number) => at === 0 || at === side - 1;
  return { side, heights, border: indicesOf(side * side).filter((cell) => isEnd(cell % side) || isEnd(Math.floor(cell / side))) };
});
