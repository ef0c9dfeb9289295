import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, openTable, rows, run, runButton, runText, typeSizes } from './helpers.js';

const SIZES = [0, 1, 1000, 4096];

test('what is picked is run, verified, tabled and charted', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'reduce-then-scan', 'javascript']);
  await typeSizes(page, SIZES.join(', '));
  await run(page);
  await expect(runText(page)).toHaveText('Done: 12 of 12 points. All outputs are correct.');
  // By then the chart has all points, except those with n = 0, which a logarithmic axis cannot show.
  expect(await page.locator('.chart-place svg .verified-points path').count()).toBe(9);
  await expect(rows(page)).toHaveCount(12);
  for (const id of ['blelloch', 'reduce-then-scan', 'javascript']) {
    for (const n of SIZES) await expect(page.locator(`tr[data-algorithm="${id}"][data-n="${n}"]`)).toHaveAttribute('data-result', 'PASS');
  }
  await expect(page.locator('tr[data-algorithm="blelloch"][data-n="4096"]')).toContainText(/\d (ns|µs|ms|s)/);
  // The row of the copy kernel is above the scans of its size. The size 0 has no copy kernel.
  await expect(page.locator('table.results tr.copy')).toHaveCount(3);
  await expect(page.locator('table.results tr.copy').last()).toContainText(/^Copy kernel4,096–\d/);
  await expect(page.locator('.chart-place svg .lines path')).toHaveCount(2);
  await expect(page.locator('.chart-place svg .cpu-line path')).toHaveCount(1);
  await expect(page.locator('.chart-place svg .failed-points path')).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Line chart of elements\/s.*9 points, all verified/ })).toBeVisible();
});

test('every type and mode comes out right, and the chart can show other measures', async ({ page }) => {
  await openPage(page);
  await choose(page, ['reduce-then-scan']);
  await typeSizes(page, '257, 2^12');
  for (const [type, mode, operator] of [
    ['i32', 'exclusive', 'min'],
    ['f32', 'inclusive', 'add'],
    ['u32', 'exclusive', 'mul'],
  ]) {
    await page.locator('#operator').selectOption(operator);
    await page.locator('#type').selectOption(type);
    await page.locator('#mode').selectOption(mode);
    await run(page);
    await expect(rows(page)).toHaveCount(2);
    await expect(page.locator('tr[data-result="PASS"]')).toHaveCount(2);
  }
  for (const metric of ['GB/s', 'Time of one scan']) {
    await page.getByLabel('Chart', { exact: true }).selectOption({ label: metric === 'GB/s' ? 'Throughput, GB/s' : metric });
    await expect(page.getByRole('img', { name: metric === 'GB/s' ? /GB\/s/ : /time of one scan/ })).toBeVisible();
  }
});

test('a wrong output is shown with its place, and its time is void', async ({ page }) => {
  await page.addInitScript(() => {
    const original = GPUBuffer.prototype.getMappedRange;
    GPUBuffer.prototype.getMappedRange = function corrupted(...range) {
      const bytes = original.apply(this, range);
      if (this.usage & GPUBufferUsage.MAP_READ && bytes.byteLength >= 16_384) new Uint32Array(bytes)[1000] ^= 1;
      return bytes;
    };
  });
  await openPage(page);
  await choose(page, ['blelloch']);
  await typeSizes(page, '64, 4096');
  await run(page);
  await expect(runText(page)).toContainText('1 wrong output.');
  const row = page.locator('tr[data-n="4096"]');
  await expect(row).toHaveAttribute('data-result', 'FAIL');
  await expect(row).toContainText('void');
  await expect(page.locator('tr.note')).toContainText(
    /First wrong element at index 1,000: expected [\d,]+, found [\d,]+ \(tile \d+, invocation \d+\)\. The time is void\./,
  );
  await expect(page.locator('tr[data-n="64"]')).toHaveAttribute('data-result', 'PASS');
  await expect(page.locator('.chart-place svg .failed-points path')).toHaveCount(1);
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(1);
});

test('Cancel stops a sweep where it is and keeps the points', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, Array.from({ length: 60 }, (_, i) => 2 ** 13 + i).join(' '));
  await runButton(page).click();
  await openTable(page);
  await expect(rows(page).nth(1)).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  const told = await rows(page).count();
  await expect(runText(page)).toHaveText(/^Cancelled: \d+ of 120 points are kept\./);
  const kept = await rows(page).count();
  expect(kept).toBeGreaterThanOrEqual(2);
  // After the cancellation, at most the points of one more size are added.
  expect(kept).toBeLessThanOrEqual(told + 2);
  // The lab can run again.
  await typeSizes(page, '100');
  await run(page);
  await expect(rows(page)).toHaveCount(2);
});

