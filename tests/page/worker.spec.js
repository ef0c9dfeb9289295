/** `scanlab.js` and `scanlab-core.js` without a document: in a worker, and in Node.js. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

/** Runs the body of an async function in a module worker that has imported `ScanLab` and `ScanLabError`. Returns its result. */
function inWorker(page, body) {
  return page.evaluate(async (text) => {
    const source = `
      import { ScanLab, ScanLabError } from ${JSON.stringify(new URL('scanlab.js', document.baseURI).href)};
      try {
        postMessage({ value: await (async () => {${text}})() });
      } catch (error) {
        postMessage({ failure: String(error?.stack ?? error) });
      }`;
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(url, { type: 'module' });
    try {
      const { value, failure } = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(`The worker has failed: ${message}`));
      });
      if (failure) throw new Error(failure);
      return value;
    } finally {
      worker.terminate();
      URL.revokeObjectURL(url);
    }
  }, body);
}

/** A page that loads nothing of ScanLab itself. */
async function openEmptyPage(page) {
  await page.route('./empty', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }));
  await page.goto('./empty');
}

test('in a worker a lab scans, and what it computes is right', async ({ page }) => {
  await openEmptyPage(page);
  const { elements, operators, wrong, verified, long, streamed, closed } = await inWorker(
    page,
    `
    const lab = await ScanLab.open();
    const n = 5000;
    const input = lab.input({ operator: 'mat2', pattern: 'random', seed: 7, n });
    const output = await lab.scan(input, { algorithm: 'look-back-fallback', operator: 'mat2' });
    // Products of 2 × 2 matrices, row by row, which do not commute.
    let [a, b, c, d] = [1, 0, 0, 1];
    let wrong = 0;
    for (let at = 0; at < input.length; at += 4) {
      const [e, f, g, h] = input.subarray(at, at + 4);
      [a, b, c, d] = [[a, e, b, g], [a, f, b, h], [c, e, d, g], [c, f, d, h]].map(([p, q, r, s]) => (Math.imul(p, q) + Math.imul(r, s)) >>> 0);
      if ([a, b, c, d].some((word, i) => word !== output[at + i])) wrong += 1;
    }
    const { verified } = await lab.verify(input, output, { algorithm: 'look-back-fallback', operator: 'mat2' });
    // For a result of this length, a lab in a page starts a worker that allocates it. This lab runs in a worker itself.
    const ones = new Uint32Array(2 ** 21).fill(1);
    const long = (await lab.scan(ones)).every((sum, i) => sum === i + 1);
    const streamed = [];
    const bytes = new Blob([Uint32Array.of(4, 3, 7, 9)]).stream();
    for await (const chunk of lab.scanStream(bytes, { mode: 'exclusive', chunkElements: 3 })) streamed.push(...chunk);
    lab.close();
    const closed = await lab.scan(ones).catch((error) => error instanceof ScanLabError && error.code);
    return { elements: typeof HTMLElement, operators: lab.operators.map(({ id }) => id), wrong, verified, long, streamed, closed };
  `,
  );
  expect(elements).toBe('undefined');
  expect(operators).toContain('mat2');
  expect(wrong).toBe(0);
  expect(verified).toBe(true);
  expect(long).toBe(true);
  expect(streamed).toEqual([0, 4, 7, 14]);
  expect(closed).toBe('bad-argument');
});

test('in a worker a lab measures, calibrates and finds crossovers', async ({ page }) => {
  await openEmptyPage(page);
  const found = await inWorker(
    page,
    `
    const lab = await ScanLab.open();
    const point = await lab.measure({ algorithm: 'blelloch', operator: 'bicyclic', n: 1000, transfers: true });
    const request = { algorithms: ['hillis-steele', 'subgroup'], operator: 'add' };
    const points = [];
    for await (const one of lab.sweep({ ...request, sizes: [256, 1024] })) points.push(one);
    const comparison = await ScanLab.compare(points[2], points[3]);
    const crossover = await lab.crossover({ ...request, from: 64, to: 256 });
    const rows = await lab.calibrate();
    const { calibration } = lab;
    lab.forgetCalibration();
    lab.close();
    return { point, points, comparison, crossover, rows, calibration };
  `,
  );
  const { point, points, comparison, crossover, rows, calibration } = found;
  expect([point.verified, point.hidden, point.mismatch]).toEqual([true, false, null]);
  expect(point.readback.samples_ns.length).toBeGreaterThan(0);
  expect(points.map(({ algorithm, n, verified }) => [algorithm, n, verified])).toEqual([
    ['hillis-steele', 256, true],
    ['subgroup', 256, true],
    ['hillis-steele', 1024, true],
    ['subgroup', 1024, true],
  ]);
  expect(['faster', 'slower', 'same', 'inconclusive']).toContain(comparison.verdict);
  expect(crossover.points.every(({ verified }) => verified)).toBe(true);
  expect(crossover.points.length).toBeGreaterThanOrEqual(4);
  expect(rows.length).toBeGreaterThan(0);
  expect(calibration).toEqual(rows);
});

