import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, context, point, skipped, tooShort, wrong } from './fakes.mjs';
import { judge } from './judge.ts';
import { scan, tuned } from './scans.ts';

const [A, B, C] = ['a', 'b', 'c'].map((id) => scan(id));
const FACTOR = { kind: 'factor', fast: A, slow: B, n: 1024, factor: 4, text: '' };

/** Outcomes at one size, from pairs of a scan and a point, or of a scan and a median in ns. */
const at = (n, ...pairs) => pairs.map(([one, found]) => ({ scan: one, n, point: typeof found === 'number' ? point(found, { n }) : found }));
const findings = async (claim, cases, more) =>
  Promise.all(cases.map(async (outcomes) => (await judge(claim, outcomes, context(more))).finding));

test('a factor is held, not held, or cut by its interval', async () => {
  const outcomes = (slow, spread = 0.01) => [...at(1024, [A, 100]), { scan: B, n: 1024, point: point(slow, { spread }) }];
  const cases = [outcomes(400), outcomes(320), outcomes(1000), outcomes(280), outcomes(300), outcomes(320, 0.2)];
  assert.deepEqual(await findings(FACTOR, cases), ['held', 'held', 'held', 'not-held', 'inconclusive', 'inconclusive']);
  assert.deepEqual(await judge(FACTOR, outcomes(280), context()), {
    finding: 'not-held',
    text: 'Claimed 4×, measured 2.8× (2.74 to 2.86) here, less than the 3× that would count as held.',
  });
  assert.match((await judge(FACTOR, outcomes(1000), context())).text, /measured 10× \(9\.8 to 10\.2\) here, which is more\./);
  assert.match((await judge(FACTOR, outcomes(300), context())).text, /contains 3×/);
});

test('a claim without a valid time is undecided, with the reason', async () => {
  const cases = [
    [at(1024, [A, 100]), /^B at 2¹⁰ elements was not measured\.$/],
    [at(1024, [A, 100], [B, wrong]), /^The output of b at 2¹⁰ elements was wrong, so its time is void/],
    [at(1024, [A, skipped('n must be at most 5.')], [B, 100]), /^A at 2¹⁰ elements was skipped: n must be at most 5\.$/],
    [at(1024, [A, tooShort], [B, 100]), /too short for this timer/],
    [at(1024, [A, point(100, { hidden: true })], [B, 400]), /^The tab was hidden while a at 2¹⁰ elements ran\.$/],
    [[], /was not measured/],
  ];
  for (const [outcomes, message] of cases) {
    for (const claim of [FACTOR, { ...FACTOR, kind: 'faster' }, { ...FACTOR, kind: 'open', left: A, right: B }]) {
      const { finding, text } = await judge(claim, outcomes, context());
      assert.equal(finding, 'inconclusive');
      if (claim.kind === 'factor') assert.match(text, message);
    }
  }
  const reason = '6 samples of each are required, found 3 and 6.';
  const few = async () => ({ verdict: 'inconclusive', ratio: null, paired: false, reason, median_ratio: 16.5 });
  assert.equal(
    (await judge(FACTOR, at(1024, [A, 1], [B, 2]), context({ compare: few }))).text,
    'No verdict: 6 samples of each are required, found 3 and 6; the ratio of the medians is 16.5.',
  );
});

test('an unexpected failure is thrown', async () => {
  const broken = () => Promise.reject(new TypeError('mine'));
  await assert.rejects(judge(FACTOR, at(1024, [A, 1], [B, 2]), context({ compare: broken })), /mine/);
});

test('faster, and what the source leaves open', async () => {
  const [faster, open] = [
    { kind: 'faster', fast: A, slow: B, n: 'largest' },
    { kind: 'open', left: A, right: B, n: 'largest' },
  ];
  const near = { scan: B, n: 1024, point: point(100.5, { spread: 0.004 }) };
  const cases = [
    at(1024, [A, 100], [B, 150]),
    at(1024, [A, 150], [B, 100]),
    [{ ...near, scan: A }, near],
    [...at(1024, [A, 100]), { scan: B, n: 1024, point: point(105, { spread: 0.1 }) }],
  ];
  assert.deepEqual(await findings(faster, cases), ['held', 'not-held', 'not-held', 'inconclusive']);
  assert.deepEqual(await findings(open, cases), ['found', 'found', 'found', 'inconclusive']);
  assert.match((await judge(open, cases[1], context())).text, /^b is 1\.5× \(1\.47 to 1\.53\) as fast as a at 2¹⁰ elements here\.$/);
  assert.match((await judge(faster, cases[2], context())).text, /take the same time .* within 2 %/);
});

