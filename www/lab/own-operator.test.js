import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from './lab.fakes.mjs';
import { WATCHDOG_MS } from '../shared/watchdog.ts';
import { INPUT, NEVER, SUMS, collect, fails, hanging, open } from './lab.steps.mjs';

const SUM = { type: 'u32', identity: [0], combine: 'return left + right;' };
const ID = 'custom-0000000000000001';
const check = ([left], [right]) => [left + right];
const measured = { algorithm: 'sequential', n: 100, pattern: 'ramp' };
const tried = ({ log }) => log.filter(([what]) => what === 'try').length;

test('a custom operator is tried once, then scans by its name', async () => {
  const { lab, state } = await open();
  assert.deepEqual(await lab.scan(INPUT, { operator: SUM }), SUMS);
  assert.deepEqual(await lab.scan(INPUT, { operator: { ...SUM } }), SUMS);
  assert.deepEqual(
    state.log.map(([what, request]) => [what, request.operator ?? request]),
    [
      ['try', ID],
      ['scan', ID],
      ['scan', ID],
    ],
  );
  for (const operator of [ID, 'own-0000000000000001']) assert.deepEqual(await lab.scan(INPUT, { operator }), SUMS);
  assert.equal(lab.supports({ operator: SUM }), null);
  assert.equal(lab.plan({ operator: SUM, n: 5 }).dispatches, 2);
});

test('the identity crosses as bits', async () => {
  const seen = [];
  const { lab } = await open({ customOperator: (definition) => seen.push(definition) });
  await lab.scan(new Float32Array(4), { operator: { type: 'f32', words: 2, identity: [-0, -Infinity], combine: 'return left;' } });
  assert.deepEqual(seen[0], { type: 'f32', words: 2, identity: [0x80000000, 0xff800000], combine: 'return left;' });
});

test('one that is known to be associative is not tried', async () => {
  const { lab, state } = await open();
  await lab.scan(INPUT, { operator: { ...SUM, associative: true } });
  assert.equal(tried(state), 0);
});

test('a trial that fails is the failure of the scan, and the next scan is right', async () => {
  const place = { what: 'operator.combine', line: 2, column: 5 };
  const error = Object.assign(failure('bad-argument', 'operator.combine, line 2, column 5: wrong'), { place });
  const { lab } = await open({ tryOperator: () => Promise.reject(error) });
  const found = await fails('bad-argument', lab.scan(INPUT, { operator: SUM }), /line 2, column 5/);
  assert.deepEqual(found.place, place);
  await fails('bad-argument', lab.measure({ ...measured, operator: SUM }), /line 2/);
  const [point] = await collect(lab.sweep({ algorithms: ['sequential'], sizes: [9] }));
  assert.equal(point.verified, true);
  assert.deepEqual(await lab.scan(INPUT), SUMS);
});

test('what hangs in its trial ends by the watchdog', async () => {
  const { lab, scope, state, TestLab } = await open({ tryOperator: NEVER });
  const failed = fails('device-lost', lab.scan(INPUT, { operator: SUM }), /must make progress within/);
  await hanging();
  await scope.timers.advance(1.1 * WATCHDOG_MS);
  await failed;
  state.script.tryOperator = undefined;
  const next = await TestLab.open();
  assert.deepEqual(await next.scan(INPUT, { operator: SUM }), SUMS);
});

