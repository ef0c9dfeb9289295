// The times of upload, GPU and readback that `measure` returns, beside whole scans of arrays by the page's clock, in one run on one adapter.
// The body of an async function, run in the built page.
// args: { exponents: lengths of scans as powers of two, algorithm, scans: number of scans per median }
// Times are medians in ms; gb_per_s are 10^9 bytes of input or output per second.
const { ScanLab } = await import('./scanlab.js');
const { exponents = [10, 12, 14, 16, 18, 20, 22, 24, 26], algorithm = 'auto', scans = 11 } = args ?? {};
const lab = await ScanLab.open();

const wholeScan_ms = async (n) => {
  const input = lab.input({ n });
  const times = [];
  // The first scan creates pipelines and buffers that the later ones reuse, so it does not count.
  for (let rank = 0; rank <= scans; rank++) {
    const started = performance.now();
    await lab.scan(input, { algorithm });
    if (rank) times.push(performance.now() - started);
  }
  return times.sort((left, right) => left - right)[scans >> 1];
};

const rows = [];
for (const exponent of exponents) {
  const n = 2 ** exponent;
  const started = performance.now();
  const point = await lab.measure({ algorithm, n, transfers: true });
  const measured_ms = performance.now() - started;
  const [upload, gpu, readback] = [point.upload, point, point.readback].map(({ median_ns }) => median_ns && median_ns / 1e6);
  const known = upload && gpu && readback;
  rows.push({
    exponent,
    verified: point.verified,
    upload_ms: upload,
    gpu_ms: gpu,
    readback_ms: readback,
    sum_ms: known ? upload + gpu + readback : null,
    scan_ms: await wholeScan_ms(n),
    samples: [point.upload, point.readback].map(({ samples_ns }) => samples_ns.length),
    upload_gb_per_s: upload && (4 * n) / upload / 1e6,
    readback_gb_per_s: readback && (4 * n) / readback / 1e6,
    measured_ms,
  });
}
return { browser: navigator.userAgent, adapter: lab.adapter, algorithm, rows };
