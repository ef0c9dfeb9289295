/** Operations of a lab against plain loops, and their messages about invalid arguments. */
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';
import { FULL } from './sampled.js';

test('operations give what plain loops give, and leave their inputs as they are', async ({ page }) => {
  await openPage(page);
  const compareAll = async (sizes) => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const wrong = [];
    const same = (name, found, expected) => {
      const as = ([, array]) => (ArrayBuffer.isView(array) ? `${array.constructor.name} ${[...array]}` : String(array));
      const [left, right] = [found, expected].map((fields) => Object.entries(fields).sort().map(as).join());
      if (left !== right) wrong.push(`${name}: ${left.slice(0, 200)} instead of ${right.slice(0, 200)}`);
    };
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
    const arrays = (n) => [
      Uint32Array.from({ length: n }, random),
      Int32Array.from({ length: n }, () => random() - 2 ** 23),
      Float32Array.from({ length: n }, () => random() / 2 ** 24 - 0.5),
    ];
    const runsOf = (x) => {
      const starts = [...x.keys()].filter((i) => i === 0 || x[i] !== x[i - 1]);
      return { starts, lengths: Uint32Array.from(starts, (start, rank) => (starts[rank + 1] ?? x.length) - start) };
    };
    const checks = {
      async reduce(x, name) {
        same(
          name,
          [await lab.reduce(x, { operator: 'max' })],
          [
            x.constructor.of(
              x.reduce((a, b) => Math.max(a, b), { Uint32Array: 0, Int32Array: -(2 ** 31) }[x.constructor.name] ?? -Infinity),
            ),
          ],
        );
      },
      async compact(x, name) {
        const flags = Uint32Array.from(x, () => Number(random() % 3 === 0));
        const kept = { output: x.filter((_, i) => flags[i]), count: flags.reduce((a, b) => a + b, 0) };
        same(`${name} by flags`, await lab.compact(x, { flags }), kept);
        const indices = Uint32Array.from([...flags.keys()].filter((i) => flags[i]));
        same(`${name} with indices`, await lab.compact(x, { flags, indices: true, scan: 'hybrid' }), { ...kept, indices });
        const odd = x.filter((_, i) => i % 2 === 1);
        same(`${name} where`, await lab.compact(x, { where: 'i % 2u == 1u' }), { output: odd, count: odd.length });
      },
      async partition(x, name) {
        const holds = (v) => (x instanceof Uint32Array ? v < 2 ** 23 : v < 0);
        const where = { Uint32Array: 'x < 8388608u', Int32Array: 'x < 0', Float32Array: 'x < 0.0' }[x.constructor.name];
        const [left, right] = [x.filter(holds), x.filter((v) => !holds(v))];
        same(name, await lab.partition(x, { where }), { output: x.constructor.from([...left, ...right]), split: left.length });
        const reversed = { output: x.constructor.from([...left, ...right.reverse()]), split: left.length };
        same(`${name} reversed`, await lab.partition(x, { where, reversed: true }), reversed);
      },
      async histogram(x, name) {
        const [from, to, bins] = x instanceof Float32Array ? [-0.25, 0.25, 8] : [0, 2 ** 22, 16];
        const counts = new Uint32Array(bins);
        for (const v of x) if (v >= from && v < to) counts[Math.floor(((v - from) * bins) / (to - from))]++;
        same(name, [await lab.histogram(x, { from, to, bins })], [counts]);
      },
      async unique(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const { starts } = runsOf(keys);
        const kept = { output: x.constructor.from(starts, (i) => keys[i]), count: starts.length };
        same(name, await lab.unique(keys), kept);
        same(`${name} with indices`, await lab.unique(keys, { indices: true, scan: 'hybrid' }), {
          ...kept,
          indices: Uint32Array.from(starts),
        });
      },
      async 'run-lengths'(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const { starts, lengths } = runsOf(keys);
        same(name, await lab.runLengths(keys), { values: x.constructor.from(starts, (i) => keys[i]), lengths });
      },
      async 'reduce-by-key'(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const values = Uint32Array.from(x, random);
        const { starts, lengths } = runsOf(keys);
        const sums = Uint32Array.from(starts, (start, rank) =>
          values.subarray(start, start + lengths[rank]).reduce((a, b) => (a + b) >>> 0, 0),
        );
        same(name, await lab.reduceByKey(keys, values), { keys: x.constructor.from(starts, (i) => keys[i]), values: sums });
      },
      async 'segmented-reduce'(x, name) {
        const n = x.length;
        const offsets = Uint32Array.from({ length: 3 + Math.floor(n / 9) }, (_, i) => Math.min(n, 20 * (i >> 1))).sort();
        offsets[offsets.length - 1] = n;
        const least = { Uint32Array: 0, Int32Array: -(2 ** 31) }[x.constructor.name] ?? -Infinity;
        const most = (_, i) => x.subarray(offsets[i], offsets[i + 1]).reduce((a, b) => Math.max(a, b), least);
        const expected = x.constructor.from({ length: offsets.length - 1 }, most);
        same(name, [await lab.segmentedReduce(x, offsets, { operator: 'max' })], [expected]);
        same(`${name} by a scan`, [await lab.segmentedReduce(x, offsets, { operator: 'max', scan: 'hybrid' })], [expected]);
      },
      async sort(x, name) {
        const places = Uint32Array.from(x.keys()).sort((i, j) => x[i] - x[j] || i - j);
        same(name, await lab.sort(x), { keys: x.slice().sort() });
        const values = Uint32Array.from(x.keys());
        same(`${name} pairs`, await lab.sort(x, { values }), { keys: x.slice().sort(), values: places });
        same(`${name} indices`, await lab.sort(x, { indices: true }), { keys: x.slice().sort(), indices: places });
      },
      async 'segmented-sort'(x, name) {
        const n = x.length;
        // Segments of 0, 1, 20 and half of the keys. The first and the last key are in no segment if there are many.
        const outside = n > 9 ? 1 : 0;
        const starts = Array.from({ length: Math.floor(n / 30) }, (_, i) => 1 + 20 * Math.floor(i / 3) + (i % 3 === 2 ? 1 : 0));
        const offsets = Uint32Array.of(outside, ...starts, n >> 1, n - outside).sort();
        const places = Uint32Array.from(x.keys());
        for (let i = 1; i < offsets.length; i++) places.subarray(offsets[i - 1], offsets[i]).sort((i, j) => x[i] - x[j] || i - j);
        const keys = x.constructor.from(places, (i) => x[i]);
        same(name, await lab.segmentedSort(x, offsets), { keys });
        const values = Uint32Array.from(x.keys());
        same(`${name} pairs`, await lab.segmentedSort(x, offsets, { values, scan: 'hybrid' }), { keys, values: places });
        same(`${name} indices`, await lab.segmentedSort(x, offsets, { indices: true }), { keys, indices: places });
        const records = Uint32Array.from({ length: 3 * n }, (_, i) => i);
        const moved = Uint32Array.from({ length: 3 * n }, (_, i) => 3 * places[Math.floor(i / 3)] + (i % 3));
        same(`${name} records`, await lab.segmentedSort(x, offsets, { values: records, words: 3 }), { keys, values: moved });
      },
      async 'lower-bound'(x, name) {
        // Every third needle is a key, some keys occur twice, and some needles are before or after all keys.
        const thirds = x.filter((_, i) => i % 3 === 1).slice(0, 1000);
        const sorted = x.constructor
          .from([...thirds, ...thirds.subarray(0, 99)])
          .sort()
          .slice(2, -2);
        const before = (precedes) => Uint32Array.from(x, (needle) => sorted.filter((key) => precedes(key, needle)).length);
        same(name, [await lab.lowerBound(x, sorted)], [before((key, needle) => key < needle)]);
        same(`${name}, upper`, [await lab.lowerBound(x, sorted, { upper: true })], [before((key, needle) => key <= needle)]);
        same(`${name} in no keys`, [await lab.lowerBound(x, sorted, { sortedLength: 0 })], [new Uint32Array(x.length)]);
      },
      async merge(x, name) {
        // Two parts with equal keys: two thirds of the keys, and every fourth key.
        const [first, second] = [x.filter((_, i) => i % 3 > 0).sort(), x.filter((_, i) => i % 4 === 0).sort()];
        const both = x.constructor.from([...first, ...second]);
        const indicesOf = (sign) => Uint32Array.from(both.keys()).sort((i, j) => sign * (both[i] - both[j]) || i - j);
        same(name, await lab.merge(first, second), { keys: both.slice().sort() });
        same(`${name} indices`, await lab.merge(first, second, { indices: true }), { keys: both.slice().sort(), indices: indicesOf(1) });
        same(`${name} with no keys`, await lab.merge(first, second, { sortedLength: 0 }), { keys: first });
        same(`${name} of no keys`, await lab.merge(first.slice(0, 0), second), { keys: second });
        [first, second].forEach((keys) => keys.reverse());
        both.set(first);
        both.set(second, first.length);
        const descending = await lab.merge(first, second, { indices: true, descending: true });
        same(`${name}, descending`, descending, { keys: both.slice().sort().reverse(), indices: indicesOf(-1) });
      },
      async 'top-k'(x, name) {
        for (const [k, largest] of [
          [1, true],
          [Math.ceil(x.length / 3) + 1, false],
          [9000, true],
        ]) {
          const sign = largest ? -1 : 1;
          const places = [...x.keys()].sort((i, j) => sign * (x[i] - x[j]) || i - j).slice(0, k);
          const indices = Uint32Array.from(places).sort();
          const values = x.constructor.from(indices, (i) => x[i]);
          same(`${name}, ${k}`, await lab.topK(x, { k, largest }), { values, indices });
        }
      },
    };
    for (const [id, method, least] of [
      ['arg-min', 'argMin', Math.min],
      ['arg-max', 'argMax', Math.max],
    ]) {
      checks[id] = async (x, name) => {
        const index = x.indexOf(x.reduce((a, b) => least(a, b), x[0]));
        const expected = { value: x.slice(index, index + 1), index: Uint32Array.of(index) };
        same(name, await lab[method](x), x.length ? expected : { value: x, index: new Uint32Array(0) });
      };
    }
    for (const { id } of lab.operations) {
      for (const n of sizes) {
        for (const x of arrays(n)) {
          const before = x.slice();
          await checks[id](x, `${id} of ${n} ${x.constructor.name}`);
          same(`${id}: the input`, [x], [before]);
        }
      }
    }
    lab.close();
    return wrong;
  };
  expect(await page.evaluate(compareAll, FULL ? [0, 1, 1025, 5000] : [0, 5000])).toEqual([]);
});

