/** Compares the files of reports with their schema. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeReports } from '../../measurements/merge-conformance.mjs';
import { reportErrors } from '../../tests/page/report-schema.mjs';
import { Report, reportText } from './report.ts';
import { Formats } from '../shared/format.ts';

// In Node.js before version 21, `navigator` is missing.
globalThis.navigator ??= { userAgent: 'node' };

const AXES = {
  algorithms: ['a', 'b'],
  kinds: [{ operator: 'add', type: 'f32' }],
  modes: ['inclusive'],
  directions: ['backward'],
  segments: ['whole', 'heads', 'head-bits', 'rows', 'columns'],
  inPlace: [false],
  initial: [false],
  sizes: [{ name: 'tile', of: () => 2 }],
  patterns: ['ones'],
  far: [{ name: 'tile²', of: () => 4 }],
  farTuning: () => ({}),
};
const ADAPTER = {
  vendor: 'v',
  architecture: '',
  device: '',
  description: 'd',
  isFallback: true,
  subgroups: { min: 4, max: 4 },
  timestamps: true,
  forwardProgress: false,
  subgroupsAdjoin: true,
  limits: { maxBufferSize: 2 ** 30 },
};
const CASE = {
  algorithm: 'a',
  operator: 'add',
  type: 'f32',
  mode: 'inclusive',
  direction: 'backward',
  segments: 'heads',
  inPlace: false,
  initial: false,
  size: 'tile',
  n: 2,
  pattern: 'ones',
};
const MISMATCH = { index: 1, expected: [Infinity], found: [NaN], tile: 0, lane: 3, tolerance: 1e-6 };
const RESULTS = [
  { case: CASE, outcome: 'passed', reason: null, mismatch: null },
  { case: CASE, outcome: 'failed', reason: null, mismatch: MISMATCH },
  { case: { ...CASE, tuning: { items: 1 } }, outcome: 'failed', reason: 'it broke', mismatch: null },
  { case: { ...CASE, algorithm: 'b' }, outcome: 'unsupported', reason: 'no b', mismatch: null },
];

/** A report, as it is in a file. */
function fileOf(plan, adapter = ADAPTER) {
  const report = new Report({ grid: 'spread', shard: null, axes: AXES, cases: [], total: 5, ...plan }, { adapter }, { version: '1.2.3' });
  for (const result of RESULTS) report.take(result);
  return JSON.parse(reportText(report.data(new Formats('en'))));
}

for (const grid of ['smoke', 'spread', 'full', 'case']) {
  test(`the report of a ${grid} grid is as its schema has it`, () => {
    assert.deepEqual(reportErrors(fileOf({ grid })), []);
    assert.deepEqual(reportErrors(fileOf({ grid }, { ...ADAPTER, subgroups: null })), []);
  });

  test(`the report of a shard of a ${grid} grid, and that of all shards, are as the schema has them`, () => {
    const shards = [1, 2].map((index) => fileOf({ grid, shard: { index, of: 2 } }));
    assert.deepEqual(reportErrors(shards[0]), []);
    const whole = JSON.parse(JSON.stringify(mergeReports(shards)));
    assert.deepEqual(reportErrors(whole), []);
    assert.equal(whole.results?.length ?? null, grid === 'full' ? null : 2 * RESULTS.length);
  });
}

test('a report from before scans had initial values is as the schema has it', () => {
  const { axes, results, failures, ...report } = fileOf({});
  const without = ({ initial: _, ...rest }) => rest;
  const former = {
    ...report,
    axes: without(axes),
    results: results.map(without),
    failures: failures.map((one) => ({ ...one, case: without(one.case) })),
  };
  assert.deepEqual(reportErrors(former), []);
});

test('what JSON has no number for is text', () => {
  const [{ mismatch }] = fileOf({}).failures;
  assert.deepEqual([mismatch.expected, mismatch.found], [['Infinity'], ['NaN']]);
});

for (const key of Object.keys(fileOf({}))) {
  test(`a report without ${key} is not as the schema has it`, () => {
    const { [key]: _, ...rest } = fileOf({});
    assert.equal(reportErrors(rest).length, 1);
  });
}

for (const [name, change] of [
  ['another format', (report) => (report.format = 1)],
  ['a field that is not described', (report) => (report.extra = 1)],
  ['a case with one', (report) => (report.failures[0].case.extra = 1)],
  ['no direction in a result', (report) => delete report.results[0].direction],
  ['an outcome that there is not', (report) => (report.results[0].outcome = 'skipped')],
  ['a count below zero', (report) => (report.cases.failed = -1)],
  ['a length in text', (report) => (report.results[0].n = '2')],
]) {
  test(`a report with ${name} is not as the schema has it`, () => {
    const report = fileOf({});
    change(report);
    assert.notDeepEqual(reportErrors(report), []);
  });
}
