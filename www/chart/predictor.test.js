import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, timed } from '../shared/points.fakes.mjs';
import { copyTimes } from '../shared/measures.js';
import { Predictor, fitTo } from './predictor.js';

/** A device with a launch of 2 µs and 1,000 GB/s, and its plans: `twice` moves 12 bytes an element in three dispatches. */
const copy_ns = (n) => 2000 + (8 * n) / 1000;
const SIZES = [2 ** 10, 2 ** 16, 2 ** 24];
const points = (changes = {}) =>
  SIZES.map((n) =>
    timed('twice', n, 6000 + (12 * n) / 1000, {
      copy: beside(n, copy_ns(n)),
      dispatches: 3,
      overhead_ns: 2000,
      tuning: { items: 4 },
      ...changes,
    }),
  );

function planner(asked = []) {
  const plan = (request) => {
    asked.push(request);
    const cost = { reads: 2 * request.n, writes: request.n, applications: 0, barriers: 0 };
    const passes = [{ shader: 'twice', workgroups: 1, cost }];
    return {
      ran: request.algorithm === 'auto' ? 'twice' : request.algorithm,
      dispatches: 3,
      scratch_bytes: 0,
      tuning: { items: 4 },
      tile_elements: 1,
      cost,
      passes,
    };
  };
  return { plan };
}

function rowsOf(measured, id = 'twice', asked = []) {
  const { model } = fitTo(measured, copyTimes(measured));
  return new Predictor(planner(asked)).rows(measured, id, model, copyTimes(measured));
}

test('points that follow the model are predicted as they were measured', () => {
  for (const row of rowsOf(points().reverse()))
    assert.ok(Math.abs(row.measured_ns / row.ns - 1) < 1e-9 && Math.abs(row.copySpeed - 1) < 1e-9, JSON.stringify(row));
  assert.deepEqual(
    rowsOf(points()).map(({ n, bytes, launched }) => [n, bytes, launched]),
    SIZES.map((n, i) => [n, 12 * n, i < 2]),
  );
});

test('the model is that of the shortest empty dispatch and of the longest copy', () => {
  const measured = [...points(), timed('other', 10, 5, { overhead_ns: 2500 })];
  const { model } = fitTo(measured, copyTimes(measured));
  assert.equal(model.launch_ns, 2000);
  assert.ok(Math.abs(model.bytes_per_ns - 1000) < 1e-9);
});

test('plans are asked for as they were measured, and once', () => {
  const asked = [];
  const predictor = new Predictor(planner(asked));
  const { model } = fitTo(points(), copyTimes(points()));
  for (let i = 0; i < 3; i++) predictor.rows(points(), 'twice', model, copyTimes(points()));
  assert.equal(asked.length, SIZES.length);
  assert.deepEqual(asked[0], {
    algorithm: 'twice',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    n: 1024,
    tuning: { items: 4 },
  });
});

test('automatic has the prediction of the scan that its plan says it runs', () => {
  const asked = [];
  const auto = points().map((point) => ({ ...point, algorithm: 'auto' }));
  assert.deepEqual([...new Set(rowsOf(auto, 'auto', asked).map(({ id }) => id))], ['twice']);
  // Its tuning is that of what it takes; it has none itself.
  assert.ok(asked.filter(({ algorithm }) => algorithm === 'auto').every(({ tuning }) => Object.keys(tuning).length === 0));
});

test('no prediction is made of what another device measured, nor without a device', () => {
  assert.deepEqual(rowsOf(points({ dispatches: 5 })), []);
  assert.deepEqual(rowsOf(points({ scratch_bytes: 8 })), []);
  const { model } = fitTo(points(), copyTimes(points()));
  const gone = {
    plan: () => {
      throw new Error('closed');
    },
  };
  assert.deepEqual(new Predictor(gone).rows(points(), 'twice', model, copyTimes(points())), []);
});
