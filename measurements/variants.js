// Scans with and without an initial value, sorts of keys that share digits, sorts of pairs and of keys of 64 bits, segmented sorts, lower
// bounds and merges, in one run. The first words of each first output, and words at three further places, are verified. The body of an async
// function, run in the built page; `args` may have `scans`, `sorts`, `pairs`, `wideSorts`, `segmentedSorts`, `searches` and `merges`, sizes
// in elements (for merges, of the output); `bits`, the numbers of bits in which the keys of `sorts` differ; and `isShort`, which takes few
// samples, for software adapters.
const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const { device } = lab;
const { queue } = device;
const { scans, sorts, bits, pairs, wideSorts, segmentedSorts, searches, merges, isShort } = {
  scans: [16, 20, 24, 28].map((k) => 2 ** k),
  sorts: [20, 24, 27].map((k) => 2 ** k),
  bits: [32, 24, 16, 8],
  pairs: [20, 24, 27].map((k) => 2 ** k),
  wideSorts: [20, 24, 26, 27].map((k) => 2 ** k),
  segmentedSorts: [20, 24, 26].map((k) => 2 ** k),
  searches: [20, 24, 26].map((k) => 2 ** k),
  merges: [20, 24, 26, 28].map((k) => 2 ** k),
  isShort: false,
  ...args,
};
const SAMPLES = isShort ? 3 : 9;
// The duration of the work before each sample, in microseconds: an idle GPU lowers its clock rates.
const WARM_US = isShort ? 1 : 300_000;
const SAMPLE_US = isShort ? 1 : 3_000;
const SLICE = 2 ** 20;
const INITIAL = 12345;
const { COPY_DST, COPY_SRC, MAP_READ, QUERY_RESOLVE, STORAGE } = GPUBufferUsage;
// Buffers of whole packs.
const bufferOf = (bytes, usage = STORAGE | COPY_SRC | COPY_DST) =>
  device.createBuffer({ size: Math.max(1, Math.ceil(bytes / 16)) * 16, usage });
const queries = device.createQuerySet({ type: 'timestamp', count: 2 });
const stamps = bufferOf(16, QUERY_RESOLVE | COPY_SRC);
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

function filled(words) {
  const buffer = bufferOf(words.byteLength);
  queue.writeBuffer(buffer, 0, words);
  return buffer;
}

function submit(record) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  queue.submit([encoder.finish()]);
}

async function read(buffer, first, bytes) {
  const staging = bufferOf(bytes, MAP_READ | COPY_DST);
  submit((encoder) => encoder.copyBufferToBuffer(buffer, first, staging, 0, bytes));
  await staging.mapAsync(MAP_READ);
  const copy = staging.getMappedRange().slice(0, bytes);
  staging.destroy();
  return copy;
}

async function holds(buffer, words) {
  const part = Math.min(SLICE, words.length);
  for (const start of [0, 1 / 3, 2 / 3, 1]) {
    const first = Math.min(Math.floor(start * words.length), words.length - part);
    const found = new Uint32Array(await read(buffer, 4 * first, 4 * part));
    for (let i = 0; i < part; i++) if (found[i] !== words[first + i]) return false;
  }
  return true;
}

/** Times of runs on the device, in microseconds: medians of samples of several runs in one pass. The runs take turns. */
async function timed(runs) {
  const recordPass = (encoder, { run, buffers, count = 1 }, timestampWrites) => {
    const pass = encoder.beginComputePass({ timestampWrites });
    for (let i = 0; i < count; i++) run.record(pass, buffers);
    pass.end();
  };
  const sample = async (one) => {
    submit((encoder) => {
      recordPass(encoder, one, { querySet: queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 });
      encoder.resolveQuerySet(queries, 0, 2, stamps, 0);
    });
    const [start, end] = new BigUint64Array(await read(stamps, 0, 16));
    return Number(end - start) / 1e3 / (one.count ?? 1);
  };
  const all = [];
  for (const one of runs) {
    const first = Math.max(0.1, await sample(one));
    all.push({ ...one, count: Math.max(1, Math.ceil(SAMPLE_US / first)), first, times: [] });
  }
  for (let i = 0; i < SAMPLES; i++) {
    for (const one of all) {
      // Submitted without a wait, so that the device is busy until the sample.
      for (let done = 0; done < WARM_US; done += one.count * one.first) submit((encoder) => recordPass(encoder, one));
      one.times.push(await sample(one));
    }
  }
  return all.map(({ times }) => +median(times).toFixed(2));
}

/** The times of prepared requests, and whether their outputs are right. */
async function measured(wanted) {
  const runs = [];
  for (const { request, buffers } of wanted) runs.push({ run: await lab.prepare(request), buffers });
  const times = await timed(runs);
  const found = [];
  for (const [rank, { run, buffers }] of runs.entries()) {
    submit((encoder) => encoder.clearBuffer(buffers.output));
    submit((encoder) => run.record(encoder, buffers));
    await run.check();
    found.push({ us: times[rank], verified: await holds(buffers.output, wanted[rank].expected()) });
    run.destroy();
  }
  return found;
}

