/** Runs that are recorded into the caller's encoders: their results, the calls that they avoid, and the arguments that they refuse. */
import { expect, test } from '@playwright/test';
import { withProgress } from './progress.js';
import { FULL } from './sampled.js';
import { withLab } from './with-lab.js';

/** Tools for buffers of the device. */
const buffersOf = (device) => {
  const { COPY_DST, COPY_SRC, INDIRECT, MAP_READ, STORAGE } = GPUBufferUsage;
  const create = (size, usage = STORAGE | COPY_SRC | COPY_DST | INDIRECT) => device.createBuffer({ size, usage });
  return {
    create,
    /** A buffer of `size` bytes with the words of an array from the byte `offset` on. */
    upload(array, size = array.byteLength, offset = 0) {
      const buffer = create(size);
      device.queue.writeBuffer(buffer, offset, array);
      return buffer;
    },
    async read(buffer, n, Type = Uint32Array, offset = 0) {
      const staging = create(4 * n, COPY_DST | MAP_READ);
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, offset, staging, 0, 4 * n);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const words = new Type(staging.getMappedRange().slice(0));
      staging.destroy();
      return words;
    },
    same(left, right) {
      const bits = (array) => new Uint32Array(array.buffer, array.byteOffset, array.length);
      return left.length === right.length && bits(left).every((word, i) => word === bits(right)[i]);
    },
    /** Records by a function, and submits the commands. */
    submit(record) {
      const encoder = device.createCommandEncoder();
      record(encoder);
      device.queue.submit([encoder.finish()]);
    },
  };
};

test('every algorithm gives what the lab’s own scan gives, in forms that take turns', async ({ page }) => {
  if (FULL) test.setTimeout(600_000);
  const compareAll = async ({ lab, upload, read, random, same, submit }, full) => {
    const wrong = [];
    const compared = {};
    /** The results of the lab's scan by `auto`: all these forms are exact. @type {Map<string, Promise<Uint32Array>>} */
    const known = new Map();
    async function compare(algorithm, input, { operator = 'add', segmented, columns, inPlace, ...form }, heads) {
      const words = operator === 'bicyclic' ? 2 : 1;
      const n = input.length / words;
      const request = { algorithm, operator, type: 'u32', segmented, columns, inPlace, ...form };
      const name = `${JSON.stringify(request)}, ${n}`;
      if (lab.supports(request) !== null) return;
      const key = JSON.stringify({ ...request, algorithm: '', inPlace: false, n });
      const shape = columns && { shape: [n / columns, columns] };
      if (!known.has(key)) known.set(key, lab.scan(input, { operator, ...form, ...shape, ...(segmented && { heads }) }));
      const scan = await lab.prepare({ ...request, n });
      const { buffers } = scan.requirements;
      const given = { output: upload(input, buffers.output) };
      if (!inPlace) given.input = upload(input, buffers.input);
      if (segmented) given.heads = upload(heads, buffers.heads);
      submit((encoder) => scan.record(encoder, given));
      const [found, expected] = [await read(given.output, input.length), await known.get(key)];
      const ofForm = JSON.stringify({ operator, segmented, columns, inPlace, ...form });
      compared[ofForm] = (compared[ofForm] ?? 0) + 1;
      if (!same(found, expected)) wrong.push(`${name}: ${found.slice(0, 8)} instead of ${expected.slice(0, 8)}`);
      if (given.input && !same(await read(given.input, input.length), input)) wrong.push(`${name} has changed its input`);
      await scan.check().catch(({ message }) => wrong.push(`${name}: ${message}`));
      scan.destroy();
    }
    const n = 20_011;
    const words = Uint32Array.from({ length: n }, random);
    const heads = Uint32Array.from({ length: n }, () => Number(random() % 7 === 0));
    const bits = Uint32Array.from({ length: Math.ceil(n / 32) }, () => random() ^ (random() << 16));
    const pairs = Uint32Array.from({ length: 2 * n }, () => random() % 9);
    const forms = [
      [words, { mode: 'exclusive', direction: 'backward' }],
      [pairs, { operator: 'bicyclic' }],
      [words, { inPlace: true }],
      [words, { segmented: true }, heads],
      [words, { segmented: true, headsAsBits: true }, bits],
      [words.subarray(0, 20_000), { columns: 100 }],
      [words.subarray(0, 20_000), { columns: 100, axis: 0 }],
    ];
    for (const [rank, id] of ['auto', ...lab.algorithms.map((algorithm) => algorithm.id)].entries()) {
      await compare(id, words.subarray(0, 1), {});
      await compare(id, words.subarray(0, 1001), {});
      for (const [turn, [input, form, flags]] of forms.entries()) {
        // Each algorithm has one form, in turn, and `auto` has all.
        if (full || id === 'auto' || (turn + rank) % forms.length === 0) await compare(id, input, form, flags);
      }
    }
    return { wrong, compared };
  };
  const { wrong, compared } = await withLab(page, buffersOf, compareAll, FULL);
  expect(wrong).toEqual([]);
  // There are plain scans and seven other forms, each by several algorithms.
  expect(Object.keys(compared)).toHaveLength(8);
  expect(Math.min(...Object.values(compared))).toBeGreaterThanOrEqual(3);
});

