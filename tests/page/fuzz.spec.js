/** The whole public API with odd values: every call settles, and no call ends the core. SCANLAB_FUZZ_SEED repeats a run. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const MODULES = ['fuzz-run.js', 'fuzz-calls.js', 'odd-values.js'];
const MIN_MS = process.env.SCANLAB_FULL ? 10 * 60_000 : 15_000;
const SEED = Number(process.env.SCANLAB_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A page of the site without anything on it, where the test's own modules are beside ScanLab. */
async function openBlank(page) {
  for (const name of MODULES) {
    await page.route(`**/${name}`, (route) =>
      route.fulfill({ path: fileURLToPath(new URL(name, import.meta.url)), contentType: 'text/javascript' }),
    );
  }
  await page.route('**/blank.html', (route) =>
    route.fulfill({ body: '<!doctype html><title>fuzz</title><body>', contentType: 'text/html' }),
  );
  await page.goto('./blank.html');
}

test('the fuzz test has a generator for every public method', async ({ page }) => {
  await openBlank(page);
  const [names, known] = await page.evaluate(async () => {
    const [{ ScanLab }, { publicNames }, { METHODS }] = await Promise.all([
      import('./scanlab.js'),
      import('./fuzz-run.js'),
      import('./fuzz-calls.js'),
    ]);
    return [await publicNames(ScanLab), Object.keys(METHODS).sort()];
  });
  expect(known).toEqual(names);
});

test('what once ended the core is refused, and the next scan is right', async ({ page }) => {
  await openBlank(page);
  const refused = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const input = Uint32Array.of(3, 1, 4, 1, 5);
    const codeOf = async (work) => {
      try {
        await work();
        return 'none';
      } catch (error) {
        return `${error.name} ${error.code}; then ${await lab.scan(input)}`;
      }
    };
    const follower = Object.assign(Object.create(AbortSignal.prototype), { then: 5 });
    const first = (request) => lab.sweep(request).next();
    return {
      input: await codeOf(() => lab.input({ n: 2 ** 31 })),
      sweep: await codeOf(() => first({ algorithms: [{ id: 'hybrid', tuning: { reduce_steps: 5n } }], sizes: [5] })),
      // The time must not grow with the square of the number of letters or names.
      text: await codeOf(async () => (await ScanLab.explainer()).export('x'.repeat(2 ** 20))),
      names: await codeOf(() => lab.prepare(Object.fromEntries(Array.from({ length: 2 ** 20 }, (_, i) => [`name${i}`, 1])))),
      columns: await codeOf(async () => (await ScanLab.explainer()).flow('hybrid', 2 ** 32 + 4)),
      signal: await codeOf(() => lab.scan(input, { signal: { aborted: false, addEventListener() {} } })),
      follower: await codeOf(() => lab.scan(input, { signal: follower })),
      redefined: await codeOf(() => lab.scan(Object.defineProperty(new Float64Array(2), Symbol.toStringTag, { value: 'Uint32Array' }))),
    };
  });
  const then = '; then 3,4,8,9,14';
  const bad = `ScanLabError bad-argument${then}`;
  const { input, ...others } = refused;
  expect(input).toBe(`ScanLabError too-large${then}`);
  expect(others).toEqual({ sweep: bad, text: bad, names: bad, columns: bad, signal: bad, follower: bad, redefined: bad });
});

test('a test input that is filled in pieces has each element in its place', async ({ page }) => {
  await openBlank(page);
  const bad = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const shears = lab.input({ operator: 'mat2', pattern: 'sorted', n: 50_000 });
    const ranks = lab.input({ operator: 'add', type: 'u32', pattern: 'sorted', n: 200_001 });
    return [shears.findIndex((word, i) => word !== [1, i >> 2, 0, 1][i % 4]), ranks.findIndex((word, i) => word !== i)];
  });
  expect(bad).toEqual([-1, -1]);
});

test('a stream whose reader throws or rejects leaves no rejection unhandled, however it ends', async ({ page }) => {
  await openBlank(page);
  expect(await page.evaluate(runBadReaders)).toEqual([]);
});

/** Runs in the page: scans streams whose readers fail in every way, and ends each scan in every way. */
async function runBadReaders() {
  const { ScanLab } = await import('./scanlab.js');
  const lab = await ScanLab.open();
  const [found, throws, rejects] = [
    [],
    () => {
      throw new Error('odd');
    },
    async () => {
      throw new Error('odd');
    },
  ];
  let current = '';
  addEventListener('unhandledrejection', ({ reason }) => found.push(`${current}: ${reason}`));
  const reads = {
    throws,
    rejects,
    waits: () => new Promise(() => {}),
    ends: async () => ({ done: true }),
    'gives text': async () => ({ done: false, value: 'odd' }),
  };
  const cancels = { throws, rejects, 'is missing': undefined, 'gives a bad promise': () => ({ then: throws }) };
  const ends = {
    read: (reader) => reader.read(),
    cancel: (reader) => reader.cancel(),
    'read and cancel': (reader) => Promise.all([reader.read(), reader.cancel()]),
    abort: (reader, stopper) => {
      const first = reader.read();
      stopper.abort();
      return first;
    },
  };
  for (const [readName, read] of Object.entries(reads)) {
    for (const [cancelName, cancel] of Object.entries(cancels)) {
      for (const [endName, end] of Object.entries(ends)) {
        current = `read ${readName}, cancel ${cancelName}, ended by ${endName}`;
        if (readName === 'waits' && endName === 'read') continue;
        const stopper = new AbortController();
        const results = lab.scanStream({ locked: false, getReader: () => ({ read, cancel }) }, { signal: stopper.signal });
        await end(results.getReader(), stopper).catch(() => {});
        // The browser reports unhandled rejections in a later task.
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
  }
  return found;
}

test('whatever is passed to the public API, every call settles, fails with a code at most, and leaves the core alive', async ({ page }) => {
  test.setTimeout(MIN_MS + 10 * 60_000);
  console.log(`SCANLAB_FUZZ_SEED=${SEED}`);
  let [last, crashed] = ['', false];
  await page.exposeFunction('noteCall', (text) => void (last = text));
  page.on('crash', () => (crashed = true));
  await openBlank(page);
  const found = await page
    .evaluate(runFuzz, { seed: SEED, least_ms: MIN_MS })
    .catch((error) => ({ wrong: `${last}: ${crashed ? 'the page has crashed' : error.message}` }));
  console.log(JSON.stringify(found));
  expect(found.wrong, `SCANLAB_FUZZ_SEED=${SEED}`).toBeNull();
});

/** Runs the fuzz test in the page. */
async function runFuzz({ seed, least_ms }) {
  const [library, { fuzz, isOwn }] = await Promise.all([import('./scanlab.js'), import('./fuzz-run.js')]);
  const uncaught = [];
  const note = (kind, error) => uncaught.push(`${kind}: ${error?.stack ?? error}`);
  // An error that a caller's onProgress throws is reported, and ends nothing. A rejected promise of the caller must be handled.
  addEventListener('error', ({ error, message }) => isOwn(error) || note('an uncaught error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => note('an unhandled rejection', reason));
  let current = '';
  const found = await fuzz(library, {
    seed,
    least_ms,
    note: (text) => {
      if (uncaught.length) throw new Error(`${current} left ${uncaught.join('; ')}`);
      current = text;
      globalThis.noteCall(text);
    },
  });
  // The browser reports unhandled rejections a little later.
  await new Promise((resolve) => setTimeout(resolve));
  return { ...found, wrong: found.wrong ?? (uncaught.length ? `${current} left ${uncaught.join('; ')}` : null) };
}
