/** A picture out of focus: means over windows of any size, each from four entries of a summed-area table. */
import { drawn } from '../drawing/image.ts';
import { picture } from '../drawing/pixels.ts';
import { numberAt, reduced } from '../device/scans.ts';
import { cellAt } from '../parts/grids.ts';
import { compareExactly } from '../parts/compare.ts';
import { meansOf, meansOn, windowsOf } from './summed-area/focus.ts';
import { levelsOf, nightLevels, pictureControl } from '../data/pictures.ts';
import { label, ring } from '../drawing/draw.ts';
import { percent, range, swinging } from '../parts/declare.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';

export const summedArea: Application = {
  id: 'summed-area',
  title: 'Summed-area table',
  teaches:
    'Scans along the rows, then along the columns, give the sum over every rectangle from the upper left corner, and four of these sums give the sum over any window.',
  source: ['Harris, Sengupta & Owens 2007, §39.3.2', 'Nakano 2012, §1, image processing'],
  madeOf: 'an inclusive add scan along the rows, and another along the columns',
  controls: [
    range('x', 'Focus, x', [0, 1, 0.005], 0.45, percent),
    range('y', 'Focus, y', [0, 1, 0.005], 0.66, percent),
    range('radius', 'Blur', [0, 0.5, 0.005], 0.12, percent),
    range('sharp', 'Sharp up to', [0, 1, 0.01], 0.2, percent),
    pictureControl,
  ],
  // With at most 2²⁴ levels below 256, sums stay below 2³².
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'inclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : nightLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The picture is a list of levels from 0 to 255, row by row.' },
    {
      id: 'rows',
      title: 'Along rows',
      what: 'Each row is scanned: a pixel becomes the sum of itself and all pixels to its left.',
      by: 'lab.scan with a shape: inclusive add of u32',
      run: async (work, { input: { levels, rows, columns } }) => {
        const sums = await work.scan(levels, { algorithm: work.chosen, shape: [rows, columns] });
        return { sums, largest: reduced(work, sums, 'max') };
      },
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
      what: 'The mean over a pixel’s window takes four entries of the table and a division. A large window costs no more than a small one.',
      by: 'A kernel of this application',
      run: (work, { input, settings, found }) => ({ output: work.make(() => meansOn(work.device, input, settings, found.table)) }),
    },
  ],
  method: 'an integral image in float64, whose pixels follow from their neighbours',
  reference(input, settings) {
    const found = meansOf(input, settings);
    const largest = found.sums.reduce((left, right) => Math.max(left, right));
    return { ...found, largest, total: found.table[input.levels.length - 1] };
  },
  compare: compareExactly,
  drag: { label: 'Focus', x: 'x', y: 'y' },
  animate: swinging('Move the focus', { x: [0.5, 0.36, 0.9], y: [0.5, 0.3, 1.3] }),
  describe: ({ input, found }, formats) =>
    `${formats.integer(input.columns)} × ${formats.integer(input.rows)} pixels; the sum of their levels is ${formats.integer(found.total)}`,
  async hover({ input, settings, found }, x, y, formats, { device }) {
    const i = cellAt(input, { x, y });
    const [left, right, top, bottom] = windowsOf(input, settings)(i);
    const size = `${formats.integer(right - left)} × ${formats.integer(bottom - top)}`;
    const mean = await numberAt(device, found.output, i, Uint32Array);
    return `Level ${input.levels[i]}; the mean over ${size} pixels is ${mean}, from four entries of the table.`;
  },
  stepped: { of: 'a row', numbers: ({ input: { levels, rows, columns } }) => levels.subarray(columns * (rows >> 1)).subarray(0, columns) },
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

/** The largest sum of a step, if the step shows sums. */
const mostOf = ({ found }: State, step: string) => ({ rows: found.largest, columns: found.total })[step];

async function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { input, found } = state;
  const most = mostOf(state, step);
  const shown = { rows: found.sums, columns: found.table, blur: found.output }[step] ?? input.levels;
  const word = most === undefined ? 'grey_word(shown[i])' : 'ramp_word(shown[i], u32(numbers.most))';
  return { image: await drawn(lab, size, [picture(size, input, word, { numbers: { most: most | 0 }, reads: { shown } })]) };
}

function draw(surface: Surface, state: State, step: string) {
  const { width, height, theme } = surface;
  const { x, y, sharp } = state.settings;
  const most = mostOf(state, step);
  if (most !== undefined)
    return label(surface, `up to ${most.toLocaleString('en')}`, width - 10, height - 10, { align: 'right', color: theme.text });
  const radius = Math.max(4, sharp * height);
  ring(surface, [x * width, y * height], [radius, radius], theme.accent);
}
