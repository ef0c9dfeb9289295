import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, transfer, until } from './lab.fakes.mjs';
import { collect, fails, open } from './lab.steps.mjs';
import { smallestStep, timeTransfers } from './transfers.ts';

const JOB = {
  algorithm: 'hybrid',
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  direction: 'forward',
  segmented: false,
  inPlace: false,
  words: 1,
  n: 1000,
  tuning: {},
  pattern: 'ramp',
  seed: 1,
  transfers: true,
};
const FIELDS = ['samples_ns', 'median_ns', 'interval_ns', 'minimum_ns', 'resolved'];

/**
 * A session with a simulated clock, which ticks every `resolution_ns`. On its device, each repeat of a step takes `costs_ns`.
 */
function simulated({ resolution_ns = 1, costs_ns, wait_ns = 0, jitter = () => 1 }) {
  const state = { now_ns: 5e9, moves: [], freed: 0, busy: 0 };
  // Every reading of the clock takes time.
  const clock = () => Math.floor((state.now_ns += 40) / resolution_ns) * resolution_ns;
  let held = [];
  const core = {
    async scan(_text, input, output, heads, _initial, token, phases) {
      const { uploads, work, readbacks } = phases;
      assert.equal(state.busy++, 0, 'a step begins with an empty queue');
      state.moves.push({ uploads, work, readbacks });
      await null;
      const cost_ns = uploads * costs_ns.upload + (work === 'nothing' ? readbacks * costs_ns.readback : 0);
      state.now_ns += (cost_ns + wait_ns) * jitter(state.moves.length);
      if (token.cancelled) state.freed++;
      else if (uploads) held = input.slice();
      else if (readbacks) output.set(held);
      state.busy--;
    },
  };
  class CancelToken {
    cancel() {
      this.cancelled = true;
    }
    free() {}
  }
  const session = {
    core,
    library: { transfer, CancelToken },
    fillScan: (_request, _input, start, words) => words.forEach((_, i) => (words[i] = start + i + 7)),
    withToken: (_task, operate) => operate({}),
  };
  const of = (n) => timeTransfers(session, { check() {} }, { ...JOB, n }, clock);
  return { state, of };
}

const uploadsOf = ({ moves }) => moves.map(({ uploads }) => uploads).filter(Boolean);

test('samples repeat their step until they span many times the resolution of the clock', async () => {
  const { state, of } = simulated({ resolution_ns: 100_000, costs_ns: { upload: 5000, readback: 200_000 } });
  const { upload, readback } = await of(1000);
  assert.ok(upload.resolved && Math.abs(upload.median_ns / 5000 - 1) < 0.02, String(upload.median_ns));
  assert.ok(readback.resolved && Math.abs(readback.median_ns / 200_000 - 1) < 0.02, String(readback.median_ns));
  assert.equal(upload.samples_ns.length, 12);
  const repeats = uploadsOf(state).at(-1);
  assert.ok(repeats * 5000 >= 0.7 * 200 * 100_000 && repeats < 10_000, String(repeats));
  // The kept buffers are freed.
  assert.equal(state.freed, 1);
});

test('a transfer that spans too few times the resolution of the clock at the most repeats has no time', async () => {
  const { upload, readback } = await simulated({ resolution_ns: 100_000, costs_ns: { upload: 10, readback: 200_000 } }).of(1000);
  assert.deepEqual([upload.resolved, upload.median_ns, upload.interval_ns, upload.minimum_ns], [false, null, null, null]);
  assert.ok(upload.samples_ns.length > 0 && readback.resolved);
});

test('delays during the calibration do not make samples too short', async () => {
  // One delay, or a delay at every step of the calibration.
  for (const held of [1, 8]) {
    const { of } = simulated({
      resolution_ns: 100_000,
      costs_ns: { upload: 5000, readback: 5000 },
      jitter: (rank) => (rank <= held ? 1e4 : 1),
    });
    const { upload, readback } = await of(1000);
    for (const { resolved, median_ns, samples_ns } of [upload, readback])
      assert.ok(resolved && Math.abs(median_ns / 5000 - 1) < 0.02, `${held} ${samples_ns}`);
  }
});

