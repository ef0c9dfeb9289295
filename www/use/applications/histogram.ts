/** The levels of a picture, counted by a sort and two scans, then spread over the whole range. */
import { picture } from '../drawing/pixels.ts';
import { ROUNDED } from '../parts/quotients.ts';
import { label } from '../drawing/draw.ts';
import { largestOf, mappedOn, numberAt, weightedHistogram } from '../device/scans.ts';
import { boxes } from '../drawing/boxes.ts';
import { drawCurves } from '../drawing/curves.ts';
import { lengthOf } from '../device/arrays.ts';
import { drawnLevels, levelsOf, pictureControl } from '../data/pictures.ts';
import { percent, range } from '../parts/declare.ts';
import { compareExactly, firstDifference } from '../parts/compare.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Box } from '../drawing/draw.ts';
import type { Lab as PictureLab, Layer } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface, Theme } from '../types.ts';

const LEVELS = 256;

function countsOf(levels: Uint32Array) {
  const counts = new Uint32Array(LEVELS);
  for (const level of levels) counts[level]++;
  return counts;
}

export const histogram: Application = {
  id: 'histogram',
  title: 'Histogram equalisation',
  teaches:
    'In sorted levels, the lengths of the runs of equal levels are the histogram, and the scan of the histogram is the map that spreads the levels evenly.',
  source: ['Mahmoud, lecture 6'],
  madeOf: 'a sort, run lengths (head flags and a scan) and an exclusive add scan',
  controls: [range('strength', 'Strength', [0, 1, 0.01], 1, percent), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : drawnLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The picture is a list of levels from 0 to 255, row by row.' },
    {
      id: 'sort',
      title: 'Sort',
      what: 'After a sort, equal levels are neighbours. A radix sort has one scan per digit.',
      by: 'lab.sort, by 8 bits',
      run: async (work, { input }) => ({ sorted: (await work.call('sort', input.levels, { bits: [0, 8] })).keys }),
    },
    {
      id: 'counts',
      title: 'Runs',
      what: 'A head flag marks each change of the level. The scan of the flags numbers the runs, and the lengths of the runs are the histogram.',
      by: 'lab.runLengths, which includes an inclusive add scan',
      run: async (work, { found }) => {
        const { values, lengths } = await work.call('runLengths', found.sorted, { scan: work.chosen });
        const used = lengthOf(values);
        const runs = { n: used, reads: { values, lengths } };
        const counts = work.make(() => weightedHistogram(work.device, LEVELS, ['values[i]', 'lengths[i]'], runs));
        return { counts, lengths, used };
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
      what: 'Each level becomes the share of pixels that are darker, so the picture uses all shades equally.',
      by: 'A kernel of this application',
      run(work, { input, found: { below, lengths, used } }) {
        // The other pixels are those that are darker than the brightest level, so this level becomes 255.
        const code = `${ROUNDED} fn others() -> u32 { return u32(numbers.pixels) - lengths[numbers.last]; }`;
        const given = { whole: { pixels: input.levels.length, last: used - 1 }, arrays: { below, lengths }, code };
        const word = 'select(min(255, rounded(255 * below[i], others())), i, others() == 0)';
        return { map: mappedOn(work, LEVELS, [word], { ...given, type: 'u32' }) };
      },
    },
  ],
  method: 'a loop that counts bins',
  reference({ levels }) {
    const counts = countsOf(levels);
    let sum = 0;
    const below = counts.map((count) => (sum += count) - count);
    const sorted = new Uint32Array(levels.length);
    counts.forEach((count, level) => sorted.fill(level, below[level], below[level] + count));
    const lengths = counts.filter((count) => count > 0);
    const others = levels.length - lengths[lengths.length - 1];
    const map = below.map((darker, level) => (others ? Math.min(255, Math.round((255 * darker) / others)) : level));
    return { used: lengths.length, lengths, counts, below, sorted, map };
  },
  compare: compareExactly,
  rival: {
    title: 'lab.histogram',
    note: 'Atomics count the bins, first in workgroup memory. The levels need no sort.',
    run: async (lab, { input }) => lab.histogram(input.levels, { bins: LEVELS }),
    check: (counts, { input }) => firstDifference('counts', counts, countsOf(input.levels)),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(input.columns)} × ${formats.integer(input.rows)} pixels of ${formats.count(found.used, 'level')}`,
  async hover({ found }, x, _y, formats, { device }) {
    const level = Math.min(LEVELS - 1, Math.floor(x * LEVELS));
    const told = [found.counts, found.below, found.map].map((array) => numberAt(device, array, level, Uint32Array));
    const [count, below, becomes] = await Promise.all(told);
    return `Level ${level}: ${formats.count(count, 'pixel')}, ${formats.integer(below)} darker; it becomes ${becomes}.`;
  },
  stepped: { of: 'counts of levels', numbers: ({ input }) => countsOf(input.levels) },
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

/** WGSL: the shown level, which is `numbers.percent` per cent of the way from the original level to the new one. */
const SHOWN = `
  fn shown(level: u32) -> u32 {
    return (level * u32(100 - numbers.percent) + map[level] * u32(numbers.percent) + 50) / 100;
  }`;

/** One bar per level, with its count as the height. The largest bar fills the box. */
const bars = (size: PreparedImage, { y, height }: Box, counts: GPUBuffer, largest: GPUBuffer): Layer =>
  boxes(size, {
    n: LEVELS,
    numbers: {
      foot: Math.round(size.scale * (y + height)),
      high: Math.round(size.scale * height),
      gap: Number(size.width > 4 * size.scale * LEVELS),
    },
    reads: { counts, largest },
    first: `vec2i(i32(i) * numbers.image_width / ${LEVELS}, numbers.foot - i32(f32(numbers.high) * f32(counts[i]) / f32(max(1, largest[0]))))`,
    end: `vec2i(i32(i + 1) * numbers.image_width / ${LEVELS} - numbers.gap, numbers.foot)`,
    word: `${size.word(size.theme.series[0])}u`,
  });

const isChart = (step: string) => ['counts', 'scan', 'equalise'].includes(step);

const chartOf = ({ width, height }: { width: number; height: number }): Box => ({
  x: 0,
  y: height * 0.7 + 8,
  width,
  height: height * 0.3 - 8,
});

const darkerOf = ({ input, found }: State, { series }: Theme): Curves => ({
  box: chartOf,
  bounds: [0, input.levels.length],
  curves: [{ values: found.below, type: 'u32', color: series[1] }],
});

function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { input, settings, found } = state;
  const { counts, map } = found;
  const numbers = { percent: step === 'equalise' ? Math.round(100 * settings.strength) : 0 };
  const kernel = { numbers, reads: { levels: step === 'sort' ? found.sorted : input.levels, counts, map }, code: SHOWN };
  const [width, height] = [size.width / size.scale, size.height / size.scale];
  const hasChart = isChart(step);
  const box = { x: 0, y: 0, width, height: hasChart ? height * 0.7 : height };
  const shown = picture(size, input, 'grey_word(shown(levels[i]))', kernel, box);
  if (!hasChart) return drawCurves(lab, size, null, [shown]);
  const bins = weightedHistogram(lab.device, LEVELS, ['shown(i)', 'counts[i]'], { n: LEVELS, ...kernel });
  const largest = largestOf(lab.device, bins);
  const layers = [shown, bars(size, chartOf({ width, height }), bins, largest)];
  const image = drawCurves(lab, size, step === 'scan' ? darkerOf(state, size.theme) : null, layers, false);
  bins.destroy();
  largest.destroy();
  return image;
}

function draw(surface: Surface, _: State, step: string) {
  if (step !== 'scan') return;
  label(surface, 'darker pixels', surface.width - 10, chartOf(surface).y + 14, { align: 'right', color: surface.theme.series[1] });
}
