/** Runs exported as modules: each runs on an empty page, on its own device, and gives the result of a plain loop. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { openPage, openView, run, typeSizes, choose } from './helpers.js';
import { FULL } from './sampled.js';

/** The modules that the page's explainer exports for requests, each with its request. @returns {Promise<object[]>} */
function exportAll(page, requests) {
  return page.evaluate(async (requests) => {
    const { ScanLab } = await import('./scanlab.js');
    const explainer = await ScanLab.explainer();
    const modules = [];
    for (const request of requests) modules.push({ request, ...(await explainer.export(request)) });
    return modules;
  }, requests);
}

/** Opens an empty page in a secure context. */
async function openBlank(page) {
  await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }));
  await page.goto('./blank.html');
}

/**
 * Runs modules in the page, each on the inputs that `caseOf` makes for its request, and compares the required outputs. Returns the faults and
 * the number of compared outputs. Functions go to the page as texts.
 */
function runAll(page, modules, caseOf) {
  return page.evaluate(
    async ([modules, caseOf]) => {
      const functionOf = (source) => new Function(`return (${source})`)();
      const deviceWith = async (requiredFeatures) => (await navigator.gpu.requestAdapter()).requestDevice({ requiredFeatures });
      const [plain, withSubgroups] = [await deviceWith([]), await deviceWith(['subgroups'])];
      const random = (
        (state) => () =>
          (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8
      )(11);
      const wrong = [];
      let compared = 0;
      for (const { request, code } of modules) {
        const name = JSON.stringify(request);
        const device = code.includes('subgroups: null') ? plain : withSubgroups;
        device.pushErrorScope('validation');
        const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
        const { prepare } = await import(address);
        URL.revokeObjectURL(address);
        const run = await prepare(device).catch((error) => wrong.push(`${name}: ${error.message}`));
        if (!run.record) continue;
        const { inputs, outputs } = functionOf(caseOf)(request, random);
        const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
        const sizes = Object.entries(run.requirements.buffers);
        const usage = run.requirements.usage | COPY_SRC | COPY_DST;
        if (run.requirements.usage !== STORAGE) wrong.push(`${name}: usage ${run.requirements.usage}`);
        const buffers = Object.fromEntries(sizes.map(([port, size]) => [port, device.createBuffer({ size, usage })]));
        // In place, the output is the input.
        const bufferOf = (port) => buffers[port] ?? (port === 'input' ? buffers.output : undefined);
        const named = new Set([...Object.keys(inputs), ...Object.keys(outputs)].map(bufferOf));
        if (named.has(undefined) || named.size !== sizes.length) wrong.push(`${name}: buffers ${Object.keys(buffers)}`);
        const results = [];
        // The second run finds the scratch memory that the first run has left.
        for (let round = 0; round < 2; round++) {
          for (const [port, words] of Object.entries(inputs)) device.queue.writeBuffer(bufferOf(port), 0, words);
          const encoder = device.createCommandEncoder();
          run.record(encoder, buffers);
          const read = Object.entries(outputs).map(([port, expected]) => {
            const staging = device.createBuffer({ size: expected.byteLength, usage: MAP_READ | COPY_DST });
            encoder.copyBufferToBuffer(buffers[port], 0, staging, 0, expected.byteLength);
            return { port, expected, staging };
          });
          device.queue.submit([encoder.finish()]);
          for (const { port, expected, staging } of read) {
            await staging.mapAsync(GPUMapMode.READ);
            compared++;
            const found = new expected.constructor(staging.getMappedRange());
            const at = expected.findIndex((value, i) => !Object.is(value, found[i]));
            if (at >= 0) results.push(`${name}: ${port}[${at}] is ${found[at]} instead of ${expected[at]}, run ${round}`);
            staging.destroy();
          }
        }
        wrong.push(...results);
        await run.check().catch(({ message }) => wrong.push(`${name}: ${message}`));
        run.destroy();
        for (const buffer of Object.values(buffers)) buffer.destroy();
        const error = await device.popErrorScope();
        if (error) wrong.push(`${name}: ${error.message}`);
      }
      return { wrong, compared };
    },
    [modules, caseOf.toString()],
  );
}

/** An input of a scan of whole numbers, and the result of a plain loop. */
function scanCase({ n, operator, mode = 'inclusive', direction, segmented, headsAsBits, columns, axis = 1, inPlace, initial }, random) {
  // Maps x ↦ a x + b do not commute, and have two words per element.
  const affine = { words: 2, identity: [1, 0], combine: ([a, b], [c, d]) => [Math.imul(a, c), Math.imul(b, c) + d] };
  const bicyclic = { words: 2, identity: [0, 0], combine: ([a, b], [c, d]) => [a + c - Math.min(b, c), b + d - Math.min(b, c)] };
  const add = { words: 1, identity: [0], combine: ([a], [b]) => [a + b] };
  const { words, identity, combine } = typeof operator === 'object' ? affine : operator === 'bicyclic' ? bicyclic : add;
  const input = Uint32Array.from({ length: n * words }, () => random() % 9);
  const heads = Uint32Array.from({ length: n }, () => Number(random() % 7 === 0));
  const output = new Uint32Array(n * words);
  const order = Array.from({ length: n }, (_, i) => i);
  if (columns && axis === 0) order.sort((left, right) => (left % columns) - (right % columns) || left - right);
  if (direction === 'backward') order.reverse();
  const rows = columns ? n / columns : 0;
  const first = initial ? Uint32Array.from({ length: words }, () => random() % 9) : identity;
  let sum = first;
  order.forEach((at, rank) => {
    const isLine = columns && rank % (axis === 0 ? rows : columns) === 0;
    // In a backward scan, a segment begins at the element before the next head.
    const isHead = direction === 'backward' ? segmented && heads[at + 1] : segmented && heads[at];
    if (isLine || isHead) sum = first;
    const own = [...input.subarray(at * words, (at + 1) * words)];
    const next = (direction === 'backward' ? combine(own, sum) : combine(sum, own)).map((word) => word >>> 0);
    output.set(mode === 'inclusive' ? next : sum, at * words);
    sum = next;
  });
  const bits = new Uint32Array(Math.ceil(n / 32));
  heads.forEach((head, i) => (bits[i >> 5] |= head << (i & 31)));
  if (inPlace && segmented) throw new Error('not a case');
  return {
    inputs: { input, ...(segmented && { heads: headsAsBits ? bits : heads }), ...(initial && { initial: first }) },
    outputs: { output },
  };
}

/** Inputs and outputs of an operation. */
function operationCase(
  { operation, type, n, where, indices, reversed, values, descending, bins, k, segments, sortedLength, operator, words = 1 },
  random,
) {
  const Type = { u32: Uint32Array, f32: Float32Array, i32: Int32Array, f64: Float64Array }[type];
  const input = Type.from({ length: operation.endsWith('sort') ? n : n * words }, () =>
    type.startsWith('f') ? random() / 2 ** 20 - 8 : (random() % 97) - (type === 'i32' ? 50 : 0),
  );
  const flags = Uint32Array.from({ length: n }, () => Number(random() % 3 === 0));
  const isKept = (i) => (where ? input[i * words + words - 1] > 3 || i === 2 : flags[i] === 1);
  const places = Uint32Array.from({ length: n }, (_, i) => i);
  const kept = [...places].filter(isKept);
  /** The records at some indices. */
  const pickFrom = (array, indices) => Type.from(indices.flatMap((i) => [...array.subarray(i * words, (i + 1) * words)]));
  const pick = (indices) => pickFrom(input, indices);
  const count = Uint32Array.of(kept.length);
  const selected = where ? { input } : { input, flags };
  if (operation === 'reduce') {
    const sum = operator === 'max' ? Math.max(...input) : input.reduce((left, right) => left + right, 0);
    return { inputs: { input }, outputs: { output: Type.of(sum) } };
  }
  if (operation === 'segmented-reduce') {
    const offsets = Uint32Array.from({ length: segments + 1 }, (_, i) => Math.min(n, 9 * (i >> 1)));
    const sum = (_, i) => input.subarray(offsets[i], offsets[i + 1]).reduce((left, right) => left + right, 0);
    return { inputs: { input, offsets }, outputs: { output: Type.from({ length: segments }, sum) } };
  }
  if (operation === 'compact')
    return { inputs: selected, outputs: { output: pick(kept), count, ...(indices && { indices: Uint32Array.from(kept) }) } };
  if (operation === 'partition') {
    const others = [...places].filter((i) => !isKept(i));
    if (reversed) others.reverse();
    return { inputs: selected, outputs: { output: pick([...kept, ...others]), count } };
  }
  if (operation === 'unique' || operation === 'run-lengths' || operation === 'reduce-by-key') {
    const keys = Uint32Array.from({ length: n }, (_, i) => Math.floor(i / 5) % 3);
    const starts = [...places].filter((i) => i === 0 || keys[i] !== keys[i - 1]);
    const ends = [...starts.slice(1), n];
    const runs = { output: Uint32Array.from(starts, (i) => keys[i]), count: Uint32Array.of(starts.length) };
    if (operation === 'unique') return { inputs: { input: keys }, outputs: { ...runs, indices: Uint32Array.from(starts) } };
    if (operation === 'run-lengths')
      return { inputs: { input: keys }, outputs: { ...runs, lengths: Uint32Array.from(starts, (i, r) => ends[r] - i) } };
    const sums = Type.from(starts, (i, r) => input.subarray(i, ends[r]).reduce((left, right) => left + right, 0));
    return { inputs: { input: keys, values: input }, outputs: { ...runs, sums } };
  }
  if (operation === 'histogram') {
    const output = new Uint32Array(bins);
    input.forEach((x) => x >= 0 && x < bins && output[Math.floor(x)]++);
    return { inputs: { input }, outputs: { output } };
  }
  if (operation === 'arg-min' || operation === 'arg-max') {
    const index = input.indexOf((operation === 'arg-min' ? Math.min : Math.max)(...input));
    return { inputs: { input }, outputs: { output: pick([index]), index: Uint32Array.of(index) } };
  }
  if (operation === 'lower-bound') {
    const sorted = input.slice(0, sortedLength).sort();
    const before = (needle) => sorted.filter((key) => key < needle).length;
    return { inputs: { input, sorted }, outputs: { output: Uint32Array.from(input, before) } };
  }
  if (operation === 'merge') {
    const sorted = input.slice(0, sortedLength).sort();
    const keys = input.slice().sort();
    if (descending) [keys, sorted].forEach((array) => array.reverse());
    const both = Type.from([...keys, ...sorted]);
    const order = [...both.keys()].sort((left, right) => (descending ? -1 : 1) * (both[left] - both[right]) || left - right);
    const outputs = { output: Type.from(order, (i) => both[i]), ...(indices && { indices: Uint32Array.from(order) }) };
    return { inputs: { input: keys, sorted }, outputs };
  }
  if (operation === 'top-k') {
    const largest = [...places].sort((left, right) => input[right] - input[left] || left - right);
    const top = largest.slice(0, k).sort((left, right) => left - right);
    return { inputs: { input }, outputs: { output: pick(top), count: Uint32Array.of(k), indices: Uint32Array.from(top) } };
  }
  const inOrder = (places) => places.sort((left, right) => (descending ? -1 : 1) * (input[left] - input[right]) || left - right);
  const order = [...places];
  const offsets = segments ? Uint32Array.from({ length: segments + 1 }, (_, i) => Math.min(n, 3 + 9 * (i >> 1))) : [0, n];
  for (let i = 0; i + 1 < offsets.length; i++)
    order.splice(offsets[i], offsets[i + 1] - offsets[i], ...inOrder(order.slice(offsets[i], offsets[i + 1])));
  const carried = Type.from({ length: n * words }, (_, i) => i);
  const output = Type.from(order, (i) => input[i]);
  const outputs = { output, ...(values && { outputValues: pickFrom(carried, order) }) };
  return { inputs: { input, ...(values && { values: carried }), ...(segments && { offsets }) }, outputs };
}

test('every scan runs on a page that has nothing else, by modules for any device', async ({ page }) => {
  test.setTimeout(600_000);
  await openPage(page);
  const ids = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const all = lab.algorithms.map(({ id }) => id);
    // Without forward progress, the run of a module may be void, as its first comment says.
    const progress = all.filter((id) => /forward progress/.test(lab.supports({ algorithm: id }) ?? ''));
    lab.close();
    return all.filter((id) => !progress.includes(id));
  });
  expect(ids.length).toBeGreaterThan(18);
  const requests = ids.flatMap((algorithm, rank) => {
    const both = [
      { algorithm, type: 'u32', n: 777 },
      { algorithm, type: 'u32', n: 20_011, mode: 'exclusive' },
    ];
    return FULL ? both : [both[rank % 2]];
  });
  const modules = await exportAll(page, requests);
  expect(await exportAll(page, requests)).toEqual(modules);
  await openBlank(page);
  expect(await runAll(page, modules, scanCase)).toEqual({ wrong: [], compared: 2 * modules.length });
});

