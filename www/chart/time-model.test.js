import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, judge, predict, ratioOf } from './time-model.js';

const near = (found, expected, share = 1e-6) => assert.ok(Math.abs(found / expected - 1) < share, `expected ${expected}, found ${found}`);

/** Copies of u32 on a device with a launch of 3 µs and 500 GB/s. */
const LAUNCH_NS = 3000;
const BYTES_PER_NS = 500;
const copies = (exponents, noise = () => 1) =>
  exponents.map((exponent, i) => {
    const [n, bytes] = [2 ** exponent, 8 * 2 ** exponent];
    return { n, bytes, ns: (LAUNCH_NS + bytes / BYTES_PER_NS) * noise(i) };
  });
const EXPONENTS = [10, 12, 14, 16, 18, 20, 22, 24, 26];

test('the constants of a device are found, with an empty dispatch and without', () => {
  for (const [overhead, from] of [
    [LAUNCH_NS, 'empty'],
    [null, 'copy'],
  ]) {
    const { model } = fit(overhead, copies(EXPONENTS));
    near(model.launch_ns, LAUNCH_NS);
    near(model.bytes_per_ns, BYTES_PER_NS);
    assert.equal(model.launchFrom, from);
    assert.equal(model.largest, 2 ** 26);
  }
});

test('noise of a few percent moves them by a few percent', () => {
  const noise = (i) => [1.03, 0.97, 1, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97][i];
  for (const overhead of [LAUNCH_NS, null]) {
    const { model } = fit(overhead, copies(EXPONENTS, noise));
    near(model.launch_ns, LAUNCH_NS, 0.05);
    near(model.bytes_per_ns, BYTES_PER_NS, 0.05);
  }
});

test('a cache that speeds up what fits into it leaves the bandwidth that of the largest sizes', () => {
  const cached = (i) => (EXPONENTS[i] <= 22 ? 0.6 : 1);
  near(fit(LAUNCH_NS, copies(EXPONENTS, cached)).model.bytes_per_ns, BYTES_PER_NS, 0.01);
});

test('an empty dispatch on a device that had not woken up cannot cost more than a copy', () => {
  near(fit(9 * LAUNCH_NS, copies(EXPONENTS)).model.launch_ns, LAUNCH_NS, 0.01);
});

test('what cannot be told is said', () => {
  assert.match(fit(LAUNCH_NS, []).problem, /copy kernel was not measured/);
  assert.match(fit(null, copies([20])).problem, /4 times apart/);
  assert.match(fit(LAUNCH_NS, copies([10, 12])).problem, /2 launches or more; it takes 1\.0\. Measure larger sizes/);
});

test('a prediction is launches and traffic, added up', () => {
  const { model } = fit(LAUNCH_NS, copies(EXPONENTS));
  const found = predict(model, { dispatches: 12, bytes: 1_000_000 });
  near(found.launches_ns, 36_000);
  near(found.traffic_ns, 2000);
  near(found.ns, 38_000);
});

const row = (n, launches_ns, traffic_ns, ratio = 1) => ({
  n,
  launches_ns,
  traffic_ns,
  ns: launches_ns + traffic_ns,
  measured_ns: ratio * (launches_ns + traffic_ns),
});

test('what decides, and where measured and predicted part', () => {
  const rows = [row(1, 10, 1), row(2, 10, 5), row(4, 10, 10, 1.9), row(8, 10, 20, 0.9), row(16, 10, 40, 1.3)];
  const { launchesUpTo, trafficFrom, worst, off } = judge(rows);
  assert.deepEqual([launchesUpTo.n, trafficFrom.n, worst.n], [2, 8, 4]);
  assert.deepEqual(
    off.map(({ n }) => n),
    [4, 16],
  );
  near(ratioOf(worst), 1.9);
});

test('one of the two may decide everywhere, or neither', () => {
  const launches = judge([row(1, 10, 1), row(2, 10, 2)]);
  assert.deepEqual([launches.launchesUpTo.n, launches.trafficFrom], [2, null]);
  const traffic = judge([row(1, 1, 10), row(2, 1, 20)]);
  assert.deepEqual([traffic.launchesUpTo, traffic.trafficFrom.n], [null, 1]);
  const neither = judge([row(1, 10, 9)]);
  assert.deepEqual([neither.launchesUpTo, neither.trafficFrom, neither.off], [null, null, []]);
});

test('less than predicted counts as much as more', () => {
  assert.equal(judge([row(1, 10, 1, 1.5), row(2, 10, 1, 0.4)]).worst.n, 2);
});
