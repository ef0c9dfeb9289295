import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ELEMENTS, failure, until } from './lab.fakes.mjs';
import { INPUT, NEVER, SUMS, fails, hanging, open } from './lab.steps.mjs';

const of = (...words) => Uint32Array.of(...words);
const FLAGS = of(0, 1, 1, 0, 1);

test('each operation has the outputs that its name promises, in the types of its inputs', async () => {
  const { lab } = await open();
  const signed = Int32Array.from(INPUT);
  assert.deepEqual(await lab.reduce(signed), Int32Array.of(14));
  assert.deepEqual(await lab.compact(signed, { flags: FLAGS }), { output: Int32Array.of(1, 4, 5), count: 3 });
  assert.deepEqual(await lab.compact(INPUT, { where: 'x % 2u == 1u', indices: true }), {
    output: of(3, 1, 1, 5),
    count: 4,
    indices: of(0, 1, 3, 4),
  });
  assert.deepEqual(await lab.partition(signed, { flags: FLAGS }), { output: Int32Array.of(1, 4, 5, 3, 1), split: 3 });
  assert.deepEqual(await lab.unique(of(7, 7, 2, 7)), { output: of(7, 2, 7), count: 3 });
  assert.deepEqual(await lab.unique(of(7, 7, 2), { indices: true }), { output: of(7, 2), count: 2, indices: of(0, 2) });
  assert.deepEqual(await lab.runLengths(of(7, 7, 2)), { values: of(7, 2), lengths: of(2, 1) });
  assert.deepEqual(await lab.reduceByKey(Int32Array.of(7, 7, 2), of(3, 4, 5)), { keys: Int32Array.of(7, 2), values: of(7, 5) });
  assert.deepEqual(await lab.segmentedReduce(signed, of(0, 2, 2, 5)), Int32Array.of(4, 0, 10));
  assert.deepEqual(await lab.segmentedReduce(INPUT, of(1, 4, 5, 0), { segments: 2 }), of(6, 5));
  assert.deepEqual(await lab.histogram(INPUT, { bins: 6, from: 0, to: 6 }), of(0, 2, 0, 1, 1, 1));
  assert.deepEqual(await lab.sort(INPUT), { keys: of(1, 1, 3, 4, 5) });
  assert.deepEqual(await lab.sort(INPUT, { values: Int32Array.of(9, 8, 7, 6, 5) }), {
    keys: of(1, 1, 3, 4, 5),
    values: Int32Array.of(8, 6, 9, 7, 5),
  });
  assert.deepEqual(await lab.segmentedSort(signed, of(1, 3, 5)), { keys: Int32Array.of(3, 1, 4, 1, 5) });
  assert.deepEqual(await lab.segmentedSort(INPUT, of(0, 4, 4, 9), { segments: 2, indices: true }), {
    keys: of(1, 1, 3, 4, 5),
    indices: of(1, 3, 0, 2, 4),
  });
  assert.deepEqual(await lab.segmentedSort(INPUT, of(2, 5), { values: signed }), {
    keys: of(3, 1, 1, 4, 5),
    values: Int32Array.of(3, 1, 1, 4, 5),
  });
  assert.deepEqual(await lab.topK(INPUT, { k: 2 }), { values: of(4, 5), indices: of(2, 4) });
  assert.deepEqual(await lab.topK(INPUT, { largest: false }), { values: of(1), indices: of(1) });
  assert.deepEqual(await lab.argMin(signed), { value: Int32Array.of(1), index: of(1) });
  assert.deepEqual(await lab.argMax(INPUT), { value: of(5), index: of(4) });
  const sorted = Int32Array.of(1, 1, 4);
  assert.deepEqual(await lab.lowerBound(signed, sorted), of(2, 0, 2, 0, 3));
  assert.deepEqual(await lab.lowerBound(signed, sorted, { upper: true }), of(2, 2, 3, 2, 3));
  assert.deepEqual(await lab.lowerBound(INPUT, of(1, 4, 0), { sortedLength: 2 }), of(1, 0, 1, 0, 2));
  assert.deepEqual(await lab.lowerBound(INPUT, of()), of(0, 0, 0, 0, 0));
  assert.deepEqual(await lab.merge(sorted, Int32Array.of(0, 1, 9)), { keys: Int32Array.of(0, 1, 1, 1, 4, 9) });
  assert.deepEqual(await lab.merge(of(5, 2), of(2, 1, 7), { descending: true, indices: true, sortedLength: 2 }), {
    keys: of(5, 2, 2, 1),
    indices: of(0, 1, 2, 3),
  });
  assert.deepEqual(await lab.merge(of(), of(3, 4)), { keys: of(3, 4) });
  assert.deepEqual(INPUT, of(3, 1, 4, 1, 5));
});