test('every form of a scan, operators that do not commute, and custom ones', async ({ page }) => {
  test.setTimeout(600_000);
  await openPage(page);
  // Maps a * x + b. The code contains character sequences that could end a template or a comment.
  const operator = {
    type: 'u32',
    words: 2,
    identity: [1, 0],
    combine: '// `${x}` \\n */\nreturn vec2u(left.x * right.x, left.y * right.x + right.y);',
  };
  const forms = [
    { operator: 'bicyclic', direction: 'backward' },
    { operator: 'bicyclic', mode: 'exclusive', segmented: true },
    { operator, mode: 'exclusive' },
    { operator, algorithm: 'blelloch', direction: 'backward', segmented: true },
    { inPlace: true },
    { segmented: true, headsAsBits: true },
    { operator: 'bicyclic', mode: 'exclusive', initial: true },
    { algorithm: 'blelloch', segmented: true, initial: true },
    { columns: 90 },
    { columns: 90, axis: 0, direction: 'backward' },
    { algorithm: 'hybrid', tuning: { reduce_steps: 3 } },
  ];
  const requests = forms.map((form) => ({ algorithm: 'reduce-then-scan', type: 'u32', n: 9000, ...form }));
  const modules = await exportAll(page, requests);
  await openBlank(page);
  expect(await runAll(page, modules, scanCase)).toEqual({ wrong: [], compared: 2 * modules.length });
});

