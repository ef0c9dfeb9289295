import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTS, verdict } from './costs.ts';

test('the lesser of two is named, with how much less', () => {
  const titles = ['A', 'B'];
  assert.equal(verdict([10, 25], titles), 'A (2.5 × less)');
  assert.equal(verdict([300, 3], titles), 'B (100 × less)');
  assert.equal(verdict([0, 3], titles), 'A');
  assert.equal(verdict([3, 3], titles), 'the same');
  assert.equal(verdict([null, 3], titles), '–');
});

test('what nobody has counted is not shown as nothing', () => {
  const cost = { reads: 0, writes: 0, applications: 0, barriers: 0 };
  const plan = { dispatches: 1, scratch_bytes: 4, operator_depth: 2, passes: [{ workgroups: 3 }, { workgroups: 4 }], cost };
  const read = (name, of) => COSTS.find((one) => one.name === name).read(of);
  assert.equal(read('Elements read', plan), null);
  assert.equal(read('Elements read', { ...plan, passes: [] }), 0);
  assert.equal(read('Workgroup barriers', { ...plan, cost: { ...cost, reads: 5 } }), 0);
  assert.equal(read('Workgroups', plan), 7);
});
