/** The pixels of a picture parted by a threshold: the bright ones first, both sides in their order. */
import { curve, label, levelImage, wordImage } from '../draw.js';
import { difference, firstOfArrays } from '../compare.js';
import { drawnLevels, levelsOf, pictureControl } from '../pictures.js';
import { range } from '../declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const partition = {
  id: 'partition',
  title: 'Stable partition',
  teaches: 'Two exclusive scans, one a side, part the data in one pass, and no element overtakes another of its side.',
  source: ['Merry 2014, Other Applications, partitioning', 'Blelloch 1990, split'],
  madeOf: 'flags, an exclusive add scan for either side and a scatter',
  controls: [range('threshold', 'Threshold', [0, 256, 1], 128), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 15, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : drawnLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The levels of its pixels, row by row.' },
    {
      id: 'flags',
      title: 'Flags',
      what: 'A flag is 1 where the pixel is as bright as the threshold, or brighter.',
      run: (_, { input, settings }) => ({ flags: input.levels.map((/** @type {number} */ level) => Number(level >= settings.threshold)) }),
    },
    {
      id: 'scans',
      title: 'Two scans',
      what: 'The number of bright pixels before each is the place of a bright one; the number of dark pixels before it, after all bright ones, that of a dark one.',
      by: 'lab.scan: exclusive add of u32, of the flags and of their opposites',
      run: async (lab, { found }, { scan, signal }) => {
        const request = /** @type {const} */ ({ algorithm: scan, mode: 'exclusive', signal });
        const opposites = found.flags.map((/** @type {number} */ flag) => 1 - flag);
        return { bright: await lab.scan(found.flags, request), dark: await lab.scan(opposites, request) };
      },
    },
    {
      id: 'scatter',
      title: 'Scatter',
      what: 'The bright pixels in their order, then the dark ones in theirs.',
      by: 'lab.partition, of which the scan is a part',
      run: (lab, { input, found }, { scan, signal }) => lab.partition(input.levels, { flags: found.flags, scan, signal }),
    },
  ],
  method: 'two calls of Array.filter',
  reference({ levels }, { threshold }) {
    const bright = levels.filter((/** @type {number} */ level) => level >= threshold);
    const dark = levels.filter((/** @type {number} */ level) => level < threshold);
    const output = new Uint32Array(levels.length);
    output.set(bright);
    output.set(dark, bright.length);
    const [flags, before, others] = [new Uint32Array(levels.length), new Uint32Array(levels.length), new Uint32Array(levels.length)];
    for (let i = 0, count = 0; i < levels.length; i++) {
      before[i] = count;
      others[i] = i - count;
      count += flags[i] = Number(levels[i] >= threshold);
    }
    return { flags, bright: before, dark: others, output, split: bright.length };
  },
  compare: (found, wanted) =>
    difference('split', found.split, wanted.split) ?? firstOfArrays(['flags', 'output', 'bright', 'dark'], found, wanted),
  drag: { label: 'Threshold', x: 'threshold' },
  animate: {
    label: 'Move the threshold',
    at: (settings, seconds) => ({ ...settings, threshold: Math.round(128 + 50 * Math.sin(1.1 * seconds)) }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(found.split)} of ${formats.count(input.levels.length, 'pixel')} are bright, the others dark`,
  numbers: ({ found }) => found.flags.slice(0, 16),
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, found, settings }, step) {
  const { context, width, height, theme } = surface;
  const { levels, columns } = input;
  const whole = { x: 0, y: 0, width, height };
  if (step === 'picture') return levelImage(surface, whole, levels, columns);
  const [bright, dark] = [surface.word(theme.series[1]), surface.word(theme.series[0])];
  const colors = Uint32Array.from({ length: 256 }, (_, level) => mixed(level >= settings.threshold ? bright : dark, level));
  wordImage(
    surface,
    whole,
    (step === 'scatter' ? found.output : levels).map((/** @type {number} */ level) => colors[level]),
    columns,
  );
  if (step !== 'scans') return;
  const box = { x: 0, y: height * 0.62, width, height: height * 0.36 };
  context.globalAlpha = 0.82;
  context.fillStyle = theme.surface;
  context.fillRect(0, box.y - 22, width, height);
  context.globalAlpha = 1;
  curve(surface, box, found.bright, [0, levels.length], theme.series[1]);
  curve(surface, box, found.dark, [0, levels.length], theme.series[0]);
  label(surface, 'bright pixels before each', 10, box.y - 6, { color: theme.series[1] });
  label(surface, 'dark pixels before each', width - 10, box.y - 6, { color: theme.series[0], align: 'right' });
}

/** A colour, as light as a level. @param {number} word @param {number} level */
function mixed(word, level) {
  const part = (/** @type {number} */ shift) => Math.round(0.45 * level + 0.55 * ((word >>> shift) & 255)) << shift;
  return ((255 << 24) | part(16) | part(8) | part(0)) >>> 0;
}