test('every operation', async ({ page }) => {
  test.setTimeout(600_000);
  await openPage(page);
  const where = 'x > 3 || i == 2u';
  const all = [
    { operation: 'reduce', type: 'u32' },
    { operation: 'reduce', type: 'i32', operator: 'max' },
    { operation: 'compact', type: 'i32', where, indices: true },
    { operation: 'compact', type: 'f32' },
    { operation: 'partition', type: 'i32', where, scan: 'hybrid' },
    { operation: 'partition', type: 'f32', words: 3, reversed: true },
    { operation: 'unique', type: 'u32', indices: true },
    { operation: 'run-lengths', type: 'u32' },
    { operation: 'reduce-by-key', type: 'i32', operator: 'add' },
    { operation: 'segmented-reduce', type: 'i32', segments: 999 },
    { operation: 'histogram', type: 'f32', bins: 7, from: 0, to: 7 },
    { operation: 'top-k', type: 'f32', k: 300 },
    { operation: 'arg-min', type: 'f32' },
    { operation: 'arg-max', type: 'i32' },
    { operation: 'lower-bound', type: 'f32', sortedLength: 300 },
    { operation: 'merge', type: 'i32', sortedLength: 4001, descending: true, indices: true },
    { operation: 'sort', type: 'f32', descending: true },
    { operation: 'sort', type: 'f64', descending: true },
    { operation: 'sort', type: 'u32', values: true },
    { operation: 'compact', type: 'i32', words: 3, where: 'x[2] > 3 || i == 2u' },
    { operation: 'sort', type: 'u32', values: true, words: 2 },
    { operation: 'segmented-sort', type: 'i32', segments: 999 },
    { operation: 'segmented-sort', type: 'f32', segments: 99, values: true, descending: true },
  ];
  const ids = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    return (await ScanLab.catalogue()).operations.map(({ id }) => id);
  });
  expect(ids.filter((id) => !all.some(({ operation }) => operation === id))).toEqual([]);
  const modules = await exportAll(
    page,
    all.map((request) => ({ ...request, n: 5003 })),
  );
  await openBlank(page);
  // Some operations have two outputs, or a count.
  expect(await runAll(page, modules, operationCase)).toEqual({ wrong: [], compared: 2 * 43 });
});

