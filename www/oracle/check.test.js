import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CPU_OPERATORS, isOnCpu } from './cpu-operators.ts';
import { gamma } from '../shared/rounding.ts';
import { OPERATORS as KNOWN } from './operators.ts';
import { createCheck } from './check.ts';
import { SEQUENTIAL, scanSequentially } from './sequential.ts';

const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const OPERATORS = ['add', 'mul', 'min', 'max'];
const TYPES = ['u32', 'i32', 'f32'];
const MODES = ['inclusive', 'exclusive'];
const SIZES = [0, 1, 2, 3, 5, 31, 64, 257, 1000, 4099];

/** A seeded generator of integers below 2^32 (xorshift). */
function generator(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function randomInput(type, n, seed, operator = 'add') {
  const next = generator(seed);
  const unit = () => next() / 2 ** 32;
  if (type !== 'f32') return ARRAYS[type].from({ length: n }, next);
  // Factors near 1 keep a product within range.
  return Float32Array.from({ length: n }, () => (operator === 'mul' ? 0.9 + 0.2 * unit() : 2 * unit() - 1));
}

/** A scan by definition, with BigInt or in f32 steps. */
function scanByDefinition(operator, type, mode, input) {
  const wrap = { u32: (x) => Number(BigInt.asUintN(32, x)), i32: (x) => Number(BigInt.asIntN(32, x)) }[type];
  const limits = { u32: [0, 2 ** 32 - 1], i32: [-(2 ** 31), 2 ** 31 - 1], f32: [-Infinity, Infinity] }[type];
  const steps = {
    add: (l, r) => (wrap ? wrap(BigInt(l) + BigInt(r)) : Math.fround(l + r)),
    mul: (l, r) => (wrap ? wrap(BigInt(l) * BigInt(r)) : Math.fround(l * r)),
    min: (l, r) => Math.min(l, r),
    max: (l, r) => Math.max(l, r),
  };
  const identity = { add: 0, mul: 1, min: limits[1], max: limits[0] }[operator];
  const output = new ARRAYS[type](input.length);
  let total = identity;
  for (let i = 0; i < input.length; i++) {
    const before = total;
    total = steps[operator](total, input[i]);
    output[i] = mode === 'exclusive' ? before : total;
  }
  return output;
}

function check(job, input, output, chunk = input.length || 1) {
  const checking = createCheck(job);
  for (let at = 0; at < input.length; at += chunk) {
    checking.push(input.subarray(at, at + chunk), output.subarray(at, at + chunk));
  }
  return checking.finish();
}

function* grid() {
  for (const operator of OPERATORS) for (const type of TYPES) for (const mode of MODES) yield { operator, type, mode };
}

for (const kind of grid()) {
  const { operator, type, mode } = kind;
  const name = `${operator} ${type} ${mode}`;

  test(`${name}: accepts right outputs at any length and chunking`, () => {
    for (const n of SIZES) {
      const input = randomInput(type, n, n + 7, operator);
      const output = scanByDefinition(operator, type, mode, input);
      for (const chunk of [1, 7, 64, n || 1]) {
        assert.deepEqual(check({ ...kind, depth: n }, input, output, chunk), { verified: true, mismatch: null });
      }
    }
  });

  test(`${name}: the timed scan is right`, () => {
    for (const n of SIZES) {
      const input = randomInput(type, n, n + 11, operator);
      const output = new ARRAYS[type](n).fill(7);
      const copy = input.slice();
      scanSequentially(kind, input, output);
      assert.deepEqual(input, copy);
      assert.equal(check({ ...kind, depth: 2 }, input, output).verified, true);
      if (type !== 'f32') assert.deepEqual(output, scanByDefinition(operator, type, mode, input));
    }
  });

  test(`${name}: finds the first wrong element`, () => {
    const next = generator(99);
    for (let round = 0; round < 20; round++) {
      const input = randomInput(type, 1000, round + 1, operator);
      const output = scanByDefinition(operator, type, mode, input);
      const at = 1 + (next() % 999);
      const right = output[at];
      // Index 0 is left out: in an exclusive min or max it is infinite, and no change would show.
      output[at] = type === 'f32' ? right + Math.abs(right) * 0.01 + 0.1 : right ^ (1 << (next() % 32));
      output[999] = 12345;
      const { verified, mismatch } = check({ ...kind, depth: 30 }, input, output, 64);
      assert.equal(verified, false);
      assert.equal(mismatch.index, at);
      assert.deepEqual(mismatch.found, [at === 999 ? 12345 : output[at]]);
      assert.ok(Math.abs(mismatch.expected[0] - right) <= mismatch.tolerance);
      assert.equal(mismatch.tolerance > 0, type === 'f32' && (operator === 'add' || operator === 'mul'));
    }
  });

  test(`${name}: catches the other mode and shifted scans`, () => {
    // Every element changes the result: each is a new minimum or maximum, and odd factors never make a wrapped product zero.
    const values = {
      add: (i) => i + 3,
      mul: (i) => (type === 'f32' ? [1.5, 0.7][i % 2] : 2 * i + 3),
      min: (i) => 1000 - i,
      max: (i) => i + 3,
    };
    const input = ARRAYS[type].from({ length: 300 }, (_, i) => values[operator](i));
    const other = mode === 'inclusive' ? 'exclusive' : 'inclusive';
    assert.equal(check({ ...kind, depth: 10 }, input, scanByDefinition(operator, type, other, input)).verified, false);
    const output = scanByDefinition(operator, type, mode, input);
    const late = output.slice();
    late.copyWithin(151, 150);
    assert.equal(check({ ...kind, depth: 300 }, input, late).mismatch.index, 151);
    const restarted = output.slice();
    restarted.set(scanByDefinition(operator, type, mode, input.slice(0, 50)), 250);
    assert.equal(check({ ...kind, depth: 300 }, input, restarted).mismatch.index, 250);
  });
}

test('an exclusive scan starts with the identity', () => {
  const identities = { add: [0, 0, 0], mul: [1, 1, 1], min: [2 ** 32 - 1, 2 ** 31 - 1, Infinity], max: [0, -(2 ** 31), -Infinity] };
  for (const operator of OPERATORS) {
    TYPES.forEach((type, at) => {
      const output = ARRAYS[type].of(identities[operator][at]);
      assert.equal(check({ operator, type, mode: 'exclusive', depth: 0 }, ARRAYS[type].of(5), output).verified, true);
      assert.equal(check({ operator, type, mode: 'exclusive', depth: 0 }, ARRAYS[type].of(5), ARRAYS[type].of(5)).verified, false);
    });
  }
});

test('a sum with one element left out is outside the tolerance', () => {
  const n = 2 ** 16;
  const input = randomInput('f32', n, 5);
  const next = generator(17);
  for (let round = 0; round < 5; round++) {
    let dropped = next() % n;
    while (Math.abs(input[dropped]) < 0.1) dropped = next() % n;
    const without = input.slice();
    without[dropped] = 0;
    const output = new Float32Array(n);
    scanSequentially({ operator: 'add', type: 'f32', mode: 'inclusive' }, without, output);
    const { mismatch } = check({ operator: 'add', type: 'f32', mode: 'inclusive', depth: 40 }, input, output);
    assert.equal(mismatch.index, dropped);
  }
});

test('the tolerance of a sum follows the depth', () => {
  assert.equal(gamma(0), 0);
  assert.equal(gamma(2 ** 24), Infinity);
  const input = randomInput('f32', 2 ** 15, 23).map((x) => x + 3);
  const output = scanByDefinition('add', 'f32', 'inclusive', input);
  const kind = { operator: 'add', type: 'f32', mode: 'inclusive' };
  assert.equal(check({ ...kind, depth: 2 ** 15 }, input, output).verified, true);
  assert.equal(check({ ...kind, depth: 1 }, input, output).verified, false);
});

/** Whether `found` may be the last element of an inclusive scan. */
function accepts(operator, input, found, depth = 5) {
  const checking = createCheck({ operator, type: 'f32', mode: 'exclusive', depth });
  const all = Float32Array.of(...input, 0);
  const outputs = new Float32Array(all.length);
  scanSequentially({ operator, type: 'f32', mode: 'exclusive' }, all, outputs);
  outputs[input.length] = found;
  checking.push(all, outputs);
  const { mismatch } = checking.finish();
  assert.ok(mismatch === null || mismatch.index === input.length, `${input} differs before its end, at ${mismatch?.index}`);
  return mismatch === null;
}

test('NaN and infinities of the input must show in the output', () => {
  for (const operator of OPERATORS) {
    assert.equal(accepts(operator, [1, NaN, 2], NaN), true, operator);
    assert.equal(accepts(operator, [1, NaN, 2], 2), false, operator);
    assert.equal(accepts(operator, [1, 2], NaN), false, operator);
  }
  assert.equal(accepts('add', [1, Infinity, 2], Infinity), true);
  assert.equal(accepts('add', [1, Infinity, 2], -Infinity), false);
  assert.equal(accepts('add', [1, Infinity, 2], 3), false);
  assert.equal(accepts('add', [1, Infinity, 2], NaN), false);
  assert.equal(accepts('add', [1, Infinity, -Infinity], NaN), true);
  assert.equal(accepts('add', [1, Infinity, -Infinity], Infinity), false);
  assert.equal(accepts('add', [1, 2], Infinity), false);
  assert.equal(accepts('mul', [-1, Infinity, 2], -Infinity), true);
  assert.equal(accepts('mul', [-1, Infinity, 2], Infinity), false);
  assert.equal(accepts('mul', [0, Infinity], NaN), true);
  assert.equal(accepts('mul', [0, Infinity], 0), false);
  assert.equal(accepts('min', [3, -Infinity, 2], -Infinity), true);
  assert.equal(accepts('max', [3, -Infinity, 2], 3), true);
});

test('a sum whose partial sums may overflow may be infinite or NaN', () => {
  const big = 3e38;
  for (const found of [Infinity, -Infinity, NaN, 0]) assert.equal(accepts('add', [big, big, -big, -big], found), true, String(found));
  assert.equal(accepts('add', [big, big, -big, -big], 1e37), false);
  assert.equal(accepts('add', [1e38, 1e38], Infinity), false);
});

test('elements that overflow though the ordered scan does not are counted, where partial results may', () => {
  const [a, b, inf] = [3e38, 1e30, Infinity];
  /** The verdict as the first wrong element, or the number of elements that overflowed. */
  const verdict = (operator, input, output, more = {}) => {
    const checking = createCheck({ operator, type: 'f32', mode: 'inclusive', depth: 3, n: input.length, ...more });
    checking.push(Float32Array.from(input), Float32Array.from(output));
    const { verified, mismatch, overflowed } = checking.finish();
    return verified ? { overflowed } : { wrong: mismatch.index };
  };
  const none = { overflowed: undefined };
  const sums = [-a, a, a, -a];
  assert.deepEqual(verdict('add', sums, [-a, 0, a, 0]), none);
  assert.deepEqual(verdict('add', sums, [-a, 0, inf, NaN]), { overflowed: 2 });
  assert.deepEqual(verdict('add', sums, [NaN, inf, 0, -a], { direction: 'backward' }), { overflowed: 2 });
  // A sum of ±3e38 is finite in f32. ∞ requires positive terms whose sum overflows, −∞ negative terms, and NaN both.
  assert.deepEqual(verdict('add', sums, [-a, NaN, inf, NaN]), { wrong: 1 });
  assert.deepEqual(verdict('add', sums, [-a, 0, -inf, NaN]), { wrong: 2 });
  assert.deepEqual(verdict('add', sums, [-a, 0, NaN, NaN]), { wrong: 2 });
  assert.deepEqual(verdict('add', sums, [-a, 0, 1, 0]), { wrong: 2 });
  assert.deepEqual(verdict('add', [3.3e38], [inf]), { wrong: 0 });
  // Overflows that the scan in index order also has are not counted.
  assert.deepEqual(verdict('add', [a, a, -a], [a, inf, inf]), none);
  assert.deepEqual(verdict('mul', [0, b, b], [0, 0, NaN]), { overflowed: 1 });
  assert.deepEqual(verdict('mul', [0, b, b], [0, NaN, NaN]), { wrong: 1 });
  assert.deepEqual(verdict('mul', [0, b, b], [0, 0, inf]), { wrong: 2 });
  assert.deepEqual(verdict('mul', [1e-30, b, b, -1], [1e-30, 1, b, -inf]), { overflowed: 1 });
  assert.deepEqual(verdict('mul', [1e-30, b, b, -1], [1e-30, 1, b, NaN]), { wrong: 3 });
  const maps = [0.5, 1, 2 ** 100, 0, 2 ** -100, 0, 2 ** 100, 1];
  const composed = [0.5, 1, 2 ** 99, 2 ** 100, 0.5, 1, 2 ** 99, 2 ** 100];
  assert.deepEqual(verdict('affine', maps, composed, { n: 4 }), none);
  assert.deepEqual(verdict('affine', maps, [...composed.slice(0, 7), inf], { n: 4 }), { wrong: 3 });
  const risen = [0.5, 1, 2 ** -70, 1, 2 ** 70, 1, 2 ** 70, 1];
  const right = [0.5, 1, 2 ** -71, 2 ** -70 + 1, 0.5, 1 + 2 ** 70, 2 ** 69, 2 ** 140];
  assert.deepEqual(verdict('affine', risen, [...right.slice(0, 6), inf, inf], { n: 4 }), none, 'the ordered offset overflows too');
  const matrix = (factor) => [factor, 0, 0, 1];
  const matrices = [2 ** -100, 2 ** 100, 2 ** 100].flatMap(matrix);
  const products = [2 ** -100, 1, 2 ** 100].flatMap(matrix);
  assert.deepEqual(verdict('mat2', matrices, products, { n: 3 }), none);
  assert.deepEqual(verdict('mat2', matrices, [...products.slice(0, 8), inf, NaN, 0, 1], { n: 3 }), { overflowed: 1 });
  assert.deepEqual(verdict('mat2', matrices, [...products.slice(0, 4), inf, 0, 0, 1, ...matrix(2 ** 100)], { n: 3 }), { wrong: 1 });
});

test('a product may leave the range where some order of evaluation does', () => {
  const big = 2 ** 100;
  const small = 2 ** -100;
  // (big · big) · small · small overflows on the way, big · (big · small) · small does not.
  assert.equal(accepts('mul', [big, small, 2], 2), true);
  assert.equal(accepts('mul', [big, small, 2], Infinity), false);
  assert.equal(accepts('mul', [big, small, 2], 0), false);
  assert.equal(accepts('mul', [small, big, big, small], 1), true);
  assert.equal(accepts('mul', [small, big, big, small], Infinity), true);
  assert.equal(accepts('mul', [small, big, big, small], -Infinity), false);
  assert.equal(accepts('mul', [small, big, big, small], 0), false);
  assert.equal(accepts('mul', [big, small, small, big], 0), true);
  assert.equal(accepts('mul', [big, small, small, big], Infinity), false);
  assert.equal(accepts('mul', [big, small, small, big, big], NaN), true);
  assert.equal(accepts('mul', [3, 0, 5], 0), true);
  assert.equal(accepts('mul', [3, 0, 5], -0), true);
  assert.equal(accepts('mul', [3, 0, 5], 1e-30), false);
  assert.equal(accepts('mul', [3, 0, 5], NaN), false);
  assert.equal(accepts('mul', [-3, 5], -15), true);
  assert.equal(accepts('mul', [-3, 5], 15), false);
  assert.equal(accepts('mul', [-3, 5], -15.001), false);
});

test('a long product is followed far outside the range of f32', () => {
  const input = Float32Array.from({ length: 4000 }, (_, i) => (i < 2000 ? 2 : 0.5));
  const output = new Float32Array(4000);
  scanSequentially({ operator: 'mul', type: 'f32', mode: 'inclusive' }, input, output);
  assert.equal(check({ operator: 'mul', type: 'f32', mode: 'inclusive', depth: 40 }, input, output).verified, true);
  // 2^1501 overflows f32 in every order of evaluation.
  output[1500] = 1e38;
  assert.equal(check({ operator: 'mul', type: 'f32', mode: 'inclusive', depth: 40 }, input, output).mismatch.index, 1500);
});

test('subnormals may be flushed, and zeros have no sign', () => {
  assert.equal(accepts('add', [1e-40, 1e-40], 0), true);
  assert.equal(accepts('min', [1e-40, 2e-40], 0), true);
  assert.equal(accepts('min', [0, 1], -0), true);
  assert.equal(accepts('min', [1e-30, 1], 0), false);
});

test('elements of several words are compared word by word', () => {
  const kind = { operator: 'bicyclic', type: 'u32', mode: 'inclusive', depth: 1 };
  const input = Uint32Array.of(0, 1, 0, 1, 1, 0, 1, 0, 1, 0);
  const output = Uint32Array.of(0, 1, 0, 2, 0, 1, 0, 0, 1, 0);
  assert.equal(check(kind, input, output, 2).verified, true);
  const wrong = output.slice();
  wrong[7] = 1;
  assert.deepEqual(check(kind, input, wrong).mismatch, { index: 3, expected: [0, 0], found: [0, 1], tolerance: 0 });
  assert.throws(() => createCheck(kind).push(input.subarray(0, 3), output.subarray(0, 3)), /elements of 2/);
});

test('an operator without a definition in the oracle is refused', () => {
  assert.throws(() => createCheck({ operator: 'affine', type: 'u32', mode: 'inclusive', depth: 1 }), /affine on u32/);
});

test('the oracle and the sequential scan define exactly the operators of CPU_OPERATORS', () => {
  assert.deepEqual(Object.keys(KNOWN), Object.keys(CPU_OPERATORS));
  assert.deepEqual(Object.keys(SEQUENTIAL), Object.keys(CPU_OPERATORS));
  for (const operator of Object.keys(CPU_OPERATORS)) {
    for (const type of TYPES) {
      const known = isOnCpu(operator, type);
      const begin = () => createCheck({ operator, type, mode: 'inclusive', depth: 1 });
      if (known) begin();
      else assert.throws(begin, /is missing/);
      assert.equal(Boolean(SEQUENTIAL[operator][type]), known, `${operator} on ${type}`);
    }
  }
  assert.equal(isOnCpu('toString', 'u32'), false);
});

test('every segment begins with the initial value, also backward', () => {
  const [input, heads] = [Uint32Array.of(1, 2, 3, 4), Uint32Array.of(0, 0, 1, 0)];
  const cases = [
    [{ direction: 'forward', mode: 'inclusive' }, [101, 103, 103, 107]],
    [{ direction: 'forward', mode: 'exclusive' }, [100, 101, 100, 103]],
    [{ direction: 'backward', mode: 'inclusive' }, [103, 102, 107, 104]],
    [{ direction: 'backward', mode: 'exclusive' }, [102, 100, 104, 100]],
  ];
  for (const [form, expected] of cases) {
    const job = { ...form, operator: 'add', type: 'u32', depth: 4, n: 4, initial: Uint32Array.of(100) };
    for (const wrong of [false, true]) {
      const check = createCheck(job);
      const output = Uint32Array.from(expected);
      if (wrong) output[2]++;
      assert.equal(check.push(input, output, heads), !wrong, JSON.stringify(form));
    }
  }
});
