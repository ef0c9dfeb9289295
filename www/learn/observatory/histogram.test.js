import assert from 'node:assert/strict';
import test from 'node:test';
import { binsOf, powerBins } from './histogram.ts';

test('bins are single values first, then double, and end with the last count', () => {
  const counts = Array(128).fill(0);
  counts[1] = 5;
  counts[9] = 2;
  counts[15] = 1;
  counts[127] = 3;
  const bins = binsOf(counts);
  assert.deepEqual(
    bins.filter(({ count }) => count),
    [
      { from: 1, to: 1, count: 5 },
      { from: 8, to: 15, count: 3 },
      { from: 64, to: 127, count: 3 },
    ],
  );
  assert.equal(
    bins.reduce((sum, { count }) => sum + count, 0),
    11,
  );
  assert.deepEqual(binsOf([0, 0, 4, 0]).at(-1), { from: 2, to: 2, count: 4 });
});

test('bins of bit lengths are powers of two', () => {
  assert.deepEqual(powerBins([1, 2, 0, 4, 0]), [
    { from: 0, to: 0, count: 1 },
    { from: 1, to: 1, count: 2 },
    { from: 2, to: 3, count: 0 },
    { from: 4, to: 7, count: 4 },
  ]);
});
