import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScanLabError } from '../shared/errors.js';
import { DeviceData, runOnDevice } from './device-data.js';

/** A device that notes what it does; `errors` are those of its next scopes, in the order in which they are popped. */
function fakeDevice(errors = []) {
  const log = [];
  return {
    log,
    queue: {
      writeBuffer: (buffer, offset, words) => log.push(['write', buffer.label, offset, words.length]),
      submit: () => log.push(['submit']),
    },
    createBuffer: ({ label, size }) => ({ label, size, destroy: () => log.push(['destroy', label]) }),
    createCommandEncoder: () => ({
      copyBufferToBuffer: (from, _, to, __, bytes) => log.push(['copy', from.label, to.label, bytes]),
      finish() {},
    }),
    pushErrorScope: (filter) => log.push(['push', filter]),
    popErrorScope() {
      log.push(['pop']);
      const error = errors.shift();
      return error === 'lost' ? Promise.reject(new Error(error)) : Promise.resolve(error ? { message: error } : null);
    },
  };
}

const going = { check() {} };
const withoutScopes = ({ log }) => log.filter(([what]) => what !== 'push' && what !== 'pop');

test('outputs are as long as they are, and a run gives them with its result', async () => {
  const device = fakeDevice();
  const data = new DeviceData(device, {});
  const { result, outputs } = await data.run(going, async () => {
    data.copyOut('output', { label: 'own' }, 3);
    data.copyOut('second', { label: 'own' }, 0);
    return 7;
  });
  assert.equal(result, 7);
  assert.deepEqual([outputs.output.size, outputs.second.size], [12, 0]);
  assert.deepEqual(withoutScopes(device), [['copy', 'own', 'output', 12], ['submit']]);
});

test('outputs are announced once: when the core has submitted them, or when a count is known', async () => {
  const announced = [];
  const dataOf = () => new DeviceData(fakeDevice(), {}, ({ output }, count) => announced.push([output.size, count]));
  const early = dataOf();
  await early.run(going, async () => {
    early.copyOut('output', { label: 'own' }, 3);
    early.submitted();
    assert.deepEqual(announced, []);
    await Promise.resolve();
    assert.deepEqual(announced, [[12, undefined]]);
    return undefined;
  });
  const late = dataOf();
  await late.run(going, async () => {
    late.copyOut('output', { label: 'own' }, 2);
    return 2;
  });
  assert.deepEqual(announced, [
    [12, undefined],
    [8, 2],
  ]);
});

test('a run that is repeated fills the buffers of its first attempt', async () => {
  const device = fakeDevice();
  const data = new DeviceData(device, {});
  assert.equal(data.passesOn(), false);
  const { outputs } = await data.run(going, async () => {
    for (const label of ['first', 'second']) {
      data.copyOut('output', { label }, 3);
      data.submitted();
    }
  });
  assert.equal(outputs.output.size, 12);
  assert.deepEqual(withoutScopes(device), [['copy', 'first', 'output', 12], ['submit'], ['copy', 'second', 'output', 12], ['submit']]);
  let made = 0;
  const counting = new DeviceData({ ...fakeDevice(), createBuffer: () => ({ made: ++made, destroy() {} }) }, {}, () => {});
  assert.equal(counting.passesOn(), true);
  await counting.run(going, async () => {
    counting.copyOut('output', { label: 'own' }, 3);
    counting.copyOut('output', { label: 'own' }, 3);
  });
  assert.equal(made, 1);
});

test('an output that could not be made is not announced, nor one of a run that was stopped', async () => {
  const none = { ...fakeDevice(), createBuffer: () => assert.fail('no memory') };
  const data = new DeviceData(none, {}, () => assert.fail('announced'));
  const run = data.run(going, async () => {
    data.copyOut('output', { label: 'own' }, 3);
    data.submitted();
  });
  await assert.rejects(run, { code: 'out-of-memory' });
  const stopped = new ScanLabError('cancelled', 'stopped');
  const task = { stopped: null, check: () => assert.ok(!task.stopped, task.stopped) };
  const work = async (data) => {
    data.copyOut('output', { label: 'own' }, 1);
    task.stopped = stopped;
    data.submitted();
  };
  await assert.rejects(
    runOnDevice({ device: fakeDevice() }, task, {}, work, () => assert.fail('announced')),
    stopped,
  );
});

test('a run that was stopped, or that has failed, destroys its outputs', async () => {
  const stopped = new ScanLabError('cancelled', 'stopped');
  for (const [task, work] of [
    [
      {
        check: () => {
          throw stopped;
        },
      },
      async () => {},
    ],
    [going, () => Promise.reject(stopped)],
  ]) {
    const device = fakeDevice();
    const data = new DeviceData(device, {});
    const run = data.run(task, async () => {
      data.copyOut('output', { label: 'own' }, 1);
      await work();
    });
    await assert.rejects(run, stopped);
    assert.deepEqual(device.log.at(-1), ['destroy', 'output']);
  }
});

test('of several failures the first is told: a buffer that could not be, before the copy into it', async () => {
  const device = fakeDevice(['no room', null, 'invalid buffer']);
  const data = new DeviceData(device, {});
  const run = data.run(going, async () => data.copyOut('output', { label: 'own' }, 5));
  await assert.rejects(run, { code: 'out-of-memory', message: '20 bytes were required for the output; the device has none (no room).' });
  assert.deepEqual(
    device.log.filter(([what]) => what === 'push' || what === 'pop'),
    [['push', 'validation'], ['push', 'out-of-memory'], ['pop'], ['pop'], ['push', 'validation'], ['pop']],
  );
});

test('what a lost device says of its scopes is left to the run', async () => {
  const data = new DeviceData(fakeDevice(['lost', 'lost', 'lost']), {});
  await data.run(going, async () => data.copyOut('output', { label: 'own' }, 5));
});

test('arrays go up in slices, and one that is detached ends the run, which destroys its outputs', async () => {
  const device = fakeDevice();
  const words = new Uint32Array(2 ** 20 + 5);
  const run = runOnDevice({ device }, going, { values: { name: 'values', words } }, async (data) => {
    data.copyIn('values', { label: 'core' });
    data.copyIn('flags', { label: 'core' });
    data.copyOut('output', { label: 'own' }, 1);
    structuredClone(words, { transfer: [words.buffer] });
  });
  await assert.rejects(run, { code: 'bad-argument', message: /^values must stay where it is/ });
  assert.deepEqual(withoutScopes(device), [
    ['write', 'core', 0, 2 ** 20],
    ['write', 'core', 2 ** 22, 5],
    ['copy', 'own', 'output', 4],
    ['submit'],
    ['destroy', 'output'],
  ]);
});
