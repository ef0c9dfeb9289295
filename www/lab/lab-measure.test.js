import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakePage } from '../shared/page.fakes.mjs';
import { failure, fakeScope, tick, until } from './lab.fakes.mjs';
import { INPUT, NEVER, collect, fails, open } from './lab.steps.mjs';

const TIME_LIMIT = { limit_ms: 2000, elapsed_ms: 3000 };

test('measure: a verified point', async () => {
  const { lab, state } = await open();
  const stages = [];
  const point = await lab.measure({ algorithm: 'hybrid', n: 1000, seed: 5 }, { onProgress: (progress) => stages.push(progress) });
  const request = {
    algorithm: 'hybrid',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    inPlace: false,
    n: 1000,
    tuning: {},
    pattern: 'ramp',
    seed: 5,
  };
  // lab/src/results/point.rs tests the results that the core computes from its samples.
  const [{ mark, ...told }] = state.points;
  assert.deepEqual(told, { request, transfers: false, verified: true, hidden: false });
  assert.match(mark, /^\w+-\d+$/);
  assert.deepEqual([point.verified, point.mismatch, point.median_ns, point.block], [true, null, 1005, `${mark}-0`]);
  assert.deepEqual(
    stages.map(({ stage, done }) => `${stage} ${done}`),
    ['preparing 0', 'timing 0', 'verifying 0', 'finished 1'],
  );
  assert.deepEqual(state.log[0][1], request);
  await tick();
  assert.equal(state.blocksFreed, 1);
});

test('measure: a wrong output voids its times and is located', async () => {
  const { lab, state } = await open({ wrongAt: 21 });
  const point = await lab.measure({ algorithm: 'hybrid', n: 1000 });
  assert.equal(point.verified, false);
  assert.deepEqual([point.mismatch.index, point.mismatch.tile, point.mismatch.lane], [21, 2, 2]);
  // The core voids the times of a wrong output.
  assert.deepEqual([state.points[0].verified, point.samples_ns, point.median_ns], [false, [], null]);
  await tick();
  assert.equal(state.blocksFreed, 1);
});

