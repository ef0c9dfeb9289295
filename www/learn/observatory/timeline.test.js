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
  const traced = { events, kinds: KINDS, passes: [{ workgroup_size: [4, 1, 1] }] };
  const { rows, steps } = timelineOf(traced, { tiles: 2, tileWords: 4, names: NAMES });
  assert.equal(steps, 15);
  const [first, second] = rows;
  assert.deepEqual([first.tile, first.prefix, first.end], [0, 10, null]);
  assert.deepEqual([second.tile, second.load, second.aggregate, second.prefix, second.store], [1, [4, 5], 7, 12, [13, 13]]);
  assert.deepEqual([second.waits, second.windows, second.depth], [1, 1, 1]);
  assert.deepEqual(second.fallbacks, [{ step: 9, tile: 0 }]);
  assert.deepEqual(
    partsOf(second, steps).parts.map(({ part, from, to }) => `${part} ${from} ${to}`),
    ['start 1 4', 'load 4 6', 'scan 6 8', 'look-back 8 13', 'store 13 14'],
  );
});
