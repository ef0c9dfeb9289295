/**
 * Metaballs in a cube: moving balls and their field, in JavaScript and in WGSL. Positions and fields are whole numbers, so every processor
 * finds the same surface.
 */
import { random } from '../parts/random.ts';
import { filled, wordsOf } from '../parts/words.ts';

/** side, cells: the number of cells along an axis, and in total; centres: three coordinates per ball; level: the field on the surface */
export type Balls = { side: number; cells: number; centres: Int32Array; level: number };

/**
 * The side of the cube, the reach of a ball, and a shift that scales the field down. The field of one ball is the square of a whole number
 * and below 2²⁷, so an i32 holds the sum of twelve balls.
 */
const [SPACE, REACH, SHIFT] = [4096, 1200, 7];
const FULL = ((REACH ** 2) >> SHIFT) ** 2;

/**
 * Balls that move to and fro, each at its own speed.
 * @param settings the number of balls; the level as a share of a ball's field in its middle; the time in seconds
 * @param n the maximum number of cells
 */
export function ballsOf({ balls, level, time, seed }: { balls: number; level: number; time: number; seed: number }, n: number): Balls {
  const side = Math.max(1, Math.floor(Math.cbrt(n + 0.5)));
  const centres = Int32Array.from({ length: 3 * balls }, (_, i) => {
    const place = 4 * Math.floor(i / 3) + (i % 3);
    return Math.round(SPACE * (0.5 + 0.28 * Math.sin(6.283 * random(place, seed) + time * (0.5 + random(place, seed + 1)))));
  });
  return { side, cells: side ** 3, centres, level: Math.round(level * FULL) };
}

/**
 * The field at every corner of the cells, minus the level. The field is the sum of (1 − d²/r²)² over all balls at a distance d below their
 * reach r, in units of 1 / FULL. The result is negative outside the surface.
 */
export function fieldOf({ side, centres, level }: Balls) {
  const width = side + 1;
  const at = wordsOf(width, (i) => Math.floor((SPACE * i) / side));
  return filled(new Int32Array(width ** 3), (corner) => {
    const [x, y, z] = [at[corner % width], at[Math.floor(corner / width) % width], at[Math.floor(corner / width ** 2)]];
    let sum = -level;
    for (let ball = 0; ball < centres.length; ball += 3) {
      const away = (x - centres[ball]) ** 2 + (y - centres[ball + 1]) ** 2 + (z - centres[ball + 2]) ** 2;
      sum += (Math.max(0, REACH ** 2 - away) >> SHIFT) ** 2;
    }
    return sum;
  });
}

/** WGSL: the same field at one corner, with the binding `centres` of i32. */
export const BALL_FIELD = `
  fn ball_field(corner: i32, side: i32, level: i32) -> i32 {
    let width = side + 1;
    let at = vec3i(corner % width, corner / width % width, corner / (width * width)) * ${SPACE} / side;
    var sum = -level;
    for (var ball = 0u; ball < arrayLength(&centres); ball += 3) {
      let away = at - vec3i(centres[ball], centres[ball + 1], centres[ball + 2]);
      let fall = max(0, ${REACH ** 2} - dot(away, away)) >> ${SHIFT};
      sum += fall * fall;
    }
    return sum;
  }`;
