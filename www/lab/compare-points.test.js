import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePoints } from './compare-points.ts';
import { failure, fakeLabClass } from './lab.fakes.mjs';
import { fails } from './lab.steps.mjs';

const TIMES = [100, 101, 102, 103, 104, 105];
const point = (more = {}) => ({
  algorithm: 'hybrid',
  operator: 'add',
  type: 'u32',
  n: 1000,
  verified: true,
  resolved: true,
  skipped: null,
  samples_ns: TIMES,
  rounds: [0, 1, 2, 3, 4, 5],
  block: 'page-1-0',
  repeats: 4,
  quantum_ns: 32,
  median_ns: 102.5,
  copy_drifted: false,
  ...more,
});

/** A core that returns this comparison, and the arguments of its calls. */
function core(comparison = { verdict: 'same', ratio: { value: 1, interval: [0.999, 1.001] } }) {
  const calls = [];
  return { calls, compare: (...times) => (calls.push(times), comparison) };
}

test('points of one block are compared by round, with NaN for void samples', () => {
  const { calls, ...fake } = core();
  const right = point({ algorithm: 'sequential', samples_ns: [200, 202, 203], rounds: [0, 2, 3], repeats: 1, quantum_ns: 1 });
  assert.deepEqual(comparePoints(fake, point(), right), { verdict: 'same', ratio: { value: 1, interval: [0.999, 1.001] }, paired: true });
  assert.deepEqual(calls, [[Float64Array.from(TIMES), 8, Float64Array.of(200, NaN, 202, 203), 1, true, 0.01]]);
});

test('points of different blocks, or without a block, are compared unpaired', () => {
  for (const more of [{ block: 'page-2-0' }, { block: null }, { block: undefined, rounds: undefined }]) {
    const { calls, ...fake } = core();
    assert.equal(comparePoints(fake, point(), point(more), { margin: 0.05 }).paired, false);
    assert.deepEqual(calls, [[Float64Array.from(TIMES), 8, Float64Array.from(TIMES), 8, false, 0.05]]);
  }
});

test('a clock whose quantum was not measured counts as a coarse one', () => {
  const { calls, ...fake } = core();
  comparePoints(fake, point(), point({ algorithm: 'javascript', block: null, quantum_ns: null, repeats: 10 }));
  assert.equal(calls[0][3], 100_000);
});

test('points that cannot be compared get a reason without a call of the core', () => {
  const refused = (kind, more, pattern, other = {}) => {
    const { calls, ...fake } = core();
    const { verdict, ratio, cause, reason, median_ratio } = comparePoints(fake, point(other), point(more));
    assert.deepEqual([verdict, ratio, cause, calls], ['cannot-tell', null, { kind }, []]);
    assert.match(reason, pattern);
    assert.equal(median_ratio, kind === 'device-drifted' ? 1 : undefined, reason);
  };
  refused('skipped', { skipped: 'too large', samples_ns: [], rounds: [] }, /hybrid was not measured: too large/);
  refused('wrong-output', { verified: false, samples_ns: [], rounds: [] }, /output of hybrid was wrong/);
  refused('hidden', { hidden: true }, /page was hidden while hybrid was measured/);
  refused('hidden', { algorithm: 'raking' }, /hidden while hybrid was measured/, { hidden: true });
  refused('unresolved', { resolved: false, median_ns: null }, /too few steps of the timer/);
  refused('no-elements', { n: 0, resolved: false, samples_ns: [], rounds: [] }, /no elements/, { n: 0 });
  refused('different-requests', { n: 2000 }, /same n; they have 1000 and 2000/);
  refused('different-requests', { operator: 'max' }, /same operator; they have add and max/);
  refused('different-requests', { type: 'f32' }, /same type; they have u32 and f32/);
  refused('device-drifted', { block: 'page-2-0', copy_drifted: true }, /speed changed while hybrid was measured/);
  const { calls, ...fake } = core();
  assert.equal(
    comparePoints(fake, point({ copy_drifted: true }), point({ copy_drifted: true })).verdict,
    'same',
    'drift cancels in a block',
  );
  assert.equal(calls.length, 1);
});

