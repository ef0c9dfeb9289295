/** Filters of a waveform: recurrences of first and of second order, each solved by one scan. */
import { choice, range, seed } from '../declare.js';
import { curve, label } from '../draw.js';
import { firstDifference } from '../compare.js';
import { gamma } from '../../shared/rounding.js';
import { keepLast } from '../keep-last.js';
import { recurrenceBound, recurrenceErrors } from '../rounding.js';
import { WAVES, soundControl } from '../sounds.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** Maps z ↦ a z + b of complex numbers, the left one first: a recurrence of second order is one of first order with a complex pole. @type {import('../../types.d.ts').OwnOperator} */
const COMPLEX_AFFINE = {
  type: 'f32',
  words: 4,
  identity: [1, 0, 0, 0],
  combine: `return vec4f(
  left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x,
  right.x * left.z - right.y * left.w + right.z, right.x * left.w + right.y * left.z + right.w);`,
};
/** Roundings of a complex product: its error is at most √5 units. */
const COMPLEX_ROUNDINGS = 3;

/** A cutoff in cycles a sample, and the poles of both filters, as f32 has them. @param {Record<string, any>} settings */
function polesOf({ x, y }) {
  const cutoff = 0.002 * 125 ** x;
  const radius = 1 - 10 ** -(0.5 + 2 * (1 - y));
  const angle = 2 * Math.PI * cutoff;
  return { cutoff, a: Math.fround(Math.exp(-angle)), re: Math.fround(radius * Math.cos(angle)), im: Math.fround(radius * Math.sin(angle)) };
}

/** @param {ArrayLike<number>} values */
function levelOf(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return Math.sqrt(sum / values.length);
}

/** That of the input stays while the filters change. */
const inputLevelOf = keepLast(levelOf);

/** Each sample as a map whose first words are a pole's. @param {Float32Array} samples @param {number[]} map its words @param {number} at that of the sample @param {number} factor of the sample */
function mapsOf(samples, map, at, factor) {
  const maps = new Float32Array(map.length * samples.length);
  for (let i = 0, word = 0; i < samples.length; i++, word += map.length) {
    for (let rank = 0; rank < map.length; rank++) maps[word + rank] = map[rank];
    maps[word + at] = factor * samples[i];
  }
  return maps;
}

