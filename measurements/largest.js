// Every operation at the largest size that the device's bindings allow. The outputs are known, and each of their words is checked on the device.
// The body of an async function, run in the built page; returns one entry per operation: the milliseconds from recording to the end of the
// work, the scratch memory divided by the bytes of the input, and the number of wrong words.
// args: { n: replaces the largest size, sorts: further sizes of the sort of pairs }
const { ScanLab } = await import('./scanlab.js');
const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
const device = await adapter.requestDevice(ScanLab.requirements(adapter));
const lost = device.lost.then(({ message }) => message);
const lab = await ScanLab.open({ device });
const { n: asked, sorts = [] } = args ?? {};
const largest = asked ?? Math.floor(Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize) / 16) * 4;
const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
const bufferOf = (size) => device.createBuffer({ size: Math.ceil(size / 16) * 16, usage });
const pipelines = new Map();
async function run(code, bindings, count) {
  if (!pipelines.has(code))
    pipelines.set(
      code,
      await device.createComputePipelineAsync({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } }),
    );
  const pipeline = pipelines.get(code);
  const size = bufferOf(16);
  device.queue.writeBuffer(size, 0, Uint32Array.of(count));
  const entries = [...bindings, size].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(4096);
  pass.end();
  device.queue.submit([encoder.finish()]);
}
const LOOP = 'for (var i = id.x; i < n; i += 4096u * 256u)';
const fill = (buffer, value, count) =>
  run(
    `@group(0) @binding(0) var<storage, read_write> a: array<u32>; @group(0) @binding(1) var<storage> size: array<u32>;
    @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) { let n = size[0]; ${LOOP} { a[i] = ${value}; } }`,
    [buffer],
    count,
  );
