import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrossoverSearch, MOST_MEASUREMENTS } from './crossover-search.js';

/** Searches with a verdict for each size and how often it was measured before: the ratio of the times, or a verdict. */
function searched({ from = 1000, to = 2000, steps = [] }, verdictAt) {
  const search = new CrossoverSearch({ from, to, steps: steps.map((n) => ({ n, rise: 0.2 })) });
  const sizes = [];
  for (let n = search.next(); n !== null; n = search.next()) {
    const before = sizes.filter((size) => size === n).length;
    sizes.push(n);
    const told = verdictAt(n, before);
    search.tell(n, typeof told === 'number' ? { faster: told < 1 ? 1 : 0, ratio: told, reason: '-' } : told);
  }
  return { sizes, ...search.conclude() };
}

test('verdicts that contradict each other widen the interval', () => {
  // At 1414, the first size in the middle, the first verdict is wrong.
  const { crossings } = searched({}, (n, before) => (n === 1414 && before === 0 ? 1.5 : n < 1400 ? 1.5 : 0.7));
  assert.equal(crossings.length, 1);
  assert.ok(crossings[0].low < 1414 && crossings[0].high > 1414, `${crossings[0].low} ${crossings[0].high}`);
});

test('a size whose verdict was disturbed is measured again, one with equal times is not', () => {
  const unsure = (ratio) => ({ faster: null, again: true, ratio, reason: 'unsure' });
  const at = (n, before, middle) => (n !== 1414 ? (n < 1414 ? 1.5 : 0.7) : before ? 0.7 : unsure(middle));
  const disturbed = searched({}, (n, before) => at(n, before, 0.8));
  assert.ok(disturbed.crossings[0].high === 1414, `${disturbed.crossings[0].high}`);
  const equal = searched({}, (n, before) => at(n, before, 1.001));
  assert.deepEqual([equal.sizes.filter((n) => n === 1414).length, equal.crossings[0].high > 1414], [1, true]);
});

test('a wrong verdict within the margin tells nothing', () => {
  const { crossings, ends } = searched({}, (n) => (n === 1000 ? 1.005 : 0.5));
  assert.deepEqual(
    [crossings, ends[0].faster, ends[0].reason],
    [[], null, 'Their times differ by no more than two measurements of them do.'],
  );
});

test('steps are looked at on both sides unless they are too small to matter', () => {
  const steps = [1100, 1500];
  assert.deepEqual(searched({ steps }, () => 1.1).sizes.sort(), [1000, 1100, 1101, 1500, 1501, 2000]);
  assert.deepEqual(searched({ steps }, () => 3).sizes, [1000, 2000]);
});

test('a search ends, whatever the verdicts are, and names what it has left out', () => {
  const steps = Array.from({ length: 60 }, (_, i) => 1010 + 10 * i);
  const { sizes, unsure, stretches } = searched({ steps }, () => 1.05);
  assert.equal(sizes.length, MOST_MEASUREMENTS);
  assert.ok(unsure.length > 0 && unsure.every(({ reason }) => /40 measurements left out sizes at which a plan changes/.test(reason)));
  // What is left out belongs to no stretch.
  assert.ok(stretches.every(({ low, high }) => unsure.every((span) => span.high < low || span.low > high)));
  for (let seed = 1; seed <= 30; seed++) {
    const at = (n, before) => [1.2, 0.8, { faster: null, again: true, ratio: 1.1, reason: 'unsure' }][(n * 7 + before * 13 + seed) % 3];
    assert.ok(searched({ steps }, at).sizes.length <= MOST_MEASUREMENTS);
  }
});

test('stretches and unsure spans share no size', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const at = (n) => [1.2, 0.8, { faster: null, reason: 'unsure' }, 1.3, 1.4][(Math.imul(n + seed, 2654435761) >>> 20) % 5];
    const { stretches, unsure, crossings } = searched({ from: 16, to: 40, steps: [16, 20, 24, 28, 32, 36] }, at);
    const taken = [...stretches, ...unsure].sort((left, right) => left.low - right.low);
    assert.ok(
      taken.every(({ low, high }, i) => low <= high && (i === 0 || taken[i - 1].high < low)),
      JSON.stringify(taken),
    );
    for (const { low, high, faster } of crossings) {
      assert.ok(
        stretches.some((stretch) => stretch.high === low && stretch.faster !== faster) &&
          stretches.some((stretch) => stretch.low === high && stretch.faster === faster),
      );
    }
  }
});
