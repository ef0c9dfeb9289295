/** Learn, exercises: a kernel is written, judged on the emulator and saved, by address, by keyboard and embedded. */
import fs from 'node:fs';
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './helpers.js';

const solutionOf = (id) => fs.readFileSync(`exercises/kernels/${id}/solution.wgsl`, 'utf8');
const code = (page) => page.getByLabel('Kernel in WGSL');
const verdict = (page) => page.locator('.write-verdict');
const judge = (page) => page.getByRole('button', { name: 'Judge', exact: true }).click();

async function openExercise(page, id) {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/write/${id}`);
  await expect(code(page)).toBeVisible();
}

/** Records the details of verdicts from now on. */
const record = (page) =>
  page.evaluate(() => {
    globalThis.verdicts = [];
    document.addEventListener('scanlab-exercise', ({ detail, composed, bubbles }) =>
      globalThis.verdicts.push({ ...detail, isOutside: composed && bubbles }),
    );
  });

test('a skeleton fails, hints help, and a solution passes with its goals', async ({ page }) => {
  await openExercise(page, 'down-sweep');
  await expect(page).toHaveTitle('The down-sweep · Write a kernel · Learn · ScanLab');
  await record(page);
  await judge(page);
  await expect(verdict(page)).toContainText('Not right yet.');
  await expect(verdict(page)).toContainText('must be');
  const hints = page.locator('.write-hints li');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(hints).toHaveCount(1);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(hints).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeDisabled();
  await expect(page.getByText('A solution', { exact: true })).toBeHidden();
  await code(page).fill(solutionOf('down-sweep'));
  // The verdict on the other kernel is gone.
  await expect(verdict(page)).toBeEmpty();
  await judge(page);
  await expect(verdict(page)).toContainText('Passed: right in every run, and every goal is met.');
  await expect(page.locator('.write-goals tbody tr[data-met="true"]')).toHaveCount(2);
  await page.getByText('A solution', { exact: true }).click();
  await expect(page.locator('.write details pre')).toContainText('left_sum');
  const verdicts = await page.evaluate(() => globalThis.verdicts);
  expect(verdicts.map(({ exercise, passed, attempts, isOutside }) => [exercise, passed, attempts, isOutside])).toEqual([
    ['down-sweep', false, 1, true],
    ['down-sweep', true, 2, true],
  ]);
  expect(verdicts[1].goals.every(({ met, found, required }) => met && found <= required)).toBe(true);
});

test('a failure leads to its line, and a known mistake is named', async ({ page }) => {
  await openExercise(page, 'one-buffer');
  const racing = solutionOf('one-buffer').replace('        workgroupBarrier();\n        sums[i] = sum;', '        sums[i] = sum;');
  await code(page).fill(racing);
  await judge(page);
  await expect(verdict(page)).toContainText('no barrier orders them');
  const button = verdict(page)
    .getByRole('button', { name: /^Line \d+$/ })
    .first();
  const line = Number((await button.textContent()).slice('Line '.length));
  await button.click();
  await expect(code(page)).toBeFocused();
  const selected = await code(page).evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(selected).toBe(racing.split('\n')[line - 1]);
  await code(page).fill(solutionOf('one-buffer').replace('combine(sums[i - stride], sum)', 'combine(sum, sums[i - stride])'));
  await judge(page);
  await expect(page.locator('.write-hint')).toHaveText(/^One mistake explains all wrong elements: .*not every operator commutes/);
  await code(page).fill('not WGSL');
  await judge(page);
  await expect(verdict(page).getByRole('button', { name: 'Line 1' })).toBeVisible();
});

test('a right kernel that misses a goal does not pass', async ({ page }) => {
  await openExercise(page, 'padding');
  await judge(page);
  await expect(verdict(page)).toContainText('Right in every run, but a goal is missed.');
  await expect(page.locator('.write-goals tr[data-met="false"]')).toContainText('bank conflicts');
});

test('drafts stay in this browser, and the address follows the exercise', async ({ page }) => {
  await openExercise(page, 'serial');
  await code(page).fill('// mine');
  await page.getByLabel('Exercise').selectOption('items');
  await expect(page).toHaveURL(/#learn\/write\/items$/);
  await expect(code(page)).toHaveValue(/ITEMS/);
  await page.getByText('Embed it', { exact: true }).click();
  await expect(page.locator('.take-away code')).toContainText('<scan-lab view="learn" exercise="items">');
  await page.getByLabel('Exercise').selectOption('serial');
  await expect(code(page)).toHaveValue('// mine');
  await page.goBack();
  await expect(code(page)).toHaveValue(/ITEMS/);
  await page.goForward();
  await expect(code(page)).toHaveValue('// mine');
  await page.reload();
  await expect(code(page)).toHaveValue('// mine');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(code(page)).toHaveValue(/result\[i\] is source\[0\]/);
  await page.reload();
  await expect(code(page)).toHaveValue(/result\[i\] is source\[0\]/);
  await page.goto('./#learn/write/parallel');
  await expect(page.getByText('exercise must be one of serial, two-buffers')).toBeVisible();
});

test('a hand-in file has the kernel, its seed and its verdict', async ({ page }) => {
  await openExercise(page, 'serial');
  await code(page).fill(solutionOf('serial'));
  await judge(page);
  await expect(verdict(page)).toContainText('Passed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for hand-in' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('scanlab-serial.json');
  const handIn = JSON.parse(fs.readFileSync(await file.path(), 'utf8'));
  expect(handIn).toMatchObject({ exercise: 'serial', code: solutionOf('serial'), verdict: { passed: true, seed: handIn.seed } });
});

test('Tab leaves the editor; axe finds nothing, in either theme and at 360 pixels', async ({ page }) => {
  await openExercise(page, 'padding');
  await code(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Judge', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.write-goals')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('an element shows an exercise alone', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.route('**/alone.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
      body: '<!doctype html><title>A course</title><script type="module" src="scanlab.js"></script><scan-lab view="learn" exercise="items"></scan-lab>',
    }),
  );
  const refused = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto('alone.html');
  await expect(code(page)).toHaveValue(/ITEMS/);
  await expect(page.locator('.learn-list')).toBeHidden();
  await judge(page);
  await expect(verdict(page)).toContainText('Not right yet.');
  expect(refused).toEqual([]);
});
