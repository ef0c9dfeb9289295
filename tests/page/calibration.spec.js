import { expect, test } from '@playwright/test';
import { openList, openPage } from './helpers.js';

const status = (page) => page.locator('.calibration-status');
const button = (page, name) => page.getByRole('button', { name });

/** Opens the page, which waits for its device, and then the panel of `auto`. */
async function openAuto(page) {
  await openPage(page);
  await openList(page);
  await page.getByRole('button', { name: 'Details of Automatic' }).click();
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
}

test('auto is calibrated on demand, remembered by the browser, and forgotten', async ({ page }) => {
  await openAuto(page);
  await expect(status(page)).toHaveText('Not calibrated: auto uses its built-in table.');
  await expect(button(page, 'Forget')).toBeHidden();
  await button(page, 'Calibrate auto').click();
  await expect(status(page)).toHaveText(/^Calibrated\. Auto uses .+ (for every length|for more)\.$/, { timeout: 120_000 });
  await expect(button(page, 'Calibrate auto')).toBeFocused();
  const found = (await status(page).textContent()).replace('Calibrated. ', '');

  await page.reload();
  await openAuto(page);
  await expect(status(page)).toHaveText(found);
  await button(page, 'Forget').click();
  await expect(status(page)).toHaveText('Forgotten. Not calibrated: auto uses its built-in table.');
  await expect(button(page, 'Calibrate auto')).toBeFocused();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await button(page, 'Calibrate auto').click();
  await button(page, 'Cancel').last().click();
  await expect(status(page)).toHaveText(/^Cancelled\. Not calibrated/);
});

test('auto goes by what was found, in scans too', async ({ page }) => {
  await openPage(page);
  const shaders = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const rows = await lab.calibrate();
    const input = Uint32Array.from({ length: 3000 }, (_, i) => i % 9);
    const output = await lab.scan(input);
    const { verified } = await lab.verify(input, output);
    const first = rows.find(({ up_to_elements }) => up_to_elements >= 3000).id;
    const passes = (algorithm) => lab.plan({ algorithm, n: 3000 }).passes.map(({ shader, entry_point }) => `${shader} ${entry_point}`);
    return { verified, auto: passes('auto'), first: passes(first) };
  });
  expect(shaders.verified).toBe(true);
  expect(shaders.auto).toEqual(shaders.first);
});
