// What transfers cost: plain copies to the device and back, and whole scans and streams beside them, in one run on one adapter.
// The body of an async function, run in the built page.
// args: { exponents: lengths of scans as powers of two, streamBytes, rounds, algorithm }
// All speeds are 10^9 bytes of input a second, the best of the rounds; ratios are to the slower of the two plain copies, each of which is
// the best of the ways in which a page can copy from an array that it has, and to an array that it makes.
const { ScanLab } = await import('./scanlab.js');
const { exponents = [24, 25, 26, 27], streamBytes = 2 ** 30, rounds = 3, algorithm = 'auto' } = args ?? {};
const PIECE_BYTES = 2 ** 22;
const SLOTS = 4;
/** Memory that is touched page by page and then written, and its pages. */
const TOUCHED_BYTES = 2 ** 18;
const PAGE_BYTES = 2 ** 12;

const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
const device = await adapter.requestDevice({
  requiredLimits: { maxBufferSize: adapter.limits.maxBufferSize, maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize },
});

/** Small odd numbers, whose sums wrap: a wrong piece is found. */
const inputOf = (n, seed) => {
  const input = new Uint32Array(n);
  for (let i = 0, state = seed; i < n; i++) input[i] = state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return input;
};

/** The first index that is not the sum of the input up to there, or null; goes on from `state.sum`. */
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

/** The best of the rounds, each on what `before` makes anew. */
const best = async (bytes, work, before = () => undefined) => {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const given = await before();
    least = Math.min(least, await seconds(() => work(given)));
  }
  return bytes / least / 1e9;
};

/** writeBuffer, piece by piece, half of a bounded number of pieces ahead of the device. */
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

/** Copies through mapped buffers in turns, into which the array is copied. */
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

/** A new array gets its memory page by page when it is written; a copy that is not interrupted for it is faster. */
const touchAndCopyTo = (bytes, piece, at) => {
  for (let from = 0; from < piece.length; from += TOUCHED_BYTES) {
    const part = piece.subarray(from, from + TOUCHED_BYTES);
    for (let byte = 0; byte < part.length; byte += PAGE_BYTES) bytes[at + from + byte] = 0;
    bytes.set(part, at + from);
  }
};

/** Copies through mapped buffers in turns into an array. */
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

const plainCopies = async (total) => {
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ, MAP_WRITE } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: total, usage: STORAGE | COPY_DST | COPY_SRC });
  const slotsFor = (usage) => Array.from({ length: SLOTS }, () => device.createBuffer({ size: PIECE_BYTES, usage }));
  const [slots, written] = [slotsFor(MAP_READ | COPY_DST), slotsFor(MAP_WRITE | COPY_SRC)];
  const input = new Uint8Array(inputOf(total / 4, 1).buffer);
  const fresh = () => new Uint8Array(total);
  const used = fresh().fill(1);
  const up = await best(total, () => upload(buffer, input, total));
  const upMapped = await best(total, () => uploadMapped(buffer, written, input, total));
  const downFresh = await best(total, (output) => readBack(buffer, slots, output, total), fresh);
  const downTouched = await best(total, (output) => readBack(buffer, slots, output, total, touchAndCopyTo), fresh);
  const downUsed = await best(total, () => readBack(buffer, slots, used, total));
  const wrong = used.findIndex((byte, at) => byte !== input[at]);
  if (wrong >= 0) throw new Error(`the plain copies must give back what they got; byte ${wrong} differs`);
  for (const one of [buffer, ...slots, ...written]) one.destroy();
  // Whoever reads needs an array to read into: `fresh` is one that has not been written yet, as every result is.
  return { upload: up, upload_mapped: upMapped, readback_fresh: downFresh, readback_touched: downTouched, readback_used: downUsed };
};

const lab = await ScanLab.open();
const measureScan = async (exponent) => {
  const n = 2 ** exponent;
  const input = inputOf(n, exponent);
  const output = await lab.scan(input, { algorithm });
  const mismatch = mismatchIn(input, output, { sum: 0 });
  return { exponent, mismatch, gb_per_s: await best(4 * n, () => lab.scan(input, { algorithm })) };
};

/** The same input again and again, which costs its source nothing; the sum goes on. */
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
  return { bytes: total, mismatch, gb_per_s: await best(total, () => read(() => {})) };
};

const plain = await plainCopies(Math.min(2 ** 28, device.limits.maxBufferSize));
device.destroy();
const [up, down] = [Math.max(plain.upload, plain.upload_mapped), Math.max(plain.readback_fresh, plain.readback_touched)];
const slower = Math.min(up, down);
// One after the other. A scan of an array, too, reads back when all of the input is there, but its result gets its memory before.
const inTurn = 1 / (1 / up + 1 / down);
const scans = [];
for (const exponent of exponents) scans.push(await measureScan(exponent));
const stream = await measureStream(streamBytes);
const ratios = (one) => ({ ...one, of_slower_copy: one.gb_per_s / slower, of_copies_in_turn: one.gb_per_s / inTurn });
return {
  browser: navigator.userAgent,
  adapter: lab.adapter,
  plain_gb_per_s: plain,
  scans: scans.map(ratios),
  stream: ratios(stream),
  verified: [...scans, stream].every(({ mismatch }) => mismatch === null),
};