test('results are saved as CSV, JSON and SVG', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'javascript']);
  await typeSizes(page, '100, 1000');
  await run(page);
  const csv = await downloaded(page, 'Save CSV');
  expect(csv.name).toMatch(/^scanlab-u32-add-inclusive-[\d-]{10}\.csv$/);
  expect(csv.bytes.toString().trim().split('\r\n')).toHaveLength(5);
  const report = JSON.parse((await downloaded(page, 'Save JSON')).bytes.toString());
  expect(report).toMatchObject({
    app: 'ScanLab',
    config: { sizes: [100, 1000], operator: 'add' },
    browser: await page.evaluate(() => navigator.userAgent),
  });
  expect(report.points).toHaveLength(4);
  // On a busy machine, a series whose time has run out may have only this number of samples.
  expect(report.points[0].samples_ns.length).toBeGreaterThanOrEqual(6);
  expect(report.points[0].copy.elements_per_s).toBeCloseTo((report.points[0].n / report.points[0].copy.median_ns) * 1e9);
  await expect(page.locator('.chart-place svg')).toBeVisible();
  const svg = (await downloaded(page, 'Save SVG')).bytes.toString();
  expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain('ScanLab: inclusive scan with add of u32');
  expect(svg).not.toContain('light-dark(');
});

test('a tuning value is checked and used', async ({ page }) => {
  await openPage(page);
  await choose(page, ['hybrid']);
  await typeSizes(page, '4096');
  const steps = page.locator('#tuning-hybrid-reduce_steps');
  await steps.fill('-1');
  await runButton(page).click();
  await expect(steps).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#tuning-hybrid-reduce_steps-error')).toContainText('found “-1”');
  await expect(steps).toBeFocused();
  await steps.fill('3');
  await run(page);
  const report = JSON.parse((await downloaded(page, 'Save JSON')).bytes.toString());
  expect(report.points[0].tuning).toMatchObject({ reduce_steps: 3 });
});

test('a sweep says how long it takes, waits while the page is hidden, and goes on', async ({ page }) => {
  await openPage(page);
  const forecast = page.locator('#forecast');
  await expect(forecast).toHaveText(/^This takes at most \d+ (s|min|h)\.$/);
  await expect(runButton(page)).toHaveAccessibleDescription(/^This takes/);
  await choose(page, ['blelloch', 'raking']);
  await typeSizes(page, '1000, 2000, 3000');
  const hide = (hidden) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.locator('scan-lab').evaluate((lab) =>
    lab.addEventListener('scanlab-result', () => {
      if (lab.dataset.hid) return;
      lab.dataset.hid = 'yes';
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }),
  );
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Paused/);
  await expect(rows(page)).toHaveCount(1);
  await page.waitForTimeout(1000);
  await expect(rows(page)).toHaveCount(1);
  await hide(false);
  await expect(runText(page)).toHaveText(/^Done: 6 of 6/, { timeout: 120_000 });
  await expect(forecast).toHaveText(/^This takes about \d+ (s|min)\.$/);
});

test('a sweep that waits can be cancelled', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch']);
  await typeSizes(page, '1000, 2000');
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Paused/);
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(runText(page)).toHaveText(/^Cancelled: 0 of 2 points/);
});

test('points are compared, and a crossover is looked for, through the core', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const points = [];
    for await (const point of lab.sweep({ algorithms: ['sequential', 'raking'], sizes: [60_000] })) points.push(point);
    const { n, reason, points: measured } = await lab.crossover({ algorithms: ['raking', 'hillis-steele'], from: 1000, to: 1001 });
    const self = await ScanLab.compare(points[0], points[0]);
    const bad = await ScanLab.compare(points[0], 7).catch((error) => [error instanceof /** @type {any} */ (window).Error, error.code]);
    lab.close();
    return {
      block: points[0].block === points[1].block,
      pair: await ScanLab.compare(points[0], points[1]),
      self,
      bad,
      n,
      reason,
      steps: measured.length,
    };
  });
  expect(found.block).toBe(true);
  expect(found.pair.paired).toBe(true);
  expect(['faster', 'slower', 'same', 'inconclusive']).toContain(found.pair.verdict);
  expect(found.self.ratio.value).toBe(1);
  expect(found.bad).toEqual([true, 'bad-argument']);
  expect(found.n === null ? found.reason : '-').toMatch(/./);
  expect(found.steps).toBeGreaterThanOrEqual(4);
});

test('segments have the average length that is asked for', async ({ page }) => {
  await openPage(page);
  const points = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const points = [];
    for (const more of [{ segmentLength: 37 }, { segmentLength: 1, headsAsBits: true }, {}])
      points.push(await lab.measure({ algorithm: 'subgroup', n: 70_001, segmented: true, transfers: true, seed: 3, ...more }));
    lab.close();
    return points;
  });
  expect(points.map(({ verified, segmentLength }) => [verified, segmentLength])).toEqual([
    [true, 37],
    [true, 1],
    [true, undefined],
  ]);
});
