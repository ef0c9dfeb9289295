import assert from 'node:assert/strict';
import test from 'node:test';
import { RUNS, runRecording, subgroupSizes, usesSubgroups } from './gpu.ts';

const SHADER = `
@group(0) @binding(0) var<uniform> parameters: vec4<u32>;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;`;
const recording = {
  shaders: [SHADER],
  buffers: [{ words: [3, 0, 0, 0] }, { words: [1, 2, 3] }, { words: [9, 9, 9, 9, 9] }],
  passes: [
    {
      shader: 0,
      entryPoint: 'scan',
      workgroups: [2, 1, 1],
      bindings: [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    },
  ],
  output: 2,
};

/** An adapter whose device records the calls in `told`, and copies buffers. */
function fakeAdapter({ error = null, hangs = false, features = [], info = {} } = {}) {
  const told = { features: null, destroyed: 0, groups: [], dispatches: [] };
  const buffer = ({ size }) => ({ size, bytes: new ArrayBuffer(size), getMappedRange: () => undefined, unmap() {}, destroy() {} });
  const device = {
    lost: new Promise(() => {}),
    queue: { submit: (all) => all.forEach((run) => run()) },
    pushErrorScope() {},
    popErrorScope: async () => error,
    createBuffer: (options) => {
      const made = buffer(options);
      made.getMappedRange = () => made.bytes;
      made.mapAsync = () => (hangs ? new Promise((_, fail) => (device.fail = fail)) : Promise.resolve());
      return made;
    },
    createShaderModule: (module) => module,
    createComputePipelineAsync: async ({ compute }) => ({ getBindGroupLayout: () => compute.entryPoint }),
    createBindGroup: ({ layout, entries }) =>
      told.groups.push([layout, entries.map(({ binding, resource }) => [binding, resource.buffer.size])]),
    createCommandEncoder() {
      const copies = [];
      const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups: (...sizes) => told.dispatches.push(sizes), end() {} };
      return {
        beginComputePass: () => pass,
        copyBufferToBuffer: (from, at, to) => copies.push([from, to]),
        finish: () => () => copies.forEach(([from, to]) => (to.bytes = from.bytes.slice(0))),
      };
    },
    destroy() {
      told.destroyed++;
      device.fail?.(new Error('the device is lost'));
    },
  };
  const adapter = {
    features: new Set(features),
    info: { vendor: 'acme', architecture: 'one', subgroupMinSize: 8, subgroupMaxSize: 16, ...info },
    requestDevice: async ({ requiredFeatures }) => {
      told.features = requiredFeatures;
      return device;
    },
  };
  return { adapter, told };
}

test('a recording runs over and over, with its buffers at their bindings', async () => {
  const { adapter, told } = fakeAdapter();
  const { title, outputs } = await runRecording(adapter, recording, 3);
  assert.equal(title, 'acme one');
  assert.deepEqual(
    outputs.map((words) => [...words]),
    Array(RUNS).fill([9, 9, 9]),
  );
  const bindings = [
    [0, 16],
    [1, 12],
    [2, 20],
  ];
  assert.deepEqual(told.groups, Array(RUNS).fill(['scan', bindings]));
  assert.deepEqual(told.dispatches, Array(RUNS).fill([2, 1, 1]));
  assert.deepEqual([told.features, told.destroyed], [[], 1]);
});

test('subgroups are required where a shader has them', async () => {
  const withSubgroups = { ...recording, shaders: [`enable subgroups;\n${SHADER}`] };
  assert.ok(usesSubgroups(withSubgroups) && !usesSubgroups(recording));
  await assert.rejects(runRecording(fakeAdapter().adapter, withSubgroups, 4), /no subgroup operations/);
  const { adapter, told } = fakeAdapter({ features: ['subgroups'] });
  await runRecording(adapter, withSubgroups, 4);
  assert.deepEqual(told.features, ['subgroups']);
  assert.deepEqual(subgroupSizes(adapter), { smallest: 8, largest: 16 });
});

test('a run that does not end is stopped, and one that is not valid is told', async () => {
  const { adapter, told } = fakeAdapter({ hangs: true });
  await assert.rejects(runRecording(adapter, recording, 4, 50), /did not end within 0.05 s/);
  assert.ok(told.destroyed > 0);
  const invalid = fakeAdapter({ error: { message: 'no such binding' } });
  await assert.rejects(runRecording(invalid.adapter, recording, 4), /no such binding/);
  assert.equal(invalid.told.destroyed, 1);
});

test('a GPU is named by what the browser tells', async () => {
  const titleOf = async (info) => (await runRecording(fakeAdapter({ info }).adapter, recording, 4)).title;
  assert.equal(await titleOf({ description: 'Acme One' }), 'Acme One');
  assert.equal(await titleOf({ vendor: '', architecture: '' }), 'an adapter without a name');
  assert.equal(await titleOf({ vendor: '', architecture: '', isFallbackAdapter: true }), 'a software adapter without a name');
});
