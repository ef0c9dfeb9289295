import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { rewriteOf } from './rewrites.ts';

const kernel = (id) => fs.readFileSync(new URL(`../../../shaders/scan/${id}.wgsl`, import.meta.url), 'utf8');
const changed = (before, { recording, places }) => places.map(({ shader, line }) => recording.shaders[shader].split('\n')[line - 1].trim());

test('the naive scan in tiles loses its second buffer', () => {
  const recording = { shaders: [`const NAIVE_RESULT: u32 = 8u;\n${kernel('naive-tiles')}`] };
  const edited = rewriteOf('naive-tiles').apply(recording);
  assert.deepEqual(changed(recording, edited), ['const NAIVE_RESULT: u32 = 0u;', 'let after = before;']);
  assert.equal(rewriteOf('kogge-stone').apply(recording), null);
});

test('the kernel of one buffer loses one of its two barriers', () => {
  const recording = { shaders: [kernel('kogge-stone')] };
  const edited = rewriteOf('kogge-stone').apply(recording);
  assert.deepEqual(changed(recording, edited), ['']);
  const barriers = (text) => text.split('workgroupBarrier();').length - 1;
  assert.deepEqual(
    [recording, edited.recording].map(({ shaders }) => barriers(shaders[0])),
    [2, 1],
  );
  assert.match(
    edited.recording.shaders[0],
    /combine\(kogge_stone_values[^\n]*\n\s*\n\s*kogge_stone_values\[slot\] = sum;\n\s*workgroupBarrier/,
  );
});

test('Horn’s steps read and write one level, which is not the output', () => {
  const pass = (...bindings) => ({ bindings: [[0, 9], ...bindings] });
  const recording = {
    shaders: [kernel('hillis-steele')],
    output: 1,
    passes: [pass([1, 0], [4, 1]), pass([3, 1], [4, 2]), pass([3, 2], [2, 1])],
  };
  const edited = rewriteOf('hillis-steele').apply(recording);
  assert.deepEqual(changed(recording, edited), [
    'if (index < distance) { return after[index]; }',
    'return combine(after[index - distance], after[index]);',
  ]);
  assert.deepEqual(
    edited.recording.passes.map(({ bindings }) => bindings.slice(1)),
    [
      [
        [1, 0],
        [4, 2],
      ],
      [[4, 2]],
      [
        [2, 1],
        [4, 2],
      ],
    ],
  );
  // With a single step, no step reads and writes a level.
  assert.equal(rewriteOf('hillis-steele').apply({ ...recording, passes: [pass([1, 0], [2, 1])] }), null);
});

test('other scans have none', () => {
  for (const id of ['blelloch', 'toString', '']) assert.equal(rewriteOf(id), undefined);
});
