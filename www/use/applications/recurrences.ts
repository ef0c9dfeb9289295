/** Filters of a waveform: recurrences of first and second order, each solved by one scan. */
import { choice, range, seed, swinging } from '../parts/declare.ts';
import { mappedOn, mappedScan, readTyped, recurrence } from '../device/scans.ts';
import { label } from '../drawing/draw.ts';
import { box } from '../drawing/boxes.ts';
import { drawCurves } from '../drawing/curves.ts';
import { firstDifference } from '../parts/compare.ts';
import { gamma } from '../../shared/rounding.ts';
import { FLUSHED, recurrenceBound, recurrenceErrors } from '../parts/rounding.ts';
import { ownFile } from '../data/own-file.ts';
import { random } from '../parts/random.ts';
import type { CustomOperator } from '../../types.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Application, State, Surface, Theme } from '../types.ts';

/** Sample i of n samples, from −1 to 1. */
const WAVES: Record<string, (i: number, n: number, seed: number) => number> = {
  chirp: (i, n, seeded) => 0.7 * Math.sin(0.012 * i + ((0.5 * i) / n) * i) + 0.2 * (2 * random(i, seeded) - 1),
  square: (i, n, seeded) => (Math.floor((8 * i) / n) % 2 ? -0.6 : 0.6) + 0.3 * (2 * random(i, seeded) - 1),
  clicks: (i, n, seeded) => (i % Math.ceil(n / 6) === 0 ? 1 : 0.02 * (2 * random(i, seeded) - 1)),
};

/** A sound file of the visitor: its first channel. */
const soundControl = ownFile('sound', 'sound', { accept: 'audio/*', hint: 'Only its first samples are used.' }, async (file) => {
  const context = new OfflineAudioContext(1, 1, 44_100);
  return (await context.decodeAudioData(await file.arrayBuffer())).getChannelData(0);
});

/** Composes maps z ↦ a z + b of complex numbers, the left map first. A recurrence of second order is one of first order with a complex pole. */
const COMPLEX_AFFINE: CustomOperator = {
  type: 'f32',
  words: 4,
  identity: [1, 0, 0, 0],
  combine: `return vec4f(
  left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x,
  right.x * left.z - right.y * left.w + right.z, right.x * left.w + right.y * left.z + right.w);`,
};
/** Roundings of a complex product: its relative error is at most √5 unit roundoffs. */
const COMPLEX_ROUNDINGS = 3;

/** The cutoff in cycles per sample; as f32, the poles of both filters, and `rest`, which is 1 minus the first pole. */
function polesOf({ x, y }: Record<string, any>) {
  const cutoff = 0.002 * 125 ** x;
  const radius = 1 - 10 ** -(0.5 + 2 * (1 - y));
  const angle = 2 * Math.PI * cutoff;
  const a = Math.fround(Math.exp(-angle));
  const [re, im] = [radius * Math.cos(angle), radius * Math.sin(angle)].map(Math.fround);
  // With this gain of the resonator, a tone at the pole's frequency approximately keeps its level.
  const gain = 2 * (1 - Math.hypot(re, im)) * Math.min(1, Math.abs(im) / Math.hypot(re, im));
  return { cutoff, a, rest: Math.fround(1 - a), re, im, gain };
}

