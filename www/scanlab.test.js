import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScanLabError } from './errors.js';
import { LANE, TILE, failure, fakeLabClass, fakeScope, tick } from './scanlab.fakes.mjs';

const INPUT = Uint32Array.of(3, 1, 4, 1, 5);
const SUMS = Uint32Array.of(3, 4, 8, 9, 14);
const NEVER = () => new Promise(() => {});

/** Asserts a ScanLabError of that code, and gives it back. */
async function fails(code, work, message = /./) {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    assert.ok(error instanceof ScanLabError, String(error?.stack ?? error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return error;
  }
  return assert.fail(`must fail with ${code}`);
}

async function open(script, scope) {
  const fakes = fakeLabClass(script, scope);
  return { ...fakes, lab: await fakes.TestLab.open() };
}

async function collect(points) {
  const all = [];
  for await (const point of points) all.push(point);
  return all;
}

test('open: what the page lacks has a code of its own', async () => {
  const { TestLab } = fakeLabClass({}, { ...fakeScope(), isSecureContext: false });
  await fails('insecure-context', TestLab.open());
  await fails('webgpu-unavailable', fakeLabClass({}, { ...fakeScope(), navigator: {} }).TestLab.open());
  const none = fakeScope();
  none.navigator.gpu.requestAdapter = async () => null;
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open());
  none.navigator.gpu.requestAdapter = () => Promise.reject(new TypeError('no such preference'));
  await fails('no-adapter', fakeLabClass({}, none).TestLab.open(), /no such preference/);
});

test('open: asks again for an adapter that is not up yet', async () => {
  const { lab, scope } = await open({}, fakeScope({ adapters: [null, null] }));
  assert.equal(scope.asked, 2);
  lab.close();
});

test('open: checks its options', async () => {
  const { TestLab, state } = fakeLabClass();
  await fails('bad-argument', TestLab.open({ subgroup: true }), /powerPreference, subgroups, timestamps.*"subgroup"/);
  await fails('bad-argument', TestLab.open({ subgroups: 1 }), /true or false; it was 1/);
  await fails('bad-argument', TestLab.open({ powerPreference: 'fast' }), /high-performance, low-power; it was "fast"/);
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
  assert.deepEqual(labs.map(({ adapter }) => adapter.subgroups), [{ min: 4, max: 32 }, null, { min: 4, max: 32 }]);
  assert.deepEqual(state.subgroups, [{ min: 4, max: 32 }, { min: 4, max: 32 }]);
  assert.equal(labs[1].supports({ algorithm: 'subgroup' })?.includes('requires subgroup'), true);
  assert.equal(labs[0].supports({ algorithm: 'subgroup' }), null);
});

test('open: restores requestDevice when the core fails', async () => {
  const scope = fakeScope();
  const original = scope.GPUAdapter.prototype.requestDevice;
  const refuse = () => Promise.reject(failure('unsupported', 'maxBufferSize must be 1; it was 0'));
  await fails('unsupported', fakeLabClass({ open: refuse }, scope).TestLab.open(), /maxBufferSize/);
  assert.equal(scope.GPUAdapter.prototype.requestDevice, original);
  await fails('device-lost', fakeLabClass({ open: () => Promise.reject(new Error('odd')) }, scope).TestLab.open(), /odd/);
});

test('adapter: described in words, software ones recognised', async () => {
  const { lab } = await open();
  assert.deepEqual(lab.adapter, {
    vendor: 'acme', architecture: 'one', device: '', description: 'acme one', isFallback: false,
    subgroups: { min: 4, max: 32 }, timestamps: true, forwardProgress: false, limits: { maxBufferSize: 1024 },
  });
  assert.ok(Object.isFrozen(lab.adapter) && Object.isFrozen(lab.algorithms[0].tuning));
  const software = await open({}, fakeScope({ info: { vendor: 'google', architecture: 'swiftshader' } }));
  assert.equal(software.lab.adapter.isFallback, true);
  assert.equal(software.state.software, true);
  const flagged = await open({}, fakeScope({ info: { isFallbackAdapter: true } }));
  assert.equal(flagged.lab.adapter.isFallback, true);
});