test('measure: checks its request', async () => {
  const { lab } = await open();
  await fails('bad-argument', lab.measure({ n: 4 }), /algorithm must be given/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid' }), /n must be given.*undefined/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1, seed: -1 }), /seed/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1, pattern: 'x' }), /pattern .*found "x"/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1 }, { onProgress: 1 }), /function; it was 1/);
  await fails('too-large', lab.measure({ algorithm: 'hybrid', n: 10_001 }), /10,000/);
});

test('measure: the JavaScript scan', async () => {
  const { lab } = await open();
  for (const type of ['u32', 'f32']) {
    const point = await lab.measure({ algorithm: 'javascript', type, mode: 'exclusive', n: 300_000 });
    assert.equal(point.verified, true, JSON.stringify(point.mismatch));
    assert.equal(point.timer, 'wall');
    assert.ok(point.samples_ns.length >= 3 && point.samples_ns.every((time) => time > 0) && point.repeats > 0);
  }
});

test('measure: one at a time, for all callers', async () => {
  const { lab, state } = await open();
  const points = await Promise.all([
    lab.measure({ algorithm: 'hybrid', n: 100 }),
    collect(lab.sweep({ algorithms: ['sequential'], sizes: [10, 20] })),
    lab.measure({ algorithm: 'hybrid', n: 200 }),
    lab.scan(INPUT),
  ]);
  assert.equal(state.mostBusy, 1);
  assert.deepEqual(
    points[1].map(({ n }) => n),
    [10, 20],
  );
});

test('measure: abort frees the block that the core finishes afterwards', async () => {
  let finish;
  const { lab, state } = await open({ measure: () => new Promise((resolve) => (finish = resolve)) });
  const abort = new AbortController();
  const measuring = lab.measure({ algorithm: 'hybrid', n: 100 }, { signal: abort.signal });
  await until(() => finish);
  abort.abort();
  await fails('cancelled', measuring);
  finish();
  await until(() => state.blocksFreed);
  assert.equal(state.blocksFreed, 1);
});

test('sweep: each size with each algorithm in turn, with progress', async () => {
  const { lab } = await open();
  const finished = [];
  const onProgress = ({ done, total, stage, algorithm }) => stage === 'finished' && finished.push(`${done}/${total} ${algorithm}`);
  const points = await collect(
    lab.sweep({ algorithms: ['sequential', 'javascript'], sizes: [0, 1, 64], operator: 'max', type: 'i32' }, { onProgress }),
  );
  assert.deepEqual(
    points.map(({ n, algorithm, verified }) => `${n} ${algorithm} ${verified}`),
    ['0 sequential true', '0 javascript true', '1 sequential true', '1 javascript true', '64 sequential true', '64 javascript true'],
  );
  assert.deepEqual(finished, ['1/6 sequential', '2/6 javascript', '3/6 sequential', '4/6 javascript', '5/6 sequential', '6/6 javascript']);
});

test('sweep: the scans of a size are measured in one block, which is freed', async () => {
  const blocks = [];
  const { lab, state } = await open({ measured: (requests) => blocks.push(requests.map(({ algorithm, n }) => `${algorithm} ${n}`)) });
  await collect(lab.sweep({ algorithms: ['hybrid', 'javascript', 'sequential'], sizes: [10, 20] }));
  assert.deepEqual(blocks, [
    ['hybrid 10', 'sequential 10'],
    ['hybrid 20', 'sequential 20'],
  ]);
  const points = lab.sweep({ algorithms: ['hybrid', 'sequential'], sizes: [10, 20] });
  await points.next();
  await points.return();
  await tick();
  assert.deepEqual([blocks.length, state.blocksFreed], [3, 3]);
});

test('sweep: points have the id of their block', async () => {
  const { lab } = await open();
  const [left, right, cpu, next] = await collect(lab.sweep({ algorithms: ['hybrid', 'sequential', 'javascript'], sizes: [10, 20] }));
  assert.equal(left.block, right.block);
  assert.notEqual(left.block, next.block);
  assert.equal(cpu.block, null);
  assert.deepEqual(left.rounds, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('sweep: points that exceed a limit are skipped, and larger ones are not measured', async () => {
  const { lab, state } = await open({
    measure({ algorithm, n }) {
      if (algorithm === 'sequential' && n >= 100) throw failure('unsupported', 'One run may take 2 s; 100 elements take 3 s.', TIME_LIMIT);
      if (algorithm === 'hybrid' && n === 100) throw failure('out-of-memory', 'no room just now');
    },
  });
  const points = await collect(
    lab.sweep({ algorithms: ['sequential', 'hybrid', 'reduce-then-scan'], sizes: [10, 100, 200, 20_000, 30_000] }),
  );
  const skipped = Object.fromEntries(points.filter(({ skipped }) => skipped).map((point) => [`${point.algorithm} ${point.n}`, point]));
  assert.deepEqual(Object.keys(skipped), [
    'sequential 100',
    'hybrid 100',
    'sequential 200',
    'sequential 20000',
    'hybrid 20000',
    'reduce-then-scan 20000',
    'sequential 30000',
    'hybrid 30000',
    'reduce-then-scan 30000',
  ]);
  assert.match(skipped['sequential 200'].skipped, /Not tried.*100 elements.*2 s/);
  assert.match(skipped['hybrid 20000'].skipped, /at most 10,000/);
  assert.match(skipped['hybrid 30000'].skipped, /Not tried.*20000/);
  assert.deepEqual([skipped['hybrid 100'].verified, skipped['hybrid 100'].median_ns, skipped['hybrid 100'].samples_ns], [false, null, []]);
  assert.deepEqual(
    state.log.map(([, { algorithm, n }]) => `${algorithm} ${n}`),
    [
      'sequential 10',
      'hybrid 10',
      'reduce-then-scan 10',
      'sequential 100',
      'hybrid 100',
      'reduce-then-scan 100',
      'hybrid 200',
      'reduce-then-scan 200',
    ],
  );
});

test('sweep: of unsupported points, only one that takes too long rules out larger ones', async () => {
  const { lab } = await open({
    measure({ n }) {
      if (n === 20) throw failure('unsupported', 'A text of 2 s.');
    },
  });
  const points = await collect(lab.sweep({ algorithms: ['hybrid'], sizes: [10, 20, 30] }));
  assert.deepEqual(
    points.map(({ skipped }) => skipped),
    [null, 'A text of 2 s.', null],
  );
});

test('sweep: one algorithm with several tunings, in one block', async () => {
  const blocks = [];
  const { lab } = await open({
    measured: (requests) => blocks.push(requests.map(({ algorithm, n, tuning }) => `${algorithm} ${n} ${JSON.stringify(tuning)}`)),
  });
  const tuned = (reduce_steps) => ({ id: 'hybrid', tuning: { reduce_steps } });
  const algorithms = [tuned(1), 'sequential', tuned(2), { id: 'hybrid' }, 'hybrid', tuned(1)];
  const points = await collect(lab.sweep({ algorithms, sizes: [10, 20], tuning: { hybrid: { reduce_steps: 9 } } }));
  const expected = (n) => [
    `hybrid ${n} {"reduce_steps":1}`,
    `sequential ${n} {}`,
    `hybrid ${n} {"reduce_steps":2}`,
    `hybrid ${n} {"reduce_steps":9}`,
  ];
  assert.deepEqual(blocks, [expected(10), expected(20)]);
  assert.deepEqual(
    points.map(({ algorithm }) => algorithm),
    ['hybrid', 'sequential', 'hybrid', 'hybrid', 'hybrid', 'sequential', 'hybrid', 'hybrid'],
  );
});

test('sweep: a limit that one tuning exceeds does not affect another', async () => {
  const { lab } = await open({
    measure({ n, tuning }) {
      if (tuning.reduce_steps === 1 && n >= 20) throw failure('unsupported', 'One run may take 2 s; it would take 3 s.', TIME_LIMIT);
    },
  });
  const algorithms = [1, 2].map((reduce_steps) => ({ id: 'hybrid', tuning: { reduce_steps } }));
  const points = await collect(lab.sweep({ algorithms, sizes: [10, 20, 30] }));
  assert.deepEqual(
    points.map(({ n, skipped }) => `${n} ${skipped?.slice(0, 9) ?? 'ok'}`),
    ['10 ok', '10 ok', '20 One run m', '20 ok', '30 Not tried', '30 ok'],
  );
});

test('sweep: everything is checked before anything runs', async () => {
  const { lab, state } = await open();
  const sweep = (request) => collect(lab.sweep(request));
  await fails('bad-argument', sweep({ algorithms: [], sizes: [1] }), /algorithms must be an array of one or more/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [] }), /sizes/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1, 2.5] }), /n .*found 2.5/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid', 'x'], sizes: [1] }), /"x"/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1], tuning: { sequential: {} } }), /"sequential"/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1], tuning: { hybrid: { reduce_steps: 99 } } }), /99/);
  await fails('bad-argument', sweep({ algorithm: 'hybrid', sizes: [1] }), /"algorithm"/);
  await fails(
    'bad-argument',
    sweep({ algorithms: [{ id: 'hybrid', tuning: { reduce_steps: 10 } }], sizes: [1] }),
    /reduce_steps .*found 10/,
  );
  await fails('bad-argument', sweep({ algorithms: [{ id: 'hybrid', n: 1 }], sizes: [1] }), /id, tuning; it has "n"/);
  await fails('bad-argument', sweep({ algorithms: [{ tuning: {} }], sizes: [1] }), /algorithm must be given/);
  await fails('bad-argument', sweep({ algorithms: [null], sizes: [1] }), /an entry of algorithms must be an object; it was null/);
  assert.deepEqual(state.log, []);
});

