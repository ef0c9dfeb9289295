import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindPasses, compilePasses, compilePassesAtOnce, forgetPipelines, recordDispatches, submitCommands } from './passes.ts';

/** A device that records the objects that it creates. */
function fakeDevice() {
  const log = [];
  const pipelineOf = ({ layout, compute }) => ({ ...compute, getBindGroupLayout: () => (layout === 'auto' ? 'own' : layout) });
  return {
    log,
    createShaderModule: ({ code }) => `module of ${code}`,
    createBindGroupLayout: ({ entries }) => entries.map(({ binding, visibility, buffer }) => [binding, visibility, buffer.type]),
    createPipelineLayout: ({ bindGroupLayouts: [layout] }) => layout,
    createComputePipeline: pipelineOf,
    createComputePipelineAsync: async (descriptor) => {
      log.push(descriptor.label);
      if (descriptor.label === 'wrong') throw new Error('no such thing');
      return pipelineOf(descriptor);
    },
    createBindGroup: (group) => group,
    createCommandEncoder: () => ({ finish: () => 'commands' }),
    queue: { submit: (all) => log.push(...all) },
  };
}

const pass = (shader, entryPoint, bindings = [[0, 0]], workgroups = [1, 2, 3]) => ({ shader, entryPoint, workgroups, bindings });

test('passes of one entry point of one shader share a pipeline; others have their own', async () => {
  const device = fakeDevice();
  const passes = [pass(0, 'up'), pass(1, 'up'), pass(0, 'down'), pass(0, 'up', [[3, 1]])];
  const compiled = await compilePasses(device, { shaders: ['a', 'b'], passes });
  assert.deepEqual(device.log, ['up', 'up', 'down']);
  assert.equal(compiled[0].pipeline, compiled[3].pipeline);
  assert.deepEqual(
    compiled.map(({ pipeline: { module, entryPoint } }) => `${entryPoint} in ${module}`),
    ['up in module of a', 'up in module of b', 'down in module of a', 'up in module of a'],
  );
});

test('pipelines are kept by code and entry point, except those that the device refuses', async () => {
  const device = fakeDevice();
  const [first] = await compilePasses(device, { shaders: ['a'], passes: [pass(0, 'up')] });
  const [other, again] = await compilePasses(device, { shaders: ['b', 'a'], passes: [pass(0, 'up'), pass(1, 'up')] });
  assert.deepEqual(device.log, ['up', 'up']);
  assert.deepEqual([again.pipeline === first.pipeline, other.pipeline === first.pipeline], [true, false]);
  for (let time = 0; time < 2; time++) {
    await assert.rejects(compilePasses(device, { shaders: ['a'], passes: [pass(0, 'wrong')] }), /no such thing/);
  }
  assert.deepEqual(device.log, ['up', 'up', 'wrong', 'wrong']);
  await compilePasses(fakeDevice(), { shaders: ['a'], passes: [pass(0, 'up')] });
});

test('pipelines that are made at once are kept until they are forgotten', () => {
  const device = fakeDevice();
  const compiled = () => compilePassesAtOnce(device, { shaders: ['a'], passes: [pass(0, 'up')] })[0].pipeline;
  const first = compiled();
  assert.equal(compiled(), first);
  forgetPipelines(device);
  assert.notEqual(compiled(), first);
});

test('a pass with types of its bindings has a layout of these, whatever its entry point uses', () => {
  const device = fakeDevice();
  const bindings = [
    [0, 'numbers'],
    [4, 'list'],
  ];
  const typed = { ...pass(0, 'main', bindings), types: ['uniform', 'read-only-storage'] };
  const [{ layout }] = compilePassesAtOnce(device, { shaders: ['a'], passes: [typed] });
  assert.deepEqual(layout, [
    [0, 4, 'uniform'],
    [4, 4, 'read-only-storage'],
  ]);
});

test('passes bind buffers or parts of them by index or by name, and are recorded in their order, each so many times', async () => {
  const device = fakeDevice();
  const bindings = [
    [1, 'list'],
    [2, 1],
  ];
  const compiled = await compilePasses(device, { shaders: ['a'], passes: [pass(0, 'up', bindings), pass(0, 'down')] });
  const [first, second] = [{ size: 4 }, { size: 8 }];
  const third = { buffer: first, offset: 256, size: 16 };
  const dispatches = bindPasses(device, compiled, { 0: first, 1: second, list: third });
  assert.deepEqual(dispatches[0].group, {
    layout: 'own',
    entries: [
      { binding: 1, resource: third },
      { binding: 2, resource: { buffer: second } },
    ],
  });
  const [down] = bindPasses(device, compiled.slice(1), [first]);
  assert.deepEqual(down.group.entries, [{ binding: 0, resource: { buffer: first } }]);
  const calls = [];
  const encoder = {
    setPipeline: ({ entryPoint }) => calls.push(entryPoint),
    setBindGroup: (index, { entries }) => calls.push([index, entries.length]),
    dispatchWorkgroups: (...workgroups) => calls.push(workgroups),
  };
  recordDispatches(encoder, dispatches, 2);
  const twice = [
    [1, 2, 3],
    [1, 2, 3],
  ];
  assert.deepEqual(calls, ['up', [0, 2], ...twice, 'down', [0, 1], ...twice]);
});

test('commands are submitted once they are recorded', () => {
  const device = fakeDevice();
  submitCommands(device, () => device.log.push('recorded'));
  assert.deepEqual(device.log, ['recorded', 'commands']);
});