test('every operation gives what the lab’s own gives', async ({ page }) => {
  const wrong = await withLab(page, buffersOf, async ({ lab, create, upload, read, random, same, submit }) => {
    const wrong = [];
    const n = 5003;
    const words = Uint32Array.from({ length: n }, random);
    const floats = Float32Array.from({ length: n }, () => random() / 2 ** 24 - 0.5);
    const flags = Uint32Array.from({ length: n }, () => Number(random() % 3 === 0));
    const few = Uint32Array.from({ length: n }, (_, i) => Math.floor(i / 5) % 3);
    /** Compares the outputs of a prepared run with `expected`, the lab's results by the names of the ports. */
    async function compare(request, inputs, expected) {
      const run = await lab.prepare({ ...request, n });
      const { buffers } = run.requirements;
      const given = Object.fromEntries(
        Object.entries(buffers).map(([name, bytes]) => [name, inputs[name] ? upload(inputs[name], bytes) : create(bytes)]),
      );
      submit((encoder) => run.record(encoder, given));
      const name = JSON.stringify(request);
      const outputs = Object.keys(given).filter((port) => !inputs[port]);
      if (outputs.sort().join() !== Object.keys(expected).sort().join()) wrong.push(`${name}: ${outputs}`);
      for (const [port, value] of Object.entries(expected)) {
        const found = await read(given[port], value.length, value.constructor);
        if (!same(found, value)) wrong.push(`${name}: ${port} is ${found.slice(0, 8)} instead of ${value.slice(0, 8)}`);
      }
      await run.check();
    }
    const one = (count) => Uint32Array.of(count);
    const input = words;
    await compare(
      { operation: 'reduce', type: 'u32', operator: 'max' },
      { input },
      { output: await lab.reduce(words, { operator: 'max' }) },
    );
    const where = 'x % 3u == 0u || i == 2u';
    const found = await lab.compact(words, { where });
    await compare({ operation: 'compact', where, type: 'u32' }, { input }, { output: found.output, count: one(found.count) });
    const kept = await lab.compact(floats, { flags, indices: true });
    await compare(
      { operation: 'compact', indices: true, type: 'f32' },
      { input: floats, flags },
      { output: kept.output, indices: kept.indices, count: one(kept.count) },
    );
    // n records of several words each.
    for (const size of [3, 16]) {
      const records = Float32Array.from({ length: n * size }, () => random() / 2 ** 24 - 0.5);
      const condition = `x[${size - 1}] > 0.0 && i != 3u`;
      const isKept = (i) => records[i * size + size - 1] > 0 && i !== 3;
      const rows = Array.from({ length: n }, (_, i) => i);
      const gathered = (all) => Float32Array.from(all.flatMap((i) => [...records.subarray(i * size, (i + 1) * size)]));
      const [chosen, others] = [rows.filter(isKept), rows.filter((i) => !isKept(i))];
      const request = { where: condition, words: size };
      const kept = await lab.compact(records, { ...request, indices: true });
      if (!same(kept.output, gathered(chosen)) || kept.count !== chosen.length) wrong.push(`lab.compact of ${size} words`);
      if (kept.indices.join() !== chosen.join()) wrong.push(`indices of records of ${size} words`);
      const both = await lab.partition(records, request);
      if (!same(both.output, gathered([...chosen, ...others])) || both.split !== chosen.length)
        wrong.push(`lab.partition of ${size} words`);
      const flagged = { flags: Uint32Array.from(rows, (i) => Number(isKept(i))), words: size };
      const onFlags = await lab.compact(records, flagged);
      const verdict = await lab.verify(records, onFlags, { operation: 'compact', ...flagged });
      if (!verdict.verified) wrong.push(`a right compaction of ${size} words is refused: ${JSON.stringify(verdict)}`);
      const turned = await lab.partition(records, { ...flagged, reversed: true });
      if (!same(turned.output, gathered([...chosen, ...[...others].reverse()]))) wrong.push(`a reversed partition of ${size} words`);
      const ofTurned = await lab.verify(records, turned, { operation: 'partition', ...flagged, reversed: true });
      if (!ofTurned.verified) wrong.push(`a right partition of ${size} words is refused: ${JSON.stringify(ofTurned)}`);
      onFlags.output[5 * size + 1] += 1;
      const refused = await lab.verify(records, onFlags, { operation: 'compact', ...flagged });
      if (refused.verified || refused.mismatch.index !== 5) wrong.push(`a wrong element of ${size} words is ${JSON.stringify(refused)}`);
      await compare(
        { operation: 'compact', type: 'f32', ...request },
        { input: records },
        { output: gathered(chosen), count: one(chosen.length) },
      );
      const keys = words.map((word) => word % 100);
      const order = rows.toSorted((left, right) => keys[left] - keys[right] || left - right);
      const moved = await lab.sort(keys, { values: records, words: size });
      if (!same(moved.values, gathered(order))) wrong.push(`lab.sort of values of ${size} words`);
      await compare(
        { operation: 'sort', type: 'u32', values: true, words: size },
        { input: keys, values: records },
        { output: moved.keys, outputValues: gathered(order) },
      );
    }
    const parts = await lab.partition(floats, { where: 'x < 0.0' });
    await compare(
      { operation: 'partition', where: 'x < 0.0', type: 'f32' },
      { input: floats },
      { output: parts.output, count: one(parts.split) },
    );
    const turned = await lab.partition(floats, { where: 'x < 0.0', reversed: true });
    await compare(
      { operation: 'partition', where: 'x < 0.0', reversed: true, type: 'f32' },
      { input: floats },
      { output: turned.output, count: one(turned.split) },
    );
    const firsts = await lab.unique(few, { indices: true });
    const ofFirsts = { output: firsts.output, indices: firsts.indices, count: one(firsts.count) };
    await compare({ operation: 'unique', type: 'u32', indices: true }, { input: few }, ofFirsts);
    const runs = await lab.runLengths(few);
    const ofRuns = { output: runs.values, lengths: runs.lengths, count: one(runs.values.length) };
    await compare({ operation: 'run-lengths', type: 'u32' }, { input: few }, ofRuns);
    const sums = await lab.reduceByKey(few, floats, { operator: 'min' });
    await compare(
      { operation: 'reduce-by-key', type: 'f32', operator: 'min' },
      { input: few, values: floats },
      { output: sums.keys, sums: sums.values, count: one(sums.keys.length) },
    );
    const offsets = Uint32Array.of(0, 5, 5, 300, n);
    await compare(
      { operation: 'segmented-reduce', type: 'f32', operator: 'min', segments: 4 },
      { input: floats, offsets },
      { output: await lab.segmentedReduce(floats, offsets, { operator: 'min' }) },
    );
    const top = await lab.topK(floats, { k: 99 });
    const ofTop = { output: top.values, indices: top.indices, count: one(top.values.length) };
    await compare({ operation: 'top-k', type: 'f32', k: 99 }, { input: floats }, ofTop);
    const most = await lab.argMax(floats);
    await compare({ operation: 'arg-max', type: 'f32' }, { input: floats }, { output: most.value, index: most.index });
    const keys = floats.slice(0, 77).sort();
    await compare(
      { operation: 'lower-bound', type: 'f32', sortedLength: 77, upper: true },
      { input: floats, sorted: keys },
      { output: await lab.lowerBound(floats, keys, { upper: true }) },
    );
    const inOrder = floats.slice().sort();
    const merged = await lab.merge(inOrder, keys, { indices: true });
    await compare(
      { operation: 'merge', type: 'f32', sortedLength: 77, indices: true },
      { input: inOrder, sorted: keys },
      { output: merged.keys, indices: merged.indices },
    );
    const bins = { bins: 7, from: -0.25, to: 0.25 };
    await compare({ operation: 'histogram', type: 'f32', ...bins }, { input: floats }, { output: await lab.histogram(floats, bins) });
    const sorted = await lab.sort(floats, { values: words, descending: true });
    await compare(
      { operation: 'sort', type: 'f32', values: true, descending: true },
      { input: floats, values: words },
      { output: sorted.keys, outputValues: sorted.values },
    );
    const inSegments = await lab.segmentedSort(floats, offsets, { values: words });
    await compare(
      { operation: 'segmented-sort', type: 'f32', values: true, segments: 4 },
      { input: floats, values: words, offsets },
      { output: inSegments.keys, outputValues: inSegments.values },
    );
    return wrong;
  });
  expect(wrong).toEqual([]);
});