test('keys of 64 bits are sorted like plain arrays, from arrays, buffers and prepared runs', async ({ page }) => {
  test.setTimeout(300_000);
  await openPage(page);
  const { wrong, compared, refused, supported } = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const { device } = lab;
    const wrong = [];
    let compared = 0;
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
    const special = [0, -0, NaN, -NaN, Infinity, -Infinity, 5e-324, -5e-324, 1e300, -1e300];
    const types = {
      // Keys that differ in their low words, in their high words, or in both.
      u64: (i) => (BigInt(random()) << 32n) >> BigInt(16 * (i % 3)),
      i64: (i) => BigInt.asIntN(64, (BigInt(random()) << 32n) | BigInt(random() * (i % 2))),
      f64: (i) => (i % 4 ? random() / 2 ** 32 - 0.5 : special[random() % special.length]),
    };
    const arrays = { u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array };
    /** A number of the order of a key: floats by their bits, -0 before 0 and all NaNs last. */
    const orderOf = (key) => {
      if (typeof key === 'bigint') return key;
      const bits = new BigInt64Array(Float64Array.of(key).buffer)[0];
      return Number.isNaN(key) ? 2n ** 64n : bits < 0n ? -1n - BigInt.asUintN(63, bits) : bits;
    };
    const words = (array) => new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    const same = (name, found, expected) => {
      compared++;
      if (found.constructor !== expected.constructor || words(found).join() !== words(expected).join())
        wrong.push(`${name}: ${found.constructor.name} ${[...found.slice(0, 5)]} instead of ${[...expected.slice(0, 5)]}`);
    };
    const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
    const upload = (array, size = array.byteLength) => {
      const buffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
      if (array) device.queue.writeBuffer(buffer, 0, array);
      return buffer;
    };
    const read = async (buffer, Type, length) => {
      const size = length * Type.BYTES_PER_ELEMENT;
      const staging = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      return new Type(staging.getMappedRange().slice(0));
    };
    for (const [type, keyOf] of Object.entries(types)) {
      const Type = arrays[type];
      for (const n of [0, 1, 700, 9001]) {
        const keys = Type.from({ length: n }, (_, i) => keyOf(i));
        const orders = Array.from(keys, orderOf);
        const places = (sign = 1) => {
          const compare = (i, j) => (orders[i] === orders[j] ? 0 : orders[i] < orders[j] ? -sign : sign);
          return Uint32Array.from(orders.keys()).sort(compare);
        };
        const pick = (indices) => {
          const from = words(keys);
          return new Type(Uint32Array.from({ length: 2 * n }, (_, at) => from[2 * indices[at >> 1] + (at & 1)]).buffer);
        };
        const name = `${n} of ${type}`;
        const [up, down] = [places(), places(-1)];
        const pairs = await lab.sort(keys, { values: up.map((_, i) => i) });
        same(name, pairs.keys, pick(up));
        same(`values of ${name}`, pairs.values, up);
        const falling = await lab.sort(keys, { descending: true, indices: true });
        same(`${name} descending`, falling.keys, pick(down));
        same(`indices of ${name} descending`, falling.indices, down);
        const verdict = await lab.verify(keys, falling, { operation: 'sort', descending: true, indices: true });
        if (!verdict.verified) wrong.push(`${name}: ${JSON.stringify(verdict)}`);
        if (n < 2) continue;
        words(falling.keys)[1] ^= 1;
        const doubted = await lab.verify(keys, falling, { operation: 'sort', descending: true, indices: true });
        if (doubted.verified || doubted.mismatch.index !== 0) wrong.push(`${name}: a wrong key is ${JSON.stringify(doubted)}`);
        const records = Float32Array.from({ length: 3 * n }, (_, i) => i);
        // Kernels access packs of 16 bytes.
        const input = upload(keys, 16 * Math.ceil(n / 2));
        const onDevice = await lab.sort(input, { type, n, values: upload(records), words: 3 });
        same(`buffer of ${name}`, await read(onDevice.keys, Type, n), pick(up));
        const moved = Float32Array.from({ length: 3 * n }, (_, i) => 3 * up[Math.floor(i / 3)] + (i % 3));
        same(`records of ${name}`, await read(onDevice.values, Float32Array, 3 * n), moved);
        const run = await lab.prepare({ operation: 'sort', type, n, indices: true, bits: [0, 64] });
        const { buffers } = run.requirements;
        const given = { input, output: upload(null, buffers.output), outputValues: upload(null, buffers.outputValues) };
        const encoder = device.createCommandEncoder();
        run.record(encoder, given);
        device.queue.submit([encoder.finish()]);
        same(`prepared ${name}`, await read(given.output, Type, n), pick(up));
        same(`prepared indices of ${name}`, await read(given.outputValues, Uint32Array, n), up);
        await run.check();
      }
    }
    const told = (work) =>
      Promise.resolve()
        .then(work)
        .then(
          () => 'nothing',
          ({ code, message }) => `${code}: ${message}`,
        );
    const keys = BigInt64Array.of(3n, 1n);
    const refused = {
      bits: await told(() => lab.sort(keys, { bits: [3, 65] })),
      class: await told(() => lab.sort(new Uint16Array(3))),
      name: await told(() => lab.sort(upload(keys), { type: 'u16' })),
      bytes: await told(() => lab.sort(upload(new Uint32Array(3)), { type: 'u64' })),
      topK: await told(() => lab.topK(upload(keys), { type: 'u64' })),
      measured: await told(() => lab.measure({ operation: 'sort', type: 'f64', n: 9 })),
    };
    const supported = ['sort', 'segmented-sort'].map((operation) => lab.supports({ operation, type: 'i64' }));
    lab.close();
    return { wrong, compared, refused, supported };
  });
  expect(wrong).toEqual([]);
  expect(compared).toBe(3 * (4 * 4 + 2 * 4));
  expect(refused).toEqual({
    bits: 'bad-argument: bits must be [from, to] with 0 ≤ from ≤ to ≤ 64; found [3, 65]',
    class: expect.stringMatching(/^bad-argument: keys must be a Uint32Array, .*BigInt64Array or Float64Array; it was .*Uint16Array/),
    name: 'bad-argument: type must be one of u32, i32, f32, u64, i64, f64; it was "u16".',
    bytes: 'bad-argument: keys must have a multiple of 8 bytes, one element of u64 each; it has 12.',
    topK: 'bad-argument: type must be one of u32, i32, f32; it was "u64".',
    measured: "bad-argument: words of a test input's elements must be 1; found 2",
  });
  expect(supported).toEqual([null, 'bits of the type must be 32 for "segmented-sort"; found 64']);
});

