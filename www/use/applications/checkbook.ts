/** A checkbook: balances by sums, balances with interest by affine maps, and overdrafts by a compaction. */
import { badArgument } from '../../shared/arguments.ts';
import { label } from '../drawing/draw.ts';
import { random } from '../parts/random.ts';
import { choice, percent, range, seed, text } from '../parts/declare.ts';
import { difference, firstDifference } from '../parts/compare.ts';
import { filled } from '../parts/words.ts';
import { numberAt, readTyped, recurrence } from '../device/scans.ts';
import { drawCurves } from '../drawing/curves.ts';
import { recurrenceBound, recurrenceErrors } from '../parts/rounding.ts';
import { typedNumbers } from '../parts/typed-numbers.ts';
import type { Marks } from '../../shared/numbers/text.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Application, State, Surface, Theme } from '../types.ts';

const YEARS = 10;
const TYPED = { all: 'Your entries', each: 'Each entry', kind: 'amount', most: 100_000, largest: 1_000_000 };
/** The largest absolute balance in cents that an i32 can hold with either sign. */
const MOST_CENTS = 2 ** 31 - 1;

/** Amounts in cents: the opening balance, then repeatedly seven checks and a deposit. The range of the balances is similar for any n. */
function drawnEntries({ opening, spending, seed }: Record<string, any>, n: number) {
  const size = 420_000 / Math.sqrt(n + 16);
  const amount = (i: number) => (i % 8 === 0 ? 6.2 * size * (0.8 + 0.4 * random(i, seed)) : -spending * size * 1.75 * random(i, seed));
  return filled(new Int32Array(n), (i) => (i === 0 ? 100 * opening : Math.round(amount(i))));
}

function typedEntries({ custom, opening }: Record<string, any>, marks?: Marks) {
  const cents = typedNumbers(custom, TYPED, marks).map((amount) => Math.round(100 * amount));
  let balance = 100 * opening;
  const first = cents.findIndex((amount) => Math.abs((balance += amount)) > MOST_CENTS);
  if (first >= 0)
    throw badArgument(
      `Each balance must be from ${money(-MOST_CENTS / 100)} to ${money(MOST_CENTS / 100)}; it is ${money(balance / 100)} after entry ${first + 1}.`,
    );
  return Int32Array.from([100 * opening, ...cents]);
}

const money = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');

