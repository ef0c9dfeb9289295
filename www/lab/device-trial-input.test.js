import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceWords } from '../shared/device-words.ts';
import { trialInputOnDevice } from './device-trial-input.ts';

/** A device that counts open error scopes and buffers that are not destroyed. @param {{ failure?: unknown, submit?: () => void }} [how] */
function fakeDevice({ failure = null, submit = () => {} } = {}) {
  const open = { scopes: 0, buffers: 0 };
  const device = {
    queue: { submit },
    createBuffer({ size }) {
      open.buffers += 1;
      return {
        mapAsync: async () => {},
        getMappedRange: () => new Uint32Array(size / 4).fill(7).buffer,
        destroy: () => (open.buffers -= 1),
      };
    },
    createCommandEncoder: () => ({ copyBufferToBuffer() {}, finish() {} }),
    pushErrorScope: () => (open.scopes += 1),
    async popErrorScope() {
      open.scopes -= 1;
      return failure;
    },
  };
  return { device, open };
}

const task = /** @type {any} */ ({});
const elementsOf = (device) =>
  trialInputOnDevice(/** @type {any} */ ({ device, watch: (_, work) => work }), task, new DeviceWords(/** @type {any} */ ({}), 3), 1);

test('elements of a buffer are read, and nothing of it stays', async () => {
  const { device, open } = fakeDevice();
  assert.deepEqual([...(await elementsOf(device))], [7, 7, 7]);
  assert.deepEqual(open, { scopes: 0, buffers: 0 });
});

test('a buffer that cannot be read has no elements', async () => {
  const { device, open } = fakeDevice({ failure: { message: 'not copied' } });
  assert.deepEqual([...(await elementsOf(device))], []);
  assert.deepEqual(open, { scopes: 0, buffers: 0 });
});

test('a copy that throws leaves neither its error scope open nor its buffer', async () => {
  const { device, open } = fakeDevice({
    submit() {
      throw new TypeError('no buffer');
    },
  });
  await assert.rejects(elementsOf(device), /no buffer/);
  assert.deepEqual(open, { scopes: 0, buffers: 0 });
});
