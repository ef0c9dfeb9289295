import { expect, test } from '@playwright/test';
import { choose, openList, openPage, openView, rows, run, runButton, runText, typeSizes, view } from './helpers.js';

const notice = (page, code) => page.locator(`.notice[data-code="${code}"]`);

test('without WebGPU the page says what to use, and stays readable', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./');
  await expect(notice(page, 'webgpu-unavailable')).toContainText('This browser does not offer WebGPU');
  await openView(page, 'Measure');
  await expect(runText(page)).toContainText('There is no GPU');
  await openList(page);
  await expect(page.getByRole('checkbox').first()).toBeEnabled();
  await openView(page, 'Check');
  await expect(view(page, 'check').getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await expect(view(page, 'check').locator('.run-text')).toContainText('Run needs a GPU');
});

test('an insecure address has its own message', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { get: () => false }));
  await page.goto('./');
  await expect(notice(page, 'insecure-context')).toContainText('https://');
});

test('no adapter: said, and a later one is found', async ({ page }) => {
  await page.addInitScript(() => {
    const original = GPU.prototype.requestAdapter;
    GPU.prototype.requestAdapter = async function hidden(...options) {
      return globalThis.adapterShown ? original.apply(this, options) : null;
    };
  });
  await page.goto('./');
  await expect(page.locator('.adapter')).toHaveText('Looking for a GPU…');
  await expect(notice(page, 'no-adapter')).toContainText('No GPU was found');
  // The page opens in the view for visitors without a GPU.
  await expect(view(page, 'learn')).toBeVisible();
  await page.evaluate(() => {
    globalThis.adapterShown = true;
  });
  await page.getByRole('button', { name: 'Look for a GPU again' }).click();
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect(notice(page, 'no-adapter')).toHaveCount(0);
  await openView(page, 'Measure');
  await expect(runText(page)).toHaveText('');
  await expect(runButton(page)).toBeEnabled();
});

test('a lost device is replaced, and the sweep goes on where it was', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.devices = [];
    const original = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function remembered(...options) {
      const device = await original.apply(this, options);
      globalThis.devices.push(device);
      return device;
    };
  });
  await openPage(page);
  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, '1000, 2000, 3000, 4000');
  await page.locator('scan-lab').evaluate((lab) => {
    let results = 0;
    lab.addEventListener('scanlab-result', () => {
      if (++results === 2) globalThis.devices.at(-1).destroy();
    });
  });
  await runButton(page).click();
  await expect(notice(page, 'device-lost')).toContainText('The points so far are kept');
  const kept = await rows(page).count();
  expect(kept).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: 'Open a new device and continue' }).click();
  await expect(runText(page)).toHaveText('Done: 8 of 8 points. All outputs are correct.', { timeout: 120_000 });
  await expect(rows(page)).toHaveCount(8);
  expect(await page.evaluate(() => globalThis.devices.length)).toBe(2);
  await expect(notice(page, 'device-lost')).toHaveCount(0);
  // A device that is lost between runs is reported at once, and the next run opens a new device.
  await page.evaluate(() => globalThis.devices.at(-1).destroy());
  await expect(notice(page, 'device-lost')).toBeVisible();
  await typeSizes(page, '10');
  await run(page);
  await expect(rows(page)).toHaveCount(2);
});

test('a part of the page that does not arrive is told, and comes with the next press', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch']);
  await typeSizes(page, '1000');
  await page.route('**/measurer-*.js', (route) => route.abort());
  await runButton(page).click();
  await expect(runText(page)).toHaveText('Stopped: A part of this page could not be loaded.');
  await expect(notice(page, 'unsupported')).toContainText('The code that measures is required; it could not be loaded');
  const failure = await page.evaluate(async () => {
    const { ScanLab, ScanLabError } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    return lab.measure({ algorithm: 'blelloch', n: 10 }).catch((error) => [error instanceof ScanLabError, error.code]);
  });
  expect(failure).toEqual([true, 'unsupported']);
  await page.unroute('**/measurer-*.js');
  await run(page);
  await expect(notice(page, 'unsupported')).toHaveCount(0);
});

test('what parts that are loaded lazily throw is of the class that scanlab.js exports', async ({ page }) => {
  await openPage(page);
  const outcomes = await page.evaluate(async () => {
    const { ScanLab, ScanLabError } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const broken = new ReadableStream({ pull: (controller) => controller.enqueue('text') });
    const failures = [
      lab.crossover({ algorithms: ['blelloch'], from: 1, to: 2 }),
      ScanLab.compare({}, {}),
      lab.scanStream(broken, { type: 'u32' }).getReader().read(),
    ].map((promise) =>
      promise.then(
        () => 'none',
        (error) => `${error instanceof ScanLabError} ${error.code}`,
      ),
    );
    return Promise.all(failures).finally(() => lab.close());
  });
  expect(outcomes).toEqual(['true bad-argument', 'true bad-argument', 'true bad-argument']);
});

