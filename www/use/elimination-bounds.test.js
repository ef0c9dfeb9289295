/** Pivots by products of matrices, and time steps by affine scans, in f32 and in several orders, are within their bounds; others are not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { factorsByPivots, pivotBound, stepByPivots } from './elimination-bounds.js';
import { factorsOf, scannedPivots, timeStep } from './elimination.js';
import { CELLS, pivotsOf, rodsOf } from './rods.js';

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

/** A lab whose scans are in this order, each rod by itself. */
const labOf = (order) => ({
  scan: async (values, { operator }) => {
    const { words, combine } = OPERATORS[operator];
    const found = values.slice();
    for (let from = 0; from < values.length; from += words * CELLS) {
      const items = Array.from({ length: CELLS }, (_, i) => [...values.subarray(from + words * i, from + words * (i + 1))]);
      found.set(order(items, combine).flat(), from);
    }
    return found;
  },
});

const isWithin = (found, { values, bounds }) => found.every((value, i) => Math.abs(value - values[i]) <= bounds[i]);

for (const [name, [depth, order]] of Object.entries(ORDERS)) {
  for (const most of [2, 40, 200]) {
    test(`pivots in the order of ${name} are within their bounds up to the conductance ${most}`, async () => {
      const rods = rodsOf({ x: 0.4, y: 0.5, most, seed: 5 }, 16 * CELLS);
      const [found, wanted] = [await scannedPivots(labOf(order), rods, {}), pivotsOf(rods.conductances)];
      const bounds = wanted.map((pivot, i) => pivotBound(pivot, rods.conductances[Math.floor(i / CELLS)]));
      assert.ok(isWithin(found, { values: wanted, bounds }));
      // Less than a thousandth of a pivot is more than rounding loses.
      for (const i of [0, 900, 2047]) assert.ok(!isWithin(found.with(i, wanted[i] * 1.0005), { values: wanted, bounds }));
    });

    test(`a time step in the order of ${name} is within its bounds up to the conductance ${most}`, async () => {
      const rods = rodsOf({ x: 0.4, y: 0.5, most, seed: 5 }, 16 * CELLS);
      const pivots = Float32Array.from(pivotsOf(rods.conductances));
      const found = await timeStep(labOf(order), rods, factorsOf(rods, pivots), rods.temperatures, { scan: 'auto' });
      const bounds = stepByPivots(factorsByPivots(rods, pivots), pivots, rods.temperatures, depth);
      assert.ok(isWithin(found.eliminated, bounds.eliminated));
      assert.ok(isWithin(found.solved, bounds.solved));
      // A thousandth of one value is more than rounding loses.
      for (const part of ['eliminated', 'solved']) {
        const wrong = found[part].map((value, i) => (i === 900 ? value * 1.001 : value));
        assert.ok(!isWithin(wrong, bounds[part]), part);
      }
      const other = pivots.map((pivot, i) => (i % CELLS === 5 ? pivot * 1.001 : pivot));
      assert.ok(!isWithin(found.solved, stepByPivots(factorsByPivots(rods, other), other, rods.temperatures, depth).solved));
    });
  }
}
