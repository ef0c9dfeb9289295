import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from '../shared/points.fakes.mjs';
import { bracketCrossovers } from './crossover-brackets.js';

const SIZES = [10, 12, 14, 16, 18, 20].map((exponent) => 2 ** exponent);

/** Points of scans given by their times, known to a share of them. */
function run(scans, { error = 0.01, sizes = SIZES } = {}) {
  return Object.entries(scans).flatMap(([id, time]) =>
    sizes.map((n) => timed(id, n, time(n), { interval_ns: [time(n) / (1 + error), time(n) * (1 + error)] })),
  );
}

test('two scans cross between the measured sizes on either side', () => {
  // 1000 = n / 5 at 5,000.
  const [only, ...others] = bracketCrossovers(run({ a: () => 1000, b: (n) => n / 5 }), ['a', 'b']);
  assert.equal(others.length, 0);
  assert.deepEqual([only.faster, only.slower, only.between, only.leads], ['a', 'b', [2 ** 12, 2 ** 14], true]);
  // 1024 / 5 on one side, 2^20 / 5000 on the other: the smaller ratio is of the first.
  assert.ok(Math.abs(only.gain - 1000 / (1024 / 5)) < 1e-9);
});

test('too wide intervals leave everything open', () => {
  assert.equal(bracketCrossovers(run({ a: () => 1000, b: (n) => n / 5 }, { error: 500 }), ['a', 'b']).length, 0);
});

test('sizes at which the two cannot be told apart lie between', () => {
  // They agree within their error at 2^14.
  const [only] = bracketCrossovers(run({ a: (n) => Math.sqrt(n), b: (n) => Math.sqrt(n) * (n / 16_000) ** 0.1 }, { error: 0.02 }), [
    'a',
    'b',
  ]);
  assert.deepEqual(only.between, [2 ** 12, 2 ** 16]);
});

test('scans that cross twice are told twice; those that never cross, not at all', () => {
  const dent = (n) => (n === 2 ** 14 ? 500 : 2000);
  const found = bracketCrossovers(run({ a: () => 1000, b: dent, c: () => 5000 }), ['a', 'b', 'c']);
  assert.deepEqual(
    found.map(({ faster, slower }) => `${faster}${slower}`),
    ['ba', 'ab'],
  );
});

test('those that change the lead come first, then those that differ most; automatic comes last', () => {
  const scans = { auto: () => 1000, a: () => 1000, b: (n) => n / 5, c: (n) => 2e4 + n / 1e3, d: (n) => 7e4 - n / 20 };
  const found = bracketCrossovers(run(scans, { error: 0.001 }), Object.keys(scans));
  assert.deepEqual([found[0].faster, found[0].slower, found[0].leads], ['a', 'b', true]);
  assert.ok(found.slice(1, -1).every(({ leads }) => !leads));
  assert.ok(found.slice(1, -2).every(({ gain }, i) => gain >= found[i + 2].gain));
  assert.deepEqual([found.at(-1).faster, found.at(-1).slower], ['auto', 'b']);
});

test('points without a time, and scans without points, are passed over', () => {
  const points = run({ a: () => 1000, b: (n) => n / 5 }).map((point) => (point.n === 2 ** 12 ? { ...point, verified: false } : point));
  assert.deepEqual(bracketCrossovers(points, ['a', 'b', 'none'])[0].between, [2 ** 10, 2 ** 14]);
  assert.deepEqual(bracketCrossovers([], ['a', 'b']), []);
});
