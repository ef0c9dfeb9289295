import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScanLabError } from './errors.ts';
import { PLAN, STORAGE, buffer, fakeDevice, fakeEncoder, fakePass, port } from './runner.fakes.mjs';
import { compileRunner } from './runner.ts';

/** A plan of two passes that takes a length on the device. */
const OF_LENGTH = {
  ...PLAN,
  runsBetweenClears: null,
  shaders: ['fn', 'lengths'],
  length: {
    shader: 1,
    entryPoint: 'set_lengths',
    workgroups: [1, 1, 1],
    bindings: [
      [1, 6],
      [2, 7],
      [3, 2],
    ],
  },
  parameters: new Array(192).fill(0),
};

const abortError = (flag) => new ScanLabError('unsupported', `aborted by ${flag}`);
const namesOf = (commands) => commands.map((command) => command.pipeline ?? command);

async function prepared(given, plan = PLAN) {
  const device = fakeDevice(given);
  const runner = await compileRunner(device, plan, abortError);
  const [input, output, count] = [buffer(), buffer(), buffer(512)];
  device.log.length = 0;
  return { device, runner, io: { input, output, count } };
}

test('a plan is compiled once per entry point, and what it takes is told', async () => {
  const device = fakeDevice();
  const runner = await compileRunner(device, PLAN, abortError);
  assert.equal(device.log.filter((name) => name === 'createComputePipelineAsync').length, 3 + 1);
  assert.deepEqual(runner.requirements, {
    scratchBytes: 8256,
    dispatches: 2,
    usage: STORAGE,
    offsetAlignment: 256,
    buffers: { input: 4016, output: 4016, count: 4 },
    optional: {},
  });
  assert.deepEqual(
    device.made.map(({ label, size }) => [label, size]),
    [
      ['scratch', 8192],
      ['scratch', 64],
      ['table', 12],
      ['parameters', 512],
      ['kept abort flag', 4],
      ['count', 4],
    ],
  );
});

test('recording binds at the first use of a set of buffers, and calls nothing of the device afterwards', async () => {
  const { device, runner, io } = await prepared();
  const { input, output, count } = io;
  const encoder = fakeEncoder();
  runner.record(encoder, io);
  const first = ['pushErrorScope', 'pushErrorScope', 'createBindGroup', 'createBindGroup', 'popErrorScope', 'popErrorScope'];
  assert.deepEqual(device.log, first);
  assert.deepEqual(namesOf(encoder.commands), ['begin', 'up', 'up', 'end']);
  const [scratch, state, table, parameters] = device.made;
  const [, up, down] = encoder.commands;
  assert.deepEqual(up.workgroups, [5, 2, 1]);
  assert.deepEqual(up.group.entries, [
    { binding: 0, resource: { buffer: parameters, offset: 0, size: 16 } },
    { binding: 1, resource: { buffer: input, offset: 0, size: 4016 } },
    { binding: 2, resource: { buffer: scratch } },
  ]);
  assert.deepEqual(down.group.entries, [
    { binding: 0, resource: { buffer: parameters, offset: 256, size: 16 } },
    { binding: 1, resource: { buffer: state } },
    { binding: 2, resource: { buffer: output, offset: 0, size: 4016 } },
    { binding: 3, resource: { buffer: count, offset: 0, size: 4 } },
    { binding: 4, resource: { buffer: table } },
  ]);
  device.log.length = 0;
  runner.record(encoder, { count, output, input });
  runner.record(encoder, { ...io, input: { buffer: input } });
  assert.deepEqual(device.log, []);
  runner.record(encoder, { ...io, input: { buffer: input, offset: 256 } });
  assert.deepEqual(device.log, first);
});

