/** Buffers of arrays that states share. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { drop, forgetAll, hold, keptOf, keptOn } from './arrays.ts';

/** A device that notes which buffers are destroyed. */
const deviceOf = () => {
  const destroyed = [];
  const device = {
    createBuffer: ({ size }) => ({ size, destroy: () => destroyed.push(size) }),
    queue: { writeBuffer: () => {} },
  };
  return { device, destroyed };
};

test('an array stays on the device until the last state that has it is dropped', () => {
  const { device, destroyed } = deviceOf();
  const [shared, own, next] = [new Uint32Array(1), new Float32Array(2), new Int32Array(3)];
  const [first, second] = [
    { shared, own, n: 5, texts: ['a'] },
    { inner: { shared }, next },
  ];
  hold(device, first);
  hold(device, second);
  for (const words of [shared, own, next]) keptOn(device, words);
  assert.equal(keptOn(device, shared), keptOf(device, shared));
  drop(device, first);
  assert.deepEqual(destroyed, [8]);
  assert.ok(keptOf(device, shared) && !keptOf(device, own));
  // Arrays of a state that begins before the last one is dropped also stay.
  hold(device, first);
  drop(device, second);
  assert.deepEqual(destroyed, [8, 12]);
  assert.ok(keptOf(device, shared));
  drop(device, first);
  assert.deepEqual(destroyed, [8, 12, 4]);
});

test('arrays of another device, and those that are forgotten, are made anew', () => {
  const [one, other] = [deviceOf(), deviceOf()];
  const words = new Uint32Array(1);
  const buffer = keptOn(one.device, words);
  assert.notEqual(keptOn(other.device, words), buffer);
  forgetAll(one.device);
  assert.notEqual(keptOn(one.device, words), buffer);
  drop(one.device, words);
  assert.deepEqual(one.destroyed, [4]);
  assert.ok(keptOf(other.device, words));
});
