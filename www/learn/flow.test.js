import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCombines, flowText, flowValues, spanText } from './flow.ts';

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
