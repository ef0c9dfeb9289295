import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCrossover } from './find-crossover.ts';
import { FakePage } from '../shared/page.fakes.mjs';
import { fakeScope, tick, until } from './lab.fakes.mjs';
import { NEVER, fails, open } from './lab.steps.mjs';
import { MAX_ATTEMPTS } from '../shared/visibility.ts';

const REQUEST = { algorithms: ['a', 'b'], from: 2 ** 10, to: 2 ** 24 };

/** Tools with a search that requests `requested` in turn and concludes with `found`. */
function tools({ page, isHidden = () => false, requested = [REQUEST.from, REQUEST.to], found = NOTHING } = {}) {
  const [sizes, recorded, searched] = [[], [], []];
  return {
    sizes,
    recorded,
    searched,
    page,
    search(...what) {
      searched.push(what);
      const left = [...requested];
      return {
        most: 40,
        next: () => left[0] ?? null,
        record: (...points) => {
          const n = left.shift();
          assert.deepEqual(
            points.map(({ algorithm, n }) => [algorithm, n]),
            [
              ['a', n],
              ['b', n],
            ],
          );
          recorded.push(points);
        },
        conclude: () => found,
      };
    },
    async *sweep({ algorithms, sizes: [n] }, { signal, onProgress }) {
      signal?.throwIfAborted();
      sizes.push(n);
      for (const [i, algorithm] of algorithms.entries()) {
        onProgress({ done: i + 1, total: 2, algorithm, n, stage: 'finished' });
        yield { algorithm, n, hidden: isHidden(sizes.length) };
      }
    },
  };
}

const NOTHING = { last: null, reason: 'nothing.', crossings: [], stretches: [], unsure: [], ends: [] };
const CROSSING = { n: 9, low: 8, high: 9, faster: 'b' };

test('the sizes that a search requests are measured, and the points of both scans are recorded', async () => {
  const requested = [1024, 2048, 4096];
  const fakes = tools({ requested });
  const { points } = await findCrossover({ ...REQUEST, tuning: { a: { k: 3 } }, type: 'i32' }, undefined, fakes);
  assert.deepEqual(fakes.sizes, requested);
  assert.deepEqual(fakes.recorded.flat(), points);
  assert.deepEqual(
    points.map(({ algorithm, n }) => `${algorithm} ${n}`),
    requested.flatMap((n) => [`a ${n}`, `b ${n}`]),
  );
  const [[range, scans]] = fakes.searched;
  assert.deepEqual(range, REQUEST);
  assert.deepEqual(
    scans.map(({ algorithm, type, n, tuning }) => [algorithm, type, n, tuning]),
    [
      ['a', 'i32', 1, { k: 3 }],
      ['b', 'i32', 1, undefined],
    ],
  );
});

test('the result is the last crossing, or the reason why there is none, with all that was found', async () => {
  const crossings = [{ ...CROSSING, faster: 'a' }, CROSSING];
  const { points, ...result } = await findCrossover(
    REQUEST,
    undefined,
    tools({ found: { ...NOTHING, last: CROSSING, reason: null, crossings } }),
  );
  assert.deepEqual(result, { n: 9, low: 8, high: 9, crossings, stretches: [], unsure: [], ends: [] });
  assert.equal(points.length, 4);
  const none = await findCrossover(REQUEST, undefined, tools());
  assert.deepEqual([none.n, none.reason, none.crossings], [null, 'nothing.', []]);
});

test('progress counts on, and an aborted signal cancels the search', async () => {
  const seen = [];
  await findCrossover(REQUEST, { onProgress: ({ done, total }) => seen.push(`${done}/${total}`) }, tools());
  assert.deepEqual(seen, ['1/80', '2/80', '3/80', '4/80']);
  await assert.rejects(findCrossover(REQUEST, { signal: AbortSignal.abort() }, tools()), { code: 'cancelled' });
});

