/** Windows around the pixels of a picture, larger with the distance from a focus: in whole numbers, in JavaScript and on the device. */
import { mapped } from '../../device/scans.js';
import { ROUNDED } from '../../drawing/pixels.js';

/** @typedef {import('../../parts/pictures.js').Levels} Levels */
/** @typedef {import('../../types.d.ts').Settings} Settings */

/** Distances are in parts of the picture's height, at most so many along an axis. */
const [PARTS, MOST] = [256, 512];
/** Windows grow with the square of the distance; this much beyond that of what is sharp, they are as large as they get. */
const FAR = Math.round((0.9 * PARTS) ** 2);

/** The focus, what is sharp, and the largest window. @param {Levels} picture @param {Settings} settings */
const numbersOf = ({ columns, rows }, { x, y, radius, sharp }) => ({
  columns,
  rows,
  focus_x: Math.round((x * columns * PARTS) / rows),
  focus_y: Math.round(y * PARTS),
  sharp: Math.round((sharp * PARTS) ** 2),
  largest: Math.round(radius * rows),
});

/** The window around a pixel, from the pixel before its first one to its last one. @param {Levels} picture @param {Settings} settings @returns {(i: number) => number[]} left, right, top and bottom */
export function windowsOf(picture, settings) {
  const { columns, rows, focus_x, focus_y, sharp, largest } = numbersOf(picture, settings);
  const away = (/** @type {number} */ at, /** @type {number} */ focus) =>
    Math.min(MOST, Math.abs(Math.floor(((2 * at + 1) * PARTS) / (2 * rows)) - focus));
  return (i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const beyond = away(column, focus_x) ** 2 + away(row, focus_y) ** 2 - sharp;
    const reach = Math.round((largest * Math.min(FAR, Math.max(0, beyond))) / FAR);
    const span = (/** @type {number} */ at, /** @type {number} */ length) => [
      Math.max(-1, at - reach - 1),
      Math.min(length - 1, at + reach),
    ];
    return [...span(column, columns), ...span(row, rows)];
  };
}

/** Sums along rows, the table, and the mean over each pixel's window. @param {Levels} picture @param {Settings} settings */
export function meansOf(picture, settings) {
  const { levels, columns } = picture;
  const [sums, table] = [new Uint32Array(levels.length), new Uint32Array(levels.length)];
  // Before the first row and column, there is nothing.
  const at = (/** @type {number} */ row, /** @type {number} */ column) => (row < 0 || column < 0 ? 0 : table[row * columns + column]);
  levels.forEach((level, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    table[i] = level + at(row - 1, column) + at(row, column - 1) - at(row - 1, column - 1);
    sums[i] = table[i] - at(row - 1, column);
  });
  const windowOf = windowsOf(picture, settings);
  const output = levels.map((_, i) => {
    const [left, right, top, bottom] = windowOf(i);
    const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
    return Math.round(sum / ((right - left) * (bottom - top)));
  });
  return { sums, table, output };
}

/** WGSL of the means. */
const MEANS = `${ROUNDED}
  fn entry(column: i32, row: i32) -> u32 {
    if (row < 0 || column < 0) { return 0; }
    return table[row * numbers.columns + column];
  }
  fn mean(i: u32) -> u32 {
    let at = vec2i(i32(i) % numbers.columns, i32(i) / numbers.columns);
    let focus = vec2i(numbers.focus_x, numbers.focus_y);
    let away = min(vec2i(${MOST}), abs((2 * at + 1) * ${PARTS / 2} / numbers.rows - focus));
    let beyond = clamp(away.x * away.x + away.y * away.y - numbers.sharp, 0, ${FAR});
    let reach = i32(rounded(u32(numbers.largest * beyond), ${FAR}));
    let before = max(vec2i(-1), at - reach - 1);
    let last = min(vec2i(numbers.columns, numbers.rows) - 1, at + reach);
    let sum = entry(last.x, last.y) - entry(last.x, before.y) - entry(before.x, last.y) + entry(before.x, before.y);
    return rounded(sum, u32((last.x - before.x) * (last.y - before.y)));
  }`;

/** The means on the device. @param {GPUDevice} device @param {Levels} picture @param {Settings} settings @param {GPUBuffer} table */
export const meansOn = (device, picture, settings, table) =>
  mapped(device, picture.levels.length, ['mean(i)'], { whole: numbersOf(picture, settings), arrays: { table }, type: 'u32', code: MEANS });
