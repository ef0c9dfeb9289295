/** The emulator as a module: it runs a caller's kernels without a GPU, and finds their faults with their lines. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from '@playwright/test';

const REDUCE = `var<workgroup> sums: array<f32, 64>;
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(64)
fn reduce(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) workgroup: vec3u) {
    sums[local_index] = numbers[64u * workgroup.x + local_index];
    for (var half = 32u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local_index < half) { sums[local_index] += sums[local_index + half]; }
    }
    if (local_index == 0u) { result[workgroup.x] = sums[0]; }
}`;

/** Runs a function in the browser, with only the emulator's module. */
const withEmulator = async (page, work, given) => {
  await page.route('**/nothing.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Nothing</title>' }),
  );
  await page.goto('nothing.html');
  return page.evaluate(`(async () => (${work})(await import('./scanlab-emulator.js'), ${JSON.stringify(given)}))()`);
};

test('a kernel gives what a GPU would, on every schedule, and leaves its arrays as they are', async ({ page }) => {
  const found = await withEmulator(
    page,
    async ({ emulate }, code) => {
      const numbers = Float32Array.from({ length: 128 }, (_, i) => i / 2);
      const runs = [];
      for (const schedule of ['lockstep', 'round-robin', 'reversed', 'random', 'serial']) {
        const buffers = { 0: numbers, 3: new Float32Array(2) };
        const {
          buffers: after,
          findings,
          outcome,
          costs,
          counters,
        } = await emulate({
          code,
          entryPoint: 'reduce',
          workgroups: 2,
          buffers,
          subgroupSize: 16,
          schedule,
        });
        const barriers = counters.find(({ counted }) => counted === 'barrier').count;
        runs.push({
          sums: [...after[3]],
          is: after[3] instanceof Float32Array,
          kept: buffers[3][0],
          findings,
          outcome,
          dmm: costs.dmm > 0,
          barriers,
        });
      }
      return runs;
    },
    REDUCE,
  );
  const sums = [0, 1].map((workgroup) => Array.from({ length: 64 }, (_, i) => (64 * workgroup + i) / 2).reduce((a, b) => a + b));
  const right = { sums, is: true, kept: 0, findings: [], outcome: 'completed', barriers: 2 * 6 };
  expect(found).toEqual(['lockstep', 'others', 'others', 'others', 'others'].map((kind) => ({ ...right, dmm: kind === 'lockstep' })));
});

test('a missing barrier is a data race with its lines, whatever the result', async ({ page }) => {
  const { findings, messages } = await withEmulator(
    page,
    ({ emulate }, code) => emulate({ code, entryPoint: 'reduce', buffers: { 0: new Float32Array(64), 3: new Float32Array(1) } }),
    REDUCE.replace('        workgroupBarrier();\n', ''),
  );
  expect(findings.map(({ kind, variable }) => [kind, variable])).toContainEqual(['data-race', 'sums']);
  const places = findings.flatMap((finding) => finding.places.map(({ line, action }) => `${line} ${action}`));
  expect(places).toContain('8 read');
  expect(messages[0]).toContain('sums');
});

test('a trace has every access in the order of execution', async ({ page }) => {
  const [none, events] = await withEmulator(page, async ({ emulate }) => {
    const code = `@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
      @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { numbers[i] += 1u; }`;
    const run = { code, buffers: [Uint32Array.of(5, 7)], schedule: 'serial' };
    return [(await emulate(run)).trace, (await emulate({ ...run, trace: true })).trace];
  });
  expect(none).toEqual([]);
  const accesses = events.filter(({ variable }) => variable === 'numbers');
  expect(accesses.map(({ kind, line, invocation, word, old, new: after }) => [kind, line, invocation, word, old, after])).toEqual([
    ['read', 2, 0, 0, 5, 5],
    ['write', 2, 0, 0, 5, 6],
    ['read', 2, 1, 1, 7, 7],
    ['write', 2, 1, 1, 7, 8],
  ]);
  expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('workgroup'))).toEqual(['workgroup-start', 'workgroup-end']);
});

