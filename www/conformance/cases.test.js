import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCases, bitsOfHeads, countAll, edgeSizes, farSizes, formsOf, headsOf, rowOf, spreadCases } from './cases.ts';

const tileOf = ({ algorithm, tuning }) => (algorithm === 'a0' || tuning?.items ? 256 : 2304);
const AXES = {
  algorithms: Array.from({ length: 20 }, (_, i) => `a${i}`),
  kinds: ['add', 'mul', 'min', 'max'].flatMap((operator) => ['u32', 'i32', 'f32'].map((type) => ({ operator, type }))),
  modes: ['inclusive', 'exclusive'],
  directions: ['forward', 'backward'],
  segments: ['whole', 'heads', 'head-bits', 'rows', 'columns'],
  inPlace: [false, true],
  initial: [false, true],
  sizes: edgeSizes({ subgroup: 4, workgroup: 256, large: 100_003, tileOf }),
  patterns: ['random', 'zeros', 'ones', 'max', 'alternating', 'sorted', 'spikes'],
  far: farSizes({ fast: true, tileOf }),
  farTuning: () => ({ items: 1 }),
};

const values = ({ algorithm, operator, type, mode, direction, segments, inPlace, initial, size, pattern }) => [
  algorithm,
  `${operator} ${type}`,
  mode,
  direction,
  segments,
  `in place ${inPlace}`,
  `initial ${initial}`,
  size,
  pattern,
];

/** All pairs of values of two axes that occur in the cases. */
function pairsOf(cases) {
  const pairs = new Set();
  for (const one of cases) {
    const list = values(one);
    for (let i = 0; i < list.length; i += 1) for (let j = i + 1; j < list.length; j += 1) pairs.add(`${i}:${list[i]} ${j}:${list[j]}`);
  }
  return pairs;
}

function countPairs({ far: _, farTuning: __, ...axes }) {
  const lengths = Object.values(axes).map(({ length }) => length);
  return lengths.flatMap((a, i) => lengths.slice(i + 1).map((b) => a * b)).reduce((sum, product) => sum + product, 0);
}

test('a spread covers every pair of values, in few cases', () => {
  const cases = spreadCases(AXES, () => true);
  assert.equal(pairsOf(cases).size, countPairs(AXES));
  const least = AXES.algorithms.length * AXES.sizes.length;
  assert.ok(cases.length >= least && cases.length < 1.4 * least, `${cases.length} of at least ${least}`);
  assert.deepEqual(
    cases,
    spreadCases(AXES, () => true),
  );
});

test('only cases that can run cover their pairs; a pair that never can has one case', () => {
  const canRun = ({ algorithm, segments, operator }) =>
    !(algorithm === 'a3' && segments === 'heads') && !(algorithm === 'a4' && operator !== 'add');
  const cases = spreadCases(AXES, canRun);
  const never = cases.filter((one) => !canRun(one));
  // These pairs cannot run: a3 with heads, and a4 with nine kinds.
  assert.equal(never.length, 10);
  assert.equal(pairsOf(cases.filter(canRun)).size, countPairs(AXES) - 10);
});

const SMALL = { ...AXES, algorithms: ['a0', 'a1'], sizes: AXES.sizes.slice(0, 3), patterns: ['ones', 'max'] };

test('all cases are distinct', () => {
  const all = [...allCases(SMALL)];
  assert.equal(all.length, countAll(SMALL));
  assert.equal(new Set(all.map((one) => values(one).join())).size, all.length);
  // 2 algorithms, 12 kinds, 40 forms of each kind, 3 sizes and 2 patterns. Then the far sizes. No size is that of an initial value.
  assert.equal(all.length, 2 * 12 * 40 * 3 * 2 + 2 * 5);
});

test('every mode, direction and kind has a form from an initial value, of segments and places in turn, at two sizes', () => {
  const all = [...allCases(AXES)].filter(({ initial }) => initial);
  assert.equal(all.length, 20 * 12 * 4 * 2 * 7);
  assert.deepEqual([...new Set(all.map(({ size }) => size))], ['5', '3 tiles + 2']);
  const forms = formsOf(AXES).filter(({ initial }) => initial);
  const textsOf = (name) => new Set(forms.map((form) => `${form.operator} ${form.type} ${form.mode} ${form.direction} ${form[name]}`));
  assert.equal(textsOf('initial').size, forms.length);
  for (const name of ['segments', 'inPlace']) {
    const met = new Set(forms.map((form) => `${form.operator} ${form[name]}`));
    assert.equal(met.size, 4 * AXES[name].length, name);
  }
});

