import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAdapter } from './adapter.ts';
import { FakeDevice, failure, fakeLabClass, fakeScope, until } from './lab.fakes.mjs';
import { INPUT, NEVER, SUMS, fails, hanging, open } from './lab.steps.mjs';
import { WATCHDOG_MS } from '../shared/watchdog.ts';

test('open: each missing requirement has its own code', async () => {
  const { TestLab } = fakeLabClass({}, { ...fakeScope(), isSecureContext: false });
  await fails('insecure-context', TestLab.open());
  await fails('webgpu-unavailable', fakeLabClass({}, { ...fakeScope(), navigator: {} }).TestLab.open());
  // In Node.js, `isSecureContext` is undefined.
  await fails('webgpu-unavailable', fakeLabClass({}, { ...fakeScope(), isSecureContext: undefined, navigator: {} }).TestLab.open());
  const none = fakeScope();
  none.navigator.gpu.requestAdapter = async () => null;
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open());
  none.navigator.gpu.requestAdapter = () => Promise.reject(new TypeError('no such preference'));
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open(), /no such preference/);
});

test('open: requests again an adapter that is not ready yet', async () => {
  const scope = fakeScope({ adapters: [null, null] });
  // This patience suffices on a busy machine.
  const lab = await fakeLabClass({}, scope, { adapterPatience_ms: 60_000 }).TestLab.open();
  assert.equal(scope.adapterRequests, 2);
  lab.close();
});

test('open: checks its options', async () => {
  const { TestLab, state } = fakeLabClass();
  await fails('bad-argument', TestLab.open({ subgroup: true }), /device, powerPreference, .*, signal; it has "subgroup"/);
  await fails('bad-argument', TestLab.open({ subgroups: 1 }), /true or false; it was 1/);
  await fails('bad-argument', TestLab.open({ powerPreference: 'fast' }), /high-performance, low-power; it was "fast"/);
  await fails('bad-argument', TestLab.open({ watchdogMs: 99 }), /watchdogMs must be an integer from 100 to 2147483647; it was 99/);
  await fails('bad-argument', TestLab.open({ watchdogMs: '1 s' }));
  await fails('bad-argument', TestLab.open(null), /must be an object; it was null/);
  assert.deepEqual(state.opened, []);
});

test('open: asks the adapter for what it uses of it', async () => {
  const scope = fakeScope({ features: ['subgroups', 'subgroup-size-control', 'timestamp-query'] });
  const { TestLab, state } = fakeLabClass({}, scope);
  const labs = await Promise.all([TestLab.open(), TestLab.open({ subgroups: false }), TestLab.open({ timestamps: false })]);
  assert.deepEqual(
    scope.requests.map(({ requiredFeatures }) => requiredFeatures),
    [['subgroups', 'subgroup-size-control', 'timestamp-query'], ['timestamp-query'], ['subgroups', 'subgroup-size-control']],
  );
  assert.deepEqual([scope.requests[0].label, scope.requests[0].requiredLimits.maxBufferSize], ['scanlab', 1024]);
  assert.deepEqual(
    labs.map(({ adapter }) => adapter.subgroups),
    [{ min: 4, max: 32 }, null, { min: 4, max: 32 }],
  );
  assert.deepEqual(
    state.opened.map(({ timestamps }) => timestamps),
    [true, true, false],
  );
  assert.deepEqual(
    state.subgroups.map(({ sizeControl }) => sizeControl),
    [true, true],
  );
  assert.equal(labs[1].supports({ algorithm: 'subgroup' })?.includes('needs subgroup'), true);
  assert.equal(labs[0].supports({ algorithm: 'subgroup' }), null);
});

