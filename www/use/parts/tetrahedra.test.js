/** Cases of a cell that a surface cuts by tetrahedra. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CORNERS, EDGES, PARTS, partOf } from './tetrahedra.ts';

/** The number of triangles at each side in a case. A side is named by the two edges of the cell at its ends. */
const sidesOf = (edges) => {
  const counts = new Map();
  for (let first = 0; first < edges.length; first += 3) {
    const names = edges.slice(first, first + 3).map((edge) => [...edge].sort().join('-'));
    for (const [i, name] of names.entries()) {
      const side = [name, names[(i + 1) % 3]].sort().join(' ');
      counts.set(side, (counts.get(side) ?? 0) + 1);
    }
  }
  return counts;
};

/** Whether all these corners lie on one face of the cell. */
const sharesFace = (corners) => [0, 1, 2].some((axis) => corners.every((corner) => CORNERS[corner][axis] === CORNERS[corners[0]][axis]));

test('triangles have their vertices on edges from a corner inside to one outside', () => {
  for (const [bits, edges] of EDGES.entries()) {
    assert.equal(edges.length % 3, 0);
    assert.ok(edges.every(([inner, outer]) => bits & (1 << inner) && !(bits & (1 << outer))));
  }
  assert.deepEqual([EDGES[0], EDGES[255]], [[], []]);
  assert.equal(Math.max(...EDGES.map(({ length }) => length / 3)), 12);
});

test('the surface of a cell is closed but for its faces, where that of the next cell goes on', () => {
  for (const edges of EDGES)
    for (const [side, count] of sidesOf(edges)) {
      const corners = side.split(/[- ]/).map(Number);
      assert.equal(count, sharesFace(corners) ? 1 : 2, side);
    }
});

test('an edge is cut where the field between its corners is 0', () => {
  assert.equal(partOf(0, -1), 0);
  assert.equal(partOf(1, -1), PARTS / 2);
  assert.equal(partOf(300, -100), 0.75 * PARTS);
  // Large words must not overflow.
  assert.equal(partOf(2 ** 30, -(2 ** 30)), PARTS / 2);
});
