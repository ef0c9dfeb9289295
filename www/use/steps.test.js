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

/** Its getters throw for what is no buffer, as the device's do. */
class Buffer {
  #name;
  #log;
  /** @param {string} name @param {string[]} log */
  constructor(name, log) {
    this.#name = name;
    this.#log = log;
  }
  get size() {
    return this.#name && 4;
  }
  get usage() {
    return this.#name && 0;
  }
  get mapState() {
    return this.#name && 'unmapped';
  }
  destroy() {
    this.#log.push(`destroy ${this.#name}`);
  }
}
Object.assign(globalThis, { GPUBuffer: Buffer });

/** Two rounds of a step and one of the next, each with a buffer. @param {string[]} log */
function rounds(log) {
  const steps = [
    {
      id: 'first',
      async *run() {
        try {
          for (const name of ['a', 'b']) {
            log.push(`make ${name}`);
            yield { [name]: new Buffer(name, log) };
          }
        } finally {
          log.push('end of first');
        }
      },
    },
    {
      id: 'second',
      async *run(_lab, /** @type {any} */ { found }) {
        log.push(`make c after ${Object.keys(found)}`);
        yield { c: new Buffer('c', log) };
      },
    },
  ];
  return /** @type {any} */ ({ steps });
}

test('a round is made while the one before it is shown, of all that was made before', async () => {
  /** @type {string[]} */
  const log = [];
  const outcome = await runSteps(rounds(log), /** @type {any} */ ({}), REQUEST, async (_, id) => {
    await new Promise((resolve) => setTimeout(resolve));
    log.push(`show ${id}`);
    return true;
  });
  assert.deepEqual(log, ['make a', 'make b', 'show first', 'end of first', 'make c after a,b', 'show first', 'show second']);
  assert.deepEqual(
    outcome?.times.map(({ id }) => id),
    ['first', 'second'],
  );
});

test('where a round is no longer wanted, what the next one has made is released as well', async () => {
  /** @type {string[]} */
  const log = [];
  const outcome = await runSteps(rounds(log), /** @type {any} */ ({}), REQUEST, async () => false);
  assert.equal(outcome, null);
  assert.deepEqual(log, ['make a', 'make b', 'destroy b', 'end of first', 'destroy a']);
});
