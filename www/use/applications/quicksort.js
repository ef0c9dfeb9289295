/** Quicksort in rounds: every segment is split by its pivot into three, all segments at once, by segmented scans alone. */
import { difference, firstDifference } from '../compare.js';
import { choice, seed } from '../declare.js';
import { hash, label, strip } from '../draw.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('../types.d.ts').StepOptions} StepOptions */
/** @typedef {{ values: Uint32Array, heads: Uint32Array }} Segments */

const KEYS = 2 ** 16;
/** Two counts an element, which are added at once. @type {import('../../types.d.ts').OwnOperator} */
const PAIRS = {
  type: 'u32',
  words: 2,
  identity: [0, 0],
  combine: 'return left + right;',
  associative: true,
  check: (left, right) => [left[0] + right[0], left[1] + right[1]],
};

/** @type {Record<string, (i: number, n: number, seed: number) => number>} */
const ORDERS = {
  shuffled: (i, _, seeded) => hash(i, seeded) % KEYS,
  reversed: (i, n) => Math.floor(((n - 1 - i) * KEYS) / n),
  few: (i, _, seeded) => Math.floor((hash(i, seeded) % 8) * (KEYS / 8) + KEYS / 16),
};

/** A pivot: the middle key of the segment that begins here. @param {Segments} segments */
function pivotsAtHeads({ values, heads }) {
  const pivots = new Uint32Array(values.length);
  for (let end = values.length, i = end - 1; i >= 0; i--) {
    if (!heads[i]) continue;
    pivots[i] = values[(i + end) >> 1];
    end = i;
  }
  return pivots;
}

/** The places of one round. @param {Lab} lab @param {Segments} segments @param {StepOptions} options */
async function places(lab, { values, heads }, { scan, signal }) {
  const n = values.length;
  const pivots = await lab.scan(pivotsAtHeads({ values, heads }), { operator: 'max', heads, algorithm: scan, signal });
  const sides = Uint32Array.from({ length: 2 * n }, (_, word) =>
    Number(word % 2 ? values[word >> 1] === pivots[word >> 1] : values[word >> 1] < pivots[word >> 1]),
  );
  // Of a segment, the smaller and equal keys before each, and from each on: together all.
  const before = await lab.scan(sides, { operator: PAIRS, mode: 'exclusive', heads, signal });
  const after = await lab.scan(sides, { operator: PAIRS, direction: 'backward', heads, signal });
  const targets = new Uint32Array(n);
  const next = new Uint32Array(n);
  for (let i = 0, start = 0; i < n; i++) {
    if (heads[i]) start = i;
    const [smaller, equal] = [before[2 * i], before[2 * i + 1]];
    const equals = start + smaller + after[2 * i];
    const larger = equals + equal + after[2 * i + 1];
    const rank = sides[2 * i] ? start + smaller : sides[2 * i + 1] ? equals + equal : larger + (i - start - smaller - equal);
    targets[i] = rank;
    for (const head of [start, equals, larger]) if (head < n) next[head] = 1;
  }
  return { pivots, targets, next };
}

/** @param {Segments} segments @param {Uint32Array} targets @param {Uint32Array} heads */
function scattered({ values }, targets, heads) {
  const moved = new Uint32Array(values.length);
  targets.forEach((target, i) => (moved[target] = values[i]));
  return { values: moved, heads };
}

/** @param {Segments} segments */
const segmentsOf = ({ heads }) => heads.reduce((sum, head) => sum + head, 0);

/** @param {Uint32Array} values */
const isSorted = (values) => values.every((value, i) => i === 0 || values[i - 1] <= value);

