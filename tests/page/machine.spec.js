/** Learn, the memory machine: accesses and kernels on the emulator, formulas beside counts, copies on a device. */
import { expect, test } from '@playwright/test';
import { openPage, violationsInBothThemes } from './helpers.js';

const verdict = (page) => page.locator('.memory-machine .step-verdict');
const row = (page, id) => page.locator(`.machine-formulas tr[data-id="${id}"]`);
const field = (page, name) => page.locator(`#memory-${name}`);

async function openMachine(page, address = '') {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/machine${address}`);
  await expect(verdict(page)).toContainText('time unit');
}

test('the paper’s example takes 5 and 7 time units, and its picture says when each request is sent', async ({ page }) => {
  await openMachine(page);
  await expect(verdict(page)).toHaveText('DMM: 5 time units, as the formula says. UMM: 7 time units, as the formula says.');
  const pictures = page.locator('.machine-round');
  const sent = (picture) =>
    picture
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((one) => [...one.querySelectorAll('.requested')].map((cell) => Number(cell.textContent))));
  expect(await sent(pictures.nth(0))).toEqual([[0, 1, 6], [10], [8, 9, 14, 15]]);
  expect(await sent(pictures.nth(1))).toEqual([[0, 1], [6], [10], [8, 9], [14, 15]]);
  // A longer pipeline.
  await field(page, 'l').fill('10');
  await expect(verdict(page)).toHaveText('DMM: 12 time units, as the formula says. UMM: 14 time units, as the formula says.');
  await expect(page).toHaveURL(/#learn\/machine\/l=10$/);
});

test('strides meet banks and address groups as their formulas say', async ({ page }) => {
  await openMachine(page, '/kernel=stride/p=32/w=32/l=1/n=32/s=2');
  for (const [stride, dmm, umm] of [
    [2, 2, 2],
    [3, 1, 3],
    [32, 32, 32],
    [0, 1, 1],
    [33, 1, 32],
  ]) {
    await field(page, 's').fill(`${stride}`);
    const units = (count) => `${count} time unit${count > 1 ? 's' : ''}, as the formula says.`;
    await expect(verdict(page)).toHaveText(`DMM: ${units(dmm)} UMM: ${units(umm)}`);
  }
});

test('formulas stand beside what is counted', async ({ page }) => {
  // The machine has more threads than a workgroup of a scan.
  await openMachine(page, '/kernel=sum/p=1024/w=16/l=20/n=512');
  await expect(row(page, 'groups').locator('td').last()).toHaveText(/×$/);
  await field(page, 'p').fill('64');
  await expect(page).toHaveURL(/p=64/);
  await expect(verdict(page)).toHaveText(/^DMM: [\d,]+ time units, as the formula says\. UMM: [\d,]+ time units, as the formula says\.$/);
  await expect(row(page, 'groups').locator('td').last()).toHaveText(/×$/);
  for (const id of ['contiguous', 'sum-steps']) await expect(row(page, id).locator('td').last()).toHaveText('equal');
  for (const id of ['sum', 'least', 'naive', 'optimal', 'groups']) {
    const ratio = Number.parseFloat(await row(page, id).locator('td').last().textContent());
    expect(ratio, id).toBeGreaterThanOrEqual(1);
    expect(ratio, id).toBeLessThan(12);
  }
  await page.getByRole('button', { name: 'Next round' }).press('Enter');
  await expect(page).toHaveURL(/round=2$/);
  await expect(page.locator('.memory-machine')).toContainText(/Round 2 of \d+/);
});

test('every scan is counted, and is right', async ({ page }) => {
  await openMachine(page, '/p=64/w=8/l=5/n=64');
  const select = page.locator('#memory-of');
  const scans = await select
    .locator('option')
    .evaluateAll((all) => all.filter(({ label }) => label.startsWith('Scan')).map(({ value }) => value));
  expect(scans.length).toBeGreaterThan(20);
  for (const scan of [...scans, 'tree', 'contiguous']) {
    await select.selectOption(scan);
    await expect(page).toHaveURL(new RegExp(`kernel=${scan}`));
    await expect(verdict(page), scan).toHaveText(
      /^[\d,]+ time units on the UMM.*with at most [\d,]+ threads?\.$|^(DMM|UMM): [\d,]+ time units/,
    );
    await expect(verdict(page), scan).not.toContainText('wrong');
  }
});

test('what is out of its limits is said at its field or above, and the rest holds', async ({ page }) => {
  await openMachine(page, '/w=5/l=9');
  await expect(page.getByRole('note')).toContainText(['w must be a power of two from 2 to 64; found “5”.']);
  await expect(field(page, 'l')).toHaveValue('9');
  await field(page, 'p').fill('5000');
  await expect(field(page, 'p')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#memory-p-error')).toHaveText('p must be a power of two from 1 to 1024; found “5000”.');
  await field(page, 'p').fill('16');
  await expect(field(page, 'p')).not.toHaveAttribute('aria-invalid');
});

test('copies are timed on a device, verified, and fitted', async ({ page }) => {
  test.setTimeout(400_000);
  await openPage(page, './#learn/machine');
  const size = page.locator('#machine-gpu-n');
  // This size takes so long that the run does not end before Cancel is pressed, even on a busy machine.
  await size.selectOption(`${2 ** 20}`);
  const start = page.getByRole('button', { name: 'Time copies on this GPU' });
  const status = page.locator('.machine-gpu [role=status]');
  await start.press('Enter');
  await page.locator('.machine-gpu').getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(status).toHaveText('Cancelled.');
  await expect(start).toBeFocused();
  await size.selectOption(`${2 ** 16}`);
  await start.click();
  await expect(status).toContainText('All outputs are right.', { timeout: 300_000 });
  await expect(status).toContainText(/effective width .* words per nanosecond.*; effective latency/);
  await expect(page.locator('.machine-gpu svg')).toBeVisible();
  expect(await page.locator('.machine-gpu tbody tr').count()).toBeGreaterThan(4);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('without a GPU copies are not offered; the keyboard and 360 pixels are enough; axe finds nothing', async ({ page }) => {
  await openMachine(page, '/kernel=contiguous/p=32/w=8/l=4/n=64');
  await expect(page.getByRole('button', { name: 'Time copies on this GPU' })).toBeDisabled();
  await expect(page.locator('.machine-gpu [role=status]')).toContainText('This needs a GPU');
  await expect(row(page, 'optimal').locator('td').last()).toHaveText(/×$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Lesson' }).press('Enter');
  await expect(page.locator('.explain-content')).toBeVisible();
  await page.getByRole('button', { name: 'The memory machine' }).press('Enter');
  await expect(verdict(page)).toContainText('time unit');
});

test('an element alone shows it by its attribute', async ({ page }) => {
  const html =
    '<!doctype html><html lang="en"><script type="module" src="scanlab.js"></script><scan-lab view="learn" machine="kernel=sum/n=16"></scan-lab></html>';
  await page.route('**/alone.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('./alone.html');
  await expect(verdict(page)).toContainText('as the formula says');
  await expect(field(page, 'n')).toHaveValue('16');
});
