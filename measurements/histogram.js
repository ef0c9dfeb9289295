// Times the kernels of histograms, to compare two versions on one machine. The body of an async function, run in the built page of each version.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const out = { adapter: lab.adapter.description, kernels: [] };
const point = async (request) => {
  const { median_ns, copy_ratio, verified } = await lab.measure({ operation: 'histogram', type: 'u32', ...request });
  out.kernels.push({ ...request, us: +(median_ns / 1e3).toFixed(2), ratio: copy_ratio && +copy_ratio.value.toFixed(3), verified });
};
// An idle GPU lowers its clock rate.
for (const start = performance.now(); performance.now() - start < 500;) await lab.scan(new Uint32Array(1 << 22));
const kinds = [{}, { type: 'f32' }, { bins: 2048 }, { bins: 65536 }, { pattern: 'ones' }];
for (let round = 0; round < 3; round++) for (const n of [2 ** 20, 2 ** 22, 2 ** 24]) for (const kind of kinds) await point({ n, ...kind });
for (const kind of [{}, {}, { bins: 2048 }]) await point({ n: 2 ** 28, ...kind });
lab.close();
return out;
