import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random, SimulatedDevice, randomPair, trueCrossings } from './crossover.fakes.mjs';
import { findCrossover } from './find-crossover.js';
import { bracketCrossovers } from '../chart/crossover-brackets.js';

const EXPONENTS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
/** A stretch between two crossings can be told that has sizes as far apart, at which the times are as far apart. */
const [TOLD_SIZES, TOLD_TIMES] = [1.1, 0.1];

/** Whether what is faster changes between two sizes to what is stated. */
const holds = (truth, { low, high, faster }) =>
  truth.some((crossing) => crossing.faster === faster && low <= crossing.n && crossing.n < high);
/** Ranges of sizes in which is searched, as exponents: between neighbours of a sweep, and wider. */
const RANGES = [
  [9, 10],
  [8, 10],
  [6, 9],
  [10, 13],
  [5, 12],
  [4, 14],
];

const shareOf = (checks) => checks.filter(Boolean).length / checks.length;
const overlap = (one, other) => one.low < other.high && other.low < one.high;

/** Whether two times differ by no more than the larger errors of both. */
function touch([one, other]) {
  const error = ({ median_ns, interval_ns: [low, high] }) => Math.max(Math.log(median_ns / low), Math.log(high / median_ns));
  return Math.abs(Math.log(one.median_ns / other.median_ns)) <= error(one) + error(other);
}

/** Whether no size is stated to have one scan as the faster in one answer, and the other in the other. */
function agree(one, other) {
  return one.stretches.every((stretch) =>
    other.stretches.every(({ low, high, faster }) => faster === stretch.faster || stretch.high < low || high < stretch.low),
  );
}

/** Trials whose scans cross in a range of sizes. */
function* trials(count, seed, ranges) {
  const random = new Random(seed);
  while (count > 0) {
    const scans = randomPair(random);
    const [from, to] = random.pick(ranges).map((exponent) => 2 ** exponent);
    const truth = trueCrossings(scans, from, to);
    if (!truth.length) continue;
    count -= 1;
    yield { scans, random, from, to, truth, device: new SimulatedDevice(scans, random) };
  }
}

/** Those true crossings between stretches that can be told. */
function tellable({ scans, truth, from, to }) {
  const starts = [from, ...truth.map(({ n }) => n + 1)];
  const ends = [...truth.map(({ n }) => n), to];
  const isClear = starts.map((start, i) => {
    let far = 0;
    for (let n = start; n <= ends[i]; n++) far = Math.max(far, Math.abs(Math.log(scans[0].time(n) / scans[1].time(n))));
    return ends[i] >= TOLD_SIZES * start && far >= TOLD_TIMES;
  });
  return truth.filter((_, i) => isClear[i] && isClear[i + 1]);
}

const search = (device, from, to) => findCrossover({ algorithms: ['a', 'b'], from, to }, undefined, device.tools());
const ranked = ({ faster, ...crossing }) => ({ ...crossing, faster: ['a', 'b'].indexOf(faster) });

test('between the sizes that a sweep names the two do cross, in 95 % of trials', () => {
  const held = [];
  const random = new Random(1);
  while (held.length < 600) {
    const scans = randomPair(random);
    const device = new SimulatedDevice(scans, random);
    // Every size, or some of them, as a user may choose.
    const sizes = EXPONENTS.filter(() => random.uniform() < 0.8).map((exponent) => 2 ** exponent);
    const points = sizes.flatMap((n) => device.points(n));
    for (const {
      between: [low, high],
      faster,
    } of bracketCrossovers(points, ['a', 'b'])) {
      const isFaster = (n) => scans[0].time(n) < scans[1].time(n) === (faster === 'a');
      held.push(!isFaster(low) && isFaster(high));
      // No wider than need be: the sizes between are those at which the intervals of the times overlap.
      for (const n of sizes.filter((size) => low < size && size < high))
        assert.ok(touch(points.filter((point) => point.n === n)), `${low} ${n} ${high}`);
    }
  }
  assert.ok(shareOf(held) >= 0.95, `${shareOf(held)}`);
});

test('each crossing that a search states is there in 95 %, what can be told is found in 90 %, and a second search agrees in 95 %', async () => {
  const [held, found, narrow, answered, overlapping, agreed] = [[], [], [], [], [], []];
  for (const trial of trials(300, 2, RANGES)) {
    const { device, truth, from, to } = trial;
    const [one, other] = [await search(device, from, to), await search(device, from, to)];
    const stated = one.crossings.map(ranked);
    held.push(...stated.map((crossing) => holds(truth, crossing)));
    found.push(
      ...tellable(trial).map(({ n, faster }) =>
        stated.some((crossing) => crossing.faster === faster && crossing.low <= n && n < crossing.high),
      ),
    );
    const both = one.n !== null && other.n !== null;
    if (one.n !== null || other.n !== null) answered.push(both);
    if (both) overlapping.push(overlap(one, other));
    agreed.push(agree(one, other));
    narrow.push(...stated.map(({ low, high }) => high <= 1.5 * low));
  }
  assert.ok(
    [held, found, overlapping].every(({ length }) => length >= 100),
    `${[held, found, overlapping].map(({ length }) => length)}`,
  );
  assert.ok(shareOf(held) >= 0.95, `${shareOf(held)} hold`);
  assert.ok(shareOf(found) >= 0.9, `${shareOf(found)} are found`);
  assert.ok(shareOf(narrow) >= 0.9, `${shareOf(narrow)} are narrow`);
  assert.ok(shareOf(answered) >= 0.9, `${shareOf(answered)} have an answer both times`);
  assert.ok(shareOf(overlapping) >= 0.95, `${shareOf(overlapping)} overlap`);
  assert.ok(shareOf(agreed) >= 0.95, `${shareOf(agreed)} agree`);
});
