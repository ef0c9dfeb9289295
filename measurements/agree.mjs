/**
 * The agreement of two runs of one sweep: the number of points at which the 95 % intervals of the times overlap, and the number of points
 * at which those of the shares of the copy kernel's speed overlap.
 *
 *     node measurements/agree.mjs TWICE.json      { runs: [the results of two runs of sweep.js] }
 */
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';

const {
  runs: [first, second],
} = JSON.parse(await readFile(argv[2], 'utf8'));
const keyOf = ({ algorithm, n }) => `${algorithm} at ${n}`;
const others = new Map(second.points.map((point) => [keyOf(point), point]));
const overlap = ([low, high], [otherLow, otherHigh]) => low <= otherHigh && otherLow <= high;
const pairs = first.points.map((point) => [point, others.get(keyOf(point))]).filter(([left, right]) => left.resolved && right?.resolved);
for (const [name, intervalOf] of Object.entries({
  times: (point) => point.interval_ns,
  'shares of the copy kernel’s speed': (point) => point.copy_ratio.interval,
})) {
  const apart = pairs.filter(([left, right]) => !overlap(intervalOf(left), intervalOf(right)));
  console.log(`${name}: ${pairs.length - apart.length} of ${pairs.length} agree${apart.map(([left]) => `; not ${keyOf(left)}`).join('')}`);
}
