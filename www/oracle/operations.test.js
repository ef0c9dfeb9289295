import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionText, holdsFor } from './conditions.ts';
import { createOperationCheck } from './operations.ts';

const bits = (array) => new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);

/** Checks outputs of an operation whose input comes in chunks of four words. */
function check(job, { input, flags, values, each = 1 }, { output, second }) {
  const n = job.n ?? input.length / each;
  const oracle = createOperationCheck({ type: 'u32', depth: 10, n, ...job });
  const outputs = { output: bits(output), second: second && bits(second) };
  const drain = (wanted) =>
    wanted.forEach(({ of, start, wanted: words, backwards }, stream) => {
      const first = backwards ? start - words : start;
      if (words > 0) oracle.compare(stream, outputs[of].slice(first, first + words));
    });
  for (let start = 0; start < n; start += 4) {
    const part = (array, words = 1) => array && bits(array).slice(words * start, words * (start + 4));
    drain(oracle.take({ input: part(input, each), flags: part(flags), values: part(values) }));
  }
  drain(oracle.end());
  const { verified, mismatch, overflowed } = oracle.finish();
  if (overflowed) return { overflowed };
  return verified ? 'right' : mismatch;
}

const INPUT = Uint32Array.of(7, 7, 2, 9, 9, 9, 1);
const FLAGS = Uint32Array.of(0, 1, 1, 0, 0, 1, 1);
const wrongAt = (index) => ({ index });
const matches = (found, expected) => assert.deepEqual({ ...found, ...expected }, found);

test('sums that overflow though those in order do not are counted', () => {
  const input = Float32Array.of(-3e38, 3e38, 3e38, -3e38);
  const reduce = { operation: 'reduce', operator: 'add', type: 'f32' };
  assert.equal(check(reduce, { input }, { output: Float32Array.of(0) }), 'right');
  assert.deepEqual(check(reduce, { input }, { output: Float32Array.of(NaN) }), { overflowed: 1 });
  const keys = Uint32Array.of(5, 5, 5, 7);
  const byKey = { operation: 'reduce-by-key', operator: 'add', valueType: 'f32', count: 2 };
  const outputs = (sum) => ({ output: Uint32Array.of(5, 7), second: Float32Array.of(sum, -3e38) });
  assert.deepEqual(check(byKey, { input: keys, values: input }, outputs(Infinity)), { overflowed: 1 });
  matches(check(byKey, { input: keys, values: input }, outputs(-Infinity)), wrongAt(0));
});

test('compactions and partitions', () => {
  const kept = Uint32Array.of(7, 2, 9, 1);
  const compact = { operation: 'compact', count: 4 };
  assert.equal(check(compact, { input: INPUT, flags: FLAGS }, { output: kept }), 'right');
  matches(check(compact, { input: INPUT, flags: FLAGS }, { output: Uint32Array.of(7, 2, 8, 1) }), { index: 2, expected: [9], found: [8] });
  matches(check({ ...compact, count: 5 }, { input: INPUT, flags: FLAGS }, { output: kept }), { expected: [4], found: [5] });
  const indexed = { ...compact, indices: true };
  assert.equal(check(indexed, { input: INPUT, flags: FLAGS }, { output: kept, second: Uint32Array.of(1, 2, 5, 6) }), 'right');
  matches(check(indexed, { input: INPUT, flags: FLAGS }, { output: kept, second: Uint32Array.of(1, 2, 4, 6) }), wrongAt(2));
  const partition = { operation: 'partition', count: 4 };
  const sides = Uint32Array.of(7, 2, 9, 1, 7, 9, 9);
  assert.equal(check(partition, { input: INPUT, flags: FLAGS }, { output: sides }), 'right');
  matches(check(partition, { input: INPUT, flags: FLAGS }, { output: Uint32Array.of(7, 2, 9, 1, 9, 7, 9) }), wrongAt(4));
  assert.ok(check({ ...partition, count: 3 }, { input: INPUT, flags: FLAGS }, { output: sides }) !== 'right');
  const reversed = { ...partition, reversed: true };
  assert.equal(check(reversed, { input: INPUT, flags: FLAGS }, { output: Uint32Array.of(7, 2, 9, 1, 9, 9, 7) }), 'right');
  matches(check(reversed, { input: INPUT, flags: FLAGS }, { output: sides }), wrongAt(6));
  // Records of two words: the words of a record keep their order.
  const records = Uint32Array.of(10, 11, 20, 21, 30, 31, 40, 41, 50, 51);
  const ofRecords = { input: records, flags: Uint32Array.of(0, 1, 0, 0, 1), each: 2 };
  const job = { operation: 'partition', reversed: true, words: 2, count: 2, n: 5 };
  const found = (...output) => check(job, ofRecords, { output: Uint32Array.from(output) });
  assert.equal(found(20, 21, 50, 51, 40, 41, 30, 31, 10, 11), 'right');
  matches(found(20, 21, 50, 51, 40, 41, 31, 30, 10, 11), wrongAt(3));
  matches(found(20, 21, 50, 51, 30, 31, 40, 41, 10, 11), wrongAt(3));
  matches(found(20, 21, 50, 51, 41, 41, 30, 31, 10, 11), wrongAt(2));
});