test('a GPU that hangs is given up within the bound, and the next Run works', async ({ page }) => {
  await page.addInitScript(() => {
    // When the test sets `gpuHangs`, the GPU no longer answers any request.
    const hangs = () => globalThis.gpuHangs;
    for (const [prototype, name] of [
      [GPUQueue.prototype, 'onSubmittedWorkDone'],
      [GPUBuffer.prototype, 'mapAsync'],
    ]) {
      const original = prototype[name];
      prototype[name] = function hanging(...options) {
        if (!hangs()) return original.apply(this, options);
        if (name === 'mapAsync') globalThis.readbackHangs = true;
        return new Promise(() => {});
      };
    }
  });
  await page.clock.install();
  await openPage(page);
  // By then the GPU has answered the requests of the first screen.
  await expect(page.locator('.introduction .result')).toHaveText(['PASS', 'PASS']);
  await choose(page, ['blelloch']);
  await typeSizes(page, '1000, 2000');
  await page.evaluate(() => {
    globalThis.gpuHangs = true;
  });
  await runButton(page).click();
  await expect(runText(page)).toContainText('1,000');
  // Until then the GPU compiles shaders, which takes real time and not time of the mocked clock.
  await expect.poll(() => page.evaluate(() => globalThis.readbackHangs)).toBe(true);
  // A machine that sleeps for an hour does not count as a GPU that hangs.
  await page.clock.fastForward('01:00:00');
  await expect(notice(page, 'device-lost')).toHaveCount(0);
  await page.clock.runFor(33_000);
  await expect(notice(page, 'device-lost')).toContainText(
    'within 30 s (watchdogMs); a measurement of 1,000 elements with blelloch did not',
  );
  await expect(runText(page)).toContainText('Stopped');
  await page.evaluate(() => {
    globalThis.gpuHangs = false;
  });
  await run(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(notice(page, 'device-lost')).toHaveCount(0);
});

test('an array that is given away in the course of its scan ends it at once, and the lab goes on', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const scan = (input, heads) =>
      lab.scan(input, { algorithm: 'reduce-then-scan', heads }).then(
        () => 'no failure',
        ({ code }) => code,
      );
    const create = GPUDevice.prototype.createBuffer;
    /** Transfers the array away when the scan makes its first buffer, which has the size for the array's length. */
    const lose = (array) => {
      GPUDevice.prototype.createBuffer = function losing(...options) {
        GPUDevice.prototype.createBuffer = create;
        array.buffer.transfer();
        return create.apply(this, options);
      };
    };
    const codes = [];
    // The lengths are uploaded by one write, through staging buffers, and as a long array.
    for (const n of [1000, 2 ** 19, 2 ** 21]) {
      const input = new Uint32Array(n).fill(1);
      lose(input);
      codes.push(await scan(input));
      const heads = new Uint32Array(n);
      lose(heads);
      codes.push(await scan(new Uint32Array(n), heads));
      // The array is transferred before its scan begins.
      const first = scan(new Uint32Array(n));
      const early = new Uint32Array(n);
      const second = scan(early);
      early.buffer.transfer();
      codes.push(await first, await second);
    }
    return { codes, sums: [...(await lab.scan(Uint32Array.of(1, 2, 3)))] };
  });
  expect(found.codes).toEqual(Array(3).fill(['bad-argument', 'bad-argument', 'no failure', 'bad-argument']).flat());
  expect(found.sums).toEqual([1, 3, 6]);
});

/** Makes the probe's kernel store wrong positions, as if the invocations of a subgroup were not neighbours. */
function withScatteredSubgroups() {
  const { createShaderModule } = GPUDevice.prototype;
  GPUDevice.prototype.createShaderModule = function changed(descriptor) {
    const code = descriptor.code.replace(/(places\[3u \* index\] = first);/, '$1 + 128u;');
    return createShaderModule.call(this, { ...descriptor, code });
  };
}

test('subgroups are used where a probe shows that they are of neighbouring invocations, else off with the reason', async ({
  page,
  context,
}) => {
  const opened = async (target) => {
    await openPage(target, './#measure');
    const found = await target.evaluate(async () => {
      const { ScanLab } = await import('./scanlab.js');
      const lab = await ScanLab.open();
      const query = { algorithm: 'subgroup', operator: 'add', type: 'u32' };
      const compact = { operation: 'compact', scan: 'subgroup' };
      const [input, text] = [Uint32Array.from({ length: 10_000 }, (_, i) => i % 7), (request) => JSON.stringify(lab.shaders(request))];
      const output = await lab.scan(input);
      const { verified } = await lab.verify(input, output, {});
      const usesSubgroups = /subgroupShuffle/.test(text({ algorithm: 'look-back-fallback', operator: 'add', type: 'u32', n: 10_000 }));
      const { subgroups, subgroupsAdjoin } = lab.adapter;
      const reasons = [lab.supports(query), lab.supports(compact)];
      lab.close();
      return { subgroups, subgroupsAdjoin, reasons, verified, usesSubgroups };
    });
    return found;
  };
  const shown = await opened(page);
  expect(shown).toMatchObject({ subgroupsAdjoin: true, reasons: [null, null], verified: true, usesSubgroups: true });
  const other = await context.newPage();
  await other.addInitScript(withScatteredSubgroups);
  const reason = expect.stringMatching(/^"subgroup" needs subgroups of neighbouring invocations; no probe has shown them/);
  expect(await opened(other)).toEqual({
    subgroups: shown.subgroups,
    subgroupsAdjoin: false,
    reasons: [reason, reason],
    verified: true,
    usesSubgroups: false,
  });
  await expect(other.locator('.adapter')).toContainText('not of neighbouring invocations: scans that need them are off');
});
