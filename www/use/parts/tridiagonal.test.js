/** f32 pivots by products of matrices, and solutions by affine scans, are within their bounds in several orders; wrong values are not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { pivotBound, productsOf, solvedByPivots } from './tridiagonal.ts';
import { systemsOf } from '../device/tridiagonal.ts';
import { hash, random } from './random.ts';
import { DIVISION_ROUNDOFF } from './rounding.ts';
import { UNIT_ROUNDOFF } from '../../shared/rounding.ts';

/** The number of equations per system, and the number of systems. */
const [LENGTH, SYSTEMS] = [128, 16];
const systemOf = (i) => Math.floor(i / LENGTH);

/** Systems with couplings from 1 to `most`. SIDES has the right sides. */
const systemsUpTo = (most, margin) =>
  systemsOf(
    LENGTH,
    Float32Array.from({ length: SYSTEMS }, (_, system) => most ** (system / (SYSTEMS - 1))),
    margin,
  );
const SIDES = Float32Array.from({ length: SYSTEMS * LENGTH }, (_, i) => (i % 100 < 40 ? 1 : 0.15 * random(i, 5)));

/** The pivots of Thomas's algorithm, in float64. */
function pivotsOf({ couplings, margin }) {
  const pivots = new Float64Array(SYSTEMS * LENGTH);
  for (let i = 0; i < pivots.length; i++) {
    const c = couplings[systemOf(i)];
    pivots[i] = 2 * c + margin - (i % LENGTH ? (c * c) / pivots[i - 1] : 0);
  }
  return pivots;
}

const { fround } = Math;
const compose = ([a, b], [c, d]) => [fround(a * c), fround(fround(c * b) + d)];
const sumOfProducts = (a, b, c, d) => fround(fround(a * b) + fround(c * d));
const product = ([a, b, c, d], [e, f, g, h]) => [
  sumOfProducts(a, e, b, g),
  sumOfProducts(a, f, b, h),
  sumOfProducts(c, e, d, g),
  sumOfProducts(c, f, d, h),
];
const OPERATORS = { affine: { words: 2, combine: compose }, mat2: { words: 4, combine: product } };

/** Orders of evaluation: the depth, and an inclusive scan. @type {Record<string, [number, (items: number[][], combine: (left: number[], right: number[]) => number[]) => number[][]]>} */
const ORDERS = {
  'one after the other': [
    LENGTH,
    (items, combine) => {
      const all = [items[0]];
      for (const item of items.slice(1)) all.push(combine(all[all.length - 1], item));
      return all;
    },
  ],
  'Kogge and Stone': [
    Math.log2(LENGTH),
    (items, combine) => {
      let all = items;
      for (let by = 1; by < LENGTH; by *= 2) {
        const last = all;
        all = last.map((item, i) => (i < by ? item : combine(last[i - by], item)));
      }
      return all;
    },
  ],
};

/** A quotient with the largest error of a device's division, times a sign of −1, 0 or 1. @param {number} sign */
const quotient = (dividend, divisor, sign) => fround((dividend / divisor) * (1 + sign * (DIVISION_ROUNDOFF - UNIT_ROUNDOFF)));
const signOf = (i) => (hash(i) % 3) - 1;

/** The prefix of each element in this order of evaluation. Each system is scanned by itself. @param {(i: number) => number[]} element */
function prefixes(order, { words, combine }, n, element) {
  const systems = Array.from({ length: n / LENGTH }, (_, system) =>
    order(
      Array.from({ length: LENGTH }, (_row, row) => element(system * LENGTH + row)),
      combine,
    ),
  );
  assert.equal(systems[0][0].length, words);
  return systems.flat();
}

/** The pivots as the kernels and the scan find them. */
function scannedPivots(order, { couplings, matrices }) {
  const products = prefixes(order, OPERATORS.mat2, SIDES.length, (i) => [...matrices.subarray(4 * systemOf(i), 4 * systemOf(i) + 4)]);
  return Float32Array.from(products, ([first, second], i) => couplings[systemOf(i)] + quotient(first, second, signOf(i)));
}

/** A solution as the kernels and the scans make it. */
function scannedSolution(order, { couplings }, pivots) {
  const [n, last] = [SIDES.length, SIDES.length - 1];
  const factor = (row, by) => quotient(couplings[systemOf(row)], pivots[by], signOf(by));
  const forward = prefixes(order, OPERATORS.affine, n, (i) => [i % LENGTH ? factor(i, i - 1) : 0, SIDES[i]]);
  const eliminated = Float32Array.from(forward, ([, sum]) => sum);
  const backward = prefixes(order, OPERATORS.affine, n, (i) => [
    factor(last - i, last - i),
    quotient(eliminated[last - i], pivots[last - i], signOf(3 * i)),
  ]);
  return { eliminated, solved: Float32Array.from(backward, ([, sum]) => sum).reverse() };
}

const isWithin = (found, values, bound) => found.every((value, i) => Math.abs(value - values[i]) <= bound(i));
const CASES = Object.entries(ORDERS).flatMap(([name, order]) =>
  [2, 40, 200].flatMap((most) => [1, 0.25].map((margin) => ({ name, order, most, margin }))),
);

for (const { name, order, most, margin } of CASES) {
  const [depth, prefixesOf] = order;
  const systems = systemsUpTo(most, margin);
  const of = `in the order of ${name}, up to the coupling ${most}, of the margin ${margin},`;

  test(`pivots ${of} are within their bounds`, () => {
    const [found, wanted] = [scannedPivots(prefixesOf, systems), pivotsOf(systems)];
    const bound = pivotBound(systems, wanted);
    assert.ok(isWithin(found, wanted, bound));
    // An error of 0.05 % is more than rounding causes.
    for (const i of [0, 900, 2047]) assert.ok(!isWithin(found.with(i, wanted[i] * 1.0005), wanted, bound));
  });

  test(`a solution ${of} is within its bounds`, () => {
    const pivots = Float32Array.from(pivotsOf(systems));
    const found = scannedSolution(prefixesOf, systems, pivots);
    const { eliminated, eliminatedBound, solved, solvedBound } = solvedByPivots(systems, pivots, SIDES, depth);
    assert.ok(isWithin(found.eliminated, eliminated, eliminatedBound));
    assert.ok(isWithin(found.solved, solved, solvedBound));
    // An error of 0.1 % is more than rounding causes.
    const wrongAt900 = (values) => values.with(900, values[900] * 1.001);
    assert.ok(!isWithin(wrongAt900(found.eliminated), eliminated, eliminatedBound));
    assert.ok(!isWithin(wrongAt900(found.solved), solved, solvedBound));
    const other = pivots.map((pivot, i) => (i % LENGTH === 5 ? pivot * 1.001 : pivot));
    const byOther = solvedByPivots(systems, other, SIDES, depth);
    assert.ok(!isWithin(found.solved, byOther.solved, byOther.solvedBound));
  });
}

test('systems times their solutions by exact pivots are the right sides', () => {
  for (const margin of [1, 0.25]) {
    const systems = systemsUpTo(40, margin);
    const { solved } = solvedByPivots(systems, pivotsOf(systems), SIDES);
    assert.ok(isWithin(productsOf(systems, solved), SIDES, () => 1e-12));
  }
});
