import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Task } from './task.ts';
import { DeviceWords } from '../shared/device-words.ts';
import { PLAN, buffer, fakeDevice, port } from '../shared/runner.fakes.mjs';
import { runOnDevice } from './run-on-device.ts';

/** Two passes with state in scratch memory. Each pass is a submission. */
const IN_PARTS = { ...PLAN, ports: [port('input', 4016), { ...port('output', 4016), words: 1004, countedWords: null }, port('count', 4)] };
const PARTS = { ...IN_PARTS, ports: IN_PARTS.ports.slice(0, 2), abortFlags: [], passes: [PLAN.passes[0], PLAN.passes[0]] };
PARTS.passes = PARTS.passes.map((pass) => ({ ...pass, bindings: pass.bindings.slice(0, 1) }));
PARTS.table = [];

/** A session on a fake device that lists its submissions. Submitted work ends when `endWork` is called. */
function fakeSession() {
  const device = fakeDevice();
  const submitted = [];
  const waiting = [];
  const make = device.createCommandEncoder;
  device.createCommandEncoder = () => {
    const encoder = make();
    return Object.assign(encoder, { finish: () => encoder.commands.map((command) => command.pipeline ?? command) });
  };
  device.queue.submit = (commands) => submitted.push(...commands);
  device.queue.onSubmittedWorkDone = () => new Promise((resolve) => waiting.push(resolve));
  const session = {
    device,
    core: { revision: () => 1 },
    call: (work) => work(),
    watch: (_, work) => work,
    watchSoon: (_, work) => work,
    lifetime: { onEnd() {} },
  };
  return { session, submitted, endWork: () => waiting.splice(0).forEach((resolve) => resolve()), isWaiting: () => waiting.length > 0 };
}

/** Lets other work continue until `state` returns true. */
async function until(state) {
  while (!state()) await new Promise((resolve) => setImmediate(resolve));
}

test('a call that is stopped between its parts leaves no state to the next one', async () => {
  const { session, submitted, endWork, isWaiting } = fakeSession();
  const run = {
    wanted: { what: 'a scan', prepare: () => PARTS },
    request: 'the same',
    inputs: { input: { name: 'input', words: new DeviceWords(buffer(), 1004) } },
    given: { output: buffer() },
  };
  const task = new Task(() => 'a scan');
  const stopped = assert.rejects(runOnDevice(session, task, run), { message: 'stopped' });
  await until(isWaiting);
  assert.deepEqual(submitted, [['begin', 'up', 'end']]);
  // The next run begins as soon as the first one has ended.
  const next = runOnDevice(session, new Task(() => 'a scan'), run);
  task.stop(new Error('stopped'));
  endWork();
  await stopped;
  for (let part = 0; part < 2; part++) {
    await until(isWaiting);
    endWork();
  }
  await next;
  const [, first, second] = submitted;
  assert.deepEqual(first, ['begin', 'clear', 'clear', 'up', 'end'], 'scratch memory is cleared first');
  assert.deepEqual(second, ['begin', 'up', 'end']);
  assert.equal(submitted.length, 3);
});