test('operations say what was required and what was found', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const x = Uint32Array.of(3, 1, 4);
    const told = async (work) => {
      try {
        await work();
        return 'nothing';
      } catch ({ code, message, place }) {
        return { code, message, place };
      }
    };
    const results = {
      neither: await told(() => lab.compact(x, {})),
      flags: await told(() => lab.compact(x, { flags: Uint32Array.of(1, 0) })),
      unknown: await told(() => lab.partition(x, { flags: x, indices: true })),
      statement: await told(() => lab.compact(x, { where: 'x > 1u; loop {}' })),
      types: await told(() => lab.compact(x, { where: 'x >\n 1.5' })),
      scan: await told(() => lab.compact(x, { where: 'x > 1u', scan: 'quick' })),
      bins: await told(() => lab.histogram(x, { bins: 0 })),
      text: await told(() => lab.compact(x, { where: 5 })),
      supported: lab.supports({ operation: 'compact', type: 'f32' }),
      unsupported: lab.supports({ operation: 'compact', where: 'x > 1u', flags: true }),
      after: await lab.compact(x, { where: 'x > 1u' }),
    };
    lab.close();
    return { ...results, after: [...results.after.output], closed: await told(() => lab.compact(x, { where: 'x > 1u' })) };
  });
  const bad = (message) => expect.objectContaining({ code: 'bad-argument', message: expect.stringMatching(message) });
  expect(found).toMatchObject({
    neither: bad(/a selection must be by where or by flags; found neither/),
    flags: bad(/flags must be a Uint32Array of 3 flags.*it has 2/),
    unknown: bad(/request may have the keys where, flags, words, reversed, scan, tuning, signal; it has "?indices/),
    statement: bad(/^where, line 1/),
    types: { message: expect.stringMatching(/1\.5|where/) },
    scan: bad(/scan|algorithm must be one of/),
    bins: bad(/bins must be an integer from 1 to 1048576; found 0/),
    text: bad(/^request\.where: invalid type: integer `5`, expected a string/),
    supported: null,
    after: [3, 4],
    closed: bad(/closed/),
  });
  expect(found.unsupported).toMatch(/by where or by flags; found both/);
});

