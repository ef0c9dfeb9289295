/** Scans and operations on buffers of the lab's device: their results, chains of them without a readback, and the arguments that they refuse. */
import { expect, test } from '@playwright/test';
import { withProgress } from './progress.js';
import { FULL } from './sampled.js';
import { withLab } from './with-lab.js';

/** Tools for buffers of the device. */
const buffersOf = (device) => {
  const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
  return {
    /** A buffer with the words of an array, and `more` words after them. */
    upload(array, more = 0, usage = STORAGE | COPY_SRC | COPY_DST) {
      const buffer = device.createBuffer({ size: array.byteLength + 4 * more, usage });
      device.queue.writeBuffer(buffer, 0, array);
      return buffer;
    },
    async read(buffer, Type = Uint32Array) {
      const staging = device.createBuffer({ size: Math.max(4, buffer.size), usage: COPY_DST | MAP_READ });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const words = new Type(staging.getMappedRange(0, buffer.size).slice(0));
      staging.destroy();
      return words;
    },
  };
};

/** Sizes with whole packs and without, of one tile and of several. */
const SIZES = FULL ? [1, 3, 1000, 5003] : [1000, 5003];

test('buffers give what arrays give, with every kind of request, and stay as they are', async ({ page }) => {
  test.setTimeout(600_000);
  const compareAll = async ({ lab, upload, read, random }, sizes) => {
    const wrong = [];
    let compared = 0;
    const bits = (array) => new Uint32Array(array.buffer, array.byteOffset, array.length);
    const same = (left, right) => left.length === right.length && bits(left).every((word, i) => word === bits(right)[i]);
    const fieldsOf = (outputs, isBuffer) => (isBuffer || ArrayBuffer.isView(outputs) ? { outputs } : outputs);

    /** Makes the same call with arrays and with buffers, and compares all fields of the outputs. */
    async function compare(name, method, inputs, options, { type, more = 0, inBuffers = ['heads', 'flags', 'values'] } = {}) {
      const expected = fieldsOf(await lab[method](...inputs, options), false);
      const buffers = inputs.map((array) => upload(array, more));
      const inOptions = Object.entries(options).filter(([key]) => inBuffers.includes(key));
      const uploaded = Object.fromEntries(inOptions.map(([key, array]) => [key, upload(array)]));
      const words = options.operator === 'bicyclic' ? 2 : 1;
      const n = more ? { n: inputs[0].length / words } : {};
      const outputs = await lab[method](...buffers, { ...options, ...uploaded, ...n, type });
      const found = fieldsOf(outputs, outputs instanceof GPUBuffer);
      compared++;
      if (Object.keys(found).sort().join() !== Object.keys(expected).sort().join()) wrong.push(`${name}: ${Object.keys(found)}`);
      for (const [key, value] of Object.entries(expected)) {
        const field = found[key] instanceof GPUBuffer ? await read(found[key], value.constructor) : found[key];
        if (ArrayBuffer.isView(value) ? !same(field, value) : field !== value) wrong.push(`${name}: ${key} ${field} instead of ${value}`);
      }
      for (const [rank, buffer] of buffers.entries()) {
        if (!same((await read(buffer)).subarray(0, inputs[rank].length), bits(inputs[rank]))) wrong.push(`${name} has changed its input`);
      }
    }

    for (const n of sizes) {
      const words = Uint32Array.from({ length: n }, random);
      const floats = Float32Array.from({ length: n }, () => random() / 2 ** 24 - 0.5);
      const pairs = Uint32Array.from({ length: 2 * n }, () => random() % 9);
      const heads = Uint32Array.from({ length: n }, () => Number(random() % 7 === 0));
      const headBits = Uint32Array.from({ length: Math.ceil(n / 32) }, () => random() ^ (random() << 16));
      const few = Uint32Array.from({ length: n }, (_, i) => Math.floor(i / 5) % 3);
      const signed = Int32Array.from(words, (word) => word - 2 ** 23);
      const scan = (name, input, options, more) => compare(`${name}, ${n}`, 'scan', [input], options, more);
      await scan('add', words, {});
      await scan('exclusive add backward', words, { mode: 'exclusive', direction: 'backward' }, { more: 5 });
      await scan('bicyclic', pairs, { operator: 'bicyclic', algorithm: 'reduce-then-scan' });
      await scan('max of f32 in place', floats, { operator: 'max', inPlace: true, algorithm: 'reduce-then-scan' }, { type: 'f32' });
      await scan('heads', words, { heads });
      await scan('heads in an array', words, { heads, algorithm: 'hybrid' }, { inBuffers: [] });
      await scan('heads as bits', words, { heads: headBits, headsAsBits: true });
      await scan('a column', words, { shape: [n, 1], axis: 0 });
      await scan('rows', words, { shape: [1, n] });
      const run = (method, inputs, options, more) =>
        compare(`${method} ${JSON.stringify(Object.keys(options))}, ${n}`, method, inputs, options, more);
      await run('reduce', [pairs], { operator: 'bicyclic' });
      await run('compact', [words], { where: 'x % 3u == 0u || i == 2u' }, { more: 3 });
      await run('compact', [floats], { flags: heads, indices: true }, { type: 'f32' });
      await run('compact', [floats], { flags: heads, scan: 'hybrid' }, { type: 'f32', inBuffers: [] });
      await run('partition', [signed], { where: 'x < 0' }, { type: 'i32' });
      await run('unique', [few], { indices: true });
      await run('unique', [pairs], { words: 2 });
      await run('runLengths', [few], {});
      await run('reduceByKey', [few, floats], { operator: 'min' }, { type: 'f32' });
      const offsets = Uint32Array.from({ length: n + 2 }, (_, i) => Math.min(n, 7 * (i >> 1)));
      await run('segmentedReduce', [pairs, offsets], { operator: 'bicyclic' });
      await run('histogram', [floats], { bins: 7, from: -0.25, to: 0.25 }, { type: 'f32' });
      await run('sort', [signed], { descending: true, values: floats }, { type: 'i32' });
      // Each of them compiles two sorts, so each size has one.
      const segmentedSorts = [
        [[signed, offsets], { descending: true, values: floats }, { type: 'i32' }],
        // Longer buffers, also of offsets.
        [[floats, offsets], { indices: true, segments: n + 1 }, { type: 'f32', more: 3 }],
        [[words, offsets], {}],
      ];
      await run('segmentedSort', ...segmentedSorts[sizes.indexOf(n) % segmentedSorts.length]);
      await run('topK', [words], { k: 77 });
      await run('argMin', [floats], {}, { type: 'f32' });
      await run('argMax', [words], {}, { more: 3 });
      await run('lowerBound', [floats, floats.slice(0, 99).sort()], { upper: true }, { type: 'f32' });
      await run('lowerBound', [words, words.slice().sort()], { sortedLength: n - 1 }, { more: 1 });
      await run('lowerBound', [signed, signed.slice(0, 0)], {}, { type: 'i32' });
      await run('merge', [floats.slice().sort(), floats.slice(0, 99).sort()], { indices: true }, { type: 'f32' });
      await run('merge', [words.slice().sort(), words.slice().sort()], { sortedLength: n - 1 }, { more: 1 });
      await run('merge', [signed.slice().sort().reverse(), signed.slice(0, 0)], { descending: true }, { type: 'i32' });
      await run('sort', [words], { bits: [3, 17] }, { more: 1 });
      await run('sort', [signed], { indices: true, bits: [3, 20] }, { type: 'i32' });
    }
    return { wrong, compared };
  };
  const { wrong, compared } = await withLab(page, buffersOf, compareAll, SIZES);
  expect(wrong).toEqual([]);
  expect(compared).toBe(SIZES.length * 33);
});

