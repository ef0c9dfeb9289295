import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePage } from '../shared/page.fakes.mjs';
import { until } from '../shared/timers.fakes.mjs';
import { MAX_ATTEMPTS } from '../shared/visibility.ts';
import { formats, point, skipped, titleOf, wrong } from './fakes.mjs';
import { INPUT, measure } from './run.ts';
import { keyOf, scan, tuned } from './scans.ts';
import { copyTime, drawingOf } from './series.ts';

const [A, B] = [scan('a'), scan('b')];
const form = (...groups) => ({
  groups,
  shortened: false,
  left_out: [],
  refused: [],
  points: groups.reduce((sum, { scans, sizes }) => sum + scans.length * sizes.length, 0),
  duration_s: 1,
});

/** A lab whose sweep yields a point for each scan and size, in the order of a real sweep. */
function fakeLab(requests, { stopAt = Infinity, isHidden = () => false } = {}) {
  let given = 0;
  return {
    async *sweep(request, { signal, onProgress }) {
      requests.push(request);
      for (const n of request.sizes) {
        for (const { id } of request.algorithms) {
          if (given++ >= stopAt) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
          onProgress({ done: given, total: 99, algorithm: id, n, stage: 'finished' });
          // A point has the tuning that took effect, which may differ from the requested one.
          yield { ...point(1), n, algorithm: id, tuning: { k: 77 }, hidden: isHidden(requests.length, n) };
        }
      }
    },
  };
}

test('every scan is requested with its tuning, and returned with its point', async () => {
  const [requests, outcomes, progress] = [[], [], []];
  const [one, two] = tuned('a', 'k', [1, 2]);
  const whole = form({ scans: [one, two], sizes: [10] }, { scans: [B, one], sizes: [20, 30] });
  await measure(fakeLab(requests), whole, {
    signal: new AbortController().signal,
    onOutcome: (outcome) => outcomes.push(outcome),
    onProgress: (each) => progress.push(each),
  });
  const seeds = requests.map(({ seed }) => seed);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32));
  // The seeds are random: two of them are equal in one of 2³² runs.
  assert.notEqual(seeds[0], seeds[1]);
  assert.deepEqual(requests, [
    { ...INPUT, seed: seeds[0], algorithms: [one, two], sizes: [10] },
    { ...INPUT, seed: seeds[1], algorithms: [B, one], sizes: [20, 30] },
  ]);
  assert.deepEqual(
    outcomes.map(({ scan: { id, tuning }, n }) => `${id} ${tuning?.k} ${n}`),
    ['a 1 10', 'a 2 10', 'b undefined 20', 'a 1 20', 'b undefined 30', 'a 1 30'],
  );
  assert.ok(progress.every(({ total }) => total === 6));
});

test('compactions are requested for each share without a seed, and returned with it; hidden ones are measured again', async () => {
  const [requests, outcomes] = [[], []];
  const whole = { ...form({ scans: [A, B], sizes: [10, 20], shares: [0.25, 1] }), operation: 'compact', readback: true, points: 8 };
  await measure(
    fakeLab(requests, { isHidden: (request, n) => request === 1 && n === 20 }),
    whole,
    { signal: new AbortController().signal, onOutcome: (outcome) => outcomes.push(outcome), onProgress() {} },
    new FakePage(),
  );
  const request = { operation: 'compact', type: 'u32', pattern: 'random', algorithms: [A, B], transfers: true };
  assert.deepEqual(requests, [
    { ...request, sizes: [10, 20], density: 0.25 },
    { ...request, sizes: [20], density: 0.25 },
    { ...request, sizes: [10, 20], density: 1 },
  ]);
  assert.deepEqual(
    outcomes.map(({ scan: { id }, n, share }) => `${id} ${n} ${share}`),
    ['a 10 0.25', 'b 10 0.25', 'a 20 0.25', 'b 20 0.25', 'a 10 1', 'b 10 1', 'a 20 1', 'b 20 1'],
  );
});

test('over shares: a line per scan, and with readbacks a dashed one', () => {
  const whole = { ...form({ scans: [A, B], sizes: [16], shares: [0.25, 1] }), operation: 'compact', readback: true };
  const readback = { median_ns: 50, interval_ns: [40, 60] };
  const outcomes = [
    { scan: A, n: 16, share: 0.25, point: point(100, { readback }) },
    { scan: B, n: 16, share: 1, point: point(200, { spread: 0 }) },
  ];
  const { lines, spots, xs } = drawingOf({ axis: 'share', measure: 'time' }, whole, outcomes, { formats, titleOf });
  assert.deepEqual(
    lines.map(({ title, line }) => `${title} ${line}`),
    ['a solid', 'a, and readback dashed', 'b solid', 'b, and readback dashed'],
  );
  assert.deepEqual(
    spots.map(({ series, x, value, interval }) => [series, x, value, interval]),
    [
      [keyOf(A), 0.25, 100, [99, 101]],
      [`${keyOf(A)} readback`, 0.25, 150, [139, 161]],
      [keyOf(B), 1, 200, [200, 200]],
    ],
  );
  assert.deepEqual(xs, [0.25, 1]);
});

test('an abort ends it soon even if the device does not, and keeps the points so far', async () => {
  const outcomes = [];
  const abort = new AbortController();
  const done = measure(fakeLab([], { stopAt: 1 }), form({ scans: [A, B], sizes: [10, 20] }), {
    signal: abort.signal,
    onOutcome: (outcome) => outcomes.push(outcome),
    onProgress() {},
  });
  setTimeout(() => abort.abort(), 20);
  await assert.rejects(done, /aborted/);
  assert.equal(outcomes.length, 1);
});