test('requests are checked', async () => {
  const bad = (request, pattern) =>
    assert.rejects(
      findCrossover({ ...REQUEST, ...request }, undefined, tools()),
      (error) => error.code === 'bad-argument' && pattern.test(error.message),
    );
  await bad({ algorithms: ['a'] }, /two different ids; it was an array of length 1/);
  await bad(
    { algorithms: [{ id: 'a' }, { id: 'a' }] },
    /two different ids; it was an object of class Object and an object of class Object/,
  );
  await bad({ algorithms: ['a', { id: 'b' }] }, /two different ids; it was "a" and an object/);
  await bad({ sizes: [1] }, /may have the keys .*"sizes"/);
});

test('a lab searches for crossovers with its own sweeps, and fails with its own errors', async () => {
  const { lab, state } = await open();
  const { n, low, high, points } = await lab.crossover({ algorithms: ['hybrid', 'sequential'], from: 10, to: 1000, type: 'i32' });
  assert.deepEqual([n, low, high], [1000, 10, 1000]);
  assert.ok(points.every(({ type, verified }) => type === 'i32' && verified));
  assert.deepEqual(
    state.searched[0].planned.map(({ algorithm, operator, type, mode }) => [algorithm, operator, type, mode]),
    [
      ['hybrid', 'add', 'i32', 'inclusive'],
      ['sequential', 'add', 'i32', 'inclusive'],
    ],
  );
  assert.deepEqual(
    state.searched[0].recorded.flat().map(({ algorithm, n }) => [algorithm, n]),
    points.map(({ algorithm, n }) => [algorithm, n]),
  );
  await fails('bad-argument', lab.crossover({ algorithms: ['hybrid'], from: 1, to: 2 }), /two different/);
  await fails('bad-argument', lab.crossover({ algorithms: ['hybrid', 'bogo'], from: 1, to: 2 }), /bogo/);
  await fails('cancelled', lab.crossover({ algorithms: ['hybrid', 'sequential'], from: 1, to: 9 }, { signal: AbortSignal.abort() }));
  // The scan in JavaScript has no plan.
  await lab.crossover({ algorithms: ['javascript', 'sequential'], from: 10, to: 11 });
  assert.equal(state.searched.at(-1).planned.length, 1);
});

test('nothing is measured while the page is hidden, and points that were hidden are measured again', async () => {
  const page = new FakePage();
  page.turn(true);
  // The page is hidden during the second measurement.
  const fakes = tools({ page, isHidden: (measurement) => measurement === 2, requested: [1, 16] });
  const found = findCrossover({ ...REQUEST, from: 1, to: 16 }, undefined, fakes);
  await until(() => fakes.sizes.length);
  assert.deepEqual(fakes.sizes, []);
  page.turn(false);
  const { points } = await found;
  assert.deepEqual(fakes.sizes, [1, 16, 16]);
  assert.deepEqual(fakes.recorded.flat(), points);
  assert.ok(points.every(({ hidden }) => !hidden));
});

test('a page that is hidden again and again gets no verdict, at an end or between', async () => {
  for (const before of [0, 1]) {
    const fakes = tools({ page: new FakePage(), isHidden: (measurement) => measurement > before });
    const found = await findCrossover(REQUEST, undefined, fakes);
    assert.deepEqual([found.n, found.reason, found.ends, found.crossings], [null, 'The tab was hidden during the search.', [], []]);
    assert.equal(fakes.sizes.length, before + MAX_ATTEMPTS);
  }
});

test('a search that waits for its page ends with its signal and with its lab', async () => {
  const page = new FakePage();
  page.turn(true);
  const { lab } = await open({ measure: NEVER }, Object.assign(fakeScope(), { document: page }));
  const abort = new AbortController();
  const request = { algorithms: ['hybrid', 'sequential'], from: 1, to: 9 };
  const aborted = lab.crossover(request, { signal: abort.signal });
  const [closed, calibration] = [lab.crossover(request), lab.calibrate()];
  abort.abort();
  await fails('cancelled', aborted);
  // Afterwards, the search and the calibration have loaded their code, and wait for the page.
  await import('./calibrate.ts');
  await tick();
  lab.close();
  await fails('cancelled', closed);
  await fails('cancelled', calibration);
});
