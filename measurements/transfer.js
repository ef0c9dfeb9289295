// The cost of transfers: plain copies to the device and back, beside whole scans and streams, in one run on one adapter.
// The body of an async function, run in the built page.
// args: { exponents: lengths of scans as powers of two, streamBytes, rounds, calls: scans in a row in a round, algorithm }
// Speeds are in 10^9 bytes of input per second, and are medians over the rounds. The speed of a machine changes over time, so each round
// times the plain copies and then the compared scans or stream. A ratio is the median of the ratios of the rounds. `of_slower_copy` is the
// speed divided by that of the slower direction. The speed of a direction is that of its fastest way: from an array that the page has, or
// into an array that the page makes. Each scan in a row may use an output array that a worker has made during the scan before, and the
// first scan one that the worker has made during the copies.
const { ScanLab } = await import('./scanlab.js');
const { exponents = [24, 25, 26, 27], streamBytes = 2 ** 30, rounds = 5, calls = 4, algorithm = 'auto' } = args ?? {};
const PIECE_BYTES = 2 ** 22;
const SLOTS = 4;
/** The size of a part of an array that is touched page by page before it is written, and the size of a memory page. */
const TOUCHED_BYTES = 2 ** 18;
const PAGE_BYTES = 2 ** 12;

const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
const device = await adapter.requestDevice({
  requiredLimits: { maxBufferSize: adapter.limits.maxBufferSize, maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize },
});

/** Pseudo-random numbers whose sums wrap, so that a piece in a wrong place changes the sums. */
const inputOf = (n, seed) => {
  const input = new Uint32Array(n);
  for (let i = 0, state = seed; i < n; i++) input[i] = state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return input;
};

/** The first index at which the output is not the sum of the input up to there, or null. The sum continues from `state.sum`. */
const mismatchIn = (input, output, state) => {
  let { sum } = state;
  for (let i = 0; i < output.length; i++) {
    sum = (sum + input[i]) | 0;
    if ((output[i] | 0) !== sum) return i;
  }
  state.sum = sum;
  return null;
};

const seconds = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1e3;
};

const median = (values) => [...values].sort((left, right) => left - right)[values.length >> 1];

/** Copies by writeBuffer, piece by piece, with a bounded number of pieces ahead of the device. */
const upload = async (buffer, bytes, total) => {
  let before = null;
  for (let at = 0, rank = 1; at < total; at += PIECE_BYTES, rank++) {
    device.queue.writeBuffer(buffer, at, bytes, at, Math.min(PIECE_BYTES, total - at));
    if (rank % SLOTS > 0) continue;
    device.queue.submit([]);
    const done = device.queue.onSubmittedWorkDone();
    await before;
    before = done;
  }
  await device.queue.onSubmittedWorkDone();
};

/** Copies the array piece by piece: into one of several mapped buffers in turn, and from there into the buffer. */
const uploadMapped = async (buffer, slots, bytes, total) => {
  const mapped = slots.map((slot) => slot.mapAsync(GPUMapMode.WRITE));
  for (let at = 0, rank = 0; at < total; at += PIECE_BYTES, rank = (rank + 1) % SLOTS) {
    const length = Math.min(PIECE_BYTES, total - at);
    await mapped[rank];
    new Uint8Array(slots[rank].getMappedRange(0, length)).set(bytes.subarray(at, at + length));
    slots[rank].unmap();
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(slots[rank], 0, buffer, at, length);
    device.queue.submit([encoder.finish()]);
    mapped[rank] = slots[rank].mapAsync(GPUMapMode.WRITE);
  }
  await Promise.all(mapped);
  for (const slot of slots) slot.unmap();
};

const copyTo = (bytes, piece, at) => bytes.set(piece, at);

/** A new array gets each page of memory when it is first written. A copy that page faults do not interrupt is faster. */
const touchAndCopyTo = (bytes, piece, at) => {
  for (let from = 0; from < piece.length; from += TOUCHED_BYTES) {
    const part = piece.subarray(from, from + TOUCHED_BYTES);
    for (let byte = 0; byte < part.length; byte += PAGE_BYTES) bytes[at + from + byte] = 0;
    bytes.set(part, at + from);
  }
};

/** Copies the buffer into mapped buffers, in turns, and these into an array. */
const readBack = async (buffer, slots, bytes, total, copy = copyTo) => {
  const underWay = [];
  for (let at = 0, rank = 0; at < total || underWay.length > 0; at += PIECE_BYTES, rank++) {
    if (underWay.length === SLOTS || at >= total) {
      const { slot, mapped, place, length } = underWay.shift();
      await mapped;
      copy(bytes, new Uint8Array(slot.getMappedRange(0, length)), place);
      slot.unmap();
    }
    if (at >= total) continue;
    const slot = slots[rank % SLOTS];
    const length = Math.min(PIECE_BYTES, total - at);
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, at, slot, 0, length);
    device.queue.submit([encoder.finish()]);
    underWay.push({ slot, mapped: slot.mapAsync(GPUMapMode.READ, 0, length), place: at, length });
  }
};