test('outputs go into buffers of the caller’s, of whole packs directly, and nothing behind their pack is written', async ({ page }) => {
  const compareAll = async ({ lab, upload, read, random }, sizes) => {
    const wrong = [];
    let compared = 0;
    const { COPY_DST, COPY_SRC, STORAGE } = GPUBufferUsage;
    const MARK = 0xdeadbeef;
    /** Repeats a call with output buffers of a usage, with room for `more` elements, and compares it with the call without output buffers. */
    async function compare(name, call, n, usage, more, names) {
      const fieldOf = (result, field) => (field ? result[field] : result);
      const expected = await call({});
      const right = {};
      for (const [key, field] of names) right[key] = await read(fieldOf(expected, field));
      const outputsOf = () => Object.fromEntries(names.map(([key]) => [key, upload(new Uint32Array(n + more).fill(MARK), 0, usage)]));
      const [first, second] = [outputsOf(), outputsOf()];
      for (const outputs of [first, second, first]) {
        const found = await call(outputs);
        if (found.count !== expected.count || found.split !== expected.split) wrong.push(`${name}: ${found.count ?? found.split}`);
        for (const [key, field] of names) {
          compared++;
          if (fieldOf(found, field) !== outputs[key]) wrong.push(`${name}: ${key} is another buffer`);
          const words = await read(outputs[key]);
          if (right[key].some((word, i) => word !== words[i])) wrong.push(`${name}: ${key} is ${words} instead of ${right[key]}`);
          const end = Math.ceil(right[key].length / 4) * 4;
          if (words.subarray(end).some((word) => word !== MARK)) wrong.push(`${name}: ${key} is written behind its end: ${words}`);
        }
      }
    }
    for (const n of sizes) {
      const words = Uint32Array.from({ length: n }, random);
      const flags = upload(Uint32Array.from({ length: n }, () => random() % 2));
      const few = upload(Uint32Array.from({ length: n }, (_, i) => Math.floor(i / 5) % 3));
      const [all, bare] = [STORAGE | COPY_SRC | COPY_DST, COPY_SRC | COPY_DST];
      for (const [usage, more] of [
        [all, 0],
        [all, 9],
        [bare, 9],
      ]) {
        for (const input of [upload(words), upload(words, 7), upload(words, 7, COPY_SRC | COPY_DST)]) {
          const of = (method, request, names, keys = input) =>
            compare(
              `${method} ${n} ${usage} ${more}`,
              (outputs) => lab[method](keys, { ...request, n, ...outputs }),
              n,
              usage,
              more,
              names,
            );
          const output = [['output', '']];
          await of('scan', {}, output);
          await of('scan', { mode: 'exclusive', heads: flags, direction: 'backward' }, output);
          await of('scan', { inPlace: true, algorithm: 'reduce-then-scan' }, output);
          await of('reduce', { operator: 'max' }, output);
          await of('compact', { where: 'x % 3u == 0u', indices: true }, [['output', 'output']]);
          await of('partition', { flags }, [['output', 'output']]);
          await of(
            'runLengths',
            {},
            [
              ['output', 'values'],
              ['lengths', 'lengths'],
            ],
            few,
          );
          await of('sort', { values: flags }, [
            ['output', 'keys'],
            ['outputValues', 'values'],
          ]);
        }
      }
    }
    // Scans in place, in a buffer of whole packs and in another buffer.
    for (const n of [16, 17]) {
      const words = Uint32Array.from({ length: n }, random);
      const buffer = upload(words);
      const result = await lab.scan(buffer, { inPlace: true, algorithm: 'reduce-then-scan', output: buffer });
      let sum = 0;
      const right = words.map((word) => (sum = (sum + word) >>> 0));
      if (result !== buffer || (await read(buffer)).join() !== right.join()) wrong.push(`in place: ${await read(buffer)}`);
    }
    // A scan of no elements does not change the output.
    const none = upload(Uint32Array.of(MARK));
    const empty = await lab.scan(upload(new Uint32Array(0)), { output: none });
    const identity = await lab.reduce(upload(new Uint32Array(0)), { operator: 'min', output: upload(Uint32Array.of(1)) });
    if (empty !== none || (await read(none))[0] !== MARK) wrong.push('an empty scan');
    if ((await read(identity))[0] !== 0xffffffff) wrong.push('a reduction of nothing');
    return { wrong, compared };
  };
  const { wrong, compared } = await withLab(page, buffersOf, compareAll, SIZES);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(300);
});

