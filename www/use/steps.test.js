import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps } from './steps.js';

const REFUSED = new Error('refused');
const REQUEST = { settings: {}, n: 1, input: null, scan: 'auto' };

/** @param {Promise<unknown>} accepted @param {() => Promise<object>} second @param {string[]} [log] */
function run(accepted, second, log = []) {
  accepted.catch(() => {});
  const steps = [
    { id: 'submit', isSubmitted: true, run: () => ({ made: 1, accepted }) },
    {
      id: 'scan',
      run: () => {
        log.push('scan');
        return second();
      },
    },
  ];
  return runSteps(/** @type {any} */ ({ steps }), /** @type {any} */ ({}), REQUEST);
}

test('a step begins before the device has accepted what the one before it has submitted', async () => {
  /** @type {(value?: unknown) => void} */
  let accept = () => {};
  const log = [];
  const running = run(new Promise((resolve) => (accept = resolve)), async () => ({ sums: 2 }), log);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(log, ['scan']);
  accept();
  const outcome = await running;
  assert.deepEqual(outcome?.state.found, { made: 1, sums: 2 });
  assert.deepEqual(
    outcome?.times.map(({ id }) => id),
    ['scan'],
  );
});

test('what the device has refused is the reason of a failure, whatever the next step says of it', async () => {
  await assert.rejects(
    run(Promise.reject(REFUSED), async () => ({ sums: 2 })),
    REFUSED,
  );
  await assert.rejects(
    run(Promise.reject(REFUSED), () => Promise.reject(new Error('no buffer'))),
    REFUSED,
  );
  await assert.rejects(
    run(Promise.resolve(), () => Promise.reject(new Error('no buffer'))),
    /no buffer/,
  );
});

test('what the device refuses of the last step fails the run', async () => {
  const refused = Promise.reject(REFUSED);
  await assert.rejects(
    run(Promise.resolve(), async () => ({ sums: 2, accepted: refused })),
    REFUSED,
  );
});
