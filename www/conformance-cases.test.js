import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCases, countAll, edgeSizes, headsOf, spreadCases } from './conformance-cases.js';

const AXES = {
  algorithms: Array.from({ length: 20 }, (_, i) => `a${i}`),
  kinds: ['add', 'mul', 'min', 'max'].flatMap((operator) => ['u32', 'i32', 'f32'].map((type) => ({ operator, type }))),
  modes: ['inclusive', 'exclusive'],
  directions: ['forward', 'backward'],
  segmented: [false, true],
  places: [false, true],
  sizes: edgeSizes({ subgroup: 4, workgroup: 256, large: 100_003, tileOf: (algorithm) => (algorithm === 'a0' ? 256 : 2304) }),
  patterns: ['random', 'zeros', 'ones', 'max', 'alternating', 'sorted', 'spikes'],
};

const values = ({ algorithm, operator, type, mode, direction, segmented, inPlace, size, pattern }) =>
  [algorithm, `${operator} ${type}`, mode, direction, String(segmented), `in place ${inPlace}`, size, pattern];

/** Every pair of values that cases hold, by axis. */
function pairsOf(cases) {
  const pairs = new Set();
  for (const one of cases) {
    const list = values(one);
    for (let i = 0; i < list.length; i += 1) for (let j = i + 1; j < list.length; j += 1) pairs.add(`${i}:${list[i]} ${j}:${list[j]}`);
  }
  return pairs;
}

function countPairs(axes) {
  const lengths = Object.values(axes).map(({ length }) => length);
  return lengths.flatMap((a, i) => lengths.slice(i + 1).map((b) => a * b)).reduce((sum, product) => sum + product, 0);
}

test('a spread touches every pair of values, in few cases', () => {
  const cases = spreadCases(AXES, () => true);
  assert.equal(pairsOf(cases).size, countPairs(AXES));
  const least = AXES.algorithms.length * AXES.sizes.length;
  assert.ok(cases.length >= least && cases.length < 1.4 * least, `${cases.length} of at least ${least}`);
  assert.deepEqual(cases, spreadCases(AXES, () => true));
});

test('only what can run counts as touched; what never can is there once', () => {
  const canRun = ({ algorithm, segmented, operator }) => !(algorithm === 'a3' && segmented) && !(algorithm === 'a4' && operator !== 'add');
  const cases = spreadCases(AXES, canRun);
  const never = cases.filter((one) => !canRun(one));
  // a3 on segments, and a4 on nine kinds.
  assert.equal(never.length, 10);
  assert.equal(pairsOf(cases.filter(canRun)).size, countPairs(AXES) - 10);
});

test('all cases are each other’s only ones', () => {
  const axes = { ...AXES, algorithms: ['a0', 'a1'], sizes: AXES.sizes.slice(0, 3), patterns: ['ones'] };
  const all = [...allCases(axes)];
  assert.equal(all.length, countAll(axes));
  assert.equal(new Set(all.map((one) => values(one).join())).size, all.length);
});

test('sizes are at the edges, each once, and follow the tile', () => {
  const sizes = AXES.sizes.map(({ of }) => of('a1'));
  for (const n of [0, 1, 2, 3, 4, 5, 255, 256, 257, 1001, 2303, 2304, 2305, 6914, 100_003]) assert.equal(sizes.filter((size) => size === n).length, 1, n);
  assert.equal(AXES.sizes.find(({ name }) => name === 'tile + 1').of('a0'), 257);
});

test('heads are flags, repeatable, of segments short and long', () => {
  const heads = headsOf(100_000, 7);
  assert.deepEqual(heads, headsOf(100_000, 7));
  assert.ok(heads.every((flag) => flag <= 1));
  const starts = [...heads.keys()].filter((i) => heads[i]);
  const lengths = starts.slice(1).map((start, i) => start - starts[i]);
  assert.ok(Math.min(...lengths) === 1 && Math.max(...lengths) > 1000, `${Math.min(...lengths)} to ${Math.max(...lengths)}`);
  assert.equal(headsOf(0, 1).length, 0);
});
