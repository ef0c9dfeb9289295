import { expect, test } from '@playwright/test';
import {
  choose,
  openPage,
  openTable,
  openView,
  run,
  runButton,
  runText,
  typeSizes,
  violations,
  violationsInBothThemes,
} from './helpers.js';

async function withResults(page) {
  await openPage(page);
  await choose(page, ['blelloch', 'hybrid', 'javascript']);
  await typeSizes(page, '256, 1000');
  await run(page);
  await openTable(page);
  await expect(page.locator('.chart-place svg')).toBeVisible();
}

async function withOwnResult(page) {
  await openView(page, 'Your numbers');
  await page.getByRole('button', { name: 'Scan it' }).click();
  await expect(page.locator('.own .verdict')).toBeVisible();
}

test('axe finds nothing in either theme, with results and with errors', async ({ page }) => {
  await withResults(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await typeSizes(page, 'nonsense');
  await page.getByRole('button', { name: 'Select none' }).click();
  await runButton(page).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await withOwnResult(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('axe finds nothing in the message where there is no GPU', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./');
  await expect(page.getByRole('note', { name: 'About the GPU' })).toContainText('WebGPU');
  expect(await violations(page)).toEqual([]);
});

test('axe finds nothing where a run is asked for, and where runs are compared', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=sklansky,javascript&sizes=64,x&run=1');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run this configuration' }).click();
  await expect(runText(page)).toHaveText(/^Done/);
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await run(page);
  await openTable(page);
  await expect(page.locator('table.verdicts')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('360 pixels are enough: nothing scrolls sideways but tables, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withResults(page);
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violations(page)).toEqual([]);
  };
  await fits();
  await withOwnResult(page);
  await fits();
});

test('targets are at least 24 pixels', async ({ page }) => {
  await withResults(page);
  const small = () =>
    page
      .locator('button:visible, select:visible, input:not([type=checkbox]):not([type=radio]):visible')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getBoundingClientRect().height < 24 || control.getBoundingClientRect().width < 24)
          .map(({ outerHTML }) => outerHTML),
      );
  expect(await small()).toEqual([]);
  await withOwnResult(page);
  expect(await small()).toEqual([]);
});