test('a compaction in some order keeps the right elements, each as often as it is there', () => {
  const job = { operation: 'compact', count: 4, unordered: true };
  const found = (output, more) => check({ ...job, ...more }, { input: INPUT, flags: FLAGS }, { output });
  assert.equal(found(Uint32Array.of(7, 2, 9, 1)), 'right');
  assert.equal(found(Uint32Array.of(1, 9, 7, 2)), 'right');
  matches(found(Uint32Array.of(7, 2, 2, 1)), { index: 2, expected: [7], found: [2] });
  matches(found(Uint32Array.of(7, 2, 9, 9)), { index: 0, expected: [1], found: [2] });
  matches(found(Uint32Array.of(7, 2, 9, 1), { count: 5 }), { expected: [4], found: [5] });
  const order = (output) => {
    const oracle = createOperationCheck({ type: 'u32', depth: 0, n: 7, ...job });
    assert.ok(oracle.take({ input: INPUT, flags: FLAGS }).every(({ wanted }) => wanted === 0));
    const [{ wanted }] = oracle.end();
    assert.equal(wanted, 4);
    oracle.compare(0, output.slice(0, 1));
    oracle.compare(0, output.slice(1));
    return oracle.finish();
  };
  assert.deepEqual(order(Uint32Array.of(7, 2, 9, 1)), { verified: true, mismatch: null, isInOrder: true });
  assert.deepEqual(order(Uint32Array.of(2, 7, 9, 1)), { verified: true, mismatch: null, isInOrder: false });
  const nothing = createOperationCheck({ ...job, type: 'u32', depth: 0, n: 7, count: 0 });
  nothing.take({ input: INPUT, flags: new Uint32Array(7) });
  assert.deepEqual([nothing.end()[0].wanted, nothing.finish().isInOrder], [0, true]);
});

test('conditions keep their share, and depend on the seed', () => {
  const condition = { type: 'f32', density: 0.25, seed: 1234 };
  assert.equal(conditionText(condition), '(bitcast<u32>(x) + 234u) % 1000u < 250u');
  const holds = holdsFor(condition);
  const words = Uint32Array.from({ length: 10_000 }, (_, i) => Math.imul(i, 0x9e3779b9));
  const kept = words.filter(holds);
  assert.ok(Math.abs(kept.length - 2500) < 200, String(kept.length));
  // 0xffffffff + 234 wraps to 233.
  assert.ok(holds(0xffffffff));
  assert.equal(check({ operation: 'compact', density: 0.25, seed: 1234, count: kept.length }, { input: words }, { output: kept }), 'right');
});

