import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Comparer, byTitle, isTimed } from './comparer.ts';

const point = (n, more = {}) => ({ algorithm: 'look-back', n, verified: true, skipped: null, resolved: true, median_ns: 5, ...more });

test('points are compared once; failures have a reason', async () => {
  const calls = [];
  const comparer = new Comparer(async (left, right, options) => {
    calls.push([left.n, left.block, right.block, options.margin]);
    if (left.n === 64) throw new Error('samples_ns must be positive');
    return { verdict: 'faster', ratio: { value: 0.5, interval: [0.4, 0.6] } };
  });
  const [left, right] = [point(16, { block: 'x' }), point(16, { block: 'x' })];
  assert.equal((await comparer.outcome(left, right)).verdict, 'faster');
  assert.equal((await comparer.outcome(left, right)).verdict, 'faster');
  assert.deepEqual(calls, [[16, 'x', 'x', 0.01]]);
  assert.deepEqual(await comparer.outcome(point(64), right), {
    verdict: 'inconclusive',
    ratio: null,
    reason: 'samples_ns must be positive',
  });
  for (const bad of [{ verified: false }, { skipped: 'why' }, { resolved: false }, { median_ns: null }, { median_ns: 0 }]) {
    assert.ok(!isTimed(point(16, bad)));
    assert.equal((await comparer.outcome(point(16, bad), right)).verdict, 'inconclusive');
  }
  assert.equal(calls.length, 2);
});

test('reasons name scans by their titles, and the points stay as they are', async () => {
  const compare = byTitle(
    async ({ algorithm, n }) => ({ verdict: 'inconclusive', ratio: null, reason: `The output of ${algorithm} was wrong at ${n}.` }),
    (id) => id.toUpperCase(),
  );
  const left = point(16);
  assert.equal((await compare(left, point(16), { margin: 0.01 })).reason, 'The output of LOOK-BACK was wrong at 16.');
  assert.equal(left.algorithm, 'look-back');
});
