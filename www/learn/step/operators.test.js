import assert from 'node:assert/strict';
import test from 'node:test';
import { OPERATORS } from '../../oracle/operators.ts';
import { elementsOf, expectedScan, firstWrong, stepped, wordsOf } from './operators.ts';

const NUMBERS = [1, 5, -6, 3, 5, 4, -2, 1];
const catalogue = Object.entries({ add: 'i32', max: 'i32', bicyclic: 'u32', affine: 'f32', mat2: 'u32' }).map(([id, type]) => ({
  id,
  title: id,
  types: [type],
  commutative: false,
}));
const operators = Object.fromEntries(stepped(catalogue).map((one) => [one.id, one]));

test('operators of several words can be stepped through, and one that does not commute', () => {
  assert.deepEqual(Object.keys(operators), ['add', 'max', 'bicyclic', 'affine', 'mat2', 'last']);
});

test('elements of numbers have the words of their operator', () => {
  assert.deepEqual([...elementsOf(operators.bicyclic, [2, -3])], [0, 2, 3, 0]);
  assert.deepEqual([...elementsOf(operators.affine, [2, -3])], [-1, 2, -1, -3]);
  assert.ok(elementsOf(operators.affine, [1]) instanceof Float32Array);
  assert.deepEqual([...elementsOf(operators.mat2, [7])], [7, 1, 1, 0]);
});

test('the loop agrees with the operators of the oracle', () => {
  for (const id of ['add', 'max', 'bicyclic', 'mat2']) {
    const { words, combine } = OPERATORS[id];
    const elements = elementsOf(operators[id], NUMBERS);
    const sums = elements.slice(0, words);
    const all = [...sums];
    for (let i = words; i < elements.length; i += words) {
      combine(sums, sums, 0, elements, i);
      all.push(...sums);
    }
    assert.deepEqual([...expectedScan(operators[id], NUMBERS, 'inclusive')], [...wordsOf(operators[id].type, all)], id);
  }
});

test('the affine scan is the recurrence y = x − y', () => {
  const words = expectedScan(operators.affine, NUMBERS, 'inclusive');
  let y = 0;
  const expected = NUMBERS.flatMap((x, i) => [i % 2 ? 1 : -1, (y = x - y)]);
  assert.deepEqual([...new Float32Array(words.buffer)], expected);
});

test('a wrong element is named with its words', () => {
  const expected = expectedScan(operators.bicyclic, [1, -1, 2], 'exclusive');
  assert.equal(firstWrong(expected, expected, 2), null);
  assert.deepEqual(firstWrong(expected, Uint32Array.of(0, 0, 0, 9, 0, 0), 2), { index: 1, expected: [0, 1], found: [0, 9] });
});