test('a custom operator is tried and scans, and code that does not compile is named with its place', async ({ page }) => {
  const { right, failures } = await withLab(page, buffersOf, async ({ lab, create, upload, read, random, same, submit, failure }) => {
    const n = 3001;
    const words = Uint32Array.from({ length: n }, () => random() % 1000);
    const operator = { type: 'u32', identity: [0], combine: 'return left ^ right;' };
    const scan = await lab.prepare({ operator, n });
    const { buffers } = scan.requirements;
    const [input, output] = [upload(words, buffers.input), create(buffers.output)];
    submit((encoder) => scan.record(encoder, { input, output }));
    const reduction = await lab.prepare({ operation: 'reduce', operator, type: 'u32', n });
    const sum = create(reduction.requirements.buffers.output);
    submit((encoder) => reduction.record(encoder, { input, output: sum }));
    const right = [
      same(await read(output, n), await lab.scan(words, { operator })),
      same(await read(sum, 1), await lab.reduce(words, { operator })),
    ];
    const failures = [];
    const wrong = { type: 'u32', identity: [0], combine: 'return left + nothing;', associative: true };
    for (const request of [
      { operator: wrong, n },
      { operator: { ...wrong, associative: false }, n },
      { operator: { ...operator, combine: 'return left - right;' }, n },
      { operation: 'compact', where: 'y > 3u', type: 'u32', n },
    ]) {
      failures.push(await failure(() => lab.prepare(request)));
    }
    return { right, failures };
  });
  expect(right).toEqual([true, true]);
  expect(failures[0]).toMatch(/^bad-argument: operator.combine, line 1, column \d+: .*nothing/);
  expect(failures[1]).toBe(failures[0]);
  expect(failures[2]).toMatch(/^bad-argument: .*associative/);
  expect(failures[3]).toMatch(/^bad-argument: where, line 1, column 1: .*y/);
});

