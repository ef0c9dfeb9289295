import assert from 'node:assert/strict';
import test from 'node:test';
import { KernelHost } from './kernel-host.ts';

/** Kernels whose code is the number that they add to each word of the last buffer. */
const kernels = {
  free() {},
  run(code, workgroups, buffers) {
    if (code === 'wrong') throw new Error('the kernel is wrong');
    buffers.at(-1).forEach((word, i, all) => (all[i] = word + Number(code) * workgroups));
  },
};

test('commands are done in their order, and what is read is a copy', () => {
  const host = new KernelHost(kernels);
  const found = host.do(
    [
      ['make', 1, 4],
      ['write', 1, 1, Uint32Array.of(5, 6)],
      ['make', 2, 4],
      ['copy', 1, 1, 2, 2, 2],
      ['run', '10', 2, [1, 2]],
    ],
    2,
  );
  assert.deepEqual(found, Uint32Array.of(20, 20, 25, 26));
  assert.deepEqual(host.do([['run', '1', 1, [2]]], 1), Uint32Array.of(0, 5, 6, 0));
  assert.deepEqual(found, Uint32Array.of(20, 20, 25, 26));
  assert.deepEqual(host.do([['clear', 2]], 2), new Uint32Array(4));
});

test('a buffer that is destroyed, or was never made, has no words', () => {
  const host = new KernelHost(kernels);
  host.do(
    [
      ['make', 7, 3],
      ['destroy', 7],
    ],
    null,
  );
  assert.deepEqual(host.do([['write', 8, 0, new Uint32Array()]], 7), new Uint32Array());
});

test('what is wrong with a command is thrown, and the buffers stay', () => {
  const host = new KernelHost(kernels);
  const all = [
    ['make', 1, 2],
    ['write', 1, 0, Uint32Array.of(3, 4)],
    ['run', 'wrong', 1, [1]],
    ['clear', 1],
  ];
  assert.throws(() => host.do(/** @type {any} */ (all), 1), /the kernel is wrong/);
  assert.deepEqual(host.do([], 1), Uint32Array.of(3, 4));
});
