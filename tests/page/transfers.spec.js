import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, openTable, run, typeSizes, violationsInBothThemes } from './helpers.js';

const chart = (page) => page.locator('.chart-place svg');
const metric = (page) => page.getByLabel('Chart', { exact: true });
const box = (page) => page.getByRole('checkbox', { name: 'Measure uploads and readbacks too' });
const parts = (page, part) => chart(page).locator(`.split-${part} rect`);

/** The point that a separate lab measures. */
async function measured(page, request) {
  return page.evaluate(async (wanted) => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const point = await lab.measure(wanted);
    lab.close();
    return point;
  }, request);
}

test('uploads and readbacks are measured beside scans, drawn, tabled and saved', async ({ page }) => {
  await openPage(page);
  await choose(page, ['hillis-steele', 'subgroup', 'javascript']);
  await typeSizes(page, '2^14, 2^15');
  await run(page);
  await openTable(page);
  await metric(page).selectOption('Upload, GPU, readback');
  await expect(page.locator('.chart-note')).toHaveText(
    'This run has no uploads and readbacks. Choose “Measure uploads and readbacks too” and press Run.',
  );
  await expect(page.getByRole('columnheader', { name: 'Upload' })).toHaveCount(0);

  await box(page).check();
  await expect(page).toHaveURL(/&seed=1&transfers=1&metric=transfers/);
  await run(page);
  for (const part of ['upload', 'gpu', 'readback']) await expect(parts(page, part)).toHaveCount(4);
  await expect(parts(page, 'cpu')).toHaveCount(2);
  await expect(chart(page).locator('.legend text')).toHaveText(['upload', 'GPU', 'readback', 'JavaScript on the CPU']);
  await expect(chart(page).locator('.split-total text').first()).toHaveText(/^[\d.]+ [µm]s$/);
  await expect(page.locator('.chart-note')).toContainText('The page’s clock times them, with an empty GPU queue before and after');
  await page.getByLabel('Show', { exact: true }).selectOption('n = 2¹⁵, as times');
  for (const part of ['upload', 'gpu', 'readback']) await expect(parts(page, part)).toHaveCount(2);
  await expect(page.getByRole('img', { name: /Bars of the time of upload, GPU and readback at n = 32,768: 3 bars/ })).toBeVisible();

  await expect(page.getByRole('columnheader', { name: 'Upload' })).toBeVisible();
  const cells = page.locator('tr[data-algorithm="subgroup"][data-n="32768"] td');
  for (const at of [4, 5]) await expect(cells.nth(at)).toHaveText(/^[\d.]+ [µm]s$/);
  const csv = (await downloaded(page, 'Save CSV')).bytes
    .toString()
    .split('\r\n')
    .map((row) => row.split(','));
  const rows = csv
    .slice(1, -1)
    .map((row) => ({ algorithm: row[0], upload: row[csv[0].indexOf('upload_ns')], readback: row[csv[0].indexOf('readback_ns')] }));
  for (const { algorithm, upload, readback } of rows)
    expect([upload, readback].map(Number).every((ns) => ns > 0)).toBe(algorithm !== 'javascript');
  const file = JSON.parse((await downloaded(page, 'Save JSON')).bytes.toString());
  expect([file.config.transfers, file.points[0].upload.resolved]).toEqual([true, true]);
  expect((await downloaded(page, 'Save SVG')).bytes.toString()).toMatch(/<pattern id="split-\d+-upload"/);

  await page.reload();
  await expect(box(page)).toBeChecked();
  await expect(metric(page)).toHaveValue('transfers');
});

test('transfers of every form of a scan are checked, and a cancelled one ends', async ({ page }) => {
  await openPage(page);
  for (const request of [
    { operator: 'bicyclic', segmented: true, n: 5000 },
    { type: 'f32', mode: 'exclusive', direction: 'backward', n: 70_001 },
  ]) {
    const { verified, upload, readback } = await measured(page, { algorithm: 'raking', transfers: true, ...request });
    expect(verified).toBe(true);
    for (const { samples_ns, resolved, median_ns, minimum_ns } of [upload, readback]) {
      expect(samples_ns.length).toBeGreaterThan(0);
      expect(resolved ? minimum_ns <= median_ns : median_ns).toBe(resolved || null);
    }
  }
  const none = await measured(page, { algorithm: 'javascript', n: 1000, transfers: true });
  expect([none.upload, none.readback]).toEqual([null, null]);
  const code = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const signal = AbortSignal.timeout(100);
    const failure = await lab.measure({ algorithm: 'raking', n: 2 ** 22, transfers: true }, { signal }).catch((error) => error.code);
    const [after] = await lab.scan(Uint32Array.of(7));
    lab.close();
    return `${failure} ${after}`;
  });
  expect(code).toBe('cancelled 7');
});

test('axe finds nothing in bars of uploads, GPU and readbacks in either theme, nor at 360 pixels', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=hillis-steele,subgroup&sizes=2^14&transfers=1&metric=transfers');
  await run(page);
  await openTable(page);
  await expect(parts(page, 'readback')).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
