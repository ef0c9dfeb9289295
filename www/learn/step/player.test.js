import assert from 'node:assert/strict';
import test from 'node:test';
import { warpAccesses } from './machine.ts';
import { EVENT, Player } from './player.ts';
import { columnsOf, stagesOf, timelineOf, unitsOfAccess } from './timeline.ts';

/** A run of one workgroup of two subgroups of two, which shifts four numbers by one. */
function shifted() {
  const events = [];
  const add = (step, kind, invocation, pc, address, old, new_, space = 0) =>
    events.push([kind | (space << 8), step, invocation, pc, address, old, new_]);
  add(0, EVENT.dispatch, 0, 0, 0, 1, 4);
  add(1, EVENT.start, 0, 0, 0, 0, 0);
  for (const localIndex of [0, 1]) add(2, EVENT.read, localIndex, 1, localIndex, 10 + localIndex, 10 + localIndex, 1);
  add(2, EVENT.call, 1, 1, 0, 0, 2);
  add(2, EVENT.return, 1, 1, 0, 2, 1);
  for (const localIndex of [2, 3]) add(3, EVENT.read, localIndex, 1, localIndex, 10 + localIndex, 10 + localIndex, 1);
  for (const localIndex of [0, 1]) add(4, EVENT.write, localIndex, 2, 2 * localIndex, 0, 10 + localIndex);
  add(5, EVENT.barrier, 0, 3, 0, 1, 4);
  for (const localIndex of [0, 1]) add(6, EVENT.write, localIndex, 4, localIndex + 1, 11 + localIndex, 10 + localIndex, 1);
  const pass = {
    entry_point: 'shift',
    workgroup_size: [4, 1, 1],
    workgroups: [1, 1, 1],
    lines: [0, 5, 6, 7, 8],
    function_of: [0, 0, 0, 0, 0],
    functions: ['shift'],
  };
  return {
    initial: [[10, 11, 12, 13]],
    passes: [{ ...pass, workgroup_memory: [['tree', 0, 4]], buffers: [['numbers', 0]], first_event: 0 }],
    events: Uint32Array.from(events.flat()),
    values: Uint32Array.from([10, 11, 21]),
    subgroupSize: 2,
    schedule: 'lockstep',
  };
}

test('a player has the memory of every moment, whichever way it moves', () => {
  const player = new Player(shifted());
  assert.equal(player.steps, 7);
  const seen = [];
  for (let step = 0; step <= player.steps; step++) {
    player.seek(step);
    seen.push([[...player.buffers[0]], [...player.memory(0, 0)]]);
  }
  assert.deepEqual(seen.at(-1), [
    [10, 10, 11, 13],
    [10, 0, 11, 0],
  ]);
  for (let step = player.steps; step >= 0; step--) {
    player.seek(step);
    assert.deepEqual([[...player.buffers[0]], [...player.memory(0, 0)]], seen[step]);
  }
  player.seek(1e9);
  assert.equal(player.step, 7);
  player.seek(-3);
  assert.equal(player.step, 0);
});

test('a player moves by barriers and by dispatches', () => {
  const player = new Player(shifted());
  assert.deepEqual([player.after(player.barriers), player.after(player.dispatches)], [6, 1]);
  player.seek(6);
  assert.deepEqual([player.after(player.barriers), player.before(player.barriers), player.before(player.dispatches)], [7, 0, 1]);
});

test('a moment has accesses, applications and barriers, and the lines of the subgroups', () => {
  const player = new Player(shifted());
  player.seek(3);
  const { accesses, combinations, pc } = player.moment();
  assert.deepEqual(
    accesses.map(({ kind, space, address, localIndex }) => [kind, space, address, localIndex]),
    [
      ['read', 1, 0, 0],
      ['read', 1, 1, 1],
    ],
  );
  assert.deepEqual(combinations, [{ workgroup: 0, localIndex: 1, left: [10], right: [11], result: [21] }]);
  assert.equal(pc, 1);
  assert.deepEqual(player.linesOf(0, 0), [5, null]);
  player.seek(6);
  assert.deepEqual(player.moment().barrier, { workgroup: 0, orders: 1, pc: 3 });
  assert.deepEqual(player.linesOf(0, 0), [7, 7]);
  player.seek(7);
  assert.deepEqual(player.linesOf(0, 0), [8, 7]);
});

test('the example of the paper takes 5 units on the DMM and 7 on the UMM', () => {
  for (const [space, expected] of [
    [0, [2, 1]],
    [1, [3, 2]],
  ]) {
    const addresses = [0, 1, 6, 10, 8, 9, 14, 15];
    const accesses = addresses.map((address, localIndex) => ({
      kind: 'read',
      space,
      address,
      part: 0,
      old: 0,
      new: 0,
      workgroup: 0,
      localIndex,
      pc: 1,
    }));
    assert.deepEqual(
      warpAccesses(accesses, 4).map(({ units }) => units),
      expected,
    );
  }
});

test('the clock adds the pipeline once a round', () => {
  const { clocks: all } = timelineOf(new Player(shifted()), 2, 3);
  // Two subgroups read in one round: a unit each, and two stages more; the write after the barrier is a round of its own.
  assert.deepEqual(
    all.map(({ umm }) => umm),
    [0, 0, 3, 4, 4, 4, 8],
  );
  // Addresses 0 and 2 are in the same of two banks.
  assert.deepEqual([all[4].dmm, all[6].allDmm], [4, 4]);
});

test('columns have the units of each access, the pipeline between rounds, and barriers', () => {
  const { machines } = timelineOf(new Player(shifted()), 2, 3);
  const window = { before: 8, after: 8 };
  const storage = columnsOf(machines.get('0'), 3, 3, window);
  assert.deepEqual(
    storage.map(({ kind, time, units }) => [kind, time ?? units]),
    [
      ['unit', 0],
      ['unit', 1],
      ['barrier', 0],
      ['pipeline', 2],
      ['unit', 4],
      ['unit', 5],
    ],
  );
  // The request of the warp before has moved on to the second stage.
  assert.deepEqual(
    stagesOf(storage, 3).map((unit) => unit?.warp ?? null),
    [1, 0, null],
  );
  const memory = columnsOf(machines.get('0/0'), 4, 3, window);
  assert.deepEqual(
    memory.map(({ kind }) => kind),
    ['unit', 'unit', 'barrier'],
  );
  assert.ok(memory[0].entries[0].isConflict && memory[1].isNow);
  assert.deepEqual(columnsOf(machines.get('0'), 0, 3, { before: 8, after: 0 }), []);
});

test('the requests of an access enter by banks in workgroup memory, by address groups in storage', () => {
  const accesses = [0, 1, 6, 10].map((address, localIndex) => ({ kind: 'read', space: 0, address, workgroup: 0, localIndex, pc: 1 }));
  const entered = (space) =>
    unitsOfAccess(
      warpAccesses(
        accesses.map((one) => ({ ...one, space })),
        4,
      )[0],
    ).map((entries) => entries.map(({ address }) => address));
  assert.deepEqual(entered(0), [[0, 1, 6], [10]]);
  assert.deepEqual(entered(1), [[0, 1], [6], [10]]);
});