test('a reduction by key refuses what its scan refuses, whether it is run, asked about, planned or measured', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const told = async (run) => {
      try {
        return { returned: await run() };
      } catch ({ code, message }) {
        return { code, message };
      }
    };
    const keys = Uint32Array.of(1, 2);
    const scan = 'segmented-difference';
    const run = (values, operator, by = scan) => told(() => lab.reduceByKey(keys, values, { operator, scan: by }));
    const query = { operation: 'reduce-by-key', operator: 'max', scan };
    const results = {
      max: await run(Uint32Array.of(5, 3), 'max'),
      float: await run(Float32Array.of(1e10, 1), 'add'),
      affine: await run(Float32Array.of(1, 2, 3, 4), 'affine'),
      mat2: await run(Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'mat2'),
      matrix: await run(Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'mat2', 'matrix'),
      sums: await run(Uint32Array.of(5, 3), 'add'),
      others: await run(Uint32Array.of(5, 3), 'max', 'hybrid'),
      supports: lab.supports(query),
      offered: lab.supports({ ...query, operator: 'add' }),
      plan: await told(() => lab.plan({ ...query, n: 5 })),
      measured: await told(() => lab.measure({ operation: 'reduce-by-key', operator: 'max', algorithm: scan, n: 5 })),
    };
    const points = [];
    for await (const point of lab.sweep({ operation: 'reduce-by-key', operator: 'max', algorithms: [scan, 'auto'], sizes: [5] }))
      points.push([point.algorithm, point.verified, point.skipped]);
    lab.close();
    const sums = [results.sums, results.others].map(({ returned }) => [...returned.values]);
    return { ...results, sums, points };
  });
  const refused = (reason) => ({ code: 'unsupported', message: expect.stringMatching(reason) });
  const inverse = /^"segmented-difference" needs an operator with an inverse/;
  expect(found).toMatchObject({
    max: refused(inverse),
    float: refused(/subtracts prefixes, which for f32 cancels/),
    affine: refused(inverse),
    mat2: refused(inverse),
    matrix: refused(/^"matrix" computes sums/),
    sums: [
      [5, 3],
      [5, 3],
    ],
    supports: expect.stringMatching(inverse),
    offered: null,
    plan: refused(inverse),
    measured: refused(inverse),
    points: [
      ['segmented-difference', false, expect.stringMatching(inverse)],
      ['auto', true, null],
    ],
  });
});

