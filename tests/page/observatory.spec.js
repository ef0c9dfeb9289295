/** Learn, the observatory of look-back: workgroups against time on the emulator, depths and spins on a device. */
import { expect, test } from '@playwright/test';
import { openPage, violationsInBothThemes } from './helpers.js';

const verdict = (page) => page.locator('.observatory .step-verdict');
/** The rows of the chosen scan. Its table is below that of the scan beside it. */
const rows = (page) => page.locator('table.timeline').last().locator('tbody tr');
const field = (page, name) => page.locator(`#observatory-${name}`);
/** A column of numbers. */
const column = async (page, rank) => (await rows(page).locator(`td:nth-of-type(${rank})`).allTextContents()).map(Number);
const [TILE, WINDOWS, WAITS, DEPTH, FALLBACKS] = [1, 3, 4, 5, 6];

async function openObservatory(page, address = '') {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/observatory${address}`);
  await expect(verdict(page)).toContainText('The deepest look-back passes');
}

test('every single-pass scan ends, and is right, under every guarantee, with subgroups of every size', async ({ page }) => {
  await openObservatory(page, '/beside=none/tiles=9/flight=3');
  for (const scan of ['look-back', 'look-back-fallback', 'look-back-deterministic', 'chained']) {
    await field(page, 'scan').selectOption(scan);
    for (const [name, value] of [
      ['subgroup', '0'],
      ['subgroup', '4'],
      ['subgroup', '32'],
      ['order', 'descending'],
      ['progress', 'fair'],
      ['schedule', 'random'],
      ['schedule', 'lockstep'],
    ]) {
      await field(page, name).selectOption(value);
      await expect(page).toHaveURL(new RegExp(`scan=${scan}|observatory/beside`));
      await expect(verdict(page), `${scan} ${name}=${value}`).toHaveText(/^All workgroups end\. The output is right\. /);
    }
    for (const [name, value] of [
      ['order', 'ascending'],
      ['progress', 'occupancy-bound'],
    ])
      await field(page, name).selectOption(value);
  }
  await expect(rows(page)).toHaveCount(9);
  expect(await column(page, TILE)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('one workgroup in flight looks back one tile; more look back further, and the chained scan waits', async ({ page }) => {
  await openObservatory(page, '/beside=none/tiles=16/flight=1');
  expect(await column(page, DEPTH)).toEqual([0, ...Array(15).fill(1)]);
  expect(await column(page, WAITS)).toEqual(Array(16).fill(0));
  await field(page, 'flight').fill('16');
  await expect(page).toHaveURL(/flight=16$/);
  await expect(verdict(page)).not.toContainText('passes 1 tile.');
  expect(Math.max(...(await column(page, DEPTH)))).toBeGreaterThan(4);
  expect(Math.max(...(await column(page, WINDOWS)))).toBeGreaterThan(0);
  await field(page, 'scan').selectOption('chained');
  await expect(verdict(page)).toContainText('passes 1 tile.');
  expect(Math.max(...(await column(page, WAITS)))).toBeGreaterThan(1);
});

test('stalled workgroups hang a look-back, and a fallback goes on without them', async ({ page }) => {
  await openObservatory(page, '/scan=look-back-fallback/beside=none/tiles=24/flight=6/progress=none/stalled=20/seed=3');
  await expect(verdict(page)).toContainText('Never resumed: 4 workgroups. All others end. 4 tiles of the output are missing.');
  await expect(page.locator('table.timeline tr.stalled')).toHaveCount(4);
  expect(Math.max(...(await column(page, FALLBACKS)))).toBeGreaterThan(0);
  await field(page, 'scan').selectOption('look-back');
  await expect(verdict(page)).toContainText(/The run never ends|The run was aborted/);
  // The stall needs a model without a guarantee.
  await field(page, 'progress').selectOption('fair');
  await expect(page.locator('#observatory-stalled-error')).toContainText('choose “None” as the progress model');
  await field(page, 'stalled').fill('0');
  await expect(verdict(page)).toHaveText(/^All workgroups end\. The output is right\. /);
  await expect(page.locator('#observatory-stalled-error')).toBeHidden();
});

test('look-back ends before the chained scan on one axis, and the shorter the wait for memory, the less it does', async ({ page }) => {
  await openObservatory(page);
  const tables = page.locator('table.timeline');
  await expect(tables).toHaveCount(2);
  await expect(tables.first().locator('caption')).toHaveText(/^Chained scan: ([\d,]+) units of time, on an axis from 0 to \1$/);
  await expect(tables.last().locator('caption')).toHaveText(/^Decoupled look-back: /);
  const ratio = async () => {
    const text = await verdict(page).textContent();
    const [, faster, times] = /: ([\w -]+) is ([\d.]+) times as fast\.$/.exec(text);
    return [faster, Number(times)];
  };
  const [faster, times] = await ratio();
  expect(faster).toBe('Decoupled look-back');
  // 48 tiles: the chain has 105 rounds of accesses, look-back 21.
  expect(times).toBeGreaterThan(3);
  expect(times).toBeLessThan(4);
  await field(page, 'latency').fill('1');
  await expect(page).toHaveURL(/latency=1$/);
  await expect(verdict(page)).not.toContainText(`is ${times} times`);
  expect((await ratio())[1]).toBeLessThan(1.5);
  await field(page, 'beside').selectOption('none');
  await expect(tables).toHaveCount(1);
  await expect(verdict(page)).not.toContainText('times as fast');
});

test('the address sets it; what is wrong in it is named, and the rest holds', async ({ page }) => {
  await openObservatory(page, '/tiles=4/flight=0/scan=bogo');
  await expect(page.getByRole('note')).toContainText(['Workgroups in flight must be a whole number from 1 to 64; found “0”.']);
  await expect(rows(page)).toHaveCount(4);
});

test('look-backs are counted on a device, with a verified output', async ({ page }) => {
  await openPage(page, './#learn/observatory');
  await page.locator('#observatory-gpu-n').selectOption(`${2 ** 16}`);
  await page.getByRole('button', { name: 'Count on this GPU' }).click();
  const status = page.locator('.observatory-gpu [role=status]');
  await expect(status).toHaveText(/^20 runs of 65,536 elements in \d+ tiles, all outputs right: /);
  // The first tile does not look back; every other tile looks back once per run.
  const [, tiles, lookBacks] = /in (\d+) tiles.* ([\d,]+) look-backs/
    .exec(await status.textContent())
    .map((text) => Number(text.replaceAll(',', '')));
  expect(lookBacks).toBe(20 * (tiles - 1));
  await expect(page.locator('table.histogram')).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  // A scan that this device does not offer.
  await page.locator('#observatory-gpu-scan').selectOption('look-back');
  await page.getByRole('button', { name: 'Count on this GPU' }).click();
  await expect(status).toContainText(/could not be counted: .*forward progress/);
});

test('the keyboard and 360 pixels are enough, without a GPU; axe finds nothing', async ({ page }) => {
  await openObservatory(page);
  await expect(page.getByRole('button', { name: 'Count on this GPU' })).toBeDisabled();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await field(page, 'scan').focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/scan=chained$/);
  await expect(verdict(page)).toContainText('The deepest look-back passes 1 tile');
});

test('an element alone shows it by its attribute', async ({ page }) => {
  const html =
    '<!doctype html><html lang="en"><script type="module" src="scanlab.js"></script><scan-lab view="learn" observatory="scan=chained/tiles=5"></scan-lab></html>';
  await page.route('**/alone.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('./alone.html');
  await expect(rows(page)).toHaveCount(5);
});
