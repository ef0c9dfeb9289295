import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCrossover } from './find-crossover.js';
import { FakePage } from '../shared/page.fakes.mjs';
import { fakeScope, tick, until } from './lab.fakes.mjs';
import { NEVER, fails, open } from './lab.steps.mjs';
import { MOST_ATTEMPTS } from '../shared/visibility.js';

const REQUEST = { algorithms: ['a', 'b'], from: 2 ** 10, to: 2 ** 24 };

/** Tools with which b's time is `ratio(n)` of a's; within 1 % there is no verdict. The plan of b changes after each of `steps`. */
function tools(ratio, { page, isHidden = () => false, steps = [] } = {}) {
  const sizes = [];
  return {
    sizes,
    page,
    plan: ({ algorithm, n }) => ({ dispatches: 1 + (algorithm === 'b' ? steps.filter((step) => step < n).length : 0), passes: [] }),
    async *sweep({ algorithms, sizes: [n] }, { signal, onProgress }) {
      signal?.throwIfAborted();
      sizes.push(n);
      for (const [i, algorithm] of algorithms.entries()) {
        onProgress({ done: i + 1, total: 2, algorithm, n, stage: 'finished' });
        yield { algorithm, n, hidden: isHidden(sizes.length) };
      }
    },
    async compare(left, right) {
      assert.deepEqual([left.algorithm, right.algorithm], ['b', 'a']);
      const value = ratio(left.n);
      if (Math.abs(value - 1) < 0.01) return { verdict: value === 1 ? 'same' : 'cannot-tell', reason: 'too close.' };
      return { verdict: value < 1 ? 'faster' : 'slower', ratio: { value } };
    },
  };
}

test('a crossover is found by halving, and both of its sizes are measured twice', async () => {
  const fakes = tools((n) => (n < 100_000 ? 1.5 : 0.5));
  const { n, low, high, crossings, stretches, unsure, ends, points } = await findCrossover(REQUEST, undefined, fakes);
  assert.ok(low < 100_000 && high >= 100_000 && high / low < 1.03, `${low} ${high}`);
  assert.ok(n > low && n < high);
  assert.deepEqual(crossings, [{ n, low, high, faster: 'b' }]);
  assert.deepEqual(stretches, [
    { low: REQUEST.from, high: low, faster: 'a' },
    { low: high, high: REQUEST.to, faster: 'b' },
  ]);
  assert.deepEqual(
    [unsure, ends],
    [
      [],
      [
        { n: REQUEST.from, faster: 'a' },
        { n: REQUEST.to, faster: 'b' },
      ],
    ],
  );
  assert.deepEqual(
    [low, high].map((size) => fakes.sizes.filter((one) => one === size).length),
    [2, 2],
  );
  assert.ok(fakes.sizes.length <= 14, `${fakes.sizes.length}`);
  assert.deepEqual(
    points.map((point) => point.n),
    fakes.sizes.flatMap((size) => [size, size]),
  );
});

test('of several crossings at steps of the plans all are found, to one element', async () => {
  // b is faster from 3000 to 4096, and from 100,000 on.
  const ratio = (n) => (n < 3000 || (n > 4096 && n <= 100_000) ? 1.2 : 0.8);
  const found = await findCrossover(REQUEST, undefined, tools(ratio, { steps: [2999, 4096, 100_000] }));
  assert.deepEqual(found.crossings, [
    { n: 3000, low: 2999, high: 3000, faster: 'b' },
    { n: 4097, low: 4096, high: 4097, faster: 'a' },
    { n: 100_001, low: 100_000, high: 100_001, faster: 'b' },
  ]);
  assert.deepEqual([found.n, found.low, found.high], [100_001, 100_000, 100_001]);
});

