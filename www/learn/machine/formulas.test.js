import assert from 'node:assert/strict';
import test from 'node:test';
import { STATEMENTS } from './formulas.ts';

test('the statements give what they give by hand, and order as in the paper', () => {
  const of = (id) => STATEMENTS.find((one) => one.id === id).time({ n: 1024, p: 64, w: 32, l: 8, k: 256 });
  // 1024/32 + 1024·8/64 + 8·10 = 240, and 128 is the largest term.
  assert.deepEqual(['sum', 'optimal', 'least'].map(of), [240, 240, 128]);
  // 1024·10/32 + 1024·8·10/64 + 8·10 = 1680
  assert.equal(of('naive'), 1680);
  // As for `sum`, with 1024·8·8/256 in place of 8·10
  assert.equal(of('groups'), 416);
  assert.equal(STATEMENTS.find(({ id }) => id === 'sum').formula, 'n/w + nl/p + l log n');
});
