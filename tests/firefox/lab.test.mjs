/** Labs in Firefox: every scan, operator and operation, custom operators, and a worker, against plain loops. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSite } from './site.mjs';

const EMPTY = '/empty.html';
const site = await openSite({ [EMPTY]: '<!doctype html><title>Empty</title><link rel="icon" href="icon.svg">' });
after(() => site.close());

/** Runs the body of an async function with an open lab, in a page that loads nothing of ScanLab itself. @param {string} body @param {RegExp} [meant] */
async function withLab(body, meant) {
  let found;
  await site.visit(
    EMPTY,
    async ({ page }) => {
      found = await page.evaluate(async (text) => {
        const { ScanLab } = await import(new URL('scanlab.js', document.baseURI).href);
        const lab = await ScanLab.open();
        try {
          return await new Function('lab', `return (async () => {${text}})();`)(lab);
        } finally {
          lab.close();
        }
      }, body);
    },
    meant,
  );
  return found;
}

/** Arrays of a type with numbers up to 2²⁴, which are the same in every run. */
const VALUES = `
  const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
  const same = (left, right) => left.length === right.length && left.constructor === right.constructor && left.every((x, i) => Object.is(x, right[i]));`;

test('every scan that the device offers gives the sums of a loop, whole and in segments, also from an initial value', async () => {
  const { wrong, ran, refused } = await withLab(`
    const n = 3001;
    const input = Uint32Array.from({ length: n }, (_, i) => Math.imul(i + 1, 2654435761) >>> 0);
    const heads = Uint32Array.from({ length: n }, (_, i) => Number(i % 101 === 7));
    const loop = ({ mode, direction, heads: starts, initial: [first] = [0] }) => {
      const output = new Uint32Array(n);
      let sum = first;
      for (let k = 0; k < n; k++) {
        const i = direction === 'forward' ? k : n - 1 - k;
        // In a backward scan, a segment begins at its last element.
        const begins = starts && (direction === 'forward' ? starts[i] : i === n - 1 || starts[i + 1]);
        if (begins) sum = first;
        if (mode === 'exclusive') output[i] = sum;
        sum = (sum + input[i]) >>> 0;
        if (mode === 'inclusive') output[i] = sum;
      }
      return output;
    };
    const [wrong, ran, refused] = [[], [], []];
    for (const [rank, { id: algorithm }] of lab.algorithms.entries()) {
      const reason = lab.supports({ algorithm });
      (reason ? refused : ran).push(reason ? [algorithm, reason] : algorithm);
      for (const starts of reason ? [] : [undefined, heads]) {
        if (lab.supports({ algorithm, segmented: Boolean(starts) })) continue;
        // Compiling pipelines takes most of the time, so modes and directions alternate.
        const mode = (rank + Number(Boolean(starts))) % 2 ? 'exclusive' : 'inclusive';
        const direction = rank % 4 < 2 ? 'forward' : 'backward';
        const initial = (rank + Number(Boolean(starts))) % 3 ? undefined : Uint32Array.of(77);
        const request = { algorithm, mode, direction, heads: starts, initial };
        const [expected, found] = [loop(request), await lab.scan(input, request)];
        const at = expected.findIndex((sum, i) => sum !== found[i]);
        if (at >= 0 || found.length !== n) wrong.push([algorithm, mode, direction, Boolean(starts), at, expected[at], found[at]]);
      }
    }
    return { wrong, ran, refused };`);
  assert.deepEqual(wrong, []);
  assert.ok(ran.length >= 18, String(ran));
  for (const [algorithm, reason] of refused) assert.match(reason, /needs subgroup|forward progress/, algorithm);
});

