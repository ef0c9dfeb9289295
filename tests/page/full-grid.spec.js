/** The full conformance grid, which takes hours: only where SCANLAB_FULL is set; SCANLAB_SHARD runs one shard of it alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { mergeReports } from '../../measurements/merge-conformance.mjs';
import { downloaded, runButton } from './helpers.js';

const REPORTS = fileURLToPath(new URL('../../target/conformance/', import.meta.url));
/** A page for each, so that what browser and driver keep of shaders does not pile up. */
const ALL = Array.from({ length: 8 }, (_, i) => `${i + 1}/8`);
const SHARDS = process.env.SCANLAB_SHARD ? [process.env.SCANLAB_SHARD] : ALL;
const SHARD_TIMEOUT_MS = 3 * 60 * 60_000;

const reports = [];

for (const shard of SHARDS) {
  test(`shard ${shard} of the full grid is green`, async ({ page }) => {
    test.setTimeout(SHARD_TIMEOUT_MS);
    await page.goto(`./conformance/?shard=${shard}`);
    await expect(page.getByRole('radio', { name: `Shard ${shard} of all` })).toBeChecked();
    await expect(page.getByText(/^[\d,]+ cases\./)).toBeVisible();
    await runButton(page).click();
    await expect(page.locator('.run-text')).toHaveText(/^(Done|Stopped)\. /, { timeout: SHARD_TIMEOUT_MS });
    const { bytes } = await downloaded(page, 'Save JSON');
    await keep(`shard-${shard.replace('/', '-of-')}.json`, bytes);
    const report = JSON.parse(bytes.toString());
    reports.push(report);
    expect(report.failures.map(({ words }) => words)).toEqual([]);
    expect(report).toMatchObject({ shard, grid: 'full', complete: true });
  });
}

test.afterAll(async () => {
  // A shard that failed has a report all the same; one that did not end has none, and then there is no whole.
  if (reports.length === ALL.length) await keep('full.json', JSON.stringify(mergeReports(reports)));
});

async function keep(name, contents) {
  await mkdir(REPORTS, { recursive: true });
  await writeFile(path.join(REPORTS, name), contents);
  console.log(`the report is in ${path.relative(process.cwd(), path.join(REPORTS, name))}`);
}
