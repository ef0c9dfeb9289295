import assert from 'node:assert/strict';
import test from 'node:test';
import { elementText, runsText, valueText, wordText } from './words.ts';

const bits = (float) => new Uint32Array(Float32Array.of(float).buffer)[0];

test('words are shown by their type, and unwritten ones as dots', () => {
  assert.equal(wordText(0xdeadbeef), '·');
  assert.equal(wordText(0xffffffff), '−1');
  assert.equal(wordText(0xffffffff, 'u32'), '4294967295');
  assert.equal(wordText(bits(-1.5), 'f32'), '−1.5');
  // A count or a flag beside floats.
  assert.equal(wordText(3, 'f32'), '3');
  assert.equal(elementText([bits(-1), bits(5)], 'f32'), '(−1, 5)');
  assert.equal(valueText([bits(2), bits(3)], 'vec2<f32>'), '(2, 3)');
  assert.equal(valueText([1], 'bool'), 'true');
});

test('numbers are shown as runs', () => {
  assert.equal(runsText([0, 1, 2, 5, 7, 8]), '0–2, 5, 7–8');
});