test('a call into a buffer of the caller’s submits once, waits once, and makes nothing', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ lab, device, upload, read, random }) => {
    const n = 4096;
    const words = Uint32Array.from({ length: n }, random);
    const [input, output, sorted] = [upload(words), upload(words), upload(words)];
    const calls = {};
    let isSubmitted = false;
    const wrap = (object, names) =>
      names.forEach((name) => {
        const original = object[name];
        object[name] = function (...given) {
          // Error scopes after the submission belong to the wait for the device, so they do not count.
          if (name === 'submit') isSubmitted = true;
          if (name !== 'pushErrorScope' || !isSubmitted) calls[name] = (calls[name] ?? 0) + 1;
          return original.apply(this, given);
        };
      });
    wrap(device, ['createBuffer', 'createBindGroup', 'createCommandEncoder', 'createComputePipelineAsync', 'pushErrorScope']);
    wrap(device.queue, ['submit', 'writeBuffer', 'onSubmittedWorkDone']);
    wrap(GPUBuffer.prototype, ['mapAsync']);
    const countsOf = async (call) => {
      await call();
      Object.keys(calls).forEach((name) => delete calls[name]);
      isSubmitted = false;
      await call();
      return { ...calls };
    };
    const counts = {
      scan: await countsOf(() => lab.scan(input, { algorithm: 'reduce-then-scan', output })),
      look_back: lab.supports({ algorithm: 'look-back' }) ?? (await countsOf(() => lab.scan(input, { algorithm: 'look-back', output }))),
      sort: await countsOf(() => lab.sort(input, { output: sorted })),
      compact: await countsOf(() => lab.compact(input, { where: 'x % 2u == 0u', scan: 'reduce-then-scan', output })),
      made: await countsOf(async () => (await lab.scan(input, { algorithm: 'reduce-then-scan' })).destroy()),
    };
    return { counts, right: (await read(sorted)).join() === words.slice().sort().join() };
  });
  expect(found.right).toBe(true);
  const once = { createCommandEncoder: 1, pushErrorScope: 1, submit: 1 };
  expect(found.counts.scan).toEqual({ ...once, onSubmittedWorkDone: 1 });
  if (typeof found.counts.look_back !== 'string') expect(found.counts.look_back).toEqual({ ...once, mapAsync: 1 });
  expect(found.counts.compact).toEqual({ ...once, mapAsync: 1 });
  expect(found.counts.made).toEqual({
    ...once,
    createBuffer: 1,
    createBindGroup: 3,
    pushErrorScope: 5,
    onSubmittedWorkDone: 1,
  });
  expect(Object.keys(found.counts.sort)).not.toContain('createBuffer');
});

