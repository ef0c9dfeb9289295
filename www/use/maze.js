/** A drawn maze on a grid, and a walk through it. */
import { hash, random, wordImage } from './draw.js';

/** @typedef {import('./types.d.ts').Surface} Surface */
/** @typedef {import('./draw.js').Box} Box */
/**
 * @typedef {object} Maze
 * @property {number} columns
 * @property {number} rows
 * @property {Uint8Array} right whether a cell is open to the one on its right
 * @property {Uint8Array} down whether a cell is open to the one below it
 */

const ASPECT = 1.6;

/** Each cell is open to the left or upwards, so that there is a way between any two; some of the other walls are left out. @param {number} n cells at most @param {number} seed @param {number} openings the share of the other walls that are left out @returns {Maze} */
export function mazeOf(n, seed, openings) {
  const columns = Math.max(1, Math.min(n, Math.floor(Math.sqrt(n * ASPECT))));
  const rows = Math.floor(n / columns);
  const [right, down] = [new Uint8Array(columns * rows), new Uint8Array(columns * rows)];
  for (let cell = 0; cell < columns * rows; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const isLeft = row === 0 || (column > 0 && hash(cell, seed) % 2 === 0);
    if (column > 0 && (isLeft || random(cell, seed + 1) < openings)) right[cell - 1] = 1;
    if (row > 0 && (!isLeft || random(cell, seed + 2) < openings)) down[cell - columns] = 1;
  }
  return { columns, rows, right, down };
}

/** The cells to which a cell is open. @param {Maze} maze @param {number} cell */
export function neighboursOf({ columns, right, down }, cell) {
  const all = [];
  if (cell >= columns && down[cell - columns]) all.push(cell - columns);
  if (cell % columns > 0 && right[cell - 1]) all.push(cell - 1);
  if (right[cell]) all.push(cell + 1);
  if (down[cell]) all.push(cell + columns);
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

/** Cells in their colours, and the walls between them. @param {Surface} surface @param {Box} box @param {Maze} maze @param {Uint32Array} words a colour a cell */
export function drawMaze(surface, box, { columns, rows, right, down }, words) {
  wordImage(surface, box, words, columns);
  const { context, theme } = surface;
  const [wide, high] = [box.width / columns, box.height / rows];
  context.beginPath();
  for (let cell = 0; cell < columns * rows; cell++) {
    const [x, y] = [((cell % columns) + 1) * wide, (Math.floor(cell / columns) + 1) * high];
    if (!right[cell] && cell % columns < columns - 1) {
      context.moveTo(x, y - high);
      context.lineTo(x, y);
    }
    if (!down[cell] && cell < columns * (rows - 1)) {
      context.moveTo(x - wide, y);
      context.lineTo(x, y);
    }
  }
  context.strokeStyle = theme.text;
  context.lineWidth = Math.max(0.5, Math.min(2, wide / 8));
  context.lineCap = 'round';
  context.stroke();
}

/** A line through cells. @param {Surface} surface @param {Box} box @param {Maze} maze @param {number[]} cells */
export function drawWay({ context, theme }, { width, height }, { columns, rows }, cells) {
  const [wide, high] = [width / columns, height / rows];
  context.beginPath();
  for (const cell of cells) context.lineTo(((cell % columns) + 0.5) * wide, (Math.floor(cell / columns) + 0.5) * high);
  context.strokeStyle = theme.surface;
  context.lineWidth = Math.max(1.5, wide / 4);
  context.lineJoin = 'round';
  context.stroke();
}
