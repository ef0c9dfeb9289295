import { expect, test } from '@playwright/test';
import { withLab } from './with-lab.js';

/** Tools for devices that the test opens itself: devices of the app. */
const devicesOf = () => ({
  /** Opens a device, by default without features or raised limits, and records its errors, its buffers and its loss. */
  openDevice: async (requirementsOf = () => ({})) => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice({ label: 'of the app', ...requirementsOf(adapter) });
    const notes = { uncaptured: [], buffers: new Set(), isLost: false };
    device.onuncapturederror = ({ error }) => notes.uncaptured.push(error.message);
    device.lost.then(() => (notes.isLost = true));
    const { createBuffer } = device;
    device.createBuffer = function (descriptor) {
      const buffer = createBuffer.call(this, descriptor);
      notes.buffers.add(buffer);
      const { destroy } = buffer;
      buffer.destroy = function () {
        notes.buffers.delete(buffer);
        destroy.call(buffer);
      };
      return buffer;
    };
    return { device, notes };
  },
  sameWords: (left, right) => left.length === right.length && left.every((word, i) => Object.is(word, right[i])),
  /** The words of a buffer of the app. */
  readFrom: async (device, buffer, Type = Uint32Array) => {
    const staging = GPUDevice.prototype.createBuffer.call(device, {
      size: buffer.size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const words = new Type(staging.getMappedRange().slice(0));
    staging.destroy();
    return words;
  },
  turn: () => new Promise((resume) => setTimeout(resume)),
});

test('a device with default limits does what an own one does, and stays as it was', async ({ page }) => {
  const found = await withLab(page, devicesOf, async ({ ScanLab, lab, random, openDevice, readFrom, sameWords, failure }) => {
    const requests = [];
    const { requestAdapter } = GPU.prototype;
    const { device, notes } = await openDevice();
    GPU.prototype.requestAdapter = function (...options) {
      requests.push('requestAdapter');
      return requestAdapter.apply(this, options);
    };
    const handler = device.onuncapturederror;
    const other = await ScanLab.open({ device });
    GPU.prototype.requestAdapter = requestAdapter;
    const { adapter } = other;
    const wrong = [];
    const n = 20_003;
    const words = Uint32Array.from({ length: n }, random);
    const keys = Uint32Array.from({ length: n }, () => random() % 50);
    const compare = (what, left, right) => sameWords(left, right) || wrong.push(what);
    for (const { id } of other.algorithms) {
      if (other.supports({ algorithm: id }) !== null) continue;
      compare(id, await other.scan(words, { algorithm: id }), await lab.scan(words, { algorithm: 'sequential' }));
    }
    const bicyclic = words.subarray(0, 20_000);
    const request = { operator: 'bicyclic', mode: 'exclusive', direction: 'backward' };
    compare('bicyclic', await other.scan(bicyclic, request), await lab.scan(bicyclic, request));
    compare('sort', (await other.sort(words)).keys, words.slice().sort());
    const [kept, expected] = await Promise.all([other, lab].map((one) => one.compact(words, { where: 'x % 3u == 1u' })));
    compare('compact', kept.output, expected.output);
    const [sums, right] = await Promise.all([other, lab].map((one) => one.reduceByKey(keys, words)));
    compare('reduceByKey', sums.values, right.values);
    compare('histogram', await other.histogram(keys, { bins: 50, to: 50 }), await lab.histogram(keys, { bins: 50, to: 50 }));
    const { verified } = await other.measure({ algorithm: 'auto', n: 5000 });
    if (!verified) wrong.push('measure');
    // Calls and prepared runs on buffers of the app.
    const input = device.createBuffer({
      size: 4 * n + 12,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
    const output = device.createBuffer({ size: 4 * n + 12, usage: input.usage });
    device.queue.writeBuffer(input, 0, words);
    const scan = await other.prepare({ n, type: 'u32' });
    const encoder = device.createCommandEncoder();
    scan.record(encoder, { input, output });
    device.queue.submit([encoder.finish()]);
    await scan.check();
    const inclusive = await lab.scan(words);
    compare('prepare', (await readFrom(device, output)).subarray(0, n), inclusive);
    const made = await other.scan(input, { n });
    compare('scan of a buffer', await readFrom(device, made), inclusive);
    const off = other.supports({ algorithm: 'subgroup-reduce-then-scan' });
    const { limits } = adapter;
    other.close();
    other.close();
    await device.queue.onSubmittedWorkDone();
    await new Promise((resume) => setTimeout(resume));
    const closed = await failure(() => other.scan(words));
    // A buffer that a call has returned survives the end of the lab.
    compare('after close', await readFrom(device, made), inclusive);
    const left = [...notes.buffers].filter((buffer) => ![input, output, made].includes(buffer)).map(({ label }) => label);
    return {
      wrong,
      left,
      off,
      closed,
      requests,
      own: Object.getOwnPropertyNames(navigator.gpu),
      adapter: [adapter.subgroups, adapter.timestamps, limits.maxStorageBufferBindingSize, limits.maxComputeWorkgroupStorageSize],
      maxElements: other.maxElements,
      unchanged: [device.onuncapturederror === handler, device.label === 'of the app', other.device === device],
      uncaptured: notes.uncaptured,
      isLost: notes.isLost,
    };
  });
  expect(found.wrong).toEqual([]);
  expect(found.left).toEqual([]);
  expect(found.uncaptured).toEqual([]);
  expect(found.isLost).toBe(false);
  expect(found.unchanged).toEqual([true, true, true]);
  expect(found.requests).toEqual([]);
  expect(found.own).toEqual([]);
  expect(found.adapter).toEqual([null, false, 2 ** 27, 2 ** 14]);
  expect(found.maxElements).toBe(2 ** 25);
  expect(found.closed).toMatch(/^bad-argument: An open ScanLab is required/);
});

test('an error goes to the scopes of the app that made it, while labs work on its device', async ({ page }) => {
  const found = await withLab(page, devicesOf, async ({ ScanLab, random, openDevice, sameWords, turn }) => {
    const { device, notes } = await openDevice((adapter) => ScanLab.requirements(adapter));
    const handler = device.onuncapturederror;
    let isOver = false;
    const scopes = { valid: 0, invalid: 0, wrong: [] };
    /** The app makes valid and invalid calls in turn, each in its own error scopes, which stay open for a while. */
    const app = async () => {
      for (let i = 0; !isOver || i < 20; i++) {
        const isInvalid = i % 2 === 1;
        device.pushErrorScope('validation');
        device.pushErrorScope('out-of-memory');
        // The lab works while these scopes are open.
        if (i % 3 === 0) await turn();
        if (i % 3 === 1) await device.queue.onSubmittedWorkDone();
        if (isInvalid) device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
        const [memory, validation] = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
        if (memory || (validation !== null) !== isInvalid) scopes.wrong.push(`${i}: ${memory?.message} ${validation?.message}`);
        else if (isInvalid) scopes.invalid++;
        else scopes.valid++;
        await turn();
      }
    };
    const running = app();
    const words = Uint32Array.from({ length: 30_000 }, random);
    const sorted = words.slice().sort();
    const wrong = [];
    const labs = await Promise.all([ScanLab.open({ device }), ScanLab.open({ device }), ScanLab.open({ device })]);
    const sums = await labs[0].scan(words);
    const work = async (lab, rank) => {
      for (let i = 0; i < 4; i++) {
        const [scanned, { keys }] = await Promise.all([lab.scan(words), lab.sort(words)]);
        if (!sameWords(scanned, sums) || !sameWords(keys, sorted)) wrong.push(`lab ${rank}, round ${i}`);
        const prepared = await lab.prepare({ n: 1000 + i, type: 'u32' });
        await prepared.check();
        prepared.destroy();
        // A request with an invalid condition also causes errors of the device.
        await lab.compact(words, { where: 'y > 3u' }).then(
          () => wrong.push('compiled'),
          ({ code, place }) => (code === 'bad-argument' && place.line === 1) || wrong.push(code),
        );
      }
      await lab.measure({ algorithm: 'hybrid', n: 4000 });
    };
    await Promise.all(labs.map(work));
    labs[0].close();
    const rest = await labs[1].scan(words);
    isOver = true;
    await running;
    // No scope is open any more: an error is then uncaptured.
    let depth = 0;
    for (let isOpen = true; isOpen; depth += isOpen) {
      isOpen = await device.popErrorScope().then(
        () => true,
        () => false,
      );
    }
    device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    await device.queue.onSubmittedWorkDone();
    for (let i = 0; i < 100 && notes.uncaptured.length === 0; i++) await turn();
    labs.forEach((lab) => lab.close());
    return {
      wrong,
      scopes,
      depth,
      rest: sameWords(rest, sums),
      uncaptured: notes.uncaptured.length,
      handler: device.onuncapturederror === handler,
      isLost: notes.isLost,
    };
  });
  expect(found.wrong).toEqual([]);
  expect(found.scopes.wrong).toEqual([]);
  expect(found.scopes.invalid).toBeGreaterThanOrEqual(10);
  expect(found.scopes.valid).toBeGreaterThanOrEqual(10);
  expect([found.depth, found.rest, found.uncaptured, found.handler, found.isLost]).toEqual([0, true, 1, true, false]);
});

test('a device of the caller is left alone by a stall, a failed opening and an abort; a lost one is refused', async ({ page }) => {
  const found = await withLab(page, devicesOf, async ({ ScanLab, openDevice, failure }) => {
    // The device has subgroups, so the lab runs a probe on it.
    const { device, notes } = await openDevice((adapter) => ScanLab.requirements(adapter));
    const failures = [];
    const other = await ScanLab.open({ device, watchdogMs: 3000 });
    // The device no longer answers, like a device that hangs.
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = () => new Promise(() => {});
    failures.push(await failure(() => other.scan(Uint32Array.of(3, 1, 4))));
    failures.push(await failure(() => ScanLab.open({ device, watchdogMs: 3000 })));
    const controller = new AbortController();
    const aborted = failure(() => ScanLab.open({ device, signal: controller.signal }));
    controller.abort();
    failures.push(await aborted);
    GPUBuffer.prototype.mapAsync = mapAsync;
    const again = await ScanLab.open({ device });
    const sums = [...(await again.scan(Uint32Array.of(3, 1, 4)))];
    const { isLost } = notes;
    const running = failure(() => again.scan(new Uint32Array(1_000_000)));
    device.destroy();
    failures.push(await running, await failure(() => again.scan(Uint32Array.of(1))));
    failures.push((await again.lost).message, await failure(() => ScanLab.open({ device })));
    failures.push(await failure(() => ScanLab.open(device)), await failure(() => ScanLab.open({ device: navigator.gpu })));
    const frozen = await openDevice();
    Object.preventExtensions(navigator.gpu);
    failures.push(await failure(() => ScanLab.open({ device: frozen.device })));
    return { failures, sums, isLost, uncaptured: notes.uncaptured };
  });
  expect(found.isLost).toBe(false);
  expect(found.sums).toEqual([3, 4, 8]);
  expect(found.uncaptured).toEqual([]);
  expect(found.failures).toEqual([
    expect.stringMatching(/^device-lost: The GPU must make progress within 3 s/),
    expect.stringMatching(/^device-lost: .*; opening a device did not/),
    expect.stringMatching(/^cancelled: /),
    expect.stringMatching(/^device-lost: The GPU device was lost \(destroyed: /),
    expect.stringMatching(/^device-lost: The GPU device was lost \(destroyed: /),
    expect.stringMatching(/^The GPU device was lost/),
    expect.stringMatching(/^device-lost: The GPU device was lost \(destroyed: /),
    expect.stringMatching(/^bad-argument: options must be an object, \{ device \}/),
    'bad-argument: device must be a GPUDevice; it was an object of class GPU.',
    expect.stringMatching(/^unsupported: a navigator.gpu that can be changed is required/),
  ]);
});

// SwiftShader has subgroups of 4 only, so it refuses the kernel that requires 32.
test('a sort is right where a device refuses the required subgroup size', async ({ page }) => {
  const found = await withLab(page, devicesOf, async ({ ScanLab, openDevice }) => {
    const adapter = await navigator.gpu.requestAdapter();
    const { device } = await openDevice(() => ScanLab.requirements(adapter));
    const { vendor, architecture, description, isFallbackAdapter } = device.adapterInfo;
    const info = { vendor, architecture, description, isFallbackAdapter, subgroupMinSize: 4, subgroupMaxSize: 64 };
    Object.defineProperty(device, 'adapterInfo', { value: info });
    let required = 0;
    const createShaderModule = device.createShaderModule.bind(device);
    device.createShaderModule = (descriptor) => {
      required += descriptor.code.includes('@subgroup_size(SUBGROUP_SIZE)');
      return createShaderModule(descriptor);
    };
    const lab = await ScanLab.open({ device });
    const tries = required;
    const keys = Uint32Array.from({ length: 9000 }, (_, index) => Math.imul(index, 0x9e3779b9));
    const { keys: sorted } = await lab.sort(keys);
    const isSorted = sorted.every((key, index) => index === 0 || sorted[index - 1] <= key);
    return { has: device.features.has('subgroup-size-control'), tries, later: required - tries, isSorted, sizes: lab.adapter.subgroups };
  });
  expect(found).toEqual({ has: true, tries: 1, later: 0, isSorted: true, sizes: { min: 4, max: 64 } });
});

test('features and limits are asked of the adapter, and requirements are those of the lab’s own device', async ({ page }) => {
  const found = await withLab(page, devicesOf, async ({ ScanLab, lab, openDevice, failure }) => {
    const adapter = await navigator.gpu.requestAdapter();
    const requirements = ScanLab.requirements(adapter);
    const { device } = await openDevice(() => requirements);
    const same = await ScanLab.open({ device });
    const words = new Uint32Array(100).fill(1);
    const algorithm = lab.algorithms.find(({ id, needs }) => needs.includes('subgroups') && lab.supports({ algorithm: id }) === null)?.id;
    const sum = algorithm && (await same.scan(words, { algorithm }))[99];
    const extra = [...adapter.features].find((name) => !lab.device.features.has(name));
    const more = await ScanLab.open({
      requiredFeatures: [extra],
      requiredLimits: { maxTextureDimension2D: adapter.limits.maxTextureDimension2D },
    });
    const has = [more.device.features.has(extra), more.device.limits.maxTextureDimension2D === adapter.limits.maxTextureDimension2D];
    more.close();
    const { reason } = await more.device.lost;
    const failures = [
      await failure(() => ScanLab.open({ requiredFeatures: ['no-feature'] })),
      await failure(() => ScanLab.open({ requiredLimits: { maxBufferSize: 2 ** 52 } })),
      await failure(() => ScanLab.requirements(device)),
    ];
    return {
      failures,
      has,
      reason,
      sum,
      algorithm,
      same: JSON.stringify(same.adapter) === JSON.stringify(lab.adapter),
      brings: Object.entries(requirements.brings).filter(([, text]) => !/^[A-Z].*\.$/.test(text)),
      features: requirements.requiredFeatures.every((name) => lab.device.features.has(name)),
    };
  });
  expect(found.has).toEqual([true, true]);
  expect([found.reason, found.same, found.features, found.brings]).toEqual(['destroyed', true, true, []]);
  expect([found.algorithm, found.sum]).toEqual([expect.any(String), 100]);
  expect(found.failures).toEqual([
    expect.stringMatching(/^unsupported: requiredFeatures must be features of the adapter, which has .*; no-feature is not\.$/),
    expect.stringMatching(/^unsupported: requiredLimits.maxBufferSize must be at most \d+ on this adapter; it was 4503599627370496\.$/),
    'bad-argument: adapter must be a GPUAdapter; it was an object of class GPUDevice.',
  ]);
});