test('a chain on the device, with a shader of one’s own between, gives what a plain loop gives', async ({ page }) => {
  const { found, expected, usable } = await withLab(page, buffersOf, async ({ lab, device, upload, read, random }) => {
    const input = Uint32Array.from({ length: 10_007 }, () => random() % 1000);
    const { output, count } = await lab.compact(upload(input), { where: 'x % 2u == 1u' });
    // Squares the words in place.
    const code = `@group(0) @binding(0) var<storage, read_write> x: array<u32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < arrayLength(&x)) { x[id.x] *= x[id.x]; }
      }`;
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: output } }],
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(Math.ceil(count / 64));
    pass.end();
    device.queue.submit([encoder.finish()]);
    const sums = await lab.scan(output);
    const odd = input.filter((x) => x % 2 === 1);
    let sum = 0;
    const expected = odd.map((x) => (sum = (sum + x * x) >>> 0));
    return { found: [...(await read(sums))], expected: [...expected], usable: sums.usage };
  });
  expect(found).toEqual(expected);
  expect(found.length).toBeGreaterThan(1000);
  // COPY_SRC, COPY_DST, INDEX, VERTEX, UNIFORM, STORAGE and INDIRECT.
  expect(usable).toBe(0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100);
});

test('of no elements there are empty buffers, and what an operation gives of none', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ lab, upload, read }) => {
    const none = upload(new Uint32Array(0));
    const kept = await lab.compact(none, { where: 'x > 0u', indices: true });
    const sorted = await lab.sort(none, { values: none });
    const inSegments = await lab.segmentedSort(none, new Uint32Array(3), { values: none });
    const byKey = await lab.reduceByKey(none, none, { type: 'i32' });
    const parted = await lab.partition(upload(Uint32Array.of(5)), { flags: new Uint32Array(0), n: 0 });
    return {
      scanned: (await lab.scan(none)).size,
      segmented: (await lab.scan(none, { heads: none })).size,
      reduced: [...(await read(await lab.reduce(none, { operator: 'min' })))],
      inSegments: [...(await read(await lab.segmentedReduce(none, new Uint32Array(3), { operator: 'min' })))],
      bounds: (await lab.lowerBound(none, Uint32Array.of(3))).size,
      merged: (await lab.merge(none, none)).keys.size,
      copied: [...(await read((await lab.merge(none, Uint32Array.of(3, 5))).keys))],
      counts: [...(await read(await lab.histogram(none, { bins: 3 })))],
      kept: [kept.output.size, kept.indices.size, kept.count],
      sorted: [sorted.keys.size, sorted.values.size],
      sortedInSegments: [inSegments.keys.size, inSegments.values.size],
      byKey: [byKey.keys.size, byKey.values.size],
      parted: [parted.output.size, parted.split],
      nothingKept: (await lab.compact(upload(Uint32Array.of(1, 2)), { where: 'x > 9u' })).output.size,
    };
  });
  expect(found).toEqual({
    scanned: 0,
    segmented: 0,
    reduced: [0xffffffff],
    inSegments: [0xffffffff, 0xffffffff],
    bounds: 0,
    merged: 0,
    copied: [3, 5],
    counts: [0, 0, 0],
    kept: [0, 0, 0],
    sorted: [0, 0],
    sortedInSegments: [0, 0],
    byKey: [0, 0],
    parted: [0, 0],
    nothingKept: 0,
  });
});