test('what is wrong with a run is said, and the next run is right', async ({ page }) => {
  const found = await withEmulator(
    page,
    async ({ emulate, initialize }, code) => {
      const { ScanLabError } = await import('./scanlab-core.js');
      const failure = (work) =>
        Promise.resolve(work).then(
          () => 'no failure',
          (error) => `${error instanceof ScanLabError} ${error.code}: ${error.message}`,
        );
      const buffers = { 0: new Float32Array(64), 3: new Float32Array(1) };
      const run = { code, entryPoint: 'reduce', buffers };
      const { proxy: revoked, revoke } = Proxy.revocable([], {});
      revoke();
      return {
        first: await failure(initialize({ wasm: 1 })),
        none: await failure(emulate()),
        code: await failure(emulate({ ...run, code: 1 })),
        syntax: await failure(emulate({ ...run, code: 'fn main( {' })),
        entryPoint: await failure(emulate({ ...run, entryPoint: 'main' })),
        workgroups: await failure(emulate({ ...run, workgroups: [1, 2, 3, 4] })),
        most: await failure(emulate({ ...run, workgroups: 65_536 })),
        text: await failure(emulate({ ...run, workgroups: 'one' })),
        trace: await failure(emulate({ ...run, trace: 1 })),
        traced: await failure(emulate({ ...run, trace: true, traceLimit: 2 ** 20 })),
        full: await failure(emulate({ ...run, trace: true, traceLimit: 5 })),
        revoked: await failure(emulate({ ...run, workgroups: revoked })),
        buffers: await failure(emulate({ ...run, buffers: 1 })),
        array: await failure(emulate({ ...run, buffers: { 0: [1], 3: new Float32Array(1) } })),
        binding: await failure(emulate({ ...run, buffers: { ...buffers, x: new Float32Array(1) } })),
        missing: await failure(emulate({ ...run, buffers: { 0: buffers[0] } })),
        option: await failure(emulate({ ...run, subgroups: 4 })),
        size: await failure(emulate({ ...run, subgroupSize: 3 })),
        long: (await failure(emulate({ ...run, subgroupSize: 'x'.repeat(2 ** 20) }))).slice(-3),
        endless: (
          await emulate({
            code: '@group(0) @binding(0) var<storage, read_write> x: atomic<u32>; @compute @workgroup_size(1) fn main() { while (atomicLoad(&x) == 0u) {} }',
            buffers: [new Uint32Array(1)],
          }).catch((error) => error)
        ).outcome,
        steps: await failure(emulate({ ...run, stepLimit: 10 })),
        later: await failure(initialize({ wasm: './scanlab-emulator-web_bg.wasm' })),
        next: (await emulate(run)).outcome,
      };
    },
    REDUCE,
  );
  const wrong = (text) => expect.stringMatching(new RegExp(`^true bad-argument: ${text}`));
  expect(found).toEqual({
    first: wrong('wasm must be an address, a Response, bytes or a WebAssembly.Module; it was 1\\.'),
    none: wrong('run must be an object; it was undefined'),
    code: wrong('code must be a module in WGSL; it was 1'),
    syntax: wrong('.*expected'),
    entryPoint: wrong('.*main'),
    workgroups: wrong('workgroups must be a number, or an array of up to three'),
    trace: wrong('trace must be true or false; it was 1'),
    traced: wrong('traceLimit must be an integer from 1 to 262144; it was 1048576'),
    full: wrong('the trace has more than 5 events'),
    text: wrong('workgroups must be a number, or an array of up to three; it was "one"'),
    revoked: wrong('workgroups must be readable'),
    most: wrong('workgroups\\[0\\] must be an integer from 0 to 65535; it was 65536'),
    buffers: wrong('buffers must be an object or an array of typed arrays, by their bindings; it was 1'),
    array: wrong('buffers\\[0\\] must be a Uint32Array, Int32Array or Float32Array; it was an array of length 1'),
    binding: wrong('the binding of buffers\\[x\\] must be an integer from 0 to 999'),
    missing: wrong('.*result'),
    option: wrong('.*subgroups'),
    size: wrong('.*subgroup'),
    long: 'xx…',
    endless: 'endless',
    steps: wrong('.*10'),
    later: wrong('initialize must be called before any other function of the emulator'),
    next: 'completed',
  });
});