/** @type {Application} */
export const quicksort = {
  id: 'quicksort',
  title: 'Quicksort',
  teaches:
    'A segmented scan works on all parts of the recursion at once, so that a round of quicksort is three scans, however many parts there are.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Mahmoud, lecture 6', 'Blelloch 1990, quicksort'],
  madeOf: 'segmented scans: a max that spreads the pivots, and adds of pairs of counts',
  controls: [choice('order', 'Keys', { shuffled: 'shuffled', reversed: 'reversed', few: 'eight hues' }), seed()],
  size: { unit: 'key', least: 1, most: 2 ** 20, gpu: 2 ** 10, software: 2 ** 8, still: 2 ** 8 },
  scan: { operator: 'max', type: 'u32', mode: 'inclusive', segmented: true },
  input: (settings, n) => Uint32Array.from({ length: n }, (_, i) => ORDERS[settings.order](i, n, settings.seed)),
  steps: [
    { id: 'keys', title: 'Keys', what: 'Each key is a hue. All of them are one segment.' },
    {
      id: 'split',
      title: 'First split',
      what: 'The pivot spreads over its segment; counts of smaller and equal keys before each, and in all, give every key its place.',
      by: 'lab.scan, segmented: inclusive max of u32, exclusive and backward add of pairs',
      run: async (lab, { input: values }, options) => {
        const first = { values, heads: Uint32Array.from(values, (_, i) => Number(i === 0)) };
        const { targets, next } = await places(lab, first, options);
        return { rounds: [first, scattered(first, targets, next)] };
      },
    },
    {
      id: 'rounds',
      title: 'All rounds',
      what: 'Every round splits every segment into three; the keys that equal a pivot are done.',
      by: 'lab.scan, segmented: three scans a round',
      async *run(lab, { found }, options) {
        const rounds = [...found.rounds];
        let last = rounds[rounds.length - 1];
        yield { rounds, sorted: last.values, count: rounds.length - 1 };
        // A round splits a segment at least. Of wrong counts it may split none: the check then names them.
        for (let before = 1; !isSorted(last.values) && segmentsOf(last) > before;) {
          before = segmentsOf(last);
          const { targets, next } = await places(lab, last, options);
          rounds.push((last = scattered(last, targets, next)));
          yield { rounds, sorted: last.values, count: rounds.length - 1 };
        }
      },
    },
  ],
  method: 'typed arrays’ sort, and a recursive quicksort for the rounds',
  reference(input) {
    const rounds = [{ values: input, heads: Uint32Array.from(input, (_, i) => Number(i === 0)) }];
    do {
      const [values, heads] = [new Uint32Array(input.length), new Uint32Array(input.length)];
      const last = rounds[rounds.length - 1];
      const starts = [...last.heads.keys()].filter((i) => last.heads[i]);
      starts.forEach((start, rank) => {
        const segment = Array.from(last.values.subarray(start, starts[rank + 1] ?? input.length));
        const pivot = segment[segment.length >> 1];
        const parts = [segment.filter((key) => key < pivot), segment.filter((key) => key === pivot), segment.filter((key) => key > pivot)];
        values.set(parts.flat(), start);
        let head = start;
        for (const part of parts) {
          if (part.length) heads[head] = 1;
          head += part.length;
        }
      });
      rounds.push({ values, heads });
    } while (!isSorted(rounds[rounds.length - 1].values));
    return { rounds, sorted: Uint32Array.from(input).sort(), count: rounds.length - 1 };
  },
  compare(found, wanted) {
    const problem = firstDifference('sorted', found.sorted, wanted.sorted) ?? difference('rounds', found.count, wanted.count);
    if (problem) return problem;
    for (const [round, { values, heads }] of wanted.rounds.entries()) {
      const other =
        firstDifference(`keys of round ${round}`, found.rounds[round].values, values) ??
        firstDifference(`heads of round ${round}`, found.rounds[round].heads, heads);
      if (other) return other;
    }
    return null;
  },
  describe: ({ n, found }, formats) => `${formats.count(n, 'key')} after ${formats.count(found.count, 'round')} of segmented scans`,
  numbers: ({ input }) => Array.from(input.slice(0, 16), (/** @type {number} */ key) => key >>> 8),
  draw(surface, { n, found }, step) {
    const { context, width, height, theme } = surface;
    const all = found.rounds.length;
    const shown = step === 'keys' ? 1 : step === 'split' ? 2 : all;
    const high = height / all;
    for (let row = 0; row < shown; row++) {
      const { values, heads } = found.rounds[row];
      const box = { x: 0, y: row * high, width, height: high - 1 };
      strip(surface, box, values, (key) => theme.ramp[key >>> 8]);
      context.fillStyle = theme.surface;
      if (width / n >= 2) for (let i = 1; i < n; i++) if (heads[i]) context.fillRect((i * width) / n - 0.5, box.y, 1, box.height);
      if (high >= 16) label(surface, row === 0 ? 'one segment' : `round ${row}`, 10, box.y + high / 2 + 4, { color: theme.text });
    }
  },
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const keys = Uint32Array.of(5, 3, 9, 5, 1, 7, 2, 8);
const heads = Uint32Array.of(1, 0, 0, 0, 1, 0, 0, 0);
const pivots = await lab.scan(keys.map((key, i) => heads[i] * key), { operator: 'max', heads });
const smaller = keys.map((key, i) => Number(key < pivots[i]));
const before = await lab.scan(smaller, { mode: 'exclusive', heads });
const rest = await lab.scan(smaller, { direction: 'backward', heads });
console.log(pivots, before, before.map((count, i) => count + rest[i]));`,
  prints: '[5,5,5,5,1,1,1,1] [0,0,1,1,0,0,0,0] [1,1,1,1,0,0,0,0]',
};