test('every operator on every type gives what a loop gives', async () => {
  const { wrong, ran, operators } = await withLab(`${VALUES}
    const combine = {
      add: ([l], [r]) => [l + r],
      // Exact in doubles, since one of the operands is 1 or 2.
      mul: ([l], [r]) => [l * r],
      min: ([l], [r]) => [Math.min(l, r)],
      max: ([l], [r]) => [Math.max(l, r)],
      and: ([l], [r]) => [l & r],
      or: ([l], [r]) => [l | r],
      xor: ([l], [r]) => [l ^ r],
      bicyclic: ([lc, lo], [rc, ro]) => [lc + rc - Math.min(lo, rc), lo + ro - Math.min(lo, rc)],
      affine: ([la, lb], [ra, rb]) => [la * ra, ra * lb + rb],
      mat2: ([a, b, c, d], [e, f, g, h]) => [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h],
    };
    // With these numbers, every prefix is exact in 32 bits, in any order of combination.
    const few = {
      add: () => random() % 1000, mul: (i) => (i % 100 === 50 ? 2 : 1), bicyclic: () => random() % 9,
      // Maps x + b, and matrices [1 b; 0 1].
      affine: (i) => (i % 2 ? random() % 100 : 1), mat2: (i) => (i % 4 === 1 ? random() % 100 : Number(i % 4 !== 2)),
    };
    const n = 1500;
    const [wrong, ran] = [[], []];
    for (const { id: operator, types, words } of lab.operators) {
      for (const type of types) {
        const input = ARRAYS[type].from({ length: n * words }, (_, i) => (few[operator] ?? random)(i));
        const expected = new ARRAYS[type](input.length);
        let sum = null;
        for (let i = 0; i < n; i++) {
          const element = [...input.subarray(i * words, (i + 1) * words)];
          expected.set((sum = sum ? combine[operator](sum, element) : element), i * words);
        }
        const found = await lab.scan(input, { operator });
        if (!same(found, expected)) wrong.push([operator, type, [...found.slice(0, 8)], [...expected.slice(0, 8)]]);
        ran.push(operator + ' ' + type);
      }
    }
    return { wrong, ran, operators: lab.operators.map(({ id }) => id) };`);
  assert.deepEqual(wrong, []);
  assert.ok(ran.length > operators.length, String(ran));
  assert.equal(operators.length, 10);
});