/** Measures the scans a and b at the sizes 10 and 20, in two groups. */
function measureWith(page, more, onOutcome = () => {}) {
  const state = { requests: [], outcomes: [], counts: [], pauses: 0 };
  const options = {
    signal: new AbortController().signal,
    onOutcome(outcome) {
      state.outcomes.push(outcome);
      onOutcome(outcome);
    },
    onProgress: ({ done, total }) => state.counts.push(done <= total),
    onPause: () => (state.pauses += 1),
  };
  state.run = measure(fakeLab(state.requests, more), form({ scans: [A, B], sizes: [10, 20] }, { scans: [B], sizes: [10] }), options, page);
  return state;
}

test('points of a hidden page are measured again, those of a size interleaved', async () => {
  // The page is hidden during the first measurement of the larger size.
  const { run, requests, outcomes, counts } = measureWith(new FakePage(), { isHidden: (request, n) => request === 1 && n === 20 });
  await run;
  assert.deepEqual(
    requests.map(({ algorithms, sizes }) => [algorithms.map(({ id }) => id).join(''), sizes]),
    [
      ['ab', [10, 20]],
      ['ab', [20]],
      ['b', [10]],
    ],
  );
  assert.deepEqual(
    outcomes.map(({ scan: { id }, n, point: { hidden } }) => `${id} ${n} ${hidden}`),
    ['a 10 false', 'b 10 false', 'a 20 false', 'b 20 false', 'b 10 false'],
  );
  assert.ok(counts.every(Boolean));
});

test('a page that is hidden again and again keeps its points, marked as hidden', async () => {
  const { run, requests, outcomes } = measureWith(new FakePage(), { isHidden: (_, n) => n === 20 });
  await run;
  assert.equal(requests.length, 2 + MAX_ATTEMPTS - 1);
  assert.deepEqual(
    outcomes.map(({ n, point: { hidden } }) => `${n} ${hidden}`),
    ['10 false', '10 false', '20 true', '20 true', '10 false'],
  );
});

test('nothing is begun while the page is hidden', async () => {
  const page = new FakePage();
  const state = measureWith(page, {}, ({ scan, n }) => scan === B && n === 10 && page.turn(true));
  await until(() => state.pauses === 1);
  assert.deepEqual([state.pauses, state.outcomes.length], [1, 2]);
  page.turn(false);
  await state.run;
  assert.deepEqual([state.pauses, state.outcomes.length], [1, 5]);
});

test('over n: a line per scan and tuning, with the copy kernel, without skipped points', () => {
  const [one, two] = tuned('a', 'k', [1, 2]);
  const whole = form({ scans: [one, two], sizes: [256, 1024] });
  const outcomes = [
    { scan: one, n: 256, point: point(100, { n: 256, copy_ratio: { value: 2, interval: [1.9, 2.1] } }) },
    { scan: two, n: 256, point: wrong },
    { scan: one, n: 1024, point: skipped('too large') },
  ];
  const { lines, spots, xs, bound } = drawingOf({ axis: 'n', measure: 'elements' }, whole, outcomes, { formats, titleOf });
  assert.deepEqual(
    lines.map(({ id, title, line }) => [id, title, line]),
    [
      [keyOf(one), 'a, k 1', 'solid'],
      [keyOf(two), 'a, k 2', 'solid'],
    ],
  );
  assert.deepEqual(
    spots.map(({ series, x, value }) => [series, x, value]),
    [
      [keyOf(one), 256, 2.56e9],
      [keyOf(two), 256, NaN],
    ],
  );
  assert.deepEqual(bound, [{ n: 256, value: 5.12e9 }]);
  assert.deepEqual(xs, [256, 1024]);
});

test('over a parameter: a line per size, and a level one for scans without it', () => {
  const swept = tuned('a', 'k', [1, 2, 4]);
  const whole = form({ scans: [B, ...swept], sizes: [1024] });
  const outcomes = [...swept.map((one, i) => ({ scan: one, n: 1024, point: point(100 - i) })), { scan: B, n: 1024, point: point(50) }];
  const { lines, spots, xs } = drawingOf({ axis: { parameter: 'k', title: 'k', symbol: 'k' }, measure: 'time' }, whole, outcomes, {
    formats,
    titleOf,
  });
  assert.deepEqual(
    lines.map(({ title, line }) => [title, line]),
    [
      ['b, n = 2¹⁰', 'dashed'],
      ['a, n = 2¹⁰', 'solid'],
    ],
  );
  assert.deepEqual(
    spots.map(({ x, value }) => [x, value]),
    [
      [1, 100],
      [2, 99],
      [4, 98],
      [1, 50],
      [4, 50],
    ],
  );
  assert.deepEqual(xs, [1, 2, 4]);
});

test('the copy kernel’s time is its own if it is known, else by the ratio', () => {
  const ratio = { copy_ratio: { value: 2, interval: [2, 2] } };
  assert.equal(copyTime(point(100, ratio)), 50);
  assert.equal(copyTime(point(100, { ...ratio, copy: { median_ns: 48 } })), 48);
  assert.equal(copyTime(point(100, { ...ratio, copy: null })), 50);
  assert.equal(copyTime(point(100)), null);
  assert.equal(copyTime({ ...wrong, ...ratio }), null);
});
