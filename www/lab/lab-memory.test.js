import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tick } from './lab.fakes.mjs';
import { open } from './lab.steps.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The number of live references after garbage collections. */
async function countHeld(refs) {
  for (let turn = 0; turn < 5; turn += 1) {
    await tick();
    collectGarbage();
  }
  return refs.filter((ref) => ref.deref()).length;
}

test('a lab holds no results of scans that have ended', async () => {
  const { lab } = await open();
  const refs = [];
  for (let i = 0; i < 8; i += 1) refs.push(new WeakRef(await lab.scan(new Uint32Array(100))));
  const held = await countHeld(refs);
  assert.ok(held <= 1, `${held} of ${refs.length} results are held`);
  assert.deepEqual(await lab.scan(Uint32Array.of(2, 3)), Uint32Array.of(2, 5));
});

test('a stream holds no chunks that its reader has released', async () => {
  const { lab } = await open();
  const bytes = new Uint8Array(new Uint32Array(80).fill(1).buffer);
  const stream = new ReadableStream({ start: (controller) => (controller.enqueue(bytes), controller.close()) });
  const reader = lab.scanStream(stream, { chunkElements: 8 }).getReader();
  const refs = [];
  for (let i = 0; i < 8; i += 1) refs.push(new WeakRef((await reader.read()).value));
  const held = await countHeld(refs);
  // A promise that has just settled may still hold the last chunk.
  assert.ok(held <= 2, `${held} of ${refs.length} chunks are held`);
  assert.equal((await reader.read()).value[0], 65);
});