const [example, inNode] = [...fs.readFileSync('docs/emulator.md', 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test('the example of the document finds the race that it names, in a page and in Node.js', async ({ page }) => {
  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  await withEmulator(page, () => {});
  await page.addScriptTag({ type: 'module', content: `${example}\ndocument.title = 'Done';` });
  await expect(page).toHaveTitle('Done');
  expect(printed).toEqual(['data-race sums [8, 8]']);
  const code = `${inNode}\n${example.replace(/^import .*\n/, '')}`;
  const env = { ...process.env, FORCE_COLOR: '0' };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', env });
  expect(output.trim()).toBe('data-race sums [ 8, 8 ]');
});

const [submit] = [...fs.readFileSync('docs/exercises.md', 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test('the judge passes solutions, and says of a wrong kernel where and why', async ({ page }) => {
  const found = await withEmulator(page, async ({ exercises, judge }) => {
    const verdicts = [];
    for (const { id, solution, skeleton } of await exercises()) {
      const right = await judge({ exercise: id, code: solution });
      const begun = await judge({ exercise: id, code: skeleton, seed: 1 });
      verdicts.push({ id, passed: right.passed, seed: Number.isInteger(right.seed), begun: begun.passed });
    }
    const refused = (submission) => judge(submission).catch(({ code, message }) => `${code}: ${message}`);
    const wrong = await refused({ exercise: 'serial', code: 'fn scan( {', seed: 1 });
    return {
      verdicts,
      compile: wrong.failures[0],
      unknown: await refused({ exercise: 'parallel', code: '' }),
      code: await refused({ exercise: 'serial', code: 1 }),
      seed: await refused({ exercise: 'serial', code: '', seed: -1 }),
      none: await refused(),
    };
  });
  expect(found.verdicts.map(({ id }) => id).slice(0, 3)).toEqual(['serial', 'two-buffers', 'one-buffer']);
  for (const { id, ...verdict } of found.verdicts) expect(verdict, id).toEqual({ passed: true, seed: true, begun: false });
  expect(found.compile).toMatchObject({ kind: 'compile', line: 1, column: 10, operator: 'add' });
  expect(found.unknown).toMatch(/^bad-argument: exercise must be one of serial, .*; found “parallel”/);
  expect(found.code).toBe('bad-argument: code must be a module in WGSL; it was 1.');
  expect(found.seed).toMatch(/^bad-argument: seed must be an integer from 0 to 4294967295/);
  expect(found.none).toMatch(/^bad-argument: exercise must be/);
});

test('a file of a student is graded by its code alone', async ({ page }) => {
  const found = await withEmulator(page, async ({ exercises, grade }) => {
    const [{ solution, skeleton }] = await exercises();
    const file = (code, more) => JSON.stringify({ exercise: 'serial', code, seed: 7, ...more });
    const refused = (...given) => grade(...given).catch(({ code, message }) => `${code}: ${message}`);
    return {
      right: (await grade(file(solution, { verdict: { passed: false } }))).passed,
      wrong: (await grade(file(skeleton, { verdict: { passed: true } }), { seed: 3 })).passed,
      unknown: await refused(JSON.stringify({ exercise: 'none', code: '', seed: null })),
      form: await refused('{'),
      text: await refused(1),
      option: await refused(file(solution), { seeds: 1 }),
    };
  });
  expect(found).toEqual({
    right: true,
    wrong: false,
    unknown: expect.stringMatching(/^bad-argument: exercise must be one of serial/),
    form: expect.stringMatching(/^bad-argument: /),
    text: 'bad-argument: handIn must be the text of a file; it was 1.',
    option: expect.stringMatching(/^bad-argument: options may have the keys file, seed/),
  });
});

test('a page judges in a worker, one kernel after the other, and an aborted one ends its worker alone', async ({ page }) => {
  const workers = [];
  page.on('worker', (worker) => workers.push(worker));
  const judged = await withEmulator(page, async ({ exercises, judge, initialize }) => {
    const { ScanLabError } = await import('./scanlab-core.js');
    // A worker resolves relative addresses by its own address.
    await initialize({ wasm: 'scanlab-emulator-web_bg.wasm' });
    const { id, solution, skeleton } = (await exercises()).at(-1);
    const before = (await judge({ exercise: 'serial', code: '' })).passed;
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const codes = [solution, solution, skeleton];
    const all = controllers.map(({ signal }, i) => judge({ exercise: id, code: codes[i] }, { signal }));
    const failure = (verdict) => verdict.catch((error) => [error instanceof ScanLabError, error.code]);
    const settled = all.map(failure);
    await new Promise((resolve) => setTimeout(resolve));
    // Aborts a verdict that waits, and then the running one.
    controllers[1].abort();
    const second = await settled[1];
    controllers[0].abort();
    return {
      before,
      first: await settled[0],
      second,
      third: (await settled[2]).passed,
      late: await failure(judge({ exercise: id, code: '' }, { signal: controllers[0].signal })),
      unknown: await failure(judge({ exercise: 'none', code: '' })),
      signal: await failure(judge({ exercise: id, code: '' }, { signal: 1 })),
      options: await failure(judge({ exercise: id, code: '' }, { wait: 1 })),
    };
  });
  const cancelled = [true, 'cancelled'];
  const wrong = [true, 'bad-argument'];
  expect(judged).toEqual({
    before: false,
    first: cancelled,
    second: cancelled,
    third: false,
    late: cancelled,
    unknown: wrong,
    signal: wrong,
    options: wrong,
  });
  expect(workers.map((worker) => new URL(worker.url()).pathname)).toEqual(['/judge-worker.js', '/judge-worker.js']);
  await expect.poll(() => page.workers().length).toBe(1);
});

test('where a policy refuses workers the page judges, with one verdict per kernel', async ({ page }) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'";
  await page.route('**/refusing.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><title>Refusing</title>',
    }),
  );
  await page.goto('refusing.html');
  const judged = await page.evaluate(async () => {
    const { exercises, judge } = await import('./scanlab-emulator.js');
    const [{ id, solution, skeleton }] = await exercises();
    const verdicts = await Promise.all([solution, skeleton].map((code) => judge({ exercise: id, code })));
    const reason = await judge({ exercise: 'none', code: '' }).catch(({ code }) => code);
    return [...verdicts.map(({ passed }) => passed), reason];
  });
  expect(judged).toEqual([true, false, 'bad-argument']);
  expect(page.workers()).toEqual([]);
});

test('the example of the exercises prints what the document says', async ({ page }) => {
  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  await withEmulator(page, () => {});
  await page.addScriptTag({ type: 'module', content: `${submit}\ndocument.title = 'Done';` });
  await expect(page).toHaveTitle('Done');
  expect(printed).toEqual([
    'false wrong-output',
    'This is the exclusive scan: in an inclusive scan, element i is combined before result[i] is stored.',
  ]);
});

test('an explainer emulates and judges kernels too', async ({ page }) => {
  await page.goto('conformance/');
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import(new URL('../scanlab-core.js', document.baseURI).href);
    const explainer = await ScanLab.explainer();
    const code =
      '@group(0) @binding(0) var<storage, read_write> words: array<u32>; @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { words[i] += 5u; }';
    const { buffers, outcome } = await explainer.emulate({ code, buffers: { 0: Uint32Array.of(1, 2) } });
    const [{ id, solution, skeleton }] = await explainer.exercises();
    const right = await explainer.judge({ exercise: id, code: solution });
    const wrong = await explainer.judge({ exercise: id, code: skeleton, seed: 3 });
    const refused = await explainer.judge({ exercise: 'none', code }).catch(({ code: reason }) => reason);
    return { words: [...buffers[0]], outcome, passed: [right.passed, wrong.passed], seed: wrong.seed, refused };
  });
  expect(found).toEqual({ words: [6, 7], outcome: 'completed', passed: [true, false], seed: 3, refused: 'bad-argument' });
});
