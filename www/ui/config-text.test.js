import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAlgorithms,
  formatQuery,
  formatRange,
  formatSizes,
  parametersOf,
  parseAlgorithms,
  parseQuery,
  parseSizesText,
  tooLong,
} from './config-text.js';
import { parseSizes, rangeSizes } from '../shared/sizes.js';

const KNOWN = [
  { id: 'hybrid', tuning: [{ name: 'reduce_steps', title: '', min: 0, max: 32, default: 8 }] },
  {
    id: 'look-back-fallback',
    tuning: [
      { name: 'items', title: '', min: 0, max: 32, default: 0 },
      { name: 'max_spins', title: '', min: 0, max: 1024, default: 4 },
    ],
  },
  { id: 'sklansky', tuning: [] },
  { id: 'javascript', tuning: [] },
];

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomConfig(next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const chosen = KNOWN.filter(() => next() < 0.6);
  const algorithms = (chosen.length ? chosen : [pick(KNOWN)]).map(({ id }) => id);
  const tuning = {};
  for (const { id, tuning: parameters } of KNOWN.filter(({ id }) => algorithms.includes(id))) {
    tuning[id] = Object.fromEntries(
      parameters.filter(() => next() < 0.5).map(({ name, min, max }) => [name, min + Math.floor(next() * (max - min + 1))]),
    );
  }
  const first = Math.floor(next() * 20);
  const size = () => pick([Math.floor(next() * 2 ** 33), 2 ** Math.floor(next() * 31), Math.floor(next() * 10)]);
  const sizes =
    next() < 0.3
      ? Array.from({ length: 1 + Math.floor(next() * 12) }, (_, i) => 2 ** (first + i))
      : Array.from({ length: 1 + Math.floor(next() * 200) }, size);
  return {
    algorithms,
    tuning,
    sizes: [...new Set(sizes)].sort((a, b) => a - b),
    operator: pick(['add', 'max', 'affine']),
    type: pick(['u32', 'i32', 'f32']),
    mode: pick(['inclusive', 'exclusive']),
    pattern: pick(['random', 'zeros', 'alternating-signs']),
    seed: Math.floor(next() * 2 ** 32),
  };
}

function sizesOf(text) {
  const { choice, problems } = parseSizesText(text);
  assert.deepEqual(problems, [], text);
  return 'range' in choice ? rangeSizes(choice.range).sizes : parseSizes(choice.list).sizes;
}

test('a thousand random configurations come back from their addresses as they were', () => {
  const next = random(1);
  for (let i = 0; i < 1000; i += 1) {
    const config = randomConfig(next);
    const query = formatQuery(parametersOf(config, { metric: 'share' }));
    const { values, run, problems } = parseQuery(`?${query}`);
    assert.deepEqual({ run, problems }, { run: false, problems: [] }, query);
    const { entries, problems: unread } = parseAlgorithms(values.get('algorithms'), KNOWN);
    assert.deepEqual(unread, []);
    const back = {
      algorithms: entries.map(({ id }) => id),
      tuning: Object.fromEntries(entries.map(({ id, tuning }) => [id, tuning])),
      sizes: sizesOf(values.get('sizes')),
      ...Object.fromEntries(['operator', 'type', 'mode', 'pattern'].map((name) => [name, values.get(name)])),
      seed: Number(values.get('seed')),
    };
    assert.deepEqual(back, config, query);
    assert.equal(values.get('metric'), 'share');
    // As browsers hold an address, and as a form would write it.
    for (const other of [new URL(`?${query}`, 'http://localhost/').search, `?${query.replace(/[,:^]/g, encodeURIComponent)}`]) {
      assert.deepEqual([...parseQuery(other).values], [...values], other);
    }
  }
});

test('an address is readable', () => {
  const config = {
    algorithms: ['hybrid', 'sklansky'],
    tuning: { hybrid: { reduce_steps: 9 } },
    sizes: Array.from({ length: 15 }, (_, i) => 2 ** (10 + i)),
    operator: 'add',
    type: 'u32',
    mode: 'exclusive',
    pattern: 'random',
    seed: 7,
  };
  assert.equal(
    formatQuery(parametersOf(config, { metric: 'elements' })),
    'v=1&algorithms=hybrid:reduce_steps=9,sklansky&sizes=2^10..2^24&operator=add&type=u32&mode=exclusive&pattern=random&seed=7&metric=elements',
  );
  assert.match(formatQuery(parametersOf({ ...config, transfers: true })), /&seed=7&transfers=1$/);
  assert.equal(parseQuery('?transfers=1').values.get('transfers'), '1');
  assert.equal(formatSizes([0, 1, 1000, 1024, 1025]), '0,1,1000,2^10,1025');
  assert.equal(formatSizes([1, 2]), '1,2');
  assert.equal(formatSizes([1, 2, 4]), '1..4');
  assert.equal(formatSizes([0, 0, 0]), '0,0,0');
  assert.equal(
    formatAlgorithms(['look-back-fallback'], { 'look-back-fallback': { items: 8, max_spins: 2 } }),
    'look-back-fallback:items=8:max_spins=2',
  );
});

