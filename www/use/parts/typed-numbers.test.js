import assert from 'node:assert/strict';
import test from 'node:test';
import { Formats } from '../../shared/format.ts';
import { checkbook } from '../applications/checkbook.ts';
import { polynomial } from '../applications/polynomial.ts';
import { Inputs } from '../inputs.ts';
import { defaultsOf } from '../settings.ts';
import { stillState } from '../steps.ts';
import { typedNumbers } from './typed-numbers.ts';

const AMOUNTS = { all: 'Your entries', each: 'Each entry', kind: 'amount', most: 4, largest: 1000 };

test('amounts are read as numbers are everywhere, in double precision', () => {
  assert.deepEqual(typedNumbers('100, -35.1; −3', AMOUNTS), [100, -35.1, -3]);
  assert.deepEqual(typedNumbers('[0.1, 2]', AMOUNTS), [0.1, 2]);
});

test('what is unclear, not a number, too large or too many is refused with what was found', () => {
  for (const [text, message] of [
    [
      '-35,50',
      /^Your entries must be numbers; line 1, column 1: “-35,50” can be read as -35\.50 or as -35 and 50: write “-35\.50”, or “-35, 50” with/,
    ],
    ['1,000', /can be read as 1000, as 1\.000 or as 1 and 000: write/],
    ['1 two 3', /^Your entries must be numbers; line 1, column 3: “two” is not a number\.$/],
    ['5 −1001', /^Each entry must be an amount from −1,000 to 1,000; number 2 is -1001\.$/],
    ['5 NaN', /^Each entry must be an amount from −1,000 to 1,000; number 2 is NaN\.$/],
    ['1 2 3 4 5', /^Your entries must be 1 to 4 amounts; found 5\.$/],
    [' ', /^Your entries must be 1 to 4 amounts; found 0\.$/],
  ]) {
    assert.throws(() => typedNumbers(text, AMOUNTS), { code: 'bad-argument', message }, text);
  }
});

test('the marks of the page’s language are taken as everywhere', () => {
  const { marks } = new Formats('de');
  assert.deepEqual(typedNumbers('1.234', AMOUNTS), [1.234]);
  assert.throws(() => typedNumbers('1.234', AMOUNTS, marks), {
    code: 'bad-argument',
    message: /“1\.234” can be read as 1234 or as 1\.234/,
  });
  for (const [application, text] of [
    [checkbook, 'custom'],
    [polynomial, 'coefficients'],
  ]) {
    const { settings } = defaultsOf(application);
    const own = { ...settings, entries: 'custom', [text]: '1.234' };
    const inputs = (/** @type {string} */ locale) => () => new Inputs(application, new Formats(locale)).of(own, 128, 1e6);
    assert.doesNotThrow(inputs('en'));
    assert.throws(inputs('de'), { code: 'bad-argument', message: /can be read as 1234 or as 1\.234/ });
    assert.throws(() => stillState(application, own, 128, marks), { code: 'bad-argument', message: /can be read as/ });
  }
});