test('first elements of runs, with their indices, of one word and of several', () => {
  const [output, second] = [Uint32Array.of(7, 2, 9, 1), Uint32Array.of(0, 2, 3, 6)];
  const job = { operation: 'unique', count: 4, indices: true };
  assert.equal(check(job, { input: INPUT }, { output, second }), 'right');
  matches(check(job, { input: INPUT }, { output, second: Uint32Array.of(0, 2, 4, 6) }), wrongAt(2));
  matches(check(job, { input: INPUT }, { output: Uint32Array.of(7, 2, 9, 9), second }), wrongAt(3));
  assert.ok(check({ ...job, count: 5 }, { input: INPUT }, { output, second }) !== 'right', 'another count');
  // Floats are compared bit by bit.
  const floats = Float32Array.of(0, -0, NaN, NaN);
  assert.equal(check({ operation: 'unique', type: 'f32', count: 3 }, { input: floats }, { output: Float32Array.of(0, -0, NaN) }), 'right');
  const records = { input: Uint32Array.of(1, 2, 1, 2, 1, 3, 2, 3) };
  const of = { operation: 'unique', words: 2, count: 3 };
  assert.equal(check(of, records, { output: Uint32Array.of(1, 2, 1, 3, 2, 3) }), 'right');
});

test('sums of segments, of which some are empty, in the order of their elements', () => {
  // Offsets 1, 1, 3, 3, 6, 7, 7.
  const counts = Uint32Array.of(0, 2, 0, 2, 0, 0, 1);
  const job = { operation: 'segmented-reduce', segments: 6 };
  assert.equal(check(job, { input: INPUT, flags: counts }, { output: Uint32Array.of(0, 9, 0, 27, 1, 0) }), 'right');
  matches(check(job, { input: INPUT, flags: counts }, { output: Uint32Array.of(0, 9, 0, 27, 1, 1) }), wrongAt(5));
  matches(check(job, { input: INPUT, flags: counts }, { output: Uint32Array.of(0, 9, 9, 27, 1, 0) }), wrongAt(2));
  // Elements after the last offset are in no segment.
  assert.equal(check({ ...job, segments: 3 }, { input: INPUT, flags: counts }, { output: Uint32Array.of(0, 9, 0) }), 'right');
  const brackets = { ...job, operator: 'bicyclic', n: 3, segments: 2 };
  const input = Uint32Array.of(2, 1, 3, 5, 4, 7);
  const output = Uint32Array.of(4, 5, 4, 7);
  assert.equal(check(brackets, { input, flags: Uint32Array.of(1, 0, 1), each: 2 }, { output }), 'right');
});

test('the numbers of sorted keys before needles, and also of equal keys', () => {
  const bounds = (type, input, keys, output, upper = false) =>
    check({ operation: 'lower-bound', type, sorted: bits(keys), upper }, { input }, { output: Uint32Array.from(output) });
  const sorted = Uint32Array.of(2, 7, 7, 8);
  assert.equal(bounds('u32', INPUT, sorted, [1, 1, 0, 4, 4, 4, 0]), 'right');
  assert.equal(bounds('u32', INPUT, sorted, [3, 3, 1, 4, 4, 4, 0], true), 'right');
  matches(bounds('u32', INPUT, sorted, [1, 1, 0, 4, 3, 4, 0]), wrongAt(4));
  assert.equal(
    bounds(
      'u32',
      INPUT,
      new Uint32Array(0),
      INPUT.map(() => 0),
    ),
    'right',
  );
  assert.equal(bounds('i32', Int32Array.of(-5, 0, 7), Int32Array.of(-7, -5, 3), [1, 2, 3]), 'right');
  const floats = Float32Array.of(-Infinity, -0, 0, NaN);
  assert.equal(bounds('f32', Float32Array.of(-0, 0, 1, NaN), floats, [1, 2, 3, 3]), 'right');
  assert.equal(bounds('f32', Float32Array.of(-0, 0, 1, NaN), floats, [2, 3, 3, 4], true), 'right');
});