test('catalogue: needs no GPU, and is loaded once', async () => {
  let loads = 0;
  const { TestLab } = fakeLabClass({ init: () => void loads++ }, {});
  const [{ algorithms }] = await Promise.all([TestLab.catalogue(), TestLab.catalogue()]);
  assert.equal(algorithms[1].id, 'hybrid');
  assert.equal(loads, 1);
});

test('catalogue: a file that did not arrive is asked for again', async () => {
  let loads = 0;
  const { TestLab } = fakeLabClass({ init: () => (++loads === 1 ? Promise.reject(new TypeError('404')) : undefined) }, {});
  await fails('unsupported', TestLab.catalogue(), /scanlab_bg.wasm.*404/);
  assert.equal((await TestLab.catalogue()).patterns.length, 2);
});

test('scan: every type and mode, any length, defaults', async () => {
  const { lab, state } = await open();
  const input = INPUT.slice();
  assert.deepEqual(await lab.scan(input), SUMS);
  assert.deepEqual(input, INPUT);
  assert.deepEqual(state.log[0], ['scan', { algorithm: 'reduce-then-scan', operator: 'add', type: 'u32', mode: 'inclusive', direction: 'forward', segmented: false, tuning: {} }]);
  assert.deepEqual(await lab.scan(Int32Array.of(-1, 5, -7), { operator: 'min', algorithm: 'hybrid', tuning: { reduce_steps: 2 } }), Int32Array.of(-1, -1, -7));
  assert.deepEqual(state.log[1][1].tuning, { reduce_steps: 2 });
  assert.deepEqual(await lab.scan(Float32Array.of(0.5, 2), { operator: 'mul', mode: 'exclusive' }), Float32Array.of(1, 0.5));
  assert.deepEqual(await lab.scan(new Float32Array(0)), new Float32Array(0));
  assert.deepEqual(await lab.scan(new Uint32Array([9, 3, 1, 9]).subarray(1, 3)), Uint32Array.of(3, 4));
  assert.ok(state.tokens.every(({ freed }) => freed));
});

test('scan: says what was required and what was found', async () => {
  const { lab } = await open();
  await fails('bad-argument', lab.scan([1, 2]), /Uint32Array, Int32Array or Float32Array; it was an array of length 2/);
  await fails('bad-argument', lab.scan(new Float64Array(2)), /Float64Array/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'quick' }), /auto, sequential, .*it was "quick"/);
  await fails('bad-argument', lab.scan(INPUT, { operator: 'sub' }), /add, mul/);
  await fails('bad-argument', lab.scan(INPUT, { mode: 'Inclusive' }), /inclusive, exclusive; it was "Inclusive"/);
  await fails('bad-argument', lab.scan(INPUT, { direction: 'up' }));
  await fails('bad-argument', lab.scan(INPUT, { modes: 'inclusive' }), /"modes"/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'hybrid', tuning: { reduce_steps: 10 } }), /reduce_steps of hybrid must be an integer from 0 to 9; it was 10/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'hybrid', tuning: { reduce_steps: 1.5 } }));
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'hybrid', tuning: { steps: 1 } }), /reduce_steps.*"steps"/);
  await fails('bad-argument', lab.scan(INPUT, { algorithm: 'sequential', tuning: { steps: 1 } }), /no parameters/);
  await fails('bad-argument', lab.scan(INPUT, { signal: {} }), /AbortSignal/);
  await fails('bad-argument', lab.scan(INPUT, { heads: new Uint32Array(4) }), /5 flags.*4/);
  await fails('bad-argument', lab.scan(INPUT, { operator: 'pair' }), /multiple of 2 entries.*it has 5/);
  await fails('unsupported', lab.scan(INPUT, { operator: 'min', direction: 'backward' }), /backward is for later/);
  await fails('bad-argument', lab.scan(INPUT, { heads: new Uint8Array(5) }), /Uint32Array of 5 flags, each 0 or 1, .*Uint8Array/);
  await fails('bad-argument', lab.scan(INPUT, { heads: Uint32Array.of(1, 0, 2, 0, 3) }), /heads\[2\] is 2/);
  await fails('unsupported', lab.scan(INPUT, { operator: 'min', heads: new Uint32Array(5) }), /segments are for later/);
});

