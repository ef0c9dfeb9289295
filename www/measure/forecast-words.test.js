import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, forecastText, leftText } from './forecast-words.ts';

test('durations are rounded', () => {
  assert.deepEqual([0, 3, 12, 41, 57, 58, 75, 100, 3000, 3600, 9000].map(durationText), [
    '5 s',
    '5 s',
    '10 s',
    '40 s',
    '55 s',
    '1 min',
    '1 min',
    '2 min',
    '50 min',
    '1 h',
    '2.5 h',
  ]);
  assert.equal(forecastText({ expected_s: 38, most_s: 170 }, true), 'about 40 s');
  assert.equal(forecastText({ expected_s: 38, most_s: 170 }, false), 'at most 3 min');
});

test('a sweep that takes longer than estimated is not nearly done', () => {
  const left = (expected_s, most_s, points, isMeasured) => leftText({ expected_s, most_s, points }, isMeasured);
  assert.equal(left(9, 22, 2, false), 'Remaining: at most 20 s.');
  // Before the first point, the sweep has taken longer than expected, but not longer than the longest time.
  assert.equal(left(0, 12, 2, false), 'Remaining: at most 10 s.');
  assert.equal(left(0, 0, 2, false), 'This takes longer than estimated.');
  assert.equal(left(0, 0, 0, true), 'Nearly done.');
  assert.equal(left(60, 80, 2, true), 'Remaining: about 1 min.');
  assert.equal(left(0, 80, 2, true), 'This takes longer than estimated.');
});
