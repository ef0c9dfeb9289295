import assert from 'node:assert/strict';
import test from 'node:test';
import { openAdapter, readWords, runOnGpu } from './gpu-run.ts';

/** An adapter whose device is lost when the test calls `lose`, or when the device is destroyed, as in a browser. */
function fakeAdapter({ error = null } = {}) {
  const told = { features: null, destroyed: 0, lose: null };
  const device = {
    lost: new Promise((lose) => (told.lose = (message) => lose({ message }))),
    pushErrorScope() {},
    popErrorScope: async () => error,
    destroy() {
      told.destroyed++;
      told.lose('destroyed');
    },
  };
  const requestDevice = async ({ requiredFeatures }) => {
    told.features = requiredFeatures;
    return device;
  };
  return { adapter: { requestDevice }, device, told };
}

const NEVER = new Promise(() => {});
const rest = (ms = 0) => new Promise((resume) => setTimeout(resume, ms));

test('work has a device with the features that it takes, which is destroyed when it has ended', async () => {
  const { adapter, device, told } = fakeAdapter();
  const work = async (given, step) => {
    assert.deepEqual([given, told.destroyed], [device, 0]);
    step();
    return 7;
  };
  assert.equal(await runOnGpu(adapter, { features: ['subgroups'] }, work), 7);
  assert.deepEqual([told.features, told.destroyed], [['subgroups'], 1]);
  const plain = fakeAdapter();
  await runOnGpu(plain.adapter, {}, async () => {});
  assert.deepEqual(plain.told.features, []);
});

test('an error of the work, of the browser, and a lost device end it', async () => {
  const failing = fakeAdapter();
  await assert.rejects(
    runOnGpu(failing.adapter, {}, async () => {
      throw new Error('odd');
    }),
    /^Error: odd$/,
  );
  assert.equal(failing.told.destroyed, 1);
  const invalid = fakeAdapter({ error: { message: 'no such binding' } });
  await assert.rejects(
    runOnGpu(invalid.adapter, {}, async () => 7),
    /refuses the kernel: no such binding/,
  );
  const refused = fakeAdapter({ error: { message: 'unresolved value' } });
  await assert.rejects(
    runOnGpu(refused.adapter, {}, async () => {
      throw new Error('no pipeline');
    }),
    /refuses the kernel: unresolved value/,
  );
  const losing = fakeAdapter();
  const lost = assert.rejects(
    runOnGpu(losing.adapter, {}, () => NEVER),
    /the device was lost: unplugged/,
  );
  await rest();
  losing.told.lose('unplugged');
  await lost;
  assert.equal(losing.told.destroyed, 1);
});

test('a step that does not end is stopped; steps that end may take any time together', async () => {
  const stalled = fakeAdapter();
  await assert.rejects(
    runOnGpu(stalled.adapter, { bound_ms: 50 }, () => NEVER),
    /did not end within 0.05 s, so it was stopped/,
  );
  assert.ok(stalled.told.destroyed > 0);
  const slow = fakeAdapter();
  const work = async (_, step) => {
    for (let i = 0; i < 8; i++) {
      await rest(50);
      step();
    }
    return 'done';
  };
  assert.equal(await runOnGpu(slow.adapter, { bound_ms: 300 }, work), 'done');
});

test('what is cancelled ends at its next step', async () => {
  const { adapter, told } = fakeAdapter();
  const cancelling = new AbortController();
  let steps = 0;
  const work = async (_, step) => {
    for (; steps < 10; steps++) {
      step();
      if (steps === 2) cancelling.abort();
    }
  };
  await assert.rejects(runOnGpu(adapter, { signal: cancelling.signal }, work), { name: 'AbortError' });
  assert.deepEqual([steps, told.destroyed], [3, 1]);
});

test('the first words of a buffer are read by way of one that is mapped', async () => {
  let isMapped = false;
  const staging = {
    bytes: new ArrayBuffer(16),
    mapAsync: async () => void (isMapped = true),
    getMappedRange: () => staging.bytes,
    unmap: () => (isMapped = false),
  };
  const buffer = { bytes: Uint32Array.of(1, 2, 3, 4).buffer };
  const copied = [];
  const encoder = {
    copyBufferToBuffer: (from, start, to, at, bytes) => {
      copied.push(bytes);
      to.bytes = from.bytes.slice(0);
    },
    finish: () => 'commands',
  };
  const device = { createCommandEncoder: () => encoder, queue: { submit() {} } };
  const sum = (words) => {
    assert.ok(isMapped);
    return words.reduce((total, word) => total + word, 0);
  };
  assert.equal(await readWords(device, buffer, staging, 3, sum), 6);
  assert.deepEqual([copied, isMapped], [[12], false]);
});

test('where there is no adapter, that is the error', async () => {
  await assert.rejects(openAdapter({ requestAdapter: async () => null }), /no GPU was found/);
  const adapter = {};
  assert.equal(await openAdapter({ requestAdapter: async () => adapter }), adapter);
});