test('keys of 64 bits are sorted in arrays of their class', async () => {
  const { lab, state } = await open();
  const floats = Float64Array.of(2.5, -1e300, 2.5, -0.5);
  assert.deepEqual(await lab.sort(floats), { keys: Float64Array.of(-1e300, -0.5, 2.5, 2.5) });
  const signed = BigInt64Array.of(5n, -(2n ** 40n), -3n);
  const values = Float32Array.of(1, 2, 3);
  assert.deepEqual(await lab.sort(signed, { values }), { keys: BigInt64Array.of(-(2n ** 40n), -3n, 5n), values: Float32Array.of(2, 3, 1) });
  const options = { indices: /** @type {const} */ (true), bits: /** @type {[number, number]} */ ([0, 64]) };
  const part = new BigUint64Array(8).subarray(2, 4);
  part[0] = 2n ** 33n;
  assert.deepEqual(await lab.sort(part, options), { keys: BigUint64Array.of(0n, 2n ** 33n), indices: of(1, 0) });
  assert.deepEqual(await lab.sort(new Float64Array(0)), { keys: new Float64Array(0) });
  assert.deepEqual(
    state.log.map(([, { type, n, options: taken }]) => [type, n, taken]),
    [
      ['f64', 4, {}],
      ['i64', 3, { values: true }],
      ['u64', 2, { indices: true, bits: [0, 64] }],
      ['f64', 0, {}],
    ],
  );
  const known = 'a Uint32Array, Int32Array, Float32Array, BigUint64Array, BigInt64Array or Float64Array';
  const refused = [
    [lab.sort(new Uint16Array(2)), `keys must be ${known}; it was an object of class Uint16Array`],
    [
      lab.sort(signed, { values: floats }),
      'values must be a Uint32Array, Int32Array or Float32Array; it was an object of class Float64Array',
    ],
    [lab.sort(signed, { values: of(1) }), 'values must have 3 elements, one per key; there are 1'],
    [lab.topK(floats), 'keys must be a Uint32Array, Int32Array or Float32Array; it was an object of class Float64Array'],
    [
      lab.segmentedSort(signed, of(0, 3)),
      'keys must be a Uint32Array, Int32Array or Float32Array; it was an object of class BigInt64Array',
    ],
  ];
  for (const [work] of refused) work.catch(() => {});
  for (const [work, message] of refused) await fails('bad-argument', work, new RegExp(`^${message}`));
});

test('sorted keys are in the order of a sort', async () => {
  const { lab } = await open();
  const needles = new Float32Array(1);
  await lab.lowerBound(needles, Float32Array.of(-Infinity, -1, -0, 0, 0, Infinity, NaN, NaN));
  for (const [keys, found] of [
    [[0, -0], '-0, after 0'],
    [[1, NaN, 2], '2, after NaN'],
    [[2, 1], '1, after 2'],
  ]) {
    const sorted = Float32Array.from(/** @type {number[]} */ (keys));
    await fails('bad-argument', lab.lowerBound(needles, sorted), new RegExp(`is ${found}\\.$`));
    await fails('bad-argument', lab.merge(sorted, needles), new RegExp(`^keys must have keys in the order of a sort; .* is ${found}\\.$`));
    await fails('bad-argument', lab.merge(needles, sorted), new RegExp(`^sorted must .* is ${found}\\.$`));
  }
  await lab.merge(Float32Array.of(NaN, 1, 0, -0), Float32Array.of(2, 2), { descending: true });
  const ascending = lab.merge(needles, Float32Array.of(1, 2), { descending: true });
  await fails('bad-argument', ascending, /^sorted must have keys in the order of a descending sort; sorted\[1\] is 2, after 1\.$/);
});

