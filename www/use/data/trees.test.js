import assert from 'node:assert/strict';
import test from 'node:test';
import { nodeNear } from '../drawing/layered-tree.ts';
import { drawnTree, grafted, nodeAbove } from './trees.ts';

for (const shape of ['bushy', 'binary', 'deep', 'custom'])
  test(`the walk around a ${shape} tree comes down to each node after its parent, and goes up from it before`, () => {
    const { parents, signs, downs, ups, depths, deepest } = drawnTree(200, shape, 3, '((()())(()(()()))())');
    assert.equal(signs.length, 2 * parents.length);
    let height = 0;
    const heights = signs.map((sign) => (height += sign));
    assert.equal(height, 0);
    for (let node = 0; node < parents.length; node++) {
      assert.deepEqual([signs[downs[node]], signs[ups[node]]], [1, -1]);
      assert.deepEqual([heights[downs[node]], heights[ups[node]]], [depths[node] + 1, depths[node]]);
      if (node > 0) assert.ok(downs[parents[node]] < downs[node] && ups[node] < ups[parents[node]]);
    }
    assert.equal(Math.max(...depths), deepest);
  });

test('a twig hangs on the node that it is grafted on', () => {
  const { parents, twig } = grafted(drawnTree(50, 'bushy', 1, ''), 7, 5);
  assert.deepEqual([parents.length, twig, ...parents.subarray(50)], [55, 5, 7, 7, 7, 50, 50]);
});

test('a node is found by its rank in pre-order, or one above it', () => {
  // The root has a leaf, and a node with a leaf.
  const tree = drawnTree(1, 'custom', 1, '(()(()))');
  assert.deepEqual(
    [0, 1, 2, 3.9].map((rank) => nodeAbove(tree, rank, 2.9)),
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    [2.5, 1, 0].map((depth) => nodeAbove(tree, 3, depth)),
    [3, 2, 0],
  );
});

test('a node of a picture is found by its place', () => {
  const tree = drawnTree(1, 'custom', 1, '(()(()))');
  assert.deepEqual(
    [
      [0.5, 0.1],
      [0.25, 0.5],
      [0.7, 0.5],
      [0.7, 0.9],
    ].map(([x, y]) => nodeNear(tree, x, y)),
    [0, 1, 2, 3],
  );
});
