import { expect, test } from '@playwright/test';
import { choose, openList, openPage, rows, run, runButton, runText, typeSizes } from './helpers.js';

test('each bad size is named beside the list, and nothing that was typed is lost', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch']);
  const typed = '1000, abc, -5, 1.5, 2^60';
  await typeSizes(page, typed);
  await runButton(page).click();
  const list = page.getByRole('textbox', { name: 'Sizes' });
  await expect(list).toHaveAttribute('aria-invalid', 'true');
  await expect(list).toHaveAccessibleDescription(/“abc” is not a number.*“-5” is negative.*“1\.5” is not a whole number.*And 1 more/);
  await expect(list).toBeFocused();
  await expect(list).toHaveValue(typed);
  await expect(runText(page)).toContainText('Not started');
  await expect(rows(page)).toHaveCount(0);
  await list.fill('2^50');
  await expect(list).toHaveAccessibleDescription(
    /“2\^50” is 1,125,899,906,842,624 elements, but at most [\d,]+ elements fit on this adapter/,
  );
  await list.fill('');
  await expect(list).toHaveAccessibleDescription(/No size is given/);
  await list.fill('10');
  await expect(list).not.toHaveAttribute('aria-invalid');
});

test('a bad range is marked at its field', async ({ page }) => {
  await openPage(page);
  const [from, to, steps] = ['From', 'To', 'Steps'].map((name) => page.getByRole('textbox', { name, exact: true }));
  await from.fill('2^12');
  await to.fill('2^10');
  await expect(to).toHaveAccessibleDescription(/1,024 is less than the start, 4,096/);
  await to.fill('2^14');
  await steps.fill('0');
  await expect(steps).toHaveAccessibleDescription(/from 1 to 200/);
  await steps.fill('3');
  await expect(page.locator('#sizes-summary')).toHaveText('3 sizes, 4,096 to 16,384');
  await page.getByLabel('Spacing').selectOption('evenly on a log scale');
  await steps.fill('2');
  await expect(page.locator('#sizes-summary')).toHaveText('2 sizes, 4,096 to 16,384');
});

test('the steps of a range are the sizes that are run', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch']);
  const [from, to, steps] = ['From', 'To', 'Steps'].map((name) => page.getByRole('textbox', { name, exact: true }));
  const summary = page.locator('#sizes-summary');
  await to.fill('2^16');
  await expect(steps).toHaveValue('7');
  await expect(summary).toHaveText('7 sizes, 1,024 to 65,536, the whole range');
  // A wider range has all requested steps.
  await to.fill('2^30');
  await expect(steps).toHaveValue('11');
  await to.fill('2^12');
  await expect(steps).toHaveValue('3');
  await steps.fill('20');
  await steps.press('Tab');
  await expect(steps).toHaveValue('3');
  await from.fill('1');
  await to.fill('5');
  await page.getByLabel('Spacing').selectOption('evenly on a log scale');
  await expect(steps).toHaveValue('5');
  await expect(summary).toHaveText('5 sizes, 1 to 5, the whole range');
  await steps.fill('4');
  await steps.press('Tab');
  await expect(steps).toHaveValue('4');
  await expect(summary).toHaveText('4 sizes, 1 to 5');
  await run(page);
  await expect(rows(page)).toHaveCount(4);
});

test('an attribute’s range shows the steps that it has', async ({ page }) => {
  await openPage(page);
  await page.locator('scan-lab').evaluate((lab) => lab.setAttribute('sizes', '2^10..2^13:steps=11'));
  await expect(page.locator('#size-steps')).toHaveValue('4');
});

test('no choice and a bad seed are said, each in its place', async ({ page }) => {
  await openPage(page);
  await openList(page);
  await page.getByRole('button', { name: 'Select none' }).click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1');
  await runButton(page).click();
  await expect(page.getByText('Choose at least one scan; none is chosen.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveAccessibleDescription(/from 0 to 4294967295 is required; this is “-1”/);
  await choose(page, ['blelloch']);
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await typeSizes(page, '10');
  await run(page);
});

test('the keyboard alone is enough', async ({ page }) => {
  await openPage(page);
  await typeSizes(page, '64');
  await page.evaluate(() => document.activeElement?.blur());
  const name = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  for (let i = 0; i < 160 && (await name()) !== 'Run'; i += 1) await page.keyboard.press('Tab');
  expect(await name()).toBe('Run');
  await page.keyboard.press('Enter');
  await expect(runText(page)).toHaveText(/^Done/);
  // When the button Run appears again, it has the focus.
  expect(await name()).toBe('Run');
});