test('supports and plan', async () => {
  const { lab } = await open();
  assert.equal(lab.supports({ algorithm: 'hybrid', operator: 'add', type: 'f32', mode: 'exclusive' }), null);
  assert.equal(lab.supports({ operator: 'min', direction: 'backward' }), 'backward is for later');
  assert.match(lab.supports({ algorithm: 'nope' }), /"nope"/);
  assert.equal(lab.supports({ algorithm: 'javascript' }), null);
  assert.equal(lab.supports({ algorithm: 'javascript', direction: 'backward', segmented: true }), null);
  assert.match(lab.supports({ algorithm: 'javascript', operator: 'bicyclic', type: 'f32' }), /bicyclic, .*no bicyclic on f32/);
  assert.throws(() => lab.supports({ kind: 1 }), { code: 'bad-argument' });
  assert.equal(lab.plan({ n: 100 }).tile_elements, TILE);
  assert.throws(() => lab.plan({ n: -1 }), { code: 'bad-argument', message: /0 to 4294967295; it was -1/ });
});

test('abort: rejects at once, though the GPU goes on', async () => {
  const { lab, state } = await open({ scan: NEVER });
  const abort = new AbortController();
  const scan = lab.scan(INPUT, { signal: abort.signal });
  await tick(5);
  abort.abort(new Error('enough'));
  const error = await fails('cancelled', scan);
  assert.equal(error.cause.message, 'enough');
  assert.equal(state.tokens[0].cancelled, true);
  assert.equal(state.tokens[0].freed, false);
  await fails('cancelled', lab.scan(INPUT, { signal: AbortSignal.abort() }));
});

test('abort: what waits for its turn does not wait for its rejection', async () => {
  const { lab, state } = await open({ scan: NEVER });
  const first = lab.scan(INPUT);
  const abort = new AbortController();
  const second = lab.scan(INPUT, { signal: abort.signal });
  await tick(5);
  abort.abort();
  await fails('cancelled', second);
  assert.equal(state.log.length, 1);
  lab.close();
  await fails('cancelled', first);
});

test('close: what is in flight is cancelled, what comes later is refused', async () => {
  const { lab, state } = await open({ scan: (token) => new Promise((_, reject) => (token.onCancel = () => reject(failure('cancelled', 'stopped')))) });
  let lost = false;
  lab.lost.then(() => (lost = true));
  const scan = lab.scan(INPUT);
  await tick(5);
  lab.close();
  lab.close();
  await fails('cancelled', scan, /closed/);
  await fails('bad-argument', lab.scan(INPUT), /closed/);
  await fails('bad-argument', lab.verify(INPUT, SUMS), /closed/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 4 }), /closed/);
  await fails('bad-argument', () => collect(lab.sweep({ algorithms: ['hybrid'], sizes: [4] })), /closed/);
  assert.throws(() => lab.supports(), { code: 'bad-argument' });
  assert.throws(() => lab.plan({ n: 1 }), { code: 'bad-argument' });
  await tick(5);
  assert.equal(state.freed, 1, 'the core is freed once, after its work has ended');
  assert.equal(lost, false);
});

test('a lost device rejects what is in flight and what comes later', async () => {
  const { lab, scope } = await open({ scan: NEVER });
  const scans = [lab.scan(INPUT), lab.scan(INPUT)];
  await tick(5);
  scope.loseDevice({ reason: 'unknown', message: 'the GPU went away' });
  for (const scan of scans) await fails('device-lost', scan, /unknown: the GPU went away.*ScanLab\.open/);
  assert.match((await lab.lost).message, /went away/);
  await fails('device-lost', lab.scan(INPUT));
  lab.close();
});

