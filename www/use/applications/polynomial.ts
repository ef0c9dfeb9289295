/** A polynomial at many points at once, by the powers of x and by Horner's rule. */
import { firstDifference } from '../parts/compare.ts';
import { label } from '../drawing/draw.ts';
import { mappedScan, numberAt, readTyped, recurrence } from '../device/scans.ts';
import { box } from '../drawing/boxes.ts';
import { drawCurves } from '../drawing/curves.ts';
import { filled } from '../parts/words.ts';
import { gamma } from '../../shared/rounding.ts';
import { FLUSHED } from '../parts/rounding.ts';
import { percent, range, swinging, text } from '../parts/declare.ts';
import { typedNumbers } from '../parts/typed-numbers.ts';
import { keepLast } from '../parts/keep-last.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Application, State, Surface, Theme } from '../types.ts';

/**
 * The value of a polynomial at x, by Horner's rule in float64.
 * @param terms the number of terms, from the first on
 */
function valueAt(coefficients: ArrayLike<number>, x: number, terms: number = coefficients.length) {
  let sum = 0;
  for (let k = terms - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
}

/** Segments for as many points x as fit, with one element per coefficient. They are cached while only the coefficients change. */
const segmentsOf = keepLast((n: number, each: number) => {
  const count = Math.floor(n / each);
  const places = filled(new Float32Array(count), (place) => (2 * place) / (count - 1) - 1);
  const factors = filled(new Float32Array(count * each), (i) => places[Math.floor(i / each)]);
  return { each, places, factors, shape: [count, each] };
});

function powersOf(places: Float32Array, each: number) {
  const powers = new Float64Array(places.length * each);
  return filled(powers, (i) => (i % each === 0 ? 1 : places[Math.floor(i / each)] * powers[i - 1]));
}

const TYPED = { all: 'The coefficients', each: 'Each coefficient', kind: 'number', most: 32, largest: 10_000 };
/** The largest value in the picture; the lowest is −REACH. */
const REACH = 2;

/** The value at a height in the picture, from 0 at the top to 1. */
const heightOf: (y: number) => number = (y) => REACH * (1 - 2 * y);

export const polynomial: Application = {
  id: 'polynomial',
  title: 'A polynomial',
  teaches:
    'An exclusive scan by multiplication computes the powers of x, and an affine scan evaluates Horner’s rule, a recurrence that needs no powers.',
  source: ['Mahmoud, lecture 6', 'Blelloch 1990, polynomial evaluation'],
  madeOf: 'scans of f32 with one segment per x: an exclusive mul scan and an add scan, or one affine scan',
  controls: [
    range('x', 'Point, x', [0, 1, 0.005], 0.75, (x) => (2 * x - 1).toFixed(2)),
    range('y', 'Point, height', [0, 1, 0.005], 0.3, (y) => heightOf(y).toFixed(2)),
    range('scale', 'Coefficients times', [0, 1.5, 0.01], 1, percent),
    text(
      'coefficients',
      'Coefficients, from x¹ on',
      '-7 0 56 0 -112 0 64',
      'The constant term is chosen so that the curve passes through the point.',
    ),
  ],
  size: { unit: 'term', least: 128, most: 2 ** 22, gpu: 2 ** 15, software: 2 ** 13, still: 2 ** 12 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive', segmented: true },
  input({ coefficients: typed, scale, x, y }, n, marks) {
    const coefficients = Float32Array.of(0, ...typedNumbers(typed, TYPED, marks).map((coefficient) => scale * coefficient));
    coefficients[0] = heightOf(y) - valueAt(coefficients, 2 * x - 1);
    return { coefficients, ...segmentsOf(n, coefficients.length) };
  },
  steps: [
    {
      id: 'powers',
      title: 'Powers',
      what: 'Every x has a segment of equal factors x. The products of the factors before each factor are 1, x, x² and so on.',
      by: 'lab.scan of rows: exclusive mul of f32',
      run: async (work, { input: { factors, shape } }) => ({
        powers: await work.scan(factors, { type: 'f32', operator: 'mul', mode: 'exclusive', shape }),
      }),
    },
    {
      id: 'sums',
      title: 'Sums',
      what: 'The powers times the coefficients are summed term by term. Each sum is a curve, and the last sum is the polynomial.',
      by: 'lab.scan of rows: inclusive add of f32, between kernels of this application',
      run: async (work, { input: { coefficients, factors, shape, each }, found: { powers } }) => {
        const terms = { words: ['powers[i] * coefficients[i % each]'], whole: { each }, arrays: { powers, coefficients } };
        return { sums: await mappedScan(work, factors.length, { ...terms, result: 'prefixes[i]' }, { shape }) };
      },
    },
    {
      id: 'horner',
      title: 'Horner',
      what: 'Each coefficient, from the highest on, is the map s ↦ x · s + coefficient. Their composition is the same curve.',
      by: 'lab.scan of rows: inclusive affine of f32, between kernels of this application',
      run: async (work, { input: { coefficients, shape, places, factors, each } }) => {
        const given = { shape, whole: { each }, arrays: { factors, coefficients } };
        const last = { result: 'prefixes[2 * each * (i + 1) - 1]', results: places.length };
        return {
          values: await recurrence(work, factors.length, ['factors[i]', 'coefficients[each - 1 - i % each]'], { ...given, ...last }),
        };
      },
    },
  ],
  method: 'Horner’s rule in float64 and, as the tolerance, the rounding bound of each term',
  reference({ coefficients, places, each }) {
    const values = Float64Array.from(places as Float32Array, (x) => valueAt(coefficients, x));
    const sums = new Float64Array(places.length * each);
    filled(sums, (i) => valueAt(coefficients, places[Math.floor(i / each)], (i % each) + 1));
    return { powers: powersOf(places, each), sums, values };
  },
  async compare(buffers, wanted, { input: { coefficients, places, each } }, lab) {
    const found = await readTyped(lab.device, buffers);
    // A term is rounded by one multiplication and one addition per further coefficient, and by the multiplication by its own coefficient.
    const magnitudes = coefficients.map(Math.abs);
    const bounds = Float64Array.from(places as Float32Array, (x) => gamma(2 * each) * valueAt(magnitudes, Math.abs(x)) + FLUSHED);
    const bound = (place: number) => bounds[place];
    return (
      firstDifference('powers', found.powers, wanted.powers, (i) => gamma(i % each) * Math.abs(wanted.powers[i]) + FLUSHED) ??
      firstDifference('sums', found.sums, wanted.sums, (i) => bound(Math.floor(i / each))) ??
      firstDifference('values', found.values, wanted.values, bound)
    );
  },
  drag: { label: 'Point', x: 'x', y: 'y' },
  animate: swinging('Scale the coefficients', { scale: [1, 0.4, 1.1] }),
  describe: ({ input }, formats) =>
    `A polynomial of degree ${input.each - 1} at ${formats.count(input.places.length, 'value')} of x, through the point`,
  hover: async ({ input, found }, x, _y, _formats, { device }) => {
    const place = Math.round(x * (input.places.length - 1));
    return `x = ${input.places[place].toFixed(3)}: ${(await numberAt(device, found.values, place)).toFixed(4)}`;
  },
  prepare(image, lab, state, step) {
    const [middle, height] = [image.width / image.scale / 2, image.height / image.scale];
    const axis = box(image, { x: middle, y: 0, width: 1, height }, image.theme.line);
    return drawCurves(lab, image, curvesOf(state, step, image.theme), [axis], false);
  },
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// 2 x³ − 3 x² + 5 at x = 2, and at x = −1.
const coefficients = [5, 0, -3, 2];
const xs = Float32Array.of(2, 2, 2, 2, -1, -1, -1, -1);
const heads = Uint32Array.of(1, 0, 0, 0, 1, 0, 0, 0);
const powers = await lab.scan(xs, { operator: 'mul', mode: 'exclusive', heads });
const sums = await lab.scan(powers.map((power, i) => power * coefficients[i % 4]), { heads });
const maps = Float32Array.from({ length: 16 }, (_, w) => (w % 2 ? coefficients[3 - ((w >> 1) % 4)] : xs[w >> 1]));
const horner = await lab.scan(maps, { operator: 'affine', heads });
console.log(powers, sums[3], sums[7], horner[7], horner[15]);`,
  prints: '[1,2,4,8,1,-1,1,-1] 9 0 9 0',
};

/** One curve per power, or per partial sum. */
function curvesOf({ input: { each }, found }: State, step: string, theme: Theme): Curves {
  const of = { values: step === 'powers' ? found.powers : found.sums, stride: each };
  const all = Array.from({ length: each }, (_, first) => ({ ...of, first, color: theme.rampText[Math.round((255 * first) / each)] }));
  const last = step === 'sums' ? [{ ...of, first: each - 1, color: theme.text }] : [];
  return {
    box: ({ width, height }) => ({ x: 0, y: 0, width, height }),
    bounds: [-REACH, REACH],
    zero: theme.line,
    curves: step === 'horner' ? [{ values: found.values, color: theme.accent }] : [...all, ...last],
  };
}

function draw(surface: Surface, state: State, step: string) {
  const { context, width, height, theme } = surface;
  const { x, y } = state.settings;
  const sums = step === 'powers' ? 'x⁰ first; each further power is the previous one times x' : 'sums of the first terms, up to all terms';
  label(surface, step === 'horner' ? `degree ${state.input.each - 1}` : sums, 10, height - 10);
  context.beginPath();
  context.arc(x * width, y * height, 5, 0, 2 * Math.PI);
  context.fillStyle = theme.accent;
  context.fill();
}