test('the core gets the operation with the options that are given', async () => {
  const { lab, state } = await open();
  const signal = new AbortController().signal;
  await lab.compact(INPUT, { where: 'x > 1u', scan: 'hybrid', tuning: { reduce_steps: 2 }, signal });
  await lab.reduceByKey(INPUT, new Float32Array(5), { operator: 'max' });
  await lab.sort(INPUT, { values: INPUT, descending: true, bits: [8, 16] });
  assert.deepEqual(state.log, [
    ['operate', { operation: 'compact', type: 'u32', scan: 'hybrid', tuning: { reduce_steps: 2 }, n: 5, options: { where: 'x > 1u' } }],
    ['operate', { operation: 'reduce-by-key', type: 'f32', operator: 'max', scan: 'reduce-then-scan', tuning: {}, n: 5, options: {} }],
    [
      'operate',
      {
        operation: 'sort',
        type: 'u32',
        scan: 'reduce-then-scan',
        tuning: {},
        n: 5,
        options: { values: true, descending: true, bits: [8, 16] },
      },
    ],
  ]);
});

test('what an operation does not take is refused with what it requires', async () => {
  const { lab, state } = await open();
  const refused = [
    [lab.compact(INPUT), /a selection .*found \{\}/],
    [lab.compact(INPUT, { where: 'x > 1u', flags: FLAGS }), /a selection .*where.*flags/],
    [lab.compact(INPUT, { where: 5 }), /where .*found 5/],
    [lab.compact(INPUT, { flags: of(1) }), /flags must be a Uint32Array of 5 flags, each 0 or 1, one per element; it has 1/],
    [lab.compact(INPUT, { flags: of(0, 1, 2, 0, 0) }), /flags\[2\] is 2/],
    [lab.compact([1], { flags: FLAGS }), /input must be a Uint32Array, Int32Array or Float32Array/],
    [
      lab.partition(INPUT, { flags: FLAGS, indices: true }),
      /request may have the keys where, flags, words, reversed, scan, tuning, signal/,
    ],
    [lab.compact(INPUT, { flags: FLAGS, density: 0.5 }), /it has/],
    [lab.compact(INPUT, { flags: FLAGS, scan: 'quick' }), /algorithm .*found "quick"/],
    // This variant does not keep the order, so it can only be measured.
    [lab.compact(INPUT, { flags: FLAGS, scan: 'atomic-elements' }), /algorithm .*found "atomic-elements"/],
    [lab.compact(INPUT, { flags: FLAGS, scan: 'hybrid', tuning: { reduce_steps: 99 } }), /tuning of hybrid\.reduce_steps .*found 99/],
    [lab.reduce(INPUT, { operator: 'bicyclic' }), /multiple of 2 entries/],
    [lab.compact(INPUT, { flags: FLAGS, words: 2 }), /input must have a multiple of 2 entries, one element of 2 words each; it has 5/],
    [lab.unique(INPUT, { words: 2 }), /input must have a multiple of 2 entries, one element of 2 words each; it has 5/],
    [lab.unique(INPUT, { flags: FLAGS }), /request may have the keys words, indices, scan, tuning, signal/],
    [lab.compact(INPUT, { flags: FLAGS, words: 0 }), /words must be an integer from 1/],
    [lab.sort(INPUT, { values: INPUT, words: 2 }), /values must have a multiple of 2 entries/],
    [lab.reduce(INPUT, { words: 2 }), /it has .*words/],
    [lab.reduceByKey(INPUT, of(1)), /values must have 5 elements, one per key; there are 1/],
    [lab.segmentedReduce(INPUT, of(0)), /offsets must be a Uint32Array of 2 or more offsets, which ascend up to 5; it has 1/],
    [lab.segmentedReduce(INPUT, of(0, 6)), /offsets\[1\] is 6/],
    [lab.segmentedReduce(INPUT, of(0, 3, 2)), /offsets\[2\] is 2/],
    [lab.segmentedReduce(INPUT, [0, 1]), /of 2 or more offsets, which ascend up to 5; it was/],
    [lab.segmentedReduce(INPUT, of(0, 1), { segments: 0 }), /segments must be an integer from 1/],
    [lab.segmentedReduce(INPUT, of(0, 1), { segments: 2 }), /of 3 or more offsets/],
    [lab.segmentedSort(INPUT, of(0, 6)), /offsets must be a Uint32Array of 2 or more offsets, which ascend up to 5; offsets\[1\] is 6/],
    [lab.segmentedSort(INPUT, of(0, 5), { segments: 2 }), /of 3 or more offsets/],
    [lab.segmentedSort(INPUT, of(0, 5), { values: of(1) }), /values must have 5 elements, one per key; there are 1/],
    [lab.lowerBound(INPUT, Int32Array.of(1)), /^sorted must have keys of u32, like needles; they are i32/],
    [lab.merge(of(1), Int32Array.of(1)), /^sorted must have keys of u32, like keys; they are i32/],
    [lab.lowerBound(INPUT, [1]), /^sorted must be a Uint32Array, Int32Array or Float32Array/],
    [lab.lowerBound([1], of(1)), /^needles must be a Uint32Array, Int32Array or Float32Array/],
    [lab.lowerBound(INPUT, of(1, 3, 2)), /^sorted must have keys in the order of a sort; sorted\[2\] is 2, after 3/],
    [lab.lowerBound(INPUT, of(1), { sortedLength: 2 }), /^sorted must have 2 or more keys; it has 1/],
    [lab.lowerBound(INPUT, of(1), { sortedLength: -1 }), /^sortedLength must be an integer from 0/],
    [lab.sort(INPUT, { values: of(1) }), /values must have 5 elements, one per key; there are 1/],
    [lab.sort(INPUT, { bits: [8, 4] }), /bits .*found \[8,4\]/],
    [lab.histogram(INPUT, { from: '0' }), /from .*found "0"/],
    [lab.histogram(INPUT, { from: Infinity }), /^request\.from must be a finite number; it was Infinity/],
    [lab.histogram(INPUT, { bins: NaN }), /^request\.bins must be a finite number; it was NaN/],
    [lab.histogram(INPUT, { type: null }), /type/],
    [lab.histogram(INPUT, { to: -Infinity }), /^request\.to must be a finite number; it was -Infinity/],
    [lab.sort(INPUT, { signal: 5 }), /signal must be an AbortSignal/],
    [lab.sort(INPUT, 5), /request must be an object/],
    ...[0, '', null].map((flags) => [lab.measure({ operation: 'compact', n: 9, flags }), /^flags must be true or false; it was/]),
  ];
  // All promises reject before the loop awaits them, so each needs a handler now.
  for (const [work] of refused) work.catch(() => {});
  for (const [work, message] of refused) await fails('bad-argument', work, message);
  assert.deepEqual(state.log, []);
});