for (const of of [1, 3, 8, 12]) {
  test(`${of} shards part the full grid; none parts a form`, () => {
    const shards = Array.from({ length: of }, (_, i) => [...allCases(SMALL, { index: i + 1, of })]);
    assert.deepEqual(
      shards.map(({ length }) => length),
      shards.map((_, i) => countAll(SMALL, { index: i + 1, of })),
    );
    const sorted = (cases) => cases.map((one) => values(one).join()).sort();
    assert.deepEqual(sorted(shards.flat()), sorted([...allCases(SMALL)]));
    const forms = shards.map(
      (cases) =>
        new Set(
          cases.map(({ operator, type, mode, direction, segments, inPlace, initial }) =>
            [operator, type, mode, direction, segments, inPlace, initial].join(),
          ),
        ),
    );
    assert.equal(
      new Set(forms.flatMap((some) => [...some])).size,
      forms.reduce((sum, { size }) => sum + size, 0),
    );
    assert.ok(Math.max(...forms.map(({ size }) => size)) - Math.min(...forms.map(({ size }) => size)) <= 1);
  });
}

/** The number of changes of the key from case to case, and the number of different keys. */
function changesOf(cases, keyOf) {
  const keys = cases.map((one) => keyOf(one).join());
  return [keys.filter((one, i) => one !== keys[i - 1]).length, new Set(keys).size];
}

test('cases of one scan are consecutive, and so are those of one size; far ones by their input', () => {
  const farTuning = (algorithm) => (algorithm === 'a1' ? {} : { items: 1 });
  const all = [...allCases({ ...SMALL, algorithms: ['a0', 'a1', 'a2', 'a3'], farTuning })];
  const formOf = ({ operator, type, mode, direction, segments, inPlace, initial }) => [
    operator,
    type,
    mode,
    direction,
    segments,
    inPlace,
    initial,
  ];
  for (const keyOf of [(one) => [...formOf(one), one.size, one.algorithm], (one) => [...formOf(one), one.size]]) {
    const [changes, keys] = changesOf(
      all.filter(({ tuning }) => !tuning),
      keyOf,
    );
    assert.equal(changes, keys);
  }
  const [changes, inputs] = changesOf(
    all.filter(({ tuning }) => tuning),
    (one) => [...formOf(one), one.n],
  );
  assert.equal(changes, inputs);
});

test('far sizes are scanned in small tiles by one form of each algorithm', () => {
  const far = [...allCases(SMALL)].filter(({ tuning }) => tuning);
  assert.deepEqual(
    far.map(({ algorithm, n }) => [algorithm, n]),
    [65_536, 65_537, 65_535 * 256 - 1, 65_535 * 256, 65_535 * 256 + 1].flatMap((n) => [
      ['a0', n],
      ['a1', n],
    ]),
  );
  assert.ok(
    far.every(
      ({ operator, type, mode, direction, segments, inPlace, initial }) =>
        [operator, type, mode, direction, segments, inPlace, initial].join() === 'add,u32,inclusive,forward,whole,false,false',
    ),
  );
  assert.deepEqual(
    farSizes({ fast: false, tileOf }).map(({ of }) => of({ algorithm: 'a1' })),
    [2304 ** 2, 2304 ** 2 + 1],
  );
});

test('sizes are at the boundaries, each once, and depend on the tile', () => {
  const sizes = AXES.sizes.map(({ of }) => of({ algorithm: 'a1' }));
  for (const n of [0, 1, 2, 3, 4, 5, 255, 256, 257, 1001, 2303, 2304, 2305, 6914, 100_003])
    assert.equal(sizes.filter((size) => size === n).length, 1, n);
  assert.equal(AXES.sizes.find(({ name }) => name === 'tile + 1').of({ algorithm: 'a0' }), 257);
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

test('head bits are the same flags, 32 in a word', () => {
  const heads = headsOf(1001, 7);
  const bits = bitsOfHeads(heads);
  assert.equal(bits.length, 32);
  assert.ok(heads.every((head, i) => ((bits[i >>> 5] >>> (i & 31)) & 1) === head));
  assert.equal(bitsOfHeads(new Uint32Array(0)).length, 0);
});

test('rows divide a length into two or more, and are as long as possible up to 1000 elements', () => {
  assert.deepEqual([0, 1, 4, 5, 256, 1000, 1001, 4099, 2304, 100_000].map(rowOf), [0, 1, 2, 1, 128, 500, 143, 1, 768, 1000]);
});