test('a module for a device requires of it what it was made for, and says what it finds', async ({ page }) => {
  await openPage(page);
  const subgroups = { subgroups: { min: 4, max: 128 }, limits: { maxComputeWorkgroupStorageSize: 32768 } };
  const requests = [
    { algorithm: 'subgroup', type: 'u32', n: 5000, device: subgroups },
    { algorithm: 'reduce-then-scan', type: 'u32', n: 2 ** 26, device: { limits: { maxStorageBufferBindingSize: 2 ** 28 } } },
    { algorithm: 'look-back', type: 'u32', n: 5000 },
  ];
  const modules = await exportAll(page, requests);
  const refused = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const explainer = await ScanLab.explainer();
    const failure = (request) =>
      explainer.export(request).then(
        () => 'no failure',
        ({ code, message }) => `${code}: ${message}`,
      );
    const scan = { algorithm: 'look-back', type: 'u32', n: 100 };
    return {
      progress: await failure({ ...scan, device: { forwardProgress: false } }),
      limit: await failure({ ...scan, device: { limits: { maxBufferSize: 5 } } }),
      length: await failure({ ...scan, n: 2 ** 26 }),
      none: await failure({ ...scan, n: 0 }),
      key: await failure({ ...scan, device: { progress: true } }),
      subgroups: await failure({ ...scan, device: { subgroups: { min: 8, max: 4 } } }),
      name: await failure({ algorithm: 'bogo', n: 8 }),
      nothing: await failure(),
    };
  });
  expect(refused.progress).toMatch(/^unsupported: "look-back" needs forward progress/);
  expect(refused.limit).toBe('bad-argument: device.limits.maxBufferSize must be an integer from 268435456 to 9007199254740991; it was 5.');
  expect(refused.length).toMatch(/^too-large: /);
  expect(refused.none).toBe('bad-argument: n must be an integer from 1 to 4294967295; it was 0.');
  expect(refused.key).toMatch(/^bad-argument: device may have the keys limits, .*; it has "progress"\.$/);
  expect(refused.subgroups).toBe('bad-argument: device.subgroups.max must be an integer from 8 to 128; it was 4.');
  expect(refused.name).toMatch(/^bad-argument: algorithm must be one of /);
  expect(refused.nothing).toMatch(/^bad-argument: /);
  expect(modules[2].code).toContain('forward progress of started workgroups');
  await openBlank(page);
  const found = await page.evaluate(
    async (codes) => {
      const adapter = await navigator.gpu.requestAdapter();
      const device = await adapter.requestDevice();
      const messages = [];
      for (const code of codes) {
        const { prepare } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        const failure = (value) =>
          prepare(value).then(
            () => 'no failure',
            ({ code, message }) => `${code}: ${message}`,
          );
        messages.push(await failure(device), await failure(null));
      }
      return messages;
    },
    modules.map(({ code }) => code).slice(0, 2),
  );
  expect(found).toEqual([
    'unsupported: device.limits.maxComputeWorkgroupStorageSize must be at least 32768; it is 16384.',
    'bad-argument: device must be a GPUDevice; it was null.',
    'unsupported: device.limits.maxStorageBufferBindingSize must be at least 268435456; it is 134217728.',
    'bad-argument: device must be a GPUDevice; it was null.',
  ]);
});

