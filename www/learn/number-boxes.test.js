import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxProblem } from './number-boxes.ts';

test('a box takes whole numbers of two digits', () => {
  for (const text of ['0', '-0', '99', '-99', '07']) assert.equal(boxProblem(text), null, text);
  for (const text of ['', '100', '-100', '1.5', '1e1', '0x1', 'x', '--1', '1 2']) {
    assert.equal(boxProblem(text), `A whole number from −99 to 99 is required; found “${text}”.`);
  }
});
