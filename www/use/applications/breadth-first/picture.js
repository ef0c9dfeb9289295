/** A maze drawn of arrays pixel by pixel, in whole numbers, as `device-picture.js` draws it of buffers of the device. */
import { DOWN, LEFT, RIGHT, UP, cellAt, neighboursOf, wayBack } from './maze.js';
import { countOf } from './flood.js';
import { keepLast } from '../../parts/keep-last.js';
import { rampIndex } from '../../drawing/draw.js';

/** @typedef {import('./maze.js').Maze} Maze */
/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').State} State */
/** @typedef {import('../../types.d.ts').Theme} Theme */
/** @typedef {{ width: number, height: number, scale: number }} Size of an image in device pixels */

/** Heights of the list's strip, without and with its words, in CSS pixels. */
const [STRIP, LIST] = [20, 44];
/** Walls between smaller cells, in device pixels, would cover them. */
const LEAST_CELL = 3;
/** A mark of the way has the sides through which it goes, and this. */
export const ON_WAY = 16;
/** The sides along an axis. */
export const [ACROSS, ALONG] = [LEFT | RIGHT, UP | DOWN];

/** Whether a step shows the list. @param {string} step */
export const hasList = (step) => step === 'places' || step === 'compact';

/** The height of the maze's box. @param {number} height of the picture, both in CSS pixels @param {string} step */
export const heightOf = (height, step) => (hasList(step) ? height - LIST : height);

/** The cells that have hues by their ranks. @param {Fields} found @param {string} step */
export const markedOf = ({ front, next }, step) =>
  step === 'compact' ? next : step === 'maze' || step === 'flood' ? new Uint32Array() : front;

/** What both ways of drawing know, in device pixels. @param {Size} size @param {State} state @param {string} step @param {Theme} theme @param {(color: string) => number} word */
export function shownOf({ width, height, scale }, { input, settings, found }, step, theme, word) {
  const { columns, rows } = input;
  const high = Math.max(1, hasList(step) ? height - Math.round(LIST * scale) : height);
  const side = Math.floor(Math.min(width / columns, high / rows));
  return {
    width,
    high,
    strip: hasList(step) ? height - Math.round(STRIP * scale) : height,
    columns,
    rows,
    cells: columns * rows,
    wall: side < LEAST_CELL ? 0 : Math.max(1, Math.min(Math.round(2 * scale), Math.floor(side / 8))),
    start: cellAt(input, settings),
    shown: found.shown,
    fronts: found.fronts,
    marked: countOf(markedOf(found, step)),
    free: word(theme.panel),
    visited: word(theme.line),
    edge: word(theme.text),
    way: word(theme.surface),
  };
}

/** @typedef {ReturnType<typeof shownOf>} Shown */

/** Adds two words a pixel along an axis. @param {number[]} words @param {number} pixels @param {number} parts @param {number} wall @param {[before: number, after: number]} sides */
function addAxis(words, pixels, parts, wall, [before, after]) {
  for (let at = 0; at < pixels; at++) {
    const part = Math.floor((at * parts) / pixels);
    const [first, end] = [part, part + 1].map((one) => Math.ceil((one * pixels) / parts));
    const margin = Math.floor(((end - first) * 3) / 8);
    let bits = 0;
    if (part > 0 && at - first < (wall + 1) >> 1) bits |= before;
    if (part < parts - 1 && end - 1 - at < wall >> 1) bits |= after;
    if (at < end - margin) bits |= before << 4;
    if (at >= first + margin) bits |= after << 4;
    words.push((bits << 16) | part, first);
  }
}

/**
 * Of each pixel across, then of each down, a word whose low half is its column or row, and whose high half has the sides by whose walls it
 * lies and, shifted by 4, the sides towards which it lies, both in the middle; and the first pixel of the column or row.
 */
export const axesOf = keepLast(
  /** @param {number} width @param {number} high @param {number} columns @param {number} rows @param {number} wall */
  (width, high, columns, rows, wall) => {
    /** @type {number[]} */
    const words = [];
    addAxis(words, width, columns, wall, [LEFT, RIGHT]);
    addAxis(words, high, rows, wall, [UP, DOWN]);
    return Uint32Array.from(words);
  },
);

/** @param {number} at @param {number} parts @param {number} pixels */
const pixelOf = (at, parts, pixels) => (parts > pixels ? Math.floor : Math.ceil)((at * pixels) / parts);

