// The cost of lab.scan in addition to that of the device, at a length so short that the kernels hardly count. The same run times similar
// work in plain WebGPU.
// The body of an async function, run in the built page.
// args: { n, rounds, perRound, algorithm }; all times are medians of the rounds, in microseconds.
const { ScanLab } = await import('./scanlab.js');
const { n = 2 ** 10, rounds = 20, perRound = 50, algorithm = 'auto' } = args ?? {};

/** The floor, the least that a scan can cost: one write, one dispatch, one copy and one wait, on buffers that exist already. */
const openFloor = async () => {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const device = await adapter.requestDevice();
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const buffer = (usage) => device.createBuffer({ size: 4 * n, usage });
  const [source, target, staging] = [buffer(STORAGE | COPY_DST), buffer(STORAGE | COPY_SRC), buffer(MAP_READ | COPY_DST)];
  const code = `
    @group(0) @binding(0) var<storage, read> source: array<u32>;
    @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
    @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      if (id.x < arrayLength(&source)) { sums[id.x] = source[id.x] + 1u; }
    }`;
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
  const entries = [source, target].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const bindings = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return async (input) => {
    device.queue.writeBuffer(source, 0, input);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    pass.dispatchWorkgroups(Math.ceil(n / 256));
    pass.end();
    encoder.copyBufferToBuffer(target, 0, staging, 0, 4 * n);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const output = new Uint32Array(staging.getMappedRange().slice(0));
    staging.unmap();
    return output;
  };
};

const median = (times) => times.sort((left, right) => left - right)[times.length >> 1];

/** Mean times of `perRound` calls one after the other, in microseconds: the whole time, and the time until the call has returned its promise.
 * Browsers round their clock to 100 microseconds; the mean of many calls is finer. */
const round = async (work) => {
  let called = 0;
  const started = performance.now();
  for (let i = 0; i < perRound; i++) {
    const before = performance.now();
    const running = work();
    called += performance.now() - before;
    await running;
  }
  return [performance.now() - started, called].map((ms) => (1e3 * ms) / perRound);
};

const lab = await ScanLab.open();
const floor = await openFloor();
const input = Uint32Array.from({ length: n }, (_, i) => (i * 2654435761) >>> 0);
const scan = () => lab.scan(input, { algorithm });

let sum = 0;
const expected = input.map((word) => (sum = (sum + word) >>> 0));
const output = await scan();
if (output.some((word, i) => word !== expected[i])) throw new Error('the scan must be right');
if ((await floor(input))[1] !== input[1] + 1) throw new Error('the floor must be right');

// The two take turns, so that a busy machine slows down both.
const rows = [];
for (let i = 0; i < rounds; i++) rows.push([...(await round(scan)), ...(await round(() => floor(input)))]);
const [total_us, call_us, floor_us] = [0, 1, 2].map((column) => median(rows.map((row) => row[column])));
return {
  browser: navigator.userAgent,
  adapter: lab.adapter,
  n,
  samples: rounds * perRound,
  total_us,
  floor_us,
  // The cost of a call in addition to the floor. The difference is taken within each round, so that the effect of a busy machine cancels.
  overhead_us: median(rows.map(([total, , floor]) => total - floor)),
  // The time until lab.scan has returned its promise. lab.scan calls the core some microtasks later.
  call_us,
};
