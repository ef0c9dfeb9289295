import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleOf, xAxis } from './axes.ts';
import { wrapped } from './tip.ts';

test('a scale maps its domain to its range, also in the other direction and on logarithms', () => {
  const linear = scaleOf([0, 10], [100, 0]);
  assert.deepEqual([0, 5, 10].map(linear), [100, 50, 0]);
  const log = scaleOf([2 ** 10, 2 ** 20], [58, 158], Math.log2);
  assert.deepEqual(
    [2 ** 10, 2 ** 15, 2 ** 20].map((n) => Math.round(log(n))),
    [58, 108, 158],
  );
  assert.ok(Number.isNaN(log(NaN)));
});

test('ticks of sizes keep their distance, and a single size has an axis', () => {
  const { domain, ticks } = xAxis({ sizes: [1000, 1010, 1_000_000], width: 640 });
  assert.deepEqual({ domain, ticks }, { domain: [1000, 1_000_000], ticks: [1000, 1_000_000] });
  assert.deepEqual(xAxis({ sizes: [64], width: 640 }).domain, [32, 128]);
});

test('words of a tip are broken between words, and long words are not', () => {
  assert.deepEqual(wrapped('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrapped('decoupled-look-back, 2^20', 8), ['decoupled-look-back,', '2^20']);
  assert.deepEqual(wrapped('', 8), ['']);
});
