/** The depths of a text as a curve, and its wrong brackets as marks, in whole numbers: drawings are the same on every device. */
import { submit } from '../../device/device.js';
import { SHARE } from '../../drawing/pixels.js';
import { IS_WRONG } from './nesting.js';

/** The largest depth that rows are computed for, so that their product fits a word. */
const DEPTHS = 2 ** 20;

/** Draws columns of an image, each of the characters that it has. @param {GPUDevice} device @param {GPUBuffer} image @param {import('../../types.d.ts').State} state @param {{ width: number, first: number, rows: number, line: number, curve: number, bad: number, is_marked: number }} strip in device pixels; words of colours; and whether wrong brackets are marked */
export function drawDepths(device, image, { input: { kinds }, found: { unmatched, partners, deepest: most } }, strip) {
  // A wrong one may be anything.
  const deepest = Math.min(Math.max(1, most), kinds.length);
  submit(device, {
    n: strip.width,
    numbers: { ...strip, deepest, quantum: Math.ceil(deepest / DEPTHS) },
    reads: { kinds, unmatched: [unmatched, 'vec2u'], partners },
    writes: { image },
    code: `${SHARE} ${IS_WRONG}
    /** One past the last character of a column: the first column of a character has it. */
    fn end_of(column: u32) -> u32 {
      let n = arrayLength(&kinds);
      let width = u32(numbers.width);
      return max(share(column, n, width) + 1, share(column + 1, n, width));
    }
    fn first_of(column: u32) -> u32 {
      if (column == 0) { return 0; }
      return end_of(column - 1);
    }
    fn row_of(depth: u32) -> i32 {
      return (numbers.rows - numbers.line) * ((numbers.deepest - i32(depth)) / numbers.quantum) / (numbers.deepest / numbers.quantum);
    }
    /** A mark is as wide as the line: also of a character of the columns before. */
    fn is_bad(column: u32) -> bool {
      let line = u32(numbers.line);
      for (var i = first_of(max(column + 1, line) - line); i < end_of(column); i++) {
        if (is_wrong(i)) { return true; }
      }
      return false;
    }
    fn each(column: u32) {
      let deepest = u32(numbers.deepest);
      var low = deepest;
      var high = 0u;
      for (var i = max(1, first_of(column)) - 1; i < end_of(column); i++) {
        low = min(low, unmatched[i].y);
        high = max(high, min(deepest, unmatched[i].y));
      }
      let is_mark = numbers.is_marked == 1 && is_bad(column);
      let first = select(row_of(high), 0, is_mark);
      let end = select(row_of(low) + numbers.line, numbers.rows, is_mark);
      for (var row = numbers.first + first; row < numbers.first + end; row++) {
        image[u32(row * numbers.width) + column] = bitcast<u32>(select(numbers.curve, numbers.bad, is_mark));
      }
    }`,
  });
}