test('every operation gives what plain loops give', async () => {
  const { wrong, unknown, ran } = await withLab(`${VALUES}
    const wrong = [];
    const check = (name, found, expected) => {
      for (const [part, value] of Object.entries(expected)) {
        const isRight = ArrayBuffer.isView(value) ? same(found[part], value) : found[part] === value;
        if (!isRight) wrong.push([name, part, String(found[part]).slice(0, 99), String(value).slice(0, 99)]);
      }
    };
    /** The indices where runs of equal neighbours start, and the end. */
    const startsOf = (keys) => [...keys.keys()].filter((i) => i === 0 || keys[i] !== keys[i - 1]);
    const checks = {
      async reduce(x, name) {
        check(name, [await lab.reduce(x, { operator: 'max' })], [x.constructor.of(x.reduce((a, b) => Math.max(a, b)))]);
      },
      async compact(x, name) {
        const flags = Uint32Array.from(x, () => Number(random() % 3 === 0));
        const indices = Uint32Array.from([...flags.keys()].filter((i) => flags[i]));
        const output = x.filter((_, i) => flags[i]);
        check(name, await lab.compact(x, { flags, indices: true }), { output, indices, count: output.length });
        const odd = x.filter((_, i) => i % 2);
        check(name + ' where', await lab.compact(x, { where: 'i % 2u == 1u' }), { output: odd, count: odd.length });
      },
      async partition(x, name) {
        const flags = Uint32Array.from(x, () => random() % 2);
        const [left, right] = [1, 0].map((flag) => x.filter((_, i) => flags[i] === flag));
        check(name, await lab.partition(x, { flags }), { output: x.constructor.from([...left, ...right]), split: left.length });
        const reversed = { output: x.constructor.from([...left, ...right.reverse()]), split: left.length };
        check(name + ' reversed', await lab.partition(x, { flags, reversed: true }), reversed);
      },
      async histogram(x, name) {
        // Powers of two, so that the ends of bins are exact.
        const [from, to, bins] = x instanceof Float32Array ? [-0.25, 0.25, 8] : [0, 2 ** 22, 16];
        const counts = new Uint32Array(bins);
        for (const v of x) if (v >= from && v < to) counts[Math.floor(((v - from) * bins) / (to - from))]++;
        check(name, [await lab.histogram(x, { from, to, bins })], [counts]);
      },
      async unique(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const starts = startsOf(keys);
        const output = x.constructor.from(starts, (i) => keys[i]);
        check(name, await lab.unique(keys, { indices: true }), { output, indices: Uint32Array.from(starts), count: starts.length });
      },
      async 'run-lengths'(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const starts = startsOf(keys);
        const lengths = Uint32Array.from(starts, (start, rank) => (starts[rank + 1] ?? keys.length) - start);
        check(name, await lab.runLengths(keys), { values: x.constructor.from(starts, (i) => keys[i]), lengths });
      },
      async 'reduce-by-key'(x, name) {
        const keys = x.map((_, i) => x[i - (i % 5)]);
        const values = Int32Array.from(x, (_, i) => (i % 7) - 3);
        const starts = startsOf(keys);
        const sums = Int32Array.from(starts, (start, rank) => values.subarray(start, starts[rank + 1] ?? keys.length).reduce((a, b) => a + b, 0));
        check(name, await lab.reduceByKey(keys, values), { keys: x.constructor.from(starts, (i) => keys[i]), values: sums });
      },
      async 'segmented-reduce'(x, name) {
        const offsets = Uint32Array.of(0, 3, 3, 4000, x.length);
        const most = (_, i) => x.subarray(offsets[i], offsets[i + 1]).reduce((a, b) => Math.max(a, b), -Infinity);
        const expected = x.constructor.from({ length: 4 }, most);
        if (!(x instanceof Float32Array)) expected[1] = x instanceof Uint32Array ? 0 : -(2 ** 31);
        check(name, [await lab.segmentedReduce(x, offsets, { operator: 'max' })], [expected]);
      },
      async 'arg-min'(x, name) {
        const index = x.indexOf(x.reduce((a, b) => Math.min(a, b)));
        check(name, await lab.argMin(x), { value: x.slice(index, index + 1), index: Uint32Array.of(index) });
      },
      async 'arg-max'(x, name) {
        const index = x.indexOf(x.reduce((a, b) => Math.max(a, b)));
        check(name, await lab.argMax(x), { value: x.slice(index, index + 1), index: Uint32Array.of(index) });
      },
      async 'lower-bound'(x, name) {
        const sorted = x.slice(0, 77).sort();
        const before = (precedes) => Uint32Array.from(x, (needle) => sorted.filter((key) => precedes(key, needle)).length);
        check(name, [await lab.lowerBound(x, sorted)], [before((key, needle) => key < needle)]);
        check(name, [await lab.lowerBound(x, sorted, { upper: true })], [before((key, needle) => key <= needle)]);
      },
      async merge(x, name) {
        const [first, second] = [x.slice().sort(), x.slice(0, 4000).sort()];
        const both = x.constructor.from([...first, ...second]);
        const indices = Uint32Array.from(both.keys()).sort((i, j) => both[i] - both[j] || i - j);
        check(name, await lab.merge(first, second, { indices: true }), { keys: both.slice().sort(), indices });
      },
      async 'top-k'(x, name) {
        const places = [...x.keys()].sort((i, j) => x[j] - x[i] || i - j).slice(0, 77);
        const indices = Uint32Array.from(places).sort();
        check(name, await lab.topK(x, { k: 77 }), { values: x.constructor.from(indices, (i) => x[i]), indices });
      },
      async 'segmented-sort'(x, name) {
        const offsets = Uint32Array.of(2, 3, 3, 4000, x.length - 1);
        const places = Uint32Array.from(x.keys());
        for (let i = 1; i < 5; i++) places.subarray(offsets[i - 1], offsets[i]).sort((i, j) => x[i] - x[j] || i - j);
        const expected = { keys: x.constructor.from(places, (i) => x[i]), indices: places };
        check(name, await lab.segmentedSort(x, offsets, { indices: true }), expected);
      },
      async sort(x, name) {
        const places = Uint32Array.from(x.keys()).sort((i, j) => x[i] - x[j] || i - j);
        check(name, await lab.sort(x, { values: Uint32Array.from(x.keys()) }), { keys: x.slice().sort(), values: places });
      },
    };
    const n = 5000;
    const inputs = [
      Uint32Array.from({ length: n }, random),
      Int32Array.from({ length: n }, () => random() - 2 ** 23),
      Float32Array.from({ length: n }, () => random() / 2 ** 24 - 0.5),
    ];
    const ids = lab.operations.map(({ id }) => id);
    const unknown = ids.filter((id) => !checks[id]);
    for (const id of ids) for (const x of inputs) await checks[id]?.(x, id + ' of ' + x.constructor.name);
    return { wrong, unknown, ran: ids };`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(unknown, []);
  assert.equal(ran.length, 15);
});

test('custom operators scan and reduce, and code that is wrong is told with its place', async () => {
  const { right, errors } = await withLab(
    `${VALUES}
    // The largest number and the first index that has it.
    const operator = {
      type: 'u32', words: 2, identity: [0, 4294967295],
      combine: 'let keep = left.x > right.x || (left.x == right.x && left.y <= right.y);\\nreturn select(right, left, keep);',
    };
    const input = Uint32Array.from({ length: 8000 }, (_, i) => (i % 2 ? i >> 1 : Math.imul(i, 2654435761) >>> 12));
    const expected = input.slice();
    for (let i = 2; i < expected.length; i += 2) if (expected[i] <= expected[i - 2]) expected.set(expected.subarray(i - 2, i), i);
    const right = {};
    for (const algorithm of ['auto', 'blelloch', 'look-back-fallback']) right[algorithm] = same(await lab.scan(input, { operator, algorithm }), expected);
    right.reduce = same(await lab.reduce(input, { operator }), expected.slice(-2));
    // The compiler finds the second fault only after parsing.
    const bad = ['let a = left;\\nreturn a +;', 'let a = left;\\nlet b: u32 = a + 1.5;\\nreturn b;'];
    const errors = [];
    for (const combine of bad) {
      const scan = lab.scan(Uint32Array.of(1, 2), { operator: { type: 'u32', identity: [0], combine } });
      errors.push(await scan.then(() => null, ({ code, place: { line, column } }) => [code, line, column]));
    }
    return { right, errors };`,
    // Firefox also reports the fault in the console.
    /combine_triples/,
  );
  assert.deepEqual(right, { auto: true, blelloch: true, 'look-back-fallback': true, reduce: true });
  assert.deepEqual(errors, [
    ['bad-argument', 2, 11],
    ['bad-argument', 2, 18],
  ]);
});

test('a lab measures, with verified outputs and a copy beside them', async () => {
  const points = await withLab(`
    const points = [];
    for (const algorithm of ['reduce-then-scan', 'hillis-steele']) points.push(await lab.measure({ algorithm, n: 1000, transfers: true }));
    return points.map(({ verified, samples_ns, copy, readback }) => [verified, samples_ns.length > 0, copy.median_ns > 0, readback.samples_ns.length > 0]);`);
  assert.deepEqual(points, [
    [true, true, true, true],
    [true, true, true, true],
  ]);
});

test('in a worker a lab scans, also long inputs', async () => {
  await site.visit(EMPTY, async ({ page }) => {
    const found = await page.evaluate(async () => {
      const body = `
        import { ScanLab } from ${JSON.stringify(new URL('scanlab.js', document.baseURI).href)};
        try {
          const lab = await ScanLab.open();
          const sums = [...(await lab.scan(Uint32Array.of(4, 3, 7, 9, 2, 3), { mode: 'exclusive' }))];
          // In a page, a worker allocates a result of this length.
          const long = (await lab.scan(new Uint32Array(2 ** 21).fill(1))).every((sum, i) => sum === i + 1);
          const { output } = await lab.compact(Int32Array.of(4, -3, 7), { where: 'x > 0' });
          lab.close();
          postMessage({ page: typeof document, sums, long, kept: [...output] });
        } catch (error) {
          postMessage(String(error?.stack ?? error));
        }`;
      const url = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
      const worker = new Worker(url, { type: 'module' });
      try {
        return await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(`The worker has failed: ${message}`));
        });
      } finally {
        worker.terminate();
        URL.revokeObjectURL(url);
      }
    });
    assert.deepEqual(found, { page: 'undefined', sums: [0, 4, 7, 14, 23, 25], long: true, kept: [4, 7] });
  });
});
