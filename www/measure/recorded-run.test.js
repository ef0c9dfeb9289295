import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { runOf } from './result-file.ts';

const text = fs.readFileSync(new URL('recorded-run.json', import.meta.url), 'utf8');

test('the recorded run is a result file that names its GPU, browser and date', () => {
  const { adapter, browser, date } = runOf(JSON.parse(text));
  assert.equal(adapter.description, 'NVIDIA H100 80GB HBM3');
  assert.match(browser, /Chrome\/\d+/);
  assert.ok(date > new Date('2026-11-01'));
});

test('it has a verified time for every scan at every size, and the copy kernel once a size', () => {
  const { config, points } = runOf(JSON.parse(text));
  assert.equal(points.length, config.algorithms.length * config.sizes.length);
  assert.deepEqual(
    points.filter(({ verified, resolved, median_ns, hidden }) => !verified || !resolved || !median_ns || hidden),
    [],
  );
  assert.deepEqual(
    points.filter(({ copy }) => copy).map(({ n }) => n),
    config.sizes,
  );
});

test('every series has the samples that a verdict requires', () => {
  const { points } = runOf(JSON.parse(text));
  assert.deepEqual(
    points.filter(({ samples_ns }) => samples_ns.length < 6).map(({ algorithm, n }) => `${algorithm} at ${n}`),
    [],
  );
});

test('it is small enough to be loaded with the view', () => assert.ok(text.length <= 56 * 1024));
