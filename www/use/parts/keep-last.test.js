import assert from 'node:assert/strict';
import test from 'node:test';
import { keepLast } from './keep-last.ts';

test('a result is made again where an argument has changed, and there alone', () => {
  let calls = 0;
  const sum = keepLast((a, b) => {
    calls++;
    return a + b;
  });
  assert.deepEqual([sum(1, 2), sum(1, 2), calls], [3, 3, 1]);
  assert.deepEqual([sum(2, 2), sum(2, 3), sum(2, 3), calls], [4, 5, 5, 3]);
  assert.deepEqual([sum(1, 2), calls], [3, 4]);
});

test('a failure is no result', () => {
  const values = [1];
  const first = keepLast(() => {
    if (!values.length) throw new Error('none');
    return values.pop();
  });
  assert.equal(first('a'), 1);
  assert.throws(() => first('b'), /none/);
  assert.equal(first('a'), 1);
});
