/** Points in a box, and a grid of cells by which each finds its neighbours. */
import { badArgument } from '../shared/arguments.js';

/** @typedef {{ x: Float32Array, y: Float32Array }} Points x from 0 to ASPECT, y from 0 to 1 */

export const ASPECT = 1.6;
/** A list of more does not fit a tab's memory beside the reference program's. */
const MOST_PAIRS = 2 ** 24;

/** The points of each cell of a grid, as wide as the radius. @param {Points} points @param {number} radius */
export function gridOf({ x, y }, radius) {
  const columns = Math.max(1, Math.floor(ASPECT / radius));
  const rows = Math.max(1, Math.floor(1 / radius));
  /** @type {number[][]} */
  const cells = Array.from({ length: columns * rows }, () => []);
  const placeOf = (/** @type {number} */ i) => [
    Math.min(columns - 1, Math.floor((x[i] / ASPECT) * columns)),
    Math.min(rows - 1, Math.floor(y[i] * rows)),
  ];
  for (let i = 0; i < x.length; i++) cells[placeOf(i)[1] * columns + placeOf(i)[0]].push(i);
  return { cells, columns, rows, placeOf };
}

/** Calls for each neighbour of a point, cell by cell. @param {Points} points @param {ReturnType<typeof gridOf>} grid @param {number} radius @param {number} i @param {(j: number) => void} call */
export function eachNeighbour(points, { cells, columns, rows, placeOf }, radius, i, call) {
  const [column, row] = placeOf(i);
  for (let down = Math.max(0, row - 1); down <= Math.min(rows - 1, row + 1); down++) {
    for (let right = Math.max(0, column - 1); right <= Math.min(columns - 1, column + 1); right++) {
      for (const j of cells[down * columns + right]) if (isNear(points, radius, i, j)) call(j);
    }
  }
}

/** The points, where their pairs of neighbours are not too many. @param {Points} points @param {number} radius @param {number} [most] */
export function checkPairs(points, radius, most = MOST_PAIRS) {
  const n = points.x.length;
  if (n * (n - 1) <= most) return points;
  const grid = gridOf(points, radius);
  let pairs = 0;
  for (let i = 0; i < n; i++) {
    eachNeighbour(points, grid, radius, i, () => pairs++);
    if (pairs > most) {
      throw badArgument(`The points must have at most ${most.toLocaleString('en')} neighbours in all; within this radius they have more.`);
    }
  }
  return points;
}

/** @param {Points} points @param {number} radius @param {number} i @param {number} j */
export function isNear({ x, y }, radius, i, j) {
  return i !== j && (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 < radius * radius;
}