test('ranges keep their form', () => {
  const next = random(2);
  for (let i = 0; i < 500; i += 1) {
    const low = 1 + Math.floor(next() * 2 ** 20);
    const range = {
      from: String(low),
      to: next() < 0.5 ? '2^24+7' : String(low + Math.floor(next() * 1e6)),
      steps: String(1 + Math.floor(next() * 200)),
      spacing: next() < 0.5 ? 'log' : 'powers',
    };
    const { sizes } = rangeSizes(range);
    if (!sizes.length) continue;
    const { values } = parseQuery(`?${formatQuery({ sizes: formatRange(range) })}`);
    assert.deepEqual(sizesOf(values.get('sizes')), sizes, formatRange(range));
  }
  assert.equal(formatRange({ from: ' 2^10', to: '2^20 ', steps: '11', spacing: 'powers' }), '2^10..2^20');
  assert.equal(formatRange({ from: '2^10', to: '2^20', steps: '5', spacing: 'powers' }), '2^10..2^20:steps=5');
  assert.equal(formatRange({ from: '1000', to: '1e6', steps: '20', spacing: 'log' }), '1000..1e6:steps=20:spacing=log');
  assert.deepEqual(sizesOf('1000..1e6:spacing=log').length, 11);
});

test('a range inside a list is written out', () => {
  assert.deepEqual(sizesOf('100, 2^10..2^12, 7'), [7, 100, 1024, 2048, 4096]);
  assert.deepEqual(sizesOf('2^10..2^11 2^10..2^11'), [1024, 2048]);
});

test('what is wrong is named, and the rest holds', () => {
  const { entries, problems } = parseAlgorithms(
    'hybrid:reduce_steps=99:x=1, bogo:y=2;sklansky:z=1 look-back-fallback:items=:max_spins=3',
    KNOWN,
  );
  assert.deepEqual(entries, [
    { id: 'hybrid', tuning: {} },
    { id: 'sklansky', tuning: {} },
    { id: 'look-back-fallback', tuning: { max_spins: 3 } },
  ]);
  assert.deepEqual(problems, [
    'reduce_steps of hybrid must be a whole number from 0 to 32; it is “99”',
    '“x” is not a parameter of hybrid, which has reduce_steps',
    '“bogo” is not one of hybrid, look-back-fallback, sklansky, javascript',
    '“z” is not a parameter of sklansky, which has none',
    'items of look-back-fallback must be a whole number from 0 to 32; it is “”',
  ]);
  assert.deepEqual(parseAlgorithms(' , ', KNOWN).problems, ['no algorithm is named']);
  for (const id of ['toString', '__proto__', 'constructor']) assert.equal(parseAlgorithms(id, KNOWN).entries.length, 0);
});

test('bad sizes are named, and the others hold', () => {
  const read = (text) => {
    const { choice, problems } = parseSizesText(text);
    return [choice && ('list' in choice ? choice.list : choice.range), problems.length];
  };
  assert.deepEqual(read('8, lots, 2^20'), ['8, 2^20', 1]);
  assert.deepEqual(read('2^10..2^8'), [null, 1]);
  assert.deepEqual(read('..'), [null, 2]);
  assert.deepEqual(read('1..2..3'), [null, 1]);
  assert.deepEqual(read('2^10..2^12:steps=0'), [null, 1]);
  assert.deepEqual(read('2^10..2^12:steps=1e9'), [null, 1]);
  assert.deepEqual(read('2^10..2^12:colour=red'), [{ from: '2^10', to: '2^12', steps: '3', spacing: 'powers' }, 1]);
  assert.deepEqual(read('2^10..2^12:spacing=sideways'), [{ from: '2^10', to: '2^12', steps: '3', spacing: 'powers' }, 1]);
  assert.deepEqual(read('2^10..2^12, 5..x'), ['2^10, 2^11, 2^12', 1]);
  assert.deepEqual(read(''), [null, 1]);
  const [list, count] = read(Array.from({ length: 300 }, (_, i) => i).join(','));
  assert.deepEqual([list.split(', ').length, count], [200, 1]);
});

test('an address that is not ours, or of another version, is told', () => {
  assert.deepEqual(parseQuery(''), { values: new Map(), run: false, problems: [] });
  assert.deepEqual(parseQuery('?page_id=12&utm_source=x'), { values: new Map(), run: false, problems: [] });
  assert.deepEqual([...parseQuery('?sizes=2^20+3').values], [['sizes', '2^20+3']]);
  assert.equal(parseQuery('?run=1').run, true);
  const problems = (search) => parseQuery(search).problems.join(' ');
  assert.match(problems('?v=2&sizes=10&run=1'), /^v: this page reads version 1 .* version “2”\. All of them were left out\.$/);
  assert.deepEqual([...parseQuery('?v=2&sizes=10&run=1').values], []);
  assert.match(problems('?v=&sizes=10'), /version “”/);
  assert.match(problems('?run=yes'), /^run: “yes” is not one of 0, 1\.$/);
  assert.match(problems('?mode=a&mode=b'), /^mode: it is given more than once; the first counts\.$/);
  assert.match(problems('?seed=%zz'), /^seed: “%zz” has a % that is not/);
  assert.match(problems('?v=1&algoritms=a&page=3'), /^algoritms: this is not a setting; “algorithms” is one\.$/);
  assert.match(problems('?v=1&Sizes=3'), /“sizes” is one/);
  assert.match(problems(`?sizes=${'1,'.repeat(10_000)}`), /at most 16000 characters of settings are read; there are 20007/);
  assert.match(tooLong('sizes', '1'.repeat(4001)), /at most 4000 characters are read; there are 4001/);
});

test('texts made to be slow to read are read and refused', () => {
  for (const text of [
    '1'.repeat(3999) + 'x',
    '1_'.repeat(1999) + 'x',
    '..'.repeat(1999),
    '2^10..2^20:,'.repeat(330),
    ':'.repeat(3999),
    '1..2:steps=2000,'.repeat(240),
    '0'.repeat(3999),
  ]) {
    assert.ok(parseSizesText(text).problems.length, text.slice(0, 20));
    assert.ok(parseAlgorithms(text, KNOWN).problems.length, text.slice(0, 20));
  }
});