test('what is wrong with a buffer is refused with what is required, and the next scan is right', async ({ page }) => {
  const refused = await withLab(page, buffersOf, async ({ ScanLab, lab, device, upload, read, failure }) => {
    const { COPY_DST, COPY_SRC, MAP_WRITE, STORAGE } = GPUBufferUsage;
    const input = Uint32Array.of(3, 1, 4, 1, 5);
    const buffer = upload(input);
    const destroyed = upload(input);
    destroyed.destroy();
    const other = await ScanLab.open();
    const foreign = other.device.createBuffer({ size: 20, usage: STORAGE | COPY_SRC | COPY_DST });
    const spare = upload(input);
    const mapped = device.createBuffer({ size: 20, usage: MAP_WRITE | COPY_SRC, mappedAtCreation: true });
    const pending = device.createBuffer({ size: 20, usage: MAP_WRITE | COPY_SRC });
    void pending.mapAsync(GPUMapMode.WRITE);
    const cases = {
      destroyed: lab.scan(destroyed),
      foreign: lab.sort(foreign),
      mapped: lab.scan(mapped),
      usage: lab.scan(upload(input, 0, COPY_DST)),
      packs: lab.scan(upload(input, 0, STORAGE | COPY_DST)),
      output: lab.scan(buffer, { output: upload(input.subarray(0, 4)) }),
      outputUsage: lab.scan(buffer, { output: device.createBuffer({ size: 20, usage: STORAGE | COPY_SRC }) }),
      outputMapped: lab.scan(buffer, { output: mapped }),
      outputForeign: lab.scan(buffer, { output: foreign }),
      outputDestroyed: lab.scan(buffer, { output: destroyed }),
      outputArray: lab.scan(buffer, { output: input }),
      outputInput: lab.scan(buffer, { output: buffer }),
      outputTwice: lab.sort(buffer, { values: input, output: spare, outputValues: spare }),
      outputOfArray: lab.scan(input, { output: buffer }),
      kept: lab.compact(buffer, { where: 'x > 3u', output: upload(input.subarray(0, 4)) }),
      bytes: lab.scan(buffer, { operator: 'affine' }),
      most: lab.compact(buffer, { where: 'true', n: 6 }),
      n: lab.scan(buffer, { n: -1 }),
      type: lab.scan(buffer, { type: 'f16' }),
      heads: lab.scan(buffer, { heads: upload(Uint32Array.of(1)) }),
      flags: lab.partition(buffer, { flags: destroyed }),
      values: lab.sort(buffer, { values: Uint32Array.of(1) }),
      array: lab.compact(input, { flags: buffer }),
      arrayHeads: lab.scan(input, { heads: buffer }),
      arrayValues: lab.reduceByKey(input, buffer),
      valuesType: lab.reduceByKey(buffer, new Float32Array(5), { type: 'u32' }),
      pending: lab.scan(pending),
      arrayType: lab.scan(input, { type: 'u32' }),
      unknown: lab.reduce(buffer, { where: 'x > 1u' }),
      code: lab.compact(buffer, { where: 'x >' }),
    };
    const refused = {};
    for (const [name, work] of Object.entries(cases)) refused[name] = await failure(work);
    other.close();
    return { ...refused, next: [...(await read(await lab.scan(buffer)))] };
  });
  const wrongBuffer = /^bad-argument: The buffers of a run must be of this lab's device, and not destroyed; /;
  expect(refused).toEqual({
    destroyed: expect.stringMatching(wrongBuffer),
    foreign: expect.stringMatching(wrongBuffer),
    mapped: 'bad-argument: input must be an unmapped GPUBuffer; it is mapped.',
    usage: 'bad-argument: input must be a GPUBuffer with the usage STORAGE or COPY_SRC; its usage is 8.',
    packs: `bad-argument: input must be a GPUBuffer with the usage COPY_SRC, or with the usage STORAGE and of 32 bytes or more; its usage is 136, its size 20.`,
    output: 'bad-argument: output must be a GPUBuffer of 20 bytes or more, 5 words; it has 16.',
    outputUsage: `bad-argument: output must be a GPUBuffer with the usage COPY_DST, or with the usage STORAGE and of 32 bytes or more; its usage is 132, its size 20.`,
    outputMapped: 'bad-argument: output must be an unmapped GPUBuffer; it is mapped.',
    outputForeign: expect.stringMatching(wrongBuffer),
    outputDestroyed: expect.stringMatching(wrongBuffer),
    outputArray: expect.stringMatching(/^bad-argument: output must be a GPUBuffer; it was /),
    outputInput: 'bad-argument: output must be another buffer than the inputs and other outputs; it was one of these.',
    outputTwice: 'bad-argument: outputValues must be another buffer than the inputs and other outputs; it was one of these.',
    outputOfArray: expect.stringMatching(/^bad-argument: request may have the keys .*; it has "output"/),
    kept: 'bad-argument: output must be a GPUBuffer of 20 bytes or more, 5 words; it has 16.',
    bytes: 'bad-argument: input must have a multiple of 8 bytes, one element of affine each; it has 20.',
    most: 'bad-argument: input must be a GPUBuffer of 24 bytes or more, 6 words; it has 20.',
    n: expect.stringMatching(/^bad-argument: n must be .* it was -1/),
    type: 'bad-argument: type must be one of u32, i32, f32; it was "f16".',
    heads: 'bad-argument: heads must be a GPUBuffer of 20 bytes or more, 5 words; it has 4.',
    flags: expect.stringMatching(wrongBuffer),
    values: 'bad-argument: values must have 5 elements, one per key; there are 1.',
    array: 'bad-argument: flags must be an array, since the first input is an array; it was a GPUBuffer.',
    arrayHeads: 'bad-argument: heads must be an array, since the first input is an array; it was a GPUBuffer.',
    arrayValues: 'bad-argument: values must be an array, since the first input is an array; it was a GPUBuffer.',
    valuesType: 'bad-argument: type must be f32, that of values, which is an array; it was "u32".',
    pending: 'bad-argument: input must be an unmapped GPUBuffer; it is pending.',
    arrayType: expect.stringMatching(/^bad-argument: request may have the keys .*; it has "type"/),
    unknown: expect.stringMatching(/^bad-argument: request may have the keys .*; it has "where"/),
    code: expect.stringMatching(/^bad-argument: /),
    next: [3, 4, 8, 9, 14],
  });
});