const hashed = (n, mask) => Uint32Array.from({ length: n }, (_, i) => (Math.imul(i ^ (i >>> 15), 2654435761) & mask) >>> 0);
const out = {
  adapter: lab.adapter.description,
  browser: navigator.userAgent,
  scans: [],
  sorts: [],
  pairs: [],
  wideSorts: [],
  segmentedSorts: [],
  searches: [],
  merges: [],
};
const initial = filled(Uint32Array.of(INITIAL));
const sumsOf = (words, first) => {
  let sum = first;
  return words.map((word) => (sum = (sum + word) >>> 0));
};
for (const n of scans) {
  const words = hashed(n, -1);
  const [input, output] = [filled(words), bufferOf(4 * n)];
  const algorithms = ['auto', 'look-back', 'reduce-then-scan'].filter((algorithm) => lab.supports({ algorithm }) === null);
  const variants = algorithms.flatMap((algorithm) => [false, true].map((begins) => ({ algorithm, n, initial: begins })));
  const found = await measured(
    variants.map((variant) => ({
      request: { operator: 'add', type: 'u32', ...variant },
      buffers: { input, output, ...(variant.initial && { initial }) },
      expected: () => sumsOf(words, variant.initial ? INITIAL : 0),
    })),
  );
  variants.forEach((variant, rank) => out.scans.push({ ...variant, ...found[rank] }));
  [input, output].forEach((buffer) => buffer.destroy());
}
for (const n of sorts) {
  const variants = bits.map((count) => ({ bits: count, n, keys: hashed(n, count === 32 ? -1 : 2 ** count - 1) }));
  const output = bufferOf(4 * n);
  const request = { operation: 'sort', type: 'u32', n };
  const inputs = variants.map(({ keys }) => filled(keys));
  const found = await measured(
    variants.map(({ keys }, rank) => ({ request, buffers: { input: inputs[rank], output }, expected: () => keys.sort() })),
  );
  variants.forEach((variant, rank) => out.sorts.push({ bits: variant.bits, n, ...found[rank] }));
  [output, ...inputs].forEach((buffer) => buffer.destroy());
}
for (const n of pairs) {
  const keys = hashed(n, -1);
  const input = filled(keys);
  const [output, outputValues] = [bufferOf(4 * n), bufferOf(4 * n)];
  const request = { operation: 'sort', type: 'u32', n, values: true };
  // The values are the keys, so that both outputs are the sorted keys.
  const [found] = await measured([{ request, buffers: { input, values: input, output, outputValues }, expected: () => keys.sort() }]);
  out.pairs.push({ n, ...found, verified: found.verified && (await holds(outputValues, keys)) });
  [input, output, outputValues].forEach((buffer) => buffer.destroy());
}
for (const n of wideSorts) {
  const words = hashed(2 * n, -1);
  const [input, values, output, outputValues] = [filled(words), filled(hashed(n, -1)), bufferOf(8 * n), bufferOf(4 * n)];
  const variants = [false, true].map((hasValues) => ({ type: 'u64', n, values: hasValues }));
  const found = await measured(
    variants.map((variant) => ({
      request: { operation: 'sort', ...variant },
      buffers: { input, output, ...(variant.values && { values, outputValues }) },
      expected: () => new Uint32Array(new BigUint64Array(words.slice().buffer).sort().buffer),
    })),
  );
  variants.forEach((variant, rank) => out.wideSorts.push({ ...variant, ...found[rank] }));
  [input, values, output, outputValues].forEach((buffer) => buffer.destroy());
}
/** Lengths of segments. The last segment is shorter if the length does not divide the number of keys. */
const LENGTHS = [16, 1000, 2 ** 16];
for (const n of segmentedSorts) {
  const keys = hashed(n, -1);
  const [input, output] = [filled(keys), bufferOf(4 * n)];
  const wanted = LENGTHS.map((length) => {
    const segments = Math.ceil(n / length);
    const ends = Uint32Array.from({ length: segments + 1 }, (_, i) => Math.min(n, i * length));
    const expected = () => {
      const sorted = keys.slice();
      for (let i = 0; i < segments; i++) sorted.subarray(ends[i], ends[i + 1]).sort();
      return sorted;
    };
    const request = { operation: 'segmented-sort', type: 'u32', n, segments };
    return { request, buffers: { input, offsets: filled(ends), output }, expected };
  });
  const found = await measured(wanted);
  LENGTHS.forEach((length, rank) => out.segmentedSorts.push({ n, length, ...found[rank] }));
  [input, output, ...wanted.map(({ buffers }) => buffers.offsets)].forEach((buffer) => buffer.destroy());
}
for (const n of searches) {
  const keys = hashed(n, -1).sort();
  const orders = { random: hashed(n, 0x7fffffff), sorted: hashed(n, 0x7fffffff).sort() };
  const [sorted, output] = [filled(keys), bufferOf(4 * n)];
  const boundOf = (needle) => {
    let [first, end] = [0, n];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (keys[middle] < needle) first = middle + 1;
      else end = middle;
    }
    return first;
  };
  const wanted = Object.values(orders).map((needles) => ({
    request: { operation: 'lower-bound', type: 'u32', n, sortedLength: n },
    buffers: { input: filled(needles), sorted, output },
    expected: () => needles.map(boundOf),
  }));
  const found = await measured(wanted);
  Object.keys(orders).forEach((needles, rank) => out.searches.push({ n, needles, ...found[rank] }));
  [sorted, output, ...wanted.map(({ buffers }) => buffers.input)].forEach((buffer) => buffer.destroy());
}
for (const n of merges) {
  const keys = hashed(n, -1);
  const [first, second] = [keys.subarray(0, n / 2).sort(), keys.subarray(n / 2).sort()];
  const [input, sorted, output, indices] = [filled(first), filled(second), bufferOf(4 * n), bufferOf(4 * n)];
  const request = { operation: 'merge', type: 'u32', n: n / 2, sortedLength: n / 2 };
  const expected = () => keys.slice().sort();
  const found = await measured([
    { request, buffers: { input, sorted, output }, expected },
    { request: { ...request, indices: true }, buffers: { input, sorted, output, indices }, expected },
  ]);
  found.forEach((one, rank) => out.merges.push({ n, indices: rank === 1, ...one }));
  [input, sorted, output, indices].forEach((buffer) => buffer.destroy());
}
lab.close();
return out;
