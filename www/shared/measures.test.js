import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, timed } from './points.fakes.mjs';
import { copyTimes, elementBytes, measure, measurePoint, quotient, resolution, timesOf, unresolvedBelow } from './measures.ts';

const near = (found, expected) => assert.ok(Math.abs(found / expected - 1) < 1e-9, `expected ${expected}, found ${found}`);
const scaleOf = (points, baseline = 'a') => ({
  bytes: elementBytes(points),
  copies: copyTimes(points),
  baseline: timesOf(points, baseline),
});

test('intervals follow their values into every metric, turned over where more is better', () => {
  const point = timed('a', 1000, 200, { interval_ns: [100, 400], copy_ratio: { value: 2, interval: [1.6, 2.5] } });
  const scale = scaleOf([point, timed('b', 1000, 600, { interval_ns: [600, 600] })], 'b');
  const found = (metric) => measurePoint(point, metric, scale);
  assert.deepEqual(found('time'), { value: 200, interval: [100, 400] });
  near(found('elements').value, 5e9);
  near(found('elements').interval[0], 2.5e9);
  near(found('elements').interval[1], 1e10);
  // Every element is read once and written once, 4 bytes each.
  near(found('bytes').value, 4e10);
  near(found('bytes').interval[1], 8e10);
  near(found('share').value, 0.5);
  near(found('share').interval[0], 0.4);
  near(found('share').interval[1], 0.625);
  near(found('speedup').value, 3);
  near(found('speedup').interval[0], 1.5);
  near(found('speedup').interval[1], 6);
});

test('errors of a quotient add up as squares, and those of a scan over itself vanish', () => {
  const wide = (value, factor) => ({ value, interval: [value / factor, value * factor] });
  const { interval } = quotient(wide(10, Math.exp(0.03)), wide(5, Math.exp(0.04)));
  near(Math.log(interval[1] / 2), 0.05);
  near(Math.log(2 / interval[0]), 0.05);
  assert.equal(quotient(wide(10, 2), { value: 5, interval: null }).interval, null);
  const point = timed('a', 10, 200, { interval_ns: [100, 400] });
  assert.deepEqual(measurePoint(point, 'speedup', scaleOf([point])), { value: 1, interval: [1, 1] });
});

test('what has no time, no copy or no baseline beside it has no place in the chart', () => {
  const scale = scaleOf([]);
  const point = timed('b', 10, 200, { copy_ratio: null });
  for (const metric of ['speedup', 'share']) assert.equal(measurePoint(point, metric, scale), null);
  for (const broken of [{ verified: false }, { skipped: 'why' }, { median_ns: null }, { median_ns: 0 }]) {
    assert.equal(measurePoint({ ...point, ...broken }, 'time', scale), null);
  }
  assert.equal(measure('share', 10, { value: 5, interval: null }, scale), null);
});

test('the bound is the copy kernel’s time beside the scans; of several the middle one', () => {
  const points = [90, 130, 110].map((copy, i) => timed(`a${i}`, 10, 200, { copy: beside(10, copy) }));
  assert.deepEqual([...copyTimes([...points, timed('javascript', 10, 5)])], [[10, { value: 110, interval: beside(10, 110).interval_ns }]]);
  assert.deepEqual([...copyTimes([])], []);
});

test('bytes of an element are those of its operator', () => {
  assert.equal(
    elementBytes([
      timed('a', 10, 200, { elements_per_s: null, bytes_per_s: null }),
      timed('b', 10, 200, { elements_per_s: 3e9, bytes_per_s: 9.6e10 }),
    ]),
    16,
  );
  assert.equal(elementBytes([]), 4);
});

test('times below 50 ticks of the timer in 4,096 dispatches are not resolved', () => {
  const coarse = { timer_resolution_ns: 65_536 };
  near(resolution([timed('a', 10, 200, { ...coarse, dispatches: 3 }), timed('b', 10, 200, { ...coarse, dispatches: 1 })]).least_ns, 800);
  near(resolution([timed('a', 10, 200, { ...coarse, dispatches: 3 })]).least_ns, (50 * 65_536) / 1365);
  near(resolution([timed('a', 10, 200, { ...coarse, dispatches: 9000 })]).least_ns, 50 * 65_536);
  assert.equal(resolution([timed('javascript', 10, 200, { timer_resolution_ns: null, dispatches: 0 })]), null);
});

test('the upper bound of an unresolved point is the shortest resolved time of its samples', () => {
  const point = timed('a', 10, null, { resolved: false, timer_resolution_ns: 65_536, repeats: 4096, samples_ns: [16, 0.1] });
  near(unresolvedBelow(point), 800);
  for (const other of [{ resolved: true }, { verified: false }, { samples_ns: [] }, { timer_resolution_ns: null }])
    assert.equal(unresolvedBelow({ ...point, ...other }), null);
});
