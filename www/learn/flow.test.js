import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCombines, flowText, flowValues, graphOf, isNewest, makingText, spanText } from './flow.ts';

const FLOW = {
  columns: 3,
  exclusive: false,
  steps: [
    {
      label: 'add',
      operations: [
        { kind: 'combine', target: 1, left: 0, right: 1 },
        { kind: 'combine', target: 2, left: 1, right: 2 },
      ],
    },
    {
      label: 'clear',
      operations: [
        { kind: 'identity', target: 0 },
        { kind: 'copy', target: 1, from: 0 },
      ],
    },
  ],
};

test('operations of a step read what stood before it', () => {
  const values = flowValues(FLOW);
  assert.deepEqual(
    values.slice(3).map(({ column, row, span }) => [column, row, spanText(span)]),
    [
      [1, 1, 'x0…x1'],
      [2, 1, 'x1…x2'],
      [0, 2, 'id'],
      [1, 2, 'x0'],
    ],
  );
});

test('a value reaches down to where it is last read, or to the end', () => {
  const [x0, x1, x2, sum, , identity] = flowValues(FLOW);
  assert.deepEqual(
    [x0, x1, x2, sum, identity].map(({ until }) => until),
    [1, 1, 1, 1, 3],
  );
});

test('steps can be read', () => {
  assert.equal(countCombines(FLOW), 2);
  assert.deepEqual(flowText(FLOW), ['add: a1 ← a0 ⊕ a1, a2 ← a1 ⊕ a2', 'clear: a0 ← identity, a1 ← a0']);
});

test('a graph has the last value of each column as its result', () => {
  const { columns, labels, results, words } = graphOf(FLOW, { input: [3, 1, 7] });
  assert.deepEqual([columns, labels], [3, ['add', 'clear']]);
  assert.deepEqual(
    results.map(({ number, span }) => [number, spanText(span)]),
    [
      [0, 'id'],
      [3, 'x0'],
      [8, 'x1…x2'],
    ],
  );
  assert.deepEqual(words.rows, flowText(FLOW));
});

test('columns behind the elements are identities', () => {
  const [, x1, x2, , sum] = flowValues(FLOW, { elements: 2 });
  assert.deepEqual(
    [x1, x2, sum].map(({ span }) => spanText(span)),
    ['x1', 'id', 'x1'],
  );
});

test('a value is the newest of its column until another one is made', () => {
  const values = flowValues(FLOW);
  const [, x1, , sum] = values;
  assert.deepEqual(
    [isNewest(values, x1, 1), isNewest(values, x1, 2), isNewest(values, sum, 2), isNewest(values, sum, 3)],
    [true, false, true, false],
  );
});

test('the operands of a value can be read, also those within one column', () => {
  const [x0, x1, , sum] = flowValues(FLOW);
  assert.equal(makingText(sum), 'x0 ⊕ x1');
  assert.equal(makingText(x0), '');
  assert.equal(makingText({ ...sum, span: { first: 4, last: 7 }, operands: [x1] }), 'x4 ⊕ … ⊕ x7');
});
