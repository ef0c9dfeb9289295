/**
 * Heat in rods by implicit time steps. Each step is a tridiagonal system: a scan of matrices gives its pivots, and two affine scans give
 * its solution.
 */
import { firstDifference } from '../parts/compare.ts';
import { label } from '../drawing/draw.ts';
import { drawn } from '../drawing/image.ts';
import { picture } from '../drawing/pixels.ts';
import { percent, range, seed, swinging } from '../parts/declare.ts';
import { pivotBound, productsOf, solvedByPivots } from '../parts/tridiagonal.ts';
import { eliminatedOn, pivotsOn, solvedOn, substitutedOn, systemsOf } from '../device/tridiagonal.ts';
import { numberAt, readTyped } from '../device/scans.ts';
import { UNIT_ROUNDOFF } from '../../shared/rounding.ts';
import { cellAt } from '../parts/grids.ts';
import { filled } from '../parts/words.ts';
import { random } from '../parts/random.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';

/** The conductance of each rod, and the temperature of each cell, rod after rod. */
type Rods = { rods: number; conductances: Float32Array; temperatures: Float32Array };

/** The number of cells per rod. */
const CELLS = 128;

const rodOf = (i: number) => Math.floor(i / CELLS);

/**
 * A warm spot over rods. From the top rod to the bottom rod, the conductance grows from 1 to `most`.
 * @param n the maximum number of cells
 */
function rodsOf({ x, y, most, seed }: Record<string, any>, n: number): Rods {
  const rods = rodOf(n);
  const conductances = filled(new Float32Array(rods), (rod) => (rods > 1 ? most ** (rod / (rods - 1)) : most));
  const isWarm = (i: number) => Math.hypot((((i % CELLS) + 0.5) / CELLS - x) * 1.6, rods > 1 ? (rodOf(i) + 0.5) / rods - y : 0) < 0.22;
  const temperatures = filled(new Float32Array(rods * CELLS), (i) => (isWarm(i) ? 1 : 0.15 * random(i, seed)));
  return { rods, conductances, temperatures };
}

/**
 * The largest residual of a time step, as a share of the norm of the system. The residual is the system times the result, minus the previous
 * temperatures. The share is a margin, not a bound. The results of each step also have bounds by the depths of the plans: `pivotBound`,
 * `solvedByPivots`.
 */
const SHARE = 64 * UNIT_ROUNDOFF;

/** The pivots of every rod by Thomas's algorithm. All time steps share them. */
function pivotsOf(conductances: Float32Array) {
  const pivots = new Float64Array(conductances.length * CELLS);
  return filled(pivots, (i) => {
    const c = conductances[rodOf(i)];
    return 1 + 2 * c - (i % CELLS === 0 ? 0 : c / pivots[i - 1]) * c;
  });
}