test('a panic rejects everything of all labs, and says to reload', async () => {
  const { TestLab, state } = fakeLabClass({ scan: NEVER, measure: NEVER });
  const [one, two] = [await TestLab.open(), await TestLab.open()];
  const works = [one.scan(INPUT), two.measure({ algorithm: 'hybrid', n: 8 }), one.scan(INPUT)];
  await tick(5);
  state.panic('index out of bounds: src/plan.rs:7');
  for (const work of works) await fails('device-lost', work, /index out of bounds.*Reload the page/);
  assert.match((await one.lost).message, /Reload/);
  await fails('device-lost', TestLab.open(), /Reload/);
  await fails('device-lost', TestLab.catalogue(), /Reload/);
  assert.equal(state.freed, 0);
});

test('a panic during open leaves neither promise nor wrapper behind', async () => {
  const scope = fakeScope();
  const original = scope.GPUAdapter.prototype.requestDevice;
  const { TestLab, state } = fakeLabClass({ open: NEVER }, scope);
  const opens = [TestLab.open(), TestLab.open()];
  await tick(5);
  state.panic('oh');
  for (const opening of opens) await fails('device-lost', opening, /Reload/);
  assert.equal(scope.GPUAdapter.prototype.requestDevice, original);
});

test('a trap ends the core, and an exception nobody planned for ends its lab', async () => {
  const trapped = await open({ scan: () => Promise.reject(new WebAssembly.RuntimeError('unreachable')) });
  await fails('device-lost', trapped.lab.scan(INPUT), /unreachable.*Reload/);
  await fails('device-lost', trapped.TestLab.open());
  const odd = await open({ scan: () => Promise.reject(new TypeError('x is not a function')) });
  await fails('device-lost', odd.lab.scan(INPUT), /x is not a function/);
  await fails('device-lost', odd.lab.scan(INPUT));
  (await odd.TestLab.open()).close();
});

test("the core's errors keep their code", async () => {
  const { lab } = await open({ scan: () => Promise.reject(failure('out-of-memory', '4 GiB required; 1 GiB there')) });
  await fails('out-of-memory', lab.scan(INPUT), /4 GiB/);
  await fails('out-of-memory', lab.scan(INPUT), /4 GiB/);
  const lost = await open({ scan: () => Promise.reject(failure('device-lost', 'gone')) });
  await fails('device-lost', lost.lab.scan(INPUT), /gone/);
  assert.match((await lost.lab.lost).message, /gone/);
});

test('verify: right, wrong, and not comparable', async () => {
  const { lab } = await open();
  assert.deepEqual(await lab.verify(INPUT, SUMS), { verified: true, mismatch: null });
  const input = new Uint32Array(600_000).fill(1);
  const output = Uint32Array.from(input, (_, i) => i);
  assert.deepEqual(await lab.verify(input, output, { mode: 'exclusive' }), { verified: true, mismatch: null });
  output[523_457] = 0;
  assert.deepEqual(await lab.verify(input, output, { mode: 'exclusive', algorithm: 'hybrid' }), {
    verified: false,
    mismatch: { index: 523_457, expected: [523_457], found: [0], tolerance: 0, tile: Math.floor(523_457 / TILE), lane: Math.floor((523_457 % TILE) / LANE) },
  });
  assert.equal(input.length, 600_000);
  assert.deepEqual(await lab.verify(new Uint32Array(0), new Uint32Array(0)), { verified: true, mismatch: null });
  await fails('bad-argument', lab.verify(INPUT, SUMS.subarray(1)), /5 elements of u32; it has 4 elements of u32/);
  await fails('bad-argument', lab.verify(INPUT, new Int32Array(5)), /i32/);
  await fails('unsupported', lab.verify(INPUT.subarray(1), SUMS.subarray(1), { operator: 'pair' }), /pair/);
});