test('where the second is faster in between alone there is no answer, but its crossings', async () => {
  const { n, reason, crossings } = await findCrossover(
    REQUEST,
    undefined,
    tools((size) => (size > 4096 && size <= 8192 ? 0.9 : 1.1), { steps: [4096, 8192] }),
  );
  assert.deepEqual([n, reason], [null, 'a is faster at both ends, 1024 and 16777216 elements; between them b is, from 4097 elements on.']);
  assert.deepEqual(
    crossings.map(({ low, high, faster }) => [low, high, faster]),
    [
      [4096, 4097, 'b'],
      [8192, 8193, 'a'],
    ],
  );
});

test('where it cannot be told, the span of that is found', async () => {
  // Within 1 % from 2^16 / 1.1 to 2^16 · 1.1.
  const ratio = (n) => 1 - Math.log(n / 2 ** 16) / 10;
  const { n, low, high } = await findCrossover(REQUEST, undefined, tools(ratio));
  assert.ok(ratio(low) >= 1.01 && ratio(high) <= 0.99, `${low} ${high}`);
  assert.ok(low > 2 ** 16 / 1.5 && high < 2 ** 16 * 1.5, `${low} ${high}`);
  assert.ok(Math.abs(n / 2 ** 16 - 1) < 0.2, String(n));
});

test('sizes next to each other end the search', async () => {
  const { low, high } = await findCrossover(
    { ...REQUEST, from: 1, to: 16 },
    undefined,
    tools((n) => (n < 7 ? 2 : 0.5)),
  );
  assert.deepEqual([low, high], [6, 7]);
});

test('ends that enclose no crossover have their reason', async () => {
  const reason = async (ratio) => {
    const fakes = tools(ratio);
    const found = await findCrossover(REQUEST, {}, fakes);
    assert.equal(found.n, null);
    assert.deepEqual([fakes.sizes, found.points.length], [[2 ** 10, 2 ** 24], 4]);
    assert.deepEqual(
      found.ends.map(({ n }) => n),
      fakes.sizes,
    );
    return [found.reason, ...found.ends.map(({ faster }) => faster)];
  };
  assert.deepEqual(await reason(() => 2), ['a is faster at both ends, 1024 and 16777216 elements.', 'a', 'a']);
  assert.deepEqual(await reason(() => 0.5), ['b is faster at both ends, 1024 and 16777216 elements.', 'b', 'b']);
});

test('a search with the two exchanged, and an end at which it cannot be told, have reasons and what was found', async () => {
  const exchanged = await findCrossover(
    REQUEST,
    {},
    tools((n) => (n > 2000 ? 2 : 0.5)),
  );
  assert.deepEqual(
    [exchanged.n, exchanged.reason],
    [null, 'b is faster at 1024 elements and a at 16777216: there is a crossover with the two exchanged.'],
  );
  assert.deepEqual([exchanged.crossings.length, exchanged.crossings[0].faster], [1, 'a']);
  const open = await findCrossover(
    REQUEST,
    {},
    tools((n) => (n > 2000 ? 1.001 : 2)),
  );
  assert.deepEqual([open.n, open.reason], [null, 'Which is faster cannot be told at 16777216 elements: too close.']);
  assert.deepEqual(
    open.ends.map(({ faster }) => faster),
    ['a', null],
  );
  const [{ high }] = open.stretches;
  assert.ok(high > 1500 && high <= 2000, `${high}`);
  assert.deepEqual([open.crossings, open.unsure], [[], [{ low: high + 1, high: REQUEST.to, reason: 'too close.' }]]);
});

test('progress counts on, and an aborted signal cancels the search', async () => {
  const seen = [];
  await findCrossover(
    REQUEST,
    { onProgress: ({ done, total }) => seen.push(`${done}/${total}`) },
    tools(() => 2),
  );
  assert.deepEqual(seen, ['1/80', '2/80', '3/80', '4/80']);
  await assert.rejects(
    findCrossover(
      REQUEST,
      { signal: AbortSignal.abort() },
      tools(() => 2),
    ),
    { code: 'cancelled' },
  );
});

