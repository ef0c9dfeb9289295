/**
 * Tests of the oracle with every operator, in both directions, with and without segments, and of the tolerance for maps. The file defines
 * all operators itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnCpu } from './cpu-operators.ts';
import { OPERATORS } from './operators.ts';
import { createCheck } from './check.ts';
import { scanSequentially } from './sequential.ts';

const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const { fround } = Math;
const wrapped = (x) => BigInt.asUintN(32, x);

/** The definitions of the operators, on BigInts or in steps of f32. */
const COMBINE = {
  add: ([l], [r]) => [l + r],
  mul: ([l], [r]) => [l * r],
  min: ([l], [r]) => [l < r ? l : r],
  max: ([l], [r]) => [l > r ? l : r],
  and: ([l], [r]) => [l & r],
  or: ([l], [r]) => [l | r],
  xor: ([l], [r]) => [l ^ r],
  bicyclic([lc, lo], [rc, ro]) {
    const m = lo < rc ? lo : rc;
    return [lc + rc - m, lo + ro - m];
  },
  affine: ([la, lb], [ra, rb]) => [la * ra, fround(ra * lb) + rb],
  mat2: ([a, b, c, d], [e, f, g, h]) => [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h],
};
const IDENTITY = {
  add: [0],
  mul: [1],
  or: [0],
  xor: [0],
  bicyclic: [0, 0],
  affine: [1, 0],
  mat2: [1, 0, 0, 1],
  min: { u32: [2 ** 32 - 1], i32: [2 ** 31 - 1], f32: [Infinity] },
  max: { u32: [0], i32: [-(2 ** 31)], f32: [-Infinity] },
  and: { u32: [2 ** 32 - 1], i32: [-1] },
};
const identityOf = (operator, type) => IDENTITY[operator][type] ?? IDENTITY[operator];

/** Combines the elements in index order, in a random grouping. */
function grouped(kind, elements, random) {
  if (elements.length === 0) return identityOf(kind.operator, kind.type);
  if (elements.length === 1) return elements[0];
  const cut = 1 + Math.floor(random() * (elements.length - 1));
  const [left, right] = [grouped(kind, elements.slice(0, cut), random), grouped(kind, elements.slice(cut), random)];
  const combine = COMBINE[kind.operator];
  if (kind.type === 'f32') return combine(left, right).map(fround);
  const signed = kind.type === 'i32' ? (x) => BigInt.asIntN(32, x) : wrapped;
  return combine(
    left.map((x) => signed(BigInt(x))),
    right.map((x) => signed(BigInt(x))),
  ).map((x) => Number(signed(x)));
}

/** The scan by its definition: the prefix at i combines the elements of i's segment on one side of i, in index order. */
function byDefinition(kind, input, heads, random = () => 0.999999) {
  const { words } = OPERATORS[kind.operator];
  const n = input.length / words;
  const element = (i) => [...input.subarray(i * words, (i + 1) * words)];
  const output = new ARRAYS[kind.type](input.length);
  for (let i = 0; i < n; i++) {
    const others = kind.mode === 'exclusive' ? 1 : 0;
    let [from, to] = kind.direction === 'backward' ? [i + others, n] : [0, i + 1 - others];
    if (heads && kind.direction === 'backward') for (let j = n - 1; j > i; j--) if (heads[j]) to = j;
    if (heads && kind.direction === 'forward') for (let j = 0; j <= i; j++) if (heads[j]) from = j;
    const elements = Array.from({ length: Math.max(0, to - from) }, (_, k) => element(from + k));
    output.set(grouped(kind, elements, random), i * words);
  }
  return output;
}

/** Scans each column separately, by the definition. */
function byColumns(kind, input, columns, random) {
  const { words } = OPERATORS[kind.operator];
  const n = input.length / words;
  const output = new ARRAYS[kind.type](input.length);
  for (let column = 0; column < Math.min(columns, n); column++) {
    const indices = Array.from({ length: Math.ceil((n - column) / columns) }, (_, row) => column + row * columns);
    const elements = indices.flatMap((i) => [...input.subarray(i * words, (i + 1) * words)]);
    const scanned = byDefinition(kind, ARRAYS[kind.type].from(elements), undefined, random);
    indices.forEach((i, row) => output.set(scanned.subarray(row * words, (row + 1) * words), i * words));
  }
  return output;
}

