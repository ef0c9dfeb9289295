import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, timed } from '../shared/points.fakes.mjs';
import { describeTimer, drawingOf } from './drawing.ts';
import { Formats } from '../shared/format.ts';

const formats = new Formats('en');
const ratio = (value, n, copy) => ({ copy_ratio: { value, interval: [value / 1.1, value * 1.1] }, copy: beside(n, copy) });
const POINTS = [
  timed('a', 4096, 4000, { interval_ns: [3600, 4400], ...ratio(2, 4096, 2000) }),
  timed('a', 1024, 1000, { interval_ns: [900, 1100], ...ratio(2, 1024, 500) }),
  timed('b', 1024, 3000, { interval_ns: [2900, 3100], ...ratio(6, 1024, 500) }),
  timed('b', 4096, null, { verified: false }),
];
const draw = (changes = {}) =>
  drawingOf({
    points: POINTS,
    algorithms: ['a', 'b'],
    metric: 'time',
    baseline: 'b',
    predicted: new Map(),
    titleOf: (id) => id.toUpperCase(),
    formats,
    ...changes,
  });

test('lines, intervals and the bound stand by ascending n in every metric', () => {
  const { points, bound, series } = draw();
  assert.deepEqual(
    points.filter(({ algorithm }) => algorithm === 'a').map(({ n, value, low, high }) => [n, value, low, high]),
    [
      [1024, 1000, 900, 1100],
      [4096, 4000, 3600, 4400],
    ],
  );
  assert.deepEqual(bound, [
    { n: 1024, value: 500 },
    { n: 4096, value: 2000 },
  ]);
  assert.deepEqual(
    series.map(({ title }) => title),
    ['A', 'B'],
  );
  assert.deepEqual(
    draw({ metric: 'share' }).bound.map(({ value }) => value),
    [1, 1],
  );
  assert.deepEqual(
    draw({ metric: 'elements' }).bound.map(({ value }) => value),
    [2.048e9, 2.048e9],
  );
});

test('speed-ups are over the chosen scan, where that has a time', () => {
  const { points, bound } = draw({ metric: 'speedup' });
  assert.deepEqual(
    points.map(({ algorithm, n, value }) => [algorithm, n, value]),
    [
      ['a', 1024, 3],
      ['b', 1024, 1],
      ['a', 4096, NaN],
      ['b', 4096, NaN],
    ],
  );
  assert.deepEqual(bound, [{ n: 1024, value: 6 }]);
});

test('tips have value, interval and prediction, or why there is none', () => {
  const predicted = new Map([
    [
      'a',
      [
        { n: 1024, ns: 1200 },
        { n: 4096, ns: 3000 },
      ],
    ],
  ]);
  const tip = (options, i = 0) => draw(options).points[i].tip;
  assert.equal(tip({ predicted }), 'A\nn = 1,024\n1 µs (95 %: 900 ns – 1.1 µs)\npredicted 1.2 µs');
  assert.equal(tip({ metric: 'speedup' }, 1), 'B\nn = 1,024\n1 ×');
  assert.match(tip({ metric: 'share' }), /50 % of the copy kernel’s speed \(95 %: 45\.5 % – 55 %\)/);
  assert.match(tip({}, 3), /FAIL: wrong output/);
  assert.deepEqual(
    draw({ predicted }).predicted.map(({ value }) => value),
    [1200, 3000],
  );
  assert.deepEqual(
    draw({ predicted, metric: 'elements' }).predicted.map(({ value }) => Math.round(value / 1e6)),
    [853, 1365],
  );
});

test('the bound and the timer are those of the shown run, not of others in the chart', () => {
  const other = timed('a@2', 1024, 100, { timer_resolution_ns: 1e6, ...ratio(5, 1024, 20) });
  const { bound, points } = draw({ points: [other, ...POINTS], algorithms: ['a', 'b', 'a@2'] });
  assert.deepEqual(
    bound.map(({ value }) => value),
    [500, 2000],
  );
  assert.equal(points.filter(({ algorithm }) => algorithm === 'a@2').length, 1);
  assert.match(describeTimer([other, ...POINTS], formats), /resolution is 1 ns/);
});

test('the band that the timer cannot resolve is drawn in the chart of times only', () => {
  const coarse = { timer_resolution_ns: 65_536, resolved: false, repeats: 4096, samples_ns: [16] };
  const points = [timed('a', 1024, null, coarse)];
  const {
    unresolvable,
    points: [point],
  } = draw({ points });
  assert.equal(unresolvable, 800);
  assert.deepEqual([point.unresolved, point.value, point.failed], [true, 800, false]);
  assert.match(point.tip, /below 800 ns: the timer cannot resolve it/);
  assert.equal(draw({ points, metric: 'elements' }).unresolvable, null);
  assert.ok(Number.isNaN(draw({ points, metric: 'elements' }).points[0].value));
  assert.equal(
    describeTimer(points, formats),
    'The timer’s resolution is 65.5 µs. With the most repeats per sample, it can measure a scan that takes 800 ns or more',
  );
  assert.equal(describeTimer([], formats), null);
});
