/** A drawn maze on a grid, and ways through it. */
import { hash, random } from '../../parts/random.js';

/**
 * @typedef {object} Maze
 * @property {number} columns
 * @property {number} rows
 * @property {Uint32Array} sides the open sides of each cell: the bits of UP, LEFT, RIGHT and DOWN
 */

const ASPECT = 1.6;
/** Bits of a cell's sides, in the order of its neighbours. */
export const [UP, LEFT, RIGHT, DOWN] = [1, 2, 4, 8];

/** Each cell is open to the left or upwards, so that there is a way between any two; some of the other walls are left out. @param {number} n cells at most @param {number} seed @param {number} openings the share of the other walls that are left out @returns {Maze} */
export function mazeOf(n, seed, openings) {
  const columns = Math.max(1, Math.min(n, Math.floor(Math.sqrt(n * ASPECT))));
  const rows = Math.floor(n / columns);
  const sides = new Uint32Array(columns * rows);
  for (let cell = 0; cell < columns * rows; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const isLeft = row === 0 || (column > 0 && hash(cell, seed) % 2 === 0);
    if (column > 0 && (isLeft || random(cell, seed + 1) < openings)) {
      sides[cell - 1] |= RIGHT;
      sides[cell] |= LEFT;
    }
    if (row > 0 && (!isLeft || random(cell, seed + 2) < openings)) {
      sides[cell - columns] |= DOWN;
      sides[cell] |= UP;
    }
  }
  return { columns, rows, sides };
}

/** The cells to which a cell is open. @param {Maze} maze @param {number} cell */
export function neighboursOf({ columns, sides }, cell) {
  const all = [];
  if (sides[cell] & UP) all.push(cell - columns);
  if (sides[cell] & LEFT) all.push(cell - 1);
  if (sides[cell] & RIGHT) all.push(cell + 1);
  if (sides[cell] & DOWN) all.push(cell + columns);
  return all;
}

/** The cells from a cell back to the start, each as near as can be. @param {Maze} maze @param {ArrayLike<number>} distances @param {number} cell */
export function wayBack(maze, distances, cell) {
  const way = [cell];
  const nearer = (/** @type {number} */ at) => neighboursOf(maze, at).find((next) => distances[next] < distances[at]);
  // Of wrong distances, the way may end before the start.
  for (let at = nearer(cell); at !== undefined; at = nearer(at)) way.push(at);
  return way;
}

/** The cell at a place. @param {Maze} maze @param {Record<string, number>} place x and y from 0 to 1 */
export function cellAt({ columns, rows }, { x, y }) {
  return Math.min(rows - 1, Math.floor(y * rows)) * columns + Math.min(columns - 1, Math.floor(x * columns));
}

/** WGSL: a neighbour of a cell by its side's bit, of a maze of `numbers.columns`. */
export const NEIGHBOUR = `
  fn neighbour(cell: u32, side: u32) -> u32 {
    switch side {
      case ${UP}: { return cell - u32(numbers.columns); }
      case ${LEFT}: { return cell - 1; }
      case ${RIGHT}: { return cell + 1; }
      default: { return cell + u32(numbers.columns); }
    }
  }`;