function generator(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function randomInput({ operator, type }, n, random) {
  const { words } = OPERATORS[operator];
  return ARRAYS[type].from({ length: n * words }, (_, at) => {
    if (type === 'f32') return operator === 'mul' || (operator === 'affine' && at % 2 === 0) ? 0.8 + 0.4 * random() : 2 * random() - 1;
    return operator === 'bicyclic' ? random() * 4 : random() * 2 ** 32;
  });
}

function check(kind, input, output, heads, chunk = 7) {
  const { words } = OPERATORS[kind.operator];
  const n = input.length / words;
  const checking = createCheck({ depth: n, ...kind, n });
  for (let done = 0; done < n; done += chunk) {
    const count = Math.min(chunk, n - done);
    const start = kind.direction === 'backward' ? n - done - count : done;
    const part = (array) => array.subarray(start * words, (start + count) * words);
    checking.push(part(input), part(output), heads?.subarray(start, start + count));
  }
  return checking.finish();
}

function* kinds() {
  for (const operator of Object.keys(OPERATORS)) {
    for (const type of ['u32', 'i32', 'f32']) {
      for (const mode of ['inclusive', 'exclusive']) {
        for (const direction of ['forward', 'backward']) if (isOnCpu(operator, type)) yield { operator, type, mode, direction };
      }
    }
  }
}

for (const kind of kinds()) {
  test(`${Object.values(kind).join(' ')}: the definition, the timed scan and the check agree, in segments too`, () => {
    const random = generator(71);
    for (const n of [0, 1, 2, 5, 40]) {
      const input = randomInput(kind, n, random);
      const scattered = Uint32Array.from({ length: n }, () => Number(random() < 0.2));
      for (const heads of [undefined, new Uint32Array(n), new Uint32Array(n).fill(1), scattered]) {
        const defined = byDefinition(kind, input, heads, random);
        assert.deepEqual(check(kind, input, defined, heads), { verified: true, mismatch: null });
        const timed = new ARRAYS[kind.type](input.length).fill(7);
        scanSequentially(kind, input, timed, heads);
        assert.deepEqual(check({ ...kind, depth: 2 }, input, timed, heads), { verified: true, mismatch: null });
        if (kind.type !== 'f32') assert.deepEqual(timed, defined);
      }
    }
  });

  test(`${Object.values(kind).join(' ')}: rows and columns are segments of their own`, () => {
    const random = generator(13);
    for (const [n, columns] of [
      [1, 3],
      [21, 7],
      [23, 7],
      [40, 1],
    ]) {
      const input = randomInput(kind, n, random);
      const heads = Uint32Array.from({ length: n }, (_, i) => Number(i % columns === 0));
      for (const [axis, defined] of [
        [1, byDefinition(kind, input, heads, random)],
        [0, byColumns(kind, input, columns, random)],
      ]) {
        const rows = { ...kind, columns, axis };
        assert.deepEqual(check(rows, input, defined), { verified: true, mismatch: null });
        const timed = new ARRAYS[kind.type](input.length).fill(7);
        scanSequentially(rows, input, timed);
        assert.deepEqual(check({ ...rows, depth: 2 }, input, timed), { verified: true, mismatch: null });
        if (kind.type !== 'f32') assert.deepEqual(timed, defined);
      }
    }
  });

  test(`${Object.values(kind).join(' ')}: a wrong word is found at its place`, () => {
    const random = generator(5);
    const { words } = OPERATORS[kind.operator];
    const input = randomInput(kind, 30, random);
    const heads = Uint32Array.from(input.subarray(0, 30), (_, i) => Number(i % 11 === 4));
    const right = byDefinition(kind, input, heads);
    for (let at = 0; at < right.length; at++) {
      const output = right.slice();
      output[at] = kind.type !== 'f32' ? output[at] ^ 4 : Number.isFinite(output[at]) ? output[at] * 1.01 + 1e-3 : 3;
      assert.equal(check(kind, input, output, heads).mismatch?.index, Math.floor(at / words), `entry ${at}`);
    }
  });
}

test('operators that do not commute notice swapped operands', () => {
  for (const [operator, type] of [
    ['bicyclic', 'u32'],
    ['affine', 'f32'],
    ['mat2', 'u32'],
    ['mat2', 'f32'],
  ]) {
    const random = generator(9);
    const kind = { operator, type, mode: 'inclusive', direction: 'forward' };
    const input = randomInput(kind, 3, random);
    if (operator === 'bicyclic') input.set([0, 2, 1, 0, 0, 0]);
    const { words } = OPERATORS[operator];
    const output = byDefinition(kind, input);
    const swapped = ARRAYS[type].of(...input.subarray(words, 2 * words), ...input.subarray(0, words), ...input.subarray(2 * words));
    output.set(byDefinition(kind, swapped).subarray(words, 2 * words), words);
    assert.equal(check(kind, input, output).mismatch?.index, 1, operator);
  }
});

test('the bound of maps holds for any grouping, and is no wider than it need be', () => {
  const random = generator(33);
  for (const direction of ['forward', 'backward']) {
    const kind = { operator: 'affine', type: 'f32', mode: 'inclusive', direction };
    for (let round = 0; round < 30; round++) {
      const input = randomInput(kind, 200, random).map((x) => x * (round % 3 ? 1 : 1.5));
      assert.deepEqual(check(kind, input, byDefinition(kind, input, undefined, random)), { verified: true, mismatch: null });
    }
  }
  // Factors below 1 reduce old terms together with their errors, so after 2^17 maps the bound is still that of a few maps.
  const n = 2 ** 17;
  const fading = Float32Array.from({ length: 2 * n }, (_, at) => (at % 2 ? 1 + random() : 0.5));
  const kind = { operator: 'affine', type: 'f32', mode: 'inclusive', direction: 'forward' };
  const output = new Float32Array(2 * n);
  scanSequentially(kind, fading, output);
  assert.equal(check({ ...kind, depth: 20 }, fading, output, undefined, 4096).verified, true);
  output[2 * n - 1] *= 1 + 2 ** -17;
  assert.equal(check({ ...kind, depth: 20 }, fading, output, undefined, 4096).mismatch?.index, n - 1);
});

test('the bound of matrices holds for any grouping, and is no wider than it need be', () => {
  const random = generator(37);
  for (const direction of ['forward', 'backward']) {
    const kind = { operator: 'mat2', type: 'f32', mode: 'inclusive', direction };
    for (let round = 0; round < 30; round++) {
      const input = randomInput(kind, 200, random).map((x) => x * (round % 3 ? 1 : 2.5));
      assert.deepEqual(check(kind, input, byDefinition(kind, input, undefined, random)), { verified: true, mismatch: null });
    }
    // Products of rotations, whose entries cancel.
    const turns = Float32Array.from({ length: 4000 }, (_, at) => [0.6, -0.8, 0.8, 0.6][at % 4]);
    const output = byDefinition(kind, turns, undefined, random);
    assert.equal(check(kind, turns, output).verified, true);
    const last = direction === 'backward' ? 0 : 36;
    const few = byDefinition(kind, turns.subarray(0, 40), undefined, random);
    few[last] += 2e-5 * 1.4 ** 10;
    assert.equal(check(kind, turns.subarray(0, 40), few).mismatch?.index, last / 4);
  }
});

test('matrices out of range, and with odd inputs', () => {
  const accepts = (direction, matrices, found) => {
    const kind = { operator: 'mat2', type: 'f32', mode: 'inclusive', direction };
    const input = Float32Array.from(matrices.flat());
    const output = byDefinition(kind, input);
    const last = direction === 'backward' ? 0 : output.length - 4;
    output.set(found, last);
    const { mismatch } = check(kind, input, output);
    assert.ok(mismatch === null || mismatch.index === last / 4, `differs at ${mismatch?.index}`);
    return mismatch === null;
  };
  const [large, one] = [
    [1e30, 0, 0, 1],
    [1, 0, 0, 1],
  ];
  for (const direction of ['forward', 'backward']) {
    assert.equal(accepts(direction, [large, large], [Infinity, NaN, 0, 1]), true);
    assert.equal(accepts(direction, [large, one], [Infinity, 0, 0, 1]), false);
    assert.equal(accepts(direction, [[1e10, 0, 0, 1], one], [1e10, 0, 0, 1.001]), false);
    assert.equal(accepts(direction, [[Infinity, 0, 0, 1], one], [NaN, NaN, NaN, NaN]), true);
    assert.equal(accepts(direction, [[Infinity, 0, 0, 1], one], [5, NaN, 0, 1]), false);
    // WGSL may flush subnormal numbers to zero.
    assert.equal(
      accepts(
        direction,
        [
          [1e-20, 0, 0, 1],
          [1e-20, 0, 0, 1],
        ],
        [0, 0, 0, 1],
      ),
      true,
    );
  }
});

test('maps out of range, and with odd inputs', () => {
  const accepts = (direction, maps, [a, b]) => {
    const kind = { operator: 'affine', type: 'f32', mode: 'inclusive', direction };
    const input = Float32Array.from(maps.flat());
    const output = byDefinition(kind, input);
    const last = direction === 'backward' ? 0 : output.length - 2;
    output.set([a, b], last);
    const { mismatch } = check(kind, input, output);
    assert.ok(mismatch === null || mismatch.index === last / 2, `differs at ${mismatch?.index}`);
    return mismatch === null;
  };
  for (const direction of ['forward', 'backward']) {
    assert.equal(
      accepts(
        direction,
        [
          [1, 2],
          [1, NaN],
          [1, 3],
        ],
        [1, NaN],
      ),
      true,
    );
    assert.equal(
      accepts(
        direction,
        [
          [1, 2],
          [1, NaN],
          [1, 3],
        ],
        [1, 5],
      ),
      false,
    );
    assert.equal(
      accepts(
        direction,
        [
          [1, 2],
          [1, Infinity],
          [1, 3],
        ],
        [1, Infinity],
      ),
      true,
    );
    assert.equal(
      accepts(
        direction,
        [
          [1, 2],
          [1, 2],
          [1, 3],
        ],
        [1, NaN],
      ),
      false,
    );
    assert.equal(
      accepts(
        direction,
        [
          [1, 3e38],
          [1, 3e38],
          [1, -3e38],
        ],
        [1, Infinity],
      ),
      true,
    );
    assert.equal(
      accepts(
        direction,
        [
          [1, 3e37],
          [1, 3e37],
          [1, -3e37],
        ],
        [1, Infinity],
      ),
      false,
    );
    assert.equal(
      accepts(
        direction,
        [
          [0, 1],
          [0, 2],
          [0, 3],
        ],
        [0, 3],
      ),
      true,
    );
    assert.equal(
      accepts(
        direction,
        [
          [0, 1],
          [0, 2],
          [0, 3],
        ],
        [0, 3.01],
      ),
      false,
    );
  }
  // An algorithm may combine the first map with an identity.
  assert.equal(
    accepts(
      'forward',
      [
        [Infinity, 2],
        [1, 3],
      ],
      [Infinity, 5],
    ),
    true,
  );
  assert.equal(
    accepts(
      'forward',
      [
        [Infinity, 2],
        [1, 3],
      ],
      [Infinity, NaN],
    ),
    true,
  );
  assert.equal(
    accepts(
      'forward',
      [
        [Infinity, 2],
        [1, 3],
      ],
      [Infinity, 6],
    ),
    false,
  );
});
