import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from '../shared/points.fakes.mjs';
import { describeCrossover, describeFound, describeNone } from './crossover-words.ts';
import { Formats } from '../shared/format.ts';

const formats = new Formats('en');
/** Replaces no-break spaces by plain spaces. */
const plain = (text) => text.replaceAll('\u00a0', ' ');
const title = (id) => id.toUpperCase();

test('a sweep’s crossover is stated between two sizes, without a place of its own', () => {
  const described = describeCrossover({ faster: 'a', slower: 'b', between: [2 ** 9, 2 ** 10], leads: true, gain: 2 }, title, formats);
  assert.equal(plain(described), 'A overtakes B between the measured sizes 2⁹ and 2¹⁰.');
});

test('without a crossover it is said whether medians cross all the same', () => {
  const run = (...times) => times.flatMap(([id, ...all]) => all.map((ns, i) => timed(id, 2 ** (10 + i), ns)));
  const said = (...times) =>
    describeNone(
      run(...times),
      times.map(([id]) => id),
    );
  const [never, unsure] = [
    'No scan overtakes another at these sizes.',
    'No crossover is certain at these sizes: medians cross, but only within their intervals.',
  ];
  assert.equal(said(['a', 10, 20, 30], ['b', 11, 21, 31]), never);
  assert.equal(said(['a', 10, 20, 30], ['b', 10, 21, 30]), never, 'equal medians do not cross');
  assert.equal(said(['a', 10, 20, 30], ['b', 50, 60, 70], ['c', 51, 59, 70]), unsure);
  assert.equal(said(['a', 10, null, 30], ['b', 11, 19, 31]), never, 'a size at which one has no time says nothing');
  assert.equal(said(['a', 10], ['b', null, 20]), never, 'nor do scans without a common size');
});

/** The description of a search from 16 to 16,384 elements that found these stretches: ranges of sizes with one faster scan. */
function said(stretches, found = {}) {
  const crossings = stretches
    .slice(1)
    .flatMap(({ low, faster }, i) => (faster === stretches[i].faster ? [] : [{ n: low, low: stretches[i].high, high: low, faster }]));
  const all = { n: null, reason: 'The page was away.', ends: [], crossings, stretches, unsure: [], points: [], ...found };
  return plain(describeFound(all, { algorithms: ['a', 'b'], from: 16, to: 2 ** 14 }, title, formats));
}

const stretch = (faster, low, high) => ({ faster, low, high });

test('all stretches are listed with what is faster there, and that the comparison is inconclusive between', () => {
  assert.equal(
    said([stretch('a', 16, 256), stretch('b', 257, 2 ** 14)]),
    'Found from 16 to 16,384: A is faster up to 256 and B from 257 on.',
  );
  const four = said([stretch('a', 16, 256), stretch('b', 257, 257), stretch('a', 258, 5000), stretch('b', 5100, 2 ** 14)]);
  assert.equal(
    four,
    'Found from 16 to 16,384: A is faster up to 256, B at 257, A from 258 to 5,000 and B from 5,100 on. Between these sizes the comparison is inconclusive.',
  );
});

test('sizes at which the comparison is inconclusive are named', () => {
  const unsure = [
    { low: 16, high: 19, reason: 'They take the same time.' },
    { low: 900, high: 900, reason: 'The ratio lies around 1.' },
  ];
  const stretches = [stretch('a', 20, 256), stretch('b', 257, 899), stretch('b', 901, 2 ** 14)];
  assert.equal(
    said(stretches, { unsure }),
    'Found from 16 to 16,384: A is faster from 20 to 256 and B from 257 on. From 16 to 19 and at 900 the comparison is inconclusive.',
  );
  const open = [stretch('a', 20, 256), stretch('b', 300, 899), stretch('b', 901, 2 ** 14)];
  assert.equal(
    said(open, { unsure }),
    'Found from 16 to 16,384: A is faster from 20 to 256 and B from 300 on. Between these sizes, from 16 to 19 and at 900 the comparison is inconclusive.',
  );
});

test('a search without a crossing has a reason, with titles and numbers as people read them', () => {
  const described = (stretches, found) => said(stretches, found).replace('No crossover of A and B found from 16 to 16,384: ', '');
  assert.equal(described([stretch('a', 16, 2 ** 14)]), 'A is faster throughout.');
  const unsure = [{ low: 500, high: 600, reason: 'They take the same time.' }];
  assert.equal(
    described([stretch('a', 16, 499), stretch('a', 601, 2 ** 14)], { unsure }),
    'A is faster from 16 to 16,384. From 500 to 600 the comparison is inconclusive: they take the same time.',
  );
  const two = [
    { ...unsure[0], low: 100, high: 120 },
    { ...unsure[0], low: 300, high: 320 },
  ];
  const between = [stretch('a', 16, 99), stretch('a', 121, 299), stretch('a', 321, 2 ** 14)];
  assert.equal(
    described(between, { unsure: two }),
    'A is faster from 16 to 16,384. From 100 to 120 and from 300 to 320 the comparison is inconclusive.',
  );
  const wrong = timed('b', 550, 1, { verified: false });
  assert.match(
    described([stretch('a', 601, 2 ** 14)], { unsure: [{ ...unsure[0], low: 16 }], points: [wrong] }),
    /^A is faster from 601 on\. From 16 to 600 the comparison is inconclusive: the output of B was wrong/,
  );
  assert.equal(described([]), 'the page was away.');
  const ends = [2 ** 4, 2 ** 14].map((n) => ({ n, faster: null, reason: 'The ratio lies around 1.' }));
  const points = (changes = {}) => [timed('a', 2 ** 4, 1), timed('b', 2 ** 4, 1), timed('a', 2 ** 14, 1), timed('b', 2 ** 14, 1, changes)];
  assert.equal(
    described([], { ends }),
    'the comparison at n = 16 is inconclusive: the ratio lies around 1; the comparison at n = 16,384 is inconclusive: the ratio lies around 1.',
  );
  const bad = (changes) => described([], { ends, points: points(changes) }).replace(/^.*is inconclusive: /, '');
  assert.equal(bad({ verified: false }), 'the output of B was wrong, so its time is void.');
  assert.equal(bad({ resolved: false }), 'the time of B is too short for this timer.');
  assert.equal(bad({ skipped: 'It is too large.', verified: false }), 'B was not measured: It is too large.');
});
