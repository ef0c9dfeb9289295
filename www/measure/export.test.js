import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from './export.ts';
import { Formats } from '../shared/format.ts';
import { adapterName, adapterNameAndKind } from '../shared/adapter-name.ts';
import { adapterFacts, adapterLine, describeMismatch, explain, mostElements } from '../ui/messages.ts';
import { BACKGROUND, COLORS, CPU_COLOR, COPY_BOUND, assignSeries, outcome } from '../ui/series.ts';

const mismatch = { index: 8193, expected: [5], found: [7], tile: 32, lane: 1, tolerance: 0 };
const point = {
  algorithm: 'blelloch',
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  direction: 'forward',
  segmented: false,
  n: 1024,
  pattern: 'random',
  seed: 1,
  tuning: { padding: 1 },
  verified: true,
  mismatch: null,
  timer: 'timestamp',
  samples_ns: [10, 12],
  rounds: [0, 1],
  block: 'page-1-0',
  hidden: false,
  samples_voided: 0,
  outliers: [],
  repeats: 4,
  timer_resolution_ns: 1,
  overhead_ns: 5,
  resolved: true,
  median_ns: 11,
  interval_ns: [10, 12],
  minimum_ns: 10,
  stopped: 'width',
  copy_ratio: { value: 2, interval: [1.9, 2.1] },
  copy_drifted: false,
  copy: { median_ns: 5.5, interval_ns: [5, 6], elements_per_s: 18e10, bytes_per_s: 14e11 },
  elements_per_s: 9e10,
  bytes_per_s: 7e11,
  dispatches: 3,
  scratch_bytes: 64,
  skipped: null,
};
const failed = {
  ...point,
  interval_ns: null,
  copy_ratio: null,
  verified: false,
  mismatch,
  samples_ns: [],
  median_ns: null,
  elements_per_s: null,
  bytes_per_s: null,
};
const config = {
  algorithms: ['blelloch'],
  sizes: [1024],
  type: 'u32',
  operator: 'add',
  mode: 'inclusive',
  pattern: 'random',
  seed: 1,
  tuning: {},
};
const adapter = { vendor: 'nvidia', architecture: 'hopper', device: '', description: '' };
const run = { config, adapter, points: [point], date: new Date('2026-01-02T03:04:05Z'), browser: 'Browser 1, "beta"', version: '0.1.0' };

test('a file is named by what was scanned, and when', () => {
  assert.equal(fileName(run, 'json'), 'scanlab-u32-add-inclusive-2026-01-02.json');
});

test('an outcome is one of three', () => {
  assert.deepEqual([point, failed, { ...failed, skipped: 'why' }].map(outcome), ['PASS', 'FAIL', 'skipped']);
});

test('up to 49 lines differ in colour or shape; the CPU has its own', () => {
  const ids = Array.from({ length: 49 }, (_, i) => `a${i}`);
  const series = assignSeries(['javascript', ...ids], (id) => id);
  assert.equal(new Set(series.map(({ light, symbol }) => `${light} ${symbol}`)).size, 50);
  assert.equal(series.at(-1).id, 'javascript');
  assert.equal(series.at(-1).line, 'dashed');
});

test('every line’s colour has 3 : 1 against its background', () => {
  for (const color of [...COLORS, CPU_COLOR, COPY_BOUND]) {
    for (const theme of ['light', 'dark']) {
      const ratio = contrast(color[theme], BACKGROUND[theme]);
      assert.ok(ratio >= 3, `${color[theme]} on ${BACKGROUND[theme]}: ${ratio.toFixed(2)}`);
    }
  }
});

test('every code of an error has its own words; others are unexpected', () => {
  const codes = [
    'insecure-context',
    'webgpu-unavailable',
    'no-adapter',
    'too-large',
    'out-of-memory',
    'device-lost',
    'unsupported',
    'bad-argument',
    'cancelled',
  ];
  const said = codes.map((code) => explain(Object.assign(new Error('why'), { code })));
  assert.equal(new Set(said.map(({ title }) => title)).size, codes.length);
  assert.ok(said.every(({ detail, next }) => detail === 'why' && next));
  assert.equal(said[codes.indexOf('device-lost')].remedy, 'reopen');
  assert.equal(explain('text').code, 'unexpected');
  assert.equal(explain(Object.assign(new Error(''), { code: 'toString' })).code, 'unexpected');
});

