import assert from 'node:assert/strict';
import test from 'node:test';
import { STATEMENTS, contiguousTime, strideTime, sumTime } from './formulas.ts';

test('contiguous access takes (n/p)(p/w + l − 1) units, with fewer numbers than threads n/w + l − 1', () => {
  assert.equal(contiguousTime({ n: 1024, p: 64, w: 32, l: 8 }), 16 * (2 + 7));
  assert.equal(contiguousTime({ n: 8, p: 64, w: 32, l: 8 }), 1 + 7);
});

test('a stride of 1 is contiguous, one of w meets one bank, and one of 0 is a broadcast', () => {
  const machine = { n: 64, p: 32, w: 8, l: 3 };
  for (const isStorage of [false, true]) {
    assert.equal(strideTime({ ...machine, s: 1 }, isStorage), contiguousTime(machine));
    assert.equal(strideTime({ ...machine, s: 0 }, isStorage), contiguousTime(machine));
    assert.equal(strideTime({ ...machine, s: 8 }, isStorage), 2 * (4 * 8 + 2));
  }
  // Odd strides have no conflicts on the DMM, but leave the address groups of the UMM.
  assert.equal(strideTime({ ...machine, s: 3 }, false), contiguousTime(machine));
  assert.equal(strideTime({ ...machine, s: 3 }, true), 2 * (4 * 3 + 2));
});

test('the sum is three accesses a step, within a constant of Lemma 2 and of Theorem 1', () => {
  const machine = { n: 4, p: 2, w: 2, l: 3, k: 4 };
  assert.equal(sumTime(machine), 3 * (1 + 2) + 3 * (1 + 2));
  const of = (id) => STATEMENTS.find((one) => one.id === id).time({ n: 1024, p: 64, w: 32, l: 8, k: 256 });
  assert.ok(of('sum-steps') <= 3 * of('sum'));
  assert.ok(of('sum-steps') >= of('least'));
  assert.ok(of('naive') > of('optimal'));
});
