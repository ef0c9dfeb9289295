import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScanLabError } from '../shared/errors.js';
import { planSteps } from './plan-steps.js';

const passes = (...names) => names.map((entry_point) => ({ entry_point }));
/** A dispatch for every factor of two. */
const levels = (n) => ({ dispatches: Math.ceil(Math.log2(n)), passes: [] });
const flat = () => ({ dispatches: 3, passes: passes('reduce', 'scan', 'add') });

test('the last size before each change of a plan is found', () => {
  const steps = planSteps([levels, flat], 100, 1100);
  assert.deepEqual(
    steps.map(({ n }) => n),
    [128, 256, 512, 1024],
  );
  assert.ok(steps.every(({ rise }, i) => Math.abs(rise - Math.log((8 + i) / (7 + i))) < 1e-12));
});

test('as many dispatches of other kernels are a step too, and steps of both scans at one size are one', () => {
  const other = (n) => ({ dispatches: 1, passes: passes(n > 512 ? 'scan_large' : 'scan_small') });
  assert.deepEqual(planSteps([flat, other], 1, 5000), [{ n: 512, rise: 0 }]);
  assert.deepEqual(planSteps([levels, other], 300, 1000), [{ n: 512, rise: Math.log(10 / 9) }]);
});

test('two changes close to each other are both found, at any distance from the sizes that are looked at', () => {
  const bump = (n) => ({ dispatches: n > 7_000_000 && n <= 8_000_000 ? 2 : 1, passes: [] });
  assert.deepEqual(
    planSteps([bump], 1, 2 ** 26).map(({ n }) => n),
    [7_000_000, 8_000_000],
  );
});

test('few plans are made, and none of the steps of a plan with many dispatches is listed', () => {
  let made = 0;
  const groups = (n) => {
    made += 1;
    return { dispatches: Math.ceil(n / 1024), passes: [] };
  };
  const steps = planSteps([groups], 1, 2 ** 28);
  assert.ok(steps.length === 64 && steps.every(({ n }, i) => n === 1024 * (i + 1)), `${steps.length}`);
  assert.ok(made < 1200, `${made}`);
});

const refuse = (code) => {
  throw new ScanLabError(code, 'refused');
};

test('sizes without a plan have no steps, those below them keep theirs', () => {
  for (const code of ['too-large', 'unsupported']) {
    assert.deepEqual(
      planSteps([() => refuse(code), levels], 100, 200).map(({ n }) => n),
      [128],
    );
    const above = (n) => (n > 1000 ? refuse(code) : levels(n));
    assert.deepEqual(
      planSteps([above], 100, 1100).map(({ n }) => n),
      [128, 256, 512],
    );
  }
});

test('any other failure of a plan ends the search for steps', () => {
  for (const code of ['cancelled', 'device-lost', 'bad-argument'])
    assert.throws(() => planSteps([levels, () => refuse(code)], 100, 200), { code });
  const broken = () => {
    throw new TypeError('broken');
  };
  assert.throws(() => planSteps([broken], 100, 200), TypeError);
});