test('measure: a verified point', async () => {
  const { lab, state } = await open();
  const stages = [];
  const point = await lab.measure({ algorithm: 'hybrid', n: 1000, seed: 5 }, { onProgress: (progress) => stages.push(progress) });
  assert.deepEqual({ ...point, samples_ns: point.samples_ns.length }, {
    algorithm: 'hybrid', operator: 'add', type: 'u32', mode: 'inclusive', direction: 'forward', segmented: false, n: 1000, pattern: 'ramp', seed: 5, tuning: { reduce_steps: 3 },
    verified: true, mismatch: null, timer: 'timestamp', samples_ns: 11, samples_voided: 1, outliers: [10], repeats: 4, quantum_ns: 32, overhead_ns: 900,
    resolved: true, median_ns: 1005, interval_ns: [1002, 1008], minimum_ns: 1000, stopped: 'width', copy_ratio: { value: 2, interval: [1.9, 2.1] }, copy_drifted: false,
    elements_per_s: (1000 / 1005) * 1e9, bytes_per_s: 8 * (1000 / 1005) * 1e9, dispatches: 5, scratch_bytes: 64, skipped: null,
  });
  assert.deepEqual(stages.map(({ stage, done }) => `${stage} ${done}`), ['preparing 0', 'timing 0', 'verifying 0', 'finished 1']);
  assert.deepEqual(state.log[0][1], { algorithm: 'hybrid', operator: 'add', type: 'u32', mode: 'inclusive', direction: 'forward', segmented: false, n: 1000, tuning: {}, pattern: 'ramp', seed: 5 });
  await tick();
  assert.equal(state.blocksFreed, 1);
});

test('measure: a wrong output voids its times and is located', async () => {
  const { lab, state } = await open({ wrongAt: 21 });
  const point = await lab.measure({ algorithm: 'hybrid', n: 1000 });
  assert.equal(point.verified, false);
  assert.deepEqual([point.mismatch.index, point.mismatch.tile, point.mismatch.lane], [21, 2, 2]);
  assert.deepEqual([point.samples_ns, point.samples_voided, point.median_ns, point.elements_per_s, point.bytes_per_s], [[], 12, null, null, null]);
  assert.deepEqual([point.interval_ns, point.copy_ratio, point.minimum_ns, point.resolved], [null, null, null, false]);
  await tick();
  assert.equal(state.blocksFreed, 1);
});