test('the largest size is the largest at which both have times', async () => {
  for (const bad of [wrong, point(1, { hidden: true })]) {
    const outcomes = [...at(2 ** 10, [A, 100], [B, 150]), ...at(2 ** 12, [A, 100], [B, bad])];
    assert.match((await judge({ kind: 'faster', fast: A, slow: B, n: 'largest' }, outcomes, context())).text, /at 2¹⁰ elements/);
  }
});

test('without points, claims are undecided', async () => {
  for (const claim of [
    { kind: 'faster', fast: A, slow: B, n: 'largest' },
    { kind: 'share', scan: A, n: 'largest', share: 1 },
    { kind: 'fastest', scan: A, n: 'largest' },
  ]) {
    assert.deepEqual(await judge(claim, [], context()), { finding: 'inconclusive', text: 'Nothing was measured.' });
  }
});

test('the fastest, and scans within the margin', async () => {
  const claim = { kind: 'fastest', scan: A, n: 1024 };
  const unsure = [...at(1024, [A, 110]), { scan: B, n: 1024, point: point(100, { spread: 0.05 }) }];
  const cases = [
    at(1024, [A, 100], [B, 150], [C, 120]),
    at(1024, [A, 105], [B, 100]),
    at(1024, [A, 130], [B, 100], [C, 140]),
    unsure,
    at(1024, [A, 100], [B, wrong]),
  ];
  assert.deepEqual(await findings(claim, cases), ['held', 'held', 'not-held', 'inconclusive', 'inconclusive']);
  assert.match((await judge(claim, cases[0], context())).text, /^a is the fastest at 2¹⁰ elements here; the next is c, which takes 1\.2×/);
  assert.match((await judge(claim, cases[2], context())).text, /^The fastest at 2¹⁰ elements here is b; a takes 1\.3×/);
});

test('claims about all points require a complete run', async () => {
  const outcomes = at(1024, [A, 100], [B, 150]);
  assert.deepEqual(await findings({ kind: 'fastest', scan: A, n: 1024 }, [outcomes], { complete: false }), ['inconclusive']);
  assert.deepEqual(await findings({ kind: 'faster', fast: A, slow: B, n: 1024 }, [outcomes], { complete: false }), ['held']);
});

/** Outcomes of A with these times, at the sizes 2^8, 2^9 and so on. */
const over = (times, spread) => times.map((time, i) => ({ scan: A, n: 2 ** (8 + i), point: point(time, { spread }) }));

test('the knee of a curve', async () => {
  const claim = { kind: 'knee', scan: A, n: 2 ** 12 };
  const rising = (flat, all = 8) => Array.from({ length: all }, (_, i) => 100 * 2 ** Math.max(0, i - flat));
  const cases = [over(rising(4)), over(rising(3)), over(rising(1)), over(rising(7)), over(rising(9)), over(rising(4), 0.4)];
  assert.deepEqual(await findings(claim, cases), ['held', 'held', 'not-held', 'not-held', 'not-held', 'inconclusive']);
  assert.match((await judge(claim, cases[2], context())).text, /^Claimed 2¹²; here the time starts to grow .* from 2⁹ elements on\.$/);
  assert.match((await judge(claim, cases[4], context())).text, /the time does not grow .* up to 2¹⁵ elements/);
  // Here sizes grow by factors of four, but the growth of the time is still per doubling.
  const coarse = over(rising(4)).filter((_, i) => i % 2 === 0);
  assert.deepEqual(await findings(claim, [coarse]), ['held']);
  assert.deepEqual(await findings(claim, [over([1])]), ['inconclusive']);
});

test('overtaking', async () => {
  const claim = { kind: 'overtakes', fast: A, slow: B, n: 2 ** 9 };
  const lines = (fast, slow) => fast.flatMap((time, i) => at(2 ** (8 + i), [A, time], [B, slow[i]]));
  const cases = [
    lines([100, 100, 100, 100], [50, 50, 150, 200]),
    lines([100, 100, 100, 100], [50, 50, 50, 200]),
    lines([100, 100, 100], [50, 50, 100.5]),
    lines([100, 100], [50, 50]),
  ];
  assert.deepEqual(await findings(claim, cases), ['held', 'not-held', 'inconclusive', 'inconclusive']);
  assert.match((await judge(claim, cases[1], context())).text, /^a is faster than b from 2¹¹ elements on here\.$/);
  assert.match((await judge(claim, cases[2], context())).text, /not measurably faster than b at 2¹⁰/);
});

