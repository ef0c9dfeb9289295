import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from './chart.fakes.mjs';
import { about, describeCrossover, describeNone, findCrossovers } from './crossovers.js';
import { Formats } from './format.js';

const formats = new Formats('en');
const SIZES = [10, 12, 14, 16, 18, 20].map((exponent) => 2 ** exponent);
/** Spaces that do not break are spaces to a reader. */
const plain = (text) => text.replaceAll('\u00a0', ' ');
const title = (id) => id.toUpperCase();

/** Points of scans given by their times, known to a share of them. */
function run(scans, { error = 0.01, sizes = SIZES } = {}) {
  return Object.entries(scans).flatMap(([id, time]) => sizes.map((n) => timed(id, n, time(n), { interval_ns: [time(n) / (1 + error), time(n) * (1 + error)] })));
}

test('times that are powers of n cross where their formulas do, within what is said', () => {
  // 1000 = n / 5 at 5,000; both are straight on logarithmic axes.
  const [only, ...others] = findCrossovers(run({ a: () => 1000, b: (n) => n / 5 }), ['a', 'b']);
  assert.equal(others.length, 0);
  assert.deepEqual([only.faster, only.slower, only.between, only.leads], ['a', 'b', [2 ** 12, 2 ** 14], true]);
  assert.ok(Math.abs(only.n - 5000) < 1e-6 * 5000, `${only.n}`);
  assert.ok(only.low < 5000 && only.low > 4800 && only.high > 5000 && only.high < 5200, `${only.low} ${only.high}`);
  // 1024 / 5 on one side, 2^20 / 5000 on the other: the smaller ratio is of the first.
  assert.ok(Math.abs(only.gain - 1000 / (1024 / 5)) < 1e-9);
  assert.equal(plain(describeCrossover(only, title, formats)), 'A overtakes B at n ≈ 5,000 ± 70, between the measured sizes 2¹² and 2¹⁴.');
});

test('wider intervals leave more open, and too wide ones everything', () => {
  const scans = { a: () => 1000, b: (n) => n / 5 };
  const width = (error) => findCrossovers(run(scans, { error }), ['a', 'b']).map(({ low, high }) => high / low)[0];
  assert.ok(width(0.1) > width(0.01) && width(0.01) > width(0.001));
  assert.equal(findCrossovers(run(scans, { error: 500 }), ['a', 'b']).length, 0);
});

test('sizes at which the two cannot be told apart lie within the bounds', () => {
  // They agree within their error at 2^14.
  const [only] = findCrossovers(run({ a: (n) => Math.sqrt(n), b: (n) => Math.sqrt(n) * (n / 16_000) ** 0.1 }, { error: 0.02 }), ['a', 'b']);
  assert.deepEqual(only.between, [2 ** 12, 2 ** 16]);
  assert.ok(only.low <= 2 ** 14 && only.high >= 2 ** 14, `${only.low} ${only.high}`);
});

test('scans that cross twice are told twice; those that never cross, not at all', () => {
  const dent = (n) => (n === 2 ** 14 ? 500 : 2000);
  const found = findCrossovers(run({ a: () => 1000, b: dent, c: () => 5000 }), ['a', 'b', 'c']);
  assert.deepEqual(found.map(({ faster, slower }) => `${faster}${slower}`), ['ba', 'ab']);
});

test('those that change the lead come first, then those that differ most; automatic comes last', () => {
  const scans = { auto: () => 1000, a: () => 1000, b: (n) => n / 5, c: (n) => 2e4 + n / 1e3, d: (n) => 7e4 - n / 20 };
  const found = findCrossovers(run(scans, { error: 0.001 }), Object.keys(scans));
  assert.deepEqual([found[0].faster, found[0].slower, found[0].leads], ['a', 'b', true]);
  assert.ok(found.slice(1, -1).every(({ leads }) => !leads));
  assert.ok(found.slice(1, -2).every(({ gain }, i) => gain >= found[i + 2].gain));
  assert.deepEqual([found.at(-1).faster, found.at(-1).slower], ['auto', 'b']);
});

test('points without a time, and scans without points, are passed over', () => {
  const points = run({ a: () => 1000, b: (n) => n / 5 }).map((point) => (point.n === 2 ** 12 ? { ...point, verified: false } : point));
  assert.deepEqual(findCrossovers(points, ['a', 'b', 'none'])[0].between, [2 ** 10, 2 ** 14]);
  assert.deepEqual(findCrossovers([], ['a', 'b']), []);
});

test('a size is told no more exactly than it is known', () => {
  const said = (n, error) => plain(about(n, n - error, n + error, formats));
  assert.equal(said(5312, 387), '≈ 5,300 ± 400');
  assert.equal(said(5312, 137), '≈ 5,310 ± 140');
  assert.equal(said(5312.4, 0.2), '≈ 5,312');
  assert.equal(said(5312, 3.2), '≈ 5,312 ± 4');
  assert.equal(about(5000, 900, 27_400, formats), 'between 900 and 27,000');
});

test('why none was found is told with titles and numbers as people read them', () => {
  const ends = (...faster) => faster.map((one, i) => ({ n: [2 ** 10, 2 ** 24][i], faster: one, ...(one ? {} : { reason: 'The ratio lies around 1.' }) }));
  const points = (changes = {}) => [timed('a', 2 ** 10, 1), timed('b', 2 ** 10, 1), timed('a', 2 ** 24, 1), timed('b', 2 ** 24, 1, changes)];
  const told = (found) => plain(describeNone({ n: null, reason: 'The page was away.', points: points(), ...found }, title, formats));
  assert.equal(told({ ends: ends('a', 'a') }), 'A is faster at both ends, n = 1,024 and n = 16,777,216.');
  assert.equal(told({ ends: ends('b', 'a') }), 'B is faster at n = 1,024 and A at n = 16,777,216: here it is A that overtakes.');
  assert.equal(told({ ends: ends('a', null) }), 'which is faster at n = 16,777,216 cannot be told: the ratio lies around 1.');
  assert.equal(told({ ends: [] }), 'the page was away.');
  const bad = (changes) => told({ ends: ends('a', null), points: points(changes) }).replace(/^.*cannot be told: /, '');
  assert.equal(bad({ verified: false }), 'the output of B was wrong, so its time is void.');
  assert.equal(bad({ resolved: false }), 'the time of B is too short for this timer.');
  assert.equal(bad({ skipped: 'It is too large.', verified: false }), 'B was not measured: It is too large.');
});