test('runs are cancelled, closed and lost as those of arrays', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ ScanLab, lab, upload, read, failure }) => {
    const buffer = upload(Uint32Array.from({ length: 4096 }, (_, i) => i));
    const both = await Promise.all([lab.scan(buffer), lab.reduce(buffer)]);
    const [aborted, gone] = [new AbortController(), await ScanLab.open()];
    aborted.abort();
    const cancelled = await failure(lab.scan(buffer, { signal: aborted.signal }));
    const input = gone.device.createBuffer({ size: 64, usage: GPUBufferUsage.COPY_SRC });
    const running = failure(gone.scan(input));
    gone.device.destroy();
    const lost = [await running, await failure(gone.sort(input))];
    const open = await ScanLab.open();
    const late = failure(open.scan(open.device.createBuffer({ size: 64, usage: GPUBufferUsage.COPY_SRC })));
    open.close();
    return { last: (await read(both[0]))[4095], sum: (await read(both[1]))[0], cancelled, lost, closed: await late };
  });
  expect(found).toEqual({
    last: (4095 * 4096) / 2,
    sum: (4095 * 4096) / 2,
    cancelled: expect.stringMatching(/^cancelled: /),
    lost: [expect.stringMatching(/^device-lost: /), expect.stringMatching(/^device-lost: /)],
    closed: expect.stringMatching(/^cancelled: /),
  });
});

test('runs of one shape have the data of their own, whatever becomes of their buffers and arrays', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ lab, upload, read, random, failure }) => {
    const n = 3001;
    const arrays = Array.from({ length: 3 }, () => Uint32Array.from({ length: n }, random));
    const sumsOf = (array) => {
      let sum = 0;
      return array.map((x) => (sum = (sum + x) >>> 0)).join();
    };
    const runs = arrays.map(async (array) => {
      const buffer = upload(array);
      const sums = await lab.scan(buffer);
      buffer.destroy();
      return (await read(sums)).join() === sumsOf(array);
    });
    const right = await Promise.all(runs);
    // The queue does not accept resizable memory.
    const heads = new Uint32Array(new ArrayBuffer(4 * n, { maxByteLength: 8 * n }));
    heads.set([1]);
    right.push((await read(await lab.scan(upload(arrays[0]), { heads }))).join() === sumsOf(arrays[0]));
    const values = new Float32Array(n);
    const sorting = failure(lab.sort(upload(arrays[1]), { values }));
    structuredClone(values, { transfer: [values.buffer] });
    // Reduces by a custom operator.
    const operator = { type: 'u32', identity: [0], combine: 'return max(left, right);' };
    const [most] = await read(await lab.reduce(upload(arrays[2]), { operator }));
    return { right, detached: await sorting, most: most === Math.max(...arrays[2]) };
  });
  expect(found).toEqual({
    right: [true, true, true, true],
    detached: expect.stringMatching(/^bad-argument: values must keep the same buffer/),
    most: true,
  });
});

test('a chain is submitted without waits, and every promise tells whether its run was right', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ lab, upload, read, random, failure }) => {
    const n = 5003;
    const input = Uint32Array.from({ length: n }, random);
    const settled = [];
    /** Begins a call, and waits for the result that it announces. Returns this result and the call's promise. */
    const begin = async (name, call) => {
      let done;
      const result = await new Promise((resolve, reject) => {
        done = call(resolve);
        done.then(() => settled.push(name), reject);
      });
      return { result, done };
    };
    const sumsOf = (array) => {
      let sum = 0;
      return array.map((x) => (sum = (sum + x) >>> 0));
    };
    // These calls compile the shaders and make buffers for two runs of one shape, so that later calls only wait for runs.
    const scanFirst = (onSubmitted) => lab.scan(upload(input), { algorithm: 'reduce-then-scan', onSubmitted });
    await Promise.all([scanFirst(() => {}), scanFirst(() => {}), lab.sort(upload(input))]);
    // The test holds back the device's answers until the whole chain is submitted: the submission must not wait for them.
    const { onSubmittedWorkDone } = GPUQueue.prototype;
    let release;
    const released = new Promise((resolve) => (release = resolve));
    GPUQueue.prototype.onSubmittedWorkDone = function () {
      return Promise.all([onSubmittedWorkDone.call(this), released]).then(() => undefined);
    };
    const first = await begin('first', scanFirst);
    const second = await begin('second', (onSubmitted) => lab.scan(first.result, { algorithm: 'reduce-then-scan', onSubmitted }));
    const sorted = await begin('sorted', (onSubmitted) => lab.sort(second.result, { onSubmitted }));
    const before = [...settled];
    GPUQueue.prototype.onSubmittedWorkDone = onSubmittedWorkDone;
    release();
    const sums = sumsOf(sumsOf(input));
    const isRight = (await read(sorted.result.keys)).join() === sums.slice().sort().join();
    const same = [
      first.result === (await first.done),
      second.result === (await second.done),
      sorted.result.keys === (await sorted.done).keys,
    ];
    const kept = await begin('kept', (onSubmitted) => lab.compact(upload(input), { where: 'x % 2u == 0u', onSubmitted }));
    const none = await begin('none', (onSubmitted) => lab.scan(upload(new Uint32Array(0)), { onSubmitted }));
    await none.done;
    // If a run is cancelled after its announcement, the announced result is void.
    const stop = new AbortController();
    const cancelled = lab.scan(upload(input), { signal: stop.signal, onSubmitted: () => stop.abort() });
    return {
      before,
      isRight,
      same,
      count: kept.result.count === input.filter((x) => x % 2 === 0).length && kept.result.output.size / 4 === kept.result.count,
      none: none.result.size,
      cancelled: await failure(cancelled),
      refused: await failure(lab.scan(upload(input), { onSubmitted: 1 })),
      array: await failure(lab.scan(input, { onSubmitted: () => {} })),
      next: (await read(await lab.scan(upload(input)))).join() === sumsOf(input).join(),
    };
  });
  expect(found).toEqual({
    before: [],
    isRight: true,
    same: [true, true, true],
    count: true,
    none: 0,
    cancelled: expect.stringMatching(/^cancelled: /),
    refused: 'bad-argument: onSubmitted must be a function; it was 1.',
    array: expect.stringMatching(/^bad-argument: request may have the keys .*; it has "onSubmitted"/),
    next: true,
  });
});

