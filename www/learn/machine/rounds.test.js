import assert from 'node:assert/strict';
import test from 'node:test';
import { EVENT } from '../step/player.ts';
import { roundsOf, timeOf, unitsOf } from './rounds.ts';

/** Figure 3 of the paper: p = 8, w = 4, l = 3. */
const ADDRESSES = [0, 1, 6, 10, 8, 9, 14, 15];
const warps = [0, 1].map((warp) => ({
  warp,
  pc: 0,
  requests: ADDRESSES.slice(4 * warp, 4 * warp + 4).map((address, i) => ({ address, invocation: 4 * warp + i })),
}));
const round = (isStorage, all = warps) => ({ pass: 0, isStorage, workgroup: 0, warps: all });

test('the example of the paper takes 5 and 7 time units', () => {
  assert.equal(timeOf(round(false), 4, 3), 5);
  assert.equal(timeOf(round(true), 4, 3), 7);
  const entering = (isStorage) => unitsOf(round(isStorage), 4).map(({ requests }) => requests.map(({ address }) => address));
  assert.deepEqual(entering(false), [[0, 1, 6], [10], [8, 9, 14, 15]]);
  assert.deepEqual(entering(true), [[0, 1], [6], [10], [8, 9], [14, 15]]);
});

test('one request serves all threads that request a word', () => {
  const one = [{ warp: 0, pc: 0, requests: [0, 1, 2].map((invocation) => ({ address: 5, invocation })) }];
  for (const isStorage of [false, true]) assert.equal(timeOf(round(isStorage, one), 4, 1), 1);
});

test('a round is the k-th access of each warp since the last barrier', () => {
  const event = (kind, space, step, invocation, address) => [kind | (space << 8), step, invocation, 0, address, 0, 0];
  const events = Uint32Array.from([
    ...event(EVENT.dispatch, 0, 0, 0, 0),
    ...event(EVENT.read, 0, 1, 0, 7),
    ...event(EVENT.read, 0, 1, 1, 8),
    ...event(EVENT.read, 0, 2, 2, 9),
    ...event(EVENT.write, 1, 3, 0, 4),
    ...event(EVENT.read, 0, 4, 0, 3),
    ...event(EVENT.barrier, 0, 5, 0, 0),
    ...event(EVENT.read, 0, 6, 2, 1),
  ]);
  const found = roundsOf({ events, passes: [{ first_event: 0, workgroup_size: [4, 1, 1] }] }, 2);
  const shown = found.map(({ isStorage, warps: of }) => [isStorage, of.map(({ requests }) => requests.map(({ address }) => address))]);
  assert.deepEqual(shown, [
    [false, [[7, 8], [9]]],
    [true, [[4]]],
    [false, [[3]]],
    [false, [[1]]],
  ]);
});
