// The time of short scans and operations as a page calls them, with upload and readback: the median over several calls, in ms.
// The body of an async function, run in the built page. args: { n: elements (2048), calls: number of calls of each kind (20) }
const { n = 2048, calls = 20 } = args ?? {};
const WARM_UP_CALLS = 3;

const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const words = Uint32Array.from({ length: n }, (_, i) => (i * 2654435761) >>> 0);
const flags = words.map((word) => word & 1);
const median = (values) => [...values].sort((left, right) => left - right)[values.length >> 1];

const kinds = {
  scan: () => lab.scan(words),
  'scan of a new length': (call) => lab.scan(words.subarray(0, n - call)),
  'segmented scan': () => lab.scan(words, { heads: flags }),
  compaction: () => lab.compact(words, { flags }),
  'compaction of a new length': (call) => lab.compact(words.subarray(0, n - call), { flags: flags.subarray(0, n - call) }),
  partition: () => lab.partition(words, { flags }),
  'run lengths': () => lab.runLengths(words),
  histogram: () => lab.histogram(words, { bins: 256, from: 0, to: 2 ** 31 }),
  reduction: () => lab.reduce(words),
  sort: () => lab.sort(words),
  'sort of pairs by 4 bits': () => lab.sort(words, { values: words, bits: [0, 4] }),
};

const times = {};
for (const [kind, call] of Object.entries(kinds)) {
  const samples = [];
  for (let rank = 0; rank < WARM_UP_CALLS + calls; rank++) {
    const start = performance.now();
    await call(rank);
    if (rank >= WARM_UP_CALLS) samples.push(performance.now() - start);
  }
  times[kind] = Number(median(samples).toFixed(2));
}
const { adapter } = lab;
lab.close();
return { browser: navigator.userAgent, adapter, n, times };