test('the adapter in words', () => {
  const adapter = {
    vendor: 'nvidia',
    architecture: 'hopper',
    device: '',
    description: 'H200',
    isFallback: false,
    subgroups: { min: 32, max: 32 },
    subgroupsAdjoin: true,
    timestamps: true,
    forwardProgress: true,
  };
  const unnamed = { vendor: '', architecture: '', device: '', description: '' };
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
  assert.equal(adapterName(adapter), 'nvidia hopper (H200)');
  assert.equal(adapterName({ ...adapter, description: 'nvidia hopper 0x1' }), 'nvidia hopper 0x1');
  assert.equal(adapterName({ ...unnamed, vendor: 'apple', architecture: 'metal-3' }), 'apple metal-3');
  assert.equal(adapterName(unnamed), 'an adapter without a name');
  assert.equal(adapterName({ ...unnamed, isFallback: true }), 'a software adapter without a name');
  // A GPUAdapterInfo may lack any of these members.
  assert.equal(adapterName({}), 'an adapter without a name');
  assert.equal(adapterName({ isFallbackAdapter: true }), 'a software adapter without a name');
  const withKind = [adapter, { ...adapter, isFallback: true }, { ...unnamed, isFallback: true }].map(adapterNameAndKind);
  assert.deepEqual(withKind, ['nvidia hopper (H200)', 'nvidia hopper (H200), a software adapter', 'a software adapter without a name']);
  assert.deepEqual(adapterLine(adapter, agent), ['nvidia hopper (H200)', 'subgroups of 32', 'timestamps', 'forward progress']);
  assert.deepEqual(adapterLine({ ...adapter, subgroups: { min: 8, max: 32 } }, agent)[1], 'subgroups of 8 to 32');
  assert.deepEqual(
    adapterLine({ ...adapter, subgroupsAdjoin: false }, agent)[1],
    'subgroups of 32, not of neighbouring invocations: scans that need them are off',
  );
  const software = { ...unnamed, isFallback: true, subgroups: null, timestamps: false, forwardProgress: false };
  assert.deepEqual(adapterLine(software, agent), [
    'a software adapter of Firefox 153',
    'no subgroups',
    'no timestamps: wall-clock times',
    'no forward-progress guarantee: scans that need one are off',
  ]);
  assert.equal(adapterLine({ ...software, isFallback: false }, agent)[0], 'an adapter of Firefox 153');
  assert.deepEqual(adapterLine({ ...software, description: 'llvmpipe' }, agent).slice(0, 2), ['llvmpipe', 'software']);
  const limits = { maxBufferSize: 2 ** 28, maxTextureDimension1D: 8192 };
  assert.deepEqual(adapterFacts({ ...software, limits }, new Set(['timestamp-query', 'subgroups']), new Formats('en')), [
    ['Kind', 'software'],
    ['Features', 'timestamp-query, subgroups'],
    ['maxBufferSize', '268 MB'],
  ]);
  assert.deepEqual(adapterFacts({ ...adapter, limits: {} }, [], new Formats('en')), [
    ['Vendor', 'nvidia'],
    ['Architecture', 'hopper'],
    ['Description', 'H200'],
  ]);
  assert.equal(mostElements({ maxElements: 10 }, 4), 2);
  assert.equal(mostElements(null, 1), undefined);
});

test('a mismatch in words', () => {
  const formats = new Formats('en');
  assert.equal(describeMismatch(mismatch, formats), 'First wrong element at index 8,193: expected 5, found 7 (tile 32, invocation 1).');
  assert.match(
    describeMismatch({ ...mismatch, expected: [1.5], found: [NaN], tolerance: 0.25 }, formats),
    /expected 1\.5 ± 0\.25, found NaN/,
  );
  assert.match(describeMismatch({ ...mismatch, expected: [1, 2], found: [3, 4] }, formats), /expected \[1; 2\], found \[3; 4\]/);
});

test('numbers as people read them', () => {
  const formats = new Formats('en');
  assert.deepEqual(
    [0, 12, 999.9, 1234, 5.6e6, 2e9].map((ns) => formats.time(ns)),
    ['0 ns', '12 ns', '1 µs', '1.23 µs', '5.6 ms', '2 s'],
  );
  assert.deepEqual(
    [500, 1.5e6, 2.345e9].map((rate) => formats.rate(rate)),
    ['500', '1.5 M', '2.35 G'],
  );
  assert.deepEqual(
    [1, 1000, 1024, 2 ** 20, 1e6].map((n) => formats.size(n)),
    ['1', '1,000', '2¹⁰', '2²⁰', '1 M'],
  );
  assert.deepEqual(
    [-0, NaN, Infinity, 0.5].map((x) => formats.entry(x)),
    ['−0', 'NaN', 'Infinity', '0.5'],
  );
  assert.equal(formats.count(1, 'size'), '1 size');
  assert.equal(new Formats('no such tag').integer(1), '1');
});

function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