/** A TypeScript program that uses two modules: its deliberate faults must be errors. */
const PROGRAM = `
import { prepare } from './look-back-fallback-add-u32-inclusive.js';
import { prepare as prepareBins } from './histogram-f32.js';
export async function use(device: GPUDevice, encoder: GPUCommandEncoder, input: GPUBuffer, output: GPUBuffer) {
  const [scan, bins] = [await prepare(device), await prepareBins(device)];
  scan.record(encoder, { input: { buffer: input, offset: 256 }, output, heads: input });
  bins.record(encoder.beginComputePass(), { input, output });
  const bytes: number | undefined = scan.requirements.buffers.input;
  // @ts-expect-error
  scan.record(encoder, { input, outputs: output });
  // @ts-expect-error
  scan.record(device, { input, output });
  // @ts-expect-error
  await prepare('device');
  scan.clearNext();
  scan.destroy();
  return [bytes, await bins.check()];
}`;

test('the types of a module are those of a prepared run', async ({ page }) => {
  await openPage(page);
  const modules = await exportAll(page, [
    { algorithm: 'look-back-fallback', type: 'u32', n: 5000, segmented: true },
    { operation: 'histogram', type: 'f32', n: 5000, bins: 9, from: 0, to: 1 },
  ]);
  const folder = test.info().outputPath('modules');
  mkdirSync(folder, { recursive: true });
  for (const { name, code } of modules) writeFileSync(`${folder}/${name}`, code);
  writeFileSync(`${folder}/program.ts`, PROGRAM);
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const options = ['--ignoreConfig', '--noEmit', '--allowJs', '--checkJs', '--strict', '--target', 'es2022', '--module', 'esnext'];
  const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...libraries, `${folder}/program.ts`], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

const exporting = (page) => page.getByRole('group', { name: 'Module of WebGPU' });

test('Learn copies and saves the scan that it shows, as a module', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openView(page, 'Learn');
  const group = exporting(page);
  await group.getByRole('button', { name: 'Copy as WebGPU' }).click();
  await expect(group.getByRole('status').first()).toHaveText(/^hillis-steele-add-u32-inclusive\.js copied: \d+ KB, an ES module\.$/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\/\*\*\n \* The inclusive scan of 1,048,576 elements of u32 by add, sum/);
  const [download] = await Promise.all([page.waitForEvent('download'), group.getByRole('button', { name: 'Save .js' }).click()]);
  expect(download.suggestedFilename()).toBe('hillis-steele-add-u32-inclusive.js');
  // A module for the device of the page may use its subgroups.
  await group.getByRole('combobox').selectOption('for devices like this one');
  await page.getByRole('combobox', { name: 'Scan', exact: true }).selectOption('subgroup');
  await group.getByRole('button', { name: 'Copy as WebGPU' }).click();
  await expect(group.getByRole('status').first()).toHaveText(/^subgroup-add-u32-inclusive\.js copied/);
  const own = await page.evaluate(async () => [
    await navigator.clipboard.readText(),
    (await navigator.gpu.requestAdapter()).info.subgroupMinSize,
  ]);
  expect(own[0]).toContain(`subgroups: [${own[1]}, `);
});