test('definitions are refused with what is required', async () => {
  const { lab, state } = await open();
  const cases = [
    [{ type: 'u8' }, /operator\.type must be one of u32, i32, f32; it was "u8"/],
    [{ words: 3 }, /operator\.words must be one of 1, 2, 4; it was 3/],
    [{ identity: 0 }, /operator\.identity must be an array of one number of u32; it was 0/],
    [{ identity: [] }, /operator\.identity must be an array of one number/],
    [{ identity: [-1] }, /operator\.identity\[0\] was -1/],
    [{ identity: [0.5] }, /operator\.identity\[0\] was 0\.5/],
    [{ words: 2, identity: [0, '1'] }, /an array of 2 numbers of u32; operator\.identity\[1\] was "1"/],
    [{ combine: undefined }, /operator\.combine must be a text/],
    [{ check: 'l + r' }, /operator\.check must be a function/],
    [{ associative: 1 }, /operator\.associative must be true or false/],
    [{ more: 1 }, /operator may have the keys type, words, identity, combine, check, associative; it has "more"/],
  ];
  for (const [change, message] of cases) await fails('bad-argument', lab.scan(INPUT, { operator: { ...SUM, ...change } }), message);
  await fails('bad-argument', lab.scan(INPUT, { operator: { ...SUM, type: 'i32' } }), /type .*found "u32"/);
  await fails('bad-argument', lab.scan(INPUT, { operator: null }), /operator .*it was null/);
  assert.deepEqual(state.log, []);
  assert.match(lab.supports({ operator: { ...SUM, words: 3 } }), /operator\.words/);
});

test('outputs are checked by the caller’s function, in every kind of scan', async () => {
  const { lab } = await open();
  const operator = { ...SUM, check };
  for (const mode of ['inclusive', 'exclusive']) {
    for (const direction of ['forward', 'backward']) {
      for (const heads of [undefined, Uint32Array.of(0, 0, 1, 0, 1)]) {
        const request = { operator, mode, direction, heads };
        const output = await lab.scan(INPUT, { ...request, operator: 'add' });
        assert.deepEqual(await lab.verify(INPUT, output, request), { verified: true, mismatch: null }, `${mode} ${direction} ${heads}`);
        output[3] ^= 1;
        const { verified, mismatch } = await lab.verify(INPUT, output, request);
        assert.deepEqual([verified, mismatch.index, mismatch.found], [false, 3, [output[3]]]);
      }
    }
  }
});

test('rows are checked by the caller’s function; along them also by the sequential scan on the GPU', async () => {
  const { lab } = await open();
  const input = Uint32Array.of(1, 2, 3, 4, 5, 6);
  for (const axis of [0, 1]) {
    for (const direction of ['forward', 'backward']) {
      const request = { shape: [2, 3], axis, direction };
      const output = await lab.scan(input, request);
      for (const operator of axis === 0 ? [{ ...SUM, check }] : [{ ...SUM, check }, SUM]) {
        assert.equal((await lab.verify(input, output, { ...request, operator })).verified, true, `${axis} ${direction}`);
      }
    }
  }
  await fails('unsupported', lab.verify(input, input, { shape: [2, 3], axis: 0, operator: SUM }), /axis 0 requires operator.check/);
});

test('without a function the sequential scan on the GPU checks', async () => {
  const { lab, state } = await open();
  const point = await lab.measure({ ...measured, operator: SUM, segmented: true });
  assert.equal(point.verified, true);
  assert.equal(state.streams[0].request.algorithm, 'sequential');
  assert.ok(state.streams.every(({ freed }) => freed));
  const wrong = SUMS.slice();
  wrong[2]++;
  const { mismatch } = await lab.verify(INPUT, wrong, { operator: SUM });
  assert.deepEqual([mismatch.index, mismatch.expected, mismatch.found, mismatch.tolerance], [2, [8], [9], 0]);
  assert.deepEqual(await lab.verify(new Uint32Array(0), new Uint32Array(0), { operator: SUM }), { verified: true, mismatch: null });
});

test('a function that fails is the caller’s error', async () => {
  const { lab } = await open();
  const cases = [
    [() => 7, /must return an array of 1 numbers; it has returned 7/],
    [() => [1, 2], /it has returned an array of length 2/],
    [() => ['1'], /it has returned an array/],
    [
      () => {
        throw new Error('no');
      },
      /it has thrown: no/,
    ],
  ];
  for (const [wrong, message] of cases) {
    await fails('bad-argument', lab.measure({ ...measured, operator: { ...SUM, check: wrong } }), message);
  }
  assert.deepEqual(await lab.scan(INPUT), SUMS);
});

