// Scans args.n random elements with every algorithm and checks every output element against the scan in plain JavaScript.
// The body of an async function, run in the built page; returns what bench/*.json keeps.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const n = args?.n ?? 2 ** 26 + 3;
const input = new Uint32Array(n);
for (let start = 0; start < n; start += 16384) crypto.getRandomValues(input.subarray(start, start + 16384));
const rows = [];
for (const { id } of lab.algorithms) {
  const started = performance.now();
  try {
    const output = await lab.scan(input, { algorithm: id });
    const scanned = performance.now();
    const { verified, mismatch } = await lab.verify(input, output, { algorithm: id });
    rows.push({ algorithm: id, n, verified, mismatch, scan_ms: scanned - started, verify_ms: performance.now() - scanned });
  } catch (error) {
    rows.push({ algorithm: id, n, error: `${error.code}: ${error.message}` });
  }
}
return { browser: navigator.userAgent, adapter: lab.adapter, rows };