/** Ways to copy `total` bytes, by name: each first makes the arrays that it needs, and returns a function that copies. */
const plainCopies = (total) => {
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ, MAP_WRITE } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: total, usage: STORAGE | COPY_DST | COPY_SRC });
  const slotsFor = (usage) => Array.from({ length: SLOTS }, () => device.createBuffer({ size: PIECE_BYTES, usage }));
  const [slots, written] = [slotsFor(MAP_READ | COPY_DST), slotsFor(MAP_WRITE | COPY_SRC)];
  const input = new Uint8Array(inputOf(total / 4, 1).buffer);
  const used = new Uint8Array(total).fill(1);
  // A readback needs a destination: `fresh` is an array that has not been written, like the array of every result.
  const intoFresh = (copy) => () => {
    const fresh = new Uint8Array(total);
    return () => readBack(buffer, slots, fresh, total, copy);
  };
  const ways = {
    upload: () => () => upload(buffer, input, total),
    upload_mapped: () => () => uploadMapped(buffer, written, input, total),
    readback_fresh: intoFresh(copyTo),
    readback_touched: intoFresh(touchAndCopyTo),
    readback_used: () => () => readBack(buffer, slots, used, total),
  };
  const end = () => {
    const wrong = used.findIndex((byte, at) => byte !== input[at]);
    if (wrong >= 0) throw new Error(`the plain copies must give back what they got; byte ${wrong} differs`);
    for (const one of [buffer, ...slots, ...written]) one.destroy();
  };
  return { ways, end };
};

/** Rounds of the plain copies of `total` bytes, and of `work`, which moves `bytes` bytes. */
const compare = async (total, bytes, work) => {
  const { ways, end } = plainCopies(total);
  const speeds = Object.fromEntries([...Object.keys(ways), 'own'].map((name) => [name, []]));
  const ratios = { of_slower_copy: [], of_copies_in_turn: [] };
  for (let round = 0; round < rounds; round++) {
    const now = {};
    for (const [name, prepare] of Object.entries(ways)) now[name] = total / (await seconds(prepare())) / 1e9;
    now.own = bytes / (await seconds(work)) / 1e9;
    for (const [name, speed] of Object.entries(now)) speeds[name].push(speed);
    const [up, down] = [Math.max(now.upload, now.upload_mapped), Math.max(now.readback_fresh, now.readback_touched)];
    ratios.of_slower_copy.push(now.own / Math.min(up, down));
    // The two directions one after the other. A scan of an array also reads back after the whole upload, but its result has memory by then.
    ratios.of_copies_in_turn.push(now.own * (1 / up + 1 / down));
  }
  end();
  const { own, ...plain } = Object.fromEntries(Object.entries(speeds).map(([name, all]) => [name, median(all)]));
  const medians = Object.fromEntries(Object.entries(ratios).map(([name, all]) => [name, median(all)]));
  return { gb_per_s: own, ...medians, rounds: ratios.of_slower_copy, plain_gb_per_s: plain };
};

const lab = await ScanLab.open();
const measureScan = async (exponent) => {
  const n = 2 ** exponent;
  const input = inputOf(n, exponent);
  let output = await lab.scan(input, { algorithm });
  const first = mismatchIn(input, output, { sum: 0 });
  const inARow = async () => {
    for (let call = 0; call < calls; call++) output = await lab.scan(input, { algorithm });
  };
  const compared = await compare(Math.min(4 * n, device.limits.maxBufferSize), 4 * n * calls, inARow);
  return { exponent, mismatch: first ?? mismatchIn(input, output, { sum: 0 }), ...compared };
};

/** A stream that repeats one input, so that the source costs nothing. The sum continues. */
const sourceOf = (input, total) => {
  let given = 0;
  const bytes = new Uint8Array(input.buffer);
  return new ReadableStream(
    {
      pull(controller) {
        if (given === total) return controller.close();
        const piece = bytes.subarray(0, Math.min(bytes.length, total - given));
        controller.enqueue(piece);
        given += piece.length;
      },
    },
    { highWaterMark: 0 },
  );
};

const measureStream = async (total) => {
  const input = inputOf(2 ** 22, 3);
  let mismatch = null;
  const state = { sum: 0 };
  let at = 0;
  const read = async (look) => {
    for await (const output of lab.scanStream(sourceOf(input, total), { algorithm })) look(output);
  };
  await read((output) => {
    if (mismatch === null) {
      const found = mismatchIn(input, output, state);
      if (found !== null) mismatch = at + found;
    }
    at += output.length;
  });
  if (at !== total / 4) mismatch ??= at;
  const plain = Math.min(2 ** 28, total, device.limits.maxBufferSize);
  return { bytes: total, mismatch, ...(await compare(plain, total, () => read(() => {}))) };
};

const scans = [];
for (const exponent of exponents) scans.push(await measureScan(exponent));
const stream = await measureStream(streamBytes);
device.destroy();
return {
  browser: navigator.userAgent,
  adapter: lab.adapter,
  scans,
  stream,
  verified: [...scans, stream].every(({ mismatch }) => mismatch === null),
};
