import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf, runOf } from './result-file.ts';

const run = {
  config: {
    algorithms: ['blelloch'],
    sizes: [1024],
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    pattern: 'random',
    seed: 1,
    tuning: {},
  },
  adapter: null,
  browser: 'Browser 1',
  version: '0.1.0',
  date: new Date('2026-01-02T03:04:05.678Z'),
  points: [{ algorithm: 'blelloch', n: 1024, energy_j: 3 }],
};

test('a run is read back as it was', () => {
  const results = resultsOf(run, 'v=1&algorithms=blelloch');
  assert.deepEqual([results.app_version, results.date, results.settings], ['0.1.0', '2026-01-02T03:04:05.678Z', 'v=1&algorithms=blelloch']);
  assert.deepEqual(runOf(results), run);
});
