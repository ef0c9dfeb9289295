// Scans args.n random elements with every algorithm and checks every output element against the scan in plain JavaScript:
// inclusive sums of u32, or each of args.forms, such as { operator: 'affine', type: 'f32' }.
// The body of an async function, run in the built page; returns the content of measurements/*.json.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const n = args?.n ?? 2 ** 26 + 3;
const rows = [];
for (const form of args?.forms ?? [{ operator: 'add', type: 'u32' }]) {
  const { operator } = form;
  const input = lab.input({ ...form, pattern: 'random', seed: 1, n });
  for (const { id } of lab.algorithms) {
    const row = { algorithm: id, ...form, n };
    const started = performance.now();
    try {
      const output = await lab.scan(input, { algorithm: id, operator });
      const scanned = performance.now();
      const { verified, mismatch } = await lab.verify(input, output, { algorithm: id, operator });
      rows.push({ ...row, verified, mismatch, scan_ms: scanned - started, verify_ms: performance.now() - scanned });
    } catch (error) {
      rows.push({ ...row, error: `${error.code}: ${error.message}`, refused_ms: performance.now() - started });
    }
  }
}
return { browser: navigator.userAgent, adapter: lab.adapter, rows };