test('a request that throws wherever it is touched is refused, an object or a function', async () => {
  const { lab, state } = await open();
  const thrower = () => {
    throw new Error('odd');
  };
  for (const target of [{}, () => {}]) {
    const request = /** @type {any} */ (new Proxy(target, { get: thrower, ownKeys: thrower, getPrototypeOf: thrower }));
    for (const call of ['reduce', 'histogram', 'sort', 'runLengths']) await fails('bad-argument', lab[call](INPUT, request), /^request /);
    await fails('bad-argument', lab.prepare(request), /^request /);
    await fails('bad-argument', lab.compact(INPUT, { flags: FLAGS, words: request }), /^words must be an integer/);
  }
  assert.deepEqual(state.log, []);
});

test('options are read when the call is made', async () => {
  const { lab, state } = await open();
  const options = { where: 'x > 1u' };
  const compacted = lab.compact(INPUT, options);
  options.where = 'x > 2u';
  await compacted;
  assert.equal(state.log[0][1].options.where, 'x > 1u');
});

test('support is a reason or null', async () => {
  const { lab } = await open();
  assert.equal(lab.supports({ operation: 'sort', type: 'f32' }), null);
  assert.equal(lab.supports({ operation: 'reduce', operator: 'min' }), 'min is for later');
  assert.match(lab.supports({ operation: 'shuffle' }), /operation must be one of reduce, compact/);
  assert.match(lab.supports({ operation: 'reduce', operator: 'most' }), /operator .*found "most"/);
  assert.match(lab.supports({ operation: 'histogram', to: NaN }), /to must be a finite number; it was NaN/);
  assert.equal(lab.supports({ operation: 'histogram', to: Infinity }), null);
  assert.match(lab.supports({ operation: 'reduce', bins: 3 }), /query may have the keys operation, type, operator/);
});

