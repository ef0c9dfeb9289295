import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeRuns } from './timing.ts';

const LEAST = 6;

/** Times runs on a fake clock that only the runs advance. `cost` returns the duration of a run in ms, given its kind and the state. */
async function timed(cost, pause = () => {}) {
  const { now } = performance;
  const state = { ms: 0, short: 0, whole: 0 };
  const run = (kind) => () => {
    state[kind] += 1;
    state.ms += cost(kind, state);
  };
  performance.now = () => state.ms;
  try {
    return { ...(await timeRuns(run('short'), run('whole'), LEAST, () => pause(state))), state };
  } finally {
    performance.now = now;
  }
}

test('a scan is timed once its code has been replaced by faster code, though its times were steady before', async () => {
  for (const slow_ms of [0, 5, 50, 90]) {
    const { samples_ns, state } = await timed((kind, { ms }) => (ms < slow_ms ? 10 : 1) * (kind === 'short' ? 0.01 : 1));
    assert.ok(
      samples_ns.every((ns) => Math.abs(ns - 1e6) < 1),
      `slow for ${slow_ms} ms: ${samples_ns}`,
    );
    assert.ok(state.ms < 1000, `${state.ms} ms`);
  }
});

test('code that is replaced late is waited for as long as times fall, and no longer than a second', async () => {
  let warm_ms = 0;
  await timed((kind, { ms }) => {
    if (kind === 'short') warm_ms = ms;
    return kind === 'short' ? 0.01 * 0.997 ** ms : 1;
  });
  assert.ok(warm_ms > 500 && warm_ms < 1100, `${warm_ms} ms`);
});

test('samples that become shorter while they are taken are taken again', async () => {
  const { samples_ns } = await timed((kind, { whole }) => (kind === 'short' ? 0.01 : whole < 8 ? 40 : 10));
  assert.deepEqual(new Set(samples_ns.map(Math.round)), new Set([10e6]));
});

test('a slow scan has as many samples as a verdict requires, a quick one a few more', async () => {
  const slow = await timed((kind) => (kind === 'short' ? 0.01 : 3000));
  assert.deepEqual(slow.samples_ns.map(Math.round), Array(LEAST).fill(3e9));
  const quick = await timed((kind) => (kind === 'short' ? 0.01 : 6));
  assert.equal(quick.samples_ns.length, 10);
});

test('a stop between samples, or while the scan is warmed up, ends the timing', async () => {
  for (const last_ms of [20, 30_000]) {
    const stopped = timed(
      (kind) => (kind === 'short' ? 0.01 : 10_000),
      ({ ms }) => {
        if (ms >= last_ms) throw new Error('stopped');
      },
    );
    await assert.rejects(stopped, /stopped/);
  }
});
