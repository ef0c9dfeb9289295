import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_SIZES, parseSize, parseSizes, rangeSizes } from './sizes.js';

test('a size is an integer, a power, or a power with an offset', () => {
  const values = {
    0: 0,
    1000: 1000,
    '1_000': 1000,
    '2^20': 2 ** 20,
    '2**10': 1024,
    '1e6': 1e6,
    '1.5e3': 1500,
    '2^20+3': 2 ** 20 + 3,
    '2^8-1': 255,
    '1e+3': 1000,
  };
  for (const [token, value] of Object.entries(values)) assert.deepEqual(parseSize(token), { value }, token);
});

test('the error of an invalid size states what is required and what was found', () => {
  const errors = {
    abc: /“abc” is not a number/,
    '-5': /“-5” is negative/,
    '2^-1': /not a whole number/,
    1.5: /“1.5” is not a whole number/,
    '007': /starts with 0/,
    '000': /starts with 0/,
    '': /not a number/,
    '2^': /not a number/,
    '0x10': /not a number/,
    NaN: /not a number/,
    Infinity: /not a number/,
  };
  for (const [token, message] of Object.entries(errors)) assert.match(parseSize(token).error, message, token);
});

test('a size past the limit names the limit and what was meant', () => {
  assert.match(parseSize('2^40', { limit: 2 ** 28 }).error, /“2\^40” is 1,099,511,627,776 elements, but at most 268,435,456 elements fit/);
  assert.match(parseSize('1001', { limit: 1000 }).error, /^1,001, but at most 1,000/);
  assert.match(parseSize('1e999').error, /at most/);
  assert.deepEqual(parseSize('1000', { limit: 1000 }), { value: 1000 });
});

test('a list may be separated by anything usual; it comes back ascending and without repetitions', () => {
  assert.deepEqual(parseSizes('1000, 4096;2^20\n1e6  1000'), { sizes: [1000, 4096, 1e6, 2 ** 20], errors: [] });
});

test('one bad token leaves the others', () => {
  const { sizes, errors } = parseSizes('8, x, 16, -1');
  assert.deepEqual(sizes, [8, 16]);
  assert.equal(errors.length, 2);
});

test('an empty list and one too long are errors', () => {
  assert.match(parseSizes(' , ').errors[0], /no size is given/);
  const many = Array.from({ length: MOST_SIZES + 1 }, (_, i) => i).join(' ');
  assert.match(parseSizes(many).errors[0], /201 sizes are given; a sweep takes at most 200/);
});

const range = { from: '2^10', to: '2^20', steps: '11', spacing: 'powers' };

test('a range of powers of two', () => {
  assert.deepEqual(
    rangeSizes(range).sizes,
    Array.from({ length: 11 }, (_, i) => 2 ** (10 + i)),
  );
  assert.deepEqual(rangeSizes({ ...range, steps: '3' }).sizes, [2 ** 10, 2 ** 15, 2 ** 20]);
  assert.deepEqual(rangeSizes({ ...range, steps: '50' }).sizes.length, 11);
  assert.deepEqual(rangeSizes({ ...range, from: '1000', to: '5000', steps: '9' }).sizes, [1024, 2048, 4096]);
  assert.deepEqual(rangeSizes({ ...range, steps: '1' }).sizes, [2 ** 20]);
});

test('a range that is even on a log scale', () => {
  assert.deepEqual(rangeSizes({ from: '1', to: '1000', steps: '4', spacing: 'log' }).sizes, [1, 10, 100, 1000]);
  assert.deepEqual(rangeSizes({ from: '1', to: '4', steps: '100', spacing: 'log' }).sizes, [1, 2, 3, 4]);
  // Sizes that rounding makes equal are shifted, so that there are as many as requested.
  for (const [from, to] of [
    [1, 100],
    [1, 30],
    [3, 31],
    [7, 7],
    [2 ** 20, 2 ** 30],
  ]) {
    for (const steps of [1, 2, 10, 29, 100]) {
      const { sizes } = rangeSizes({ from: String(from), to: String(to), steps: String(steps), spacing: 'log' });
      assert.equal(sizes.length, Math.min(steps, to - from + 1), `${from}..${to} in ${steps}`);
      assert.ok(
        sizes.every((n, i) => Number.isInteger(n) && n >= from && n <= to && (!i || n > sizes[i - 1])),
        sizes.join(),
      );
      assert.equal(sizes.at(-1), to);
    }
  }
});

test('errors of a range come back by field', () => {
  assert.match(rangeSizes({ ...range, from: 'x' }).errors.from, /not a number/);
  assert.match(rangeSizes({ ...range, from: '0' }).errors.from, /starts at 1/);
  assert.match(rangeSizes({ ...range, to: '512' }).errors.to, /512 is less than the start, 1,024/);
  assert.match(rangeSizes({ ...range, to: '1e9' }, { limit: 1000 }).errors.to, /at most 1,000/);
  for (const steps of ['', '0', '1.5', '201', 'x']) assert.match(rangeSizes({ ...range, steps }).errors.steps, /from 1 to 200/, steps);
  assert.match(rangeSizes({ ...range, from: '1000', to: '1010' }).errors.to, /no power of two from 1,000 to 1,010/);
});