test('runs share encoders and compute passes, at offsets, and make nothing with buffers that they have seen', async ({ page }) => {
  const { right, calls, first } = await withLab(page, buffersOf, async ({ lab, device, create, upload, read, random, same, submit }) => {
    const n = 10_007;
    const words = Uint32Array.from({ length: n }, () => random() % 1000);
    const scan = await lab.prepare({ n, type: 'u32', mode: 'exclusive' });
    const keep = await lab.prepare({ operation: 'compact', where: 'x % 2u == 1u', type: 'u32', n });
    const { buffers, offsetAlignment } = scan.requirements;
    const offset = 3 * offsetAlignment;
    const input = upload(words, offset + buffers.input, offset);
    const [sums, twice, odd, count] = [create(buffers.output), create(buffers.output), create(buffers.output), create(256 + 16)];
    const chain = (encoder) => {
      scan.record(encoder, { input: { buffer: input, offset, size: buffers.input }, output: sums });
      scan.record(encoder, { input: sums, output: twice });
      keep.record(encoder, { input: twice, output: odd, count: { buffer: count, offset: 256 } });
    };
    const calls = [];
    const counted = (object, names) =>
      names.forEach((name) => {
        const original = object[name];
        object[name] = (...given) => {
          calls.push(name);
          return original.apply(object, given);
        };
      });
    const forbidden = Object.getOwnPropertyNames(GPUDevice.prototype).filter((name) => /^(create|push|pop|import)/.test(name));
    counted(device, forbidden);
    counted(device.queue, ['submit', 'writeBuffer', 'onSubmittedWorkDone']);
    submit(chain);
    const first = [...calls];
    calls.length = 0;
    const [encoder, other] = [device.createCommandEncoder(), device.createCommandEncoder()];
    calls.length = 0;
    for (let i = 0; i < 20; i++) chain(encoder);
    const pass = other.beginComputePass();
    for (let i = 0; i < 20; i++) chain(pass);
    scan.clearNext();
    keep.clearNext();
    chain(pass);
    pass.end();
    const recorded = [...calls];
    device.queue.submit([encoder.finish(), other.finish()]);
    await scan.check();
    await keep.check();
    const once = await lab.scan(words, { mode: 'exclusive' });
    const expected = await lab.scan(once, { mode: 'exclusive' });
    const selected = expected.filter((word) => word % 2 === 1);
    const right = [
      same(await read(sums, n), once),
      same(await read(twice, n), expected),
      (await read(count, 1, Uint32Array, 256))[0] === selected.length,
      same(await read(odd, selected.length), selected),
    ];
    // After a check, the scratch memory is zero again.
    submit(chain);
    await scan.check();
    right.push(same(await read(twice, n), expected));
    return { right, calls: recorded, first };
  });
  expect(right).toEqual([true, true, true, true, true]);
  expect(calls).toEqual([]);
  expect(first.filter((name) => name === 'createBindGroup').length).toBeGreaterThanOrEqual(3);
});

/** The lengths of runs, one word each in a buffer; `undefined` for a run without a length. */
const LENGTHS_OF = (n) => [n, 0, undefined, 1, 7, n - 1, n + 1, 255, undefined, 256, 0xffffffff, Math.floor(n / 3), 4, undefined];

test('scans take a length that is on the device, in one encoder with runs of other lengths and without one', async ({ page }) => {
  test.setTimeout(300_000);
  const { wrong, compared, refused } = await withLab(
    page,
    buffersOf,
    async ({ lab, device, upload, read, random, failure, submit }, [lengthsOf]) => {
      const [wrong, refused] = [[], []];
      let compared = 0;
      const n = 5003;
      const lengths = new Function(`return (${lengthsOf})`)()(n);
      const words = Uint32Array.from({ length: n }, random);
      const heads = Uint32Array.from({ length: n }, () => Number(random() % 9 === 0));
      const isHead = (i, { segmented, columns }) => (segmented ? heads[i] === 1 : columns ? i % columns === 0 : false);
      /** The sums of the first `length` elements. */
      function sumsOf(length, form) {
        const sums = new Uint32Array(length);
        const isBackward = form.direction === 'backward';
        let sum = 0;
        for (let k = 0; k < length; k++) {
          const i = isBackward ? length - 1 - k : k;
          if (isBackward ? k > 0 && isHead(i + 1, form) : isHead(i, form)) sum = 0;
          const before = sum;
          sum = (sum + words[i]) >>> 0;
          sums[i] = form.mode === 'exclusive' ? before : sum;
        }
        return sums;
      }
      const ofLengths = upload(Uint32Array.from(lengths, (length) => length ?? 77));
      for (const form of [
        {},
        { mode: 'exclusive', direction: 'backward' },
        { segmented: true },
        { columns: 70, direction: 'backward' },
        { inPlace: true, mode: 'exclusive' },
      ]) {
        for (const algorithm of ['auto', 'look-back', 'reduce-then-scan', 'hybrid', 'nakano']) {
          const request = { algorithm, type: 'u32', ...form };
          if (lab.supports(request) !== null) continue;
          const scan = await lab.prepare({ ...request, n });
          const { buffers, optional } = scan.requirements;
          const name = JSON.stringify(request);
          const filled = () => upload(words, buffers.output);
          const input = upload(words, buffers.output);
          const given = { ...(!form.inPlace && { input }), ...(form.segmented && { heads: upload(heads, buffers.heads) }) };
          if (optional.count !== 4) {
            const message = failure(() => scan.record(device.createCommandEncoder(), { ...given, output: filled(), count: ofLengths }));
            refused.push(`${algorithm} ${await message}`);
            continue;
          }
          // The runs are recorded in random order.
          const ranks = lengths.map((_, rank) => [random(), rank]).sort(([left], [right]) => left - right);
          const outputs = lengths.map(filled);
          const record = (encoder) =>
            ranks.forEach(([, rank]) => {
              const count = lengths[rank] === undefined ? {} : { count: { buffer: ofLengths, offset: 4 * rank } };
              scan.record(encoder, { ...given, output: outputs[rank], ...count });
            });
          submit(record);
          await scan.check().catch(({ message }) => wrong.push(`${name}: ${message}`));
          for (const [rank, length] of lengths.entries()) {
            const expected = sumsOf(Math.min(length ?? n, n), form);
            const found = (await read(outputs[rank], n)).subarray(0, expected.length);
            compared++;
            const at = expected.findIndex((word, i) => word !== found[i]);
            if (at >= 0) wrong.push(`${name} of ${length}: ${found[at]} at ${at} instead of ${expected[at]}`);
          }
          scan.destroy();
        }
      }
      return { wrong, compared, refused };
    },
    [LENGTHS_OF.toString()],
  );
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(10 * 14);
  const sentence = 'bad-argument: count must be left out, since some passes depend on a length that is known to the host; it was ';
  for (const one of refused) expect(one).toMatch(new RegExp(`^nakano ${sentence}`));
  expect(refused.length).toBeGreaterThan(0);
});

