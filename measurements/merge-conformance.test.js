import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeReports } from './merge-conformance.mjs';

/** The report of one of three shards of a grid with one cell. */
function report(index, changes = {}) {
  const counts = { passed: 10 * index, failed: index, unsupported: 1 };
  return {
    app: 'ScanLab',
    version: '1.2.3',
    report: 'conformance',
    date: `2026-01-0${4 - index}T00:00:00.000Z`,
    browser: 'B',
    adapter: { vendor: 'v', forwardProgress: true },
    grid: 'full',
    shard: `${index}/3`,
    complete: true,
    axes: { sizes: ['0', '1'] },
    cases: { total: 11 * index + 1, done: 11 * index + 1, ...counts },
    cells: [{ algorithm: 'a', operator: 'add', type: 'u32', ...counts }],
    reasons: [{ reason: 'no b here', cases: 1 }],
    failures: [{ message: `failure ${index}` }],
    results: null,
    seconds: index,
    ...changes,
  };
}
const all = (changes = {}) => [3, 1, 2].map((index) => report(index, changes[index]));

test('reports of all shards become one: counts are added up, failures listed', () => {
  const whole = mergeReports(all());
  assert.deepEqual(whole.cases, { total: 69, done: 69, passed: 60, failed: 6, unsupported: 3 });
  assert.deepEqual(whole.cells, [{ algorithm: 'a', operator: 'add', type: 'u32', passed: 60, failed: 6, unsupported: 3 }]);
  assert.deepEqual(whole.reasons, [{ reason: 'no b here', cases: 3 }]);
  assert.deepEqual(
    whole.failures.map(({ message }) => message),
    ['failure 1', 'failure 2', 'failure 3'],
  );
  assert.deepEqual(
    whole.shards.map(({ shard, total }) => [shard, total]),
    [
      ['1/3', 12],
      ['2/3', 23],
      ['3/3', 34],
    ],
  );
  assert.deepEqual([whole.complete, whole.shard, whole.seconds, whole.date], [true, null, 6, '2026-01-01T00:00:00.000Z']);
  assert.deepEqual([whole.adapter, whole.axes], [{ vendor: 'v', forwardProgress: true }, { sizes: ['0', '1'] }]);
});

test('a shard that was stopped makes the whole incomplete', () => {
  assert.equal(mergeReports(all({ 2: { complete: false } })).complete, false);
});

test('a probe may come out differently each time; what is not always so is not so', () => {
  const whole = mergeReports(all({ 2: { adapter: { vendor: 'v', forwardProgress: false } } }));
  assert.deepEqual(whole.adapter, { vendor: 'v', forwardProgress: false });
});

test('shards must be there, each once, and of one division', () => {
  assert.throws(() => mergeReports([]), /there was none/);
  assert.throws(() => mergeReports(all().slice(1)), /shard 3\/3 must be given once; it was given 0 times/);
  assert.throws(() => mergeReports([...all(), report(2)]), /shard 2\/3 must be given once; it was given 2 times/);
  assert.throws(() => mergeReports(all({ 2: { shard: '2/4' } })), /same division; found 3\/3 and 2\/4/);
  assert.throws(() => mergeReports(all({ 3: { shard: null } })), /same division; found null and null/);
});

for (const [key, value] of [
  ['version', '1.2.4'],
  ['adapter', { vendor: 'w', forwardProgress: true }],
  ['axes', { sizes: ['0'] }],
  ['grid', 'spread'],
]) {
  test(`shards must have the same ${key}`, () => {
    assert.throws(() => mergeReports(all({ 2: { [key]: value } })), new RegExp(`the same ${key}; shards 1/3 and 2/3`));
  });
}