export const checkbook: Application = {
  id: 'checkbook',
  title: 'A checkbook',
  teaches: 'The balances are prefix sums of the entries, and a scan can also add interest, because maps x ↦ a·x + b compose associatively.',
  source: ['Sengupta, Lefohn & Owens 2006, §2'],
  madeOf: 'an add scan, an affine scan and a compaction',
  controls: [
    range('opening', 'Opening', [0, 10_000, 100], 2000, money),
    range('rate', 'Interest', [0, 0.2, 0.005], 0.06, (value) => `${(100 * value).toFixed(1)} % per year`),
    range('spending', 'Spending', [0.5, 1.5, 0.01], 1.04, percent),
    seed(7),
    choice('entries', 'Entries', { drawn: 'drawn by the seed', custom: 'yours' }),
    text('custom', 'Your entries', '-120 -35.50 250 -1900 -300 80 900', 'Deposits, and checks with a minus sign.'),
  ],
  size: { unit: 'entry', units: 'entries', least: 2, most: 2 ** 24, gpu: 2 ** 13, software: 2 ** 13, still: 2 ** 10 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive' },
  input(settings, n, marks) {
    const amounts = settings.entries === 'custom' ? typedEntries(settings, marks) : drawnEntries(settings, n);
    // The interest of the whole span, divided equally among the entries.
    const factor = 1 + (settings.rate * YEARS) / amounts.length;
    return { amounts, payments: Float32Array.from(amounts, (cents) => cents / 100), factor: Math.fround(factor) };
  },
  steps: [
    { id: 'entries', title: 'Entries', what: 'The first entry is the opening balance. Deposits and checks follow.' },
    {
      id: 'sums',
      title: 'Add',
      what: 'The prefix sums of the entries, in cents, are the balances without interest.',
      by: 'lab.scan: inclusive add of i32',
      run: async (work, { input }) => ({ sums: await work.scan(input.amounts, { type: 'i32' }) }),
    },
    {
      id: 'interest',
      title: 'Affine',
      what: 'Each entry is a map: it adds the interest to the balance, then the amount. The scan composes the maps.',
      by: 'lab.scan: inclusive affine of f32, between kernels of this application',
      run: async (work, { input: { payments, factor } }) => ({
        balances: await recurrence(work, payments.length, ['factor', 'payments[i]'], { floats: { factor }, arrays: { payments } }),
      }),
    },
    {
      id: 'overdrafts',
      title: 'Compact',
      what: 'The compaction keeps the entries after which the balance is below 0, with their indices.',
      by: 'lab.compact, where: x < 0.0',
      run: async (work, { input, found: { balances } }) => {
        const last = work.number(balances, input.amounts.length - 1, Float32Array);
        const { count, indices } = await work.call('compact', balances, { where: 'x < 0.0', type: 'f32', indices: true });
        return { overdrafts: indices, count, last };
      },
    },
  ],
  method: 'a loop in float64, with the rounding bound for the scan’s depth as the tolerance',
  reference({ amounts, payments, factor }) {
    const [sums, balances] = [new Int32Array(amounts.length), new Float64Array(amounts.length)];
    for (let i = 0, sum = 0, balance = 0; i < amounts.length; i++) {
      sums[i] = sum += amounts[i];
      balances[i] = balance = factor * balance + payments[i];
    }
    const overdrafts = Uint32Array.from(balances.keys()).filter((i) => balances[i] < 0);
    return { sums, balances, overdrafts, count: overdrafts.length, last: balances[balances.length - 1] };
  },
  async compare(buffers, wanted, { input, scan }, lab) {
    const n = input.amounts.length;
    const found = await readTyped(lab.device, buffers, { sums: Int32Array, overdrafts: Uint32Array });
    const depth = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', n }).operator_depth;
    const bound = recurrenceBound(recurrenceErrors(input.payments, input.factor), depth);
    const below = Uint32Array.from(found.balances.keys()).filter((i) => found.balances[i] < 0);
    return (
      firstDifference('sums', found.sums, wanted.sums) ??
      firstDifference('balances', found.balances, wanted.balances, bound) ??
      firstDifference('overdrafts', found.overdrafts, below) ??
      difference('count', found.count, below.length) ??
      difference('the last balance', found.last, found.balances[n - 1])
    );
  },
  describe: ({ input, found }, formats) =>
    `${money(found.last)} after ${formats.count(input.amounts.length, 'entry', 'entries')}, overdrawn after ${formats.integer(found.count)} of them`,
  async hover({ input, found }, x, _y, formats, { device }) {
    const i = Math.min(input.amounts.length - 1, Math.floor(x * input.amounts.length));
    const [sum, balance] = await Promise.all([numberAt(device, found.sums, i, Int32Array), numberAt(device, found.balances, i)]);
    return `Entry ${formats.integer(i)}: ${money(input.amounts[i] / 100)}; balance ${money(sum / 100)}, with interest ${money(balance)}.`;
  },
  stepped: { of: 'amounts in cents', operator: 'add', numbers: ({ input }) => input.amounts },
  prepare: (image, lab, state, step) => drawCurves(lab, image, curvesOf(state, step, image.theme)),
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const amounts = Float32Array.of(500, -120, -35, -400, 250, -200, 80, -60);
const sums = await lab.scan(amounts);
// Each entry is the map x ↦ 1.01 · x + amount.
const maps = Float32Array.from({ length: 16 }, (_, word) => (word % 2 ? amounts[word >> 1] : 1.01));
const composed = await lab.scan(maps, { operator: 'affine' });
const balances = composed.filter((_, word) => word % 2);
const { indices } = await lab.compact(balances, { where: 'x < 0.0', indices: true });
console.log(sums[7], Math.round(balances[7]), indices);`,
  prints: '15 30 [3]',
};

function curvesOf({ input, found }: State, step: string, theme: Theme): Curves {
  const [blue] = theme.series;
  const sums = { values: found.sums, type: 'i32', unit: 0.01 };
  const balances = { values: found.balances, color: blue, below: step === 'overdrafts' ? theme.bad : blue };
  const curves = {
    entries: [{ values: input.payments, first: 1, color: blue }],
    sums: [{ ...sums, color: blue, below: blue }],
  }[step] ?? [{ ...sums, color: theme.line }, balances];
  return {
    box: ({ width, height }) => ({ x: 0, y: 12, width, height: height - 24 }),
    zero: theme.line,
    curves,
    within: step === 'entries' ? curves : [sums, balances],
    marks: step === 'overdrafts' ? { indices: found.overdrafts, n: input.amounts.length, color: theme.bad, height: 6 } : undefined,
  };
}

function draw(surface: Surface, _: State, step: string) {
  const { width, height, theme, prepared } = surface;
  const [least, most] = Array.from(prepared.bounds as ArrayLike<number>);
  if (step === 'overdrafts') label(surface, 'overdrawn', 10, height - 12, { color: theme.bad });
  if (step === 'interest') label(surface, 'grey: without interest', width - 10, 18, { align: 'right' });
  label(surface, money(most), 10, 18);
  label(surface, money(least), 10, height - (step === 'overdrafts' ? 26 : 6));
}
