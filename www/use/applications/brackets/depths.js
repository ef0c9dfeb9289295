/** The depths of a text as a curve, and its wrong brackets as marks. In whole numbers, so that the device draws what JavaScript does. */
import { SHARE } from '../../drawing/device-pixels.js';
import { submit } from '../../device/device.js';
import { IS_WRONG, isWrong } from './nesting.js';

/** @typedef {import('../../types.d.ts').State} State */
/** The curve in an image: where, in device pixels, and in which words. @typedef {{ width: number, first: number, rows: number, line: number, deepest: number, curve: number, bad: number }} Strip */

/** The largest depth that rows are computed for, so that their product fits a word. */
const DEPTHS = 2 ** 20;

/** The characters of columns, of many those between two; the first column of a character has it. @param {number} n @param {number} width */
function columnsOf(n, width) {
  const share = (/** @type {number} */ column) => Math.floor((column * n) / width);
  const endOf = (/** @type {number} */ column) => Math.max(share(column) + 1, share(column + 1));
  return { endOf, firstOf: (/** @type {number} */ column) => (column === 0 ? 0 : endOf(column - 1)) };
}

/** The same in WGSL. */
const COLUMN = `${SHARE}
  fn end_of(column: u32) -> u32 {
    let n = arrayLength(&kinds);
    let width = u32(numbers.width);
    return max(share(column, n, width) + 1, share(column + 1, n, width));
  }
  fn first_of(column: u32) -> u32 {
    if (column == 0) { return 0; }
    return end_of(column - 1);
  }
  fn fill(column: u32, first: i32, end: i32, word: i32) {
    for (var row = first; row < end; row++) { image[u32(row * numbers.width) + column] = bitcast<u32>(word); }
  }`;

/** @param {{ data: Uint32Array }} image @param {Strip} strip @param {State} state @param {boolean} isMarked whether wrong brackets are */
export function paintStrip({ data }, { width, first, rows, line, deepest, curve, bad }, { input: { kinds }, found }, isMarked) {
  const columns = columnsOf(kinds.length, width);
  const quantum = Math.ceil(deepest / DEPTHS);
  const rowOf = (/** @type {number} */ depth) =>
    first + Math.floor(((rows - line) * Math.floor((deepest - depth) / quantum)) / Math.floor(deepest / quantum));
  const fill = (/** @type {number} */ column, /** @type {number} */ from, /** @type {number} */ end, /** @type {number} */ word) => {
    for (let row = from; row < end; row++) data[row * width + column] = word;
  };
  for (let column = 0; column < width; column++) {
    let [low, high] = [deepest, 0];
    for (let i = Math.max(1, columns.firstOf(column)) - 1; i < columns.endOf(column); i++) {
      low = Math.min(low, found.unmatched[2 * i + 1]);
      high = Math.max(high, found.unmatched[2 * i + 1]);
    }
    fill(column, rowOf(high), rowOf(low) + line, curve);
  }
  for (let column = 0; column < width && isMarked; column++) {
    let i = columns.firstOf(column);
    while (i < columns.endOf(column) && !isWrong(kinds, i, found.partners[i])) i++;
    for (let x = column; i < columns.endOf(column) && x < Math.min(width, column + line); x++) fill(x, first, first + rows, bad);
  }
}

/** The same on the device. @param {GPUDevice} device @param {GPUBuffer} image @param {Strip} strip @param {State} state @param {boolean} isMarked */
export function stripOn(device, image, strip, { input, found }, isMarked) {
  /** @type {Omit<import('../../device/device.js').Kernel, 'code'>} */
  const kernel = {
    n: strip.width,
    numbers: { ...strip, quantum: Math.ceil(strip.deepest / DEPTHS) },
    reads: { kinds: input.kinds, unmatched: [found.unmatched, 'vec2u'], partners: found.partners },
    writes: { image },
  };
  submit(device, {
    ...kernel,
    code: `${COLUMN}
    fn row_of(depth: u32) -> i32 {
      return numbers.first + (numbers.rows - numbers.line) * ((numbers.deepest - i32(depth)) / numbers.quantum) / (numbers.deepest / numbers.quantum);
    }
    fn each(column: u32) {
      let deepest = u32(numbers.deepest);
      var low = deepest;
      var high = 0u;
      for (var i = max(1, first_of(column)) - 1; i < end_of(column); i++) {
        low = min(low, unmatched[i].y);
        high = max(high, min(deepest, unmatched[i].y));
      }
      fill(column, row_of(high), row_of(low) + numbers.line, numbers.curve);
    }`,
  });
  if (!isMarked) return;
  submit(device, {
    ...kernel,
    code: `${COLUMN} ${IS_WRONG}
    fn each(column: u32) {
      let end = end_of(column);
      var i = first_of(column);
      while (i < end && !is_wrong(i)) { i++; }
      for (var x = column; i < end && x < min(column + u32(numbers.line), u32(numbers.width)); x++) {
        fill(x, numbers.first, numbers.first + numbers.rows, numbers.bad);
      }
    }`,
  });
}
