/** Lines of letters in view. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { drawLetters, linesInView } from './letters.ts';

test('lines from one on are as many and as long as a box has room for', () => {
  const text = 'first\n\nthird is long\nlast';
  assert.deepEqual(linesInView(text, 0, { width: 500, height: 100 }), [
    [0, 5],
    [6, 6],
    [7, 20],
    [21, 25],
  ]);
  assert.deepEqual(linesInView(text, 6, { width: 20, height: 57 }), [
    [6, 6],
    [7, 11],
  ]);
  // A line feed at the end begins no line. A box without room still shows one line.
  assert.deepEqual(linesInView('a\n', 0, { width: 500, height: 100 }), [[0, 1]]);
  assert.deepEqual(linesInView('a\nb', 0, { width: 0, height: 0 }), [[0, 1]]);
});

test('each letter is in the middle of its cell, in its colour and of one rank in a frame, and those beyond the box are left out', () => {
  const drawn = [];
  const fillText = (...letter) => drawn.push([context.fillStyle, ...letter]);
  const [nothing, measureText] = [() => {}, () => ({ width: 9.5 })];
  const lines = [
    { text: 'ab', ranks: [1, 0], indent: 1 },
    { text: 'cdef', ranks: [0, 0, 0, 0] },
  ];
  const fillRect = (...box) => drawn.push([context.fillStyle, ...box]);
  const context = { save: nothing, beginPath: nothing, rect: nothing, clip: nothing, restore: nothing, measureText, fillText, fillRect };
  const surface = /** @type {any} */ ({ context });
  drawLetters(surface, { x: 10, y: 0, width: 25, height: 40 }, lines, ['red', 'blue'], { lineHeight: 20, framed: 1 });
  assert.deepEqual(drawn, [
    ['blue', 'a', 30.75, 20],
    ['blue', 26, 8, 10, 1],
    ['blue', 26, 23, 10, 1],
    ['blue', 26, 8, 1, 16],
    ['blue', 35, 8, 1, 16],
    ['red', 'c', 14.75, 40],
    ['red', 'd', 24.25, 40],
    ['red', 'e', 33.75, 40],
  ]);
});