test('each run is on what it is given, whatever the run before was given', async () => {
  const { runner, io } = await prepared();
  const { output, count } = io;
  const inputOf = (given) => {
    const encoder = fakeEncoder();
    runner.record(encoder, given);
    const { buffer: bound, offset } = encoder.commands.find(({ pipeline }) => pipeline === 'up').group.entries[1].resource;
    return [bound, offset];
  };
  assert.deepEqual(inputOf(io), [io.input, 0]);
  const part = { buffer: buffer(), offset: 256 };
  assert.deepEqual(inputOf({ ...io, input: part }), [part.buffer, 256]);
  // Parts that are not plain objects, before and after a change.
  class Part {
    constructor(of) {
      this.buffer = of;
      this.offset = 256;
    }
  }
  for (const odd of [new Part(buffer()), Object.assign(Object.create(null), { buffer: buffer(), offset: 256 }), Object.create(part)]) {
    assert.deepEqual(inputOf({ ...io, input: odd }), [odd.buffer, 256]);
    odd.offset = 512;
    assert.deepEqual(inputOf({ ...io, input: odd }), [odd.buffer, 512]);
  }
  // A changed part, its copy, and a whole buffer. Then a getter that gives another buffer each time it is read.
  part.offset = 512;
  assert.deepEqual(inputOf({ ...io, input: part }), [part.buffer, 512]);
  assert.deepEqual(inputOf({ ...io, input: { ...part } }), [part.buffer, 512]);
  assert.deepEqual(inputOf({ ...io, input: part.buffer }), [part.buffer, 0]);
  const others = Array.from({ length: 40 }, () => buffer());
  let read = 0;
  const changing = {
    get input() {
      return others[read++];
    },
    output,
    count,
  };
  for (let run = 0; run < 3; run++) {
    const [bound] = inputOf(changing);
    assert.equal(bound, others[read - 1]);
  }
  assert.deepEqual(inputOf(io), [io.input, 0]);
  const unknown = () => runner.record(fakeEncoder(), { ...io, more: count });
  assert.throws(unknown, /may have the keys/);
  io.input.state = 'mapped';
  assert.throws(() => inputOf(io), /input must be an unmapped GPUBuffer; it is mapped/);
  assert.throws(() => runner.record(fakeEncoder(), undefined), /input must be a GPUBuffer/);
  assert.throws(() => runner.record(fakeEncoder(), new Uint32Array(2 ** 20)), /buffers must be an object/);
});

test('bind groups of 64 sets of buffers are kept, those that were used last', async () => {
  const { device, runner, io } = await prepared();
  const record = (given) => runner.record(fakeEncoder(), { ...io, ...given });
  const inputs = Array.from({ length: 64 }, () => buffer());
  inputs.forEach((input) => record({ input }));
  record({ input: inputs[0] });
  record({ input: buffer() });
  device.log.length = 0;
  record({ input: inputs[0] });
  assert.deepEqual(device.log, []);
  record({ input: inputs[1] });
  assert.ok(device.log.includes('createBindGroup'));
});

test('scratch memory is cleared when it is due, in the same pass, and the abort flag is kept', async () => {
  const { runner, io, device } = await prepared();
  const commands = [];
  const pass = fakePass(commands);
  for (let run = 0; run < 7; run++) runner.record(pass, io);
  const runs = ['up', 'up', 'up', 'up', 'up', 'up'];
  assert.deepEqual(namesOf(commands), [...runs, 'clear', 'clear_and_keep', ...runs, 'clear', 'clear_and_keep', 'up', 'up']);
  assert.deepEqual(
    [commands[6].workgroups, commands[7].workgroups],
    [
      [4, 1, 1],
      [1, 1, 1],
    ],
  );
  assert.equal(commands[7].group.entries[1].resource.buffer.label, 'kept abort flag');
  commands.length = 0;
  runner.clearNext();
  device.log.length = 0;
  runner.record(pass, io);
  assert.deepEqual(namesOf(commands), ['clear', 'clear_and_keep', 'up', 'up']);
  assert.deepEqual(device.log, []);
});

test('a plan without states is never cleared', async () => {
  const { runner, io } = await prepared({}, { ...PLAN, runsBetweenClears: null, abortFlags: [] });
  const commands = [];
  runner.clearNext();
  for (let run = 0; run < 9; run++) runner.record(fakePass(commands), io);
  assert.equal(commands.length, 18);
  await runner.check();
});

test('a count where nothing can be bound is stored by a dispatch of its own', async () => {
  const { runner, io, device } = await prepared();
  const encoder = fakeEncoder();
  runner.record(encoder, { ...io, count: { buffer: io.count, offset: 268 } });
  assert.deepEqual(namesOf(encoder.commands), ['begin', 'up', 'up', 'store_count', 'end']);
  const own = device.made.find(({ label }) => label === 'count');
  const [, , down, store] = encoder.commands;
  assert.equal(down.group.entries[3].resource.buffer, own);
  assert.deepEqual(store.workgroups, [4, 1, 1]);
  assert.deepEqual(
    store.group.entries.map(({ resource }) => resource),
    [{ buffer: io.count, offset: 256, size: 16 }, { buffer: own }],
  );
});

