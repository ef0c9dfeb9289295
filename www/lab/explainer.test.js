import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from '../shared/points.fakes.mjs';
import { TILE, failure, fakeLabClass } from './lab.fakes.mjs';
import { fails } from './lab.steps.mjs';

const RESULTS = { app_version: '1', date: '2026-01-02', settings: 'v=1', config: {}, adapter: null, browser: '', points: [] };

test('an explainer needs no GPU, and checks its arguments', async () => {
  const { TestLab, scope } = fakeLabClass();
  const explainer = await TestLab.explainer();
  assert.equal(explainer.flow('hybrid', 16).columns, 16);
  assert.equal(explainer.plan({ algorithm: 'hybrid', n: 100 }).tile_elements, TILE);
  assert.deepEqual(explainer.shaders({ algorithm: 'hybrid', n: 100 })[0].entry_points, ['main']);
  assert.deepEqual(explainer.formulas({ algorithm: 'hybrid', n: 100 })[0].value, 100);
  for (const method of ['plan', 'formulas']) assert.throws(() => explainer[method]({ algorithm: 'bogo', n: 1 }), { code: 'bad-argument' });
  assert.equal(scope.requests.length, 0);
});

test('points are compared without a GPU, by the core, whose failures are those of the lab class', async () => {
  const points = [timed('hybrid', 8, 1000), timed('sequential', 8, 2000)];
  const { TestLab, state, scope } = fakeLabClass();
  assert.equal((await TestLab.compare(...points)).verdict, 'same');
  await TestLab.compare(...points, { margin: 0.5 });
  assert.deepEqual(state.compared, [
    [...points, {}],
    [...points, { margin: 0.5 }],
  ]);
  const former = points.map(({ timer_resolution_ns, ...point }) => ({ ...point, quantum_ns: timer_resolution_ns }));
  await TestLab.compare(...former);
  assert.deepEqual(state.compared.at(-1), [...points, {}]);
  assert.equal(scope.requests.length, 0);
  const broken = fakeLabClass({
    compare() {
      throw failure('bad-argument', 'as the core says');
    },
  });
  await fails('bad-argument', broken.TestLab.compare(...points), /as the core says/);
});

test('an open lab makes test inputs and shows its shaders', async () => {
  const { TestLab } = fakeLabClass();
  const lab = await TestLab.open();
  assert.deepEqual(lab.input({ n: 3, type: 'f32' }), Float32Array.of(0, 1, 2));
  assert.equal(lab.input({ n: 3, operator: 'pair' }).length, 6);
  assert.throws(() => lab.input({ n: 3, pattern: 'plaid' }), { code: 'bad-argument' });
  assert.equal(lab.shaders({ n: 3 }).length, 1);
  assert.equal(lab.formulas({ algorithm: 'hybrid', n: 3 })[0].value, 3);
});

test('an explainer and an open lab predict the points of a sweep, and a closed lab does not', async () => {
  const { TestLab } = fakeLabClass();
  const [explainer, lab] = [await TestLab.explainer(), await TestLab.open()];
  const points = [timed('hybrid', 8, 1000), timed('sequential', 8, 2000)];
  for (const one of [explainer, lab])
    for (let i = 0; i < 2; i++) assert.deepEqual(one.predict(points, ['hybrid']).measured.points.length, 1);
  lab.close();
  assert.throws(() => lab.predict(points, ['hybrid']), { code: 'bad-argument' });
});

test('an explainer compares the times of a sweep', async () => {
  const { TestLab } = fakeLabClass();
  const points = [timed('hybrid', 8, 1000, { interval_ns: [900, 1100] }), timed('sequential', 8, null)];
  assert.deepEqual((await TestLab.explainer()).crossovers(points, ['hybrid', 'sequential']), [
    { algorithms: ['hybrid', 'sequential'], points: [{ algorithm: 'hybrid', n: 8, ns: 1000, interval_ns: [900, 1100] }] },
  ]);
});

test('an explainer reads what the core accepts, and gives it results with numbers that JSON does not have', async () => {
  const { TestLab } = fakeLabClass();
  const explainer = await TestLab.explainer();
  const mismatch = { index: 3, expected: [-0, 1], found: [NaN, -Infinity], tile: 0, lane: 0, tolerance: Infinity };
  const points = [{ ...timed('hybrid', 8, 1000, { interval_ns: [900, Infinity], stopped: 'NaN' }), mismatch }];
  const adapter = { vendor: 'nvidia', architecture: 'hopper', device: '', description: '' };
  const results = { app_version: '1', date: '2026-01-02', settings: 'v=1', config: {}, adapter, browser: 'NaN', points };
  const text = explainer.resultsJson({ ...results, more: 1 });
  assert.deepEqual(JSON.parse(text).points[0].mismatch.found, ['NaN', '-Infinity']);
  assert.deepEqual(explainer.readResults(text), results);
  assert.equal(explainer.resultsCsv(results), 'nvidia hopper');
  assert.throws(() => explainer.readResults('<svg/>'), { code: 'bad-argument', message: 'a result file is required' });
  assert.throws(() => explainer.readResults(new String('{}')), { code: 'bad-argument' });
  for (const ask of ['resultsJson', 'resultsCsv']) assert.throws(() => explainer[ask](null), { code: 'bad-argument' });
  assert.throws(() => explainer.resultsJson({ ...results, points: [7n] }), { code: 'bad-argument' });
});

test('results with former names are read and written with current ones', async () => {
  const { TestLab } = fakeLabClass();
  const explainer = await TestLab.explainer();
  const results = (custom, resolution, operator) => ({ ...RESULTS, config: { [custom]: {} }, points: [{ operator, [resolution]: 32 }] });
  const current = results('custom', 'timer_resolution_ns', 'custom-4baa6b21eb1f3157');
  const former = results('own', 'quantum_ns', 'own-4baa6b21eb1f3157');
  assert.deepEqual(explainer.readResults(JSON.stringify(former)), current);
  assert.deepEqual(JSON.parse(explainer.resultsJson(former)), current);
});

test('a file cannot give objects another prototype', async () => {
  const { TestLab } = fakeLabClass();
  const explainer = await TestLab.explainer();
  explainer.readResults('{"points": [{"__proto__": {"polluted": 1}, "tuning": {"__proto__": {"polluted": 1}}}]}');
  assert.equal({}.polluted, undefined);
});