test('a stable merge of two sorted arrays, with the indices of the keys', () => {
  const merged = (type, input, sorted, output, second, descending = false) =>
    check(
      { operation: 'merge', type, sorted: bits(sorted), n: input.length, indices: second !== undefined, descending },
      { input },
      { output, ...(second && { second: Uint32Array.from(second) }) },
    );
  const [first, second] = [Uint32Array.of(1, 3, 3), Uint32Array.of(0, 3, 9, 9)];
  const output = Uint32Array.of(0, 1, 3, 3, 3, 9, 9);
  assert.equal(merged('u32', first, second, output), 'right');
  assert.equal(merged('u32', first, second, output, [3, 0, 1, 2, 4, 5, 6]), 'right');
  matches(merged('u32', first, second, output, [3, 0, 1, 4, 2, 5, 6]), wrongAt(3));
  matches(merged('u32', first, second, Uint32Array.of(0, 1, 3, 3, 9, 9, 9)), wrongAt(4));
  assert.equal(merged('i32', new Int32Array(0), Int32Array.of(-4, 2), Int32Array.of(-4, 2), [0, 1]), 'right');
  const floats = Float32Array.of(NaN, 2, 0, -0);
  assert.equal(merged('f32', Float32Array.of(2, 0), floats, Float32Array.of(NaN, 2, 2, 0, 0, -0), [2, 0, 3, 1, 4, 5], true), 'right');
});

test('the first of the smallest and of the largest keys, of which NaN is either', () => {
  const best = (operation, type, input, output, index) =>
    check({ operation, type }, { input }, { output: input.constructor.of(output), second: Uint32Array.of(index) });
  assert.equal(best('arg-min', 'u32', INPUT, 1, 6), 'right');
  assert.equal(best('arg-max', 'u32', INPUT, 9, 3), 'right');
  matches(best('arg-max', 'u32', INPUT, 9, 4), wrongAt(0));
  matches(best('arg-max', 'u32', INPUT, 8, 3), wrongAt(0));
  const floats = Float32Array.of(0, -0, 2, -3, 2);
  assert.equal(best('arg-min', 'f32', floats.subarray(0, 3), -0, 1), 'right');
  assert.equal(best('arg-max', 'f32', floats, 2, 2), 'right');
  assert.equal(best('arg-min', 'i32', Int32Array.of(0, -5, 7), -5, 1), 'right');
  for (const operation of ['arg-min', 'arg-max']) {
    assert.equal(best(operation, 'f32', Float32Array.of(1, NaN, -Infinity, NaN, Infinity), NaN, 1), 'right');
  }
});

test('runs, their lengths and their sums', () => {
  const [keys, lengths] = [Uint32Array.of(7, 2, 9, 1), Uint32Array.of(2, 1, 3, 1)];
  const job = { operation: 'run-lengths', count: 4 };
  assert.equal(check(job, { input: INPUT }, { output: keys, second: lengths }), 'right');
  matches(check(job, { input: INPUT }, { output: keys, second: Uint32Array.of(2, 1, 2, 1) }), wrongAt(2));
  const values = Float32Array.of(1, 2, 3, 4, 5, 6, 7);
  const sums = { operation: 'reduce-by-key', operator: 'add', valueType: 'f32', count: 4 };
  assert.equal(check(sums, { input: INPUT, values }, { output: keys, second: Float32Array.of(3, 3, 15, 7) }), 'right');
  matches(check(sums, { input: INPUT, values }, { output: keys, second: Float32Array.of(3, 3, 15.5, 7) }), {
    index: 2,
    expected: [15],
    found: [15.5],
  });
});

test('sums of all elements', () => {
  assert.equal(check({ operation: 'reduce', operator: 'max' }, { input: INPUT }, { output: Uint32Array.of(9) }), 'right');
  matches(check({ operation: 'reduce' }, { input: INPUT }, { output: Uint32Array.of(45) }), { index: 0, expected: [44], found: [45] });
  assert.equal(
    check({ operation: 'reduce', operator: 'min' }, { input: new Uint32Array(0) }, { output: Uint32Array.of(2 ** 32 - 1) }),
    'right',
  );
  const brackets = Uint32Array.of(0, 1, 1, 0, 0, 2);
  assert.equal(check({ operation: 'reduce', operator: 'bicyclic' }, { input: brackets }, { output: Uint32Array.of(0, 2) }), 'right');
});

