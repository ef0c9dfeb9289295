/** A checkbook: balances by sums, with interest by affine maps, and the overdrafts by a compaction. */
import { badArgument } from '../../shared/arguments.js';
import { areaFromZero, curve, extent, label, marks, random } from '../draw.js';
import { choice, percent, range, seed } from '../declare.js';
import { difference, firstDifference } from '../compare.js';
import { filled } from '../words.js';
import { recurrenceBound, recurrenceErrors } from '../rounding.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

const YEARS = 10;
const MOST_TYPED = 100_000;
/** Of a balance in cents, which a word of 32 bits holds. */
const MOST_CENTS = 2 ** 31 - 1;

/** Seven checks and a deposit in turns, in cents; the steps of a walk that is as wide for any n. @param {Record<string, any>} settings @param {number} n */
function drawnEntries({ opening, spending, seed }, n) {
  const size = 420_000 / Math.sqrt(n + 16);
  const amount = (/** @type {number} */ i) =>
    i % 8 === 0 ? 6.2 * size * (0.8 + 0.4 * random(i, seed)) : -spending * size * 1.75 * random(i, seed);
  return filled(new Int32Array(n), (i) => (i === 0 ? 100 * opening : Math.round(amount(i))));
}

/** @param {string} text @param {number} opening */
function typedEntries(text, opening) {
  const words = text.split(/[\s;,]+/).filter(Boolean);
  if (!words.length || words.length > MOST_TYPED) {
    throw badArgument(`Your entries must be 1 to ${MOST_TYPED.toLocaleString('en')} amounts; there are ${words.length || 'none'}.`);
  }
  const cents = words.map((word) => Math.round(100 * Number(word.replace('−', '-'))));
  const bad = cents.findIndex((amount) => !(Math.abs(amount) <= 1e8));
  if (bad >= 0)
    throw badArgument(`Each entry must be an amount from −1,000,000 to 1,000,000; number ${bad + 1} is “${words[bad].slice(0, 20)}”.`);
  let balance = 100 * opening;
  const first = cents.findIndex((amount) => Math.abs((balance += amount)) > MOST_CENTS);
  if (first >= 0)
    throw badArgument(`Each balance must be at most ${money(MOST_CENTS / 100)}; it is ${money(balance / 100)} after entry ${first + 1}.`);
  return Int32Array.from([100 * opening, ...cents]);
}

/** @param {number} amount */
const money = (amount) => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−');

