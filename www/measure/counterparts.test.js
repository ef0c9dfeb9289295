import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterpart, differences, incomparableReason } from './counterparts.ts';
import { browserName, titlesOf } from '../ui/run-names.ts';
import { overlay, overlayId, overlayPoint, partsOfId } from '../ui/run-overlays.ts';
import { assignSeries } from '../ui/series.ts';

const config = {
  algorithms: ['look-back', 'javascript'],
  sizes: [16, 64],
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  pattern: 'random',
  seed: 1,
  tuning: {},
};
const point = (n, more = {}) => ({
  algorithm: 'look-back',
  n,
  direction: 'forward',
  segmented: false,
  verified: true,
  skipped: null,
  resolved: true,
  median_ns: 5,
  ...more,
});
const named = (name) => ({ vendor: name, architecture: '', device: '', description: '' });

function runOf(name, more = {}) {
  return {
    config,
    adapter: named(name),
    browser: 'Mozilla/5.0 Chrome/142.0.0.0 Safari/537.36',
    date: new Date('2026-11-21T16:00:00Z'),
    points: [point(16)],
    file: 'a.json',
    ...more,
  };
}

test('browsers by their names', () => {
  const agents = {
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36': 'Chrome 156',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0': 'Edge 142',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15': 'Safari 26',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': 'Firefox 145',
    '': 'an unnamed browser',
  };
  for (const [agent, name] of Object.entries(agents)) assert.equal(browserName(agent), name);
});

test('titles are the shortest that distinguish the runs', () => {
  const later = { date: new Date('2026-11-22T16:00:00Z') };
  assert.deepEqual(titlesOf([runOf('nvidia')]), ['nvidia']);
  assert.deepEqual(titlesOf([runOf('nvidia'), runOf('apple', later)]), ['nvidia', 'apple']);
  assert.deepEqual(titlesOf([runOf('nvidia'), runOf('nvidia', later)]), ['2026-11-21', '2026-11-22']);
  assert.deepEqual(titlesOf([runOf('nvidia'), runOf('nvidia', later), runOf('apple')]), [
    'nvidia · 2026-11-21',
    'nvidia · 2026-11-22',
    'apple · 2026-11-21',
  ]);
  assert.deepEqual(titlesOf([runOf('nvidia'), runOf('nvidia', { file: 'b.json' })]), ['a.json', 'b.json']);
  assert.deepEqual(titlesOf([runOf('nvidia'), runOf('nvidia')]), ['nvidia', 'nvidia (2)']);
  assert.deepEqual(titlesOf([]), []);
  const named = { ...runOf('nvidia'), name: 'before' };
  assert.deepEqual(titlesOf([named, named, runOf('apple')]), ['before', 'before (2)', 'apple']);
  assert.deepEqual(titlesOf([named, named, { ...named, name: 'before (2)' }]), ['before', 'before (2)', 'before (2) (2)']);
});

test('runs with different settings are named by these', () => {
  const tuned = (tuning, more = {}) => runOf('nvidia', { config: { ...config, tuning, ...more } });
  const defaultOf = (id, name) => ({ padding: 1, reduce_steps: 8 })[name];
  const algorithms = ['blelloch', 'hybrid'];
  assert.deepEqual(titlesOf([tuned({ blelloch: { padding: 0 } }, { algorithms }), tuned({}, { algorithms })], defaultOf), [
    'padding 0',
    'padding 1',
  ]);
  assert.deepEqual(
    titlesOf([tuned({ blelloch: { padding: 0 }, hybrid: { reduce_steps: 2 } }, { algorithms }), tuned({}, { algorithms })], defaultOf),
    ['blelloch padding 0, hybrid reduce steps 2', 'blelloch padding 1, hybrid reduce steps 8'],
  );
  assert.deepEqual(titlesOf([tuned({}), tuned({}, { pattern: 'zeros' })], defaultOf), ['random input', 'zeros input']);
  assert.deepEqual(titlesOf([tuned({}), tuned({}, { mode: 'exclusive' })]), ['inclusive add of u32', 'exclusive add of u32']);
});

test('the lines of other runs have different ids', () => {
  const second = runOf('apple', { config: { ...config, sizes: [8, 64], algorithms: ['look-back'] }, points: [point(8)] });
  const { config: drawn, points } = overlay([runOf('nvidia'), second]);
  assert.deepEqual(drawn.algorithms, ['look-back', 'javascript', 'look-back@2']);
  assert.deepEqual(drawn.sizes, [8, 16, 64]);
  assert.deepEqual(
    points.map(({ algorithm, n }) => `${algorithm} ${n}`),
    ['look-back 16', 'look-back@2 8'],
  );
  assert.equal(second.points[0].algorithm, 'look-back');
  assert.deepEqual(partsOfId(overlayId('look-back', 2)), { algorithm: 'look-back', rank: 2 });
  const first = point(16);
  assert.equal(overlayPoint(first, 0), first);
});

test('a scan has the same colour in every run, with different markers and dashes', () => {
  const ids = ['a', 'b', 'javascript', 'a@2', 'b@2', 'javascript@2', 'a@3', 'c@3'];
  const series = Object.fromEntries(assignSeries(ids, (id) => id).map((one) => [one.id, one]));
  assert.equal(Object.keys(series).length, ids.length);
  for (const [one, other] of [
    ['a', 'a@2'],
    ['a', 'a@3'],
    ['b', 'b@2'],
    ['javascript', 'javascript@2'],
  ]) {
    assert.equal(series[one].light, series[other].light);
    assert.notEqual(series[one].symbol, series[other].symbol);
    assert.equal(series[other].line, 'dashed');
  }
  assert.notEqual(series['a@2'].symbol, series['a@3'].symbol);
  assert.deepEqual([series.a.line, series.javascript.line], ['solid', 'dashed']);
  assert.equal(new Set(['a', 'b', 'c@3'].map((id) => series[id].light)).size, 3);
});

test('only runs of the same scan can be compared; other differences are listed', () => {
  const other = (more) => runOf('apple', { config: { ...config, ...more } });
  assert.equal(incomparableReason(runOf('nvidia'), other({})), null);
  assert.equal(
    incomparableReason(other({ mode: 'exclusive' }), runOf('nvidia')),
    'exclusive add of u32, and the other run is inclusive add of u32',
  );
  assert.equal(
    incomparableReason(other({ initial: true }), runOf('nvidia')),
    'inclusive add of u32 from an initial value, and the other run is inclusive add of u32',
  );
  assert.equal(incomparableReason(other({ initial: false }), runOf('nvidia')), null);
  assert.deepEqual(differences(other({}), runOf('nvidia')), []);
  assert.deepEqual(differences(other({ pattern: 'zeros', seed: 3, tuning: { 'look-back': { items: 4 } } }), runOf('nvidia')), [
    'input: zeros, not random',
    'seed: 3, not 1',
    'tuning of look-back',
  ]);
});

test('corresponding points have the same scan', () => {
  const run = runOf('nvidia', { points: [point(16, { segmented: true }), point(64), point(16)] });
  assert.equal(counterpart(run, point(16)), run.points[2]);
  assert.equal(counterpart(run, point(32)), null);
});