test('operations take a length that is on the device, and what they count with it is right', async ({ page }) => {
  test.setTimeout(300_000);
  const { wrong, taken } = await withLab(
    page,
    buffersOf,
    async ({ lab, create, upload, read, random, same, submit }, [lengthsOf]) => {
      const wrong = [];
      const n = 3001;
      const lengths = new Function(`return (${lengthsOf})`)()(n);
      const words = Uint32Array.from({ length: n }, () => Math.floor((random() % 200) / 3));
      const values = Uint32Array.from({ length: n }, random);
      const flags = Uint32Array.from({ length: n }, () => random() % 2);
      const keys = words.slice(0, 99).sort();
      const ofLengths = upload(Uint32Array.from(lengths, (length) => length ?? 0));
      const first = (array, length) => array.slice(0, length);
      const one = (count) => Uint32Array.of(count);
      const cases = {
        compact: [
          { scan: 'reduce-then-scan', indices: true },
          { flags },
          async (input, [ofFlags]) => {
            const { output, indices, count } = await lab.compact(input, { flags: ofFlags, indices: true });
            return { output, indices, count: one(count) };
          },
        ],
        partition: [
          { scan: 'reduce-then-scan' },
          { flags },
          async (input, [ofFlags]) => {
            const { output, split } = await lab.partition(input, { flags: ofFlags });
            return { output, count: one(split) };
          },
        ],
        unique: [
          { scan: 'reduce-then-scan', indices: true },
          {},
          async (input) => {
            const { output, indices, count } = await lab.unique(input, { indices: true });
            return { output, indices, count: one(count) };
          },
        ],
        'run-lengths': [
          { scan: 'reduce-then-scan' },
          {},
          async (input) => {
            const runs = await lab.runLengths(input);
            return { output: runs.values, lengths: runs.lengths, count: one(runs.values.length) };
          },
        ],
        'reduce-by-key': [
          { scan: 'reduce-then-scan' },
          { values },
          async (input, [ofValues]) => {
            const sums = await lab.reduceByKey(input, ofValues);
            return { output: sums.keys, sums: sums.values, count: one(sums.keys.length) };
          },
        ],
        reduce: [{ operator: 'max' }, {}, async (input) => ({ output: await lab.reduce(input, { operator: 'max' }) })],
        histogram: [
          { bins: 5, from: 0, to: 60 },
          {},
          async (input) => ({ output: await lab.histogram(input, { bins: 5, from: 0, to: 60 }) }),
        ],
        'top-k': [
          { scan: 'reduce-then-scan', k: 500, largest: false },
          {},
          async (input) => {
            const { values: output, indices } = await lab.topK(input, { k: 500, largest: false });
            return { output, indices, count: one(output.length) };
          },
        ],
        'lower-bound': [{ sortedLength: 99 }, { sorted: keys }, async (input) => ({ output: await lab.lowerBound(input, keys) })],
        merge: [
          { sortedLength: 99, indices: true },
          { input: words.slice().sort(), sorted: keys },
          async (_, [input]) => {
            const { keys: output, indices } = await lab.merge(input, keys, { indices: true });
            return { output, indices };
          },
        ],
        sort: [
          { values: true },
          { values },
          async (input, [ofValues]) => {
            const sorted = await lab.sort(input, { values: ofValues });
            return { output: sorted.keys, outputValues: sorted.values };
          },
        ],
      };
      const taken = [];
      for (const [operation, [options, others, expectedOf]] of Object.entries(cases)) {
        const run = await lab.prepare({ operation, type: 'u32', ...options, n });
        const { buffers, optional } = run.requirements;
        const [port] = Object.keys(optional);
        taken.push(`${operation}: ${port}`);
        if (!port) continue;
        const inputs = Object.fromEntries(
          Object.entries({ input: words, ...others }).map(([key, array]) => [key, upload(array, buffers[key])]),
        );
        const outputsOf = () =>
          Object.fromEntries(Object.keys(buffers).flatMap((key) => (inputs[key] ? [] : [[key, create(buffers[key])]])));
        const outputs = lengths.map(outputsOf);
        submit((encoder) => {
          for (const [rank, length] of lengths.entries()) {
            run.record(encoder, {
              ...inputs,
              ...outputs[rank],
              ...(length !== undefined && { [port]: { buffer: ofLengths, offset: 4 * rank } }),
            });
          }
        });
        await run.check().catch(({ message }) => wrong.push(`${operation}: ${message}`));
        for (const [rank, length] of lengths.entries()) {
          const used = Math.min(length ?? n, n);
          const expected = await expectedOf(
            first(words, used),
            Object.values(others).map((array) => first(array, used)),
          );
          for (const [key, array] of Object.entries(expected)) {
            const found = array.length ? await read(outputs[rank][key], array.length) : array;
            if (!same(found, array))
              wrong.push(`${operation} of ${length}: ${key} is ${found.slice(0, 8)} instead of ${array.slice(0, 8)}`);
          }
        }
        run.destroy();
      }
      return { wrong, taken };
    },
    [LENGTHS_OF.toString()],
  );
  expect(wrong).toEqual([]);
  expect(taken).toEqual([
    'compact: length',
    'partition: length',
    'unique: length',
    'run-lengths: length',
    'reduce-by-key: length',
    'reduce: count',
    'histogram: count',
    'top-k: length',
    'lower-bound: count',
    'merge: count',
    'sort: count',
  ]);
});

