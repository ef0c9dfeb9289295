import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_MARKED, callsIn, isDisordered, isScan, joined, marked } from './marks.ts';

/** The marks of elements, read from a marked recording. */
function marksOf(elements, words = 1, length = elements * words) {
  const buffers = [{ name: 'source', words: Array(length).fill(7) }];
  return marked({ shaders: [], buffers, passes: [], output: 0 }, elements, words).buffers[0].words;
}
const sum = (words) => words.reduce((left, right) => left + right, 0);
const call = (left, right, result = left + right) => ({ workgroup: 0, localIndex: 2, arguments: [left, right], result: [result] });
const momentOf = (calls, collectives = []) => ({ step: 1, pass: 0, function: 'f', iteration: null, calls, collectives });
const span = (first, last) => ({ first, last });

test('a sum of marks tells its span, at every length', () => {
  for (const elements of [1, 2, 8, 64]) {
    const marks = marksOf(elements);
    const all = marks.flatMap((_, first) => marks.slice(first).map((_, i) => [first, first + i]));
    const moments = [momentOf(all.map(([first, last]) => call(sum(marks.slice(first, last + 1)), 0)))];
    assert.deepEqual(
      callsIn(moments, elements, 1).map(({ result }) => [result.first, result.last]),
      all,
    );
  }
});

test('the most elements have marks that u32 can add', () => {
  const marks = marksOf(MOST_MARKED);
  assert.ok(sum(marks) < 2 ** 32);
  const [found] = callsIn([momentOf([call(sum(marks.slice(0, -1)), marks.at(-1))])], MOST_MARKED, 1);
  assert.deepEqual(found.operands, [span(0, MOST_MARKED - 2), span(MOST_MARKED - 1, MOST_MARKED - 1)]);
});

test('the first word of an element is its mark, and words behind the elements have none', () => {
  const words = marksOf(2, 4, 12);
  assert.deepEqual(words.map((word, i) => (word ? i : 0)).filter(Boolean), [4], 'the mark of element 1; that of element 0 is at word 0');
  assert.ok(words[0]);
  const moments = [
    momentOf([{ ...call(0, 0), arguments: [words[0], 5, 5, 5, words[4], 5, 5, 5], result: [words[0] + words[4], 5, 5, 5] }]),
  ];
  assert.deepEqual(callsIn(moments, 2, 4)[0].operands, [span(0, 0), span(1, 1)]);
});

test('⊕ and its subgroup operation add marks, on the lines on which they are', () => {
  const source = [
    'fn value_identity() -> Value { return scalar_lowest(); }',
    'fn value_combine(left: Value, right: Value) -> Value {',
    'return scalar_max(left, right);',
    '}',
    'fn element_sum(value: T, lane: u32, size: u32) -> T { return subgroupMax(value); }',
    'fn other(value: u32) -> u32 { return subgroupMax(value); }',
  ];
  const linesOf = (words) => marked({ shaders: [source.join('\n')], buffers: [], passes: [], output: 0 }, 1, words).shaders[0].split('\n');
  const lines = linesOf(1);
  assert.equal(lines.length, source.length);
  assert.match(lines[0], /^fn value_identity\(\) -> Value \{ return Value\(0\); \} fn /);
  assert.match(lines[1], /return left \+ right;/);
  assert.match(linesOf(2)[0], /^fn value_identity\(\) -> Value \{ return value_from_words\(array<u32, VALUE_WORDS>\(\)\); \} fn /);
  assert.match(linesOf(2)[1], /words\[0\] \+= value_to_words\(right\)\[0\]/);
  assert.match(lines[4], /subgroupAdd\(value\)/);
  assert.equal(lines[5], source[5]);
});

test('a call with a word that is no sum of marks is left out', () => {
  const [a, b] = marksOf(2);
  assert.equal(callsIn([momentOf([call(a, 0xa5a5a5a5, 3), call(a, b), call(a, 3)])], 2, 1).length, 1);
});

test('the operation of a subgroup joins the values of its lanes in any order, and a shuffle joins none', () => {
  const [a, b, c] = marksOf(3);
  const lanes = (result, ...given) => given.map((argument, localIndex) => ({ workgroup: 1, localIndex, argument, result }));
  const [found, ...others] = callsIn([momentOf([], lanes(a + b + c, c, 0, b, a)), momentOf([], lanes(b, c, 0, b, a))], 3, 1);
  assert.deepEqual([found.moment.step, found.workgroup, joined(found)], [1, 1, [span(0, 0), span(1, 1), span(2, 2)]]);
  assert.deepEqual(others, []);
});

test('only neighbouring spans in their order are joined', () => {
  assert.deepEqual(joined({ operands: [span(0, 1), span(2, 3)], result: span(0, 3) }), [span(0, 1), span(2, 3)]);
  assert.equal(joined({ operands: [span(2, 3), span(0, 1)], result: span(0, 3) }), null);
  assert.equal(joined({ operands: [span(0, 1), span(3, 3)], result: span(0, 3) }), null);
  assert.equal(joined({ operands: [null, span(0, 3)], result: span(0, 3) }), null);
  assert.equal(joined({ operands: [null, null], result: null }), null);
});

test('swapped operands are found', () => {
  assert.equal(isDisordered({ operands: [span(2, 3), span(0, 1)], result: span(0, 3) }), true);
  assert.equal(isDisordered({ operands: [span(0, 1), span(2, 3)], result: span(0, 3) }), false);
  assert.equal(isDisordered({ operands: [span(0, 1), null], result: span(0, 1) }), false);
});

test('the marks of an output tell whether it is the scan', () => {
  const [a, b, c] = marksOf(3);
  assert.equal(isScan([a, a + b, a + b + c], 3, 1, 'inclusive'), true);
  assert.equal(isScan([0, 9, a, 9, a + b, 9], 3, 2, 'exclusive'), true);
  assert.equal(isScan([a, b, a + b + c], 3, 1, 'inclusive'), false);
});
