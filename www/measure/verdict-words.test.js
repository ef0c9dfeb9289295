import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Formats } from '../shared/format.ts';
import { verdictWords } from './verdict-words.ts';

const formats = new Formats('en');
/** The sentence of a, which has the shorter median, and b. */
function sentence(outcome) {
  const { before, isSwapped, between, after } = verdictWords(outcome, formats);
  const [first, second] = isSwapped ? ['b', 'a'] : ['a', 'b'];
  return `${before}${first}${between}${second}${after}`.replaceAll('\u00a0', ' ');
}

test('a factor and its interval have as many digits as it takes to tell them from 1', () => {
  const of = (value, ...interval) => sentence({ verdict: 'slower', ratio: { value, interval } });
  assert.equal(of(1.8049, 1.7601, 1.8444), 'a is 1.8 × as fast as b, 95 % interval 1.76–1.84.');
  assert.equal(of(1.00124, 1.00071, 1.065), 'a is 1.001 × as fast as b, 95 % interval 1.001–1.065.');
  assert.equal(of(12.345, 11.1, 13.99), 'a is 12.3 × as fast as b, 95 % interval 11.1–14.');
});

test('where the pairs of rounds say the opposite of the medians, the scans are exchanged', () => {
  const outcome = { verdict: 'faster', ratio: { value: 0.8, interval: [0.5, 0.95] } };
  assert.equal(sentence(outcome), 'b is 1.25 × as fast as a, 95 % interval 1.053–2.');
});

test('the same time, and what cannot be told, are said with their reasons', () => {
  assert.equal(
    sentence({ verdict: 'same', ratio: { value: 1, interval: [0.995, 1.004] } }),
    'a and b take the same time within 1 %, 95 % interval 0.995–1.004.',
  );
  assert.equal(sentence({ verdict: 'same', ratio: null }), 'a and b take the same time within 1 %.');
  const reason = "The ratio's 95 % interval, 0.98 to 1.023, includes 1 and exceeds the margin of 1 %.";
  const unsure = { verdict: 'inconclusive', cause: { kind: 'interval' }, ratio: { value: 1, interval: [0.98, 1.023] }, reason };
  assert.equal(sentence(unsure), `a and b cannot be told apart: t${reason.slice(1)}`);
  assert.equal(verdictWords(unsure, formats).verdict, 'inconclusive');
});

test('times that were not compared have no verdict, but the ratio of their medians, in the order of the comparison', () => {
  const cause = { kind: 'too-few-samples', required: 6, found: [3, 6] };
  const few = {
    verdict: 'inconclusive',
    ratio: null,
    cause,
    reason: '6 samples of each are required, found 3 and 6.',
    median_ratio: 16.4571,
  };
  assert.equal(sentence(few), 'No verdict on b and a: 6 samples of each are required, found 3 and 6; the ratio of the medians is 16.5.');
  assert.equal(verdictWords(few, formats).verdict, 'no-verdict');
  assert.equal(
    sentence({ verdict: 'inconclusive', ratio: null, cause: { kind: 'hidden' }, reason: 'The page was hidden.' }),
    'No verdict on b and a: the page was hidden.',
  );
  assert.equal(
    sentence({ verdict: 'inconclusive', ratio: null, reason: 'margin must be a number.' }),
    'No verdict on b and a: margin must be a number.',
  );
});