test('operations are planned and composed without running them', async ({ page }) => {
  await openPage(page);
  const plans = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const plans = [];
    for (const { id } of lab.operations) {
      const request = { operation: id, type: 'u32', n: 100_000 };
      const { algorithm, passes, cost } = lab.plan(request);
      const files = lab.shaders(request).flatMap(({ entry_points, parts }) => (entry_points.length ? parts.map(({ path }) => path) : []));
      plans.push({ id, algorithm, passes: passes.map(({ cost: { reads } }) => reads), reads: cost.reads, files });
    }
    const [byFlags, by] = [{}, { where: 'x > 77u' }].map((how) => {
      const request = { operation: 'compact', n: 5000, scan: 'hybrid', tuning: { reduce_steps: 3 }, ...how };
      return { plan: lab.plan(request), text: JSON.stringify(lab.shaders(request)) };
    });
    let told;
    try {
      lab.shaders({ operation: 'compact', n: 5, where: 'x > 1u; loop {}' });
    } catch ({ code, message }) {
      told = { code, message };
    }
    lab.close();
    return { plans, byFlags, by, told };
  });
  for (const { id, passes, reads, files } of plans.plans) {
    expect(passes.length, id).toBeGreaterThan(0);
    expect(reads, id).toBeGreaterThanOrEqual(100_000);
    expect(files.join(), id).toMatch(/operation\//);
  }
  // All other operations use a scan.
  const without = plans.plans.filter(({ algorithm }) => algorithm !== 'auto');
  expect(without.map(({ id }) => id).sort()).toEqual(['arg-max', 'arg-min', 'histogram', 'lower-bound', 'merge', 'reduce']);
  for (const { id, algorithm } of without) expect(algorithm).toBe(id);
  expect(plans.byFlags.plan).toMatchObject({ algorithm: 'hybrid', tuning: { reduce_steps: 3 } });
  expect(plans.byFlags.plan.cost.reads).toBeGreaterThan(plans.by.plan.cost.reads);
  expect(plans.by.text).toContain('x > 77u');
  expect(plans.told).toEqual({ code: 'bad-argument', message: expect.stringMatching(/^where, line 1/) });
});

