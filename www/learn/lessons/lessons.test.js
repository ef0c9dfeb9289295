import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { registeredIds } from '../../shared/registry.fakes.mjs';
import { GLOSSARY, stretches } from './glossary.ts';
import { SCREENS } from '../path/screens.ts';
import { LESSONS } from './index.ts';
import { ADDRESSES, addressOf } from '../../ui/sources.ts';

const PARTS = ['idea', 'diagram', 'work', 'gpu', 'choose', 'changed'];
/** A source: a year or the number of a lecture, then a comma, then the place, such as a section, an algorithm or a slide. */
const SOURCE = /^\S.*(\b(19|20)\d\d|lecture \d+), \S/;

const plain = (text) =>
  stretches(text)
    .map((stretch) => stretch.text)
    .join('');
const terms = (text) =>
  stretches(text)
    .map(({ term }) => term)
    .filter(Boolean);
const parts = (lesson) => PARTS.map((part) => lesson[part]);

test('every registered algorithm has a lesson, and nothing else has', () => {
  const [lessons, ids] = [Object.keys(LESSONS), registeredIds()];
  const [missing, surplus] = [ids.filter((id) => !lessons.includes(id)), lessons.filter((id) => !ids.includes(id))];
  assert.deepEqual(missing, [], 'add a lesson for each of these to a file of www/learn/lessons/');
  assert.deepEqual(surplus, [], 'docs/algorithms.md has no row of these: UPDATE_README=1 cargo test --test docs');
});

for (const [id, lesson] of Object.entries(LESSONS)) {
  test(`the lesson of ${id} is complete, of a sane length, and cites its sources`, () => {
    assert.deepEqual(Object.keys(lesson), [...PARTS, 'sources']);
    for (const part of parts(lesson)) assert.match(plain(part), /^\S[^{}]*[.]$/);
    const words = parts(lesson)
      .flatMap((part) => plain(part).split(/\s+/))
      .filter((word) => /\w/.test(word));
    assert.ok(words.length >= 90 && words.length <= 180, `${words.length} words`);
    assert.ok(lesson.sources.length);
    for (const source of lesson.sources) assert.match(source, SOURCE);
  });
}

test('lessons and the path name terms of the glossary, and all of them', () => {
  const named = new Set([...Object.values(LESSONS).flatMap(parts), ...SCREENS.flatMap(({ idea }) => idea)].flatMap(terms));
  assert.deepEqual([...named].sort(), Object.keys(GLOSSARY).sort());
});

test('a term is shown in the form of the text', () => {
  assert.deepEqual(stretches('A {tile} and two {barrier|barriers}.'), [
    { text: 'A ', term: null },
    { text: 'tile', term: 'tile' },
    { text: ' and two ', term: null },
    { text: 'barriers', term: 'barrier' },
    { text: '.', term: null },
  ]);
});

test('addresses of sources are those of docs/sources.md, and a lesson or an exercise cites each', () => {
  const entries = fs.readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8').split(/\n(?=- )/);
  const listed = entries.flatMap((entry) => {
    const [, key] = /^- \*\*(.+?)\*\*:/.exec(entry) ?? [];
    const [, address] = /\]\((https:[^)]+)\)/.exec(entry) ?? [];
    return key && address ? [[key, address]] : [];
  });
  assert.deepEqual(Object.fromEntries(listed), ADDRESSES);
  const catalogue = fs.readFileSync(new URL('../../../exercises/src/catalogue.rs', import.meta.url), 'utf8');
  const exercises = [...catalogue.matchAll(/source: "(.*)"/g)].map(([, source]) => source).join('; ');
  const cited = new Set(Object.values(LESSONS).flatMap(({ sources }) => sources.map(addressOf)));
  assert.deepEqual(
    Object.entries(ADDRESSES).filter(([key, address]) => !cited.has(address) && !exercises.includes(key)),
    [],
  );
  assert.equal(addressOf('Harris 2007, Algorithm 2'), ADDRESSES['Harris 2007']);
  assert.equal(addressOf('Mahmoud, lecture 6'), ADDRESSES.Mahmoud);
  assert.equal(addressOf('This project'), undefined);
});
