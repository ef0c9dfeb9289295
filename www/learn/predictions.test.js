import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PREDICTIONS } from './predictions.js';
import { registeredIds } from '../shared/registry.fakes.mjs';

const TUNING = { padding: 0, radix: 2, reduce_steps: 2, blocks: 4, k: 8 };

/** A plan of tiles of 8 that costs what is easy to recognise. */
function subject({ n = 16, tuning = {}, applications = 49, dispatches = 4 } = {}) {
  const cost = { reads: 32, writes: 16, applications, barriers: 10 };
  const first = { workgroups: 2, cost: { ...cost, applications: 34, barriers: 14 } };
  const plan = {
    tuning: { ...TUNING, ...tuning },
    tile_elements: 8,
    dispatches,
    scratch_bytes: 44,
    cost,
    passes: [first, { workgroups: 1, cost: { ...cost, applications: 8 } }],
  };
  return {
    plan,
    n,
    invocations: 4,
    elementBytes: 4,
    horn: () => ({ ...plan, cost: { ...cost, reads: 128, writes: 64, applications: 49 } }),
  };
}

/** Formulas with what they give and what the plan costs. */
const told = (id, options) =>
  Object.fromEntries(PREDICTIONS[id](subject(options)).map(({ what, formula, said, planned }) => [`${what}: ${formula}`, [said, planned]]));

test('predictions are of registered algorithms', () => {
  const ids = registeredIds();
  for (const id of Object.keys(PREDICTIONS)) assert.ok(ids.includes(id), id);
});

test('device-wide formulas give what they give by hand', () => {
  assert.deepEqual(told('hillis-steele'), {
    'Applications of ⊕: n log₂ n − (n − 1)': [49, 49],
    'Dispatches: log₂ n': [4, 4],
    'Applications of ⊕, last step: n/2ⁱ in step i, as printed': [1, 8],
    'Applications of ⊕, last step: n − 2ⁱ⁻¹ in step i': [8, 8],
  });
  // 49 less the tree's 2·15 − 4
  assert.deepEqual(told('reduce-downsweep', { applications: 26, dispatches: 8 }), {
    'Dispatches: 2 log₂ n': [8, 8],
    'Operations fewer than Horn’s: n log n − 2n(1 − 2ⁿ), as printed': [64 - 32 * (1 - 65536), 23],
    'Operations fewer than Horn’s: n log₂ n − 2n(1 − 1/n)': [34, 23],
    'Operations fewer than Horn’s: (n + 1) log₂ n − 3(n − 1), without copies': [23, 23],
  });
  // 2·16·(1 − 1/4) + 4·2, 2·2 + 2
  assert.deepEqual(
    Object.values(told('hybrid')).map(([said]) => said),
    [32, 6],
  );
  assert.deepEqual(Object.values(told('hybrid', { n: 2 ** 20 }))[2], [4, 4]);
  assert.deepEqual(
    Object.values(told('nakano')).map(([said]) => said),
    [26, 23, 12, 11, 7],
  );
  // 16/8 groups of 2·3 − 1 steps
  assert.deepEqual(Object.values(told('nakano-sequential')), [
    [8, 11],
    [10, 4],
  ]);
});

test('formulas of tiles are for one tile of the first pass', () => {
  assert.deepEqual(told('naive-tiles'), {
    'Applications of ⊕, a tile: log₂ N × N − 1, as printed': [23, 17],
    'Applications of ⊕, a tile: N log₂ N − (N − 1)': [17, 17],
    'Barriers, a tile: log₂ N': [3, 7],
  });
  assert.deepEqual(Object.values(told('kogge-stone')), [
    [17, 17],
    [6, 7],
    [24, 25],
    [24, 24],
  ]);
  assert.deepEqual(Object.values(told('kogge-stone', { tuning: { padding: 1 } })).slice(2), [
    [24, 32],
    [24, 28],
  ]);
  assert.deepEqual(Object.values(told('sklansky')), [
    [12, 17],
    [3, 7],
  ]);
  assert.deepEqual(Object.values(told('blelloch')), [
    [14, 17],
    [7, 7],
  ]);
  assert.deepEqual(Object.values(told('brent-kung')), [
    [32, 25],
    [24, 20],
    [6, 7],
    [4, 4],
  ]);
  assert.deepEqual(told('brent-kung-in-place'), told('brent-kung'));
  assert.deepEqual(told('brent-kung-radix', { tuning: { radix: 8 } }), { 'Barriers, a tile: 2 log_k N': [2, 7] });
});

test('formulas of joined tiles are for the whole scan', () => {
  // log₈ 16, 2N, N, N log₂ 8
  assert.deepEqual(Object.values(told('reduce-then-scan')), [
    [4 / 3, 4],
    [32, 32],
    [16, 16],
    [48, 40],
  ]);
  assert.deepEqual(Object.values(told('two-level')), [
    [3, 4],
    [16, 44],
    [32, 32],
    [16, 16],
    [32, 40],
  ]);
  for (const id of ['chained', 'look-back', 'look-back-fallback'])
    assert.deepEqual(Object.values(told(id)), [
      [1, 4],
      [16, 32],
      [16, 16],
    ]);
});

test('what is printed wrong is said to be, with the reason, and put right below', () => {
  const all = Object.values(PREDICTIONS).flatMap((predict) => predict(subject()));
  const wrong = all.filter(({ formula }) => formula.endsWith('as printed'));
  assert.equal(wrong.length, 5);
  for (const prediction of wrong) {
    assert.ok(prediction.why && prediction.said !== prediction.planned, prediction.formula);
    assert.equal(all[all.indexOf(prediction) + 1].what, prediction.what);
  }
});

test('a device without room for Horn’s scan leaves out what is told by it', () => {
  for (const id of ['reduce-downsweep', 'hybrid']) {
    const predictions = PREDICTIONS[id]({ ...subject({ n: 2 ** 20 }), horn: () => null });
    assert.ok(predictions.length && predictions.every(({ what }) => !what.includes('Horn')), id);
  }
});
