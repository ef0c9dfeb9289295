import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeLabClass } from './lab.fakes.mjs';

const REQUEST = {
  algorithms: ['hybrid'],
  sizes: [8],
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  tuning: { hybrid: { reduce_steps: 2 } },
};

test('a forecaster passes sweeps and points to the core, and stays valid after its lab has ended', async () => {
  const { TestLab, state } = fakeLabClass();
  const lab = await TestLab.open();
  const forecaster = lab.forecaster();
  assert.deepEqual(forecaster.sweep(REQUEST), { expected_s: 1, most_s: 2 });
  lab.close();
  assert.throws(() => lab.forecaster(), { code: 'bad-argument' });
  forecaster.begin(REQUEST, [{ algorithm: 'hybrid', n: 4, verified: true }], 5);
  forecaster.point({ algorithm: 'hybrid', n: 8, skipped: 'too large' }, 6);
  forecaster.resume(7);
  assert.deepEqual([forecaster.isMeasured, forecaster.left(9)], [true, { expected_s: 1, most_s: 2, points: 9 }]);
  const { operator, type, mode, tuning } = REQUEST;
  const sweep = { algorithms: ['hybrid'], sizes: [8], kind: { operator, type, mode, tuning } };
  assert.deepEqual(state.forecast, [
    ['begin', sweep, [{ algorithm: 'hybrid', n: 4 }], 5],
    ['point', 'hybrid', 8, true, 6],
    ['resume', 7],
  ]);
});

test('what a forecaster cannot read is refused by name', async () => {
  const { TestLab } = fakeLabClass();
  const forecaster = (await TestLab.open()).forecaster();
  const calls = {
    request: [() => forecaster.sweep(undefined), () => forecaster.begin(null, [], 0), () => forecaster.sweep({ sizes: [1n] })],
    points: [() => forecaster.begin(REQUEST, null, 0), () => forecaster.begin(REQUEST, [null], 0)],
    point: [() => forecaster.point(undefined, 0), () => forecaster.point({ algorithm: 'hybrid', n: Symbol('n') }, 0)],
    now_ms: [
      () => forecaster.begin(REQUEST, [], Symbol('now')),
      () => forecaster.resume(Symbol('now')),
      () => forecaster.left(Symbol('now')),
    ],
  };
  for (const [name, refused] of Object.entries(calls)) {
    for (const call of refused) assert.throws(call, { code: 'bad-argument', message: new RegExp(`^${name} must be readable`) });
  }
});
