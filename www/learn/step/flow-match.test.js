import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchFlow } from './flow-match.ts';

/** Two levels of a tree on four columns, then a copy and a sum. */
const FLOW = {
  columns: 4,
  exclusive: false,
  steps: [
    {
      label: 'up',
      operations: [
        { kind: 'combine', target: 1, left: 0, right: 1 },
        { kind: 'combine', target: 3, left: 2, right: 3 },
      ],
    },
    { label: 'clear', operations: [{ kind: 'identity', target: 0 }] },
    {
      label: 'down',
      operations: [
        { kind: 'copy', target: 1, from: 3 },
        { kind: 'combine', target: 3, left: 3, right: 1 },
      ],
    },
  ],
};
const flowOf = () => FLOW;
const call = (localIndex, left, right, result = (left + right) >>> 0) => ({
  workgroup: 0,
  localIndex,
  arguments: [left, right],
  result: [result],
});
const moment = (name, rank, ...calls) => ({ pass: 0, function: name, iteration: rank ? { rank } : null, calls });

test('calls make the values of the row whose values they have, in the order of the invocations', () => {
  const moments = [
    moment('load', 0),
    moment('up', 1, call(1, 7, 0)),
    moment('up', 1, call(0, 3, 1)),
    moment('down', 1, call(0, 7, 4)),
    // Work that is not in the diagram.
    moment('store', 0, call(0, 0, 3), call(1, 3, 1)),
  ];
  assert.deepEqual(matchFlow(flowOf, moments, [3, 1, 7, 0]), {
    flow: FLOW,
    input: [3, 1, 7, 0],
    made: [
      { row: 1, column: 1, step: 3, invocation: 0 },
      { row: 1, column: 3, step: 2, invocation: 1 },
      { row: 3, column: 3, step: 4, invocation: 0 },
      { row: 3, column: 1, step: 4, invocation: 0 },
    ],
  });
});

test('an invocation that makes the values of several rows makes one per turn', () => {
  const steps = [1, 2, 3].map((target) => ({
    label: `${target}`,
    operations: [{ kind: 'combine', target, left: target - 1, right: target }],
  }));
  const loop = { columns: 4, exclusive: false, steps };
  // The first call adds the first element to the identity.
  const moments = [
    [0, 3],
    [3, 1],
    [4, 7],
    [11, 0],
  ].map((sum) => moment('loop', 0, call(0, ...sum)));
  const made = matchFlow(() => loop, moments, [3, 1, 7, 0])?.made;
  assert.deepEqual(
    made?.map(({ row, column, step }) => [row, column, step]),
    [
      [1, 1, 2],
      [2, 2, 3],
      [3, 3, 4],
    ],
  );
});

test('another operator has other values, and its identity fills up the columns', () => {
  const latest = { identity: 0, combine: (left, right) => right || left, title: 'the last' };
  const moments = [moment('up', 1, call(0, 3, 1, 1), call(1, 7, 0, 7)), moment('down', 1, call(0, 7, 1, 1))];
  const match = matchFlow(flowOf, moments, [3, 1, 7], latest);
  assert.deepEqual(match?.input, [3, 1, 7, 0]);
  assert.equal(match.made.length, 4);
  assert.equal(matchFlow(flowOf, moments, [3, 1, 7]), null);
});

test('a call with the result of a value but other operands does not make it', () => {
  const or = { identity: 0, combine: (left, right) => left | right, title: 'or' };
  const pair = { columns: 2, exclusive: false, steps: [{ label: '1', operations: [{ kind: 'combine', target: 1, left: 0, right: 1 }] }] };
  const moments = [moment('own', 0, call(0, 0, 3, 3)), moment('tree', 1, call(4, 3, 1, 3))];
  assert.deepEqual(matchFlow(() => pair, moments, [3, 1], or)?.made, [{ row: 1, column: 1, step: 2, invocation: 4 }]);
});

test('where every invocation combines, each makes the value of its column; negative sums are words too', () => {
  const moments = [
    moment('up', 1, call(0, 0, 0), call(1, 0xfffffffd, 1), call(2, 5, 0), call(3, 7, 0)),
    moment('down', 1, call(0, 0, 0), call(1, 0, 0), call(2, 0, 0), call(3, 7, 0xfffffffe)),
  ];
  assert.deepEqual(
    matchFlow(flowOf, moments, [-3, 1, 7, 0])?.made.map(({ column, invocation }) => [column, invocation]),
    [
      [1, 1],
      [3, 3],
      [3, 3],
      [1, 3],
    ],
  );
});

test('calls before and after a loop are of two rows, although they are in one function at one level', () => {
  const moments = [moment('scan', 0, call(0, 3, 1), call(1, 7, 0)), moment('scan', 1, call(1, 99, 0)), moment('scan', 0, call(0, 7, 4))];
  const made = matchFlow(flowOf, moments, [3, 1, 7, 0])?.made;
  assert.deepEqual(
    made?.map(({ row, step }) => [row, step]),
    [
      [1, 1],
      [1, 1],
      [3, 3],
      [3, 3],
    ],
  );
});

test('an invocation with several columns makes those whose values it has', () => {
  const moments = [moment('up', 1, call(1, 3, 1)), moment('up', 1, call(0, 7, 0)), moment('down', 1, call(0, 7, 4))];
  const made = matchFlow(flowOf, moments, [3, 1, 7, 0])?.made;
  assert.deepEqual(
    made?.slice(0, 2).map(({ column, step, invocation }) => [column, step, invocation]),
    [
      [1, 1, 1],
      [3, 2, 0],
    ],
  );
});

test('a run that makes other values, or not all, has no diagram', () => {
  const right = [moment('up', 1, call(0, 3, 1), call(1, 7, 0)), moment('down', 1, call(0, 7, 4))];
  assert.ok(matchFlow(flowOf, right, [3, 1, 7, 0]));
  assert.equal(matchFlow(flowOf, right, [3, 1, 7, 1]), null);
  assert.equal(matchFlow(flowOf, right.slice(0, 1), [3, 1, 7, 0]), null);
  assert.equal(matchFlow(flowOf, [], [3, 1, 7, 0]), null);
  assert.equal(
    matchFlow(() => ({ ...FLOW, columns: 64 }), right, Array(64).fill(1)),
    null,
  );
});
