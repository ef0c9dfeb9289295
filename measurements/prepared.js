// Prepared runs and calls on buffers, beside the kernels as `measure` times them, plain copies, and recording by hand. All outputs are
// verified. The body of an async function, run in the built page; `args` may have `sizes` and `wallSizes` in elements, and `isShort`, which
// takes few samples, for software adapters.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const { device } = lab;
const { queue } = device;
const { sizes, wallSizes, isShort } = {
  sizes: [20, 24, 26, 28].map((k) => 2 ** k),
  wallSizes: [16, 20, 24, 26, 27].map((k) => 2 ** k),
  isShort: false,
  ...args,
};
const [SAMPLES, ROUNDS, SINGLES, RECORDINGS] = isShort ? [3, 1, 3, 5] : [9, 5, 9, 60];
// The number of awaited calls per measurement, one after the other: browsers round the time, here to 100 µs.
const IN_SEQUENCE = isShort ? 1 : 20;
// The duration of the work before each sample, in microseconds.
const WARM_US = isShort ? 1 : 300_000;
const STORAGE = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
const RUNS = isShort ? 3 : 24;
const RECORDED = 1000;
const SLICE = 2 ** 20;
const out = { adapter: lab.adapter.description, browser: navigator.userAgent, together: [], in_a_row: [], recording: [] };
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const us = (ms, digits = 1) => +(1e3 * ms).toFixed(digits);
const bufferOf = (n) => device.createBuffer({ size: Math.max(16, 4 * n), usage: STORAGE });
const wordsOf = (n) => {
  const words = new Uint32Array(n);
  for (let i = 0; i < n; i++) words[i] = Math.imul(i, 2654435761) >>> 8;
  return words;
};
const filled = (words) => {
  const buffer = bufferOf(words.length);
  queue.writeBuffer(buffer, 0, words);
  return buffer;
};
async function read(buffer, first, n) {
  const staging = device.createBuffer({ size: 4 * n, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  submit((encoder) => encoder.copyBufferToBuffer(buffer, 4 * first, staging, 0, 4 * n));
  await staging.mapAsync(GPUMapMode.READ);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}
/** Whether a buffer begins with the words. Compares at most `SLICE` words at each of four places. */
async function holds(buffer, words) {
  const n = words.length;
  const part = Math.min(SLICE, n);
  for (const first of [0, Math.floor(n / 3), Math.floor((2 * n) / 3), n].map((start) => Math.min(start, n - part))) {
    const found = await read(buffer, first, part);
    for (let i = 0; i < part; i++) if (found[i] !== words[first + i]) return false;
  }
  return true;
}
/** Makes the output wrong, so that each verification is of the latest run. */
const spoil = (buffer) => submit((encoder) => encoder.clearBuffer(buffer));
function sumsOf(words) {
  const sums = new Uint32Array(words.length);
  let sum = 0;
  for (let i = 0; i < words.length; i++) sums[i] = sum = (sum + words[i]) >>> 0;
  return sums;
}
function submit(record) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  queue.submit([encoder.finish()]);
}
/** The median time of `work`, in milliseconds. `work` must have run before. */
async function wall(work, samples) {
  const times = [];
  for (let i = 0; i < samples; i++) {
    await queue.onSubmittedWorkDone();
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

// The time of RUNS runs in one encoder, by timestamps.
const hasTimestamps = device.features.has('timestamp-query');
const queries = hasTimestamps && device.createQuerySet({ type: 'timestamp', count: 2 });
const stamps = hasTimestamps && device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
async function onDevice(record, run_us) {
  if (!hasTimestamps) return null;
  const times = [];
  const batches = Math.ceil(WARM_US / (RUNS * run_us));
  for (let i = 0; i < SAMPLES; i++) {
    // An idle GPU lowers its clock rates to a fifth, and raises them within some hundred milliseconds of work.
    for (let batch = 0; batch < batches; batch++) {
      submit((encoder) => {
        for (let run = 0; run < RUNS; run++) record(encoder);
      });
    }
    submit((encoder) => {
      encoder.beginComputePass({ timestampWrites: { querySet: queries, endOfPassWriteIndex: 0 } }).end();
      for (let run = 0; run < RUNS; run++) record(encoder);
      encoder.beginComputePass({ timestampWrites: { querySet: queries, beginningOfPassWriteIndex: 1 } }).end();
      encoder.resolveQuerySet(queries, 0, 2, stamps, 0);
    });
    const words = await read(stamps, 0, 4);
    times.push((words[2] - words[0] + 2 ** 32 * (words[3] - words[1])) / RUNS);
  }
  return +(median(times) / 1e3).toFixed(2);
}
function evenOf(words) {
  // `filter` of a typed array first makes an array of JavaScript, whose maximum length is smaller.
  const kept = new Uint32Array(words.length);
  let n = 0;
  for (const word of words) if (word % 2 === 0) kept[n++] = word;
  return kept.subarray(0, n);
}
const KINDS = [
  { name: 'scan', request: { algorithm: 'auto', type: 'u32' }, expect: sumsOf },
  { name: 'compact', request: { operation: 'compact', where: 'x % 2u == 0u', type: 'u32' }, expect: evenOf },
  { name: 'sort', request: { operation: 'sort', type: 'u32' }, expect: (words) => words.slice().sort() },
];
for (const { name, request, expect } of KINDS) {
  for (const n of sizes) {
    const words = wordsOf(n);
    const given = { input: filled(words), output: bufferOf(n) };
    const prepared = await lab.prepare({ ...request, n });
    if (prepared.requirements.buffers.count) given.count = bufferOf(1);
    const { algorithm, ...measured } = request;
    delete measured.where;
    const point = await lab.measure({ ...measured, ...(algorithm && { algorithm }), n });
    submit((encoder) => prepared.record(encoder, given));
    const measured_us = +(point.median_ns / 1e3).toFixed(2);
    const recorded_us = await onDevice((encoder) => prepared.record(encoder, given), measured_us);
    await prepared.check();
    const expected = expect(words);
    const right = (await holds(given.output, expected)) && (!given.count || (await read(given.count, 0, 1))[0] === expected.length);
    const ratio = recorded_us && +(recorded_us / measured_us).toFixed(3);
    out.together.push({ name, n, measured_us, measured_right: point.verified, recorded_us, ratio, right });
    prepared.destroy();
    for (const buffer of Object.values(given)) buffer.destroy();
  }
}

// Calls in a row, each with its own submission, and one awaited call.
for (const n of wallSizes) {
  const words = wordsOf(n);
  const [expected, input, output] = [sumsOf(words), filled(words), bufferOf(n)];
  const scan = await lab.prepare({ algorithm: 'auto', type: 'u32', n });
  const inARow = (record) => async () => {
    for (let i = 0; i < RUNS; i++) submit(record);
    await queue.onSubmittedWorkDone();
  };
  const request = { type: 'u32', output };
  const kinds = {
    copies: inARow((encoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 4 * n)),
    recorded: inARow((encoder) => scan.record(encoder, { input, output })),
    calls: async () => {
      const runs = [];
      for (let i = 0; i < RUNS; i++) {
        await new Promise((resolve, reject) => runs[runs.push(lab.scan(input, { ...request, onSubmitted: resolve })) - 1].catch(reject));
      }
      await Promise.all(runs);
    },
    calls_at_once: () => Promise.all(Array.from({ length: RUNS }, () => lab.scan(input, { ...request, onSubmitted: () => {} }))),
  };
  const row = { n };
  for (const [name, work] of Object.entries(kinds)) {
    spoil(output);
    await work();
    row[`${name}_right`] = await holds(output, name === 'copies' ? words : expected);
  }
  // Interleaved, so that other load of the machine affects all kinds alike.
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) for (const [name, work] of Object.entries(kinds)) times[name].push(await wall(work, 3));
  for (const name of Object.keys(kinds)) row[`${name}_us`] = us(median(times[name]) / RUNS);
  const copy = inARow((encoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 4 * n));
  const once = {
    copy: async () => {
      submit((encoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 4 * n));
      await queue.onSubmittedWorkDone();
    },
    recorded: async () => {
      submit((encoder) => scan.record(encoder, { input, output }));
      await queue.onSubmittedWorkDone();
    },
    call: () => lab.scan(input, request),
    call_new_output: async () => (await lab.scan(input, { type: 'u32' })).destroy(),
  };
  await copy();
  for (const work of Object.values(once)) await work();
  const single = Object.fromEntries(Object.keys(once).map((name) => [name, []]));
  const inSequence = (work) => async () => {
    for (let i = 0; i < IN_SEQUENCE; i++) await work();
  };
  for (let round = 0; round < SINGLES; round++) {
    for (const [name, work] of Object.entries(once)) single[name].push((await wall(inSequence(work), 1)) / IN_SEQUENCE);
  }
  for (const name of Object.keys(once)) row[`one_${name}_us`] = us(median(single[name]));
  row.calls_by_copies = +(row.calls_us / row.copies_us).toFixed(2);
  row.recorded_by_copies = +(row.recorded_us / row.copies_us).toFixed(2);
  row.one_call_by_copy = +(row.one_call_us / row.one_copy_us).toFixed(2);
  await scan.check();
  out.in_a_row.push(row);
  scan.destroy();
  for (const buffer of [input, output]) buffer.destroy();
}

// The CPU time of `record` beside the same calls by hand.
for (const request of [
  { algorithm: 'auto', type: 'u32', n: 2 ** 16 },
  { algorithm: 'reduce-then-scan', type: 'u32', n: 2 ** 16 },
  { operation: 'sort', type: 'u32', n: 2 ** 16 },
]) {
  const prepared = await lab.prepare(request);
  const given = { input: filled(wordsOf(request.n)), output: bufferOf(request.n) };
  const commands = [];
  let pipeline, group;
  const noting = {
    setPipeline: (next) => (pipeline = next),
    setBindGroup: (_, next) => (group = next),
    dispatchWorkgroups: (...workgroups) => commands.push({ pipeline, group, workgroups }),
  };
  prepared.record(noting, given);
  const byHand = (encoder) => {
    const pass = encoder.beginComputePass();
    for (const { pipeline, group, workgroups } of commands) {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(...workgroups);
    }
    pass.end();
  };
  const kinds = { record: (encoder) => prepared.record(encoder, given), by_hand: byHand };
  const times = { record: [], by_hand: [] };
  for (let round = 0; round < RECORDINGS; round++) {
    for (const [name, record] of Object.entries(kinds)) {
      const encoder = device.createCommandEncoder();
      const start = performance.now();
      for (let run = 0; run < RECORDED; run++) record(encoder);
      times[name].push((performance.now() - start) / RECORDED);
      encoder.finish();
    }
    await queue.onSubmittedWorkDone();
  }
  const [record_us, by_hand_us] = [us(median(times.record), 2), us(median(times.by_hand), 2)];
  const name = request.operation ?? request.algorithm;
  out.recording.push({ name, dispatches: commands.length, record_us, by_hand_us, ratio: +(record_us / by_hand_us).toFixed(2) });
  prepared.destroy();
}
lab.close();
return out;
