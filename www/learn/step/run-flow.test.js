import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewest } from '../flow.ts';
import { runFlow } from './run-flow.ts';

const span = (first, last) => ({ first, last });
/** Calls that join spans: one call per step. */
const callsOf = (...joins) =>
  joins.map((operands, i) => ({
    moment: { step: i + 1, pass: 0, function: `row_${i}`, iteration: null },
    workgroup: 0,
    localIndex: i,
    operands: operands.map((one) => one && span(...one)),
    result: span(operands.find(Boolean)[0], operands.findLast(Boolean)[1]),
  }));
/** The sum of a span of the numbers 1, 2, 3, … */
const numberOf = ({ first, last }) => ((first + last + 2) * (last - first + 1)) / 2;
const inclusive = (elements) => ({ elements, mode: 'inclusive' });
const drawn = ({ graph }) =>
  graph.values.filter(({ kind }) => kind).map(({ row, column, span: { first, last } }) => [row, column, first, last]);

/** The calls of a tree over four elements, up and down. */
const TREE = callsOf(
  [
    [0, 0],
    [1, 1],
  ],
  [
    [2, 2],
    [3, 3],
  ],
  [
    [0, 1],
    [2, 3],
  ],
  [
    [0, 1],
    [2, 2],
  ],
);

test('a value is in the column of its last element, below its operands and the earlier values of the column', () => {
  const run = runFlow(TREE, inclusive(4), numberOf);
  assert.deepEqual(drawn(run), [
    [1, 1, 0, 1],
    [1, 3, 2, 3],
    [2, 3, 0, 3],
    [2, 2, 0, 2],
  ]);
  assert.deepEqual(run.made.slice(2), [
    { row: 2, column: 3, step: 3, invocation: 2 },
    { row: 2, column: 2, step: 4, invocation: 3 },
  ]);
  assert.deepEqual(
    run.graph.results.map(({ number }) => number),
    [1, 3, 6, 10],
  );
  assert.deepEqual(run.graph.labels, ['row-0, row-1', 'row-2, row-3']);
  assert.deepEqual(run.graph.words.rows, [
    'row-0, row-1: x0…x1 ← x0 ⊕ x1, x2…x3 ← x2 ⊕ x3',
    'row-2, row-3: x0…x3 ← x0…x1 ⊕ x2…x3, x0…x2 ← x0…x1 ⊕ x2',
  ]);
});

test('an exclusive scan reads the prefix before each column', () => {
  const { graph } = runFlow(TREE, { elements: 4, mode: 'exclusive' }, numberOf);
  assert.deepEqual(
    graph.results.map((value) => value?.number ?? 'id'),
    ['id', 1, 3, 6],
  );
  assert.equal(graph.exclusive, true);
});

test('a value is drawn once, and not if an operand is the identity or if it leads to no prefix', () => {
  const more = callsOf(
    [null, [0, 0]],
    [
      [0, 0],
      [1, 1],
    ],
    // No other call reads this value.
    [
      [1, 1],
      [2, 2],
    ],
    [
      [0, 0],
      [1, 1],
    ],
    [[0, 1], null],
    [
      [0, 1],
      [2, 2],
    ],
  );
  assert.deepEqual(drawn(runFlow(more, inclusive(3), numberOf)), [
    [1, 1, 0, 1],
    [2, 2, 0, 2],
  ]);
});

test('the line of a value ends where its column has a newer one, and a value that reads it later finds it at its row', () => {
  const calls = callsOf(
    [
      [1, 1],
      [2, 2],
    ],
    [
      [3, 3],
      [4, 4],
    ],
    [
      [2, 2],
      [3, 4],
    ],
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0, 0],
      [1, 2],
    ],
    [
      [0, 2],
      [3, 3],
    ],
    [
      [0, 1],
      [2, 4],
    ],
  );
  const { values } = runFlow(calls, inclusive(5), numberOf).graph;
  const [x2, newer] = values.filter(({ column }) => column === 2);
  const later = values.find(({ span: { first, last } }) => first === 2 && last === 4);
  assert.deepEqual([later.operands[0] === x2, later.row, newer.row, x2.until], [true, 2, 1, 1]);
  assert.equal(isNewest(values, x2, newer.row), true);
  assert.equal(isNewest(values, x2, later.row), false);
  assert.equal(isNewest(values, newer, later.row), true);
});

test('an input of more elements has a column per pack, and values within packs are left out', () => {
  const joins = [];
  // First sums of packs of four, then the prefixes of all elements, one after another.
  for (let i = 0; i < 64; i++)
    if (i % 4)
      joins.push([
        [i - (i % 4), i - 1],
        [i, i],
      ]);
  for (let i = 1; i < 64; i++)
    joins.push([
      [0, i - 1],
      [i, i],
    ]);
  const run = runFlow(callsOf(...joins), inclusive(64), numberOf);
  assert.equal(run.graph.columns, 16);
  assert.deepEqual(drawn(run).slice(0, 3), [
    [1, 0, 0, 3],
    [2, 1, 0, 7],
    [3, 2, 0, 11],
  ]);
  const prefix = run.graph.values.find((value) => value.row === 2);
  assert.deepEqual(
    prefix.operands.map((value) => value.span),
    [span(0, 3), span(4, 7)],
  );
  assert.deepEqual(
    run.graph.results.map((value) => value.number),
    Array.from({ length: 16 }, (_, i) => numberOf(span(0, 4 * i + 3))),
  );
  assert.match(run.note, /Each column holds 4 elements/);
});

test('a run that does not make all prefixes, or swaps operands, has no graph', () => {
  const swapped = { ...TREE[2], operands: [span(2, 3), span(0, 1)] };
  assert.equal(runFlow([...TREE, swapped], inclusive(4), numberOf), null);
  assert.equal(runFlow(TREE.slice(0, 3), inclusive(4), numberOf), null);
  assert.equal(runFlow(TREE.slice(1), inclusive(4), numberOf), null);
  assert.equal(runFlow([], inclusive(1), numberOf), null);
});
