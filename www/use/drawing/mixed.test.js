/** Colours over each other. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { mixed } from './mixed.ts';

test('a colour over another covers all, nothing or a part of it, and nothing is transparent', () => {
  const [under, over] = [0xff0000ff, 0x00ff00fe];
  assert.deepEqual([mixed(under, over, 0), mixed(under, over, 255)], [under, 0xffff00fe]);
  // For blue, half of 255 is rounded up.
  assert.equal(mixed(0xff000000, 0xffff0000, 128), 0xff800000);
});