export const recurrences: Application = {
  id: 'recurrences',
  title: 'Filters',
  teaches:
    'A filter computes each output from the previous one, but a scan that composes the maps from each output to the next finds all outputs at once.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Kogge & Stone 1973', 'Blelloch 1990, recurrences'],
  madeOf: 'an affine scan, and a scan of complex affine maps with a custom operator',
  controls: [
    range('x', 'Cutoff', [0, 1, 0.005], 0.45, (x) => `${(0.002 * 125 ** x).toFixed(4)} per sample`),
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
    { id: 'wave', title: 'Waveform', what: 'The curve shows the samples, unchanged.' },
    {
      id: 'low',
      title: 'Low pass',
      what: 'y ← a y + (1 − a) x: every sample is a map of the previous output, and the scan composes the maps.',
      by: 'lab.scan: inclusive affine of f32, between kernels of this application',
      run: async (work, { input: samples, settings }) => {
        const { a, rest } = polesOf(settings);
        const given = { floats: { a, rest }, arrays: { samples } };
        return { low: await recurrence(work, samples.length, ['a', 'rest * samples[i]'], given) };
      },
    },
    {
      id: 'high',
      title: 'High pass',
      what: 'The high pass is the samples minus their low pass.',
      by: 'A kernel of this application; its time is part of the resonator’s',
      isSubmitted: true,
      run: (work, { input: samples, found: { low } }) => ({
        high: mappedOn(work, samples.length, ['samples[i] - low[i]'], { arrays: { samples, low } }),
      }),
    },
    {
      id: 'band',
      title: 'Resonator',
      what: 'A filter of second order, yᵢ = 2 Re p · yᵢ₋₁ − |p|² · yᵢ₋₂ + xᵢ, is computed with maps of complex numbers that have the pole p.',
      by: 'lab.scan with a custom operator: inclusive, of 4 × f32, between kernels',
      run: async (work, { input: samples, settings }) => {
        const { re, im, gain } = polesOf(settings);
        const given = { floats: { re, im, gain, part: re / im }, arrays: { samples } };
        const maps = { words: ['re', 'im', 'samples[i]', '0'], result: 'gain * (prefixes[4 * i + 2] + part * prefixes[4 * i + 3])' };
        return {
          band: await mappedScan(work, samples.length, { ...maps, ...given }, { operator: COMPLEX_AFFINE, algorithm: work.chosen }),
        };
      },
    },
  ],
  method: 'loops in float64, with the rounding bound for the scan’s depth as the tolerance',
  reference(input, settings) {
    const { a, rest, re, im, gain } = polesOf(settings);
    const [low, high, band] = [0, 1, 2].map(() => new Float64Array(input.length));
    const [once, twice] = [2 * re, re * re + im * im];
    for (let i = 0, first = 0, last = 0, before = 0; i < input.length; i++) {
      low[i] = first = a * first + Math.fround(rest * input[i]);
      high[i] = input[i] - first;
      [before, last] = [last, once * last - twice * before + input[i]];
      band[i] = gain * last;
    }
    return { low, high, band };
  },
  async compare(found, wanted, { input, settings, scan }, lab) {
    const { a, rest, re, im, gain } = polesOf(settings);
    const depth = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', n: input.length }).operator_depth;
    const terms = input.map((x: number) => rest * x);
    const low = recurrenceBound(recurrenceErrors(terms, a), depth);
    const complex = recurrenceErrors(input, Math.hypot(re, im), COMPLEX_ROUNDINGS);
    const own = lab.plan({ algorithm: scan, operator: COMPLEX_AFFINE, type: 'f32', n: input.length }).operator_depth;
    // The real and the imaginary part of a sum have two additions each per application of the operator.
    const sums = recurrenceBound(complex, 2 * own);
    const factor = gain * (1 + Math.abs(re / im));
    // `gain` and `part` are rounded, and so are two products and a sum.
    const band = (i: number) => factor * (sums(i) + gamma(5) * (complex.magnitudes[i] + sums(i))) + FLUSHED;
    const arrays = await readTyped(lab.device, found);
    return (
      firstDifference('low', arrays.low, wanted.low, low) ??
      firstDifference('high', arrays.high, wanted.high, (i) => low(i) + gamma(2) * Math.abs(wanted.high[i])) ??
      firstDifference('band', arrays.band, wanted.band, band)
    );
  },
  drag: { label: 'Cutoff and resonance', x: 'x', y: 'y' },
  animate: swinging('Sweep the cutoff', { x: [0.5, 0.42, 0.8] }),
  describe: ({ input, settings }, formats) =>
    `${formats.count(input.length, 'sample')}, filtered at ${polesOf(settings).cutoff.toFixed(4)} cycles per sample`,
  prepare(image, lab, state, step) {
    const [width, height] = [image.width / image.scale, image.height / image.scale];
    const cutoff = box(image, { x: state.settings.x * width, y: 0, width: 1, height }, image.theme.line);
    return drawCurves(lab, image, curvesOf(state, step, image.theme), [cutoff], false);
  },
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

function curvesOf({ input, found }: State, step: string, { series, line, accent }: Theme): Curves {
  const filtered = step === 'wave' ? [] : [{ values: found[step], color: accent }];
  return {
    box: ({ width, height }) => ({ x: 0, y: 8, width, height: height - 16 }),
    bounds: [-1.1, 1.1],
    zero: line,
    curves: [{ values: input, color: step === 'wave' ? series[0] : line }, ...filtered],
  };
}

function draw(surface: Surface, state: State, step: string) {
  const { width, height } = surface;
  label(surface, step === 'wave' ? 'samples' : 'samples, and filtered', 10, 20);
  label(surface, `${polesOf(state.settings).cutoff.toFixed(4)} cycles per sample`, width - 10, height - 8, { align: 'right' });
}
