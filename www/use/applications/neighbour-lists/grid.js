/** Points in a box, and a grid of cells by which each finds its neighbours. */
import { badArgument } from '../../../shared/arguments.js';
import { HEIGHT, WIDTH, reachOf } from '../../parts/places.js';

/** @typedef {Uint32Array} Points places, as `places.js` has them */

/** A list of more does not fit a tab's memory beside the reference program's. */
export const MOST_PAIRS = 2 ** 24;

/** The points of each cell of a grid, as wide as the radius. @param {Points} points @param {number} radius of the height */
export function gridOf(points, radius) {
  const columns = Math.max(1, Math.floor(WIDTH / (radius * HEIGHT)));
  const rows = Math.max(1, Math.floor(1 / radius));
  /** @type {number[][]} */
  const cells = Array.from({ length: columns * rows }, () => []);
  const cellOf = (/** @type {number} */ i) => [
    Math.floor(((points[i] & 0xffff) * columns) / WIDTH),
    Math.floor(((points[i] >>> 16) * rows) / HEIGHT),
  ];
  for (let i = 0; i < points.length; i++) cells[cellOf(i)[1] * columns + cellOf(i)[0]].push(i);
  return { cells, columns, rows, cellOf, reach: reachOf(radius) };
}

/** Calls for each neighbour of a point, cell by cell. @param {Points} points @param {ReturnType<typeof gridOf>} grid @param {number} i @param {(j: number) => void} call */
export function eachNeighbour(points, { cells, columns, rows, cellOf, reach }, i, call) {
  const [column, row] = cellOf(i);
  for (let down = Math.max(0, row - 1); down <= Math.min(rows - 1, row + 1); down++) {
    for (let right = Math.max(0, column - 1); right <= Math.min(columns - 1, column + 1); right++) {
      for (const j of cells[down * columns + right]) if (isNear(points, reach, i, j)) call(j);
    }
  }
}

/** The points, where their pairs of neighbours are not too many. @param {Points} points @param {number} radius @param {number} [most] */
export function checkPairs(points, radius, most = MOST_PAIRS) {
  const n = points.length;
  if (n * (n - 1) <= most) return points;
  const grid = gridOf(points, radius);
  let pairs = 0;
  for (let i = 0; i < n; i++) {
    eachNeighbour(points, grid, i, () => pairs++);
    if (pairs > most) {
      throw badArgument(`The points must have at most ${most.toLocaleString('en')} neighbours in all; within this radius they have more.`);
    }
  }
  return points;
}

/** Whether two points are nearer than the root of a reach. @param {Points} points @param {number} reach @param {number} i @param {number} j */
function isNear(points, reach, i, j) {
  const [p, q] = [points[i], points[j]];
  return i !== j && ((p & 0xffff) - (q & 0xffff)) ** 2 + ((p >>> 16) - (q >>> 16)) ** 2 < reach;
}
