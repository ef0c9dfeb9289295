/** Rays over a grid. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CELL_PARTS, raysTo } from './rays.ts';

test('rays are segments without a gap, a sample a column or a row, at distances along the ray', () => {
  // From the cell at column 1, row 2 in a grid of 8 × 8: to the left, to itself, along a diagonal, and steeply down.
  const ends = Uint32Array.of(16, 17, 17 + 27, 17 + 33);
  const { rays, samples, ...start } = raysTo(8, { column: 1, row: 2 }, ends);
  assert.deepEqual(start, { side: 8, column: 1, row: 2 });
  assert.equal(samples, 1 + 3 + 4);
  const expected = [
    [0, 1, 16, CELL_PARTS],
    [1, 3, 44, Math.round(CELL_PARTS * Math.SQRT2)],
    [4, 4, 50, Math.round((CELL_PARTS * Math.hypot(1, 4)) / 4)],
  ];
  assert.deepEqual([...rays], expected.flat());
});

test('without another end there is no ray', () => {
  assert.deepEqual(raysTo(3, { column: 0, row: 0 }, Uint32Array.of(0)), {
    side: 3,
    column: 0,
    row: 0,
    rays: new Uint32Array(0),
    samples: 0,
  });
});
