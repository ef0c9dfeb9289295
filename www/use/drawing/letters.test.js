/** Lines of letters in view. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { drawLetters, linesInView } from './letters.js';

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
  // The feed at the end begins no line, and there is one where there is no room.
  assert.deepEqual(linesInView('a\n', 0, { width: 500, height: 100 }), [[0, 1]]);
  assert.deepEqual(linesInView('a\nb', 0, { width: 0, height: 0 }), [[0, 1]]);
});

test('each letter is in the middle of its cell, in its colour and of one rank in a frame, and those beyond the box are left out', () => {
  const drawn = [];
  const fillText = (...letter) => drawn.push([context.fillStyle, ...letter]);
  const [nothing, measureText] = [() => {}, () => ({ width: 10 })];
  const lines = [
    { text: 'ab', ranks: [1, 0], indent: 1 },
    { text: 'cdef', ranks: [0, 0, 0, 0] },
  ];
  const strokeRect = (...box) => drawn.push([context.strokeStyle, ...box]);
  const context = { save: nothing, beginPath: nothing, rect: nothing, clip: nothing, restore: nothing, measureText, fillText, strokeRect };
  const surface = /** @type {any} */ ({ context });
  drawLetters(surface, { x: 10, y: 0, width: 25, height: 40 }, lines, ['red', 'blue'], { lineHeight: 20, framed: 1 });
  assert.deepEqual(drawn, [
    ['blue', 'a', 31, 20],
    ['blue', 25.5, 8, 11, 16],
    ['red', 'c', 15, 40],
    ['red', 'd', 25, 40],
    ['red', 'e', 35, 40],
  ]);
});