test('runs that start at once share submissions, in their order, and are refused together', async ({ page }) => {
  const found = await withLab(page, buffersOf, async ({ ScanLab, lab, device, upload, read, random, failure }) => {
    const n = 3001;
    const onSubmitted = () => {};
    const algorithm = 'reduce-then-scan';
    const sumsOf = (array) => {
      let sum = 0;
      return array.map((x) => (sum = (sum + x) >>> 0));
    };
    const arrays = Array.from({ length: 20 }, () => Uint32Array.from({ length: n }, random));
    const [inputs, outputs] = [arrays.map((array) => upload(array)), arrays.map((array) => upload(array))];
    const scanAll = () => Promise.all(inputs.map((input, i) => lab.scan(input, { algorithm, output: outputs[i], onSubmitted })));
    // This call compiles the shaders, so that later calls only wait for runs.
    await scanAll();
    for (const output of outputs) device.queue.writeBuffer(output, 0, new Uint32Array(n));
    const { submit } = GPUQueue.prototype;
    let submissions = 0;
    GPUQueue.prototype.submit = function (commands) {
      submissions++;
      return submit.call(this, commands);
    };
    await scanAll();
    GPUQueue.prototype.submit = submit;
    const right = [];
    for (const [i, output] of outputs.entries()) right.push((await read(output)).join() === sumsOf(arrays[i]).join());
    // Each call scans the result of the previous one.
    const same = upload(arrays[0]);
    await Promise.all([1, 2, 3].map(() => lab.scan(same, { algorithm, inPlace: true, output: same, onSubmitted })));
    // The order of calls holds, although the first and the last could share a submission.
    // The buffers have whole packs, so kernels access them directly.
    const row = [0, 1, 2, 3].map(() => upload(arrays[0], 3));
    const scanRow = () =>
      Promise.all([0, 1, 2].map((i) => lab.scan(row[i], { algorithm, n, output: row[i + 1], ...(i === 1 ? {} : { onSubmitted }) })));
    await scanRow();
    for (const output of row.slice(1)) device.queue.writeBuffer(output, 0, new Uint32Array(n));
    await scanRow();
    // The calls are of several kinds, and some have counts.
    const [sorted, kept] = await Promise.all([
      lab.sort(inputs[1], { onSubmitted }),
      lab.compact(inputs[2], { where: 'x % 2u == 0u', onSubmitted }),
    ]);
    const gone = upload(arrays[0]);
    gone.destroy();
    const refused = await Promise.all(
      [inputs[0], gone, inputs[1]].map((input, i) => failure(lab.scan(input, { algorithm, output: outputs[i], onSubmitted }))),
    );
    // The binding of a buffer of another device fails, and the creation of an output without memory.
    const other = await ScanLab.open();
    // The buffer is long enough for the binding.
    const foreign = other.device.createBuffer({ size: 4 * n + 64, usage: same.usage });
    const start = (buffers) => buffers.map((input, i) => failure(lab.scan(input, { algorithm, n, output: outputs[i], onSubmitted })));
    const ofForeign = await Promise.all(start([inputs[0], foreign, inputs[1]]));
    other.close();
    const { createBuffer } = GPUDevice.prototype;
    let isFirst = true;
    GPUDevice.prototype.createBuffer = function (descriptor) {
      const size = descriptor.label === 'output' && isFirst ? this.limits.maxBufferSize + 4 : descriptor.size;
      if (descriptor.label === 'output') isFirst = false;
      return createBuffer.call(this, { ...descriptor, size });
    };
    const ofShort = await Promise.all([0, 1].map((i) => failure(lab.scan(inputs[i], { algorithm, onSubmitted }))));
    GPUDevice.prototype.createBuffer = createBuffer;
    await scanAll();
    return {
      ofForeign,
      ofShort,
      submissions,
      right: right.every((is) => is),
      thrice: (await read(same)).join() === sumsOf(sumsOf(sumsOf(arrays[0]))).join(),
      row: (await read(row[3])).subarray(0, n).join() === sumsOf(sumsOf(sumsOf(arrays[0]))).join(),
      sorted: (await read(sorted.keys)).join() === arrays[1].slice().sort().join(),
      kept: (await read(kept.output)).join() === arrays[2].filter((x) => x % 2 === 0).join(),
      refused,
      next: (await read(outputs[19])).join() === sumsOf(arrays[19]).join(),
    };
  });
  const required = "The buffers of a run must be of this lab's device, and not destroyed; ";
  const refused = expect.stringMatching(`^bad-argument: One of 3 runs that started together was refused: ${required}`);
  const memory = '[\\d,]+ bytes were required for the output; the device has none';
  expect(found).toEqual({
    ofForeign: [refused, expect.stringMatching(`^bad-argument: ${required}`), refused],
    ofShort: [
      expect.stringMatching(`^out-of-memory: ${memory}`),
      expect.stringMatching(`^out-of-memory: One of 2 runs that started together was refused: ${memory}`),
    ],
    submissions: 3,
    right: true,
    thrice: true,
    row: true,
    sorted: true,
    kept: true,
    refused: [refused, refused, refused],
    next: true,
  });
});

