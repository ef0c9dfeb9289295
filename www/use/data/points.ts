/** Moving points in a box, and the pairs of points that are near each other. */
import { placeOf, reachOf, squareBetween } from '../parts/places.ts';
import { badArgument } from '../../shared/arguments.ts';
import { random } from '../parts/random.ts';
import { wordsOf } from '../parts/words.ts';

/**
 * Points that move to and fro, each at its own speed, as words of `places.ts`.
 * @param time in seconds
 */
export function movingPoints(n: number, seed: number, time: number) {
  const at = (i: number, axis: number) => {
    const way = 2 * random(4 * i + axis, seed) + time * (0.01 + 0.05 * random(4 * i + axis + 1, seed));
    return 0.02 + 0.96 * Math.abs((way % 2) - 1);
  };
  return wordsOf(n, (i) => placeOf(at(i, 0), at(i, 2)));
}

/**
 * Calls `call` once per pair of points within a radius. It finds the pairs with a sweep along x.
 * @param points at most 2¹⁶ words of `places.ts`
 * @param radius as a share of the height
 */
export function eachPair(points: Uint32Array, radius: number, call: (i: number, j: number) => void) {
  const reach = reachOf(radius);
  const byX = wordsOf(points.length, (i) => (points[i] & 0xffff) * 2 ** 16 + i).sort();
  for (let first = 0; first < byX.length; first++) {
    const i = byX[first] & 0xffff;
    for (let second = first + 1; second < byX.length; second++) {
      const across = (byX[second] >>> 16) - (byX[first] >>> 16);
      if (across * across >= reach) break;
      const j = byX[second] & 0xffff;
      if (squareBetween(points[i], points[j]) < reach) call(i, j);
    }
  }
}

/** Returns the points. Throws if they have more than `most` neighbours in total. A pair counts twice, once per point. */
export function checkPairs(points: Uint32Array, radius: number, most: number) {
  let pairs = 0;
  eachPair(points, radius, () => {
    pairs += 2;
    if (pairs <= most) return;
    throw badArgument(`The points must have at most ${most.toLocaleString('en')} neighbours in total; within this radius they have more.`);
  });
  return points;
}
