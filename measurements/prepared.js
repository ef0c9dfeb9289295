// The wall clock of prepared runs in a row, a submission each, and of many in one encoder, beside the kernels as `measure` times them, plain
// copies into a kept buffer, and awaited calls on buffers. The body of an async function, run in the built page.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const { device } = lab;
const { queue } = device;
const STORAGE = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
const RUNS = 24;
const out = { adapter: lab.adapter.description, browser: navigator.userAgent, rows: [] };
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const wall = async (work) => {
  const times = [];
  for (let i = 0; i < 9; i++) {
    await queue.onSubmittedWorkDone();
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return +((median(times) / RUNS) * 1e3).toFixed(1);
};
const random = (n) => Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 2654435761) >>> 8);
const bufferOf = (n, words) => {
  const buffer = device.createBuffer({ size: 4 * n, usage: STORAGE });
  if (words) queue.writeBuffer(buffer, 0, words);
  return buffer;
};
for (const n of [2 ** 16, 2 ** 20, 2 ** 24, 2 ** 26, 2 ** 27]) {
  const [input, output] = [bufferOf(n, random(n)), bufferOf(n)];
  const point = await lab.measure({ algorithm: 'auto', n });
  const scan = await lab.prepare({ algorithm: 'auto', operator: 'add', type: 'u32', mode: 'inclusive', n });
  const each = (record) => async () => {
    for (let i = 0; i < RUNS; i++) {
      const encoder = device.createCommandEncoder();
      record(encoder);
      queue.submit([encoder.finish()]);
    }
    await queue.onSubmittedWorkDone();
  };
  const together = async () => {
    const encoder = device.createCommandEncoder();
    for (let i = 0; i < RUNS; i++) scan.record(encoder, { input, output });
    queue.submit([encoder.finish()]);
    await queue.onSubmittedWorkDone();
  };
  const onePass = async () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (let i = 0; i < RUNS; i++) scan.record(pass, { input, output });
    pass.end();
    queue.submit([encoder.finish()]);
    await queue.onSubmittedWorkDone();
  };
  const recorded = each((encoder) => scan.record(encoder, { input, output }));
  const copies = each((encoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 4 * n));
  await recorded();
  await copies();
  const row = { n, kernel_us: +(point.median_ns / 1e3).toFixed(2), verified: point.verified };
  row.recorded_each_us = await wall(recorded);
  row.copies_us = await wall(copies);
  row.one_encoder_us = await wall(together);
  row.one_pass_us = await wall(onePass);
  const start = performance.now();
  for (let k = 0; k < 200; k++) {
    const encoder = device.createCommandEncoder();
    scan.record(encoder, { input, output });
    encoder.finish();
  }
  row.record_cpu_us = +(((performance.now() - start) / 200) * 1e3).toFixed(1);
  await scan.check();
  // The output, checked on the CPU.
  const expected = new Uint32Array(n);
  let sum = 0;
  random(n).forEach((word, i) => (expected[i] = sum = (sum + word) >>> 0));
  const staging = device.createBuffer({ size: 4 * n, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * n);
  queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const found = new Uint32Array(staging.getMappedRange());
  row.right = found.every((word, i) => word === expected[i]);
  staging.destroy();
  const call = async () => {
    for (let i = 0; i < RUNS; i++) (await lab.scan(input, { type: 'u32' })).destroy();
  };
  row.calls_us = n <= 2 ** 24 ? await wall(call) : null;
  for (const buffer of [input, output]) buffer.destroy();
  scan.destroy();
  out.rows.push(row);
}
for (const [name, request, ports] of [
  ['compact', { operation: 'compact', where: 'x % 2u == 0u', type: 'u32' }, (b) => ({ input: b[0], output: b[1], count: b[2] })],
  ['sort', { operation: 'sort', type: 'u32' }, (b) => ({ input: b[0], output: b[1] })],
]) {
  for (const n of [2 ** 20, 2 ** 24]) {
    const buffers = [bufferOf(n, random(n)), bufferOf(n), bufferOf(4)];
    const prepared = await lab.prepare({ ...request, n });
    const { median_ns } = await lab.measure({ operation: name, type: 'u32', n });
    const run = async () => {
      const encoder = device.createCommandEncoder();
      for (let i = 0; i < RUNS; i++) prepared.record(encoder, ports(buffers));
      queue.submit([encoder.finish()]);
      await queue.onSubmittedWorkDone();
    };
    await run();
    out.rows.push({ operation: name, n, kernel_us: +(median_ns / 1e3).toFixed(2), one_encoder_us: await wall(run) });
    await prepared.check();
    prepared.destroy();
    for (const buffer of buffers) buffer.destroy();
  }
}
lab.close();
return out;