test('a length on the device is set by a dispatch before the others, in parameters of such runs alone', async () => {
  const { runner, io, device } = await prepared({}, OF_LENGTH);
  assert.deepEqual(runner.requirements.optional, { length: 4 });
  const [encoder, length] = [fakeEncoder(), buffer(512)];
  for (const given of [io, { ...io, length: { buffer: length, offset: 268 } }]) {
    runner.record(encoder, given);
    runner.record(encoder, given);
  }
  const ofLength = ['begin', 'set_lengths', 'up', 'up', 'end'];
  assert.deepEqual(namesOf(encoder.commands), [...['begin', 'up', 'up', 'end'], 'begin', 'up', 'up', 'end', ...ofLength, ...ofLength]);
  const [first, second] = ['parameters', 'parameters of a length'].map((label) => device.made.find((one) => one.label === label));
  const ofPass = ({ group }) => group.entries[0].resource;
  const [, up] = encoder.commands;
  assert.deepEqual(ofPass(up), { buffer: first, offset: 0, size: 16 });
  const [set, counted] = encoder.commands.slice(9);
  assert.deepEqual(set.workgroups, [4, 1, 1]);
  assert.deepEqual(set.group.entries, [
    { binding: 0, resource: { buffer: first, offset: 512, size: 16 } },
    { binding: 1, resource: { buffer: length, offset: 256, size: 16 } },
    { binding: 2, resource: { buffer: second } },
    { binding: 3, resource: { buffer: io.count, offset: 0, size: 4 } },
  ]);
  assert.deepEqual(ofPass(counted), { buffer: second, offset: 0, size: 16 });
  const refused = (given, message) => assert.throws(() => runner.record(encoder, { ...io, ...given }), { code: 'bad-argument', message });
  refused({ length: { buffer: length, offset: 510 } }, 'length.offset must be a multiple of 4; it was 510.');
  refused({ length: { buffer: length, offset: 512 } }, /^length must be a GPUBuffer, .* of 4 bytes or more; it has 0 from byte 512 on\.$/);
  refused({ length: io.count }, 'length must be in another buffer than count, since one is written; it was in the same.');
});

test('a length is refused where passes depend on one that is known to the host', async () => {
  const { runner, io } = await prepared();
  const message =
    'length must be left out, since some passes depend on a length that is known to the host; it was an object of class Object.';
  assert.throws(() => runner.record(fakeEncoder(), { ...io, length: buffer() }), { code: 'bad-argument', message });
  const uncounted = { ...PLAN, ports: PLAN.ports.slice(0, 2), passes: [PLAN.passes[0]], submissions: [1] };
  const { runner: other, io: given } = await prepared({}, uncounted);
  assert.throws(() => other.record(fakeEncoder(), given), { code: 'bad-argument', message: /^count must be left out/ });
});

test('parts of a run are recorded one by one, with the clear before the first and the count behind the last', async () => {
  const { runner, io } = await prepared();
  assert.equal(runner.parts, 2);
  const given = { ...io, count: { buffer: io.count, offset: 4 } };
  const passes = [0, 1].map((part) => {
    const encoder = fakeEncoder();
    if (part === 0) runner.clearNext();
    runner.record(encoder, given, part);
    return namesOf(encoder.commands);
  });
  assert.deepEqual(passes, [
    ['begin', 'clear', 'clear_and_keep', 'up', 'end'],
    ['begin', 'up', 'store_count', 'end'],
  ]);
});

test('a check reads the abort flags of runs before and after a clear, and starts anew', async () => {
  const { runner, device } = await prepared();
  const [, state, , , kept] = device.made;
  await runner.check();
  state.words[1] = 2;
  await assert.rejects(runner.check(), { message: 'aborted by 2' });
  await runner.check();
  kept.words[0] = 3;
  await assert.rejects(runner.check(), { message: 'aborted by 3' });
  assert.ok(device.made.filter(({ label }) => label === 'abort flags').every(({ isDestroyed }) => isDestroyed));
  state.words[1] = 13;
  await assert.rejects(runner.check(), { code: 'device-lost', message: /reading from it failed: lost/ });
});

test('a check that was begun reads its flags before the run is destroyed', async () => {
  const { device, runner, io } = await prepared();
  runner.record(fakeEncoder(), io);
  device.log.length = 0;
  const checking = runner.check();
  runner.destroy();
  assert.equal(device.log.filter((name) => name === 'submit').length, 1);
  await checking;
  await assert.rejects(runner.check(), /must not be destroyed/);
  assert.throws(() => runner.record(fakeEncoder(), io), /must not be destroyed/);
});

test('buffers of a run that are forgotten are bound anew', async () => {
  const { device, runner, io } = await prepared();
  const groups = () => device.log.filter((name) => name === 'createBindGroup').length;
  for (const expected of [2, 2]) {
    runner.record(fakeEncoder(), io);
    assert.equal(groups(), expected);
  }
  runner.forget();
  runner.record(fakeEncoder(), io);
  assert.equal(groups(), 4);
  runner.forget();
  runner.forget();
});