test('sweep: a lost device and an abort end it; the points so far stay', async () => {
  for (const [code, stop] of [
    ['device-lost', ({ scope }) => scope.loseDevice({ reason: 'unknown', message: '' })],
    ['cancelled', ({ abort }) => abort.abort()],
  ]) {
    const scope = fakeScope();
    const abort = new AbortController();
    const { lab } = await open({ measure: ({ n }) => (n === 20 ? (setTimeout(() => stop({ scope, abort })), NEVER()) : undefined) }, scope);
    const points = [];
    await fails(code, async () => {
      for await (const point of lab.sweep({ algorithms: ['hybrid'], sizes: [10, 20, 30] }, { signal: abort.signal })) points.push(point);
    });
    assert.deepEqual(
      points.map(({ n }) => n),
      [10],
    );
  }
});

test('an exception of a progress callback is reported, and does not end the run', async () => {
  const { lab, scope } = await open();
  const point = await lab.measure(
    { algorithm: 'hybrid', n: 10 },
    {
      onProgress() {
        throw new Error('mine');
      },
    },
  );
  assert.equal(point.verified, true);
  assert.equal(scope.reported[0].message, 'mine');
});

test('the segments of a test input have the length that is given, and are then checked with it', async () => {
  const { lab, state } = await open();
  const point = await lab.measure({ algorithm: 'hybrid', n: 40, segmented: true, segmentLength: 37 });
  assert.equal(point.verified, true);
  assert.deepEqual(
    state.points.map(({ request }) => request.segmentLength),
    [37],
  );
  const refused = [
    [{ segmentLength: 37 }, /segmented .*found false/],
    [{ segmented: true, segmentLength: 0 }, /segmentLength .*found 0/],
    [{ segmented: true, segmentLength: '37' }, /segmentLength .*found "37"/],
  ];
  for (const [more, message] of refused) await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 40, ...more }), message);
});

