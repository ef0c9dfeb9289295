import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingGroups, runSweep, untilAborted } from './sweep-run.js';

const config = { algorithms: ['a', 'b'], sizes: [1, 2, 3], operator: 'add', type: 'u32', mode: 'inclusive', pattern: 'random', seed: 1, tuning: { a: { k: 2 } } };
const pairs = (groups) => groups.flatMap(({ algorithms, sizes }) => sizes.flatMap((n) => algorithms.map((algorithm) => `${algorithm}${n}`)));

test('a new sweep is one group, a finished one none', () => {
  assert.deepEqual(missingGroups(config, []), [{ algorithms: ['a', 'b'], sizes: [1, 2, 3] }]);
  const all = config.sizes.flatMap((n) => config.algorithms.map((algorithm) => ({ algorithm, n })));
  assert.deepEqual(missingGroups(config, all), []);
});

test('only what is missing is asked for again', () => {
  const points = [{ algorithm: 'a', n: 1 }, { algorithm: 'b', n: 1 }, { algorithm: 'a', n: 2 }];
  assert.deepEqual(pairs(missingGroups(config, points)), ['b2', 'a3', 'b3']);
});

test('a continued sweep counts on from the points it has', async () => {
  const asked = [];
  const lab = {
    async *sweep(request, { onProgress }) {
      asked.push(request);
      for (const n of request.sizes) for (const algorithm of request.algorithms) {
        onProgress({ done: 0, total: 1, algorithm, n, stage: 'timing' });
        yield { algorithm, n };
      }
    },
  };
  const [seen, progress] = [[], []];
  const points = [{ algorithm: 'a', n: 1 }];
  await runSweep(lab, config, points, { signal: new AbortController().signal, onPoint: (point) => seen.push(point), onProgress: (one) => progress.push(one) });
  assert.deepEqual(seen.map(({ algorithm, n }) => `${algorithm}${n}`), ['b1', 'a2', 'b2', 'a3', 'b3']);
  assert.deepEqual([progress[0].done, progress[0].total], [1, 6]);
  assert.deepEqual(asked.map(({ tuning }) => tuning), [{}, { a: { k: 2 } }]);
});

test('a source that ignores the signal is left after the grace', async () => {
  const abort = new AbortController();
  async function* stuck() {
    yield 1;
    await new Promise(() => {});
  }
  const seen = [];
  setTimeout(() => abort.abort(), 5);
  for await (const value of untilAborted(stuck(), abort.signal, 5)) seen.push(value);
  assert.deepEqual(seen, [1]);
});

test('a source that fails tells why', async () => {
  async function* failing() {
    yield 1;
    throw new Error('lost');
  }
  await assert.rejects(async () => {
    for await (const _ of untilAborted(failing(), new AbortController().signal)) void _;
  }, { message: 'lost' });
});