test('open: features and limits are asked for beside those', async () => {
  const scope = fakeScope({ features: ['shader-f16', 'subgroups'] });
  const { TestLab } = fakeLabClass({}, scope);
  const wanted = { requiredFeatures: ['shader-f16'], requiredLimits: { maxBufferSize: 7, minStorageBufferOffsetAlignment: 128 } };
  const lab = await TestLab.open({ ...wanted, subgroups: false });
  const [{ requiredFeatures, requiredLimits }] = scope.requests;
  assert.deepEqual(requiredFeatures, ['shader-f16']);
  // The adapter's limit is greater than the required limit, so the adapter's limit is requested.
  assert.equal(requiredLimits.maxBufferSize, 1024);
  assert.equal(requiredLimits.minStorageBufferOffsetAlignment, 128);
  lab.close();
  const refused = async (code, options, message) => fails(code, TestLab.open(options), message);
  await refused('unsupported', { requiredFeatures: ['bgra8unorm-storage'] }, /which has shader-f16, subgroups; bgra8unorm-storage is not/);
  await refused(
    'unsupported',
    { requiredLimits: { maxBufferSize: 1025 } },
    /maxBufferSize must be at most 1024 on this adapter; it was 1025/,
  );
  await refused('unsupported', { requiredLimits: { minStorageBufferOffsetAlignment: 32 } }, /must be at least 64 .*; it was 32/);
  await refused('bad-argument', { requiredLimits: { maxBuffers: 1 } }, /may have the limits maxBufferSize, min.*; it has "maxBuffers"/);
  await refused('bad-argument', { requiredLimits: { maxBufferSize: -1 } }, /requiredLimits.maxBufferSize must be an integer from 0/);
  await refused('bad-argument', { requiredLimits: [1] }, /requiredLimits must be an object; it was an array/);
  await refused('bad-argument', { requiredFeatures: 'shader-f16' }, /must be an array of names of features; it was "shader-f16"/);
  await refused('bad-argument', { requiredFeatures: ['a', 1] }, /it was one with 1/);
  assert.equal(scope.requests.length, 1);
  scope.GPUAdapter.prototype.requestDevice = () => Promise.reject(new TypeError('already used'));
  await refused('no-adapter', {}, /must provide a device; .* already used/);
});