test('rounded results are accepted within the bound, others must be equal', async () => {
  const { lab } = await open();
  const operator = { type: 'f32', identity: [0], combine: 'return left + right;', check };
  const input = Float32Array.of(0.1, 0.2, 0.3, Infinity);
  const output = Float32Array.of(0.1, 0.3, 0.6, Infinity);
  assert.equal((await lab.verify(input, output, { operator })).verified, true);
  output[1] = 0.3001;
  assert.equal((await lab.verify(input, output, { operator })).verified, false);
});

test('elements that overflow in the tree are accepted, and counted, where ranges of neighbours do', async () => {
  const { lab } = await open();
  const operator = { type: 'f32', identity: [1], combine: 'return left * right;', check: ([l], [r]) => [l * r] };
  const verdict = async (input, output, more) => {
    const { verified, mismatch, overflowed } = await lab.verify(Float32Array.from(input), Float32Array.from(output), { operator, ...more });
    return verified ? { overflowed } : { wrong: mismatch.index };
  };
  const [b, inf] = [1e30, Infinity];
  assert.deepEqual(await verdict([0, b, b], [0, 0, 0]), { overflowed: undefined });
  assert.deepEqual(await verdict([0, b, b], [0, 0, NaN]), { overflowed: 1 });
  assert.deepEqual(await verdict([0, b, b], [0, NaN, NaN]), { wrong: 1 });
  assert.deepEqual(await verdict([b, b, 0], [NaN, 0, 0], { direction: 'backward' }), { overflowed: 1 });
  assert.deepEqual(await verdict([0, b, b, 1], [1, 0, 0, NaN], { mode: 'exclusive' }), { overflowed: 1 });
  assert.deepEqual(await verdict([0, b, b, 1], [1, 0, NaN, NaN], { mode: 'exclusive' }), { wrong: 2 });
  // A sum beyond the range of f32 explains all later elements of its segment, but no element of the next segment.
  const heads = Uint32Array.of(0, 0, 0, 0, 1, 0);
  assert.deepEqual(await verdict([0, b, b, 1, 0, b], [0, 0, NaN, NaN, 0, 0], { heads }), { overflowed: 2 });
  assert.deepEqual(await verdict([0, b, b, 1, 0, b], [0, 0, NaN, NaN, 0, NaN], { heads }), { wrong: 5 });
  // A sum in one column explains no element of another column.
  assert.deepEqual(await verdict([0, 2, b, 2, b, 2], [0, 2, 0, 4, NaN, 8], { shape: [3, 2], axis: 0 }), { overflowed: 1 });
  assert.deepEqual(await verdict([0, b, 2, b, 2, b], [0, b, 0, inf, NaN, inf], { shape: [3, 2], axis: 0 }), { wrong: 4 });
  // An infinite input explains nothing: only finite elements can leave the range.
  assert.deepEqual(await verdict([0, 2, inf, 2], [0, 0, NaN, NaN]), { overflowed: undefined });
  const minimum = { type: 'f32', identity: [inf], combine: 'return min(left, right);', check: ([l], [r]) => [Math.min(l, r)] };
  assert.deepEqual(await verdict([1, inf, 2], [1, inf, 1], { operator: minimum }), { wrong: 1 });
  // If the sequential scan leaves the range of f32, a finite output must equal the result in float64.
  const sum = { type: 'f32', identity: [0], combine: 'return left + right;', check: ([l], [r]) => [l + r] };
  assert.deepEqual(await verdict([3e38, 3e38, -3e38], [3e38, inf, 3e38], { operator: sum }), { overflowed: undefined });
  assert.deepEqual(await verdict([3e38, 3e38, -3e38], [3e38, inf, 1e38], { operator: sum }), { wrong: 2 });
  assert.deepEqual(await verdict([-3e38, 3e38, 3e38, -3e38], [-3e38, 0, inf, NaN], { operator: sum }), { overflowed: 2 });
});