test('growth of a ratio', async () => {
  const claim = { kind: 'grows', fast: A, slow: B };
  const ends = (first, last) => [...at(2 ** 10, [A, 100], [B, first]), ...at(2 ** 20, [A, 1000], [B, last])];
  assert.deepEqual(await findings(claim, [ends(80, 6000), ends(300, 1000), ends(200, 2010), at(2 ** 10, [A, 1], [B, 1])]), [
    'held',
    'not-held',
    'inconclusive',
    'inconclusive',
  ]);
  assert.match(
    (await judge(claim, ends(80, 6000), context())).text,
    /b takes 0\.8× .* at 2¹⁰ elements and 6× .* at 2²⁰ here; log₂ n goes from 10 to 20\.$/,
  );
});

test('levelling off', async () => {
  const claim = { kind: 'levels-off', scan: 'a', parameter: 'k' };
  const swept = (times) =>
    times.map((time, i) => ({ scan: tuned('a', 'k', [2 ** i])[0], n: 1024, point: typeof time === 'number' ? point(time) : time }));
  const cases = [
    swept([400, 200, 101, 100]),
    swept([400, 200, 150, 100]),
    swept([400, 200, 110, 100]),
    swept([400]),
    swept([400, wrong, 100, 100]),
  ];
  assert.deepEqual(await findings(claim, cases), ['held', 'not-held', 'inconclusive', 'inconclusive', 'held']);
  assert.match((await judge(claim, cases[0], context())).text, /^k = 4 takes 1\.01× .* the time of the fastest, 8, here\.$/);
  const by = { ...claim, by: 2, within: 1 };
  assert.deepEqual(await findings(by, [swept([400, 180, 100]), swept([400, 300, 100]), swept([400, 200, 100]), swept([400, wrong, 100])]), [
    'held',
    'not-held',
    'inconclusive',
    'inconclusive',
  ]);
});

test('a time that does not depend on the share that is kept, and one that rises with it', async () => {
  const at = (share, time, readback) => ({
    scan: A,
    n: 16,
    share,
    point: point(time, { readback: readback && { median_ns: readback, interval_ns: null } }),
  });
  const level = { kind: 'level', scan: A };
  const cases = [[at(0.1, 100), at(1, 104)], [at(0.1, 100), at(0.5, 150), at(1, 100)], [at(0.1, 100), at(1, 115)], [at(0.1, 100)]];
  assert.deepEqual(await findings(level, cases), ['held', 'not-held', 'inconclusive', 'inconclusive']);
  assert.match(
    (await judge(level, cases[1], context())).text,
    /^a takes longest if 50 % of the elements are selected: 1\.5× \(.*\) its time at 10 %\. Up to 15 % more counts as constant\.$/,
  );
  const rises = { kind: 'rises', scan: A };
  const read = [
    [at(0.1, 100, 10), at(1, 100, 100)],
    [at(0.1, 100, 10), at(1, 50, 10)],
    [at(0.1, 100, 10), at(1, 101, 10)],
    [at(0.1, 100), at(1, 100)],
  ];
  assert.deepEqual(await findings(rises, read), ['held', 'not-held', 'inconclusive', 'inconclusive']);
  assert.match(
    (await judge(rises, read[0], context())).text,
    /^With the readback, a takes 1\.82× .* with 100 % of the elements selected as with 10 %\.$/,
  );
  // If nothing was measured, the finding is inconclusive.
  assert.deepEqual(await judge(rises, [], context()), { finding: 'inconclusive', text: 'A has times at fewer than two shares.' });
});

test('the order of what atomics keep, and whether it is the same in every run', async () => {
  const at = (n, more) => ({ scan: A, n, share: undefined, point: point(100, { n, samples_ns: [1, 2, 3], ...more }) });
  const cases = [
    [at(8, { in_order: true, agreeing: 3 }), at(16, { in_order: false, agreeing: 1 })],
    [at(8, { in_order: true, agreeing: 3 })],
    [at(8, {})],
    [],
  ];
  for (const kind of ['reorders', 'differs']) {
    assert.deepEqual(await findings({ kind, scan: A }, cases), ['held', 'not-held', 'inconclusive', 'inconclusive']);
  }
  assert.match(
    (await judge({ kind: 'reorders', scan: A }, cases[0], context())).text,
    /^The output of “a” is not in the order of the input at 16 elements here/,
  );
  assert.match((await judge({ kind: 'differs', scan: A }, cases[0], context())).text, /: 3 of 3 at 8 elements, 1 of 3 at 16 elements\.$/);
});