test('where the clipboard refuses, the module is there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await openPage(page);
  await openView(page, 'Learn');
  const group = exporting(page);
  await group.getByRole('button', { name: 'Copy as WebGPU' }).click();
  await expect(group.getByRole('status').first()).toHaveText(
    'Not copied: the browser refuses it. The text below is selected: copy it yourself.',
  );
  const text = group.getByRole('textbox', { name: 'The text of the module' });
  await expect(text).toHaveValue(/^\/\*\*\n \* The inclusive scan of/);
  await expect(text).toBeFocused();
  // After the choice of another scan, the text is outdated.
  await page.getByRole('combobox', { name: 'Scan', exact: true }).selectOption('blelloch');
  await expect(text).toBeHidden();
});

test('Measure copies the fastest scan of the longest input, and offers the others', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await choose(page, ['hillis-steele', 'hybrid']);
  await typeSizes(page, '1000, 5000');
  await run(page);
  await page.getByRole('button', { name: 'Copy as WebGPU' }).click();
  const group = exporting(page);
  await expect(group.getByRole('status').first()).toHaveText(/^(hillis-steele|hybrid)-add-u32-\w+\.js copied/);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toMatch(/^\/\*\*\n \* The \w+ scan of 5,000 elements of u32/);
  const scans = group.getByRole('combobox', { name: 'The scan of the module' });
  await scans.selectOption(await scans.locator('option', { hasText: 'Hillis' }).getAttribute('value'));
  await group.getByRole('combobox', { name: 'The number of elements of the module' }).selectOption('1000');
  await expect(group.getByRole('status').first()).toBeEmpty();
  await group.getByRole('button', { name: 'Copy as WebGPU' }).click();
  await expect(group.getByRole('status').first()).toHaveText(/^hillis-steele-add-u32-\w+\.js copied/);
  expect(await copied()).toMatch(/^\/\*\*\n \* The \w+ scan of 1,000 elements of u32[^]*Hillis/);
});

test('Measure copies what it has measured of an operation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, './?operation=compact:density=0.25:indices=1&algorithms=blelloch&sizes=1000&type=f32');
  await run(page);
  await page.getByRole('button', { name: 'Copy as WebGPU' }).click();
  await expect(exporting(page).getByRole('status').first()).toHaveText(/^compact-f32\.js copied/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const buffer of ['input', 'output', 'indices', 'count']) expect(copied).toContain(`${buffer}: `);
});
