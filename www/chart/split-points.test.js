import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from '../shared/points.fakes.mjs';
import { Formats } from '../shared/format.ts';
import { barsOf, hasTransfers } from './split-points.ts';

const formats = new Formats('en');
const moved = (median_ns, more = {}) => ({
  samples_ns: [median_ns],
  median_ns,
  interval_ns: [median_ns * 0.9, median_ns * 1.1],
  minimum_ns: median_ns,
  resolved: true,
  ...more,
});
const both = { upload: moved(3000), readback: moved(5000) };
const POINTS = [
  timed('b', 4096, 2000, both),
  timed('javascript', 1024, 700, { upload: null, readback: null }),
  timed('b', 1024, 4000, both),
  timed('a', 1024, 2000, both),
];
const bars = (size, points = POINTS) => barsOf(points, ['a', 'b', 'javascript'], size, (id) => id.toUpperCase(), formats);
const extents = ({ parts }) => parts.map(({ part, from, to }) => [part, from, to]);

test('for all sizes the parts are shares of the sum, by ascending size and in the order of the lines', () => {
  const all = bars(null);
  assert.deepEqual(
    all.map(({ n, title }) => `${n} ${title}`),
    ['1024 A', '1024 B', '1024 JAVASCRIPT', '4096 B'],
  );
  assert.deepEqual(extents(all[0]), [
    ['upload', 0, 0.3],
    ['gpu', 0.3, 0.5],
    ['readback', 0.5, 1],
  ]);
  assert.deepEqual(
    all[0].parts.map(({ label }) => label),
    ['30 %', '20 %', '50 %'],
  );
  assert.equal(all[0].total, '10 µs');
});

test('for one size they are times, and the scan on the CPU has one part', () => {
  const [a, b, cpu, ...more] = bars(1024);
  assert.deepEqual(
    [extents(a), extents(b), more],
    [
      [
        ['upload', 0, 3000],
        ['gpu', 3000, 5000],
        ['readback', 5000, 10_000],
      ],
      [
        ['upload', 0, 3000],
        ['gpu', 3000, 7000],
        ['readback', 7000, 12_000],
      ],
      [],
    ],
  );
  assert.deepEqual([extents(cpu), cpu.total], [[['cpu', 0, 700]], '700 ns']);
  assert.deepEqual(
    a.parts.map(({ label }) => label),
    ['3 µs', '2 µs', '5 µs'],
  );
});

test('tips have every part with its interval, and how transfers were measured', () => {
  const [a, , cpu] = bars(null);
  assert.equal(
    a.tip,
    'A\nn = 1,024\nupload: 3 µs (95 %: 2.7 µs – 3.3 µs), 30 %\nGPU: 2 µs, 20 %\nreadback: 5 µs (95 %: 4.5 µs – 5.5 µs), 50 %\ntogether 10 µs\ntransfers by the page’s clock, with an empty queue before and after',
  );
  assert.equal(cpu.tip, 'JAVASCRIPT\nn = 1,024\nJavaScript on the CPU: 700 ns, 100 %\ntogether 700 ns');
});

test('if a time is missing, the reason replaces the bar', () => {
  const unresolved = moved(null, { resolved: false });
  const reasons = [
    [{ ...both, verified: false }, 'FAIL: wrong output, time void'],
    [{ ...both, median_ns: null }, 'GPU: the timer cannot resolve it'],
    [{}, 'transfers were not measured'],
    [{ ...both, upload: unresolved }, 'upload: the clock cannot resolve it'],
    [{ ...both, readback: unresolved }, 'readback: the clock cannot resolve it'],
  ];
  for (const [changes, reason] of reasons) {
    const [{ parts, total, tip }] = bars(null, [timed('a', 1024, 2000, changes)]);
    assert.deepEqual([parts, total], [[], reason]);
    assert.ok(tip.endsWith(reason));
  }
});

test('a run has transfers if one point has', () => {
  assert.equal(hasTransfers(POINTS), true);
  assert.equal(hasTransfers([timed('a', 1, 2), POINTS[1]]), false);
});

test('points of other runs have their own bars', () => {
  const other = timed('a@2', 1024, 2000, both);
  const found = barsOf(
    [...POINTS, other, timed('javascript@2', 1024, 900)],
    ['a', 'b', 'javascript', 'a@2', 'javascript@2'],
    1024,
    (id) => id,
    formats,
  );
  assert.deepEqual(
    found.map(({ title, parts }) => `${title} ${parts.length}`),
    ['a 3', 'b 3', 'a@2 3', 'javascript 1', 'javascript@2 1'],
  );
});
