import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseText, readCase } from './case.ts';

const CATALOGUE = { algorithms: [{ id: 'look-back' }], operators: [{ id: 'max', types: ['u32', 'f32'] }], patterns: [{ id: 'random' }] };
const CASE = {
  algorithm: 'look-back',
  operator: 'max',
  type: 'u32',
  mode: 'exclusive',
  direction: 'backward',
  segments: 'heads',
  inPlace: true,
  initial: true,
  tuning: { items: 1 },
  size: '257',
  n: 257,
  pattern: 'random',
};

test('a case is text that reads back as the same case', () => {
  assert.equal(caseText(CASE), 'look-back max u32 exclusive backward heads in-place initial n=257 random items=1');
  assert.deepEqual(readCase(caseText(CASE), CATALOGUE), { one: CASE, problem: null });
  const { tuning: _, ...plain } = { ...CASE, segments: 'whole', inPlace: false, initial: false };
  assert.equal(caseText(plain), 'look-back max u32 exclusive backward n=257 random');
  assert.deepEqual(readCase(` ${caseText(plain)}  `, CATALOGUE).one, plain);
});

test('a case names its segments; the heads of earlier texts are read', () => {
  for (const segments of ['whole', 'heads', 'head-bits', 'rows', 'columns']) {
    const one = { ...CASE, segments };
    assert.deepEqual(readCase(caseText(one), CATALOGUE), { one, problem: null });
  }
  assert.deepEqual(readCase(caseText(CASE).replace(' heads ', ' segmented '), CATALOGUE).one, CASE);
  assert.match(readCase(caseText(CASE).replace(' heads ', ' bits '), CATALOGUE).problem, /head-bits, rows or columns instead of heads/);
});

test('the size of a case is read by its number', () => {
  assert.equal(readCase(caseText({ ...CASE, size: 'tile + 1' }), CATALOGUE).one.size, '257');
});

test('without text there is no case, and no problem', () => {
  for (const nothing of [null, undefined, '']) assert.deepEqual(readCase(nothing, CATALOGUE), { one: null, problem: null });
});

for (const [change, required, found] of [
  [['look-back', 'horn'], 'one of look-back as its algorithm', 'horn'],
  [['max', 'min'], 'one of max as its operator', 'min'],
  [['u32', 'i32'], 'one of u32, f32 as its type', 'i32'],
  [['exclusive', 'sideways'], 'one of inclusive, exclusive as its mode', 'sideways'],
  [['backward', 'upward'], 'one of forward, backward as its direction', 'upward'],
  [['random', 'ones'], 'one of random as its pattern', 'ones'],
  [['n=257', 'n=4294967296'], 'at most 4294967295 elements', '4294967296'],
  [['n=257', 'n=-1'], 'the form', 'n=-1'],
]) {
  test(`a case with ${change[1]} is refused: what was required, what was found`, () => {
    const { one, problem } = readCase(caseText(CASE).replace(change[0], change[1]), CATALOGUE);
    assert.equal(one, null);
    assert.ok(problem.includes(required) && problem.includes(found), problem);
  });
}