/** @type {Application} */
export const recurrences = {
  id: 'recurrences',
  title: 'Filters',
  teaches:
    'A filter needs its last output before the next, and yet a scan of the maps from each output to the next finds them all at once.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Kogge & Stone 1973', 'Blelloch 1990, recurrences'],
  madeOf: 'an affine scan, and one of complex affine maps by an operator of one’s own',
  controls: [
    range('x', 'Cutoff', [0, 1, 0.005], 0.45, (x) => `${(0.002 * 125 ** x).toFixed(4)} a sample`),
    range('y', 'Resonance', [0, 1, 0.005], 0.5, (y) => (1 - 10 ** -(0.5 + 2 * (1 - y))).toFixed(4)),
    choice('wave', 'Waveform', { chirp: 'rising tone', square: 'square wave', clicks: 'clicks' }),
    seed(2),
    soundControl,
  ],
  size: { unit: 'sample', least: 16, most: 2 ** 22, gpu: 2 ** 14, software: 2 ** 12, still: 2 ** 11 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive' },
  inputs: ['wave', 'seed', 'sound'],
  input: ({ wave, seed, sound }, n) => sound?.slice(0, n) ?? Float32Array.from({ length: n }, (_, i) => WAVES[wave](i, n, seed)),
  steps: [
    { id: 'wave', title: 'Waveform', what: 'The samples, as they are.' },
    {
      id: 'low',
      title: 'Low pass',
      what: 'y ← a y + (1 − a) x: every sample is a map of the output before it, and the scan composes the maps.',
      by: 'lab.scan: inclusive affine of f32',
      run: async (lab, { input, settings }, { scan, signal }) => {
        const { a } = polesOf(settings);
        const composed = await lab.scan(mapsOf(input, [a, 0], 1, 1 - a), { operator: 'affine', algorithm: scan, signal });
        return { low: input.map((/** @type {number} */ _, /** @type {number} */ i) => composed[2 * i + 1]) };
      },
    },
    {
      id: 'high',
      title: 'High pass',
      what: 'The samples less their low pass.',
      run: (_, { input, found }) => ({ high: input.map((/** @type {number} */ x, /** @type {number} */ i) => x - found.low[i]) }),
    },
    {
      id: 'band',
      title: 'Resonator',
      what: 'Second order: y ← 2 Re p · y − |p|² · y before + x, by maps of complex numbers with the pole p.',
      by: 'lab.scan with an operator of one’s own: inclusive, of 4 × f32',
      run: async (lab, { input, settings }, { scan, signal }) => {
        const { re, im } = polesOf(settings);
        const sums = await lab.scan(mapsOf(input, [re, im, 0, 0], 2, 1), { operator: COMPLEX_AFFINE, algorithm: scan, signal });
        const [gain, part] = [gainOf(re, im), re / im];
        return { band: input.map((/** @type {number} */ _, /** @type {number} */ i) => gain * (sums[4 * i + 2] + part * sums[4 * i + 3])) };
      },
    },
  ],
  method: 'loops in float64, within the bound of the rounding that the scan’s depth implies',
  reference(input, settings) {
    const { a, re, im } = polesOf(settings);
    const [low, high, band] = [0, 1, 2].map(() => new Float64Array(input.length));
    const [gain, once, twice] = [gainOf(re, im), 2 * re, re * re + im * im];
    for (let i = 0, first = 0, last = 0, before = 0; i < input.length; i++) {
      low[i] = first = a * first + Math.fround((1 - a) * input[i]);
      high[i] = input[i] - first;
      const next = once * last - twice * before + input[i];
      before = last;
      last = next;
      band[i] = gain * last;
    }
    return { low, high, band };
  },
  compare(found, wanted, { input, settings, scan }, lab) {
    const { a, re, im } = polesOf(settings);
    const depth = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', n: input.length }).operator_depth;
    const low = recurrenceBound(
      recurrenceErrors(
        input.map((/** @type {number} */ x) => (1 - a) * x),
        a,
      ),
      depth,
    );
    const complex = recurrenceErrors(input, Math.hypot(re, im), COMPLEX_ROUNDINGS);
    const own = lab.plan({ algorithm: scan, operator: COMPLEX_AFFINE, type: 'f32', n: input.length }).operator_depth;
    // Each part of a sum has two additions an application.
    const sums = recurrenceBound(complex, 2 * own);
    const factor = gainOf(re, im) * (1 + Math.abs(re / im)) * (1 + gamma(4));
    return (
      firstDifference('low', found.low, wanted.low, low) ??
      firstDifference('high', found.high, wanted.high, (i) => low(i) + gamma(2) * Math.abs(wanted.high[i])) ??
      firstDifference('band', found.band, wanted.band, (i) => factor * sums(i) + gamma(2) * Math.abs(wanted.band[i]))
    );
  },
  drag: { label: 'Cutoff and resonance', x: 'x', y: 'y' },
  animate: {
    label: 'Sweep the cutoff',
    at: (settings, seconds) => ({ ...settings, x: Number((0.5 + 0.42 * Math.sin(0.8 * seconds)).toFixed(3)) }),
  },
  describe: ({ input, settings, found }, formats) =>
    `${formats.count(input.length, 'sample')} of level ${inputLevelOf(input).toFixed(3)}; low pass ${levelOf(found.low).toFixed(3)}, resonator ${levelOf(found.band).toFixed(3)}, at ${polesOf(settings).cutoff.toFixed(4)} cycles a sample`,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const samples = Float32Array.of(1, 0, 0, 0, 1, 1, 1, 1);
// y ← y / 2 + x, of first order; as matrices, the second order y ← y + y before, whose results are Fibonacci’s.
const maps = Float32Array.from({ length: 16 }, (_, word) => (word % 2 ? samples[word >> 1] : 0.5));
const first = (await lab.scan(maps, { operator: 'affine' })).filter((_, word) => word % 2);
const matrices = Float32Array.from({ length: 32 }, (_, word) => Number(word % 4 < 3));
const second = (await lab.scan(matrices, { operator: 'mat2' })).filter((_, word) => word % 4 === 1);
console.log(first, second);`,
  prints: '[1,0.5,0.25,0.125,1.0625,1.53125,1.765625,1.8828125] [1,1,2,3,5,8,13,21]',
};

/** The resonator's factor, by which a tone at the pole keeps its level or so. @param {number} re @param {number} im */
const gainOf = (re, im) => 2 * (1 - Math.hypot(re, im)) * Math.min(1, Math.abs(im) / Math.hypot(re, im));

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { context, width, height, theme } = surface;
  const box = { x: 0, y: 8, width, height: height - 16 };
  const bounds = /** @type {[number, number]} */ ([-1.1, 1.1]);
  context.fillStyle = theme.line;
  context.fillRect(0, height / 2, width, 1);
  context.fillRect(settings.x * width, 0, 1, height);
  curve(surface, box, input, bounds, step === 'wave' ? theme.series[0] : theme.line);
  if (step !== 'wave') curve(surface, box, found[step], bounds, theme.accent);
  label(surface, step === 'wave' ? 'samples' : 'samples, and filtered', 10, 20);
  label(surface, `${polesOf(settings).cutoff.toFixed(4)} cycles a sample`, width - 10, height - 8, { align: 'right' });
}