test('measure: checks its request', async () => {
  const { lab } = await open();
  await fails('bad-argument', lab.measure({ n: 4 }), /algorithm must be given/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid' }), /n must be an integer .*undefined/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1, seed: -1 }), /seed/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1, pattern: 'x' }), /ramp, ones; it was "x"/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 1 }, { onProgress: 1 }), /function; it was 1/);
  await fails('too-large', lab.measure({ algorithm: 'hybrid', n: 10_001 }), /10,000/);
});

test('measure: the JavaScript scan', async () => {
  const { lab } = await open();
  for (const type of ['u32', 'f32']) {
    const point = await lab.measure({ algorithm: 'javascript', type, mode: 'exclusive', n: 300_000 });
    assert.equal(point.verified, true, JSON.stringify(point.mismatch));
    assert.equal(point.timer, 'wall');
    assert.ok(point.samples_ns.length >= 3 && point.median_ns > 0 && point.elements_per_s > 0);
    assert.deepEqual([point.dispatches, point.scratch_bytes, point.tuning], [0, 0, {}]);
  }
});

test('backward and segmented: scanned, verified and measured', async () => {
  const { lab, state } = await open();
  assert.deepEqual(await lab.scan(INPUT, { direction: 'backward' }), Uint32Array.of(14, 11, 10, 6, 5));
  const heads = Uint32Array.of(0, 0, 1, 0, 1);
  const segmented = await lab.scan(INPUT, { heads, mode: 'exclusive' });
  assert.deepEqual(segmented, Uint32Array.of(0, 3, 0, 4, 0));
  assert.equal((await lab.verify(INPUT, segmented, { heads, mode: 'exclusive' })).verified, true);
  assert.equal((await lab.verify(INPUT, segmented, { mode: 'exclusive' })).mismatch.index, 2);
  const suffixes = Uint32Array.from({ length: 600_000 }, (_, i) => 600_000 - i);
  const ones = new Uint32Array(600_000).fill(1);
  assert.equal((await lab.verify(ones, suffixes, { direction: 'backward' })).verified, true);
  suffixes[599_990] = 0;
  const { mismatch } = await lab.verify(ones, suffixes, { direction: 'backward' });
  assert.deepEqual([mismatch.index, mismatch.tile, mismatch.lane], [599_990, 1, 0]);
  for (const algorithm of ['hybrid', 'javascript']) {
    for (const direction of ['forward', 'backward']) {
      const point = await lab.measure({ algorithm, n: 3000, direction, segmented: true });
      assert.deepEqual([point.verified, point.direction, point.segmented], [true, direction, true]);
    }
  }
  const points = await collect(lab.sweep({ algorithms: ['hybrid'], sizes: [10, 5_001], segmented: true }));
  assert.match(points[1].skipped, /at most 5,000/);
  assert.equal(state.log.at(-1)[1].segmented, true);
});

test('measure: one at a time, whoever asks', async () => {
  const { lab, state } = await open();
  const points = await Promise.all([
    lab.measure({ algorithm: 'hybrid', n: 100 }),
    collect(lab.sweep({ algorithms: ['sequential'], sizes: [10, 20] })),
    lab.measure({ algorithm: 'hybrid', n: 200 }),
    lab.scan(INPUT),
  ]);
  assert.equal(state.mostBusy, 1);
  assert.deepEqual(points[1].map(({ n }) => n), [10, 20]);
});

test('measure: abort frees what the core measured in vain', async () => {
  let finish = () => {};
  const { lab, state } = await open({ measure: () => new Promise((resolve) => (finish = resolve)) });
  const abort = new AbortController();
  const measuring = lab.measure({ algorithm: 'hybrid', n: 100 }, { signal: abort.signal });
  await tick(5);
  abort.abort();
  await fails('cancelled', measuring);
  finish();
  await tick(5);
  assert.equal(state.blocksFreed, 1);
});

test('sweep: each size with each algorithm in turn, with progress', async () => {
  const { lab } = await open();
  const finished = [];
  const onProgress = ({ done, total, stage, algorithm }) => stage === 'finished' && finished.push(`${done}/${total} ${algorithm}`);
  const points = await collect(lab.sweep({ algorithms: ['sequential', 'javascript'], sizes: [0, 1, 64], operator: 'max', type: 'i32' }, { onProgress }));
  assert.deepEqual(points.map(({ n, algorithm, verified }) => `${n} ${algorithm} ${verified}`), [
    '0 sequential true', '0 javascript true', '1 sequential true', '1 javascript true', '64 sequential true', '64 javascript true',
  ]);
  assert.deepEqual(finished, ['1/6 sequential', '2/6 javascript', '3/6 sequential', '4/6 javascript', '5/6 sequential', '6/6 javascript']);
});

test('sweep: the scans of a size are measured beside each other, and let go', async () => {
  const blocks = [];
  const { lab, state } = await open({ measured: (requests) => blocks.push(requests.map(({ algorithm, n }) => `${algorithm} ${n}`)) });
  await collect(lab.sweep({ algorithms: ['hybrid', 'javascript', 'sequential'], sizes: [10, 20] }));
  assert.deepEqual(blocks, [['hybrid 10', 'sequential 10'], ['hybrid 20', 'sequential 20']]);
  const points = lab.sweep({ algorithms: ['hybrid', 'sequential'], sizes: [10, 20] });
  await points.next();
  await points.return();
  await tick();
  assert.deepEqual([blocks.length, state.blocksFreed], [3, 3]);
});

test('sweep: what one point cannot have is skipped, and what follows from it', async () => {
  const { lab, state } = await open({
    measure({ algorithm, n }) {
      if (algorithm === 'sequential' && n >= 100) throw failure('unsupported', 'One run may take 2 s; 100 elements take 3 s.');
      if (algorithm === 'hybrid' && n === 100) throw failure('out-of-memory', 'no room just now');
    },
  });
  const points = await collect(lab.sweep({ algorithms: ['sequential', 'hybrid', 'reduce-then-scan'], sizes: [10, 100, 200, 20_000, 30_000] }));
  const skipped = Object.fromEntries(points.filter(({ skipped }) => skipped).map((point) => [`${point.algorithm} ${point.n}`, point]));
  assert.deepEqual(Object.keys(skipped), [
    'sequential 100', 'hybrid 100', 'sequential 200',
    'sequential 20000', 'hybrid 20000', 'reduce-then-scan 20000', 'sequential 30000', 'hybrid 30000', 'reduce-then-scan 30000',
  ]);
  assert.match(skipped['sequential 200'].skipped, /Not tried.*100 elements.*2 s/);
  assert.match(skipped['hybrid 20000'].skipped, /at most 10,000/);
  assert.match(skipped['hybrid 30000'].skipped, /Not tried.*20000/);
  assert.deepEqual([skipped['hybrid 100'].verified, skipped['hybrid 100'].median_ns, skipped['hybrid 100'].samples_ns], [false, null, []]);
  assert.deepEqual(state.log.map(([, { algorithm, n }]) => `${algorithm} ${n}`), [
    'sequential 10', 'hybrid 10', 'reduce-then-scan 10', 'sequential 100', 'hybrid 100', 'reduce-then-scan 100', 'hybrid 200', 'reduce-then-scan 200',
  ]);
});

test('sweep: everything is checked before anything runs', async () => {
  const { lab, state } = await open();
  const sweep = (request) => collect(lab.sweep(request));
  await fails('bad-argument', sweep({ algorithms: [], sizes: [1] }), /algorithms must be an array of one or more/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [] }), /sizes/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1, 2.5] }), /it was 2.5/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid', 'x'], sizes: [1] }), /"x"/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1], tuning: { sequential: {} } }), /"sequential"/);
  await fails('bad-argument', sweep({ algorithms: ['hybrid'], sizes: [1], tuning: { hybrid: { reduce_steps: 99 } } }), /99/);
  await fails('bad-argument', sweep({ algorithm: 'hybrid', sizes: [1] }), /"algorithm"/);
  assert.deepEqual(state.log, []);
});

test('sweep: a lost device and an abort end it; the points so far stay', async () => {
  for (const [code, stop] of [['device-lost', ({ scope }) => scope.loseDevice({ reason: 'unknown', message: '' })], ['cancelled', ({ abort }) => abort.abort()]]) {
    const scope = fakeScope();
    const abort = new AbortController();
    const { lab } = await open({ measure: ({ n }) => (n === 20 ? (setTimeout(() => stop({ scope, abort })), NEVER()) : undefined) }, scope);
    const points = [];
    await fails(code, async () => {
      for await (const point of lab.sweep({ algorithms: ['hybrid'], sizes: [10, 20, 30] }, { signal: abort.signal })) points.push(point);
    });
    assert.deepEqual(points.map(({ n }) => n), [10]);
  }
});

test("a progress callback that throws is the page's error, not the run's", async () => {
  const { lab, scope } = await open();
  const point = await lab.measure({ algorithm: 'hybrid', n: 10 }, { onProgress() { throw new Error('mine'); } });
  assert.equal(point.verified, true);
  assert.equal(scope.reported[0].message, 'mine');
});