test('histograms', () => {
  const job = { operation: 'histogram', bins: 3, from: 1, to: 9 };
  assert.equal(check(job, { input: INPUT }, { output: Uint32Array.of(2, 0, 2) }), 'right');
  matches(check(job, { input: INPUT }, { output: Uint32Array.of(2, 0, 3) }), { index: 2, expected: [2], found: [3] });
  const floats = { operation: 'histogram', type: 'f32', bins: 10, from: 0, to: 1 };
  const counts = Uint32Array.of(1, 1, 0, 0, 0, 0, 0, 0, 0, 1);
  // As f32, 0.1 is rounded up, and so is the lower edge of bin 1: the two are equal.
  assert.equal(check(floats, { input: Float32Array.of(0, 0.1, 0.99, 1, NaN, -0.01) }, { output: counts }), 'right');
});

/** The counts of a histogram of floats, by the bins that are not empty. */
function countsOf(input, { bins, from, to }) {
  const step = (to - from) / bins;
  const edges = Float32Array.from({ length: bins + 1 }, (_, bin) => (bin === bins ? to : bin === 0 ? from : bin * step + from));
  const counts = new Uint32Array(bins);
  for (const number of input) {
    const bin = edges.findLastIndex((edge) => edge <= number);
    if (bin >= 0 && bin < bins) counts[bin]++;
  }
  return counts;
}

test('edges of histograms of floats are doubles, rounded to the nearest value of the type', () => {
  const most = 3.4028234663852886e38;
  const cases = [
    [{ bins: 2 ** 18, from: -3e38, to: 3e38 }, [1e38], { 174762: 1 }],
    [{ bins: 2 ** 20, from: 0, to: 1e-33 }, [0, -0], { 0: 2 }],
    [{ bins: 1, from: 0.7, to: 1 }, [0.7], { 0: 1 }],
    [{ bins: 3, from: 0, to: 0.3 }, [0, 0.1, 0.2, 0.3], { 0: 1, 1: 1, 2: 1 }],
    [{ bins: 3, from: 0, to: 8.4e-45 }, [1.4e-45, 2.8e-45, 5.6e-45, 8.4e-45], { 0: 1, 1: 1, 2: 1 }],
    [{ bins: 4, from: 0, to: 2 ** 128 }, [most, -most, Infinity, NaN], { 3: 1 }],
    [{ bins: 1, from: 7, to: 'Infinity' }, [most, 7, 6.5, Infinity, NaN], { 0: 2 }],
    // Per element, a walk from the guessed bin to the right bin takes a quarter of all bins as steps.
    [{ bins: 2 ** 20, from: 1, to: 1 + 2 ** -22 }, new Array(5000).fill(1 + 2 ** -23), { 786431: 5000 }],
  ];
  for (const [options, numbers, filled] of cases) {
    const output = new Uint32Array(options.bins);
    for (const [bin, count] of Object.entries(filled)) output[bin] = count;
    const job = { operation: 'histogram', type: 'f32', ...options };
    assert.equal(check(job, { input: Float32Array.from(numbers) }, { output }), 'right', JSON.stringify(options));
  }
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let turn = 0; turn < 60; turn++) {
    const width = 2 ** (200 * random() - 130);
    const options = { bins: 1 + Math.floor(random() * 100), from: (random() - 0.7) * width, to: width };
    const input = Float32Array.from({ length: 200 }, (_, i) => (i % 5 ? (random() * 2.4 - 1.2) * width : i / options.bins));
    const job = { operation: 'histogram', type: 'f32', ...options };
    assert.equal(check(job, { input }, { output: countsOf(input, options) }), 'right', JSON.stringify(options));
  }
});

test('the largest integers are counted, by exact edges', () => {
  const [u32, i32] = ['u32', 'i32'].map((type) => ({ operation: 'histogram', type }));
  const all = Uint32Array.of(0, 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1);
  assert.equal(check({ ...u32, bins: 2, from: 0, to: 2 ** 32 }, { input: all }, { output: Uint32Array.of(2, 3) }), 'right');
  assert.equal(check({ ...u32, bins: 3, from: 2 ** 32 - 2, to: 2 ** 32 }, { input: all }, { output: Uint32Array.of(1, 1, 0) }), 'right');
  const signed = { input: Int32Array.of(-(2 ** 31), -1, 0, 2 ** 31 - 1) };
  assert.equal(check({ ...i32, bins: 2, from: -(2 ** 31), to: 2 ** 31 }, signed, { output: Uint32Array.of(2, 2) }), 'right');
});