test('requests are checked', async () => {
  const bad = (request, pattern) =>
    assert.rejects(
      findCrossover(
        { ...REQUEST, ...request },
        undefined,
        tools(() => 2),
      ),
      (error) => error.code === 'bad-argument' && pattern.test(error.message),
    );
  await bad({ algorithms: ['a'] }, /two different ids; it was an array of length 1/);
  await bad({ algorithms: ['a', 'a'] }, /two different ids; it was "a" and "a"/);
  await bad(
    { algorithms: [{ id: 'a' }, { id: 'a' }] },
    /two different ids; it was an object of class Object and an object of class Object/,
  );
  await bad({ algorithms: ['a', { id: 'b' }] }, /two different ids; it was "a" and an object/);
  await bad({ from: 0 }, /from must be an integer from 1/);
  await bad({ from: 8, to: 8 }, /to must be an integer from 9/);
  await bad({ sizes: [1] }, /may have the keys .*"sizes"/);
});

test('a lab looks for crossovers with its own sweeps, and fails with its own errors', async () => {
  const { lab, state } = await open({
    compare: (left) =>
      left.length && state.log.at(-1)[1].n < 100
        ? { verdict: 'slower', ratio: { value: 2, interval: [1.9, 2.1] } }
        : { verdict: 'faster', ratio: { value: 0.5, interval: [0.4, 0.6] } },
  });
  const { low, high, points } = await lab.crossover({ algorithms: ['hybrid', 'sequential'], from: 10, to: 1000, type: 'i32' });
  assert.deepEqual([low, high], [99, 100]);
  assert.ok(points.every(({ type, verified }) => type === 'i32' && verified));
  await fails('bad-argument', lab.crossover({ algorithms: ['hybrid'], from: 1, to: 2 }), /two different/);
  await fails('bad-argument', lab.crossover({ algorithms: ['hybrid', 'bogo'], from: 1, to: 2 }), /bogo/);
  await fails('cancelled', lab.crossover({ algorithms: ['hybrid', 'sequential'], from: 1, to: 9 }, { signal: AbortSignal.abort() }));
  // The scan on the CPU has no plans.
  const { ends } = await lab.crossover({ algorithms: ['javascript', 'sequential'], from: 10, to: 11 });
  assert.equal(ends.length, 2);
});

test('nothing is measured while the page is hidden, and what that has spoilt is measured again', async () => {
  const page = new FakePage();
  page.turn(true);
  // The second measurement is spoilt, and would find a crossover with the two exchanged.
  const fakes = tools((n) => (fakes.sizes.length === 2 ? 2 : n < 7 ? 2 : 0.5), { page, isHidden: (measurement) => measurement === 2 });
  const found = findCrossover({ ...REQUEST, from: 1, to: 16 }, undefined, fakes);
  await until(() => fakes.sizes.length);
  assert.deepEqual(fakes.sizes, []);
  page.turn(false);
  const { low, high, points } = await found;
  assert.deepEqual([low, high, fakes.sizes.slice(0, 3)], [6, 7, [1, 16, 16]]);
  assert.ok(points.every(({ hidden }) => !hidden));
});

test('a page that is hidden again and again gets no verdict, at an end or between', async () => {
  for (const before of [0, 3]) {
    const fakes = tools((n) => (n < 100_000 ? 1.5 : 0.5), { page: new FakePage(), isHidden: (measurement) => measurement > before });
    const found = await findCrossover(REQUEST, undefined, fakes);
    assert.deepEqual([found.n, found.reason, found.ends, found.crossings], [null, 'The tab was hidden while this ran.', [], []]);
    assert.equal(fakes.sizes.length, before + MOST_ATTEMPTS);
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
  // Both have their code by then, and wait.
  await import('./calibrate.js');
  await tick();
  lab.close();
  await fails('cancelled', closed);
  await fails('cancelled', calibration);
});
