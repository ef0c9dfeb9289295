import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from './verify-operation.ts';

test('offsets are counted at their elements, in parts that have none too', () => {
  const given = Uint32Array.of(0, 3, 3, 17);
  const counts = countsOf((start, words) => words.set(given.subarray(start, start + words.length)), given.length);
  const parts = [0, 8, 16, 24].map((start) => {
    const part = new Uint32Array(8).fill(9);
    counts(start, part);
    return [...part];
  });
  const none = new Array(8).fill(0);
  assert.deepEqual(parts, [[1, 0, 0, 2, 0, 0, 0, 0], none, [0, 1, 0, 0, 0, 0, 0, 0], none]);
});
