import { expect, test } from '@playwright/test';
import { openPage, rows, runText } from './helpers.js';

/** Replaces the page's content by what an embedding page may hold. */
function embed(page, attributes) {
  return page.evaluate((list) => {
    globalThis.heard = [];
    for (const name of ['ready', 'progress', 'result', 'error']) {
      document.addEventListener(`scanlab-${name}`, ({ detail, target }) => globalThis.heard.push({ name, detail, id: target.id }));
    }
    document.body.replaceChildren(...list.map((one, i) => {
      const element = document.createElement('scan-lab');
      element.id = `lab${i}`;
      for (const [name, value] of Object.entries(one)) element.setAttribute(name, value);
      return element;
    }));
  }, attributes);
}

test('attributes set what is chosen; bad ones are reported one by one', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ algorithms: 'blelloch, bogo', sizes: '2^8, lots, 100', operator: 'max', type: 'f32', mode: 'sideways', pattern: 'zeros', seed: '-3' }]);
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([
    /^mode: “sideways” is not one of inclusive, exclusive\.$/, /^seed: “-3” is not a whole number/, /^algorithms: “bogo” is not one of /, /^sizes: “lots” is not a number/,
  ]);
  await expect(page.locator('#operator')).toHaveValue('max');
  await expect(page.locator('#type')).toHaveValue('f32');
  await expect(page.locator('#pattern')).toHaveValue('zeros');
  await expect(page.locator('#seed')).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('100, 256');
  await expect(page.locator('.algorithm input[type=checkbox]:checked')).toHaveCount(1);
  // It never starts by itself.
  await expect(rows(page)).toHaveCount(0);
});

test('its events tell the embedding page', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ algorithms: 'blelloch', sizes: '16, 64' }]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runText(page)).toHaveText(/^Done/);
  const heard = await page.evaluate(() => globalThis.heard);
  expect(heard.filter(({ name }) => name === 'result').map(({ detail }) => [detail.algorithm, detail.n, detail.verified])).toEqual([['blelloch', 16, true], ['blelloch', 64, true]]);
  expect(heard.find(({ name }) => name === 'ready').detail.adapter).toHaveProperty('vendor');
  expect(heard.filter(({ name }) => name === 'progress').length).toBeGreaterThanOrEqual(2);
  expect(heard.some(({ name }) => name === 'error')).toBe(false);
});

test('two elements work side by side, and one that is taken out and put back works again', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ algorithms: 'blelloch', sizes: '64' }, { algorithms: 'reduce-then-scan', sizes: '32, 128' }]);
  for (const id of ['lab0', 'lab1']) await page.locator(`#${id}`).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('#lab0 table.results tr[data-result="PASS"]')).toHaveCount(1);
  await expect(page.locator('#lab1 table.results tr[data-result="PASS"]')).toHaveCount(2);
  await page.evaluate(async () => {
    const element = document.getElementById('lab0');
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.body.prepend(element);
  });
  const first = page.locator('#lab0');
  await expect(first.locator('.chart-place svg .verified-points path')).toHaveCount(1);
  await first.getByRole('textbox', { name: 'Sizes' }).fill('8, 16, 32');
  await first.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(first.locator('table.results tr[data-result="PASS"]')).toHaveCount(3);
});

test('the page works from a sub-folder', async ({ page }) => {
  await openPage(page, './sub/folder/');
  await embed(page, [{ algorithms: 'blelloch', sizes: '16' }]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runText(page)).toHaveText(/^Done/);
  await expect(page.locator('.chart-place svg')).toBeVisible();
});
