/** The levels of a picture, counted by a sort and two scans, and spread over the whole range. */
import { bars, curve, label, levelImage } from '../draw.js';
import { drawnLevels, levelsOf, pictureControl } from '../pictures.js';
import { percent, range } from '../declare.js';
import { firstDifference, firstOfArrays } from '../compare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

const LEVELS = 256;

/** The level that each level becomes, by the share of pixels below it. @param {ArrayLike<number>} below @param {ArrayLike<number>} counts @param {number} n */
function equalised(below, counts, n) {
  const darkest = counts[Array.from(counts).findIndex((count) => count > 0)];
  return Uint32Array.from(counts, (count, level) =>
    n === darkest ? level : Math.round((255 * Math.max(0, below[level] + count - darkest)) / (n - darkest)),
  );
}

/** @type {Application} */
export const histogram = {
  id: 'histogram',
  title: 'Histogram equalisation',
  teaches: 'Sorted levels stand in runs; the runs’ lengths are the histogram, and its scan is the map that spreads the levels evenly.',
  source: ['Mahmoud, lecture 6'],
  madeOf: 'a sort, run lengths (head flags and a scan) and an exclusive add scan',
  controls: [range('strength', 'Strength', [0, 1, 0.01], 1, percent), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 15, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : drawnLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The levels of its pixels, from 0 to 255, row by row.' },
    {
      id: 'sort',
      title: 'Sort',
      what: 'Sorted, equal levels are neighbours. A radix sort is made of a scan a digit.',
      by: 'lab.sort, by 8 bits',
      run: async (lab, { input }, { signal }) => ({ sorted: (await lab.sort(input.levels, { bits: [0, 8], signal })).keys }),
    },
    {
      id: 'counts',
      title: 'Runs',
      what: 'A head flag where the level changes; the scan of the flags numbers the runs, whose lengths are the histogram.',
      by: 'lab.runLengths, of which an inclusive add scan is a part',
      run: async (lab, { found }, { scan, signal }) => {
        const { values, lengths } = await lab.runLengths(found.sorted, { scan, signal });
        const counts = new Uint32Array(LEVELS);
        for (let run = 0; run < values.length; run++) counts[values[run]] = lengths[run];
        return { counts };
      },
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a level is the number of darker pixels: the cumulative distribution.',
      by: 'lab.scan: exclusive add of u32',
      run: async (lab, { found }, { scan, signal }) => ({
        below: await lab.scan(found.counts, { algorithm: scan, mode: 'exclusive', signal }),
      }),
    },
    {
      id: 'equalise',
      title: 'Equalise',
      what: 'Each level becomes the share of pixels that are darker, so that every shade is used alike.',
      run: (_, { input, found }) => ({ map: equalised(found.below, found.counts, input.levels.length) }),
    },
  ],
  method: 'bins that are counted in a loop',
  reference({ levels }) {
    const counts = new Uint32Array(LEVELS);
    for (const level of levels) counts[level]++;
    const below = Uint32Array.from(counts, (_, level) => counts.slice(0, level).reduce((sum, count) => sum + count, 0));
    const sorted = new Uint32Array(levels.length);
    counts.forEach((count, level) => sorted.fill(level, below[level], below[level] + count));
    return { sorted, counts, below, map: equalised(below, counts, levels.length) };
  },
  compare: (found, wanted) => firstOfArrays(['counts', 'below', 'sorted', 'map'], found, wanted),
  rival: {
    title: 'lab.histogram',
    note: 'Bins counted by atomics, in workgroup memory first; no order is needed.',
    run: async (lab, { input }) => lab.histogram(input.levels, { bins: LEVELS }),
    check: (counts, { found }) => firstDifference('counts', counts, found.counts),
  },
  describe: ({ input, found }, formats) => {
    const used = found.counts.filter((/** @type {number} */ count) => count > 0).length;
    return `${formats.integer(input.columns)} × ${formats.integer(input.rows)} pixels of ${formats.count(used, 'level')}`;
  },
  hover: ({ found }, x, _y, formats) => {
    const level = Math.min(LEVELS - 1, Math.floor(x * LEVELS));
    return `Level ${level}: ${formats.count(found.counts[level], 'pixel')}, ${formats.integer(found.below[level])} darker; it becomes ${found.map[level]}.`;
  },
  numbers: ({ found }) => found.counts.filter((/** @type {number} */ count) => count > 0).slice(0, 16),
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const levels = Uint32Array.from({ length: 10_000 }, (_, i) => 90 + Math.round(40 * Math.sin(i / 7)));
const { keys } = await lab.sort(levels, { bits: [0, 8] });
const { values, lengths } = await lab.runLengths(keys);
const darker = await lab.scan(lengths, { mode: 'exclusive' });
const map = new Map(Array.from(values, (level, run) => [level, Math.round((255 * darker[run]) / levels.length)]));
const equalised = levels.map((level) => map.get(level));
console.log(values.length, darker[80] + lengths[80], Math.max(...equalised));`,
  prints: '81 10000 242',
};

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { width, height, theme } = surface;
  const { levels, columns } = input;
  const strength = settings.strength;
  const shown = (/** @type {number} */ level) => Math.round(level + strength * (found.map[level] - level));
  const pixels = step === 'sort' ? found.sorted : step === 'equalise' ? levels.map(shown) : levels;
  const isChart = step === 'counts' || step === 'scan' || step === 'equalise';
  const high = isChart ? height * 0.7 : height;
  levelImage(surface, { x: 0, y: 0, width, height: high }, pixels, columns);
  if (!isChart) return;
  const box = { x: 0, y: high + 8, width, height: height - high - 8 };
  const counts = new Float64Array(LEVELS);
  for (let level = 0; level < LEVELS; level++) counts[step === 'equalise' ? shown(level) : level] += found.counts[level];
  const most = counts.reduce((left, right) => Math.max(left, right), 0);
  bars(surface, box, counts, most, () => theme.series[0]);
  if (step !== 'scan') return;
  curve(surface, box, found.below, [0, levels.length], theme.series[1]);
  label(surface, 'darker pixels', width - 10, box.y + 14, { align: 'right', color: theme.series[1] });
}