test('what a callback throws is reported, and its run goes on', async ({ page }) => {
  const reported = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  const sums = await withLab(page, buffersOf, async ({ lab, upload, read }) => {
    const onSubmitted = () => {
      throw new Error('of the page');
    };
    return [...(await read(await lab.scan(upload(Uint32Array.of(1, 2, 3)), { onSubmitted })))];
  });
  expect(sums).toEqual([1, 3, 6]);
  expect(reported).toEqual(['of the page']);
});

test('the device is known where another script has hidden the request for it', async ({ page }) => {
  await page.addInitScript(() => {
    const { requestAdapter } = GPU.prototype;
    const { requestDevice } = GPUAdapter.prototype;
    GPU.prototype.requestAdapter = async function (...values) {
      const adapter = await requestAdapter.apply(this, values);
      return adapter && Object.assign(adapter, { requestDevice: (...options) => requestDevice.apply(adapter, options) });
    };
  });
  const sums = await withLab(page, buffersOf, async ({ lab, upload, read }) => [
    ...(await read(await lab.scan(upload(Uint32Array.of(1, 2, 3))))),
  ]);
  expect(sums).toEqual([1, 3, 6]);
});

test('a void run is repeated by another plan, unless its input is gone or its output was passed on', async ({ page }) => {
  test.setTimeout(300_000);
  await withProgress(page);
  const found = await withLab(page, buffersOf, async ({ ScanLab, random, failure }) => {
    const n = 100_000;
    const words = Uint32Array.from({ length: n }, random);
    let sum = 0;
    const sums = words.map((word) => (sum = (sum + word) >>> 0)).join();
    const { COPY_DST, COPY_SRC, STORAGE } = GPUBufferUsage;
    /** Makes a call on a separate lab, whose plans rely on the order of starts until a run is void. */
    async function run(call) {
      globalThis.isWithheld = false;
      const lab = await ScanLab.open();
      const { device } = lab;
      const upload = () => {
        const buffer = device.createBuffer({ size: 4 * n, usage: STORAGE | COPY_SRC | COPY_DST });
        device.queue.writeBuffer(buffer, 0, words);
        return buffer;
      };
      const isRight = async (buffer) => {
        const staging = device.createBuffer({ size: 4 * n, usage: COPY_DST | GPUBufferUsage.MAP_READ });
        const encoder = device.createCommandEncoder();
        encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4 * n);
        device.queue.submit([encoder.finish()]);
        await staging.mapAsync(GPUMapMode.READ);
        return new Uint32Array(staging.getMappedRange()).join() === sums;
      };
      globalThis.isWithheld = true;
      globalThis.relyOnOrder.length = 0;
      const [input, output] = [upload(), upload()];
      const scan = (options) => lab.scan(input, { algorithm: 'look-back', ...options });
      const first = await failure(() => call({ scan, input, output }));
      globalThis.isInOrder = (globalThis.isInOrder ?? true) && globalThis.relyOnOrder.includes(true);
      const right = await isRight(output);
      await scan({ output });
      const next = await isRight(output);
      lab.close();
      return [first, right, next];
    }
    return {
      awaited: await run(({ scan, output }) => scan({ output })),
      submitted: await run(async ({ scan, output }) => {
        const runs = [];
        for (let i = 0; i < 3; i++) await new Promise((resolve) => runs.push(scan({ output, onSubmitted: resolve })));
        const outcomes = await Promise.allSettled(runs);
        if (outcomes.every(({ status }) => status === 'rejected')) throw outcomes[0].reason;
      }),
      in_place: await run(({ scan, input }) => scan({ inPlace: true, output: input })),
      isInOrder: globalThis.isInOrder,
    };
  });
  const isVoid = expect.stringMatching(/^unsupported: .*order/);
  test.skip(!found.isInOrder, 'The threads of the adapter have not started workgroups in order while it was probed.');
  expect(found.awaited).toEqual(['no failure', true, true]);
  expect(found.submitted).toEqual([isVoid, false, true]);
  expect(found.in_place[0]).toEqual(isVoid);
});