test('the GPU looks for overflows of many segments in few scans', async () => {
  const { lab, state } = await open();
  const operator = { type: 'f32', identity: [0], combine: 'return left + right;' };
  const n = 4096;
  const repeated = (/** @type {number[]} */ numbers) => Float32Array.from({ length: n }, (_, i) => numbers[i % 4]);
  const heads = Uint32Array.from({ length: n }, (_, i) => Number(i % 4 === 0));
  const [x, inf] = [3e38, Infinity];
  const input = repeated([-x, x, x, -x]);
  const output = repeated([-x, 0, inf, NaN]);
  const verdict = () => lab.verify(input, output, { operator, heads });
  assert.deepEqual(await verdict(), { verified: true, mismatch: null, overflowed: n / 2 });
  assert.ok(state.streams.length <= 4, `${state.streams.length} streams`);
  // The first mismatch counts, whether it is a wrong number or an unexplained overflow.
  output[401] = NaN;
  assert.equal((await verdict()).mismatch.index, 401);
  output[205] = 1e38;
  assert.equal((await verdict()).mismatch.index, 205);
  output[101] = NaN;
  assert.equal((await verdict()).mismatch.index, 101);
});

test('the first input that has elements is tried, by runs of neighbours', async () => {
  const { lab, state } = await open();
  const tries = () => state.log.filter(([what]) => what === 'try').map(([, , ...input]) => input);
  await lab.scan(new Uint32Array(0), { operator: SUM });
  await lab.scan(new Uint32Array(0), { operator: SUM });
  assert.deepEqual(tries(), [[]]);
  await lab.scan(INPUT, { operator: SUM });
  await lab.scan(INPUT, { operator: SUM });
  assert.deepEqual(tries(), [[], [...INPUT]]);
  const long = Uint32Array.from({ length: 4000 }, (_, i) => i);
  const pairs = { type: 'u32', words: 2, identity: [0, 0], combine: 'return left + right;' };
  await lab.reduceByKey(new Uint32Array(2000), long, { operator: pairs });
  const [, , input] = tries();
  assert.equal(input.length, 64 * 3 * 2);
  assert.deepEqual(
    [input.slice(0, 6), input.slice(-6)],
    [
      [0, 1, 2, 3, 4, 5],
      [3994, 3995, 3996, 3997, 3998, 3999],
    ],
  );
  // Each run begins at the first word of an element.
  assert.ok(input.every((word, at) => word % 2 === at % 2));
  const piece = { type: 'u32', identity: [0], combine: 'return left + right + 0u;' };
  const bytes = new Uint8Array(long.buffer);
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 1001) controller.enqueue(bytes.slice(at, at + 1001));
      controller.close();
    },
  });
  for await (const _ of lab.scanStream(stream, { operator: piece, chunkElements: 3000 }));
  const ofStream = tries()[3];
  assert.deepEqual([ofStream.length, ofStream.slice(0, 3), ofStream.slice(-3)], [192, [0, 1, 2], [2997, 2998, 2999]]);
});

test('warnings about the code go to the console once, and to whoever asks', async (t) => {
  const said = t.mock.method(console, 'warn', () => {});
  const warnings = [{ what: 'operator.combine', line: 1, column: 9, message: 'odd' }];
  const { lab, TestLab } = await open({ warnings });
  for (let i = 0; i < 2; i++) await lab.scan(INPUT, { operator: { ...SUM, associative: true } });
  for (let i = 0; i < 2; i++) await lab.compact(INPUT, { where: 'x != 1u' });
  const texts = said.mock.calls.map(({ arguments: [text] }) => text);
  assert.deepEqual(texts, ['ScanLab: operator.combine, line 1, column 9: odd.', 'ScanLab: operator.combine, line 1, column 9: odd.']);
  const explainer = await TestLab.explainer();
  assert.deepEqual(explainer.operator(SUM).warnings, warnings);
  assert.deepEqual(explainer.condition('x != 1.0', 'f32'), { warnings });
  assert.throws(() => explainer.condition(5), /where must be an expression in WGSL; it was 5/);
  assert.throws(() => explainer.condition('x', 'u8'), /type must be one of u32, i32, f32/);
});

test('the scan in JavaScript has no custom operators', async () => {
  const { lab } = await open();
  await fails('unsupported', lab.measure({ ...measured, algorithm: 'javascript', operator: SUM }), /The JavaScript scan has add/);
});