test('an inconclusive comparison has a reason', () => {
  const unsure = { verdict: 'cannot-tell', ratio: { value: 1.001, interval: [0.98, 1.023456] } };
  const reason = (comparison, left, right) => comparePoints(core(comparison), left, right).reason;
  assert.equal(
    reason(unsure, point(), point({ algorithm: 'raking' })),
    "The ratio's 95 % interval, 0.98 to 1.023, includes 1 and exceeds the margin of 1 %. The timers' resolution alone is 7.805 %.",
  );
  assert.match(reason(unsure, point({ repeats: 1000 }), point({ repeats: 1000 })), /margin of 1 %\.$/);
  assert.deepEqual(comparePoints(core(unsure), point(), point()).cause, { kind: 'interval' });
});

test('too few samples are no verdict, with what was required and found, and the ratio of the medians', () => {
  const few = { verdict: 'cannot-tell', ratio: null, too_few: { required: 6, found: [3, 6] } };
  const slow = point({ algorithm: 'javascript', block: null, samples_ns: [1650, 1700, 1600], rounds: [0, 1, 2], median_ns: 1691.25 });
  assert.deepEqual(comparePoints(core(few), slow, point()), {
    verdict: 'cannot-tell',
    ratio: null,
    paired: false,
    cause: { kind: 'too-few-samples', required: 6, found: [3, 6] },
    reason: '6 samples of each are required, found 3 and 6.',
    median_ratio: 16.5,
  });
  const paired = { ...few, too_few: { required: 6, found: [2, 2] } };
  const right = point({ samples_ns: [1, 2], rounds: [3, 4], median_ns: null });
  const { reason, median_ratio } = comparePoints(core(paired), point(), right);
  assert.deepEqual([reason, median_ratio], ['6 samples of each in the same rounds are required, found 2.', undefined]);
});

test('arguments are checked', () => {
  const bad = (pattern, ...args) =>
    assert.throws(
      () => comparePoints(core(), ...args),
      (error) => error.code === 'bad-argument' && pattern.test(error.message),
    );
  bad(/left must be a point.*undefined/, undefined, point());
  bad(/right must be a point.*"x"/, point(), 'x');
  bad(/samples_ns must be an array of at most 1000 positive numbers/, point({ samples_ns: [1, -1], rounds: [0, 1] }), point());
  bad(/at most 1000 positive numbers, and were an array of length 1001/, point({ samples_ns: Array(1001).fill(5), block: null }), point());
  bad(/samples_ns must be an array/, {}, point());
  bad(/rounds must ascend, one for each of 6/, point({ rounds: [0, 1] }), point());
  bad(/rounds must ascend/, point({ rounds: [0, 2, 1, 3, 4, 5] }), point());
  bad(/rounds must ascend/, point({ rounds: [0, 1, 2, 3, 4, 4e9] }), point());
  for (const margin of [-0.1, 1, NaN, '0.1']) bad(/margin must be a number/, point(), point(), { margin });
  bad(/may have the keys margin/, point(), point(), { margins: 0.1 });
});

test('a lab class compares without a GPU, and fails with its own errors', async () => {
  const { TestLab, state, scope } = fakeLabClass({ compare: () => ({ verdict: 'faster', ratio: { value: 0.5, interval: [0.4, 0.6] } }) });
  assert.deepEqual(await TestLab.compare(point(), point({ algorithm: 'raking' })), {
    verdict: 'faster',
    ratio: { value: 0.5, interval: [0.4, 0.6] },
    paired: true,
  });
  assert.deepEqual([state.compared.length, scope.requests.length], [1, 0]);
  await fails('bad-argument', TestLab.compare(point()), /right must be a point/);
  const broken = fakeLabClass({
    compare() {
      throw failure('bad-argument', 'as the core says');
    },
  });
  await fails('bad-argument', broken.TestLab.compare(point(), point()), /as the core says/);
});