test('what a compaction counts is the length of a sort and a scan in the same encoder, and nothing is made meanwhile', async ({ page }) => {
  test.setTimeout(300_000);
  await withProgress(page);
  const { wrong, calls, supported } = await withLab(page, buffersOf, async ({ lab, device, create, read, random, same }) => {
    const n = 10_007;
    const wrong = [];
    const supported = lab.supports({ algorithm: 'look-back' });
    const keep = await lab.prepare({ operation: 'compact', where: 'x % 3u == 1u', type: 'u32', n });
    const order = await lab.prepare({ operation: 'sort', type: 'u32', n });
    const scan = await lab.prepare({ algorithm: 'auto', type: 'u32', n });
    const runs = [keep, order, scan];
    const input = create(keep.requirements.buffers.input);
    const [kept, sorted, sums] = runs.map((run) => create(run.requirements.buffers.output));
    const count = { buffer: create(512), offset: 260 };
    const length = create(4);
    const chain = (encoder) => {
      keep.record(encoder, { input, output: kept, count, length });
      order.record(encoder, { input: kept, output: sorted, count });
      scan.record(encoder, { input: sorted, output: sums, count });
    };
    const noted = [];
    const watched = [
      [device, Object.getOwnPropertyNames(GPUDevice.prototype).filter((name) => /^(create|push|pop|import)/.test(name))],
      [device.queue, ['submit', 'writeBuffer', 'onSubmittedWorkDone']],
      [GPUBuffer.prototype, ['mapAsync', 'unmap', 'destroy']],
    ];
    for (const [object, names] of watched) {
      for (const name of names) {
        const original = object[name];
        object[name] = function (...given) {
          noted.push(name);
          return original.apply(this, given);
        };
      }
    }
    const calls = [];
    for (const used of [n, 17, 0, 5000, n + 1, 3, n]) {
      const words = Uint32Array.from({ length: n }, () => random() % 1000);
      device.queue.writeBuffer(input, 0, words);
      device.queue.writeBuffer(length, 0, Uint32Array.of(used));
      const encoder = device.createCommandEncoder();
      noted.length = 0;
      chain(encoder);
      chain(encoder);
      // The first runs bind the buffers, so their calls do not count.
      if (used !== n) calls.push(...noted);
      device.queue.submit([encoder.finish()]);
      for (const run of runs) await run.check().catch(({ message }) => wrong.push(`${used}: ${message}`));
      const selected = words.subarray(0, used).filter((word) => word % 3 === 1);
      let sum = 0;
      const expected = selected.sort().map((word) => (sum = (sum + word) >>> 0));
      if ((await read(count.buffer, 1, Uint32Array, 260))[0] !== selected.length) wrong.push(`${used}: the count`);
      if (selected.length && !same(await read(sums, selected.length), expected)) wrong.push(`${used}: the sums`);
    }
    return { wrong, calls, supported };
  });
  expect(supported).toBe(null);
  expect(wrong).toEqual([]);
  expect(calls).toEqual([]);
});

