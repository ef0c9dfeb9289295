// Times the kernels of fast scans and operations, and awaited calls by the wall clock, to compare two versions on one machine. The body of an async
// function, run in the built page of each version.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const out = {
  adapter: lab.adapter.description,
  adjoin: lab.adapter.subgroupsAdjoin,
  forwardProgress: lab.adapter.forwardProgress,
  kernels: [],
  calls: [],
};
const point = async (request) => {
  const { median_ns, copy_ratio, verified, ran } = await lab.measure(request);
  out.kernels.push({ ...request, us: +(median_ns / 1e3).toFixed(2), ratio: copy_ratio && +copy_ratio.value.toFixed(3), verified, ran });
};
for (const n of [2 ** 16, 2 ** 20, 2 ** 24, 2 ** 26, 2 ** 28]) await point({ algorithm: 'look-back', n });
for (const n of [2 ** 20, 2 ** 24, 2 ** 28]) await point({ algorithm: 'look-back-fallback', n });
await point({ algorithm: 'subgroup', n: 2 ** 24 });
for (const type of ['u32', 'f32']) for (const n of [2 ** 20, 2 ** 28]) await point({ operation: 'histogram', type, n });
for (const [operation, n] of [
  ['compact', 2 ** 28],
  ['sort', 2 ** 26],
  ['reduce-by-key', 2 ** 26],
  ['run-lengths', 2 ** 26],
])
  await point({ operation, n });
// Times awaited calls with arrays and with buffers by the wall clock.
for (const n of [1000, 2 ** 16, 2 ** 20, 2 ** 22]) {
  const input = Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 2654435761) >>> 8);
  const buffer = lab.device.createBuffer({ size: 4 * n, usage: 0x80 | 4 | 8 });
  lab.device.queue.writeBuffer(buffer, 0, input);
  const calls = { array: () => lab.scan(input), buffer: async () => (await lab.scan(buffer, { type: 'u32' })).destroy() };
  for (const [what, call] of Object.entries(calls)) {
    for (let i = 0; i < 10; i++) await call();
    const times = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
    times.sort((left, right) => left - right);
    out.calls.push({ what, n, ms: +times[20].toFixed(3), least: +times[0].toFixed(3) });
  }
}
lab.close();
return out;
