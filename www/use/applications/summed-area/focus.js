/** Windows around the pixels of a picture, larger with the distance from a focus: in whole numbers, in JavaScript and on the device. */
import { borrowed, giveBack, read, storage, submit } from '../../device/device.js';
import { drawPixels } from '../../drawing/device-pixels.js';
import { RAMP } from '../../parts/places.js';

/** @typedef {import('../../parts/pictures.js').Levels} Levels */
/** @typedef {import('../../types.d.ts').Settings} Settings */

/** Distances are in parts of the picture's height, at most so many along an axis. */
const [PARTS, MOST] = [1024, 2048];
/** The distance from what is sharp at which a window is as large as it gets. */
const FAR = Math.round(0.9 * PARTS);

/** The focus, what is sharp, and the largest window. @param {Levels} picture @param {Settings} settings */
const numbersOf = ({ columns, rows }, { x, y, radius, sharp }) => ({
  columns,
  rows,
  focus_x: Math.round((x * columns * PARTS) / rows),
  focus_y: Math.round(y * PARTS),
  sharp: Math.round(sharp * PARTS),
  largest: Math.round(radius * rows),
});

/** The window around a pixel, from the pixel before its first one to its last one. @param {Levels} picture @param {Settings} settings @returns {(i: number) => { left: number, right: number, top: number, bottom: number }} */
export function windowsOf(picture, settings) {
  const { columns, rows, focus_x, focus_y, sharp, largest } = numbersOf(picture, settings);
  const away = (/** @type {number} */ at, /** @type {number} */ focus) =>
    Math.min(MOST, Math.abs(Math.floor(((2 * at + 1) * PARTS) / (2 * rows)) - focus));
  return (i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const distance = Math.floor(Math.sqrt(away(column, focus_x) ** 2 + away(row, focus_y) ** 2));
    const reach = Math.floor((2 * largest * Math.min(FAR, Math.max(0, distance - sharp)) + FAR) / (2 * FAR));
    return {
      left: Math.max(-1, column - reach - 1),
      right: Math.min(columns - 1, column + reach),
      top: Math.max(-1, row - reach - 1),
      bottom: Math.min(rows - 1, row + reach),
    };
  };
}

/** The mean over each pixel's window. @param {Levels} picture @param {Settings} settings @param {ArrayLike<number>} table */
export function means(picture, settings, table) {
  const { columns, levels } = picture;
  const windowOf = windowsOf(picture, settings);
  const at = (/** @type {number} */ row, /** @type {number} */ column) => (row < 0 || column < 0 ? 0 : table[row * columns + column]);
  return levels.map((_, i) => {
    const { left, right, top, bottom } = windowOf(i);
    const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
    return Math.round(sum / ((right - left) * (bottom - top)));
  });
}

/** WGSL of the same. */
const MEANS = `
  fn away(at: i32, focus: i32) -> i32 { return min(${MOST}, abs((2 * at + 1) * ${PARTS / 2} / numbers.rows - focus)); }
  fn root(square: i32) -> i32 {
    var found = i32(sqrt(f32(square)));
    // A root in floating point may be off by one.
    while (found * found > square) { found--; }
    while ((found + 1) * (found + 1) <= square) { found++; }
    return found;
  }
  fn entry(row: i32, column: i32) -> u32 {
    if (row < 0 || column < 0) { return 0; }
    return table[row * numbers.columns + column];
  }
  fn each(i: u32) {
    let column = i32(i) % numbers.columns;
    let row = i32(i) / numbers.columns;
    let across = away(column, numbers.focus_x);
    let down = away(row, numbers.focus_y);
    let blurred = clamp(root(across * across + down * down) - numbers.sharp, 0, ${FAR});
    let reach = (2 * numbers.largest * blurred + ${FAR}) / ${2 * FAR};
    let left = max(-1, column - reach - 1);
    let right = min(numbers.columns - 1, column + reach);
    let top = max(-1, row - reach - 1);
    let bottom = min(numbers.rows - 1, row + reach);
    let sum = entry(bottom, right) - entry(top, right) - entry(bottom, left) + entry(top, left);
    let pixels = u32((right - left) * (bottom - top));
    output[i] = sum / pixels + u32(2 * (sum % pixels) >= pixels);
  }`;

/** The same on the device. @param {GPUDevice} device @param {Levels} picture @param {Settings} settings @param {GPUBuffer} table */
export function meansOn(device, picture, settings, table) {
  const output = storage(device, picture.levels.length);
  submit(device, { n: picture.levels.length, numbers: numbersOf(picture, settings), reads: { table }, writes: { output }, code: MEANS });
  return output;
}

/** 256 times as much does not fit a word. */
const LARGE = 2 ** 24;

/** The bits that are left out of sums up to `most`, so that 256 times of them fits a word. @param {number} most */
export const shiftOf = (most) => (most >= LARGE ? 8 : 0);

/** Sums by the ramp's colours, and the largest, each row's at its end; commands are submitted before it returns. @param {import('../../drawing/device-image.js').Lab} lab @param {Levels} picture @param {GPUBuffer} sums @param {Uint32Array} ramp */
export async function drawSums(lab, { columns, rows }, sums, ramp) {
  const { device } = lab;
  const largest = borrowed(device, 1);
  submit(device, {
    n: rows,
    numbers: { columns },
    reads: { sums },
    writes: { largest: [largest, 'atomic<u32>'] },
    code: 'fn each(i: u32) { atomicMax(&largest[0], max(1, sums[(i + 1) * u32(numbers.columns) - 1])); }',
  });
  const drawn = drawPixels(
    lab,
    { width: columns, height: rows },
    {
      reads: { sums, largest, ramp },
      code: `${RAMP}
      fn pixel_word(i: u32) -> u32 {
        let shift = select(0u, 8u, largest[0] >= ${LARGE});
        return ramp_word(sums[i] >> shift, largest[0] >> shift);
      }`,
    },
  );
  const [image, [most]] = await Promise.all([drawn, read(device, largest)]);
  giveBack(device, largest);
  return { image, most };
}
