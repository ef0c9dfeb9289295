/** The pixels of a picture, split at a threshold: bright pixels first, and both sides in their order. */
import { mappedOn } from '../device/scans.ts';
import { drawCurves, labelsAbove } from '../drawing/curves.ts';
import { picture } from '../drawing/pixels.ts';
import { MIXED } from '../drawing/mixed.ts';
import { label } from '../drawing/draw.ts';
import { compareExactly } from '../parts/compare.ts';
import { range } from '../parts/declare.ts';
import { drawnLevels, levelsOf, pictureControl } from '../data/pictures.ts';
import { wordsOf } from '../parts/words.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface, Theme } from '../types.ts';

export const partition: Application = {
  id: 'partition',
  title: 'Stable partition',
  teaches: 'Two exclusive scans, one per side, split the data in one pass, and each side keeps its order.',
  source: ['Merry 2014, Other Applications, partitioning', 'Blelloch 1990, split'],
  madeOf: 'flags, one exclusive add scan per side, and a scatter',
  controls: [range('threshold', 'Threshold', [0, 256, 1], 128), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : drawnLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The picture is a list of levels, row by row.' },
    {
      id: 'flags',
      title: 'Flags',
      what: 'A flag is 1 if the pixel is at least as bright as the threshold.',
      by: 'A kernel of this application; its time is part of the scans’',
      isSubmitted: true,
      run(work, { input: { levels }, settings: { threshold } }) {
        const flagsOf = (word: string) => mappedOn(work, levels.length, [word], { whole: { threshold }, arrays: { levels }, type: 'u32' });
        return { flags: flagsOf('u32(levels[i] >= threshold)'), opposites: flagsOf('u32(levels[i] < threshold)') };
      },
    },
    {
      id: 'scans',
      title: 'Two scans',
      what: 'The output index of a bright pixel is the number of bright pixels before it. The output index of a dark pixel is the number of all bright pixels plus the number of dark pixels before it.',
      by: 'lab.scan: exclusive add of u32, of the flags and of the inverted flags',
      run: async (work, { found: { flags, opposites } }) => {
        const request = { algorithm: work.chosen, mode: 'exclusive' };
        return { bright: await work.scan(flags, request), dark: await work.scan(opposites, request) };
      },
    },
    {
      id: 'scatter',
      title: 'Scatter',
      what: 'The bright pixels come first, then the dark pixels. Both keep their order.',
      by: 'lab.partition, which includes the scan',
      run: (work, { input, found: { flags } }) => work.call('partition', input.levels, { flags, scan: work.chosen }),
    },
  ],
  method: 'two calls of Array.filter',
  reference({ levels }, { threshold }) {
    const flags = levels.map((level: number) => Number(level >= threshold));
    let split = 0;
    const bright = flags.map((flag: number) => (split += flag) - flag);
    const output = new Uint32Array(levels.length);
    output.set(levels.filter((level: number) => level >= threshold));
    output.set(
      levels.filter((level: number) => level < threshold),
      split,
    );
    const [opposites, dark] = [wordsOf(levels.length, (i) => 1 - flags[i]), wordsOf(levels.length, (i) => i - bright[i])];
    return { split, flags, opposites, output, bright, dark };
  },
  compare: compareExactly,
  drag: { label: 'Threshold', x: 'threshold' },
  animate: {
    label: 'Move the threshold',
    at: (settings, seconds) => ({ ...settings, threshold: Math.round(128 + 50 * Math.sin(1.1 * seconds)) }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(found.split)} of ${formats.count(input.levels.length, 'pixel')} are bright, the others dark`,
  stepped: {
    of: 'flags',
    numbers: ({ input, settings }) => input.levels.map((level: number) => Number(level >= settings.threshold)),
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const levels = Uint32Array.from({ length: 10_000 }, (_, i) => (i * 97) % 256);
const flags = levels.map((level) => Number(level >= 128));
const places = await lab.scan(flags, { mode: 'exclusive' });
const { output, split } = await lab.partition(levels, { flags });
const isStable = levels.every((level, i) => output[flags[i] ? places[i] : split + i - places[i]] === level);
console.log(split, isStable);`,
  prints: '5000 true',
};

const placesOf = ({ input, found }: State, { series }: Theme): Curves => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.62, width, height: height * 0.36 }),
  bounds: [0, input.levels.length],
  curves: [
    { values: found.bright, type: 'u32', color: series[1] },
    { values: found.dark, type: 'u32', color: series[0] },
  ],
});

/** WGSL: a level of grey, mixed with the colour of its side. */
const TINTED = `${MIXED}
  fn tinted(level: u32) -> u32 {
    let side = select(numbers.dark, numbers.bright, i32(level) >= numbers.threshold);
    return mixed(bitcast<u32>(side), grey_word(level), 115);
  }`;

function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { theme, word } = size;
  const { input, settings, found } = state;
  const pixels = picture(size, input, step === 'picture' ? 'grey_word(levels[i])' : 'tinted(levels[i])', {
    numbers: { threshold: settings.threshold, bright: word(theme.series[1]) | 0, dark: word(theme.series[0]) | 0 },
    reads: { levels: step === 'scatter' ? found.output : input.levels },
    code: TINTED,
  });
  return drawCurves(lab, size, step === 'scans' ? placesOf(state, theme) : null, [pixels]);
}

function draw(surface: Surface, state: State, step: string) {
  if (step !== 'scans') return;
  const { width, theme } = surface;
  const above = labelsAbove(surface, placesOf(state, theme));
  label(surface, 'bright pixels before each', 10, above, { color: theme.series[1] });
  label(surface, 'dark pixels before each', width - 10, above, { color: theme.series[0], align: 'right' });
}
