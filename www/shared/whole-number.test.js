import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole } from './whole-number.ts';

test('a whole number has digits alone, 16 at most, and lies between its bounds', () => {
  for (const text of ['0', '7', '0007', '9', '0000000000000009']) assert.ok(isWhole(text, 0, 9), text);
  for (const text of ['', ' 7', '7 ', '+7', '-1', '1.0', '1e0', '0x7', '10', '٣', '7\n', '00000000000000009', 'x'.repeat(1e6)]) {
    assert.ok(!isWhole(text, 0, 9), text.slice(0, 20));
  }
  assert.ok(!isWhole('3', 4, 9));
});
