/** What a GPU that computes wrongly leaves: runs end, and the check names what is wrong. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { breadthFirst } from './applications/breadth-first.js';
import { ANY_SCAN, defaultsOf } from './settings.js';
import { checkOutcome, runSteps } from './steps.js';
import { wayBack } from './maze.js';

/** Exclusive or inclusive sums, as they should be. */
function added(values, { mode } = {}) {
  let sum = 0;
  return values.map((value) => (mode === 'exclusive' ? (sum += value) - value : (sum += value)));
}

const kept = (list, { flags }) => ({ output: list.filter((_, i) => flags[i]) });

/** Its problem by a lab whose methods are these. */
async function problemOf(application, lab, n = 64) {
  const { settings } = defaultsOf(application);
  const outcome = await runSteps(application, lab, { settings, n, input: application.input(settings, n), scan: ANY_SCAN });
  return (await checkOutcome(application, lab, outcome)).problem;
}

for (const [name, scan] of [
  ['zeros', (values) => values.map(() => 0)],
  ['ones', (values) => values.map(() => 1)],
  ['the largest number', (values) => values.map(() => 2 ** 32 - 1)],
  ['its input', (values) => values.slice()],
]) {
  test(`breadth-first search ends where scans give ${name}`, async () => {
    assert.ok(await problemOf(breadthFirst, { scan, compact: kept }));
  });
}

test('breadth-first search is right by right scans and compactions', async () => {
  assert.equal(await problemOf(breadthFirst, { scan: added, compact: kept }), null);
});

for (const [name, compact] of [
  ['all', (list) => ({ output: list })],
  ['nothing', () => ({ output: new Uint32Array() })],
  ['one cell', () => ({ output: Uint32Array.of(3) })],
  ['cells beyond the maze', (list) => ({ output: list.map(() => 2 ** 32 - 2) })],
  ['all, where none is flagged', (list, { flags }) => ({ output: flags.includes(1) ? kept(list, { flags }).output : list })],
]) {
  test(`breadth-first search ends where compactions keep ${name}`, async () => {
    assert.ok(await problemOf(breadthFirst, { scan: added, compact }));
  });
}

test('a way back along wrong distances ends', () => {
  const maze = { columns: 3, rows: 1, right: Uint8Array.of(1, 1, 0), down: new Uint8Array(3) };
  assert.deepEqual(wayBack(maze, [2, 1, 0], 0), [0, 1, 2]);
  assert.deepEqual(wayBack(maze, [5, 5, 5], 1), [1]);
});
