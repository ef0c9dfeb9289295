import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeLabClass, fakeScope, until } from '../lab/lab.fakes.mjs';
import { INPUT, NEVER, SUMS, collect, fails, hanging, open } from '../lab/lab.steps.mjs';
import { FakeTimers } from './timers.fakes.mjs';
import { WATCHDOG_MS, Watchdog } from './watchdog.ts';
// Imports the modules that are loaded on first use, so that the tests do not wait for them.
import '../lab/long-scan.ts';
import '../lab/stream.ts';

/** The bound, and one tick as the tolerance. */
const WITHIN_MS = 1.1 * WATCHDOG_MS;

/** The number of timers after the next tick, at which a watchdog without work ends. */
async function timersLeft(timers) {
  await timers.advance(WATCHDOG_MS / 10);
  return timers.waiting.size;
}

/** Work under a watchdog of 1 s. `fired` is the number of calls of `onStall`. */
function watched(work) {
  const timers = new FakeTimers();
  const seen = { timers, steps: 0, fired: 0 };
  seen.outcome = new Watchdog(timers, 1000).watch(
    work,
    () => void seen.fired++,
    () => seen.steps,
  );
  return seen;
}

test('a stall is detected once, after the bound and not before', async () => {
  const seen = watched(NEVER());
  await seen.timers.advance(999);
  assert.equal(seen.fired, 0);
  await seen.timers.advance(101);
  assert.equal(seen.fired, 1);
  await seen.timers.advance(10_000);
  assert.equal(seen.fired, 1);
  assert.equal(await timersLeft(seen.timers), 0);
});

test('works that begin one after the other share a timer, and none stalls before its bound', async () => {
  const timers = new FakeTimers();
  const watchdog = new Watchdog(timers, 1000);
  const fired = [];
  void watchdog.watch(NEVER(), () => fired.push('first'));
  await timers.advance(350);
  void watchdog.watch(NEVER(), () => fired.push('second'));
  const ended = watchdog.watch(Promise.resolve(3), () => fired.push('third'));
  assert.equal(await ended, 3);
  assert.equal(timers.waiting.size, 1);
  await timers.advance(700);
  assert.deepEqual(fired, ['first']);
  // At 1,349 of 350 + 1,000.
  await timers.advance(299);
  assert.deepEqual(fired, ['first']);
  await timers.advance(101);
  assert.deepEqual(fired, ['first', 'second']);
  assert.equal(await timersLeft(timers), 0);
});

test('an exception of one work leaves the others watched, and work that begins in a stall has its whole bound', async (t) => {
  const timers = new FakeTimers();
  const watchdog = new Watchdog(timers, 1000);
  const fired = [];
  const thrown = [];
  t.mock.method(globalThis, 'queueMicrotask', (report) => {
    try {
      report();
    } catch (error) {
      thrown.push(error.message);
    }
  });
  const odd = (message) => () => {
    throw new Error(message);
  };
  let steps = 0;
  void watchdog.watch(
    NEVER(),
    () => fired.push('gone'),
    () => (steps++ ? odd('steps')() : 0),
  );
  void watchdog.watch(NEVER(), odd('stall'));
  void watchdog.watch(NEVER(), () => {
    fired.push('first');
    void watchdog.watch(NEVER(), () => fired.push('second'));
  });
  await timers.advance(1100);
  assert.deepEqual([fired, thrown], [['first'], ['steps', 'stall']]);
  await timers.advance(999);
  assert.deepEqual(fired, ['first']);
  await timers.advance(101);
  assert.deepEqual(fired, ['first', 'second']);
  assert.equal(await timersLeft(timers), 0);
});

test('work that advances may take any time', async () => {
  const seen = watched(NEVER());
  for (let second = 0; second < 60; second++) {
    await seen.timers.advance(900);
    seen.steps++;
  }
  assert.equal(seen.fired, 0);
  await seen.timers.advance(1100);
  assert.equal(seen.fired, 1);
});

test('work that has ended leaves no timer after the next tick', async () => {
  const [done, failed] = [watched(Promise.resolve(7)), watched(Promise.reject(new Error('odd')))];
  assert.equal(await done.outcome, 7);
  await assert.rejects(failed.outcome, /odd/);
  assert.deepEqual([await timersLeft(done.timers), await timersLeft(failed.timers)], [0, 0]);
});

