/** Learn, step by step: on the emulator, without a device. */
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './helpers.js';

const LECTURE = [1, 5, -6, 3, 5, 4, -2, 1];
const verdict = (page) => page.locator('.step-verdict');
const status = (page) => page.locator('.step-status');
const range = (page) => page.getByRole('slider', { name: 'Step' });

/** The shown elements of an array. */
async function shown(page, title) {
  const cells = page
    .locator('.step-array ol')
    .and(page.getByRole('list', { name: title, exact: true }))
    .locator('li');
  return cells.evaluateAll((all) =>
    all.map(({ firstChild }) => (firstChild.data === '·' ? null : Number(firstChild.data.replace('−', '-')))),
  );
}

function sums(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** Opens the page at a step, without a GPU. */
async function openStep(page, address) {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/${address}`);
  await expect(verdict(page)).toHaveText(/./);
}

test('every scan can be stepped through, without WebGPU, to its sums', async ({ page }) => {
  await openStep(page, 'sequential/step');
  const titles = await page.locator('.learn-list li button').allTextContents();
  expect(titles.length).toBeGreaterThan(20);
  for (const title of titles) {
    await page.locator('.learn-list').getByRole('button', { name: title, exact: true }).click();
    await expect(page.locator('.step h3, .step h4').first()).toHaveText(`Step through ${title}`);
    await expect(verdict(page), title).toHaveText(/^The output is that of a loop in JavaScript; no finding/);
    await expect(range(page)).toHaveValue('0');
    await range(page).press('End');
    expect(await shown(page, 'Output'), title).toEqual(sums(LECTURE));
    // The page's clock against the emulator's.
    await expect(page.locator('.step-time'), title).toHaveText(/workgroup memory ([\d,]+) of \1, storage ([\d,]+) of \2[;.]/);
    await range(page).press('Home');
    expect(await shown(page, 'Output'), title).toEqual(LECTURE.map(() => null));
    expect(await shown(page, 'Input'), title).toEqual(LECTURE);
    await page.keyboard.press('Shift+ArrowRight');
    await expect(status(page)).toHaveText(/./);
  }
});

test('a link opens a step, and the address follows', async ({ page }) => {
  await openStep(page, 'blelloch/step/input=harris/mode=exclusive/at=14');
  await expect(range(page)).toHaveValue('14');
  const there = await status(page).textContent();
  await page.locator('.step').getByRole('button', { name: 'Forward by a step' }).click();
  await expect(range(page)).toHaveValue('15');
  await expect(page).toHaveURL(/#learn\/blelloch\/step\/input=harris\/mode=exclusive\/at=15$/);
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).toHaveText(there);
  await page.locator('#step-operator').selectOption('max');
  await expect(page).toHaveURL(/\/operator=max\/mode=exclusive$/);
  await expect(verdict(page)).toHaveText(/^The output is that/);
});

test('the views of a moment: data, code, machine', async ({ page }) => {
  await openStep(page, 'hillis-steele/step');
  await range(page).focus();
  const steps = Number(await range(page).getAttribute('max'));
  const kinds = new Set();
  for (let i = 0; i < steps; i++) {
    await page.keyboard.press('ArrowRight');
    const text = await status(page).textContent();
    if (/read Input\[0–7\]/.test(text)) {
      kinds.add('read');
      expect(await page.locator('.step-array .read').count()).toBe(8);
      await expect(page.locator('.step-line[aria-current]')).toBeVisible();
      await expect(page.locator('.step-requests caption')).toHaveText(/1 address group: 1 time unit/);
    }
    if (/⊕/.test(text)) kinds.add('combine');
    if ((await range(page).inputValue()) === `${steps}`) break;
  }
  expect([...kinds].sort()).toEqual(['combine', 'read']);
});

test('one’s own numbers are scanned, and what is none is said', async ({ page }) => {
  await openStep(page, 'kogge-stone/step');
  await page.locator('#step-input').selectOption('own');
  await page.locator('#step-own').fill('2 x');
  await page.locator('#step-own').press('Enter');
  await expect(page.locator('#step-own-error')).toHaveText(/“x” is none/);
  await page.locator('#step-own').fill('2 7 -1 8');
  await page.locator('#step-own').press('Enter');
  await expect(page).toHaveURL(/input=2,7,-1,8$/);
  await expect.poll(() => shown(page, 'Input')).toEqual([2, 7, -1, 8]);
  await range(page).press('End');
  expect(await shown(page, 'Output')).toEqual(sums([2, 7, -1, 8]));
});

test('it plays, and the space bar pauses', async ({ page }) => {
  await openStep(page, 'naive-tiles/step');
  await page.locator('#step-speed').selectOption('32');
  await range(page).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.step').getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => Number(await range(page).inputValue())).toBeGreaterThan(2);
  await page.keyboard.press('Space');
  await expect(page.locator('.step').getByRole('button', { name: 'Play' })).toBeVisible();
});

test('the emulator is loaded when a scan is stepped through, not before', async ({ page }) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('./#learn/blelloch');
  await expect(page.locator('.learn .flow')).toBeVisible();
  expect(loaded.filter((url) => url.includes('emulator'))).toEqual([]);
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(verdict(page)).toHaveText(/./);
  expect(loaded.filter((url) => url.includes('emulator'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Lesson' }).click();
  await expect(page.locator('.learn .flow')).toBeVisible();
  await expect(page).toHaveURL(/#learn\/blelloch$/);
});

test('360 pixels are enough, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStep(page, 'blelloch/step/input=merry/at=20');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a barrier is left out: a question first, then the race and where it happens', async ({ page }) => {
  await openStep(page, 'kogge-stone/step/input=nakano/workgroup=16');
  const what = page.getByLabel('What is broken');
  const barriers = await what.locator('option', { hasText: 'Leave out the barrier' }).evaluateAll((all) => all.map(({ value }) => value));
  expect(barriers.length).toBeGreaterThan(1);
  const found = [];
  for (const barrier of barriers) {
    await what.selectOption(barrier);
    await expect(page).toHaveURL(new RegExp(`broken=${barrier}$`));
    await page.getByRole('button', { name: 'The output is right, and nothing is found' }).click();
    const told = page.locator('.step-outcome');
    await expect(told).toHaveText(/You said|As you said/);
    found.push(await told.textContent());
    if (!(await page.getByRole('button', { name: 'Go to the race' }).isVisible())) continue;
    await page.getByRole('button', { name: 'Go to the race' }).click();
    expect(Number(await range(page).inputValue())).toBeGreaterThan(0);
    await expect(page.locator('.step-line.edited')).toHaveCount(1);
  }
  expect(found.some((text) => /A data race: no barrier orders these accesses to /.test(text))).toBe(true);
  await page.getByRole('button', { name: 'Mend it' }).click();
  await expect(verdict(page)).toHaveText(/^The output is that of a loop/);
});

test('swapped operands show with an operator that does not commute, by a link', async ({ page }) => {
  await openStep(page, 'blelloch/step/operator=last');
  const option = page.getByLabel('What is broken').locator('option', { hasText: 'Swap the operands' }).first();
  const id = await option.getAttribute('value');
  await openStep(page, `blelloch/step/operator=last/broken=${id}`);
  await page.reload();
  await page.getByRole('button', { name: 'The output is wrong' }).click();
  await expect(page.locator('.step-outcome')).toHaveText(/^As you said: the output is wrong\.The first wrong element is \d+/);
});

test('without padding the output is right, and takes more time', async ({ page }) => {
  await openStep(page, 'blelloch/step');
  await page.getByLabel('What is broken').selectOption('padding');
  await page.getByRole('button', { name: 'takes more time units' }).click();
  await expect(page.locator('.step-outcome')).toHaveText(/^As you said.*Time units: workgroup memory (\d+) before, (\d+) now/);
  await page.getByRole('button', { name: 'Go to the worst conflict' }).click();
  await expect(page.locator('.step-requests .conflict').first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('look-back is stepped through over several tiles', async ({ page }) => {
  await openStep(page, 'look-back/step/input=tiles');
  await expect(verdict(page)).toHaveText(/^The output is that/);
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toHaveText('Dispatch 1 of 1: scan_tiles, 4 × 256 invocations.');
  await page.keyboard.press('End');
  expect((await shown(page, 'Output')).slice(0, 4)).toEqual([1, 2, 3, 4]);
});

test('where a workgroup is never resumed, look-back waits for ever and its fallback does not', async ({ page }) => {
  for (const [id, choice] of [
    ['look-back', 'It never ends'],
    ['chained', 'It never ends'],
    ['look-back-fallback', 'The others end'],
  ]) {
    await openStep(page, `${id}/step/input=tiles/broken=stall`);
    await page.reload();
    await page.getByRole('button', { name: choice }).click();
    await expect(page.locator('.step-outcome'), id).toHaveText(/^As you said/);
  }
});

test('each scan has something to break', async ({ page }) => {
  await openStep(page, 'sequential/step');
  for (const title of await page.locator('.learn-list li button').allTextContents()) {
    await page.locator('.learn-list').getByRole('button', { name: title, exact: true }).click();
    await expect(page.locator('#step-title')).toHaveText(`Step through ${title}`);
    await expect(verdict(page)).toHaveText(/^The output is that/);
    await expect.poll(() => page.getByLabel('What is broken').locator('option').count(), title).toBeGreaterThan(1);
  }
});

test('an element alone shows a step, and leaves the keys of its page alone', async ({ page, baseURL }) => {
  await page.route('**/slide.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Slide</title><script type="module" src="${baseURL}scanlab.js"></script>
        <scan-lab view="learn" algorithm="sklansky" step="input=harris/at=6"></scan-lab>`,
    }),
  );
  await page.goto('./slide.html');
  await expect(range(page)).toHaveValue('6');
  await page.keyboard.press('ArrowRight');
  await expect(range(page)).toHaveValue('6');
  await range(page).focus();
  await page.keyboard.press('End');
  expect(await shown(page, 'Output')).toEqual(sums([3, 1, 7, 0, 4, 1, 6, 3]));
  await page.locator('scan-lab').evaluate((element) => element.setAttribute('step', 'operator=max/at=2'));
  await expect(range(page)).toHaveValue('2');
  await page.locator('scan-lab').evaluate((element) => element.removeAttribute('step'));
  await expect(page.locator('.learn .flow')).toBeVisible();
});
