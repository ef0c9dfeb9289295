import assert from 'node:assert/strict';
import test from 'node:test';
import { partsOf, timelineOf } from './timeline.ts';

const NAMES = ['source', 'prefixes', 'scratch 0', 'scratch 1'];
const KINDS = ['dispatch', 'workgroup-start', 'workgroup-end', 'read', 'write', 'atomic'];
const event = (kind, name, step, invocation, address, old = 0, new_ = 0) => [
  KINDS.indexOf(kind) | ((NAMES.indexOf(name) + 1) << 8),
  step,
  invocation,
  0,
  address,
  old,
  new_,
];
const word = (flag, half) => (flag << 16) | half;

test('a workgroup loads, publishes, waits, looks back and stores', () => {
  const events = Uint32Array.from([
    ...event('dispatch', '', 0, 0, 0),
    ...event('workgroup-start', '', 1, 0, 0),
    ...event('workgroup-start', '', 1, 1, 0),
    ...event('atomic', 'scratch 1', 2, 0, 0, 0, 1),
    ...event('atomic', 'scratch 1', 3, 4, 0, 1, 2),
    ...event('read', 'source', 4, 4, 4),
    ...event('read', 'source', 5, 5, 5),
    ...event('atomic', 'scratch 0', 7, 4, 2, 0, word(1, 9)),
    ...event('atomic', 'scratch 0', 8, 4, 0, 0, 0),
    ...event('read', 'source', 9, 4, 0),
    ...event('atomic', 'scratch 0', 10, 0, 0, 0, word(2, 5)),
    ...event('atomic', 'scratch 0', 11, 4, 0, word(2, 5), word(2, 5)),
    ...event('atomic', 'scratch 0', 12, 4, 2, word(1, 9), word(2, 14)),
    ...event('write', 'prefixes', 13, 4, 4, 0, 1),
    ...event('workgroup-end', '', 14, 1, 0),
  ]);
  const traced = { events, words: 7, kinds: KINDS, passes: [{ workgroup_size: [4, 1, 1], rounds: [] }] };
  const { rows, end } = timelineOf(traced, { tiles: 2, tileWords: 4, names: NAMES, latency: 1 });
  assert.equal(end, 15);
  const [first, second] = rows;
  assert.deepEqual([first.tile, first.prefix, first.end], [0, 10, null]);
  assert.deepEqual([second.tile, second.load, second.aggregate, second.prefix, second.store], [1, [4, 5], 7, 12, [13, 13]]);
  assert.deepEqual([second.waits, second.windows, second.depth], [1, 1, 1]);
  assert.deepEqual(second.fallbacks, [{ time: 9, tile: 0 }]);
  assert.deepEqual(
    partsOf(second, end).parts.map(({ part, from, to }) => `${part} ${from} ${to}`),
    ['start 1 4', 'load 4 6', 'scan 6 8', 'look-back 8 13', 'store 13 14'],
  );
});

test('accesses of a round overlap, and each round takes the latency once; without rounds accesses wait for each other', () => {
  const events = Uint32Array.from([
    ...event('workgroup-start', '', 0, 0, 0),
    ...event('atomic', 'scratch 1', 1, 0, 0, 0, 1),
    ...event('read', 'source', 2, 0, 0),
    ...event('read', 'source', 3, 1, 1),
    ...event('write', 'prefixes', 4, 0, 0, 0, 1),
    ...event('workgroup-end', '', 5, 0, 0),
  ]);
  const timesOf = (rounds) => {
    const traced = { events, words: 7, kinds: KINDS, passes: [{ workgroup_size: [4, 1, 1], rounds }] };
    const { rows, end } = timelineOf(traced, { tiles: 1, tileWords: 4, names: NAMES, latency: 100 });
    const [{ start, load, store }] = rows;
    return [start, ...load, ...store, end];
  };
  assert.deepEqual(timesOf([1, 2, 4]), [0, 2 + 99, 3 + 99, 4 + 2 * 99, 4 + 2 * 99, 5 + 2 * 99 + 1]);
  assert.deepEqual(timesOf([]), [0, 200, 300, 400, 400, 501]);
});
