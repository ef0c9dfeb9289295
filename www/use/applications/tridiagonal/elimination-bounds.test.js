/** Pivots by products of matrices, and time steps by affine scans, in f32 and in several orders, are within their bounds; others are not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { pivotBound, stepByPivots } from './elimination-bounds.js';
import { hash } from '../../parts/random.js';
import { DIVISION_ROUNDOFF } from '../../parts/rounding.js';
import { UNIT_ROUNDOFF } from '../../../shared/rounding.js';
import { CELLS, pivotsOf, rodOf, rodsOf } from './rods.js';

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

/** By depth. @type {Record<string, [number, (items: number[][], combine: (left: number[], right: number[]) => number[]) => number[][]]>} */
const ORDERS = {
  'one after the other': [
    CELLS,
    (items, combine) => {
      const all = [items[0]];
      for (const item of items.slice(1)) all.push(combine(all[all.length - 1], item));
      return all;
    },
  ],
  'Kogge and Stone': [
    Math.log2(CELLS),
    (items, combine) => {
      let all = items;
      for (let by = 1; by < CELLS; by *= 2) {
        const last = all;
        all = last.map((item, i) => (i < by ? item : combine(last[i - by], item)));
      }
      return all;
    },
  ],
};

/** A quotient that is off by as much as a device's may be, to either side. @param {number} sign */
const quotient = (dividend, divisor, sign) => fround((dividend / divisor) * (1 + sign * (DIVISION_ROUNDOFF - UNIT_ROUNDOFF)));
const signOf = (i) => (hash(i) % 3) - 1;

/** The last words of each element's prefix in this order, each rod by itself. @param {(i: number) => number[]} element */
function prefixes(order, { words, combine }, n, element) {
  const rods = Array.from({ length: n / CELLS }, (_, rod) =>
    order(
      Array.from({ length: CELLS }, (_cell, cell) => element(rod * CELLS + cell)),
      combine,
    ),
  );
  assert.equal(rods[0][0].length, words);
  return rods.flat();
}

/** The pivots as the kernels and the scan find them. */
function scannedPivots(order, { conductances, matrices, temperatures }) {
  const products = prefixes(order, OPERATORS.mat2, temperatures.length, (i) => [...matrices.subarray(4 * rodOf(i), 4 * rodOf(i) + 4)]);
  return Float32Array.from(products, ([first, second], i) => conductances[rodOf(i)] + quotient(first, second, signOf(i)));
}

/** A time step as the kernels and the scans make it. */
function timeStep(order, { conductances }, pivots, before) {
  const [n, last] = [before.length, before.length - 1];
  const factor = (cell, by) => quotient(conductances[rodOf(cell)], pivots[by], signOf(by));
  const forward = prefixes(order, OPERATORS.affine, n, (i) => [i % CELLS ? factor(i, i - 1) : 0, before[i]]);
  const eliminated = Float32Array.from(forward, ([, sum]) => sum);
  const backward = prefixes(order, OPERATORS.affine, n, (i) => [
    factor(last - i, last - i),
    quotient(eliminated[last - i], pivots[last - i], signOf(3 * i)),
  ]);
  return { eliminated, solved: Float32Array.from(backward, ([, sum]) => sum).reverse() };
}

const isWithin = (found, values, bound) => found.every((value, i) => Math.abs(value - values[i]) <= bound(i));

for (const [name, [depth, order]] of Object.entries(ORDERS)) {
  for (const most of [2, 40, 200]) {
    test(`pivots in the order of ${name} are within their bounds up to the conductance ${most}`, () => {
      const rods = rodsOf({ x: 0.4, y: 0.5, most, seed: 5 }, 16 * CELLS);
      const [found, wanted] = [scannedPivots(order, rods), pivotsOf(rods.conductances)];
      const bound = (i) => pivotBound(wanted[i], rods.conductances[rodOf(i)]);
      assert.ok(isWithin(found, wanted, bound));
      // Less than a thousandth of a pivot is more than rounding loses.
      for (const i of [0, 900, 2047]) assert.ok(!isWithin(found.with(i, wanted[i] * 1.0005), wanted, bound));
    });

    test(`a time step in the order of ${name} is within its bounds up to the conductance ${most}`, () => {
      const rods = rodsOf({ x: 0.4, y: 0.5, most, seed: 5 }, 16 * CELLS);
      const pivots = Float32Array.from(pivotsOf(rods.conductances));
      const found = timeStep(order, rods, pivots, rods.temperatures);
      const { eliminated, eliminatedBound, solved, solvedBound } = stepByPivots(rods, pivots, rods.temperatures, depth);
      assert.ok(isWithin(found.eliminated, eliminated, eliminatedBound));
      assert.ok(isWithin(found.solved, solved, solvedBound));
      // A thousandth of one value is more than rounding loses.
      const wrongAt900 = (values) => values.with(900, values[900] * 1.001);
      assert.ok(!isWithin(wrongAt900(found.eliminated), eliminated, eliminatedBound));
      assert.ok(!isWithin(wrongAt900(found.solved), solved, solvedBound));
      const other = pivots.map((pivot, i) => (i % CELLS === 5 ? pivot * 1.001 : pivot));
      const byOther = stepByPivots(rods, other, rods.temperatures, depth);
      assert.ok(!isWithin(found.solved, byOther.solved, byOther.solvedBound));
    });
  }
}