test('sleep and late timers are no stall', async () => {
  const seen = watched(NEVER());
  await seen.timers.advance(500);
  await seen.timers.sleep(3_600_000);
  assert.equal(seen.fired, 0);
  // In a background tab, timers fire once per minute. The watchdog then takes longer, and the work has this time.
  for (let minute = 0; minute < 3; minute++) await seen.timers.sleep(60_000);
  seen.steps++;
  for (let minute = 0; minute < 10; minute++) await seen.timers.sleep(60_000);
  assert.equal(seen.fired, 0);
  await seen.timers.sleep(60_000);
  assert.equal(seen.fired, 1);
});

test('a scan that never settles: it and what waits behind it are rejected, and another lab works', async () => {
  const hang = { scan: NEVER };
  const { TestLab, scope, state, lab } = await open(hang);
  const works = [lab.scan(INPUT), lab.scan(INPUT), lab.measure({ algorithm: 'hybrid', n: 8 })];
  const verdicts = Promise.all(
    works.map((work) => fails('device-lost', work, /within 30 s \(watchdogMs\); a scan of 5 elements with reduce-then-scan did not/)),
  );
  await hanging();
  await scope.timers.advance(WITHIN_MS);
  await verdicts;
  assert.match((await lab.lost).message, /so its lab was closed/);
  assert.deepEqual([state.log.length, scope.destroyed, await timersLeft(scope.timers)], [1, 1, 0]);
  state.script.scan = undefined;
  const next = await TestLab.open();
  assert.deepEqual(await next.scan(INPUT), SUMS);
  assert.equal(await timersLeft(scope.timers), 0);
});

test('a slow scan that advances is not stopped', async () => {
  let finish;
  const { lab, scope, state } = await open({ scan: () => new Promise((resolve) => (finish = resolve)) });
  const scan = lab.scan(INPUT);
  await until(() => finish);
  for (let step = 0; step < 20; step++) {
    await scope.timers.advance(0.9 * WATCHDOG_MS);
    state.heartbeat++;
  }
  finish();
  assert.deepEqual(await scan, SUMS);
  assert.deepEqual([scope.destroyed, await timersLeft(scope.timers)], [0, 0]);
});

test('a sort whose passes are each shorter than the bound may take any time, and a pass that hangs is detected', async () => {
  let finish;
  const { lab, scope, state } = await open({ operate: () => new Promise((resolve) => (finish = resolve)) });
  const pass = async () => {
    await scope.timers.advance(0.9 * WATCHDOG_MS);
    state.heartbeat++;
  };
  const sorted = lab.sort(INPUT);
  await until(() => finish);
  for (let rank = 0; rank < 9; rank++) await pass();
  finish();
  assert.deepEqual((await sorted).keys, Uint32Array.of(1, 1, 3, 4, 5));
  finish = undefined;
  const hung = fails('device-lost', lab.sort(INPUT), /within 30 s \(watchdogMs\); sort of 5 elements/);
  await until(() => finish);
  for (let rank = 0; rank < 3; rank++) await pass();
  await scope.timers.advance(WITHIN_MS);
  await hung;
  assert.equal(scope.destroyed, 1);
});

test('a block of many scans that advances is not stopped', async () => {
  const finish = [];
  const { lab, scope, state } = await open({ measure: () => new Promise((resolve) => finish.push(resolve)) });
  const points = collect(lab.sweep({ algorithms: ['hybrid', 'sequential'], sizes: [8] }));
  for (const rank of [0, 1]) {
    await until(() => finish[rank]);
    for (let step = 0; step < 20; step++) {
      await scope.timers.advance(0.9 * WATCHDOG_MS);
      state.heartbeat++;
    }
    finish[rank]();
  }
  assert.deepEqual(
    (await points).map(({ verified }) => verified),
    [true, true],
  );
  assert.deepEqual([scope.destroyed, await timersLeft(scope.timers)], [0, 0]);
});