/** The place of a cell's mark: that of its first pixel, which cells that are smaller share. @param {Shown} all @param {number} cell */
const markOf = ({ width, high, columns, rows }, cell) =>
  pixelOf(Math.floor(cell / columns), rows, high) * width + pixelOf(cell % columns, columns, width);

/** @param {Shown} all @param {ArrayLike<number>} cells */
function rankMarks(all, cells) {
  const marks = new Uint32Array(all.width * all.high);
  for (let i = 0; i < cells.length; i++) marks[markOf(all, cells[i])] = i + 1;
  return marks;
}

/** @param {Shown} all @param {Maze} maze @param {Uint32Array} distances */
function wayMarks(all, maze, distances) {
  const marks = new Uint32Array(all.width * all.high);
  const { columns } = all;
  const sides = new Map([
    [1, RIGHT],
    [-1, LEFT],
    [columns, DOWN],
    [-columns, UP],
  ]);
  const way = wayBack(maze, distances, distances.indexOf(all.fronts - 1));
  const sideTo = (/** @type {number} */ cell, /** @type {number} */ i) => sides.get(way[i] - cell) ?? 0;
  way.forEach((cell, i) => (marks[markOf(all, cell)] |= ON_WAY | sideTo(cell, i - 1) | sideTo(cell, i + 1)));
  return marks;
}

/** Whether a pixel is one of the way. @param {number} mark @param {number} towards sides */
function isOnWay(mark, towards) {
  const [isAcross, isAlong] = [ACROSS, ALONG].map((sides) => (towards & sides) === sides);
  const through = towards & mark;
  return mark > 0 && ((isAcross && isAlong) || (isAcross && (through & ALONG) > 0) || (isAlong && (through & ACROSS) > 0));
}

/** A step's picture, of arrays. @param {Size & { data: Uint32Array }} image @param {State} state @param {string} step @param {Theme} theme @param {(color: string) => number} word */
export function drawMaze(image, state, step, theme, word) {
  const { input, found } = state;
  const all = shownOf(image, state, step, theme, word);
  const marks = step === 'flood' ? wayMarks(all, input, found.flood) : rankMarks(all, markedOf(found, step));
  const hue = (/** @type {number} */ part, whole = all.marked) => theme.ramp[rampIndex(part, whole)];
  const wordOf = (/** @type {number} */ cell, /** @type {number} */ mark, /** @type {number} */ towards) => {
    if (step === 'maze' && !all.wall) return hue(neighboursOf(input, cell).length, 5);
    if (step === 'maze') return cell === all.start ? all.visited : all.free;
    if (step !== 'flood') return mark ? hue(mark - 1) : found.distances[cell] <= all.shown ? all.visited : all.free;
    if (isOnWay(mark, towards)) return all.way;
    return found.flood[cell] < all.fronts ? hue(found.flood[cell], all.fronts) : all.free;
  };
  const axes = axesOf(all.width, all.high, all.columns, all.rows, all.wall);
  for (let y = 0, i = 0; y < all.high; y++) {
    const [down, top] = axes.subarray(2 * (all.width + y));
    for (let x = 0; x < all.width; x++, i++) {
      const across = axes[2 * x];
      const cell = (down & 0xffff) * all.columns + (across & 0xffff);
      const bits = (across | down) >>> 16;
      const isWall = (bits & (ACROSS | ALONG) & ~input.sides[cell]) > 0;
      image.data[i] = isWall ? all.edge : wordOf(cell, marks[top * all.width + axes[2 * x + 1]], bits >>> 4);
    }
  }
  if (hasList(step) && found.list.length) drawList(image, all, entryWords(all, found, step, hue, marks));
}

/** The colours of a list's entries: those of their cells. @param {Shown} all @param {Fields} found @param {string} step @param {(part: number) => number} hue @param {Uint32Array} marks */
function entryWords(all, { list, flags, places }, step, hue, marks) {
  const words = new Uint32Array(list.length).fill(all.visited);
  if (step === 'places') places.forEach((/** @type {number} */ place, /** @type {number} */ i) => words.fill(hue(i), place));
  else words.forEach((_, i) => flags[i] && (words[i] = hue(marks[markOf(all, list[i])] - 1)));
  return words;
}

/** @param {{ data: Uint32Array, height: number }} image @param {Shown} all @param {Uint32Array} words */
function drawList({ data, height }, { width, strip }, words) {
  for (let x = 0; x < width; x++) {
    const word = words[Math.floor((x * words.length) / width)];
    for (let y = strip; y < height; y++) data[y * width + x] = word;
  }
}
