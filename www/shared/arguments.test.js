import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWasm, describe, elementsOf, requireThere } from './arguments.ts';
import { INPUT, SUMS, collect, fails, open } from '../lab/lab.steps.mjs';
import { fakeLabClass } from '../lab/lab.fakes.mjs';

const thrower = () => {
  throw new Error('mine');
};
/** A value that throws at every access. */
const throwing = () =>
  new Proxy({}, { get: thrower, ownKeys: thrower, has: thrower, getPrototypeOf: thrower, getOwnPropertyDescriptor: thrower });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
};
const cyclic = () => {
  const own = {};
  return Object.assign(own, { own });
};
const ODD = [
  null,
  5n,
  10n ** 400n,
  Symbol('odd'),
  NaN,
  -0.5,
  2 ** 53,
  'x'.repeat(1e6),
  cyclic(),
  throwing(),
  revoked(),
  Object.create(null),
  { [Symbol.toPrimitive]: thrower },
  { toJSON: thrower },
  () => {},
  new Float64Array(1),
];

/** @param {Uint32Array} array */
function taken(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

test('every value has a short description', () => {
  for (const value of [...ODD, undefined, new Proxy(INPUT, {}), { [Symbol.toStringTag]: 'x'.repeat(1e6) }])
    assert.ok(describe(value).length <= 100);
  assert.equal(describe(2n ** 63n - 1n), '9223372036854775807n');
  assert.equal(describe(2n ** 64n), 'a BigInt of more than 64 bits');
});

test('a source of WASM that cannot be read is refused', () => {
  for (const value of [
    ...ODD.filter((one) => typeof one !== 'string' && !ArrayBuffer.isView(one)),
    new Proxy(new URL('https://a.org'), {}),
  ])
    assert.throws(() => checkWasm(value), { name: 'ScanLabError', code: 'bad-argument' });
});

test('overridden properties of an array are ignored', () => {
  const redefined = Object.defineProperties(Uint32Array.of(1, 2), {
    length: { value: 2 ** 31 },
    buffer: { get: thrower },
    [Symbol.toStringTag]: { value: 'Float32Array' },
  });
  const { type, array } = elementsOf('input', redefined);
  assert.deepEqual([type, array], ['u32', Uint32Array.of(1, 2)]);
  assert.equal(elementsOf('input', Object.defineProperty(new Float64Array(2), Symbol.toStringTag, { value: 'Uint32Array' })), null);
  assert.equal(elementsOf('input', new Proxy(new Uint32Array(2), {})), null);
  assert.equal(elementsOf('input', new DataView(new ArrayBuffer(8))), null);
});

test('shrunk memory is refused like transferred memory', async () => {
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const array = new Uint32Array(buffer, 8, 2);
  requireThere({ input: array });
  buffer.resize(8);
  assert.throws(() => requireThere({ input: array }), { code: 'bad-argument' });
  const { lab } = await open();
  await fails('bad-argument', lab.scan(array), /input must keep the same buffer/);
  await fails('bad-argument', lab.scan(taken(new Uint32Array(3))), /input must keep the same buffer/);
  await fails('bad-argument', lab.scan(INPUT, { heads: taken(new Uint32Array(5)) }), /heads must keep the same buffer/);
});

test('invalid values anywhere are a bad argument, and the lab still works', async () => {
  const { lab } = await open();
  const explainer = await fakeLabClass().TestLab.explainer();
  for (const odd of ODD) {
    const fields = { n: 5, algorithm: odd };
    await fails('bad-argument', () => lab.plan(fields));
    await fails('bad-argument', () => lab.input({ n: odd }));
    await fails('bad-argument', () => explainer.flow(odd, 4));
    await fails('bad-argument', () => explainer.flow('hybrid', odd));
    await fails('bad-argument', lab.scan(INPUT, { mode: odd }));
    await fails('bad-argument', lab.scan(INPUT, { signal: odd }));
    await fails('bad-argument', lab.scan(INPUT, { heads: odd }));
    await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 5, seed: odd }));
    await fails('bad-argument', lab.crossover({ algorithms: odd, from: 1, to: 5 }));
    await fails('bad-argument', () => lab.scanStream(odd));
    assert.equal(typeof lab.supports({ algorithm: odd }), 'string');
  }
  assert.deepEqual(await lab.scan(INPUT), SUMS);
});

test('an invalid value anywhere in the request of a sweep is a bad argument', async () => {
  const { lab } = await open();
  const sweep = (more) => collect(lab.sweep({ algorithms: ['hybrid'], sizes: [5], ...more }));
  for (const odd of ODD) {
    await fails('bad-argument', sweep({ algorithms: [odd] }));
    await fails('bad-argument', sweep({ algorithms: [{ id: odd }] }));
    await fails('bad-argument', sweep({ algorithms: [{ id: 'hybrid', tuning: { reduce_steps: odd } }] }));
    await fails('bad-argument', sweep({ sizes: [5, odd] }));
    await fails('bad-argument', sweep({ sizes: odd }));
    await fails('bad-argument', sweep({ tuning: { hybrid: { reduce_steps: odd } } }));
  }
  await fails('bad-argument', sweep({ sizes: new Array(2 ** 32 - 1) }), /at most 10000/);
  await fails('bad-argument', sweep({ sizes: new Array(3) }), /it was undefined/);
  const algorithms = Array.from({ length: 11 }, (_, i) => ({ id: i ? 'hybrid' : 'sequential', tuning: i ? { reduce_steps: i - 1 } : {} }));
  await fails('too-large', sweep({ algorithms, sizes: new Array(10_000).fill(5) }), /at most 100000 points; this one has 110000/);
});

test('a test input that is too large for memory is refused before an allocation', async () => {
  const { lab } = await open();
  await fails('too-large', () => lab.input({ n: 2 ** 31 }), /at most 1073741824 array entries; this one would have 2147483648/);
  await fails('too-large', () => lab.input({ n: 2 ** 29 + 1, operator: 'pair' }), /1073741826/);
});

test('getters that throw are a bad argument, and others are read once', async () => {
  const { lab } = await open();
  const { cause } = await fails(
    'bad-argument',
    lab.scan(INPUT, {
      get mode() {
        return thrower();
      },
    }),
    /request must be readable.*mine/,
  );
  assert.equal(cause.message, 'mine');
  let reads = 0;
  assert.deepEqual(
    await lab.scan(INPUT, {
      get operator() {
        return reads++ ? 'bogus' : 'add';
      },
    }),
    SUMS,
  );
  assert.equal(reads, 1);
});

test('overridden properties of a signal are ignored', async () => {
  const { lab } = await open();
  const abort = new AbortController();
  const signal = Object.defineProperties(abort.signal, { addEventListener: { value: thrower }, removeEventListener: { value: 5 } });
  assert.deepEqual(await lab.scan(INPUT, { signal }), SUMS);
  abort.abort('enough');
  assert.equal((await fails('cancelled', lab.scan(INPUT, { signal }))).cause, 'enough');
});

test('a foreign stream that violates its contract is a bad argument', async () => {
  const { lab } = await open();
  const reader = { read: async () => ({ done: true }), cancel: async () => {} };
  for (const read of [
    thrower,
    async () => undefined,
    async () => ({ done: false, value: taken(new Uint32Array(2)) }),
    () => 5,
    undefined,
  ]) {
    await fails('bad-argument', collect(lab.scanStream({ locked: false, getReader: () => ({ ...reader, read, cancel: thrower }) })));
  }
  await fails('bad-argument', () => lab.scanStream({ locked: false, getReader: thrower }), /mine/);
  assert.deepEqual(await lab.scan(INPUT), SUMS);
});