test('the error of a stalled block names all its scans', async () => {
  const { lab, scope } = await open({ measure: NEVER });
  const verdict = fails(
    'device-lost',
    collect(lab.sweep({ algorithms: ['hybrid', 'sequential'], sizes: [8] })),
    /a measurement of 8 elements with hybrid, sequential did not/,
  );
  await hanging();
  await scope.timers.advance(WITHIN_MS);
  await verdict;
  assert.equal(scope.destroyed, 1);
});

test('watchdogMs sets the bound', async () => {
  const { TestLab, scope } = fakeLabClass({ measure: NEVER });
  const lab = await TestLab.open({ watchdogMs: 500 });
  const verdict = fails(
    'device-lost',
    lab.measure({ algorithm: 'hybrid', n: 8 }),
    /within 0\.5 s.*a measurement of 8 elements with hybrid/,
  );
  await hanging();
  await scope.timers.advance(550);
  await verdict;
});

test('a stalled readback and stalled chunks are detected', async () => {
  const reading = await open({ read: NEVER });
  const streaming = await open({ push: NEVER });
  const opening = await open({ stream: NEVER });
  const bytes = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64)) });
  for (const [{ scope }, work] of [
    [reading, reading.lab.measure({ algorithm: 'hybrid', n: 8 })],
    [streaming, streaming.lab.scan(new Uint32Array(30_000))],
    [opening, collect(opening.lab.scanStream(bytes(), { chunkElements: 4 }))],
  ]) {
    const verdict = fails('device-lost', work, /within 30 s/);
    await hanging(3);
    await scope.timers.advance(WITHIN_MS);
    await verdict;
    assert.equal(scope.destroyed, 1);
  }
});

test('aborted work that stalls delays the next no longer than the bound', async () => {
  const { lab, scope } = await open({ scan: NEVER });
  const abort = new AbortController();
  const aborted = lab.scan(INPUT, { signal: abort.signal });
  await hanging();
  abort.abort();
  await fails('cancelled', aborted);
  const behind = fails('device-lost', lab.scan(INPUT));
  await scope.timers.advance(WITHIN_MS);
  await behind;
});

test('closing a lab rejects stalled work and clears its timer', async () => {
  const { lab, scope } = await open({ scan: NEVER });
  const scan = fails('cancelled', lab.scan(INPUT), /closed/);
  await hanging();
  lab.close();
  await scan;
  await scope.timers.advance(WITHIN_MS);
  assert.deepEqual([scope.destroyed, await timersLeft(scope.timers)], [1, 0]);
});

test('a core is not called after a panic', async () => {
  const { TestLab, lab, scope, state } = await open({ scan: NEVER });
  const scan = fails('device-lost', lab.scan(INPUT), /Reload/);
  await hanging();
  TestLab.runtime.core.Core.prototype.heartbeat = () => assert.fail('unreachable executed');
  state.panic('index out of bounds');
  await scan;
  await scope.timers.advance(WITHIN_MS);
  assert.equal(await timersLeft(scope.timers), 0);
});

for (const step of ['open', 'probe']) {
  test(`opening that never settles is rejected, and the next one works: ${step}`, async () => {
    let opened;
    const scope = fakeScope();
    const trial = () => new Promise((resolve) => (opened = resolve));
    const { TestLab, state } = fakeLabClass({ [step]: trial }, scope);
    const verdict = fails('device-lost', TestLab.open(), /within 30 s.*opening a device/);
    await until(() => opened);
    await scope.timers.advance(WITHIN_MS);
    await verdict;
    assert.equal(scope.destroyed, 1);
    // The step of the opening completes later, and the core is then freed.
    opened();
    await until(() => state.freed);
    assert.equal(state.freed, 1);
    state.script[step] = undefined;
    assert.deepEqual(await (await TestLab.open()).scan(INPUT), SUMS);
  });
}

test('a browser that does not answer the request for an adapter is an error', async () => {
  const scope = fakeScope();
  scope.navigator.gpu.requestAdapter = NEVER;
  const verdict = fails('no-adapter', fakeLabClass({}, scope).TestLab.open(), /not answered .* within 30 s/);
  await scope.timers.advance(WITHIN_MS);
  await verdict;
  assert.equal(await timersLeft(scope.timers), 0);
});
