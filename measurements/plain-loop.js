// The time per element of the scan in JavaScript, as ScanLab measures it, beside a plain loop in the same page: inclusive sums of u32 at
// args.sizes (2^20 by default). The body of an async function, run in the built page.
const { ScanLab } = await import('./scanlab.js');
const explainer = await ScanLab.explainer();
const median = (times) => times.toSorted((left, right) => left - right)[times.length >> 1];
function plainLoop(x, y, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum = (sum + x[i]) >>> 0;
    y[i] = sum;
  }
}
const call = (loop, x, y, n) => loop(x, y, n);
const others = [(x) => x, (x, y) => y];
const nextTask = () => new Promise((resume) => setTimeout(resume, 0));
/** Nanoseconds per element: the last 20 samples, since the browser may optimise again in the first ones. @param {number} n */
async function timePlainLoop(n) {
  const [x, y] = [Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 2654435761)), new Uint32Array(n)];
  for (let round = 0; round < 100; round++) {
    await nextTask();
    // After these short calls the browser has optimised the loop. The other callees prevent it from inlining the loop into `call`.
    for (const end = performance.now() + 5; performance.now() < end;) {
      for (const loop of [...others, plainLoop]) call(loop, x, y, Math.min(n, 1024));
    }
  }
  const repeats = Math.ceil(1e7 / n);
  const times = [];
  for (let sample = 0; sample < 40; sample++) {
    await nextTask();
    const start = performance.now();
    for (let i = 0; i < repeats; i++) call(plainLoop, x, y, n);
    times.push(((performance.now() - start) * 1e6) / repeats / n);
  }
  return times.slice(-20);
}
const rows = [];
for await (const { n, samples_ns } of explainer.sweep({ algorithms: ['javascript'], sizes: args?.sizes ?? [2 ** 20] })) {
  const [scan, plain] = [samples_ns.map((ns) => ns / n), await timePlainLoop(n)];
  const medians = { scan: median(scan), plain: median(plain), ratio: median(scan) / median(plain) };
  const least = { scan: Math.min(...scan), plain: Math.min(...plain), ratio: Math.min(...scan) / Math.min(...plain) };
  rows.push({ n, samples: scan.length, medians, least });
}
return { browser: navigator.userAgent, unit: 'ns per element', rows };