test('a long transfer has one repeat per sample, and the total time is bounded', async () => {
  const n = 2 ** 25;
  const { state, of } = simulated({ costs_ns: { upload: 3e8, readback: 4e8 } });
  const { upload, readback } = await of(n);
  assert.deepEqual([upload.samples_ns.length, readback.samples_ns.length, upload.interval_ns], [1, 1, null]);
  assert.ok(upload.resolved && Math.abs(upload.median_ns - 3e8) < 1e6);
  assert.deepEqual(new Set(uploadsOf(state)), new Set([1]));
});

test('the resolution of a clock is found; of one that does not advance it is infinite', () => {
  let now = 1e15;
  assert.equal(
    smallestStep(() => Math.floor((now += 370) / 5000) * 5000),
    5000,
  );
  assert.equal(
    smallestStep(() => 5),
    Infinity,
  );
});

test('points of a block share their transfers; scans on the CPU and of no elements have none', async () => {
  const { lab, state } = await open();
  const points = await collect(lab.sweep({ algorithms: ['sequential', 'hybrid', 'javascript'], sizes: [0, 64], transfers: true }));
  const described = points.map(
    ({ n, algorithm, upload, readback, verified }) => `${n} ${algorithm} ${upload && 'up'} ${readback && 'back'} ${verified}`,
  );
  assert.deepEqual(described, [
    '0 sequential null null true',
    '0 hybrid null null true',
    '0 javascript null null true',
    '64 sequential up back true',
    '64 hybrid up back true',
    '64 javascript null null true',
  ]);
  assert.equal(points[3].upload, points[4].upload);
  assert.deepEqual(Object.keys(points[3].readback), FIELDS);
  assert.equal(state.moves.filter(({ cancelled }) => cancelled).length, 1);
  assert.ok(!('upload' in (await lab.measure({ algorithm: 'hybrid', n: 64 }))));
  assert.ok(!('transfers' in points[3]));
});

test('head flags are uploaded with the input, and every one is compared', async () => {
  const { lab, state } = await open();
  const point = await lab.measure({ algorithm: 'hybrid', n: 100, segmented: true, transfers: true });
  assert.ok(point.verified && point.upload.samples_ns.length > 0);
  assert.ok(state.moves.some(({ work }) => work === 'copy-heads'));
  for (const spoils of ['copy-heads', 'nothing']) {
    const faulty = await open({ spoils });
    await fails(
      'unsupported',
      faulty.lab.measure({ algorithm: 'hybrid', n: 100, segmented: true, transfers: true }),
      /must be read back unchanged; word 2 of 100 was \d+ and was read back as \d+/,
    );
    assert.equal(faulty.state.moves.at(-1).cancelled, true);
  }
});

test('requests are checked, and failures are reported', async () => {
  const { lab } = await open();
  for (const transfers of [1, 'yes', null])
    await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1, transfers }), /transfers must be true or false/);
  const none = await open({ move: () => Promise.reject(failure('out-of-memory', 'no room')) });
  await fails('out-of-memory', none.lab.measure({ algorithm: 'hybrid', n: 100, transfers: true }), /no room/);
  const [point] = await collect(none.lab.sweep({ algorithms: ['hybrid'], sizes: [100], transfers: true }));
  assert.deepEqual([point.skipped, point.upload, point.readback], ['no room', null, null]);
});

test('a cancelled transfer ends at once, and frees its buffers', async () => {
  let go = () => {};
  const { lab, state } = await open({ move: () => new Promise((resolve) => (go = resolve)) });
  const abort = new AbortController();
  const measuring = lab.measure({ algorithm: 'hybrid', n: 100, transfers: true }, { signal: abort.signal });
  await until(() => state.moves.length);
  abort.abort();
  await fails('cancelled', measuring);
  go();
  await until(() => state.moves.at(-1).cancelled);
  assert.equal(state.log.filter(([what]) => what === 'measure').length, 0);
});