test('operations are measured and swept, and their outputs verified', async ({ page }) => {
  await openPage(page);
  const points = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const points = [];
    const requests = {
      reduce: [{ operator: 'max' }, { operator: 'add', type: 'f32' }],
      compact: [{}, { density: 0.1, type: 'f32', indices: true }, { flags: true, pattern: 'sorted' }],
      partition: [{ density: 0.9 }, { flags: true, type: 'i32' }, { reversed: true, type: 'f32' }],
      unique: [{}, { runs: 3, type: 'f32', indices: true }, { pattern: 'zeros', type: 'i32' }],
      'run-lengths': [{}, { runs: 3, pattern: 'sorted' }],
      'reduce-by-key': [{}, { type: 'f32', runs: 5 }],
      'segmented-reduce': [{}, { operator: 'bicyclic', runs: 2 }, { type: 'f32', runs: 9999 }],
      histogram: [
        { to: 2 ** 32 - 1, bins: 100 },
        { type: 'f32', from: -1, to: 1, bins: 7 },
        { type: 'f32', from: 0, to: Infinity, bins: 1 },
        { type: 'i32', bins: 3, pattern: 'max' },
      ],
      'top-k': [{}, { k: 100, type: 'f32' }, { k: 1000, largest: false, type: 'i32', pattern: 'zeros' }],
      'arg-min': [{}, { type: 'f32' }],
      'arg-max': [{ pattern: 'zeros' }, { type: 'i32' }],
      'lower-bound': [{}, { type: 'f32', upper: true }, { type: 'i32', sortedLength: 77, pattern: 'sorted' }],
      merge: [{}, { type: 'f32', indices: true, descending: true }, { type: 'i32', sortedLength: 77 }],
      sort: [{}, { values: true, type: 'f32' }, { indices: true, type: 'i32' }, { descending: true, bits: [8, 16] }],
      'segmented-sort': [
        {},
        { values: true, type: 'f32', runs: 2 },
        { indices: true, type: 'i32', runs: 9999 },
        { descending: true, bits: [8, 16], runs: 500 },
      ],
    };
    for (const { id } of lab.operations)
      for (const options of requests[id]) points.push(await lab.measure({ operation: id, n: 3001, ...options }));
    for await (const point of lab.sweep({ operation: 'compact', algorithms: ['auto', 'hybrid'], sizes: [0, 2500], density: 0.25 }))
      points.push(point);
    const tooLarge = await lab.measure({ operation: 'compact', n: 2 ** 32 - 1 }).catch(({ code }) => code);
    points.push(...(await Array.fromAsync(lab.sweep({ operation: 'reduce', sizes: [2 ** 32 - 1] }))));
    lab.close();
    return { points, tooLarge };
  });
  expect(points.tooLarge).toBe('too-large');
  const skipped = points.points.pop();
  expect(skipped).toMatchObject({ operation: 'reduce', algorithm: 'reduce', skipped: expect.stringMatching(/a buffer of/) });
  const wrong = points.points.filter(({ verified }) => !verified);
  expect(wrong).toEqual([]);
  const timed = points.points.filter(({ n }) => n > 0);
  expect(timed.filter(({ samples_ns, copy }) => !samples_ns.length || !copy)).toEqual([]);
  const seeds = new Set(timed.map(({ seed }) => seed));
  expect(seeds.size).toBe(timed.length - 1);
  const [auto, hybrid] = timed.slice(-2);
  expect([auto.seed, auto.block]).toEqual([hybrid.seed, hybrid.block]);
  expect(hybrid).toMatchObject({
    operation: 'compact',
    algorithm: 'hybrid',
    ran: 'hybrid',
    options: { density: 0.25, where: expect.stringMatching(/x/) },
  });
});

test('a compaction by atomics is only measured: as a set, with its order and that of other runs', async ({ page }) => {
  await openPage(page);
  const { points, refused, passes, variants } = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const told = (work) =>
      work.then(
        () => 'nothing',
        ({ code, message }) => `${code}: ${message}`,
      );
    const x = Uint32Array.of(3, 1, 4);
    const variants = lab.operations.flatMap(({ id, variants }) => variants.map((variant) => `${id} ${variant.id}`));
    const algorithms = ['atomic-elements', 'auto', 'atomic-workgroups'];
    const points = [];
    for (const options of [{}, { flags: true, type: 'f32', density: 0.1 }, { density: 0 }])
      points.push(...(await Array.fromAsync(lab.sweep({ operation: 'compact', algorithms, sizes: [0, 1, 50_000], ...options }))));
    const refused = [
      await told(lab.compact(x, { where: 'x > 1u', scan: 'atomic-elements' })),
      await told(lab.measure({ operation: 'partition', n: 5, algorithm: 'atomic-elements' })),
      await told(lab.measure({ operation: 'compact', n: 5, algorithm: 'atomic-elements', indices: true })),
      await told(lab.scan(x, { algorithm: 'atomic-elements' })),
    ];
    const { passes } = lab.plan({ operation: 'compact', n: 5000, scan: 'atomic-workgroups' });
    lab.close();
    return { points, refused, passes: passes.map(({ entry_point }) => entry_point), variants };
  });
  expect(variants).toEqual(['compact atomic-elements', 'compact atomic-workgroups']);
  expect(points.filter(({ verified }) => !verified)).toEqual([]);
  const atomic = points.filter(({ algorithm }) => algorithm.startsWith('atomic-'));
  expect(atomic).toHaveLength(18);
  for (const { n, algorithm, ran, in_order, agreeing, samples_ns, samples_voided } of atomic.filter((point) => point.n > 0)) {
    expect([ran, typeof in_order, samples_voided], `${algorithm} ${n}`).toEqual([algorithm, 'boolean', 0]);
    expect(agreeing, `${algorithm} ${n}`).toBeLessThanOrEqual(samples_ns.length);
    // A single element is always in order.
    if (n === 1) expect([in_order, agreeing]).toEqual([true, samples_ns.length]);
  }
  const scanned = points.filter(({ algorithm }) => algorithm === 'auto');
  expect(scanned.filter((point) => 'in_order' in point || 'agreeing' in point)).toEqual([]);
  expect(refused).toEqual([
    expect.stringMatching(/^bad-argument: algorithm must be one of sequential, .*, auto; found "atomic-elements"/),
    expect.stringMatching(/^bad-argument: algorithm must be one of sequential, .*, auto; found "atomic-elements"/),
    expect.stringMatching(/^unsupported: "atomics" does not return indices/),
    expect.stringMatching(/^bad-argument: algorithm must be one of sequential, .*, auto; found "atomic-elements"/),
  ]);
  expect(passes).toEqual(['clear_count', 'append_workgroups']);
});