test('levelling off at one of several sizes', async () => {
  const at = (n, times) => times.map((time, i) => ({ scan: tuned('a', 'k', [2 ** i])[0], n, point: point(time, { n }) }));
  const outcomes = [...at(1024, [400, 100, 100]), ...at(2048, [900, 500, 100])];
  const claim = { kind: 'levels-off', scan: 'a', parameter: 'k', by: 2 };
  assert.equal((await judge({ ...claim, n: 1024 }, outcomes, context())).finding, 'held');
  assert.equal((await judge({ ...claim, n: 2048 }, outcomes, context())).finding, 'not-held');
});

test('the share of the copy kernel', async () => {
  const claim = { kind: 'share', scan: A, n: 'largest', share: 0.9, slack: 0.1 };
  const takes = (value) => at(1024, [A, point(100, { copy_ratio: value && { value, interval: [value * 0.99, value * 1.01] } })]);
  assert.deepEqual(await findings(claim, [takes(1.1), takes(1.4), takes(1 / 0.81), takes(null)]), [
    'held',
    'not-held',
    'inconclusive',
    'inconclusive',
  ]);
  assert.match(
    (await judge(claim, takes(1.25), context())).text,
    /^Claimed 90 % of the copy kernel’s speed, measured 80 % \(79\.2 % to 80\.8 %\) at 2¹⁰ elements here/,
  );
});

test('the comparison is of the left time with the right one', async () => {
  const asked = [];
  const spy = (left, right, options) => (asked.push([left.median_ns, right.median_ns, options.margin]), compare(left, right, options));
  await judge(FACTOR, at(1024, [A, 100], [B, 400]), context({ compare: spy }));
  assert.deepEqual(asked, [[400, 100, 0.02]]);
});

test('a scan with the best tuning for each size', async () => {
  const [ONE, TWO] = tuned('b', 'r', [1, 2]);
  const sizes = (...times) => times.flatMap(([n, a, one, two]) => at(n, [A, a], [ONE, one], [TWO, two]));
  const claim = { kind: 'best-overtakes', fast: 'b', slow: A, n: 4096, text: '' };
  const cases = [
    sizes([4096, 10, 20, 30], [8192, 30, 20, 40], [16384, 60, 50, 25]),
    sizes([4096, 10, 20, 30], [8192, 30, 40, 40], [16384, 60, 50, 25]),
    sizes([4096, 10, 20, 30]),
  ];
  assert.deepEqual(await findings(claim, cases), ['held', 'not-held', 'inconclusive']);
  assert.equal(
    (await judge(claim, cases[0], context())).text,
    'With the best tuning for each size, b is faster than a from 2¹³ elements on here. The best values are 1 at 2¹², 1 at 2¹³, 2 at 2¹⁴.',
  );
});

test('who is ahead at every size', async () => {
  const sizes = (...times) => times.flatMap(([n, a, b]) => at(n, [A, a], [B, b]));
  const claim = { kind: 'ahead', fast: A, slow: B, text: '' };
  const cases = [sizes([64, 1, 2], [128, 3, 4]), sizes([64, 1, 2], [128, 4, 3]), []];
  assert.deepEqual(await findings(claim, cases), ['held', 'not-held', 'inconclusive']);
  assert.equal((await judge(claim, cases[1], context())).text, 'A is faster at 64; b is faster at 2⁷ elements here.');
});

test('the best value of a parameter, and a time that falls with every value', async () => {
  const swept = (...times) => at(1024, ...times.map((time, i) => [tuned('a', 'k', [i + 1])[0], time]));
  const best = { kind: 'best', scan: 'a', parameter: 'k', text: '' };
  assert.deepEqual(await findings(best, [swept(9, 5, 7), swept(9)]), ['found', 'inconclusive']);
  assert.match(
    (await judge(best, swept(9, 5, 7), context())).text,
    /^The fastest value here is k = 2\. The slowest, k = 1, takes 1\.8× .* its time\.$/,
  );
  const falls = { kind: 'falls', scan: 'a', parameter: 'k', upTo: 3, n: 1024, text: '' };
  assert.deepEqual(await findings(falls, [swept(9, 7, 5, 8), swept(9, 7, 8), swept(9)]), ['held', 'not-held', 'inconclusive']);
  assert.equal(
    (await judge(falls, swept(9, 7, 8), context())).text,
    'Here the time at k = 3 is not measurably less than at the value before.',
  );
});
