/** Pairs of points that are near, by a sweep along x. */
import { badArgument } from '../../../shared/arguments.js';
import { reachOf, squareBetween } from '../../parts/places.js';
import { wordsOf } from '../../parts/words.js';

/** A list of more does not fit a tab's memory beside the reference program's. */
export const MOST_PAIRS = 2 ** 24;

/** Calls for each pair of points within a radius, once. @param {Uint32Array} points at most 2¹⁶ places, as `places.js` has them @param {number} radius of the height @param {(i: number, j: number) => void} call */
function eachPair(points, radius, call) {
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

/** The neighbours of each point, in order. @param {Uint32Array} points @param {number} radius */
export function listsOf(points, radius) {
  const lists = Array.from(points, () => /** @type {number[]} */ ([]));
  eachPair(points, radius, (i, j) => {
    lists[i].push(j);
    lists[j].push(i);
  });
  return lists.map((list) => list.sort((left, right) => left - right));
}

/** The points, where their pairs of neighbours are not too many. @param {Uint32Array} points @param {number} radius @param {number} [most] */
export function checkPairs(points, radius, most = MOST_PAIRS) {
  let pairs = 0;
  eachPair(points, radius, () => {
    pairs += 2;
    if (pairs <= most) return;
    throw badArgument(`The points must have at most ${most.toLocaleString('en')} neighbours in all; within this radius they have more.`);
  });
  return points;
}
