import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePage } from '../shared/page.fakes.mjs';
import { missingGroups, runSweep, untilAborted } from './resumable-sweep.ts';

const config = {
  algorithms: ['a', 'b'],
  sizes: [1, 2, 3],
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  pattern: 'random',
  seed: 1,
  tuning: { a: { k: 2 } },
};
const pairs = (groups) =>
  groups.flatMap(({ algorithms, sizes }) => sizes.flatMap((n) => algorithms.map((algorithm) => `${algorithm}${n}`)));

test('a new sweep is one group, a finished one none', () => {
  assert.deepEqual(missingGroups(config, []), [{ algorithms: ['a', 'b'], sizes: [1, 2, 3] }]);
  const all = config.sizes.flatMap((n) => config.algorithms.map((algorithm) => ({ algorithm, n })));
  assert.deepEqual(missingGroups(config, all), []);
});

test('only missing points are requested again', () => {
  const points = [
    { algorithm: 'a', n: 1 },
    { algorithm: 'b', n: 1 },
    { algorithm: 'a', n: 2 },
  ];
  assert.deepEqual(pairs(missingGroups(config, points)), ['b2', 'a3', 'b3']);
});

test('a resumed sweep counts from the points that it has', async () => {
  const requested = [];
  const lab = {
    async *sweep(request, { onProgress }) {
      requested.push(request);
      for (const n of request.sizes)
        for (const algorithm of request.algorithms) {
          onProgress({ done: 0, total: 1, algorithm, n, stage: 'timing' });
          yield { algorithm, n };
        }
    },
  };
  const [seen, progress] = [[], []];
  const points = [{ algorithm: 'a', n: 1 }];
  await runSweep(lab, config, points, {
    signal: new AbortController().signal,
    onPoint: (point) => seen.push(point),
    onProgress: (one) => progress.push(one),
  });
  assert.deepEqual(
    seen.map(({ algorithm, n }) => `${algorithm}${n}`),
    ['b1', 'a2', 'b2', 'a3', 'b3'],
  );
  assert.deepEqual([progress[0].done, progress[0].total], [1, 6]);
  assert.deepEqual(
    requested.map(({ tuning }) => tuning),
    [{}, { a: { k: 2 } }],
  );
});

test('transfers and the initial value are requested', async () => {
  const requested = [];
  const lab = {
    sweep(request) {
      requested.push([request.transfers, request.initial]);
      return (async function* () {})();
    },
  };
  const options = { signal: new AbortController().signal, onPoint() {}, onProgress() {} };
  for (const [transfers, initial] of [[true], [undefined, true]]) await runSweep(lab, { ...config, transfers, initial }, [], options);
  assert.deepEqual(requested, [
    [true, undefined],
    [undefined, true],
  ]);
});

test('a source that ignores the signal is abandoned after the grace period', async () => {
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

test('a failure of the source is thrown', async () => {
  async function* failing() {
    yield 1;
    throw new Error('lost');
  }
  await assert.rejects(
    async () => {
      for await (const _ of untilAborted(failing(), new AbortController().signal)) void _;
    },
    { message: 'lost' },
  );
});

const tick = () => new Promise((resume) => setTimeout(resume));

/** A sweep over a, b, c, hidden after its first point. */
function hiddenSweep(signal) {
  const page = new FakePage();
  const state = { page, requested: [], seen: [], pauses: 0 };
  const lab = {
    async *sweep({ algorithms }) {
      for (const algorithm of algorithms) {
        state.requested.push(algorithm);
        yield { algorithm, n: 1 };
        signal.throwIfAborted();
      }
    },
  };
  const onPoint = ({ algorithm }) => {
    state.seen.push(algorithm);
    if (algorithm === 'a') page.turn(true);
  };
  const options = { signal, onPoint, onProgress() {}, onPause: () => (state.pauses += 1) };
  state.run = runSweep(lab, { ...config, algorithms: ['a', 'b', 'c'], sizes: [1], tuning: {} }, [], options, page);
  return state;
}

test('a sweep pauses while its page is hidden, and continues by itself', async () => {
  const { page, seen, run, ...state } = hiddenSweep(new AbortController().signal);
  await tick();
  assert.deepEqual([seen, state.requested], [['a'], ['a']]);
  page.turn(true);
  await tick();
  assert.deepEqual(seen, ['a']);
  page.turn(false);
  await run;
  assert.deepEqual(seen, ['a', 'b', 'c']);
});

test('a paused sweep can be cancelled', async () => {
  const abort = new AbortController();
  const state = hiddenSweep(abort.signal);
  await tick();
  assert.equal(state.pauses, 1);
  abort.abort();
  await assert.rejects(state.run, { name: 'AbortError' });
  assert.deepEqual(state.seen, ['a']);
});

test('a sweep does not pause without a page, nor after the last point', async () => {
  const lab = {
    async *sweep() {
      yield { algorithm: 'a', n: 1 };
    },
  };
  const one = { ...config, algorithms: ['a'], sizes: [1] };
  const page = new FakePage();
  const options = { signal: new AbortController().signal, onPoint: () => page.turn(true), onProgress() {} };
  await runSweep(lab, one, [], options, page);
  await runSweep(lab, one, [], options, undefined);
});
