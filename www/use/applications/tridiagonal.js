/** Heat in rods by implicit steps, each a tridiagonal system: its pivots by a scan of matrices, its solution by two affine scans. */
import { difference, firstDifference } from '../parts/compare.js';
import { accepted } from '../device/device.js';
import { label, wordImage } from '../drawing/draw.js';
import { drawRods, rodWords } from './tridiagonal/picture.js';
import { percent, range, seed } from '../parts/declare.js';
import { factorsByPivots, pivotBound, stepByPivots } from './tridiagonal/elimination-bounds.js';
import { eliminatedOf, scannedPivots, solvedOf, timeStep } from './tridiagonal/elimination.js';
import { numberAt, readTyped } from '../device/scans.js';
import { CELLS, residualOf, rodsOf, thomas } from './tridiagonal/rods.js';
import { UNIT_ROUNDOFF } from '../../shared/rounding.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Fields} Fields */

/**
 * What the residual of a time step, and what follows from it, may lose as a share of the system's norm: a margin, not a bound. What each
 * step computes has bounds besides, by the depths of the plans: `pivotBound`, `stepByPivots`.
 */
const SHARE = 64 * UNIT_ROUNDOFF;

/** @type {Application} */
export const tridiagonal = {
  id: 'tridiagonal',
  title: 'Heat in rods',
  teaches:
    'Elimination is a recurrence with a division, which products of 2 × 2 matrices turn into a scan; what is left are two affine scans.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Blelloch 1990, tridiagonal systems'],
  madeOf: 'a scan of 2 × 2 matrices of f32, and for each time step two affine scans, from left to right and back, each rod a segment',
  controls: [
    range('x', 'Warm spot, x', [0, 1, 0.005], 0.4, percent),
    range('y', 'Warm spot, y', [0, 1, 0.005], 0.5, percent),
    range('most', 'Largest conductance', [2, 200, 1], 40),
    range('times', 'Time steps', [1, 12, 1], 2),
    seed(5),
  ],
  size: { unit: 'cell', least: CELLS, most: 2 ** 22, gpu: 2 ** 12, software: 2 ** 12, still: 2 ** 12 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive', segmented: true },
  input: rodsOf,
  steps: [
    {
      id: 'rods',
      title: 'Rods',
      what: 'Every row is a rod of 128 cells whose ends are kept at 0; the lower it is, the better it conducts.',
    },
    {
      id: 'pivots',
      title: 'Pivots',
      what: 'Each pivot less the conductance follows from the one before by a fraction of sums: its numerator and denominator are entries of a product of matrices.',
      by: 'lab.scan, segmented: inclusive mat2 of f32, between kernels of this application',
      run: async (work, { input }) => ({ pivots: await scannedPivots(work, input) }),
    },
    {
      id: 'forward',
      title: 'Forward',
      what: 'The elimination of what is left of the diagonal: a map from each cell to the next.',
      by: 'lab.scan, segmented: inclusive affine of f32, between kernels',
      run: async (work, { input, found: { pivots } }) => ({
        eliminated: await eliminatedOf(work, input, { pivots, before: input.temperatures }),
      }),
    },
    {
      id: 'backward',
      title: 'Backward',
      what: 'The substitution from right to left gives the temperatures after one time step.',
      by: 'lab.scan, segmented: inclusive affine of f32, of the reversed array, between kernels',
      run: async (work, { input, found }) => ({ time1: await solvedOf(work, input, /** @type {any} */ (found)) }),
    },
    {
      id: 'later',
      title: 'Later',
      what: 'Each further time step has the same pivots: two affine scans.',
      by: 'lab.scan, segmented: affine of f32, from left to right and back, between kernels',
      run: async (work, { input, settings, found: { pivots, time1 } }) => {
        /** @type {import('../types.d.ts').Fields} */
        const found = {};
        for (let time = 2, before = time1; time <= settings.times; time++) {
          before = found[`time${time}`] = await timeStep(work, input, { pivots, before });
        }
        return found;
      },
    },
  ],
  method: 'Thomas’s algorithm in float64, and the residual of every time step',
  reference(input, settings) {
    const { pivots, eliminated, solved } = thomas(input, input.temperatures);
    const times = [solved];
    while (times.length < settings.times) times.push(thomas(input, times[times.length - 1]).solved);
    return { pivots, eliminated, ...Object.fromEntries(times.map((after, time) => [`time${time + 1}`, after])) };
  },
  async compare(buffers, wanted, { input, settings, scan }, lab) {
    const found = await readTyped(lab.device, buffers);
    const conductance = (/** @type {number} */ i) => input.conductances[Math.floor(i / CELLS)];
    const norm = (/** @type {number} */ i) => 1 + 4 * conductance(i);
    const times = [input.temperatures, ...timesOf(found, settings)];
    for (let time = 1; time < times.length; time++) {
      const residual = residualOf(input, times[time - 1], times[time]);
      if (!(residual <= SHARE)) return difference(`residual of time step ${time}, in shares of the system's norm`, residual, 0);
    }
    // Diagonals exceed the rest of their rows by 1, so a residual is an error of at most its size.
    const bound = (/** @type {number} */ i) => times.length * SHARE * norm(i);
    const problem =
      firstDifference('pivots', found.pivots, wanted.pivots, (i) =>
        Math.min(SHARE * norm(i), pivotBound(wanted.pivots[i], conductance(i))),
      ) ??
      firstDifference('eliminated', found.eliminated, wanted.eliminated, (i) => SHARE * norm(i) * (1 + Math.abs(wanted.eliminated[i]))) ??
      timesOf(wanted, settings)
        .map((after, time) => firstDifference(`temperatures of time step ${time + 1}`, times[time + 1], after, bound))
        .find(Boolean);
    if (problem) return problem;
    const n = found.pivots.length;
    const { operator_depth } = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', segmented: true, n });
    const factors = factorsByPivots(input, found.pivots);
    for (let time = 1; time < times.length; time++) {
      const { eliminated, solved } = stepByPivots(factors, found.pivots, times[time - 1], operator_depth);
      const other =
        (time === 1 && firstDifference('eliminated', found.eliminated, eliminated.values, (i) => eliminated.bounds[i])) ||
        firstDifference(`temperatures of time step ${time}`, times[time], solved.values, (i) => solved.bounds[i]);
      if (other) return other;
    }
    return null;
  },
  drag: { label: 'Warm spot', x: 'x', y: 'y' },
  animate: {
    label: 'Move the spot',
    at: (settings, seconds) => ({
      ...settings,
      x: Number((0.5 + 0.3 * Math.sin(0.7 * seconds)).toFixed(3)),
      y: Number((0.5 + 0.3 * Math.cos(0.5 * seconds)).toFixed(3)),
    }),
  },
  describe: ({ input, settings }, formats) =>
    `${formats.count(input.rods, 'rod')} of ${CELLS} cells after ${formats.count(settings.times, 'time step')}`,
  async hover({ input, settings, found, lab }, x, y) {
    const i = Math.min(input.rods - 1, Math.floor(y * input.rods)) * CELLS + Math.min(CELLS - 1, Math.floor(x * CELLS));
    const last = await numberAt(lab?.device, found[`time${settings.times}`], i);
    return `Cell ${i % CELLS} of rod ${Math.floor(i / CELLS)}: ${input.temperatures[i].toFixed(3)}, at last ${last.toFixed(3)}.`;
  },
  prepare: (image, lab, state, step) =>
    accepted(lab.device, async () => ({ image: await drawRods(lab, shownOf(state, step), step, image.theme.ramp) })),
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// 3 on the diagonal, −1 beside it: the pivots 3 − 1 / pivot are fractions of Fibonacci numbers, 3 / 1, 8 / 3, 21 / 8 …
const matrices = Float32Array.from({ length: 32 }, (_, word) => [3, 1, -1, 0][word % 4]);
const products = await lab.scan(matrices, { operator: 'mat2' });
const pivots = Float32Array.from({ length: 8 }, (_, i) => products[4 * i] / products[4 * i + 1]);
const left = Float32Array.from({ length: 16 }, (_, w) => (w % 2 ? 1 : w && 1 / pivots[(w >> 1) - 1]));
const y = (await lab.scan(left, { operator: 'affine' })).filter((_, word) => word % 2);
const right = Float32Array.from({ length: 16 }, (_, w) => (w % 2 ? y[7 - (w >> 1)] : 1) / pivots[7 - (w >> 1)]);
const x = (await lab.scan(right, { operator: 'affine' })).filter((_, word) => word % 2).reverse();
console.log(products[28], x.map((value, i) => Math.round(3 * value - (x[i - 1] ?? 0) - (x[i + 1] ?? 0))));`,
  prints: '2584 [1,1,1,1,1,1,1,1]',
};

/** The temperatures after each time step. @param {Fields} found @param {Fields} settings @returns {Float32Array[]} */
const timesOf = (found, settings) => Array.from({ length: settings.times }, (_, time) => found[`time${time + 1}`]);

/** What a step shows of every cell. @param {State} state @param {string} step */
function shownOf({ input, settings, found }, step) {
  const fields = { rods: input.temperatures, pivots: found.pivots, forward: found.eliminated, backward: found.time1 };
  return fields[/** @type {keyof typeof fields} */ (step)] ?? found[`time${settings.times}`];
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { width, height, theme, prepared } = surface;
  wordImage(surface, { x: 0, y: 0, width, height }, prepared?.image ?? rodWords(shownOf(state, step), step, theme.ramp), CELLS);
  const text = step === 'pivots' ? 'pivots, of each rod from the least to the largest' : 'blue is cold, orange is warm';
  label(surface, text, 10, height - 10, { color: theme.text });
}
