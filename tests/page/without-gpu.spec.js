/** Without WebGPU: the page opens in Learn, Measure times the scan in JavaScript, and no error occurs. */
import { expect, test } from '@playwright/test';
import { openTable, openView, rows, run, runText, typeSizes, view, violationsInBothThemes } from './helpers.js';

/** Removes WebGPU, and collects errors: those of the console, uncaught ones, and alerts. */
async function openWithout(page, path = './') {
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(path);
  return async () => {
    expect(errors).toEqual([]);
    await expect(page.getByRole('alert').filter({ hasText: /./, visible: true })).toHaveCount(0);
  };
}

test('the page opens in Learn, and says what there is', async ({ page }) => {
  const expectNoError = await openWithout(page);
  await expect(page.locator('.introduction')).toBeVisible();
  await expect(view(page, 'learn').locator('.flow svg')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')).toHaveText('Learn');
  await expect(page.getByRole('note', { name: 'About the GPU' })).toContainText('Learn works without one');
  for (const mode of ['Step by step', 'Lesson']) await page.getByRole('button', { name: mode }).click();
  await expectNoError();
  await expect(page.getByRole('note', { name: 'About the GPU' })).toContainText('Use shows still pictures');
  for (const title of ['Use', 'Experiments', 'Your numbers', 'Check', 'Measure', 'Learn']) await openView(page, title);
  await expectNoError();
});

test('an address and a link go where they say', async ({ page }) => {
  await openWithout(page, './#measure');
  await expect(view(page, 'measure')).toBeVisible();
  await openView(page, 'Learn');
  await page.getByRole('link', { name: 'ScanLab', exact: true }).click();
  await expect(page.locator('.introduction')).toBeVisible();
  await expect(view(page, 'learn')).toBeVisible();
});

test('Measure times the scan in JavaScript, verified, beside the recorded run', async ({ page }) => {
  const expectNoError = await openWithout(page, './#measure');
  await expect(page.locator('.recorded')).toContainText('Recorded on');
  await expect(runText(page)).toContainText('There is no GPU here. Run times the scan in JavaScript');
  await typeSizes(page, '1000, 65536');
  await run(page);
  await expect(runText(page)).toHaveText('Done: 2 of 2 points. All outputs are correct.');
  await expect(page.locator('.runs li')).toHaveCount(2);
  await openTable(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('JavaScript');
  await expect(rows(page).first()).toContainText('PASS');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectNoError();
});

test('a run in JavaScript is cancelled, and operations are said to need a GPU', async ({ page }) => {
  const expectNoError = await openWithout(page, './#measure');
  await typeSizes(page, '2^24, 2^25');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(runText(page)).toContainText('Cancelled');
  await page.goto('about:blank');
  await page.goto('./?operation=sort#measure');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runText(page)).toContainText('needs a GPU. Without a GPU, only scans are timed.');
  await expectNoError();
});
