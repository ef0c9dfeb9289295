import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { reportText } from '../../www/conformance/report.ts';
import { runGrid } from './conformance-driver.mjs';
import { caseCount, downloaded, openView, runButton, violationsInBothThemes } from './helpers.js';
import { reportErrors } from './report-schema.mjs';

const runText = (page) => page.locator('.run-text');

async function openConformance(page, path = './conformance/?algorithms=blelloch&operators=max') {
  await page.goto(path);
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect.poll(() => caseCount(page)).toBeGreaterThan(0);
}

test('a small grid runs and is saved as a report', async ({ page }) => {
  await openConformance(page, './conformance/?algorithms=nakano&operators=max');
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Done\. (\d+) of \1 cases: \d+ passed, 0 failed, 0 not supported\.$/, { timeout: 220_000 });
  await expect(page.locator('.grid td[data-outcome="passed"]')).toHaveCount(3);
  const { name, bytes } = await downloaded(page, 'Save JSON');
  expect(name).toMatch(/^scanlab-conformance-[\d-]{10}\.json$/);
  const report = JSON.parse(bytes.toString());
  expect(reportErrors(report)).toEqual([]);
  expect(report).toMatchObject({
    app: 'ScanLab',
    grid: 'spread',
    complete: true,
    failures: [],
    browser: await page.evaluate(() => navigator.userAgent),
  });
  expect(report.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(report.adapter).toHaveProperty('vendor');
  expect(report.cases).toMatchObject({ passed: report.cases.total, failed: 0 });
  expect(report.results).toHaveLength(report.cases.total);
  expect(new Set(report.results.map(({ size, pattern }) => `${size} ${pattern}`)).size).toBe(
    report.axes.sizes.length * report.axes.patterns.length,
  );
});

/** Changes a bit of every long output on its way from the device. */
const corruptOutputs = () => {
  const original = GPUBuffer.prototype.getMappedRange;
  GPUBuffer.prototype.getMappedRange = function corrupted(...range) {
    const bytes = original.apply(this, range);
    if (this.usage & GPUBufferUsage.MAP_READ && bytes.byteLength >= 16_384) new Uint32Array(bytes)[1000] ^= 1;
    return bytes;
  };
};

test('a wrong output is a failed cell and is told in words', async ({ page }) => {
  await page.addInitScript(corruptOutputs);
  await openConformance(page);
  await runButton(page).click();
  await expect(page.locator('.grid td[data-outcome="failed"]').first()).toContainText('✕');
  await expect(page.locator('.failures li').first()).toContainText(
    /^blelloch: .*scan with max of [uif]32(?: from an initial value)?, n = [\d,]+.*First wrong element at index 1,000: expected /,
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(runText(page)).toHaveText(/^Stopped\. /);
  await expect(runButton(page)).toBeEnabled();
});

test('what runs can be chosen; all cases are counted before they run', async ({ page }) => {
  await openConformance(page);
  const count = () => caseCount(page);
  const spread = await count();
  await page.getByRole('radio', { name: 'Everything: long' }).check();
  await expect.poll(count).toBeGreaterThan(spread);
  await page.getByText('Choose scans and operators').click();
  await page.getByRole('button', { name: 'No scans' }).click();
  await expect(page.getByText('Choose at least one scan and one operator.')).toBeVisible();
  await runButton(page).click();
  await expect(runText(page)).toContainText('Not started');
  await expect(page.getByRole('heading', { name: 'Outcome' })).toHaveCount(0);
});

test('a shard of the full grid is chosen by the address, runs, and is told in the report', async ({ page }) => {
  await openConformance(page, './conformance/?algorithms=sequential&operators=affine&shard=2/44');
  await expect(page.getByRole('radio', { name: 'Shard 2/44 of all' })).toBeChecked();
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Done\. (\d+) of \1 cases: \1 passed/, { timeout: 220_000 });
  const { bytes } = await downloaded(page, 'Save JSON');
  const report = JSON.parse(bytes.toString());
  expect(report).toMatchObject({ grid: 'full', shard: '2/44', complete: true, failures: [], results: null });
  // The shard has one of the 40 forms of a scan without an initial value; 4 forms have one.
  expect(report.cases.total).toBe(report.axes.sizes.length * report.axes.patterns.length);
});

