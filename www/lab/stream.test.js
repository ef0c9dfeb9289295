import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, fakeScope, tick, until } from './lab.fakes.mjs';
import { NEVER, collect, fails, open } from './lab.steps.mjs';

/** Rejects when the token is cancelled, as the core does. */
const UNTIL_CANCELLED = (token) =>
  new Promise((_, reject) => {
    token.onCancel = () => reject(failure('cancelled', 'stopped'));
    if (token.cancelled) token.onCancel();
  });

/** A stream of these bytes in pieces of the given lengths, in turn. `seen` has the number of pulls, and the reason of a cancellation. */
function streamOf(bytes, lengths, end = (controller) => controller.close()) {
  const seen = { pulls: 0, cancelled: undefined };
  let at = 0;
  const stream = new ReadableStream(
    {
      async pull(controller) {
        await tick();
        if (at >= bytes.length) return end(controller);
        const length = lengths[seen.pulls++ % lengths.length];
        controller.enqueue(bytes.slice(at, at + length));
        at += length;
      },
      cancel: (reason) => void (seen.cancelled = reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

const INPUT = Uint32Array.from({ length: 103 }, (_, i) => (i * 2654435761) >>> 0);
const BYTES = new Uint8Array(INPUT.buffer);
const SUMS = (() => {
  let sum = 0;
  return INPUT.map((x) => (sum = (sum + x) >>> 0));
})();

const join = (chunks) => Uint32Array.from(chunks.flatMap((chunk) => [...chunk]));

/** Asserts that the GPU buffers of all streams are freed, and that the lab is usable. */
async function assertFreedAndUsable({ lab, state }) {
  assert.deepEqual(await lab.scan(Uint32Array.of(1, 2)), Uint32Array.of(1, 3));
  assert.ok(
    state.streams.every(({ freed }) => freed),
    'a stream holds on to its buffers',
  );
  assert.ok(state.tokens.every(({ freed }) => freed));
}

test('scanStream: chunks of any length, elements across their boundaries', async () => {
  const fakes = await open();
  for (const lengths of [[1], [3], [7, 0, 2], [16], [40], [1000]]) {
    for (const chunkElements of [1, 10, 103, 200]) {
      const { stream } = streamOf(BYTES, lengths);
      const chunks = await collect(fakes.lab.scanStream(stream, { chunkElements }));
      assert.deepEqual(join(chunks), SUMS);
      assert.ok(chunks.every((chunk, at) => chunk instanceof Uint32Array && (chunk.length === chunkElements || at === chunks.length - 1)));
    }
  }
  const { stream } = streamOf(BYTES, [50]);
  const exclusive = join(await collect(fakes.lab.scanStream(stream, { mode: 'exclusive' })));
  assert.deepEqual(exclusive, Uint32Array.of(0, ...SUMS.subarray(0, 102)));
  assert.deepEqual(fakes.state.streams.at(-1).most, 10_000);
  assert.deepEqual(await collect(fakes.lab.scanStream(streamOf(new Uint8Array(0), [1]).stream)), []);
  const [floats] = await collect(fakes.lab.scanStream(streamOf(BYTES, [50]).stream, { type: 'f32' }));
  assert.ok(floats instanceof Float32Array);
  await assertFreedAndUsable(fakes);
});

test('scanStream: reads no more than two chunks further than its reader, however slow that is', async () => {
  const fakes = await open();
  const { stream, seen } = streamOf(BYTES, [40]);
  const reader = fakes.lab.scanStream(stream, { chunkElements: 10 }).getReader();
  await tick(50);
  assert.equal(seen.pulls, 0);
  for (const pulls of [3, 4, 5]) {
    await reader.read();
    await tick(50);
    assert.equal(seen.pulls, pulls);
    assert.ok(fakes.state.streams[0].lengths.length <= pulls);
  }
  // Between chunks, the lab can do other work.
  assert.deepEqual(await fakes.lab.scan(Uint32Array.of(5, 6)), Uint32Array.of(5, 11));
  await reader.cancel('enough');
  assert.equal(seen.cancelled, 'enough');
  await assertFreedAndUsable(fakes);
});

test('scanStream: a chunk is uploaded while the one before it is scanned, and their order stays', async () => {
  const order = [];
  // If chunks did not wait for each other, later chunks would be done first.
  const fakes = await open({
    upload: () => void order.push('upload'),
    push: async () => {
      await tick(30 - 3 * order.length);
      order.push('scanned');
    },
  });
  const chunks = await collect(fakes.lab.scanStream(streamOf(BYTES, [13]).stream, { chunkElements: 10 }));
  assert.deepEqual(join(chunks), SUMS);
  assert.ok(fakes.state.streams[0].mostUnderWay >= 2, 'chunks overlap');
  assert.ok(order.indexOf('scanned') > 1 && order.lastIndexOf('upload') > order.indexOf('scanned'), order.join());
  await assertFreedAndUsable(fakes);
});

test('scanStream: other work runs after the chunks in flight, and later chunks after it', async () => {
  const fakes = await open({ push: () => tick(5) });
  const reader = fakes.lab.scanStream(streamOf(BYTES, [40]).stream, { chunkElements: 10 }).getReader();
  await reader.read();
  fakes.state.script.scan = () => assert.equal(fakes.state.busy, 1, 'a scan has the device to itself');
  const scan = fakes.lab.scan(Uint32Array.of(5, 6));
  const rest = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) rest.push(next.value);
  assert.deepEqual(await scan, Uint32Array.of(5, 11));
  assert.deepEqual(join(rest), SUMS.slice(10));
});

test('scanStream: pieces of every length are kept or copied together, and each byte is uploaded in its place', async () => {
  const words = Uint32Array.from({ length: 200_000 }, (_, i) => (i * 2654435761) >>> 0);
  let sum = 0;
  const sums = words.map((word) => (sum = (sum + word) >>> 0));
  for (const lengths of [[70_000], [1, 65_537, 3, 300_000], [65_535, 7], [800_000]]) {
    const { lab } = await open();
    const { stream } = streamOf(new Uint8Array(words.buffer), lengths);
    assert.deepEqual(join(await collect(lab.scanStream(stream, { chunkElements: 9_999 }))), sums);
  }
});

test('scanStream: a chunk whose buffer its source has transferred', async () => {
  const fakes = await open();
  const buffers = [];
  const source = new ReadableStream(
    {
      pull(controller) {
        if (buffers.length > 0) structuredClone(buffers[0], { transfer: [buffers[0]] });
        buffers.unshift(new ArrayBuffer(2 ** 17));
        controller.enqueue(new Uint8Array(buffers[0]));
      },
    },
    { highWaterMark: 0 },
  );
  await fails('bad-argument', collect(fakes.lab.scanStream(source, { chunkElements: 10_000 })), /one has become empty/);
  await assertFreedAndUsable(fakes);
});

test('scanStream: errors name what was required and what was found', async () => {
  const { lab } = await open();
  const throws = (code, source, options, message) =>
    assert.throws(() => lab.scanStream(source, options), { name: 'ScanLabError', code, message });
  const fresh = () => streamOf(BYTES, [8]).stream;
  throws('bad-argument', INPUT, {}, /ReadableStream of bytes; it was an object of class Uint32Array/);
  throws('bad-argument', undefined, {}, /it was undefined/);
  const locked = fresh();
  locked.getReader();
  throws('bad-argument', locked, {}, /locked/);
  throws('bad-argument', fresh(), { chunkElements: 0 }, /from 1 to 10000; it was 0/);
  throws('bad-argument', fresh(), { chunkElements: 5_001, operator: 'pair' }, /from 1 to 5000; it was 5001/);
  throws('bad-argument', fresh(), { chunk: 1 }, /"chunk"/);
  throws('bad-argument', fresh(), { type: 'u8' }, /type .*found "u8"/);
  throws('unsupported', fresh(), { direction: 'backward' }, /last element/);
  throws('unsupported', fresh(), { heads: new Uint32Array(4) }, /head flag for every element/);
  await fails(
    'bad-argument',
    collect(lab.scanStream(new ReadableStream({ start: (c) => c.enqueue('text') }))),
    /Uint8Array; one was "text"/,
  );
  lab.close();
  throws('bad-argument', fresh(), {}, /closed/);
});

test('scanStream: a stream that ends within an element', async () => {
  for (const [bytes, operator, left] of [
    [41, 'add', 1],
    [44, 'pair', 4],
  ]) {
    const fakes = await open();
    const { stream } = streamOf(BYTES.slice(0, bytes), [7]);
    const chunks = [];
    await fails(
      'bad-argument',
      (async () => {
        for await (const chunk of fakes.lab.scanStream(stream, { operator, chunkElements: 4 })) chunks.push(chunk);
      })(),
      new RegExp(`has ${operator === 'pair' ? 8 : 4} bytes; ${left} bytes were left`),
    );
    assert.ok(chunks.length >= 1);
    await assertFreedAndUsable(fakes);
  }
});

test('scanStream: a stream that fails', async () => {
  const fakes = await open();
  const { stream } = streamOf(BYTES, [40], () => Promise.reject(new TypeError('network')));
  const error = await fails('bad-argument', collect(fakes.lab.scanStream(stream, { chunkElements: 5 })), /network/);
  assert.ok(error.cause instanceof TypeError);
  await assertFreedAndUsable(fakes);
});

test('scanStream: a core that fails for want of memory', async () => {
  let pushes = 0;
  const fakes = await open({ push: () => (++pushes === 2 ? Promise.reject(failure('out-of-memory', 'no room')) : undefined) });
  const { stream, seen } = streamOf(BYTES, [40]);
  const error = await fails('out-of-memory', collect(fakes.lab.scanStream(stream, { chunkElements: 10 })), /no room/);
  assert.equal(seen.cancelled, error, 'the source is cancelled with the error');
  await assertFreedAndUsable(fakes);
});

test('scanStream: abort while it waits, reads and scans', async () => {
  const aborted = await open();
  const { stream } = streamOf(BYTES, [40]);
  await fails('cancelled', collect(aborted.lab.scanStream(stream, { signal: AbortSignal.abort() })));
  for (const [script, source] of [
    [{}, { stream: new ReadableStream({ pull: NEVER }) }],
    [{ push: UNTIL_CANCELLED }, streamOf(BYTES, [40])],
  ]) {
    const fakes = await open(script);
    const abort = new AbortController();
    const reading = collect(fakes.lab.scanStream(source.stream, { signal: abort.signal, chunkElements: 10 }));
    await tick(10);
    abort.abort('enough');
    assert.equal((await fails('cancelled', reading)).cause, 'enough');
    await assertFreedAndUsable(fakes);
  }
  const idle = await open();
  const abort = new AbortController();
  const reader = idle.lab.scanStream(streamOf(BYTES, [40]).stream, { signal: abort.signal, chunkElements: 10 }).getReader();
  await reader.read();
  abort.abort();
  await fails('cancelled', reader.closed);
  await assertFreedAndUsable(idle);
});

test('scanStream: cancel while it reads and scans', async () => {
  for (const [script, source] of [
    [{}, { stream: new ReadableStream({ pull: NEVER }), seen: {} }],
    [{ push: UNTIL_CANCELLED }, streamOf(BYTES, [40])],
  ]) {
    const fakes = await open(script);
    const reader = fakes.lab.scanStream(source.stream, { chunkElements: 10 }).getReader();
    const read = reader.read();
    await tick(10);
    await reader.cancel('enough');
    assert.deepEqual(await read, { done: true, value: undefined });
    await assertFreedAndUsable(fakes);
  }
});

test('scanStream: close and loss end it in every state', async () => {
  for (const [code, stop] of [
    ['cancelled', ({ lab }) => lab.close()],
    ['device-lost', ({ scope }) => scope.loseDevice({ reason: 'unknown', message: 'gone' })],
  ]) {
    const waits = new ReadableStream({ pull: NEVER }, { highWaterMark: 0 });
    for (const { stream, isReached } of [
      // The stream ends while the code of streams is loaded.
      { stream: streamOf(BYTES, [40]).stream, isReached: () => true },
      { stream: waits, isReached: () => NEVER.begun > 0 },
      { stream: streamOf(BYTES, [40]).stream, isReached: ({ state }) => state.streams.length > 0 },
    ]) {
      NEVER.begun = 0;
      const fakes = await open({ push: UNTIL_CANCELLED }, fakeScope());
      const reading = collect(fakes.lab.scanStream(stream, { chunkElements: 10 }));
      await until(() => isReached(fakes));
      assert.ok(isReached(fakes));
      stop(fakes);
      await fails(code, reading);
      await until(() => fakes.state.freed === 1);
      assert.equal(fakes.state.freed, 1);
      assert.ok(fakes.state.streams.every(({ freed }) => freed));
    }
  }
});

test('scan: an array longer than a buffer goes in chunks, in both directions and in segments', async () => {
  const fakes = await open();
  const { lab, state } = fakes;
  const n = 25_003;
  const input = Uint32Array.from({ length: n }, (_, i) => (i * 7) % 1000);
  const heads = Uint32Array.from({ length: n }, (_, i) => Number(i % 6_000 === 5_999));
  for (const direction of ['forward', 'backward']) {
    for (const mode of ['inclusive', 'exclusive']) {
      for (const request of [
        { direction, mode },
        { direction, mode, heads },
      ]) {
        const output = await lab.scan(input, request);
        assert.deepEqual(await lab.verify(input, output, request), { verified: true, mismatch: null });
        assert.deepEqual(state.streams.at(-1).lengths, request.heads ? [5000, 5000, 5000, 5000, 5000, 3] : [10_000, 10_000, 5_003]);
      }
    }
  }
  const bits = new Uint32Array(Math.ceil(n / 32));
  heads.forEach((head, i) => (bits[i >> 5] |= head << (i & 31)));
  for (const direction of ['forward', 'backward']) {
    const request = { direction, heads: bits, headsAsBits: true };
    const output = await lab.scan(input, request);
    assert.deepEqual(output, await lab.scan(input, { direction, heads }));
    assert.deepEqual(await lab.verify(input, output, request), { verified: true, mismatch: null });
  }
  await assertFreedAndUsable(fakes);
});

test('scan: the buffers of a long array are freed when it is aborted or fails', async () => {
  const long = new Uint32Array(30_000);
  const aborted = await open({ push: UNTIL_CANCELLED });
  const abort = new AbortController();
  const scan = aborted.lab.scan(long, { signal: abort.signal });
  await tick(10);
  abort.abort();
  await fails('cancelled', scan);
  await assertFreedAndUsable(aborted);
  const failing = await open({ push: () => Promise.reject(failure('out-of-memory', 'no room')) });
  await fails('out-of-memory', failing.lab.scan(long), /no room/);
  await assertFreedAndUsable(failing);
});