/** @type {Application} */
export const checkbook = {
  id: 'checkbook',
  title: 'A checkbook',
  teaches: 'Prefix sums are the balances; maps x ↦ a·x + b compose as associatively as numbers add, so a scan takes interest too.',
  source: ['Sengupta, Lefohn & Owens 2006, §2'],
  madeOf: 'an add scan, an affine scan and a compaction',
  controls: [
    range('opening', 'Opening', [0, 10_000, 100], 2000, money),
    range('rate', 'Interest', [0, 0.2, 0.005], 0.06, (value) => `${(100 * value).toFixed(1)} % a year`),
    range('spending', 'Spending', [0.5, 1.5, 0.01], 1.04, percent),
    seed(7),
    choice('entries', 'Entries', { drawn: 'drawn by the seed', own: 'yours' }),
    {
      kind: 'text',
      id: 'own',
      label: 'Your entries',
      value: '-120 -35.50 250 -1900 -300 80 900',
      rows: 2,
      hint: 'Deposits, and checks with a minus.',
    },
  ],
  size: { unit: 'entry', units: 'entries', least: 2, most: 2 ** 24, gpu: 2 ** 13, software: 2 ** 13, still: 2 ** 10 },
  scan: { operator: 'affine', type: 'f32', mode: 'inclusive' },
  input(settings, n) {
    const amounts = settings.entries === 'own' ? typedEntries(settings.own, settings.opening) : drawnEntries(settings, n);
    // Interest of the whole span, in as many parts as there are entries.
    const factor = 1 + (settings.rate * YEARS) / amounts.length;
    const maps = filled(new Float32Array(2 * amounts.length), (word) => (word % 2 ? amounts[word >> 1] / 100 : factor));
    return { amounts, maps };
  },
  steps: [
    { id: 'entries', title: 'Entries', what: 'The first balance, then deposits and checks.' },
    {
      id: 'sums',
      title: 'Add',
      what: 'The prefix sums of the entries, in cents, are the balances without interest.',
      by: 'lab.scan: inclusive add of i32',
      run: async (lab, { input }, { signal }) => ({ sums: await lab.scan(input.amounts, { signal }) }),
    },
    {
      id: 'interest',
      title: 'Affine',
      what: 'Each entry is a map: the balance grows by its interest, then by the amount. The scan composes the maps.',
      by: 'lab.scan: inclusive affine of f32',
      run: async (lab, { input }, { scan, signal }) => {
        const composed = await lab.scan(input.maps, { operator: 'affine', algorithm: scan, signal });
        return { balances: filled(new Float32Array(composed.length / 2), (i) => composed[2 * i + 1]) };
      },
    },
    {
      id: 'overdrafts',
      title: 'Compact',
      what: 'The entries after which the balance is below 0, with their indices.',
      by: 'lab.compact, where: x < 0.0',
      run: async (lab, { found }, { signal }) => {
        const { count, indices } = await lab.compact(found.balances, { where: 'x < 0.0', indices: true, signal });
        return { overdrafts: indices, count };
      },
    },
  ],
  method: 'a loop in float64, within the bound of the rounding that its depth implies',
  reference({ amounts, maps }) {
    const [sums, balances] = [new Int32Array(amounts.length), new Float64Array(amounts.length)];
    for (let i = 0, sum = 0, balance = 0; i < amounts.length; i++) {
      const [factor, amount] = [maps[2 * i], maps[2 * i + 1]];
      sums[i] = sum += amounts[i];
      balances[i] = balance = factor * balance + amount;
    }
    const overdrafts = [...balances.keys()].filter((i) => balances[i] < 0);
    return { sums, balances, overdrafts, count: overdrafts.length };
  },
  compare(found, wanted, { input, scan }, lab) {
    const n = input.amounts.length;
    const depth = lab.plan({ algorithm: scan, operator: 'affine', type: 'f32', n }).operator_depth;
    // Every map has the same factor.
    const terms = input.maps.filter((/** @type {number} */ _, /** @type {number} */ word) => word % 2);
    const bound = recurrenceBound(recurrenceErrors(terms, input.maps[0]), depth);
    const below = Array.from(found.balances.keys()).filter((i) => found.balances[i] < 0);
    return (
      firstDifference('sums', found.sums, wanted.sums) ??
      firstDifference('balances', found.balances, wanted.balances, bound) ??
      firstDifference('overdrafts', found.overdrafts, below) ??
      difference('count', found.count, below.length)
    );
  },
  describe: ({ input, found }, formats) =>
    `${money(found.balances[found.balances.length - 1])} after ${formats.count(input.amounts.length, 'entry', 'entries')}, ${formats.integer(found.count)} of them overdrawn`,
  hover: ({ input, found }, x, _y, formats) => {
    const i = Math.min(input.amounts.length - 1, Math.floor(x * input.amounts.length));
    return `Entry ${formats.integer(i)}: ${money(input.amounts[i] / 100)}; balance ${money(found.sums[i] / 100)}, with interest ${money(found.balances[i])}.`;
  },
  numbers: ({ input }) => input.amounts.slice(0, 16),
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, found }, step) {
  const { context, width, height, theme } = surface;
  const box = { x: 0, y: 12, width, height: height - 24 };
  const sums = new Float64Array(found.sums).map((cents) => cents / 100);
  const isEntries = step === 'entries';
  const amounts = new Float64Array(input.amounts).map((cents) => cents / 100);
  const bounds = isEntries ? extent(amounts.subarray(1)) : extent(sums, found.balances);
  const place = (/** @type {number} */ value) => box.y + box.height * (1 - (value - bounds[0]) / (bounds[1] - bounds[0]));
  const zero = place(0);
  const area = (/** @type {ArrayLike<number>} */ values, /** @type {string} */ below) =>
    areaFromZero(surface, box, values, bounds, theme.series[0], below);
  context.fillStyle = theme.line;
  context.fillRect(0, zero, width, 1);
  if (isEntries) curve(surface, box, amounts.subarray(1), bounds, theme.series[0]);
  else if (step === 'sums') area(sums, theme.series[0]);
  else {
    curve(surface, box, sums, bounds, theme.line);
    area(found.balances, step === 'overdrafts' ? theme.bad : theme.series[0]);
  }
  if (step === 'overdrafts') {
    marks(surface, { x: 0, y: height - 6, width, height: 6 }, found.overdrafts, input.amounts.length, theme.bad);
    label(surface, 'overdrawn', 10, height - 12, { color: theme.bad });
  }
  if (step === 'interest') label(surface, 'without interest', width - 10, place(sums[sums.length - 1]) + 16, { align: 'right' });
  label(surface, money(bounds[1]), 10, 18);
  label(surface, money(bounds[0]), 10, height - (step === 'overdrafts' ? 26 : 6));
}
