// One awaited call on buffers, beside an awaited copy, and beside the same run recorded by hand with the error scope, the readback and the
// polling that a call needs. Returns the whole time, and the parts of it before the submission and after the readback. Outputs are verified.
// The body of an async function, run in the built page; `args` may have `sizes` in elements, `runs` per round and `rounds`.
const { ScanLab } = await import('./scanlab.js');
const { sizes, runs, rounds } = { sizes: [2 ** 16, 2 ** 20], runs: 500, rounds: 9, ...args };
const lab = await ScanLab.open();
const { device } = lab;
const { queue } = device;
const out = { adapter: lab.adapter.description, browser: navigator.userAgent, runs, rounds, rows: [] };
const [STORAGE, MAPPED] = [
  GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
];
/** The times of the latest submission and of the latest answer of `mapAsync`. Browsers round the time, but means over many runs are finer. */
const latest = { submitted: 0, mapped: 0 };
const { submit } = GPUQueue.prototype;
GPUQueue.prototype.submit = function (commands) {
  latest.submitted = performance.now();
  return submit.call(this, commands);
};
const { mapAsync } = GPUBuffer.prototype;
GPUBuffer.prototype.mapAsync = async function (...given) {
  await mapAsync.apply(this, given);
  latest.mapped = performance.now();
};
const encoded = (record) => {
  const encoder = device.createCommandEncoder();
  record(encoder);
  return [encoder.finish()];
};
async function read(buffer, n) {
  const staging = device.createBuffer({ size: 4 * n, usage: MAPPED });
  queue.submit(encoded((encoder) => encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4 * n)));
  await staging.mapAsync(GPUMapMode.READ);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}
/** Polls the device until the work has ended, as a lab does: Chromium checks for completed work at each message. One loop runs at a time. */
let [waits, isPolled] = [0, false];
async function poll() {
  isPolled = true;
  while (waits > 0) {
    device.pushErrorScope('validation');
    await device.popErrorScope();
  }
  isPolled = false;
}
async function polled(work) {
  waits++;
  if (!isPolled) void poll();
  try {
    return await work;
  } finally {
    waits--;
  }
}
const us = (ms) => +(1e3 * ms).toFixed(1);
const median = (values) => values.sort((left, right) => left - right)[values.length >> 1];

for (const n of sizes) {
  const words = Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 2654435761) >>> 8);
  let sum = 0;
  const sums = words.map((word) => (sum = (sum + word) >>> 0));
  const [input, output] = [0, 0].map(() => device.createBuffer({ size: 4 * n, usage: STORAGE }));
  queue.writeBuffer(input, 0, words);
  const staging = device.createBuffer({ size: 256, usage: MAPPED });
  const scan = await lab.prepare({ type: 'u32', n });
  const readStatus = async () => {
    await staging.mapAsync(GPUMapMode.READ);
    const status = new Uint32Array(staging.getMappedRange().slice(0, 8));
    staging.unmap();
    return status;
  };
  const kinds = {
    copy: async () => {
      queue.submit(encoded((encoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 4 * n)));
      await queue.onSubmittedWorkDone();
    },
    by_hand: async () => {
      device.pushErrorScope('validation');
      const commands = encoded((encoder) => {
        scan.record(encoder, { input, output });
        // The two words have the size of a run's status.
        encoder.copyBufferToBuffer(output, 0, staging, 0, 4);
        encoder.copyBufferToBuffer(output, 8, staging, 4, 4);
      });
      queue.submit(commands);
      await polled(Promise.all([readStatus(), device.popErrorScope()]));
    },
    call: () => lab.scan(input, { type: 'u32', output }),
  };
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, { whole: [], before: [], after: [], right: true }]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(kinds)) {
      for (let i = 0; i < 10; i++) await work();
      let [before, after] = [0, 0];
      const start = performance.now();
      for (let i = 0; i < runs; i++) {
        const begun = performance.now();
        latest.mapped = NaN;
        await work();
        before += latest.submitted - begun;
        after += performance.now() - latest.mapped;
      }
      const whole = performance.now() - start;
      times[name].whole.push(us(whole / runs));
      times[name].before.push(us(before / runs));
      times[name].after.push(us(after / runs));
      const found = await read(output, n);
      times[name].right &&= found.every((word, i) => word === (name === 'copy' ? words : sums)[i]);
      queue.submit(encoded((encoder) => encoder.clearBuffer(output)));
    }
  }
  await scan.check();
  const row = { n };
  for (const [name, { whole, before, after, right }] of Object.entries(times)) {
    // Without a readback, `after_us` is NaN, which is null in JSON.
    row[name] = { us: median([...whole]), rounds_us: whole, before_us: median(before), after_us: median(after), right };
  }
  out.rows.push(row);
  scan.destroy();
  for (const buffer of [input, output, staging]) buffer.destroy();
}
GPUQueue.prototype.submit = submit;
GPUBuffer.prototype.mapAsync = mapAsync;
lab.close();
return out;
