import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchFlow } from './flow-match.ts';

/** A flow on four columns: a level up, an identity, and a level down that has a copy and a sum. */
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
/** The spans of the first and of the last two elements, and that of the identity. */
const [LEFT, RIGHT, ID] = [{ first: 0, last: 1 }, { first: 2, last: 3 }, null];
const one = (index) => ({ first: index, last: index });
const call = (localIndex, ...operands) => ({ workgroup: 0, localIndex, operands });
/** The calls of moments. A moment is given by the name of its function, the index of its round, and its calls. */
const callsOf = (...moments) =>
  moments.flatMap(([name, rank, ...calls], i) =>
    calls.map((one) => ({ ...one, moment: { step: i + 1, pass: 0, function: name, iteration: rank ? { index: rank } : null } })),
  );
const UP = [call(0, one(0), one(1)), call(1, one(2), one(3))];
const DOWN = call(0, RIGHT, LEFT);

test('calls make the values of the row whose values they have, in the order of the invocations', () => {
  const calls = callsOf(
    ['load', 0],
    ['up', 1, UP[1]],
    ['up', 1, UP[0]],
    ['down', 1, DOWN],
    // These calls are not in the diagram.
    ['store', 0, call(0, ID, one(0)), call(1, one(0), one(1))],
  );
  assert.deepEqual(matchFlow(flowOf, calls, 4), {
    flow: FLOW,
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
  // The first call combines the identity with the first element.
  const sums = [0, 1, 2, 3].map((i) => ['loop', 0, call(0, i ? { first: 0, last: i - 1 } : ID, one(i))]);
  const made = matchFlow(() => loop, callsOf(...sums), 4)?.made;
  assert.deepEqual(
    made?.map(({ row, column, step }) => [row, column, step]),
    [
      [1, 1, 2],
      [2, 2, 3],
      [3, 3, 4],
    ],
  );
});

test('identities fill up the columns behind the elements', () => {
  const up = [UP[0], call(1, one(2), ID)];
  const calls = callsOf(['up', 1, ...up], ['down', 1, call(0, one(2), LEFT)]);
  assert.equal(matchFlow(flowOf, calls, 3)?.made.length, 4);
  assert.equal(matchFlow(flowOf, calls, 4), null);
});

test('where every invocation combines, each makes the value of its column', () => {
  const calls = callsOf(
    ['up', 1, call(0, ID, ID), call(1, one(0), one(1)), call(2, ID, one(2)), call(3, one(2), one(3))],
    ['down', 1, call(0, ID, ID), call(1, ID, ID), call(2, ID, ID), call(3, RIGHT, LEFT)],
  );
  assert.deepEqual(
    matchFlow(flowOf, calls, 4)?.made.map(({ column, invocation }) => [column, invocation]),
    [
      [1, 1],
      [3, 3],
      [3, 3],
      [1, 3],
    ],
  );
});

test('calls before and after a loop are of two rows, although they are in one function at one level', () => {
  const calls = callsOf(['scan', 0, ...UP], ['scan', 1, call(1, LEFT, RIGHT)], ['scan', 0, DOWN]);
  const made = matchFlow(flowOf, calls, 4)?.made;
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
  const calls = callsOf(['up', 1, call(1, one(0), one(1))], ['up', 1, call(0, one(2), one(3))], ['down', 1, DOWN]);
  const made = matchFlow(flowOf, calls, 4)?.made;
  assert.deepEqual(
    made?.slice(0, 2).map(({ column, step, invocation }) => [column, step, invocation]),
    [
      [1, 1, 1],
      [3, 2, 0],
    ],
  );
});

test('a run that makes other values, or not all, does not match', () => {
  const right = callsOf(['up', 1, ...UP], ['down', 1, DOWN]);
  assert.ok(matchFlow(flowOf, right, 4));
  // These calls make the same values, but from other operands.
  assert.equal(matchFlow(flowOf, callsOf(['up', 1, ...UP], ['down', 1, call(0, LEFT, RIGHT)]), 4), null);
  assert.equal(matchFlow(flowOf, callsOf(['up', 1, UP[0], call(1, ID, RIGHT)], ['down', 1, DOWN]), 4), null);
  assert.equal(matchFlow(flowOf, right.slice(0, 2), 4), null);
  assert.equal(matchFlow(flowOf, [], 4), null);
  assert.equal(
    matchFlow(() => ({ ...FLOW, columns: 64 }), right, 64),
    null,
  );
});