test('what is no shard is told and ignored', async ({ page }) => {
  await openConformance(page, './conformance/?algorithms=sequential&shard=9/8');
  await expect(page.getByRole('alert').filter({ hasText: 'Ignored: shard must be' })).toContainText('“9/8”');
  await expect(page.getByRole('radio', { name: 'Spread: every pair of values' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Everything: long' })).toBeVisible();
});

test('an address with run=1 runs by itself; events tell how far it is, and then the report', async ({ page, baseURL }) => {
  const told = [];
  const { report, error } = await runGrid(
    page,
    baseURL,
    { grid: 'smoke', shard: '1/2', algorithms: 'sequential', operators: 'xor' },
    (progress) => told.push(progress),
  );
  expect(error).toBe(null);
  expect(reportErrors(JSON.parse(reportText(report)))).toEqual([]);
  expect(report).toMatchObject({ grid: 'smoke', shard: '1/2', complete: true, failures: [], cases: { failed: 0 } });
  expect(report.cases.total).toBe(report.results.length);
  expect(report.cases.passed).toBeGreaterThan(10);
  expect(told.at(-1)).toEqual(report.cases);
  await expect(page.getByRole('radio', { name: 'Shard 1/2 of the smoke test' })).toBeChecked();
  await expect(runText(page)).toHaveText(/^Done\. /);
});

test('a failure is repeated by the address of its case alone', async ({ page, baseURL }) => {
  await page.addInitScript(corruptOutputs);
  const one = 'sequential max u32 exclusive backward heads n=5000 random';
  const { report, error } = await runGrid(page, baseURL, { case: one });
  expect(error).toBe(null);
  expect(report).toMatchObject({ grid: 'case', complete: true, cases: { total: 1, failed: 1 } });
  expect(report.failures[0]).toMatchObject({ case: { algorithm: 'sequential', n: 5000, segments: 'heads' }, mismatch: { index: 1000 } });
  expect(reportErrors(JSON.parse(reportText(report)))).toEqual([]);
  await expect(page.getByRole('radio', { name: 'One case' })).toBeChecked();
  await expect(page.getByText(`${one}.`)).toBeVisible();
});

for (const [query, required] of [
  [{ grid: 'nonsense' }, 'grid must be one of smoke, spread, full; it was “nonsense”'],
  [{ shard: '5/2' }, 'such as 2/8; it was “5/2”'],
  [{ case: 'sequential' }, 'case must have the form'],
  [{ algorithms: 'sequential, horn' }, 'found “horn”'],
]) {
  test(`an address with run=1 and ${Object.keys(query)[0]}=${Object.values(query)[0]} runs nothing, and says why`, async ({
    page,
    baseURL,
  }) => {
    await expect(runGrid(page, baseURL, query)).rejects.toThrow(`bad-argument: `);
    await expect(runText(page)).toContainText(required);
    await expect(page.getByRole('alert').filter({ hasText: 'Ignored: ' })).toContainText(required);
    await expect(page.getByRole('heading', { name: 'Outcome' })).toHaveCount(0);
  });
}

test('each grid says what it covers and how many cases it has', async ({ page }) => {
  await openConformance(page, './conformance/');
  for (const grid of ['smoke', 'spread', 'full']) await expect(page.locator(`#grid-${grid}-covers`)).toHaveText(/^\w.*: [\d,]+ cases\.$/);
  const [smoke, spread, full] = [await caseCount(page, 'smoke'), await caseCount(page, 'spread'), await caseCount(page, 'full')];
  const document = await readFile(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  const documented = ['smoke', 'spread', 'full'].map((grid) =>
    document.match(new RegExp(`\\| \`${grid}\` \\|.*\\| ([\\d,]+) \\|`))?.[1].replaceAll(',', ''),
  );
  expect([smoke, spread, full]).toEqual(documented.map(Number));
  // `smoke` has about the same number of cases as `spread`, but few forms, whose compilation takes most of the time.
  expect(full).toBeGreaterThan(100 * Math.max(smoke, spread));
  const { forms, lacking } = await page.evaluate(async () => {
    const [{ ScanLab }, { planGrid }] = await Promise.all([import('../scanlab.js'), import('../conformance.js')]);
    const [catalogue, lab] = [await ScanLab.catalogue(), await ScanLab.open()];
    const [algorithms, operators] = [catalogue.algorithms, catalogue.operators].map((list) => list.map(({ id }) => id));
    const plan = await planGrid(lab, catalogue, { grid: 'smoke', shard: null, algorithms, operators });
    const cases = [...plan.cases].filter((one) => !one.operation);
    const featuresOf = ({ mode, direction, segments, inPlace, initial }) => [
      `mode ${mode}`,
      `direction ${direction}`,
      ...(['whole', 'heads'].includes(segments) ? [`segmented ${segments === 'heads'}`] : []),
      `inPlace ${inPlace}`,
      `initial ${initial}`,
    ];
    const queryOf = ({ algorithm, operator, type, mode, direction, segments, inPlace, initial }) => ({
      algorithm,
      operator,
      type,
      mode,
      direction,
      segmented: ['heads', 'head-bits'].includes(segments),
      ...(segments === 'head-bits' && { headsAsBits: true }),
      ...(['rows', 'columns'].includes(segments) && { columns: 8, axis: segments === 'rows' ? 1 : 0 }),
      inPlace,
      initial,
    });
    const runs = cases.filter((one) => lab.supports(queryOf(one)) === null);
    const met = new Set(
      runs.flatMap((one) => featuresOf(one).flatMap((feature) => [`${one.algorithm} ${feature}`, `${one.operator} ${feature}`])),
    );
    const values = {
      mode: ['inclusive', 'exclusive'],
      direction: ['forward', 'backward'],
      segmented: [false, true],
      inPlace: [false, true],
      initial: [false, true],
    };
    const canRun = (algorithm, name, value) =>
      lab.supports({ algorithm, ...(name === 'inPlace' && value ? { mode: 'inclusive' } : {}), [name]: value }) === null;
    const wanted = Object.entries(values).flatMap(([name, all]) =>
      all.flatMap((value) => [
        ...algorithms.filter((id) => canRun(id, name, value)).map((id) => `${id} ${name} ${value}`),
        ...operators.map((id) => `${id} ${name} ${value}`),
      ]),
    );
    lab.close();
    return { forms: new Set(runs.map((one) => Object.values(queryOf(one)).join())).size, lacking: wanted.filter((one) => !met.has(one)) };
  });
  expect(lacking).toEqual([]);
  expect(forms).toBeLessThan(70);
});

test('the view works from a sub-folder, and each page leads to the other', async ({ page }) => {
  await openConformance(page, './sub/folder/conformance/?algorithms=hybrid');
  await page.locator('.back').getByRole('link', { name: 'ScanLab' }).click();
  await expect(page).toHaveURL(/\/sub\/folder\/$/);
  // The text about the adapter moves everything below it, so a click before it appears would miss.
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await openView(page, 'Check');
  await expect(page).toHaveURL(/\/sub\/folder\/#check$/);
  await expect(page.getByRole('heading', { name: 'Check every scan on this GPU' })).toBeVisible();
  await expect.poll(() => caseCount(page)).toBeGreaterThan(0);
});

test('axe finds nothing in either theme, nor at 360 pixels', async ({ page }) => {
  await openConformance(page);
  await page.getByText('Choose scans and operators').click();
  await runButton(page).click();
  await expect(page.locator('.grid td[data-outcome="passed"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(runText(page)).toHaveText(/^(Stopped|Done)/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
