/** The pixels of a picture parted by a threshold: the bright ones first, both sides in their order. */
import { GREYS, drawLevels } from '../drawing/device-pixels.js';
import { label, veil, wordImage } from '../drawing/draw.js';
import { accepted, keptOn, readAll, storage, submit } from '../device/device.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { prepareCurves, showCurves } from '../drawing/curves.js';
import { drawnLevels, levelsOf, pictureControl } from '../parts/pictures.js';
import { range } from '../parts/declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const partition = {
  id: 'partition',
  title: 'Stable partition',
  teaches: 'Two exclusive scans, one a side, part the data in one pass, and each side keeps its order.',
  source: ['Merry 2014, Other Applications, partitioning', 'Blelloch 1990, split'],
  madeOf: 'flags, an exclusive add scan for either side and a scatter',
  controls: [range('threshold', 'Threshold', [0, 256, 1], 128), pictureControl],
  size: { unit: 'pixel', least: 1, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['picture'],
  input: ({ picture }, n) => (picture ? levelsOf(picture, n) : drawnLevels(n)),
  steps: [
    { id: 'picture', title: 'Picture', what: 'The levels of its pixels, row by row.' },
    {
      id: 'flags',
      title: 'Flags',
      what: 'A flag is 1 where the pixel is as bright as the threshold, or brighter.',
      by: 'A kernel of this application; its time is a part of the scans’',
      isSubmitted: true,
      run: (work, { input, settings }) => work.make(() => flagsOn(work.device, input.levels, settings.threshold)),
    },
    {
      id: 'scans',
      title: 'Two scans',
      what: 'The number of bright pixels before each is the place of a bright one; the number of dark pixels before it, after all bright ones, that of a dark one.',
      by: 'lab.scan: exclusive add of u32, of the flags and of their opposites',
      run: async (work, { found: { flags, opposites } }) => {
        const request = { algorithm: work.chosen, mode: 'exclusive' };
        return { bright: await work.scan(flags, request), dark: await work.scan(opposites, request) };
      },
    },
    {
      id: 'scatter',
      title: 'Scatter',
      what: 'The bright pixels in their order, then the dark ones in theirs.',
      by: 'lab.partition, of which the scan is a part',
      run: (work, { input, found: { flags } }) => work.call('partition', input.levels, { flags, scan: work.chosen }),
    },
  ],
  method: 'two calls of Array.filter',
  reference({ levels }, { threshold }) {
    const bright = levels.filter((/** @type {number} */ level) => level >= threshold);
    const dark = levels.filter((/** @type {number} */ level) => level < threshold);
    const output = new Uint32Array(levels.length);
    output.set(bright);
    output.set(dark, bright.length);
    const [flags, opposites, before, others] = Array.from({ length: 4 }, () => new Uint32Array(levels.length));
    for (let i = 0, count = 0; i < levels.length; i++) {
      before[i] = count;
      others[i] = i - count;
      count += flags[i] = Number(levels[i] >= threshold);
      opposites[i] = 1 - flags[i];
    }
    return { flags, opposites, bright: before, dark: others, output, split: bright.length };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('split', found.split, wanted.split) ??
    firstOfArrays(['flags', 'opposites', 'output', 'bright', 'dark'], await readAll(device, found), wanted),
  drag: { label: 'Threshold', x: 'threshold' },
  animate: {
    label: 'Move the threshold',
    at: (settings, seconds) => ({ ...settings, threshold: Math.round(128 + 50 * Math.sin(1.1 * seconds)) }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(found.split)} of ${formats.count(input.levels.length, 'pixel')} are bright, the others dark`,
  numbers: ({ input, settings }) => Array.from(input.levels.slice(0, 16), (level) => Number(level >= settings.threshold)),
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

/** The flags of both sides. @param {GPUDevice} device @param {Uint32Array} levels @param {number} threshold */
function flagsOn(device, levels, threshold) {
  const found = { flags: storage(device, levels.length), opposites: storage(device, levels.length) };
  submit(device, {
    n: levels.length,
    numbers: { threshold },
    reads: { levels },
    writes: { flags: found.flags, opposites: found.opposites },
    code: `fn each(i: u32) {
      flags[i] = u32(i32(levels[i]) >= numbers.threshold);
      opposites[i] = 1 - flags[i];
    }`,
  });
  return found;
}

/** The colours of levels: those of the two sides. @param {(color: string) => number} word @param {string[]} series @param {State} state @param {string} step */
function colorsOf(word, series, { settings }, step) {
  if (step === 'picture') return GREYS;
  const [bright, dark] = [word(series[1]), word(series[0])];
  return GREYS.map((_, level) => mixed(level >= settings.threshold ? bright : dark, level));
}

/** @param {State} state @param {import('../types.d.ts').Theme} theme @returns {import('../drawing/curves.js').Curves} */
const placesOf = ({ input, found }, { series }) => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.62, width, height: height * 0.36 }),
  bounds: [0, input.levels.length],
  curves: [
    { values: found.bright, type: 'u32', color: series[1] },
    { values: found.dark, type: 'u32', color: series[0] },
  ],
});

/** @type {NonNullable<Application['prepare']>} */
async function prepare(size, lab, state, step) {
  const { theme, word } = size;
  const { input, found } = state;
  const levels = () => (step === 'scatter' ? found.output : keptOn(lab.device, input.levels));
  const [image, curves] = await accepted(lab.device, () =>
    Promise.all([
      drawLevels(lab, input, levels(), colorsOf(word, theme.series, state, step)),
      step === 'scans' ? prepareCurves(lab, size, placesOf(state, theme)) : null,
    ]),
  );
  return { image, ...curves };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { width, height, theme, prepared, word } = surface;
  const { input, found } = state;
  const shown = () => {
    const colors = colorsOf(word, theme.series, state, step);
    return Uint32Array.from(step === 'scatter' ? found.output : input.levels, (level) => colors[level]);
  };
  wordImage(surface, { x: 0, y: 0, width, height }, prepared?.image ?? shown(), input.columns);
  if (step !== 'scans') return;
  const places = placesOf(state, theme);
  const { y } = places.box(surface);
  veil(surface, y - 22);
  showCurves(surface, places);
  label(surface, 'bright pixels before each', 10, y - 6, { color: theme.series[1] });
  label(surface, 'dark pixels before each', width - 10, y - 6, { color: theme.series[0], align: 'right' });
}

/** A colour, as light as a level. @param {number} word @param {number} level */
function mixed(word, level) {
  const part = (/** @type {number} */ shift) => Math.round(0.45 * level + 0.55 * ((word >>> shift) & 255)) << shift;
  return ((255 << 24) | part(16) | part(8) | part(0)) >>> 0;
}
