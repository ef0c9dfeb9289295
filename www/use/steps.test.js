import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeLab } from './device/lab.fakes.mjs';
import { runSteps } from './steps.ts';

const REFUSED = new Error('refused');
const REQUEST = { settings: {}, n: 1, input: null, scan: 'auto' };

/** @param {any[]} steps @param {any} lab @param {any} [frame] */
const run = (steps, lab, frame) => runSteps(/** @type {any} */ ({ steps }), lab, REQUEST, frame);

const scanning = { id: 'scan', run: async (/** @type {any} */ work) => ({ sums: await work.scan('input', {}) }) };

test('a step begins before the device has done what the one before it has submitted', async () => {
  /** @type {(value?: unknown) => void} */
  let end = () => {};
  const log = [];
  const lab = fakeLab((_, { onSubmitted }) => {
    onSubmitted('sums');
    return new Promise((resolve) => (end = resolve));
  });
  const second = {
    id: 'second',
    run: () => {
      log.push('second');
      return { other: 2 };
    },
  };
  const running = run([{ id: 'first', isSubmitted: true, run: () => ({ made: 1 }) }, scanning, second], lab).then((outcome) => {
    log.push('outcome');
    return outcome;
  });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(log, ['second']);
  end();
  const outcome = await running;
  assert.deepEqual(outcome?.state.found, { made: 1, sums: 'sums', other: 2 });
  assert.deepEqual(
    outcome?.times.map(({ id }) => id),
    ['scan', 'second'],
  );
  assert.ok(outcome?.times.every(({ ms }) => ms >= 0));
});

test('what was refused first is the reason of a failure, whatever later steps say of it', async () => {
  const refusing = fakeLab((_, { onSubmitted }) => {
    onSubmitted('sums');
    return Promise.reject(REFUSED);
  });
  await assert.rejects(run([scanning], refusing), REFUSED);
  await assert.rejects(run([scanning, { id: 'read', run: () => Promise.reject(new Error('no buffer')) }], refusing), REFUSED);
  await assert.rejects(run([scanning, { id: 'read', run: () => Promise.reject(new Error('no buffer')) }], fakeLab()), /no buffer/);
  // The device may also refuse a kernel.
  const throwing = {
    id: 'kernel',
    run: (/** @type {any} */ work) => ({
      made: work.make(() => {
        throw REFUSED;
      }),
    }),
  };
  await assert.rejects(run([throwing, scanning], fakeLab()), REFUSED);
});

test('a number that no step waits for is there when the run has ended, and its refusal fails the run', async () => {
  /** @type {{ resolve: (count: number) => void, reject: (reason: Error) => void }} */
  let reading = { resolve() {}, reject() {} };
  const log = [];
  const counting = { id: 'count', run: () => ({ count: new Promise((resolve, reject) => (reading = { resolve, reject })) }) };
  const next = { id: 'next', run: () => ({ next: log.push('next') }) };
  let running = run([counting, next], fakeLab());
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(log, ['next']);
  reading.resolve(7);
  assert.deepEqual((await running)?.state.found, { count: 7, next: 1 });
  running = run([counting, { id: 'next', run: () => Promise.reject(new Error('no buffer')) }], fakeLab());
  await assert.rejects(running, /no buffer/);
  // Nobody awaits the number of a run that has failed.
  reading.reject(REFUSED);
  running = run([counting], fakeLab());
  await new Promise((resolve) => setTimeout(resolve));
  reading.reject(REFUSED);
  await assert.rejects(running, REFUSED);
});

test('parts are shown once the device has taken them, and a run that is not wanted ends with one', async () => {
  const log = [];
  const rounds = {
    id: 'rounds',
    async *run(/** @type {any} */ work) {
      try {
        for (let round = 1; ; round++) yield { round, sums: await work.scan('input', {}) };
      } finally {
        log.push('closed');
      }
    },
  };
  const frame = async (/** @type {any} */ { found }) => {
    log.push(found.round);
    return found.round < 3;
  };
  assert.equal(await run([rounds], fakeLab(), frame), null);
  assert.deepEqual(log, [1, 2, 3, 'closed']);
  const refusing = fakeLab((_, { onSubmitted }) => {
    onSubmitted('sums');
    return Promise.reject(REFUSED);
  });
  log.length = 0;
  await assert.rejects(run([rounds], refusing, frame), REFUSED);
  assert.deepEqual(log, ['closed']);
});