test('what the device finds wrong with buffers is told once by the check, and they are bound anew', async () => {
  const { runner, io, device } = await prepared();
  device.errors.push({ message: 'of another device' });
  runner.record(fakeEncoder(), io);
  const message = "The buffers of a run must be of this lab's device, and not destroyed; of another device";
  await assert.rejects(runner.check(), { code: 'bad-argument', message });
  await runner.check();
  device.log.length = 0;
  runner.record(fakeEncoder(), io);
  assert.ok(device.log.includes('createBindGroup'));
});

test('a device that refuses a shader or memory leaves nothing behind', async () => {
  const refusing = fakeDevice({ refuse: 'up' });
  const message = 'This device refuses a shader: no such thing';
  await assert.rejects(compileRunner(refusing, PLAN, abortError), { code: 'unsupported', message });
  const full = fakeDevice({ errors: [null, { message: 'full' }] });
  await assert.rejects(compileRunner(full, PLAN, abortError), { code: 'out-of-memory', message: /full/ });
  for (const { made } of [refusing, full]) assert.ok(made.length > 0 && made.every(({ isDestroyed }) => isDestroyed));
});

test('a scan in place takes its output alone, or the same as its input', async () => {
  const ports = [{ ...port('output', 4016), isInput: true }];
  const passes = [{ shader: 0, entryPoint: 'up', workgroups: [1, 1, 1], bindings: [[1, 0]] }];
  const { runner } = await prepared({}, { ...PLAN, ports, passes });
  const output = buffer();
  runner.record(fakeEncoder(), { output });
  runner.record(fakeEncoder(), { input: output, output });
  const message = 'input must be left out or be the output, since the scan is in place; it was another.';
  assert.throws(() => runner.record(fakeEncoder(), { input: buffer(), output }), { code: 'bad-argument', message });
  assert.throws(() => runner.record(fakeEncoder(), { input: { buffer: output, offset: 256 }, output }), { message });
});

test('wrong buffers and encoders are refused before anything is recorded', async () => {
  const { runner, io, device } = await prepared();
  const encoder = fakeEncoder();
  const refused = (given, message, to = encoder) => assert.throws(() => runner.record(to, given), { code: 'bad-argument', message });
  const { input, output, count } = io;
  refused({ input, output }, /^count must be a GPUBuffer.* of 4 bytes or more; it was undefined\.$/);
  refused({ ...io, values: input }, 'buffers may have the keys input, output, count, length; it has "values".');
  refused(7, 'buffers must be an object; it was 7.');
  refused({ ...io, input: 7 }, /^input must be a GPUBuffer, or .*; it was 7\.$/);
  refused({ ...io, input: { offset: 0 } }, /^input must be a GPUBuffer, or .*; it was an object of class Object\.$/);
  refused({ ...io, input: { buffer: 7 } }, /^input must be a GPUBuffer, or .*; it was 7\.$/);
  refused({ ...io, input: buffer(4012) }, /of 4016 bytes or more; it has 4012 from byte 0 on\.$/);
  refused({ ...io, input: { buffer: input, offset: 4352 } }, /it has 3840 from byte 4352 on\.$/);
  refused({ ...io, input: { buffer: input, offset: 0, size: 4000 } }, /it has 4000 from byte 0 on\.$/);
  refused({ ...io, input: { buffer: input, offset: 128 } }, 'input.offset must be a multiple of 256; it was 128.');
  refused({ ...io, input: { buffer: input, offset: 9000 } }, 'input.offset must be an integer from 0 to 8192; it was 9000.');
  refused({ ...io, input: { buffer: input, size: 9000 } }, 'input.size must be an integer from 0 to 8192; it was 9000.');
  refused({ ...io, count: { buffer: count, offset: 6 } }, 'count.offset must be a multiple of 4; it was 6.');
  refused({ ...io, input: buffer(8192, 4) }, 'input must be a GPUBuffer with the usage STORAGE; its usage is 4.');
  refused({ ...io, input: buffer(8192, STORAGE, 'pending') }, 'input must be an unmapped GPUBuffer; it is pending.');
  refused({ ...io, output: input }, 'output must be in another buffer than input, since one is written; it was in the same.');
  refused(io, 'encoder must be a GPUCommandEncoder or a GPUComputePassEncoder; it was "none".', 'none');
  runner.destroy();
  refused(io, 'A prepared run that is recorded must not be destroyed; this one was.');
  await assert.rejects(runner.check(), { code: 'bad-argument' });
  assert.deepEqual([encoder.commands, device.log], [[], []]);
  assert.ok(device.made.every(({ isDestroyed }) => isDestroyed));
});
