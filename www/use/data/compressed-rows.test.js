import assert from 'node:assert/strict';
import test from 'node:test';
import { compressedRows, headsOf } from './compressed-rows.ts';

test('entries are in the order of their rows, and within one in that in which they were given', () => {
  const matrix = compressedRows(4, Uint32Array.of(3, 0, 3, 1, 0), Uint32Array.of(2, 1, 0, 3, 1));
  assert.deepEqual([...matrix.rows], [0, 2, 3, 3, 5]);
  assert.deepEqual([...matrix.columns], [1, 1, 3, 2, 0]);
  assert.deepEqual([...matrix.targets], [0, 0, 1, 3, 3]);
  assert.deepEqual([...headsOf(matrix)], [1, 0, 1, 1, 0]);
});

test('a matrix may have no entries', () => {
  const matrix = compressedRows(2, new Uint32Array(), new Uint32Array());
  assert.deepEqual([...matrix.rows], [0, 0, 0]);
  assert.equal(headsOf(matrix).length, 0);
});