test('an operation is planned and composed as it would run, by flags unless there is a condition', async () => {
  const { lab, state } = await open();
  const { dispatches } = lab.plan({ operation: 'compact', n: 100, indices: true, scan: 'hybrid', tuning: { reduce_steps: 2 } });
  const [{ parts }] = lab.shaders({ operation: 'sort', type: 'f32', n: 5, values: true, bits: [0, 8] });
  lab.plan({ operation: 'partition', n: 7, where: 'x > 1u' });
  lab.plan({ operation: 'reduce', n: 7, operator: 'min', type: undefined });
  assert.deepEqual([dispatches, parts[0].path], [2, 'sort.wgsl']);
  assert.deepEqual(state.planned, [
    { operation: 'compact', type: 'u32', scan: 'hybrid', tuning: { reduce_steps: 2 }, n: 100, options: { indices: true, flags: true } },
    { operation: 'sort', type: 'f32', scan: 'reduce-then-scan', tuning: {}, n: 5, options: { values: true, bits: [0, 8] } },
    { operation: 'partition', type: 'u32', scan: 'reduce-then-scan', tuning: {}, n: 7, options: { where: 'x > 1u' } },
    { operation: 'reduce', type: 'u32', operator: 'min', n: 7, options: {} },
  ]);
  const refused = [
    [{ operation: 'shuffle', n: 1 }, /operation must be one of reduce, compact/],
    [{ operation: 'sort' }, /n must be given/],
    [{ operation: 'sort', n: 1, bins: 5 }, /request may have the keys operation, type, n, values/],
    [{ operation: 'sort', n: 1, values: [1] }, /values .*found \[1\]/],
    [{ operation: 'sort', n: 1, bits: [9, 1] }, /bits .*found \[9,1\]/],
    [{ operation: 'histogram', n: 1, to: NaN }, /to must be a finite number; it was NaN/],
    [{ operation: 'compact', n: 1, where: 5 }, /where .*found 5/],
    [{ operation: 'compact', n: 1, scan: 'quick' }, /algorithm .*found "quick"/],
    [{ operation: 'partition', n: 1, scan: 'atomic-elements' }, /algorithm .*found/],
    [{ operation: 'compact', n: 1, scan: 'atomic-elements', tuning: { items: 3 } }, /tuning of atomic-elements\.items/],
    [{ operation: 'compact', n: 1, scan: 'hybrid', tuning: { steps: 1 } }, /tuning of hybrid\.steps/],
    [{ operation: 'reduce', n: 1, type: 'f64' }, /type .*found "f64"/],
  ];
  for (const call of ['plan', 'shaders'])
    for (const [request, message] of refused) assert.throws(() => lab[call](request), { code: 'bad-argument', message });
});

test('operations end when they are aborted, the device is lost or the lab closed, and run one at a time', async () => {
  const aborted = await open({ operate: NEVER });
  const abort = new AbortController();
  const sorted = aborted.lab.sort(INPUT, { signal: abort.signal });
  await hanging();
  abort.abort();
  await fails('cancelled', sorted);
  assert.ok(aborted.state.tokens[0].cancelled);
  await fails('cancelled', aborted.lab.sort(INPUT, { signal: abort.signal }));

  const lost = await open({ operate: NEVER });
  const reduced = lost.lab.reduce(INPUT);
  await hanging();
  lost.scope.loseDevice({ reason: 'unknown', message: 'gone' });
  await fails('device-lost', reduced);
  await fails('device-lost', lost.lab.reduce(INPUT));

  const closed = await open({ operate: NEVER });
  const counted = closed.lab.histogram(INPUT);
  await hanging();
  closed.lab.close();
  await fails('cancelled', counted);
  await fails('bad-argument', closed.lab.histogram(INPUT), /closed/);

  const { lab, state } = await open();
  await Promise.all([lab.reduce(INPUT), lab.scan(INPUT), lab.runLengths(INPUT)]);
  assert.equal(state.mostBusy, 1);
});

