import assert from 'node:assert/strict';
import test from 'node:test';
import { boxAround, cellAt } from './grids.ts';

const GRID = { columns: 8, rows: 5 };

test('places of a picture are in its cells, its edges too', () => {
  const at = (x, y) => cellAt(GRID, { x, y });
  assert.deepEqual([at(0, 0), at(0.99, 0), at(0, 0.2), at(0.5, 0.5), at(1, 1)], [0, 7, 8, 20, 39]);
  assert.equal(cellAt({ columns: 1, rows: 1 }, { x: 1, y: 1 }), 0);
});

test('boxes end at the edges of their grid', () => {
  assert.deepEqual(boxAround(GRID, [4, 2], 0), [3, 4, 1, 2]);
  assert.deepEqual(boxAround(GRID, [4, 2], 1), [2, 5, 0, 3]);
  assert.deepEqual(boxAround(GRID, [0, 4], 2), [-1, 2, 1, 4]);
  assert.deepEqual(boxAround(GRID, [7, 0], 100), [-1, 7, -1, 4]);
});
