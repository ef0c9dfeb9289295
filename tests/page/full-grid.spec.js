/** The full conformance grid, which takes hours and runs only with SCANLAB_FULL. SCANLAB_SHARD selects a single shard. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { mergeReports } from '../../measurements/merge-conformance.mjs';
import { reportText } from '../../www/conformance/report.ts';
import { FULL_GRID_SHARDS, runGrid } from './conformance-driver.mjs';

const REPORTS = fileURLToPath(new URL('../../target/conformance/', import.meta.url));
const SHARDS = process.env.SCANLAB_SHARD ? [process.env.SCANLAB_SHARD] : FULL_GRID_SHARDS;
const SHARD_TIMEOUT_MS = 3 * 60 * 60_000;

const reports = [];

for (const shard of SHARDS) {
  test(`shard ${shard} of the full grid is green`, async ({ page, baseURL }) => {
    test.setTimeout(SHARD_TIMEOUT_MS);
    const { report, error } = await runGrid(page, baseURL, { grid: 'full', shard });
    await keep(`shard-${shard.replace('/', '-of-')}.json`, reportText(report));
    reports.push(report);
    expect(error).toBe(null);
    expect(report.failures.map(({ words }) => words)).toEqual([]);
    expect(report).toMatchObject({ shard, grid: 'full', complete: true });
  });
}

test.afterAll(async () => {
  // A shard with failed cases has a report. If a shard did not end, it has no report, and the reports are not merged.
  if (reports.length === FULL_GRID_SHARDS.length) await keep('full.json', reportText(mergeReports(reports)));
});

async function keep(name, contents) {
  await mkdir(REPORTS, { recursive: true });
  await writeFile(path.join(REPORTS, name), contents);
  console.log(`the report is in ${path.relative(process.cwd(), path.join(REPORTS, name))}`);
}