test('the failures of the core are those of the operation', async () => {
  const { lab } = await open({ operate: async () => Promise.reject(failure('too-large', 'a buffer of 9 bytes is required')) });
  await fails('too-large', lab.sort(INPUT), /9 bytes/);
  assert.deepEqual(await lab.scan(INPUT), SUMS);
});

test('an array that is detached before or during its operation is named', async () => {
  const detach = (array) => structuredClone(array.buffer, { transfer: [array.buffer] });
  const gone = of(1, 2);
  detach(gone);
  const { lab, state } = await open();
  await fails('bad-argument', lab.reduce(gone), /^input must keep the same buffer/);
  await fails('bad-argument', lab.compact(of(1, 2), { flags: gone }), /^flags must keep the same buffer/);
  assert.deepEqual(state.log, []);
  let begun = false;
  let go = () => {};
  const waiting = await open({ operate: () => new Promise((resolve) => ((begun = true), (go = resolve))) });
  const values = of(1, 2);
  const sorting = waiting.lab.sort(of(2, 1), { values });
  await until(() => begun);
  detach(values);
  go();
  await fails('bad-argument', sorting, /^values must keep the same buffer/);
});

test('reductions, histograms and compactions longer than a buffer are done in chunks', async () => {
  const { lab, state } = await open();
  const n = 2 * MAX_ELEMENTS + 3;
  const input = Uint32Array.from({ length: n }, (_, i) => i % 7);
  const odd = input.filter((word) => word % 2);
  const places = Uint32Array.from(input.keys()).filter((at) => input[at] % 2);
  const sum = input.reduce((left, right) => left + right, 0);
  assert.deepEqual(await lab.reduce(input), of(sum));
  const counts = Uint32Array.from({ length: 7 }, (_, bin) => input.filter((word) => word === bin).length);
  assert.deepEqual(await lab.histogram(input, { bins: 7, from: 0, to: 7 }), counts);
  const flags = input.map((word) => word % 2);
  assert.deepEqual(await lab.compact(input, { flags, indices: true }), { output: odd, count: odd.length, indices: places });
  const where = 'x % 2u == 1u && (i < 5u || i > 1u + i / 2u)';
  assert.deepEqual(await lab.compact(input, { where }), { output: odd, count: odd.length });
  const sizes = [MAX_ELEMENTS, MAX_ELEMENTS, 3];
  const asked = state.log.map(([, request]) => request);
  assert.deepEqual(
    asked.map(({ n: length }) => length),
    [...sizes, 3, ...sizes, ...sizes, ...sizes],
  );
  assert.deepEqual(
    asked.slice(-3).map(({ options, first }) => [options.where, first]),
    [0, MAX_ELEMENTS, 2 * MAX_ELEMENTS].map((first) => [where, first]),
  );
});

test('what is longer than a buffer is checked too, and other operations are left to the core, which refuses them', async () => {
  const { lab, state } = await open();
  const n = MAX_ELEMENTS + 5;
  const input = Uint32Array.from({ length: n }, (_, i) => i % 3);
  const sum = await lab.reduce(input);
  assert.equal((await lab.verify(input, sum, { operation: 'reduce' })).verified, true);
  // The operation takes no second input.
  for (const name of ['offsets', 'values', 'sorted']) {
    const other = lab.verify(input, sum, { operation: 'reduce', [name]: Uint32Array.of(0) });
    await fails('bad-argument', other, new RegExp(`may have the keys .*; it has "${name}"`));
  }
  assert.equal(state.planned.at(-1).n, MAX_ELEMENTS);
  await lab.sort(input);
  assert.equal(state.log.at(-1)[1].n, n);
});
