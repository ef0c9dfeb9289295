import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceWords } from '../shared/device-words.ts';
import { PLAN, buffer, fakeDevice, port } from '../shared/runner.fakes.mjs';
import { repeatsOf } from './repeats.ts';
import { runOnDevice } from './run-on-device.ts';
import { Task } from './task.ts';

const ABORTED = { message: 'aborted' };
/** A pass that may abort, in one submission. */
const PASS = {
  ...PLAN,
  ports: [port('input', 4016), { ...port('output', 4016), words: 1004, countedWords: null }],
  passes: [{ ...PLAN.passes[0], bindings: PLAN.passes[0].bindings.slice(0, 1) }],
  submissions: [1],
  table: [],
};

/** A scan that ran once on a fake device, and a function that repeats it. */
async function repeated() {
  const device = fakeDevice();
  const state = { revision: 1, plans: 0, tasks: [], flag: 0 };
  /** Scratch buffer 1 has the abort flag. */
  const scratch = () => device.made.filter(({ label }) => label === 'scratch').at(-1);
  device.queue.onSubmittedWorkDone = async () => {};
  const session = {
    device,
    core: { revision: () => state.revision, aborted: () => ABORTED },
    call: (work) => work(),
    explain: (failure) => failure,
    watch: (_, work) => work,
    watchSoon: (_, work) => work,
    lifetime: { onEnd() {} },
    tasks: 0,
    run: (what, signal, work) => {
      const task = new Task(what);
      session.tasks++;
      state.tasks.push(task);
      return state.refusal ? Promise.reject(state.refusal) : Promise.resolve().then(() => work(task));
    },
  };
  const prepare = () => {
    state.plans++;
    return PASS;
  };
  const [input, output] = [buffer(), buffer()];
  const run = {
    wanted: { what: 'a scan', prepare },
    request: 'a scan',
    inputs: { input: { name: 'input', words: new DeviceWords(input, 1004) } },
    given: { output },
  };
  const { repeat } = await runOnDevice(session, new Task(() => 'a scan'), run);
  const known = { ...repeat, what: () => 'a scan' };
  device.log.length = 0;
  return {
    device,
    session,
    state,
    output,
    repeat: known,
    abort: (flag) => (scratch().words[1] = flag),
    add: (onSubmitted) => repeatsOf(session).add(known, onSubmitted),
  };
}

const calls = ({ log }, name) => log.filter((one) => one === name).length;

test('repeats that start at once are one task and one submission, and make nothing', async () => {
  const { device, state, add, output } = await repeated();
  const announced = [];
  const results = await Promise.all([1, 2, 3].map((rank) => add((given) => announced.push([rank, given === output]))));
  assert.deepEqual(
    results.map((result) => result === output),
    [true, true, true],
  );
  assert.deepEqual(
    announced,
    [1, 2, 3].map((rank) => [rank, true]),
  );
  assert.equal(state.tasks.length, 1);
  assert.equal(calls(device, 'submit'), 1);
  assert.deepEqual([calls(device, 'createBindGroup'), calls(device, 'createShaderModule'), state.plans], [0, 0, 1]);
  // Each repeat without a callback is a task by itself.
  await Promise.all([add(), add()]);
  assert.equal(state.tasks.length, 3);
});

test('a repeat after another task does not join the repeats before it', async () => {
  const { device, session, state, add } = await repeated();
  const order = [];
  const first = add(() => order.push('first'));
  const other = session.run(
    () => 'another task',
    undefined,
    async () => order.push('other'),
  );
  const last = add(() => order.push('last'));
  await Promise.all([first, other, last]);
  assert.deepEqual([state.tasks.length, calls(device, 'submit')], [3, 1]);
  assert.deepEqual(order, ['other', 'first', 'last']);
});

test('more repeats than a submission takes begin another task', async () => {
  const { device, state, add } = await repeated();
  await Promise.all(Array.from({ length: 20 }, () => add(() => {})));
  assert.deepEqual([state.tasks.length, calls(device, 'submit')], [3, 3]);
});

test('a void repeat is repeated by another plan if its output was not passed on, else rejects', async () => {
  const passedOn = await repeated();
  passedOn.abort(7);
  passedOn.device.queue.submit = () => (passedOn.state.revision = 2);
  await assert.rejects(
    passedOn.add(() => {}),
    ABORTED,
  );
  // The next repeat has another plan.
  assert.equal(await passedOn.add(() => {}), passedOn.output);
  assert.equal(passedOn.state.plans, 2);

  const awaited = await repeated();
  awaited.abort(7);
  awaited.device.queue.submit = () => (awaited.state.revision = 2);
  assert.equal(await awaited.add(), awaited.output);
  assert.equal(awaited.state.plans, 2);

  // The run has overwritten its input, or the plan would be the same.
  for (const [keepsInput, revision] of [
    [false, 2],
    [true, 1],
  ]) {
    const hopeless = await repeated();
    hopeless.repeat.keepsInput = keepsInput;
    hopeless.device.queue.submit = () => (hopeless.state.revision = revision);
    hopeless.abort(7);
    await assert.rejects(hopeless.add(), ABORTED);
    assert.equal(hopeless.state.plans, 1);
    assert.equal(await hopeless.add(), hopeless.output);
    assert.equal(hopeless.state.plans, 2);
  }
});

test('a repeat whose kernels were chosen before a change of the core is planned anew', async () => {
  const { state, add, output, repeat } = await repeated();
  state.revision = 2;
  const announced = [];
  assert.equal(await add((given) => announced.push(given)), output);
  assert.deepEqual([announced, state.plans, repeat.revision], [[output], 2, 2]);
});

test('repeats of a session that ends, or whose task is stopped, reject', async () => {
  const { state, add } = await repeated();
  const stopped = new Error('stopped');
  const first = assert.rejects(
    add(() => assert.fail('announced')),
    stopped,
  );
  state.tasks[0].stop(stopped);
  await first;
  state.refusal = new Error('closed');
  await assert.rejects(
    add(() => {}),
    state.refusal,
  );
});
