import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Report } from './report.ts';
import { Formats } from '../shared/format.ts';

// In Node.js before version 21, `navigator` is missing.
globalThis.navigator ??= { userAgent: 'node' };

const AXES = {
  algorithms: ['a', 'b'],
  kinds: [{ operator: 'add', type: 'u32' }],
  modes: ['inclusive'],
  directions: ['forward'],
  segments: ['whole'],
  inPlace: [false],
  initial: [false],
  sizes: [{ name: 'tile', of: () => 2 }],
  patterns: ['ones'],
  far: [],
  farTuning: () => ({}),
};
const CASE = {
  algorithm: 'a',
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  direction: 'forward',
  segments: 'whole',
  inPlace: false,
  initial: false,
  size: 'tile',
  n: 2,
  pattern: 'ones',
};
const result = (outcome, changes = {}, reason = null) => ({ case: { ...CASE, ...changes }, outcome, reason, mismatch: null });

function reportOf(plan, results) {
  const report = new Report(
    { grid: 'full', shard: null, axes: AXES, cases: [], total: 4, ...plan },
    { adapter: { vendor: 'v' } },
    { version: '1.2.3' },
  );
  for (const one of results) report.take(one);
  return report.data(new Formats('en'));
}

const RESULTS = [
  result('passed'),
  result('failed', {}, 'it broke'),
  result('unsupported', { algorithm: 'b' }, 'no b'),
  result('unsupported', { algorithm: 'b' }, 'no b'),
];

test('outcomes are counted by cell and by reason, failures are described', () => {
  const data = reportOf({}, RESULTS);
  assert.deepEqual(data.cases, { total: 4, done: 4, passed: 1, failed: 1, unsupported: 2 });
  assert.deepEqual(data.cells, [
    { algorithm: 'a', operator: 'add', type: 'u32', passed: 1, failed: 1, unsupported: 0 },
    { algorithm: 'b', operator: 'add', type: 'u32', passed: 0, failed: 0, unsupported: 2 },
  ]);
  assert.deepEqual(data.reasons, [{ reason: 'no b', cases: 2 }]);
  assert.deepEqual(
    data.failures.map(({ message }) => message),
    ['a: inclusive scan with add of u32, n = 2 (tile), ones input. it broke'],
  );
  assert.deepEqual([data.complete, data.version, data.adapter, data.axes.sizes], [true, '1.2.3', { vendor: 'v' }, ['tile']]);
});

test('a failure of a scan from an initial value says so', () => {
  const [{ message }] = reportOf({}, [result('failed', { initial: true })]).failures;
  assert.equal(message, 'a: inclusive scan with add of u32 from an initial value, n = 2 (tile), ones input. The output was wrong.');
});

test('only a spread lists its cases; a stopped run is not complete', () => {
  assert.equal(reportOf({}, RESULTS).results, null);
  const spread = reportOf({ grid: 'spread' }, RESULTS.slice(0, 3));
  assert.deepEqual(
    spread.results.map(({ algorithm, outcome, reason }) => [algorithm, outcome, reason]),
    [
      ['a', 'passed', undefined],
      ['a', 'failed', 'it broke'],
      ['b', 'unsupported', 'no b'],
    ],
  );
  assert.equal(spread.complete, false);
});

test('a report has its shard, and a file of a full grid stays small', () => {
  assert.equal(reportOf({ shard: { index: 2, of: 8 } }, []).shard, '2/8');
  const many = Array.from({ length: 20_000 }, () =>
    result('failed', {}, 'a reason that is as long as reasons are in practice, a sentence or two of it'),
  );
  const data = reportOf({}, many);
  assert.equal(data.cases.failed, 20_000);
  assert.ok(JSON.stringify(data).length < 1e6);
});