/** The sorted input, and the indices of its keys in the input. */
function sorted(input, compare) {
  const second = Uint32Array.from(input.keys()).sort((i, j) => compare(input[i], input[j]) || i - j);
  return { output: input.constructor.from(second, (i) => input[i]), second };
}

test('sorts are permutations, in order, and stable', () => {
  const pairs = { operation: 'sort', values: true };
  const right = sorted(INPUT, (left, right) => left - right);
  assert.equal(check(pairs, { input: INPUT }, right), 'right');
  assert.equal(check({ operation: 'sort' }, { input: INPUT }, right), 'right');
  const swapped = { ...right, second: right.second.slice() };
  [swapped.second[2], swapped.second[3]] = [swapped.second[3], swapped.second[2]];
  assert.ok(check(pairs, { input: INPUT }, swapped) !== 'right', 'unstable');
  const twice = { ...right, second: right.second.slice() };
  twice.second[3] = twice.second[2];
  assert.ok(check(pairs, { input: INPUT }, twice) !== 'right', 'no permutation');
  assert.ok(check({ operation: 'sort' }, { input: INPUT }, { output: Uint32Array.of(1, 2, 7, 7, 9, 9, 10) }) !== 'right', 'another key');
  assert.ok(check({ operation: 'sort' }, { input: INPUT }, { output: INPUT }) !== 'right', 'no order');
  const descending = sorted(INPUT, (left, right) => right - left);
  assert.equal(check({ ...pairs, descending: true }, { input: INPUT }, descending), 'right');
  const byBits = sorted(INPUT, (left, right) => ((left >> 1) & 3) - ((right >> 1) & 3));
  assert.equal(check({ ...pairs, bits: [1, 3] }, { input: INPUT }, byBits), 'right');
  assert.equal(check({ operation: 'sort', bits: [1, 3] }, { input: INPUT }, byBits), 'right');
  assert.ok(check({ operation: 'sort', bits: [1, 3] }, { input: INPUT }, right) !== 'right');
});

test('segments are sorted, and elements outside of all segments stay', () => {
  // Offsets 1, 1, 4 and 6.
  const flags = Uint32Array.of(0, 2, 0, 0, 1, 0, 1);
  const keys = Uint32Array.of(7, 9, 7, 2, 9, 3, 1);
  const of = (options, output, second) =>
    check(
      { operation: 'segmented-sort', segments: 3, ...options },
      { input: keys, flags },
      { output: Uint32Array.from(output), second: second && Uint32Array.from(second) },
    );
  const [right, places] = [
    [7, 2, 7, 9, 3, 9, 1],
    [0, 3, 2, 1, 5, 4, 6],
  ];
  assert.equal(of({}, right), 'right');
  assert.equal(of({ bits: [0, 8] }, right), 'right');
  assert.equal(of({ values: true }, right, places), 'right');
  assert.equal(of({ indices: true }, right, places), 'right');
  const descending = [7, 9, 7, 2, 9, 3, 1];
  assert.equal(of({ descending: true, indices: true }, descending, [0, 1, 2, 3, 4, 5, 6]), 'right');
  // Bit 1 of the keys 9 7 2 and of 9 3.
  assert.equal(of({ bits: [1, 2] }, [7, 9, 7, 2, 9, 3, 1]), 'right');
  assert.equal(of({ bits: [1, 2], descending: true }, [7, 7, 2, 9, 3, 9, 1]), 'right');
  for (const [options, output, second] of [
    [{}, [1, 2, 3, 7, 7, 9, 9]],
    [{}, [7, 2, 3, 9, 7, 9, 1]],
    [{ bits: [0, 8] }, [7, 2, 3, 9, 7, 9, 1]],
    [{}, [7, 2, 7, 9, 9, 3, 1]],
    [{ values: true }, [7, 2, 3, 9, 7, 9, 1], [0, 3, 5, 1, 2, 4, 6]],
    [{ values: true }, [7, 2, 7, 9, 3, 9, 1], [2, 3, 0, 1, 5, 4, 6]],
    [{ indices: true }, [2, 7, 7, 9, 3, 9, 1], [3, 0, 2, 1, 5, 4, 6]],
  ]) {
    assert.notEqual(of(options, output, second), 'right', `${JSON.stringify(options)} ${output}`);
  }
});

