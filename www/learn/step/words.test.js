import assert from 'node:assert/strict';
import test from 'node:test';
import { elementText, momentText, runsText, stateText, valueText, wordText } from './words.ts';

const bits = (float) => new Uint32Array(Float32Array.of(float).buffer)[0];

test('words are shown by their type, and unwritten ones as dots', () => {
  assert.equal(wordText(0xdeadbeef), '·');
  assert.equal(wordText(0xffffffff), '−1');
  assert.equal(wordText(0xffffffff, 'u32'), '4294967295');
  assert.equal(wordText(bits(-1.5), 'f32'), '−1.5');
  // A count or a flag in a buffer of floats is shown as an integer.
  assert.equal(wordText(3, 'f32'), '3');
  assert.equal(elementText([bits(-1), bits(5)], 'f32'), '(−1, 5)');
  assert.equal(valueText([bits(2), bits(3)], 'vec2<f32>'), '(2, 3)');
  assert.equal(valueText([1], 'bool'), 'true');
});

test('numbers are shown as runs', () => {
  assert.equal(runsText([0, 1, 2, 5, 7, 8]), '0–2, 5, 7–8');
});

test('states of tiles are named by what they hold', () => {
  assert.equal(stateText({ tile: 2, published: 'aggregate', words: [7] }, 'i32'), 'tile 2: aggregate 7');
  assert.equal(stateText({ tile: 3, published: 'empty', words: [] }, 'i32'), 'tile 3: empty');
  const played = { passes: [{ workgroups: [4], workgroup_size: [8] }], subgroupSize: 4 };
  const access = (old, after) => ({ kind: 'atomic', space: 3, address: 4, old, new: after, workgroup: 2, localIndex: 0 });
  const moment = (accesses, states) => ({
    pass: 0,
    workgroup: 2,
    accesses,
    states,
    calls: [],
    collectives: [],
    started: [],
    barrier: null,
  });
  const prefix = { tile: 2, published: 'prefix', words: [21] };
  assert.equal(
    momentText(played, moment([access(0, 1)], [prefix]), 'i32'),
    'Subgroup 0 of workgroup 2, invocation 0, publishes the state of tile 2: prefix 21.',
  );
  assert.equal(
    momentText(played, moment([access(1, 1)], [prefix, { tile: 1, published: 'empty', words: [] }]), 'i32'),
    'Subgroup 0 of workgroup 2, invocation 0, reads the state of tile 2: prefix 21, tile 1: empty.',
  );
});
