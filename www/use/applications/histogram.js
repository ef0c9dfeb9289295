/** The levels of a picture, counted by a sort and two scans, and spread over the whole range. */
import { LEVELS, between, countsOf, countsOn, drawEqualised, equalised, mapOn } from './histogram/equalisation.js';
import { GREYS } from '../drawing/device-pixels.js';
import { accepted, keptOn, readAll } from '../device/device.js';
import { bars, curve, label, wordImage } from '../drawing/draw.js';
import { drawnLevels, levelsOf, pictureControl } from '../parts/pictures.js';
import { percent, range } from '../parts/declare.js';
import { difference, firstDifference, firstOfArrays } from '../parts/compare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const histogram = {
  id: 'histogram',
  title: 'Histogram equalisation',
  teaches: 'Sorted levels stand in runs; the runs’ lengths are the histogram, and its scan is the map that spreads the levels evenly.',
  source: ['Mahmoud, lecture 6'],
  madeOf: 'a sort, run lengths (head flags and a scan) and an exclusive add scan',
  controls: [range('strength', 'Strength', [0, 1, 0.01], 1, percent), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
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
      run: async (work, { input }) => ({ sorted: (await work.call('sort', input.levels, { bits: [0, 8] })).keys }),
    },
    {
      id: 'counts',
      title: 'Runs',
      what: 'A head flag where the level changes; the scan of the flags numbers the runs, whose lengths are the histogram.',
      by: 'lab.runLengths, of which an inclusive add scan is a part',
      run: async (work, { found }) => {
        const runs = await work.call('runLengths', found.sorted, { scan: work.chosen });
        return { counts: work.make(() => countsOn(work.device, runs)), used: runs.values.size / 4 };
      },
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a level is the number of darker pixels: the cumulative distribution.',
      by: 'lab.scan: exclusive add of u32',
      run: async (work, { found }) => ({ below: await work.scan(found.counts, { algorithm: work.chosen, mode: 'exclusive' }) }),
    },
    {
      id: 'equalise',
      title: 'Equalise',
      what: 'Each level becomes the share of pixels that are darker, so that every shade is used alike.',
      by: 'A kernel of this application',
      run: (work, { input, found }) => ({ map: work.make(() => mapOn(work.device, found, input.levels.length)) }),
    },
  ],
  method: 'bins that are counted in a loop',
  reference({ levels }) {
    const counts = countsOf(levels);
    const below = Uint32Array.from(counts, (_, level) => counts.slice(0, level).reduce((sum, count) => sum + count, 0));
    const sorted = new Uint32Array(levels.length);
    counts.forEach((count, level) => sorted.fill(level, below[level], below[level] + count));
    const used = counts.filter((count) => count > 0).length;
    return { sorted, counts, used, below, map: equalised(below, counts, levels.length) };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('levels that occur', found.used, wanted.used) ??
    firstOfArrays(['counts', 'below', 'sorted', 'map'], await readAll(device, found), wanted),
  rival: {
    title: 'lab.histogram',
    note: 'Bins counted by atomics, in workgroup memory first; no order is needed.',
    run: async (lab, { input }) => lab.histogram(input.levels, { bins: LEVELS }),
    check: (counts, { input }) => firstDifference('counts', counts, countsOf(input.levels)),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(input.columns)} × ${formats.integer(input.rows)} pixels of ${formats.count(found.used, 'level')}`,
  async hover({ found, lab }, x, _y, formats) {
    const level = Math.min(LEVELS - 1, Math.floor(x * LEVELS));
    const { counts, below, map } = await tableOf(lab?.device, found);
    return `Level ${level}: ${formats.count(counts[level], 'pixel')}, ${formats.integer(below[level])} darker; it becomes ${map[level]}.`;
  },
  numbers: ({ input }) =>
    countsOf(input.levels)
      .filter((count) => count > 0)
      .slice(0, 16),
  prepare,
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

/** What is told of each level, in arrays. @param {GPUDevice | undefined} device @param {import('../types.d.ts').Fields} found */
const tableOf = async (device, { counts, below, map }) => (device ? readAll(device, { counts, below, map }) : { counts, below, map });

/** How much of the way to what it becomes a step shows each level, in percent. @param {State} state @param {string} step */
const percentOf = ({ settings }, step) => (step === 'equalise' ? Math.round(100 * settings.strength) : 0);

/** @type {NonNullable<Application['prepare']>} */
async function prepare(_, lab, state, step) {
  const { input, found } = state;
  const pixels = () => (step === 'sort' ? found.sorted : keptOn(lab.device, input.levels));
  const drawn = accepted(lab.device, () => drawEqualised(lab, input, pixels(), found.map, percentOf(state, step)));
  const [image, table] = await Promise.all([drawn, tableOf(lab.device, found)]);
  return { ...table, image };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { width, height, theme, prepared } = surface;
  const { input, found } = state;
  const { counts, below, map } = prepared ?? found;
  const shown = Array.from(map, (to, level) => between(level, to, percentOf(state, step)));
  const isChart = step === 'counts' || step === 'scan' || step === 'equalise';
  const high = isChart ? height * 0.7 : height;
  const words = () => Uint32Array.from(step === 'sort' ? found.sorted : input.levels, (level) => GREYS[shown[level]]);
  wordImage(surface, { x: 0, y: 0, width, height: high }, prepared?.image ?? words(), input.columns);
  if (!isChart) return;
  const box = { x: 0, y: high + 8, width, height: height - high - 8 };
  const bins = new Float64Array(LEVELS);
  for (let level = 0; level < LEVELS; level++) bins[shown[level]] += counts[level];
  bars(
    surface,
    box,
    bins,
    bins.reduce((left, right) => Math.max(left, right), 0),
    () => theme.series[0],
  );
  if (step !== 'scan') return;
  curve(surface, box, below, [0, input.levels.length], theme.series[1]);
  label(surface, 'darker pixels', width - 10, box.y + 14, { align: 'right', color: theme.series[1] });
}
