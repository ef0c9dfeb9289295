/** Levels of a picture: counted, and spread over the whole range, in JavaScript and on the device. */
import { storage, submit } from '../../device/device.js';
import { drawPixels } from '../../drawing/device-pixels.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */

export const LEVELS = 256;

/** The level that each level becomes, by the share of pixels below it. @param {ArrayLike<number>} below @param {ArrayLike<number>} counts @param {number} n */
export function equalised(below, counts, n) {
  const darkest = counts[Array.from(counts).findIndex((count) => count > 0)];
  return Uint32Array.from(counts, (count, level) =>
    n === darkest ? level : Math.round((255 * Math.max(0, below[level] + count - darkest)) / (n - darkest)),
  );
}

/** @param {Uint32Array} levels */
export function countsOf(levels) {
  const counts = new Uint32Array(LEVELS);
  for (const level of levels) counts[level]++;
  return counts;
}

/** The counts of all levels, by those of the runs. @param {GPUDevice} device @param {{ values: GPUBuffer, lengths: GPUBuffer }} runs */
export function countsOn(device, { values, lengths }) {
  const counts = storage(device, LEVELS);
  submit(device, {
    n: values.size / 4,
    reads: { values, lengths },
    writes: { counts },
    code: `fn each(run: u32) { counts[values[run]] = lengths[run]; }`,
  });
  return counts;
}

/** As `equalised` has it. @param {GPUDevice} device @param {Fields} found @param {number} pixels */
export function mapOn(device, { below, counts }, pixels) {
  const map = storage(device, LEVELS);
  submit(device, {
    n: LEVELS,
    numbers: { pixels },
    reads: { below, counts },
    writes: { map },
    code: `fn each(level: u32) {
      var darkest = 0u;
      while (darkest < ${LEVELS - 1} && counts[darkest] == 0) { darkest++; }
      let others = u32(numbers.pixels) - counts[darkest];
      let upto = below[level] + counts[level];
      if (others == 0) { map[level] = level; }
      else if (upto > counts[darkest]) {
        let whole = 255 * (upto - counts[darkest]);
        map[level] = whole / others + u32(2 * (whole % others) >= others);
      }
    }`,
  });
  return map;
}

/** The level that is shown of one that becomes another, in whole numbers: rounded as Math.round does. @param {number} level @param {number} to @param {number} percent of the way */
export const between = (level, to, percent) => level + Math.floor((2 * percent * (to - level) + 100) / 200);

/** The picture, its levels so much of the way to what they become; commands are submitted before it returns. @param {import('../../drawing/device-image.js').Lab} lab @param {{ columns: number, rows: number }} size @param {GPUBuffer} levels @param {GPUBuffer} map @param {number} percent */
export function drawEqualised(lab, { columns, rows }, levels, map, percent) {
  return drawPixels(
    lab,
    { width: columns, height: rows },
    {
      numbers: { percent },
      reads: { levels, map },
      // A quotient below 0 is rounded down, as one above is.
      code: `fn pixel_word(i: u32) -> u32 {
        let level = i32(levels[i]);
        let way = (2 * numbers.percent * (i32(map[level]) - level) + 100 + 200 * ${LEVELS}) / 200 - ${LEVELS};
        return 0xff000000 | (u32(level + way) * 0x010101);
      }`,
    },
  );
}
