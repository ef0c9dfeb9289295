/** Heat in rods by implicit steps, each a tridiagonal system: its pivots by a scan of matrices, its solution by two affine scans. */
import { difference, firstDifference } from '../compare.js';
import { label, rampIndex, wordImage } from '../draw.js';
import { percent, range, seed } from '../declare.js';
import { CELLS, residualOf, rodsOf, thomas } from '../rods.js';
import { UNIT_ROUNDOFF } from '../../shared/rounding.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').StepOptions} StepOptions */
/** @typedef {import('../rods.js').Rods} Rods */

/** What a time step may lose, as a share of the system's norm: a fixed margin over the roundings of a row, not derived from the depth of a plan. */
const SHARE = 64 * UNIT_ROUNDOFF;

/** The larger root of x² = (1 + 2 c) x − c²: pivots tend to it, and matrices over it have products that neither grow nor fade. @param {number} c */
const limitOf = (c) => (1 + 2 * c + Math.sqrt(1 + 4 * c)) / 2;

/** One time step, whose right-hand side are the temperatures before. @param {Lab} lab @param {Rods} rods @param {Float32Array} pivots @param {Float32Array} before @param {StepOptions} options */
async function solve(lab, { conductances, heads }, pivots, before, { scan, signal }) {
  const conductance = (/** @type {number} */ i) => conductances[Math.floor(i / CELLS)];
  const maps = (/** @type {(i: number) => number} */ factor, /** @type {(i: number) => number} */ term) =>
    Float32Array.from({ length: 2 * pivots.length }, (_, word) => (word % 2 ? term : factor)(word >> 1));
  const request = { operator: 'affine', heads, algorithm: scan, signal };
  const forward = await lab.scan(
    maps(
      (i) => (heads[i] ? 0 : conductance(i) / pivots[i - 1]),
      (i) => before[i],
    ),
    request,
  );
  // An affine scan composes maps from its left one on: from right to left, of the reversed array, whose heads are the same.
  const last = pivots.length - 1;
  const backward = await lab.scan(
    maps(
      (i) => conductance(last - i) / pivots[last - i],
      (i) => forward[2 * (last - i) + 1] / pivots[last - i],
    ),
    request,
  );
  return {
    eliminated: Float32Array.from(pivots, (_, i) => forward[2 * i + 1]),
    solved: Float32Array.from(pivots, (_, i) => backward[2 * (last - i) + 1]),
  };
}

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
    range('times', 'Time steps', [1, 12, 1], 3),
    seed(5),
  ],
  size: { unit: 'cell', least: CELLS, most: 2 ** 22, gpu: 2 ** 13, software: 2 ** 13, still: 2 ** 13 },
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
      what: 'Each pivot follows from the one before by a fraction, whose numerator and denominator are those of a product of matrices.',
      by: 'lab.scan, segmented: inclusive mat2 of f32',
      run: async (lab, { input: { conductances, heads } }, { signal }) => {
        const matrices = new Float32Array(4 * heads.length);
        for (let i = 0; i < heads.length; i++) {
          const c = conductances[Math.floor(i / CELLS)];
          const limit = limitOf(c);
          matrices.set([(1 + 2 * c) / limit, 1, (-c * c) / limit / limit, 0], 4 * i);
        }
        const products = await lab.scan(matrices, { operator: 'mat2', heads, signal });
        const pivot = (/** @type {number} */ i) => (limitOf(conductances[Math.floor(i / CELLS)]) * products[4 * i]) / products[4 * i + 1];
        return { pivots: Float32Array.from(heads, (_, i) => pivot(i)) };
      },
    },
    {
      id: 'forward',
      title: 'Forward',
      what: 'The elimination of what is left of the diagonal: a map from each cell to the next.',
      by: 'lab.scan, segmented: inclusive affine of f32',
      run: async (lab, { input, found }, options) => await solve(lab, input, found.pivots, input.temperatures, options),
    },
    { id: 'backward', title: 'Backward', what: 'The substitution from right to left gives the temperatures after one time step.' },
    {
      id: 'later',
      title: 'Later',
      what: 'Each further time step has the same pivots: two affine scans.',
      by: 'lab.scan, segmented: affine of f32, from left to right and back',
      run: async (lab, { input, settings, found }, options) => {
        const times = [input.temperatures, found.solved];
        while (times.length <= settings.times) times.push((await solve(lab, input, found.pivots, times[times.length - 1], options)).solved);
        return { times, later: times[times.length - 1] };
      },
    },
  ],
  method: 'Thomas’s algorithm in float64, and the residual of every time step',
  reference(input, settings) {
    const first = thomas(input, input.temperatures);
    const times = [input.temperatures, first.solved];
    while (times.length <= settings.times) times.push(thomas(input, times[times.length - 1]).solved);
    return { ...first, times, later: times[times.length - 1] };
  },
  compare(found, wanted, { input }) {
    const norm = (/** @type {number} */ i) => 1 + 4 * input.conductances[Math.floor(i / CELLS)];
    for (let time = 1; time < wanted.times.length; time++) {
      const residual = residualOf(input, found.times[time - 1], found.times[time]);
      if (!(residual <= SHARE)) return difference(`residual of time step ${time}, in shares of the system's norm`, residual, 0);
    }
    // Diagonals exceed the rest of their rows by 1, so a residual is an error of at most its size.
    const bound = (/** @type {number} */ i) => wanted.times.length * SHARE * norm(i);
    return (
      firstDifference('pivots', found.pivots, wanted.pivots, (i) => SHARE * norm(i)) ??
      firstDifference('eliminated', found.eliminated, wanted.eliminated, (i) => SHARE * norm(i) * (1 + Math.abs(wanted.eliminated[i]))) ??
      firstDifference('solved', found.solved, wanted.solved, bound) ??
      firstDifference('later', found.later, wanted.later, bound)
    );
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
  describe: ({ input, found }, formats) =>
    `${formats.count(input.rods, 'rod')} of ${CELLS} cells after ${formats.count(found.times.length - 1, 'time step')}; residual at most ${residualOf(input, found.times[0], found.times[1]).toExponential(1)} of the system's norm`,
  hover({ input, found }, x, y) {
    const i = Math.min(input.rods - 1, Math.floor(y * input.rods)) * CELLS + Math.min(CELLS - 1, Math.floor(x * CELLS));
    return `Cell ${i % CELLS} of rod ${Math.floor(i / CELLS)}: ${input.temperatures[i].toFixed(3)}, at last ${found.later[i].toFixed(3)}.`;
  },
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, found }, step) {
  const { width, height, theme } = surface;
  const shown = { rods: input.temperatures, pivots: found.pivots, forward: found.eliminated, backward: found.solved, later: found.later }[
    step
  ];
  const values = /** @type {ArrayLike<number>} */ (shown ?? found.later);
  // Of pivots the share of their limit, and of eliminated cells that of the largest of its rod: they differ by rods.
  const words = new Uint32Array(input.temperatures.length);
  for (let rod = 0; rod < input.rods; rod++) {
    const row = Array.from({ length: CELLS }, (_, i) => values[rod * CELLS + i]);
    const [least, most] = step === 'pivots' ? [Math.min(...row), Math.max(...row)] : step === 'forward' ? [0, Math.max(...row)] : [0, 1];
    row.forEach((value, i) => (words[rod * CELLS + i] = theme.ramp[rampIndex(value - least, (most - least) * 1.001)]));
  }
  wordImage(surface, { x: 0, y: 0, width, height }, words, CELLS);
  label(
    surface,
    step === 'pivots' ? 'pivots, of each rod from the least to the largest' : 'blue is cold, orange is warm',
    10,
    height - 10,
    {
      color: theme.text,
    },
  );
}
