/** Time steps by affine scans in f32, in several orders, are within their bounds; by other factors or terms they are not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { factorsByPivots, stepByPivots } from './elimination-bounds.js';
import { factorsOf, timeStep } from './elimination.js';
import { CELLS, pivotsOf, rodsOf } from './rods.js';

const { fround } = Math;
const compose = ([a, b], [c, d]) => [fround(a * c), fround(fround(c * b) + d)];

/** By depth. @type {Record<string, [number, (maps: number[][]) => number[][]]>} */
const ORDERS = {
  'one after the other': [
    CELLS,
    (maps) => {
      const all = [maps[0]];
      for (const map of maps.slice(1)) all.push(compose(all[all.length - 1], map));
      return all;
    },
  ],
  'Kogge and Stone': [
    Math.log2(CELLS),
    (maps) => {
      let all = maps;
      for (let by = 1; by < CELLS; by *= 2) {
        const last = all;
        all = last.map((map, i) => (i < by ? map : compose(last[i - by], map)));
      }
      return all;
    },
  ],
};

/** A lab whose scans of maps are in this order, each rod by itself. */
const labOf = (order) => ({
  scan: async (words) => {
    const found = words.slice();
    for (let from = 0; from < words.length; from += 2 * CELLS) {
      const maps = Array.from({ length: CELLS }, (_, i) => [words[from + 2 * i], words[from + 2 * i + 1]]);
      found.set(order(maps).flat(), from);
    }
    return found;
  },
});

const isWithin = (found, { values, bounds }) => found.every((value, i) => Math.abs(value - values[i]) <= bounds[i]);

for (const [name, [depth, order]] of Object.entries(ORDERS)) {
  for (const most of [2, 40, 200]) {
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
