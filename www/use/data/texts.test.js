/** Texts and programs that applications take. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkedText, kindsOf, programOf, withMistakes } from './program.ts';
import { drawnTexts, tableOf, typedTexts } from './texts.ts';

test('texts stand in rows of words, each with an end', () => {
  const { columns, characters } = tableOf(['ab', 'a']);
  assert.equal(columns, 3);
  assert.deepEqual([...characters], [98, 99, 0, 98, 0, 0]);
  assert.deepEqual(drawnTexts(5, 3), drawnTexts(9, 3).slice(0, 5));
});

test('lines are texts but for empty ones, and too few or too long ones are refused', () => {
  assert.deepEqual(typedTexts('one\n\ntwo\n'), ['one', 'two']);
  assert.throws(() => typedTexts('one'), { message: 'Your texts must be 2 to 500 lines; found 1.' });
  assert.throws(() => typedTexts(`one\n${'a'.repeat(65)}`), {
    message: 'Each text must have at most 64 characters; line 2 has 65.',
  });
});

test('a drawn program has as many characters as are asked for, and brackets that match until some are lost', () => {
  assert.deepEqual([...kindsOf('([{x)]}é')], [1, 2, 3, 0, -1, -2, -3, 0]);
  for (const n of [1, 2, 41, 42, 1000]) assert.equal(checkedText(programOf(n, 7)).length, n);
  const program = programOf(1000, 7);
  const sumOf = (/** @type {string} */ text) => kindsOf(text).reduce((sum, kind) => sum + kind, 0);
  assert.equal(sumOf(program), 0);
  const changed = [...withMistakes(program, 3, 7)].filter((character, i) => character !== program[i]);
  assert.deepEqual(changed, ['_', '_', '_']);
  assert.throws(() => checkedText(''), { message: 'A text of 1 to 16,777,216 characters is required; found 0.' });
});
