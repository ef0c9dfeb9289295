/** Ways through mazes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { LEFT, RIGHT, wayBack } from './maze.js';

test('a way back along wrong distances ends', () => {
  const maze = { columns: 3, rows: 1, sides: Uint32Array.of(RIGHT, LEFT | RIGHT, LEFT) };
  assert.deepEqual(wayBack(maze, [2, 1, 0], 0), [0, 1, 2]);
  assert.deepEqual(wayBack(maze, [5, 5, 5], 1), [1]);
});
