import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GLOSSARY, stretches } from '../lessons/glossary.ts';
import { PLACES } from '../places.ts';
import { keepPassed, readPassed } from './progress.ts';
import { SCREENS, TITLE, screenAt } from './screens.ts';

test('every question has one right answer, and every answer a reason of its own', () => {
  assert.equal(SCREENS.length, 8);
  assert.equal(new Set(SCREENS.map(({ id }) => id)).size, 8);
  for (const { id, answers, question } of SCREENS) {
    assert.equal(answers.filter(({ isRight }) => isRight).length, 1, id);
    assert.ok(answers.length >= 3, id);
    assert.ok(question.endsWith('?'), question);
    assert.equal(new Set(answers.map(({ reason }) => reason)).size, answers.length, id);
  }
  // The right answer is not always at the same place.
  assert.ok(new Set(SCREENS.map(({ answers }) => answers.findIndex(({ isRight }) => isRight))).size > 2);
});

test('terms of the path are in the glossary', () => {
  const texts = SCREENS.flatMap(({ idea, answers }) => [...idea, ...answers.map(({ reason }) => reason)]);
  const terms = texts.flatMap((text) => stretches(text).flatMap(({ term }) => term ?? []));
  assert.ok(terms.length > 5);
  for (const term of terms) assert.ok(Object.hasOwn(GLOSSARY, term), term);
});

test('Learn and the path call it the same', () => assert.equal(PLACES.path.title, TITLE));

test('a screen of the address is a number from 1 to 8, or its id', () => {
  assert.deepEqual(['1', '8', 'loop', 'look-back'].map(screenAt), [1, 8, 1, 8]);
  for (const text of ['0', '9', '-1', '1.5', '01', 'Tree', '', '1e0']) assert.equal(screenAt(text), null, text);
});

/** A fake of the browser's storage. */
function storageOf(entries = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('what was answered right is kept, and anything else in its place is nothing', () => {
  const scope = { localStorage: storageOf() };
  keepPassed(new Set(['tree', 'loop']), scope);
  assert.deepEqual([...readPassed(scope)], ['loop', 'tree']);
  keepPassed(new Set(), scope);
  assert.deepEqual([...readPassed(scope)], []);
  for (const text of ['{', '{"tree":1}', 'null', '["former", 3]']) {
    assert.deepEqual([...readPassed({ localStorage: storageOf({ 'scanlab-path-1': text }) })], [], text);
  }
});

test('without a storage nothing is kept, and nothing fails', () => {
  const refusing = {
    get localStorage() {
      throw new Error('refused');
    },
  };
  for (const scope of [{}, refusing]) {
    keepPassed(new Set(['tree']), scope);
    assert.deepEqual([...readPassed(scope)], []);
  }
});