export const tridiagonal: Application = {
  id: 'tridiagonal',
  title: 'Heat in rods',
  teaches:
    'The pivots of the elimination are a recurrence with a division, which a scan of 2 × 2 matrices computes, and two affine scans compute the rest.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Blelloch 1990, tridiagonal systems'],
  madeOf: 'a scan of 2 × 2 matrices of f32, and two affine scans per time step, one from left to right and one back, with one row per rod',
  controls: [
    range('x', 'Warm spot, x', [0, 1, 0.005], 0.4, percent),
    range('y', 'Warm spot, y', [0, 1, 0.005], 0.5, percent),
    range('most', 'Largest conductance', [2, 200, 1], 40),
    range('times', 'Time steps', [1, 12, 1], 2),
    seed(5),
  ],
  size: { unit: 'cell', least: CELLS, most: 2 ** 22, gpu: 2 ** 12, software: 2 ** 12, still: 2 ** 12 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive', segmented: true },
  // The systems of implicit time steps, for the conductance c: 1 + 2 c on the diagonal, −c beside it.
  input(settings, n) {
    const { rods, conductances, temperatures } = rodsOf(settings, n);
    return { rods, temperatures, systems: systemsOf(CELLS, conductances) };
  },
  steps: [
    {
      id: 'rods',
      title: 'Rods',
      what: 'Every row is a rod of 128 cells with both ends held at 0. Lower rods conduct better.',
    },
    {
      id: 'pivots',
      title: 'Pivots',
      what: 'A pivot minus the conductance is its surplus: a quotient of two linear functions of the previous surplus. A 2 × 2 matrix represents this map, and the products of the matrices give all pivots.',
      by: 'lab.scan of rows: inclusive mat2 of f32, between kernels of this application',
      run: async (work, { input }) => ({ pivots: await pivotsOn(work, input.systems) }),
    },
    {
      id: 'forward',
      title: 'Forward',
      what: 'The scan eliminates the entries left of the diagonal: it composes maps from each cell to the next.',
      by: 'lab.scan of rows: inclusive affine of f32, between kernels',
      run: async (work, { input, found: { pivots } }) => ({
        eliminated: await eliminatedOn(work, input.systems, pivots, input.temperatures),
      }),
    },
    {
      id: 'backward',
      title: 'Backward',
      what: 'The substitution from right to left gives the temperatures after one time step.',
      by: 'lab.scan of rows: inclusive affine of f32, of the reversed array, between kernels',
      run: async (work, { input, found: { pivots, eliminated } }) => ({
        time1: await substitutedOn(work, input.systems, pivots, eliminated),
      }),
    },
    {
      id: 'later',
      title: 'Later',
      what: 'Each further time step uses the same pivots, and takes two affine scans.',
      by: 'lab.scan of rows: affine of f32, from left to right and back, between kernels',
      run: async (work, { input, settings, found: { pivots, time1 } }) => {
        const found: Fields = {};
        for (let time = 2, before = time1; time <= settings.times; time++)
          before = found[`time${time}`] = await solvedOn(work, input.systems, pivots, before);
        return found;
      },
    },
  ],
  method: 'Thomas’s algorithm in float64, and the residual of every time step',
  reference(input, settings) {
    const found: Fields = { pivots: pivotsOf(input.systems.couplings) };
    for (let time = 1, before = input.temperatures; time <= settings.times; time++) {
      const { eliminated, solved } = solvedByPivots(input.systems, found.pivots, before);
      found.eliminated ??= eliminated;
      before = found[`time${time}`] = solved;
    }
    return found;
  },
  async compare(buffers, wanted, { input, settings, scan }, lab) {
    const { systems, temperatures } = input;
    const { pivots, eliminated, ...found } = await readTyped(lab.device, buffers);
    const { operator_depth } = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', columns: CELLS, n: pivots.length });
    const tolerance = (i: number) => SHARE * (1 + 4 * systems.couplings[rodOf(i)]);
    const bound = pivotBound(systems, wanted.pivots);
    let problem =
      firstDifference('pivots', pivots, wanted.pivots, (i) => Math.min(tolerance(i), bound(i))) ??
      firstDifference('eliminated', eliminated, wanted.eliminated, (i) => tolerance(i) * (1 + Math.abs(wanted.eliminated[i])));
    for (let time = 1, before = temperatures; time <= settings.times && !problem; time++) {
      const after = found[`time${time}`];
      const own = solvedByPivots(systems, pivots, before, operator_depth);
      const name = `temperatures of time step ${time}`;
      problem =
        firstDifference(`the system times the ${name}`, productsOf(systems, after), before, tolerance) ??
        // Each diagonal entry exceeds the magnitudes of the rest of its row by 1 or more, so an error is at most as large as the residual.
        firstDifference(name, after, wanted[`time${time}`], (i) => (settings.times + 1) * tolerance(i)) ??
        (time === 1 ? firstDifference('eliminated', eliminated, own.eliminated, own.eliminatedBound) : null) ??
        firstDifference(name, after, own.solved, own.solvedBound);
      before = after;
    }
    return problem;
  },
  drag: { label: 'Warm spot', x: 'x', y: 'y' },
  animate: swinging('Move the spot', { x: [0.5, 0.3, 0.7], y: [0.5, 0.3, 0.5, Math.PI / 2] }),
  describe: ({ input, settings }, formats) =>
    `${formats.count(input.rods, 'rod')} of ${CELLS} cells after ${formats.count(settings.times, 'time step')}`,
  async hover({ input, settings, found }, x, y, formats, { device }) {
    const i = cellAt({ columns: CELLS, rows: input.rods }, { x, y });
    const last = await numberAt(device, found[`time${settings.times}`], i);
    return `Cell ${i % CELLS} of rod ${formats.integer(rodOf(i))}: ${input.temperatures[i].toFixed(3)} at first, ${last.toFixed(3)} at the end.`;
  },
  prepare,
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

/**
 * WGSL: the position on the ramp, from 0 to 1, of a value that is not a temperature. An eliminated value is shown as a share of the value
 * in a rod with the temperature 1.
 */
const SHARES: Record<string, string> = {
  pivots: `(values[i] - pivots[last_of(i)]) / (pivots[i - i % ${CELLS}] - pivots[last_of(i)])`,
  forward: `values[i] * (1 - conductances[i / ${CELLS}] / pivots[last_of(i)])`,
};

async function prepare(size: PreparedImage, lab: PictureLab, { input, settings, found }: State, step: string): Promise<Fields> {
  const { temperatures, systems, rods } = input;
  const { pivots, eliminated, time1 } = found;
  const values = { rods: temperatures, pivots, forward: eliminated, backward: time1 }[step] ?? found[`time${settings.times}`];
  const cells = picture(size, { columns: CELLS, rows: rods }, `ramp[u32(clamp(256 * (${SHARES[step] ?? 'values[i]'}), 0, 255))]`, {
    reads: { values: [values, 'f32'], pivots: [pivots, 'f32'], conductances: systems.couplings },
    code: `fn last_of(i: u32) -> u32 { return i - i % ${CELLS} + ${CELLS - 1}; }`,
  });
  return { image: await drawn(lab, size, [cells]) };
}

function draw(surface: Surface, state: State, step: string) {
  const { height, theme } = surface;
  const text = step === 'pivots' ? 'pivots, from the least to the largest of each rod' : 'blue is cold, orange is warm';
  label(surface, text, 10, height - 10, { color: theme.text });
}