test('floats are sorted with −0 before +0 and NaN last', () => {
  const input = Float32Array.of(NaN, 0, -0, -Infinity, 1, Infinity, -1);
  const output = Float32Array.of(-Infinity, -1, -0, 0, 1, Infinity, NaN);
  assert.equal(check({ operation: 'sort', type: 'f32' }, { input }, { output }), 'right');
  const zeros = Float32Array.of(-Infinity, -1, 0, -0, 1, Infinity, NaN);
  assert.ok(check({ operation: 'sort', type: 'f32' }, { input }, { output: zeros }) !== 'right');
  const signed = Int32Array.of(3, -5, 0);
  assert.equal(check({ operation: 'sort', type: 'i32' }, { input: signed }, { output: Int32Array.of(-5, 0, 3) }), 'right');
});

test('keys of 64 bits are sorted in the order of their type', () => {
  const wide = (wideType, Class, input, places, options = {}) => {
    const job = { operation: 'sort', wideType, n: input.length, ...options };
    const [keys, second] = [Class.from(input), Uint32Array.from(places)];
    const outputs = { output: Class.from(second, (place) => keys[place]), second };
    const of = (more, found = outputs) => check({ ...job, ...more }, { input: keys, each: 2 }, found);
    for (const more of [{}, { values: true }, { indices: true }]) assert.equal(of(more), 'right', wideType);
    // The keys are those of the input, but two of them have changed places.
    const swapped = { output: outputs.output.slice().reverse(), second: second.slice().reverse() };
    for (const more of [{}, { indices: true }]) assert.notEqual(of(more, swapped), 'right', wideType);
    const changed = { ...outputs, output: outputs.output.slice() };
    new Uint32Array(changed.output.buffer)[3] ^= 1 << 20;
    for (const more of [{}, { indices: true }]) assert.notEqual(of(more, changed), 'right', wideType);
  };
  const integers = [3n, -5n, 2n ** 40n, -(2n ** 40n), 3n, 0n];
  wide('i64', BigInt64Array, integers, [3, 1, 5, 0, 4, 2]);
  wide('i64', BigInt64Array, integers, [2, 0, 4, 5, 1, 3], { descending: true });
  wide('u64', BigUint64Array, integers, [5, 0, 4, 2, 3, 1]);
  // The bits 39 to 41 are 0 7 2 6 0 0.
  wide('u64', BigUint64Array, integers, [0, 4, 5, 2, 3, 1], { bits: [39, 42] });
  const floats = [NaN, 0, -0, -Infinity, 1e-310, Infinity, -1, -1e-310];
  wide('f64', Float64Array, floats, [3, 6, 7, 2, 1, 4, 5, 0]);
  wide('f64', Float64Array, floats, [0, 5, 4, 1, 2, 7, 6, 3], { descending: true });
});

test('neighbours are those of the eight before that differ by less than a quarter of the range', () => {
  const near = 2 ** 30;
  const input = Uint32Array.of(0, near - 1, near, 5, 0, 0, 0, 0, 0, 0xffffffff, 7);
  const expected = [];
  input.forEach((word, object) => {
    for (let rank = 0; rank < Math.min(8, object); rank++)
      if (Math.abs(word - input[object - 1 - rank]) < near) expected.push(8 * object + rank);
  });
  const job = { operation: 'neighbours', count: expected.length };
  assert.equal(check(job, { input }, { output: Uint32Array.from(expected) }), 'right');
  const reversed = Uint32Array.from(expected).reverse();
  matches(check(job, { input }, { output: reversed }), wrongAt(0));
  assert.equal(check({ ...job, unordered: true }, { input }, { output: reversed }), 'right');
  matches(check({ ...job, count: 3 }, { input }, { output: Uint32Array.from(expected) }), wrongAt(3));
});