test('neighbour lists are only measured: by scans in order, by atomics as a set', async ({ page }) => {
  await openPage(page);
  const { points, refused, listed } = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const algorithms = ['atomic-records', 'hybrid', 'atomic-lists', 'auto'];
    const points = await Array.fromAsync(lab.sweep({ operation: 'neighbours', algorithms, sizes: [0, 1, 9, 30_000] }));
    const refused = lab.supports({ operation: 'neighbours', type: 'u32', scan: 'bogus' });
    const listed = lab.operations.map(({ id }) => id);
    lab.close();
    return { points, refused, listed };
  });
  expect(points.filter(({ verified }) => !verified)).toEqual([]);
  expect(points).toHaveLength(16);
  for (const { n, algorithm, in_order } of points.filter((point) => point.n > 0))
    expect(typeof in_order, `${algorithm} ${n}`).toBe(algorithm.startsWith('atomic-') ? 'boolean' : 'undefined');
  expect(refused).toMatch(/bogus/);
  expect(listed).not.toContain('neighbours');
});

test('histograms take their ends as the doubles that they are, and count the largest number of a type', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const most = 3.4028234663852886e38;
    const far = new Float32Array(2 ** 14).fill(1e38);
    const cases = [
      [Float32Array.of(1e38), { bins: 2 ** 18, from: -3e38, to: 3e38 }],
      [far, { bins: 2 ** 20, from: -3e38, to: 3e38 }],
      [Float32Array.of(0, -0), { bins: 2 ** 20, from: 0, to: 1e-33 }],
      [Float32Array.of(0.7), { bins: 1, from: 0.7, to: 1 }],
      [Float32Array.of(0, 0.1, 0.2, 0.3), { bins: 3, from: 0, to: 0.3 }],
      [Float32Array.of(0, 4e-41, 6e-41, 1e-40), { bins: 2, from: 0, to: 1e-40 }],
      [Float32Array.of(most, -most, Infinity, NaN), { bins: 4, from: 0, to: 2 ** 128 }],
      [Float32Array.of(most, 7, 6.5, Infinity, NaN), { bins: 1, from: 7, to: Infinity }],
      [Uint32Array.of(0, 2 ** 32 - 1), { bins: 2, to: 2 ** 32 }],
      [Int32Array.of(-(2 ** 31), 2 ** 31 - 1), { bins: 2, from: -(2 ** 31), to: 2 ** 31 }],
    ];
    const found = [];
    for (const [input, options] of cases) {
      const counts = await lab.histogram(input, options);
      const { verified } = await lab.verify(input, counts, { operation: 'histogram', ...options });
      found.push([verified, [...counts.entries()].filter(([, count]) => count > 0).flat()]);
    }
    const refused = await lab.histogram(far, { bins: 2, to: Infinity }).catch(({ code, message }) => `${code}: ${message}`);
    const queries = [1, 2].map((bins) => lab.supports({ operation: 'histogram', type: 'f32', bins, to: Infinity }));
    lab.close();
    return { found, refused, queries };
  });
  expect(found.found).toEqual([
    [true, [174762, 1]],
    [true, [699050, 2 ** 14]],
    [true, [0, 2]],
    [true, [0, 1]],
    [true, [0, 1, 1, 1, 2, 1]],
    [true, [0, 2, 1, 1]],
    [true, [3, 1]],
    [true, [0, 2]],
    [true, [0, 1, 1, 1]],
    [true, [0, 1, 1, 1]],
  ]);
  expect(found.refused).toMatch(/^bad-argument: to must be a value of f32, or 2 \*\* 128, or with one bin Infinity; found Infinity$/);
  expect(found.queries).toEqual([null, expect.stringMatching(/with one bin Infinity/)]);
});

test('reductions, histograms and compactions go past a binding in chunks; a sort says the limit', async ({ page }) => {
  // A device with WebGPU's guaranteed limits: a binding holds 2^25 words.
  await page.addInitScript(() => {
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = function (descriptor) {
      return request.call(this, { ...descriptor, requiredLimits: {} });
    };
  });
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const most = lab.maxElements;
    const n = most + 5;
    const x = new Uint32Array(n).fill(1);
    x[0] = 7;
    x[n - 1] = 9;
    const sum = await lab.reduce(x);
    const counts = await lab.histogram(x, { bins: 10, from: 0, to: 10 });
    const { output, count, indices } = await lab.compact(x, { where: `x > 1u || i == ${n - 3}u`, indices: true });
    const verified = (await lab.verify(x, sum, { operation: 'reduce' })).verified;
    const refused = await lab.sort(x).catch(({ code, message }) => `${code}: ${message}`);
    lab.close();
    return { most, n, sum: [...sum], counts: [...counts], output: [...output], count, indices: [...indices], verified, refused };
  });
  const { most, n } = found;
  expect(most).toBe(2 ** 25);
  expect(found).toMatchObject({ sum: [n + 14], output: [7, 1, 9], count: 3, indices: [0, n - 3, n - 1], verified: true });
  expect(found.counts).toEqual([0, n - 2, 0, 0, 0, 0, 0, 1, 0, 1]);
  expect(found.refused).toMatch(/^too-large: .*134,217,728 bytes/);
});

