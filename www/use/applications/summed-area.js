/** A picture out of focus: means over windows of any size, four entries of a summed-area table each. */
import { GREYS, drawLevels } from '../drawing/device-pixels.js';
import { accepted, keptOn, readAll } from '../device/device.js';
import { numberAt } from '../device/scans.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { drawSums, means, meansOn, shiftOf, windowsOf } from './summed-area/focus.js';
import { levelsOf, nightLevels, pictureControl } from '../parts/pictures.js';
import { label, rampIndex, wordImage } from '../drawing/draw.js';
import { percent, range } from '../parts/declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const summedArea = {
  id: 'summed-area',
  title: 'Summed-area table',
  teaches:
    'Scans along the rows and then along the columns give the sum over every rectangle from a corner, and four of these the sum over any window, however large.',
  source: ['Harris, Sengupta & Owens 2007, §39.3.2', 'Nakano 2012, §1, image processing'],
  madeOf: 'an inclusive add scan along the rows, and one along the columns',
  controls: [
    range('x', 'Focus, x', [0, 1, 0.005], 0.45, percent),
    range('y', 'Focus, y', [0, 1, 0.005], 0.66, percent),
    range('radius', 'Blur', [0, 0.5, 0.005], 0.12, percent),
    range('sharp', 'Sharp up to', [0, 1, 0.01], 0.2, percent),
    pictureControl,
  ],
  // Of at most 2²⁴ levels below 256, sums stay below 2³².
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'inclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : nightLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The levels of its pixels, from 0 to 255, row by row.' },
    {
      id: 'rows',
      title: 'Along rows',
      what: 'Each row is scanned by itself: a pixel becomes the sum of all pixels to its left, and of its own.',
      by: 'lab.scan with a shape: inclusive add of u32',
      run: async (work, { input: { levels, rows, columns } }) => ({
        sums: await work.scan(levels, { algorithm: work.chosen, shape: [rows, columns] }),
      }),
    },
    {
      id: 'columns',
      title: 'Along columns',
      what: 'Each column of these sums is scanned: a pixel becomes the sum over the rectangle from the upper left corner to it.',
      by: 'lab.scan with a shape, axis 0: inclusive add of u32',
      run: async (work, { input: { rows, columns }, found: { sums } }) => {
        const table = await work.scan(sums, { algorithm: work.chosen, shape: [rows, columns], axis: 0 });
        return { table, total: await work.number(table, rows * columns - 1) };
      },
    },
    {
      id: 'blur',
      title: 'Blur',
      what: 'The mean over a pixel’s window is four entries of the table and a division. A large window costs no more than a small one.',
      by: 'A kernel of this application',
      run: (work, { input, settings, found }) => ({ output: work.make(() => meansOn(work.device, input, settings, found.table)) }),
    },
  ],
  method: 'an integral image in float64, pixel by pixel from its neighbours',
  reference(input, settings) {
    const { levels, rows, columns } = input;
    const [sums, table] = [new Float64Array(levels.length), new Float64Array(levels.length)];
    const at = (/** @type {number} */ row, /** @type {number} */ column) => (row < 0 || column < 0 ? 0 : table[row * columns + column]);
    for (let row = 0, i = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, i++) {
        table[i] = levels[i] + at(row - 1, column) + at(row, column - 1) - at(row - 1, column - 1);
        sums[i] = table[i] - at(row - 1, column);
      }
    }
    return { sums, table, total: table[levels.length - 1], output: means(input, settings, table) };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('the sum', found.total, wanted.total) ?? firstOfArrays(['sums', 'table', 'output'], await readAll(device, found), wanted),
  drag: { label: 'Focus', x: 'x', y: 'y' },
  animate: {
    label: 'Move the focus',
    at: (settings, seconds) => ({
      ...settings,
      x: Number((0.5 + 0.36 * Math.sin(0.9 * seconds)).toFixed(3)),
      y: Number((0.5 + 0.3 * Math.sin(1.3 * seconds)).toFixed(3)),
    }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(input.columns)} × ${formats.integer(input.rows)} pixels, whose levels have the sum ${formats.integer(found.total)}`,
  async hover({ input, settings, found, lab }, x, y, formats) {
    const { rows, columns } = input;
    const i = Math.min(rows - 1, Math.floor(y * rows)) * columns + Math.min(columns - 1, Math.floor(x * columns));
    const { left, right, top, bottom } = windowsOf(input, settings)(i);
    const size = `${formats.integer(right - left)} × ${formats.integer(bottom - top)}`;
    const mean = await numberAt(lab?.device, found.output, i, Uint32Array);
    return `Level ${input.levels[i]}; the mean over ${size} pixels is ${mean}, of four entries of the table.`;
  },
  numbers: ({ input }) => input.levels.slice(0, Math.min(16, input.columns)),
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const shape = [6, 8];
const levels = Uint32Array.from({ length: 48 }, (_, i) => (i * 37) % 256);
const sums = await lab.scan(levels, { shape });
const table = await lab.scan(sums, { shape, axis: 0 });
const at = (row, column) => table[row * 8 + column];
// Over rows 2 to 4 and columns 3 to 6.
const sum = at(4, 6) - at(1, 6) - at(4, 2) + at(1, 2);
console.log(sum, sum / 12);`,
  prints: '1134 94.5',
};

/** @type {NonNullable<Application['prepare']>} */
function prepare({ theme }, lab, { input, found }, step) {
  const { device } = lab;
  return accepted(device, async () => {
    if (step === 'rows' || step === 'columns') return drawSums(lab, input, step === 'rows' ? found.sums : found.table, theme.ramp);
    return { image: await drawLevels(lab, input, step === 'blur' ? found.output : keptOn(device, input.levels), GREYS) };
  });
}

/** Sums by the ramp's colours, and the largest. @param {ArrayLike<number>} sums @param {Uint32Array} ramp */
function shownSums(sums, ramp) {
  const values = Uint32Array.from(sums);
  const most = values.reduce((left, right) => Math.max(left, right), 1);
  const shift = shiftOf(most);
  return { image: values.map((value) => ramp[rampIndex(value >>> shift, most >>> shift)]), most };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { context, width, height, theme, prepared } = surface;
  const isSums = step === 'rows' || step === 'columns';
  const levels = () => ({ image: Uint32Array.from(step === 'blur' ? found.output : input.levels, (level) => GREYS[level]), most: 0 });
  const { image, most } = prepared ?? (isSums ? shownSums(step === 'rows' ? found.sums : found.table, theme.ramp) : levels());
  wordImage(surface, { x: 0, y: 0, width, height }, image, input.columns);
  if (isSums) return label(surface, `up to ${most.toLocaleString('en')}`, width - 10, height - 10, { align: 'right', color: theme.text });
  context.beginPath();
  context.arc(settings.x * width, settings.y * height, Math.max(4, settings.sharp * height), 0, 2 * Math.PI);
  context.strokeStyle = theme.accent;
  context.lineWidth = 1.5;
  context.stroke();
}
