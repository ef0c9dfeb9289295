import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAdapter } from '../core/adapter.js';
import { failure, fakeLabClass, fakeScope } from './lab.fakes.mjs';
import { fails, open } from './lab.steps.mjs';

test('open: each missing requirement has its own code', async () => {
  const { TestLab } = fakeLabClass({}, { ...fakeScope(), isSecureContext: false });
  await fails('insecure-context', TestLab.open());
  await fails('webgpu-unavailable', fakeLabClass({}, { ...fakeScope(), navigator: {} }).TestLab.open());
  // Node.js has no isSecureContext.
  await fails('webgpu-unavailable', fakeLabClass({}, { ...fakeScope(), isSecureContext: undefined, navigator: {} }).TestLab.open());
  const none = fakeScope();
  none.navigator.gpu.requestAdapter = async () => null;
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open());
  none.navigator.gpu.requestAdapter = () => Promise.reject(new TypeError('no such preference'));
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open(), /no such preference/);
});

test('open: requests again an adapter that is not ready yet', async () => {
  const scope = fakeScope({ adapters: [null, null] });
  // Long enough for a busy machine.
  const lab = await fakeLabClass({}, scope, { adapterPatience_ms: 60_000 }).TestLab.open();
  assert.equal(scope.adapterRequests, 2);
  lab.close();
});

test('open: checks its options', async () => {
  const { TestLab, state } = fakeLabClass();
  await fails(
    'bad-argument',
    TestLab.open({ subgroup: true }),
    /powerPreference, subgroups, timestamps, watchdogMs, calibration.*"subgroup"/,
  );
  await fails('bad-argument', TestLab.open({ subgroups: 1 }), /true or false; it was 1/);
  await fails('bad-argument', TestLab.open({ powerPreference: 'fast' }), /high-performance, low-power; it was "fast"/);
  await fails('bad-argument', TestLab.open({ watchdogMs: 99 }), /watchdogMs must be an integer from 100 to 2147483647; it was 99/);
  await fails('bad-argument', TestLab.open({ watchdogMs: '1 s' }));
  await fails('bad-argument', TestLab.open(null), /must be an object; it was null/);
  assert.deepEqual(state.opened, []);
});

test('open: adds subgroups to the one request, and leaves requestDevice as it was', async () => {
  const scope = fakeScope();
  const original = scope.GPUAdapter.prototype.requestDevice;
  const { TestLab, state } = fakeLabClass({}, scope);
  const labs = await Promise.all([TestLab.open(), TestLab.open({ subgroups: false }), TestLab.open({ timestamps: false })]);
  assert.equal(scope.GPUAdapter.prototype.requestDevice, original);
  assert.deepEqual(
    scope.requests.map(({ requiredFeatures }) => requiredFeatures),
    [['timestamp-query', 'subgroups'], ['timestamp-query'], ['timestamp-query', 'subgroups']],
  );
  assert.equal(scope.requests[0].label, 'own');
  assert.deepEqual(
    labs.map(({ adapter }) => adapter.subgroups),
    [{ min: 4, max: 32 }, null, { min: 4, max: 32 }],
  );
  assert.deepEqual(state.subgroups, [
    { min: 4, max: 32 },
    { min: 4, max: 32 },
  ]);
  assert.equal(labs[1].supports({ algorithm: 'subgroup' })?.includes('needs subgroup'), true);
  assert.equal(labs[0].supports({ algorithm: 'subgroup' }), null);
});

test('open: restores requestDevice when the core fails', async () => {
  const scope = fakeScope();
  const original = scope.GPUAdapter.prototype.requestDevice;
  const refuse = () => Promise.reject(failure('unsupported', 'maxBufferSize must be 1; it was 0'));
  await fails('unsupported', fakeLabClass({ open: refuse }, scope).TestLab.open(), /maxBufferSize/);
  assert.equal(scope.GPUAdapter.prototype.requestDevice, original);
  await fails('device-lost', fakeLabClass({ open: () => Promise.reject(new Error('odd')) }, scope).TestLab.open(), /odd/);
  const { TestLab, state } = fakeLabClass({ probe: () => Promise.reject(failure('device-lost', 'gone')) }, scope);
  await fails('device-lost', TestLab.open(), /gone/);
  assert.deepEqual([state.freed, scope.destroyed], [1, 1]);
});

test('adapter: described in words, software ones recognised', async () => {
  const { lab } = await open();
  assert.deepEqual(lab.adapter, {
    vendor: 'acme',
    architecture: 'one',
    device: '',
    description: 'acme one',
    isFallback: false,
    subgroups: { min: 4, max: 32 },
    timestamps: true,
    forwardProgress: true,
    subgroupsAdjoin: true,
    limits: { maxBufferSize: 1024 },
  });
  assert.ok(Object.isFrozen(lab.adapter) && Object.isFrozen(lab.algorithms[0].tuning));
  const software = await open({}, fakeScope({ info: { vendor: 'google', architecture: 'swiftshader' } }));
  assert.equal(software.lab.adapter.isFallback, true);
  // The core knows the adapter's kind before its probe.
  assert.deepEqual([software.state.software, software.lab.adapter.forwardProgress, software.state.subgroupsBeforeProbe], [true, false, 1]);
  const flagged = await open({}, fakeScope({ info: { isFallbackAdapter: true } }));
  assert.equal(flagged.lab.adapter.isFallback, true);
  // Firefox names none.
  const info = { vendor: '', architecture: '', device: '', description: '', isFallbackAdapter: true };
  const unnamed = describeAdapter({ name: '', isFallback: false, timestamps: true }, { adapter: { info }, device: null });
  assert.deepEqual([unnamed.description, unnamed.isFallback], ['', true]);
});

test('catalogue: needs no GPU, and is loaded once', async () => {
  let loads = 0;
  const { TestLab } = fakeLabClass({ init: () => void loads++ }, {});
  const [{ algorithms }] = await Promise.all([TestLab.catalogue(), TestLab.catalogue()]);
  assert.equal(algorithms[1].id, 'hybrid');
  assert.equal(loads, 1);
});

test('catalogue: a failed download is tried again', async () => {
  let loads = 0;
  const { TestLab } = fakeLabClass({ init: () => (++loads === 1 ? Promise.reject(new TypeError('404')) : undefined) }, {});
  await fails('unsupported', TestLab.catalogue(), /scanlab_bg.wasm.*404/);
  assert.equal((await TestLab.catalogue()).patterns.length, 2);
});