test('uploads and readbacks of operations are measured where they are asked for', async ({ page }) => {
  await openPage(page);
  const [compact, reduce, without] = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const points = [];
    for (const request of [
      { operation: 'compact', density: 0.25, transfers: true },
      { operation: 'reduce', transfers: true },
      { operation: 'reduce' },
    ])
      points.push(await lab.measure({ n: 100_000, ...request }));
    lab.close();
    return points;
  });
  for (const { verified, upload, readback } of [compact, reduce]) {
    expect(verified).toBe(true);
    expect(upload.median_ns).toBeGreaterThan(0);
    expect(readback.median_ns).toBeGreaterThan(0);
  }
  expect(without.upload).toBeUndefined();
});

test('the conformance grid has every operation on every type, and they are right at small edges', async ({ page }) => {
  await openPage(page);
  const runSmall = async (interval) => {
    const [{ ScanLab }, { planGrid, runCases }] = await Promise.all([import('./scanlab.js'), import('./conformance.js')]);
    const [lab, catalogue] = [await ScanLab.open(), await ScanLab.catalogue()];
    const ids = (list) => list.map(({ id }) => id);
    const { cases } = await planGrid(lab, catalogue, {
      grid: 'smoke',
      shard: null,
      algorithms: ids(catalogue.algorithms),
      operators: ids(catalogue.operators),
    });
    const small = [...cases].filter(({ algorithm, n }) => ids(catalogue.operations).includes(algorithm) && n < 300);
    const ofOperations = small.filter((_, rank) => rank % interval === 0);
    const results = [];
    for await (const result of runCases(lab, ofOperations, new AbortController().signal)) results.push(result);
    lab.close();
    const types = Object.fromEntries(catalogue.operations.map(({ id }) => [id, new Set()]));
    for (const { algorithm, type } of ofOperations) types[algorithm].add(type);
    return {
      found: results.length,
      wrong: results.filter(({ outcome }) => outcome !== 'passed'),
      types: Object.values(types).map((of) => [...of].sort().join()),
    };
  };
  const { found, wrong, types } = await page.evaluate(runSmall, FULL ? 1 : 2);
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(100);
  expect(new Set(types)).toEqual(new Set(['f32,i32,u32']));
});

test('outputs of operations are checked, and what cannot be checked is said', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const x = Uint32Array.of(3, 1, 4, 1, 5);
    const values = Uint32Array.from(x.keys());
    const sorted = await lab.sort(x, { values });
    const unstable = { keys: sorted.keys, values: Uint32Array.of(3, 1, 0, 2, 4) };
    const results = {
      right: await lab.verify(x, sorted, { operation: 'sort', values }),
      indices: await lab.verify(x, await lab.sort(x, { indices: true }), { operation: 'sort', indices: true }),
      wrongIndices: await lab.verify(x, { keys: sorted.keys, indices: unstable.values }, { operation: 'sort', indices: true }),
      unstable: await lab.verify(x, unstable, { operation: 'sort', values }),
      segments: await lab.verify(x, await lab.segmentedSort(x, Uint32Array.of(1, 3, 5)), {
        operation: 'segmented-sort',
        offsets: Uint32Array.of(1, 3, 5),
      }),
      acrossSegments: await lab.verify(x, sorted, { operation: 'segmented-sort', offsets: Uint32Array.of(1, 3, 5), values }),
      short: await lab.verify(x, { output: x.slice(0, 1), count: 2 }, { operation: 'compact', flags: Uint32Array.of(1, 1, 0, 0, 0) }),
      where: await lab
        .verify(x, { output: x, count: 5 }, { operation: 'compact', where: 'x > 0u' })
        .catch(({ code, message }) => ({ code, message })),
    };
    lab.close();
    return results;
  });
  expect(found.right).toEqual({ verified: true, mismatch: null });
  expect(found.unstable).toMatchObject({ verified: false, mismatch: { index: 1 } });
  expect(found.segments).toEqual({ verified: true, mismatch: null });
  expect(found.acrossSegments).toMatchObject({ verified: false, mismatch: { index: 0 } });
  expect(found.indices).toEqual({ verified: true, mismatch: null });
  expect(found.wrongIndices).toMatchObject({ verified: false, mismatch: { index: 1 } });
  expect(found.short).toMatchObject({ verified: false, mismatch: { index: 1, expected: [1] } });
  expect(found.where).toMatchObject({ code: 'unsupported', message: expect.stringMatching(/selection by flags/) });
});
