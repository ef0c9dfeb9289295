/** Measure in Firefox: a run of each set of scans, with only right outputs. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SCAN_SETS } from '../../www/measure/scan-sets.ts';
import { openSite } from './site.mjs';

const site = await openSite();
after(() => site.close());

/** The outcomes in the table, by scan. */
const outcomes = ({ page }) =>
  page.evaluate(() => globalThis.findAll('table.results tbody tr[data-n]').map(({ dataset }) => [dataset.n, dataset.result]));

test('a run of each set passes, and is charted', async (t) => {
  await site.visit('/?v=1&sizes=300', async (tab) => {
    await tab.sees('.adapter', /subgroups/);
    for (const [rank, { id, title }] of SCAN_SETS.entries()) {
      await t.test(title, async () => {
        await tab.press('.set', new RegExp(`^${title}$`));
        const chosen = await tab.page.evaluate(() => globalThis.findAll('.algorithm .pick input:checked:not(:disabled)').length);
        await tab.press('.measure button', /^Run$/);
        assert.equal((await tab.ended(rank + 1)).at(-1), 'measure done');
        await tab.sees('.measure .run-text', /^Done/);
        const found = await outcomes(tab);
        assert.deepEqual(found, Array(chosen).fill(['300', 'PASS']), id);
        await tab.sees('.chart-place svg .verified-points path');
      });
    }
  });
});