async function wrongs(buffer, value, count) {
  const wrong = bufferOf(16);
  await run(
    `@group(0) @binding(0) var<storage> a: array<u32>; @group(0) @binding(1) var<storage, read_write> wrong: atomic<u32>;
    @group(0) @binding(2) var<storage> size: array<u32>;
    @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) { let n = size[0]; ${LOOP} { if (a[i] != ${value}) { atomicAdd(&wrong, 1u); } } }`,
    [buffer, wrong],
    count,
  );
  const read = device.createBuffer({ size: 4, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(wrong, 0, read, 0, 4);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  return new Uint32Array(read.getMappedRange())[0];
}
const odd = 'x % 2u == 1u';
const cases = (n) => {
  const whole = `${n}u`;
  return [
    [{}, { input: 'i' }, { output: [n, 'select(i * ((i + 1u) / 2u), (i / 2u) * (i + 1u), i % 2u == 0u)'] }],
    [{ operation: 'reduce' }, { input: '1u' }, { output: [1, whole] }],
    [
      { operation: 'compact', where: odd, indices: true },
      { input: 'i' },
      { output: [n / 2, '2u * i + 1u'], indices: [n / 2, '2u * i + 1u'], count: [1, `${n / 2}u`] },
    ],
    [
      { operation: 'partition', where: odd },
      { input: 'i' },
      { output: [n, `select(2u * (i - ${n / 2}u), 2u * i + 1u, i < ${n / 2}u)`], count: [1, `${n / 2}u`] },
    ],
    [
      { operation: 'partition', where: odd, reversed: true },
      { input: 'i' },
      { output: [n, `select(2u * (${n - 1}u - i), 2u * i + 1u, i < ${n / 2}u)`], count: [1, `${n / 2}u`] },
    ],
    [
      { operation: 'unique', indices: true },
      { input: 'i / 4u' },
      { output: [n / 4, 'i'], indices: [n / 4, '4u * i'], count: [1, `${n / 4}u`] },
    ],
    [{ operation: 'run-lengths' }, { input: 'i / 4u' }, { output: [n / 4, 'i'], lengths: [n / 4, '4u'], count: [1, `${n / 4}u`] }],
    [
      { operation: 'reduce-by-key' },
      { input: 'i / 4u', values: 'i' },
      { output: [n / 4, 'i'], sums: [n / 4, '16u * i + 6u'], count: [1, `${n / 4}u`] },
    ],
    [{ operation: 'segmented-reduce', segments: n / 4 }, { input: 'i', offsets: '4u * i' }, { output: [n / 4, '16u * i + 6u'] }],
    [{ operation: 'histogram', bins: 4, from: 0, to: n }, { input: 'i' }, { output: [4, `${n / 4}u`] }],
    [{ operation: 'top-k', k: 1000 }, { input: 'i' }, { output: [1000, `${n - 1000}u + i`], indices: [1000, `${n - 1000}u + i`] }],
    [{ operation: 'arg-min' }, { input: `${n}u - i` }, { output: [1, '1u'], index: [1, `${n - 1}u`] }],
    [{ operation: 'arg-max' }, { input: `${n}u - i` }, { output: [1, whole], index: [1, '0u'] }],
    [{ operation: 'lower-bound', sortedLength: n }, { input: 'i', sorted: '2u * i' }, { output: [n, '(i + 1u) / 2u'] }],
    [
      { operation: 'merge', n: n / 2, sortedLength: n / 2, indices: true },
      { input: '2u * i', sorted: '2u * i + 1u' },
      { output: [n, 'i'], indices: [n, `i / 2u + (i % 2u) * ${n / 2}u`] },
    ],
    [
      { operation: 'segmented-sort', segments: n / 4 },
      { input: `${n - 1}u - i`, offsets: '4u * i' },
      { output: [n, `${n - 4}u - 4u * (i / 4u) + i % 4u`] },
    ],
    [{ operation: 'sort', descending: true }, { input: 'i' }, { output: [n, `${n - 1}u - i`] }],
    [{ operation: 'sort', indices: true }, { input: `${n - 1}u - i` }, { output: [n, 'i'], outputValues: [n, `${n - 1}u - i`] }],
    // If n is a power of two, the keys are a permutation of the numbers below n. Each value is 7 times its key.
    [
      { operation: 'sort', values: true },
      { input: `(i * 2654435761u) & ${n - 1}u`, values: `7u * ((i * 2654435761u) & ${n - 1}u)` },
      { output: [n, 'i'], outputValues: [n, '7u * i'] },
      'power',
    ],
  ];
};
const rows = [];
async function check(n, only = () => true) {
  for (const [request, inputs, outputs, needs] of cases(n)) {
    if (!only(request) || (needs === 'power' && !Number.isInteger(Math.log2(n)))) continue;
    const row = { n, ...request };
    rows.push(row);
    const buffers = [];
    try {
      device.pushErrorScope('out-of-memory');
      device.pushErrorScope('validation');
      const prepared = await lab.prepare({ type: 'u32', n, ...request });
      row.scratch = prepared.requirements.scratchBytes / (4 * n);
      const given = Object.fromEntries(Object.entries(prepared.requirements.buffers).map(([name, size]) => [name, bufferOf(size)]));
      buffers.push(...Object.values(given));
      for (const [name, value] of Object.entries(inputs)) await fill(given[name], value, given[name].size / 4);
      await device.queue.onSubmittedWorkDone();
      const from = performance.now();
      const encoder = device.createCommandEncoder();
      prepared.record(encoder, given);
      device.queue.submit([encoder.finish()]);
      await prepared.check();
      row.ms = performance.now() - from;
      row.wrong = 0;
      for (const [name, [count, value]] of Object.entries(outputs)) row.wrong += await wrongs(given[name], value, count);
      prepared.destroy();
    } catch (error) {
      row.error = `${error.code} ${error.message}`.slice(0, 300);
    }
    const errors = [await device.popErrorScope(), await device.popErrorScope()].filter(Boolean).map(({ message }) => message.slice(0, 200));
    if (errors.length) row.errors = errors;
    for (const buffer of buffers) buffer.destroy();
  }
}
const control = bufferOf(4096);
await fill(control, 'i', 1024);
const controls = [await wrongs(control, 'i', 1024), await wrongs(control, 'i + 1u', 1024)];
await check(largest);
for (const n of sorts) await check(n, ({ operation, values }) => operation === 'sort' && values);
return {
  adapter: lab.adapter.description,
  binding: device.limits.maxStorageBufferBindingSize,
  buffer: device.limits.maxBufferSize,
  largest,
  controls,
  rows,
  lost: await Promise.race([lost, null]),
};