test('open: a device of the caller stays open, whatever ends the lab', async () => {
  const scope = fakeScope();
  let destroyed = 0;
  const device = new FakeDevice({ features: new Set(['subgroups']), info: { subgroupMaxSize: 64 } }, () => destroyed++);
  // The lab must not request an adapter.
  scope.navigator.gpu.requestAdapter = () => assert.fail('an adapter');
  const { TestLab, state } = fakeLabClass({}, scope);
  const [one, two] = [await TestLab.open({ device }), await TestLab.open({ device, subgroups: false })];
  assert.equal(one.device, device);
  assert.deepEqual([one.adapter.subgroups, two.adapter.subgroups], [{ min: 4, max: 64 }, null]);
  assert.deepEqual(state.subgroups, [{ min: 4, max: 64, sizeControl: false }]);
  one.close();
  await until(() => state.freed);
  state.script.probe = () => Promise.reject(failure('device-lost', 'gone'));
  await fails('device-lost', TestLab.open({ device }), /gone/);
  assert.deepEqual([state.freed, scope.requests.length], [2, 0]);
  state.script.scan = NEVER;
  const hangs = fails('device-lost', two.scan(INPUT), /within 30 s/);
  await hanging();
  // The bound, and one tick of the watchdog.
  await scope.timers.advance(1.1 * WATCHDOG_MS);
  await hangs;
  state.script.probe = NEVER;
  const stalls = fails('device-lost', TestLab.open({ device }), /opening a device/);
  await until(() => state.opened.length === 4);
  await scope.timers.advance(1.1 * WATCHDOG_MS);
  await stalls;
  assert.equal(destroyed, 0);
  device.destroy();
  await fails('device-lost', TestLab.open({ device }), /lost \(destroyed: /);
});

test('open: what is no device, and options that choose one, are refused', async () => {
  const { TestLab } = fakeLabClass();
  const device = new FakeDevice();
  await fails('bad-argument', TestLab.open(device), /\{ device \}.*it was the GPUDevice itself/);
  for (const other of [null, 7, {}, Object.create(FakeDevice.prototype), { limits: {} }]) {
    await fails('bad-argument', TestLab.open({ device: other }), /^device must be a GPUDevice; it was /);
  }
  for (const [key, value] of Object.entries({ powerPreference: 'low-power', requiredFeatures: [], requiredLimits: {} })) {
    await fails('bad-argument', TestLab.open({ device, [key]: value }), new RegExp(`^${key} must be left out if a device is given`));
  }
});

test('open: a signal ends it at every step, and what comes late is given back', async () => {
  const aborted = (lab, controller) => {
    controller.abort();
    return fails('cancelled', lab);
  };
  const scope = fakeScope();
  const { TestLab, state } = fakeLabClass({}, scope);
  await fails('cancelled', TestLab.open({ signal: AbortSignal.abort() }));
  await fails('bad-argument', TestLab.open({ signal: {} }), /signal must be an AbortSignal/);
  assert.equal(scope.adapterRequests, 0);
  // An abort while the opening waits for an adapter, which never arrives.
  const { requestAdapter } = scope.navigator.gpu;
  scope.navigator.gpu.requestAdapter = NEVER;
  let controller = new AbortController();
  await aborted(TestLab.open({ signal: controller.signal }), controller);
  scope.navigator.gpu.requestAdapter = requestAdapter;
  // An abort while the opening waits for a device, which arrives later.
  const { requestDevice } = scope.GPUAdapter.prototype;
  let arrive;
  scope.GPUAdapter.prototype.requestDevice = async function (descriptor) {
    await new Promise((resolve) => (arrive = resolve));
    return requestDevice.call(this, descriptor);
  };
  controller = new AbortController();
  const late = TestLab.open({ signal: controller.signal });
  await until(() => arrive);
  await aborted(late, controller);
  arrive();
  await until(() => scope.destroyed);
  scope.GPUAdapter.prototype.requestDevice = requestDevice;
  // An abort during the probe.
  let probed;
  state.script.probe = () => new Promise((resolve) => (probed = resolve));
  controller = new AbortController();
  const probing = TestLab.open({ signal: controller.signal });
  await until(() => probed);
  await aborted(probing, controller);
  assert.deepEqual([scope.destroyed, state.freed], [2, 0]);
  probed();
  await until(() => state.freed);
  // An abort after the opening has no effect.
  state.script.probe = undefined;
  controller = new AbortController();
  const lab = await TestLab.open({ signal: controller.signal });
  controller.abort();
  assert.deepEqual(await lab.scan(INPUT), SUMS);
  lab.close();
});

test('open: what fails gives back its device', async () => {
  const refuse = () => Promise.reject(failure('unsupported', 'maxBufferSize must be 1; it was 0'));
  const scope = fakeScope();
  await fails('unsupported', fakeLabClass({ open: refuse }, scope).TestLab.open(), /maxBufferSize/);
  await fails('device-lost', fakeLabClass({ open: () => Promise.reject(new Error('odd')) }, scope).TestLab.open(), /odd/);
  const { TestLab, state } = fakeLabClass({ probe: () => Promise.reject(failure('device-lost', 'gone')) }, scope);
  await fails('device-lost', TestLab.open(), /gone/);
  assert.deepEqual([state.freed, scope.destroyed], [1, 3]);
});

test('labs are opened, and their methods are called as such', async () => {
  const { TestLab, lab } = await open();
  assert.throws(() => new TestLab(), { code: 'bad-argument', message: /^A ScanLab must be opened: await ScanLab\.open\(\)/ });
  const { scan, sweep, supports, close, sort } = lab;
  await fails('bad-argument', scan(INPUT), /^scan must be called as a method, lab\.scan\(…\); it was called without its object\.$/);
  for (const method of [sweep, supports, close, sort, () => supports.call({})]) await fails('bad-argument', async () => method(), /lab\./);
  const { open: opens, catalogue } = TestLab;
  await fails('bad-argument', opens(), /ScanLab\.open/);
  await fails('bad-argument', catalogue(), /ScanLab\.catalogue/);
  lab[Symbol.dispose]();
  await fails('bad-argument', lab.scan(INPUT), /was closed/);
});

test('open: how long an adapter is waited for is an option', async () => {
  const scope = fakeScope({ adapters: [null, null, null] });
  const { TestLab } = fakeLabClass({}, scope, { adapterPatience_ms: 60_000 });
  await fails('no-adapter', TestLab.open({ adapterWaitMs: 0 }), /for 0\.0 s \(adapterWaitMs\)/);
  assert.equal(scope.adapterRequests, 1);
  await fails('bad-argument', TestLab.open({ adapterWaitMs: -1 }), /adapterWaitMs must be an integer from 0/);
  (await TestLab.open()).close();
  assert.equal(scope.adapterRequests, 3);
});

test('requirements: those of an adapter, with what each brings', () => {
  const scope = fakeScope({ features: ['subgroups', 'shader-f16'] });
  const { TestLab } = fakeLabClass({}, scope);
  const { requiredFeatures, requiredLimits, brings } = TestLab.requirements(new scope.GPUAdapter());
  assert.deepEqual(requiredFeatures, ['subgroups']);
  assert.deepEqual(Object.keys(brings), [...requiredFeatures, ...Object.keys(requiredLimits)]);
  assert.equal(requiredLimits.maxBufferSize, 1024);
  for (const other of [undefined, null, {}, new FakeDevice()]) {
    assert.throws(() => TestLab.requirements(other), { code: 'bad-argument', message: /^adapter must be a GPUAdapter; it was / });
  }
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
  // Firefox names no adapter.
  const info = { vendor: '', architecture: '', device: '', description: '', isFallbackAdapter: true };
  const device = { adapterInfo: info, features: new Set(), limits: {} };
  const unnamed = describeAdapter({ name: '', isFallback: false, timestamps: true }, device, true);
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