test('a void run is told once by a check, and the next preparation avoids its cause', async ({ page }) => {
  test.setTimeout(300_000);
  await withProgress(page);
  const found = await withLab(page, buffersOf, async ({ lab, create, upload, read, random, failure, submit }) => {
    const n = 100_003;
    const words = Uint32Array.from({ length: n }, random);
    let sum = 0;
    const sums = words.map((word) => (sum = (sum + word) >>> 0)).join();
    const request = { algorithm: 'look-back', type: 'u32', n };
    const input = upload(words, 4 * n + 16);
    async function run(scan, times = 1) {
      const output = create(scan.requirements.buffers.output);
      submit((encoder) => {
        for (let i = 0; i < times; i++) scan.record(encoder, { input, output });
      });
      const checks = [await failure(() => scan.check()), await failure(() => scan.check())];
      return [...checks, (await read(output, n)).join() === sums];
    }
    const { relyOnOrder } = globalThis;
    relyOnOrder.length = 0;
    globalThis.isWithheld = true;
    const scan = await lab.prepare(request);
    const [first, again] = [await run(scan, 3), await run(scan)];
    const before = [...relyOnOrder];
    relyOnOrder.length = 0;
    const next = await lab.prepare(request);
    return { before, first, again, after: [...relyOnOrder], next: await run(next, 3) };
  });
  test.skip(!found.before.includes(true), 'The threads of the adapter have not started workgroups in order while it was probed.');
  const isVoid = [expect.stringMatching(/^unsupported: .*order/), 'no failure', false];
  expect(found.first).toEqual(isVoid);
  expect(found.again).toEqual(isVoid);
  expect(found.after.length).toBeGreaterThan(0);
  expect(found.after).not.toContain(true);
  expect(found.next).toEqual(['no failure', 'no failure', true]);
});

test('several preparations are right in any order of recording, between passes of the caller’s own', async ({ page }) => {
  const wrong = await withLab(page, buffersOf, async ({ lab, device, create, upload, read, random, same }) => {
    const n = 4099;
    // Commutative and non-commutative operators, single-pass scans and scans of several passes, in place and not.
    const requests = [
      { operator: 'bicyclic', n },
      { algorithm: 'look-back', n: 2 * n },
      { algorithm: 'chained', n: 2 * n, mode: 'exclusive' },
      { algorithm: 'reduce-then-scan', n: 2 * n, inPlace: true },
      { algorithm: 'hybrid', n: 2 * n, direction: 'backward' },
      { operation: 'sort', n: 2 * n },
      { operation: 'partition', where: 'x % 3u == 1u', n: 2 * n },
    ];
    const offered = requests.filter(
      ({ n: _, ...request }) => lab.supports({ type: 'u32', ...(!request.operation && { operator: 'add' }), ...request }) === null,
    );
    const runs = await Promise.all(offered.map((request) => lab.prepare({ type: 'u32', ...request })));
    const expect = {
      sort: async (words) => (await lab.sort(words)).keys,
      partition: async (words, { where }) => (await lab.partition(words, { where })).output,
    };
    const scanned = (words, { n: _, operation, ...request }) => (operation ? expect[operation](words, request) : lab.scan(words, request));
    // The caller's own pass changes every word, so the words before and after it differ.
    const code = `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < arrayLength(&words)) { words[id.x] = words[id.x] * 2654435769u + id.x; }
      }`;
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
    const change = (words) => words.map((word, i) => Math.imul(word, 2654435769) + i);
    const size = 4 * (2 * n + 2);
    let expected = Uint32Array.from({ length: 2 * n }, random);
    const buffers = [upload(expected, size), create(size)];
    const counts = create(4);
    const wrong = [];
    let [at, recorded] = [0, 0];
    for (let round = 0; round < 4; round++) {
      const encoders = Array.from({ length: 3 }, () => device.createCommandEncoder());
      const steps = [];
      for (const encoder of encoders) {
        let pass = null;
        for (let turn = 0; turn < 6; turn++) {
          const which = random() % (runs.length + 1);
          // A run is recorded into an open pass, or into the encoder.
          if (random() % 2) pass ??= encoder.beginComputePass();
          else if (pass) {
            pass.end();
            pass = null;
          }
          const to = pass ?? encoder;
          const [input, output] = [buffers[at], buffers[1 - at]];
          if (which === runs.length) {
            const own = pass ?? encoder.beginComputePass();
            const entries = [{ binding: 0, resource: { buffer: input, size: 8 * n } }];
            own.setPipeline(pipeline);
            own.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
            own.dispatchWorkgroups(Math.ceil((2 * n) / 256));
            if (!pass) own.end();
            steps.push(change);
            continue;
          }
          const request = offered[which];
          if (request.inPlace) runs[which].record(to, { output: input });
          else {
            runs[which].record(to, { input, output, ...(request.operation === 'partition' && { count: counts }) });
            at = 1 - at;
          }
          steps.push((words) => scanned(words, request));
          recorded++;
        }
        pass?.end();
      }
      device.queue.submit(encoders.map((encoder) => encoder.finish()));
      for (const step of steps) expected = await step(expected);
      if (!same(await read(buffers[at], 2 * n), expected)) wrong.push(`round ${round}`);
      await Promise.all(runs.map((run) => run.check().catch(({ message }) => wrong.push(message))));
    }
    if (recorded < 30 || offered.length < 5) wrong.push(`${recorded} runs of ${offered.length} preparations were recorded`);
    return wrong;
  });
  expect(wrong).toEqual([]);
});

