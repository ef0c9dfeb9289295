import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from './lab.fakes.mjs';
import { WATCHDOG_MS } from '../shared/watchdog.js';
import { INPUT, NEVER, SUMS, collect, fails, hanging, open } from './lab.steps.mjs';

const SUM = { type: 'u32', identity: [0], combine: 'return left + right;' };
const check = ([left], [right]) => [left + right];
const measured = { algorithm: 'sequential', n: 100, pattern: 'ramp' };
const tried = ({ log }) => log.filter(([what]) => what === 'try').length;

test('an operator of one’s own is tried once, then scans by its name', async () => {
  const { lab, state } = await open();
  assert.deepEqual(await lab.scan(INPUT, { operator: SUM }), SUMS);
  assert.deepEqual(await lab.scan(INPUT, { operator: { ...SUM } }), SUMS);
  assert.deepEqual(
    state.log.map(([what, request]) => [what, request.operator ?? request]),
    [
      ['try', 'own-1'],
      ['scan', 'own-1'],
      ['scan', 'own-1'],
    ],
  );
  assert.deepEqual(await lab.scan(INPUT, { operator: 'own-1' }), SUMS);
  assert.equal(lab.supports({ operator: SUM }), null);
  assert.equal(lab.plan({ operator: SUM, n: 5 }).dispatches, 2);
});

test('the identity crosses as bits', async () => {
  const seen = [];
  const { lab } = await open({ ownOperator: (definition) => seen.push(definition) });
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
  await fails('bad-argument', lab.scan(INPUT, { operator: { ...SUM, type: 'i32' } }), /type must be one of i32/);
  await fails('bad-argument', lab.scan(INPUT, { operator: null }), /operator must be one of add/);
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

test('the scan in JavaScript has no operators of one’s own', async () => {
  const { lab } = await open();
  await fails('unsupported', lab.measure({ ...measured, algorithm: 'javascript', operator: SUM }), /The JavaScript scan has add/);
});