test('points that were timed while the page was hidden are marked', async () => {
  const page = new FakePage();
  const hide = ({ n }) => {
    if (n < 20) return;
    page.turn(true);
    page.turn(false);
  };
  const { lab } = await open({ measure: hide }, Object.assign(fakeScope(), { document: page }));
  const points = await collect(lab.sweep({ algorithms: ['hybrid', 'javascript'], sizes: [10, 20] }));
  assert.deepEqual(
    points.map(({ hidden }) => hidden),
    [false, false, true, false],
  );
  page.turn(true);
  assert.equal((await lab.measure({ algorithm: 'javascript', n: 5 })).hidden, true);
});

test('outputs from an initial value are checked with it: those from another value are wrong', async () => {
  for (const form of [{}, { mode: 'exclusive' }, { direction: 'backward' }, { segmented: true, mode: 'exclusive' }]) {
    const request = { algorithm: 'hybrid', n: 40, initial: true, ...form };
    const { lab, state } = await open();
    const point = await lab.measure(request);
    assert.deepEqual([point.verified, state.points[0].request.initial], [true, true]);
    const wrong = await (await open({ initial: 8 })).lab.measure(request);
    const { index, expected, found } = wrong.mismatch;
    assert.deepEqual([wrong.verified, index, found[0] - expected[0]], [false, form.direction === 'backward' ? 39 : 0, 1]);
    const missing = await (await open({ initial: 0 })).lab.measure(request);
    assert.equal(missing.verified, false);
  }
});

test('the scan in JavaScript has no initial value, and custom operators are not checked from one: both are refused early', async () => {
  const { lab, state } = await open();
  const reason = 'The JavaScript scan has no initial value.';
  assert.equal(lab.supports({ algorithm: 'javascript', initial: true }), reason);
  assert.equal(lab.supports({ algorithm: 'javascript' }), null);
  const points = await collect(lab.sweep({ algorithms: ['javascript', 'hybrid'], sizes: [10], initial: true }));
  assert.deepEqual(
    points.map(({ skipped }) => skipped),
    [reason, null],
  );
  const operator = { type: 'u32', identity: [0], combine: 'return left + right;' };
  const before = state.quick.length;
  await fails('unsupported', lab.measure({ algorithm: 'hybrid', operator, n: 10, initial: true }), /custom operator from an initial value/);
  assert.equal(state.quick.length, before);
});