test('in a worker algorithms are explained without a device', async ({ page }) => {
  await openEmptyPage(page);
  const { ids, steps, passes, texts } = await inWorker(
    page,
    `
    const { algorithms } = await ScanLab.catalogue();
    const explainer = await ScanLab.explainer();
    const request = { algorithm: 'blelloch', n: 2 ** 20 };
    const { steps } = explainer.flow('blelloch', 8);
    return { ids: algorithms.map(({ id }) => id), steps: steps.length, passes: explainer.plan(request).passes.length, texts: explainer.shaders(request).length };
  `,
  );
  expect(ids).toContain('blelloch');
  for (const count of [steps, passes, texts]) expect(count).toBeGreaterThan(0);
});

/** Runs a program in Node.js with the built module. Returns the JSON that it prints. */
async function inNode(body) {
  const module = new URL('../../dist/scanlab.js', import.meta.url).href;
  const program = `import { ScanLab, ScanLabError } from ${JSON.stringify(module)};
    const codeOf = (error) => (error instanceof ScanLabError ? error.code : String(error));
    console.log(JSON.stringify(await (async () => {${body}})()));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}

test('Node.js imports the module, and its failures have codes', async () => {
  const codes = await inNode(`
    const asked = [() => ScanLab.open(), () => ScanLab.catalogue(), () => ScanLab.explainer(), () => ScanLab.compare({}, {})];
    return Promise.all(asked.map((ask) => ask().catch(codeOf)));
  `);
  // In Node.js, fetch() refuses `file:` addresses, so the core is not available.
  expect(codes).toEqual(['webgpu-unavailable', 'unsupported', 'unsupported', 'unsupported']);
});

test('the module without elements scans in a page and defines none; its types are those of the whole module', async ({ page }) => {
  await openEmptyPage(page);
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const found = await page.evaluate(async () => {
    const { ScanLab, ScanLabError } = await import(new URL('scanlab-core.js', document.baseURI).href);
    const lab = await ScanLab.open();
    const sums = await lab.scan(Uint32Array.of(3, 1, 7, 0, 4));
    const point = await lab.measure({ algorithm: 'hillis-steele', n: 1000 });
    const late = await ScanLab.initialize({ wasm: 'scanlab_bg.wasm' }).catch((error) => error);
    lab.close();
    const before = customElements.get('scan-lab');
    const whole = await import(new URL('scanlab.js', document.baseURI).href);
    return {
      sums: [...sums],
      verified: point.verified,
      before: typeof before,
      after: typeof customElements.get('scan-lab'),
      isSame: whole.ScanLab === ScanLab && whole.ScanLabError === ScanLabError,
      late: [late.code, late.message],
    };
  });
  expect(found).toEqual({
    sums: [3, 4, 11, 11, 15],
    verified: true,
    before: 'undefined',
    after: 'function',
    isSame: true,
    late: ['bad-argument', 'initialize must be called before anything else of ScanLab; its core is loaded already.'],
  });
  const [element] = loaded.filter((name) => name.endsWith('/scanlab.js'));
  const before = loaded.slice(0, loaded.indexOf(element)).filter((name) => name.endsWith('.js'));
  const text = await Promise.all(before.map(async (name) => (await page.request.get(name)).text()));
  expect(before.length).toBeGreaterThan(3);
  expect(text.filter((code) => code.includes('scan-conformance'))).toEqual([]);
});

test('Node.js takes the core as bytes or compiled, and refuses what is neither', async () => {
  const found = await inNode(`
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(${JSON.stringify(fileURLToPath(new URL('../../dist/scanlab_bg.wasm', import.meta.url)))});
    const wrong = [undefined, {}, { wasm: 5 }, { wasm: {} }, { wasm: null }, { wasm: bytes, more: 1 }];
    const codes = await Promise.all(wrong.map((options) => ScanLab.initialize(options).catch(codeOf)));
    const broken = await ScanLab.initialize({ wasm: bytes.subarray(0, 100) }).catch(codeOf);
    await ScanLab.initialize({ wasm: await WebAssembly.compile(bytes) });
    const { passes } = (await ScanLab.explainer()).plan({ algorithm: 'look-back', n: 2 ** 20 });
    return { codes, broken, passes: passes.length };
  `);
  expect(found).toEqual({ codes: Array(6).fill('bad-argument'), broken: 'unsupported', passes: 1 });
});

test('Node.js explains algorithms where it can fetch the core', async () => {
  const found = await inNode(`
    const { readFile } = await import('node:fs/promises');
    globalThis.fetch = async (url) => new Response(await readFile(url), { headers: { 'content-type': 'application/wasm' } });
    const { algorithms } = await ScanLab.catalogue();
    const { steps } = (await ScanLab.explainer()).flow('sklansky', 8);
    const compared = await ScanLab.compare({}, {}).catch(codeOf);
    return { ids: algorithms.map(({ id }) => id), steps: steps.length, compared };
  `);
  expect(found.ids).toContain('sklansky');
  expect(found.steps).toBe(3);
  expect(found.compared).toBe('bad-argument');
});