test('a count at byte 4 is what dispatchIndirect reads', async ({ page }) => {
  const { found, expected, arguments_ } = await withLab(page, buffersOf, async ({ lab, device, create, upload, read, random, submit }) => {
    const n = 3000;
    const words = Uint32Array.from({ length: n }, () => random() % 10);
    const keep = await lab.prepare({ operation: 'compact', where: 'x == 3u', type: 'u32', n });
    const { buffers } = keep.requirements;
    const [input, output, counter] = [upload(words, buffers.input), create(buffers.output), create(16)];
    const indirect = upload(Uint32Array.of(1, 99, 1, 77));
    const code = `@group(0) @binding(0) var<storage, read_write> groups: atomic<u32>;
      @compute @workgroup_size(1) fn main() { atomicAdd(&groups, 1u); }`;
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
    const entries = [{ binding: 0, resource: { buffer: counter } }];
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    for (const inPass of [false, true]) {
      submit((encoder) => {
        const given = { input, output, count: { buffer: indirect, offset: 4 } };
        if (!inPass) keep.record(encoder, given);
        const pass = encoder.beginComputePass();
        if (inPass) keep.record(pass, given);
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroupsIndirect(indirect, 0);
        pass.end();
      });
    }
    await keep.check();
    const expected = words.filter((word) => word === 3).length;
    return { found: (await read(counter, 1))[0], expected, arguments_: [...(await read(indirect, 4))] };
  });
  expect(arguments_).toEqual([1, expected, 1, 77]);
  expect(found).toBe(2 * expected);
});

test('wrong arguments are refused at once, with what is required and found', async ({ page }) => {
  const failures = await withLab(page, buffersOf, async ({ lab, device, create, submit, failure }) => {
    const n = 1001;
    const scan = await lab.prepare({ n, type: 'u32' });
    const sort = await lab.prepare({ operation: 'sort', type: 'u32', values: true, n });
    const inPlace = await lab.prepare({ n, type: 'u32', algorithm: 'reduce-then-scan', inPlace: true });
    const [a, b] = [create(8192), create(8192)];
    const encoder = device.createCommandEncoder();
    const mapped = device.createBuffer({ size: 8192, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
    const failures = [];
    const wrong = async (run, given, to = encoder) => failures.push(await failure(() => run.record(to, given)));
    await wrong(scan, { input: a });
    await wrong(scan, { input: a, output: b, values: b });
    await wrong(scan, { input: a, output: new Uint32Array(n) });
    await wrong(scan, { input: create(4004), output: b });
    await wrong(scan, { input: { buffer: a, offset: 4096, size: 4004 }, output: b });
    await wrong(scan, { input: { buffer: a, offset: 4 }, output: b });
    await wrong(scan, { input: create(8192, GPUBufferUsage.COPY_SRC), output: b });
    await wrong(scan, { input: mapped, output: b });
    await wrong(scan, { input: a, output: { buffer: a, offset: 4096 } });
    await wrong(sort, { input: a, values: a, output: b, outputValues: b });
    await wrong(inPlace, { input: a, output: b });
    await wrong(scan, { input: a, output: b }, device);
    failures.push(await failure(() => lab.prepare({ n: 0, type: 'u32' })));
    failures.push(await failure(() => lab.prepare({ n, type: 'u32', heads: true })));
    failures.push(await failure(() => lab.prepare({ n, algorithm: 'no' })));
    // Only the device knows which buffers are destroyed.
    const gone = create(8192);
    gone.destroy();
    const before = await navigator.gpu.requestAdapter().then((adapter) => adapter.requestDevice());
    const foreign = before.createBuffer({ size: 8192, usage: GPUBufferUsage.STORAGE });
    device.pushErrorScope('validation');
    submit((to) => scan.record(to, { input: foreign, output: b }));
    const isInvalid = (await device.popErrorScope()) !== null;
    failures.push(isInvalid, await failure(() => scan.check()), await failure(() => scan.check()));
    submit((to) => inPlace.record(to, { input: a, output: a }));
    await inPlace.check();
    scan.destroy();
    await wrong(scan, { input: a, output: b });
    lab.close();
    await wrong(sort, { input: a, output: b });
    return failures;
  });
  const of4016 = 'must be a GPUBuffer, or { buffer, offset, size } of one, of 4016 bytes or more';
  expect(failures).toEqual([
    `bad-argument: output ${of4016}; it was undefined.`,
    'bad-argument: buffers may have the keys input, output, count; it has "values".',
    `bad-argument: output ${of4016}; it was an object of class Uint32Array.`,
    `bad-argument: input ${of4016}; it has 4004 from byte 0 on.`,
    expect.stringMatching(/^bad-argument: input .* it has 4004 from byte 4096 on/),
    expect.stringMatching(/^bad-argument: input.offset must be a multiple of \d+; it was 4\.$/),
    'bad-argument: input must be a GPUBuffer with the usage STORAGE; its usage is 4.',
    'bad-argument: input must be an unmapped GPUBuffer; it is mapped.',
    'bad-argument: output must be in another buffer than input, since one is written; it was in the same.',
    'bad-argument: outputValues must be in another buffer than output, since one is written; it was in the same.',
    'bad-argument: input must be left out or be the output, since the scan is in place; it was another.',
    'bad-argument: encoder must be a GPUCommandEncoder or a GPUComputePassEncoder; it was an object of class GPUDevice.',
    'bad-argument: n must be an integer from 1 to 4294967295; it was 0.',
    expect.stringMatching(/^bad-argument: request may have the keys .*; it has "heads"\.$/),
    expect.stringMatching(/^bad-argument: algorithm must be one of/),
    true,
    expect.stringMatching(/^bad-argument: The buffers of a run must be of this lab's device, and not destroyed; /),
    'no failure',
    'bad-argument: A prepared run that is recorded must not be destroyed; this one was.',
    expect.stringContaining('bad-argument: An open ScanLab is required'),
  ]);
});
