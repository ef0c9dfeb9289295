/** Learn as a part of the web: titles, Back, links, headings, the meaning of terms, and tables that fit. */
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './helpers.js';

const link = (page, name) => page.locator('.learn-list').getByRole('link', { name, exact: true });
const title = (page) => page.locator('#explain-title');

async function openLearn(page, address = 'learn') {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#${address}`);
}

test('each view has a title of its own', async ({ page }) => {
  await openLearn(page, '');
  await expect(page).toHaveTitle(/^ScanLab: /);
  for (const [address, expected] of [
    ['learn/blelloch', 'Blelloch · Learn · ScanLab'],
    ['learn/blelloch,look-back', 'Blelloch and Decoupled look-back · Learn · ScanLab'],
    ['learn/blelloch/step', 'Blelloch, step by step · Learn · ScanLab'],
    ['learn/machine', 'The memory machine · Learn · ScanLab'],
    ['learn/observatory', 'Observatory of look-back · Learn · ScanLab'],
    ['measure', 'Measure · ScanLab'],
    ['experiments', 'Experiments · ScanLab'],
    ['numbers', 'Your numbers · ScanLab'],
    ['check', 'Check · ScanLab'],
    ['use', 'Use · ScanLab'],
    ['use/compaction', /^.+ · Use · ScanLab$/],
  ]) {
    await page.goto(`./#${address}`);
    await expect(page, address).toHaveTitle(expected);
  }
  await page.goto('./#');
  await expect(page).toHaveTitle(/^ScanLab: /);
});

test('Back returns to the scan and to the view before', async ({ page }) => {
  await openLearn(page, 'learn/blelloch');
  await expect(title(page)).toHaveText('Blelloch');
  await link(page, 'Kogge–Stone').click();
  await expect(title(page)).toHaveText('Kogge–Stone');
  await page.locator('#explain-first').selectOption('sklansky');
  await expect(title(page)).toHaveText('Sklansky');
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(page.locator('#step-title')).toHaveText('Step through Sklansky');
  await page.getByRole('button', { name: 'The memory machine' }).click();
  await expect(page).toHaveURL(/#learn\/machine$/);
  await page.goBack();
  await expect(page.locator('#step-title')).toHaveText('Step through Sklansky');
  for (const expected of ['Sklansky', 'Kogge–Stone', 'Blelloch']) {
    await page.goBack();
    await expect(title(page)).toHaveText(expected);
  }
  await page.goForward();
  await expect(title(page)).toHaveText('Kogge–Stone');
  await expect(page).toHaveTitle('Kogge–Stone · Learn · ScanLab');
});

test('scans of the list are links, with the settings of a step', async ({ page, context }) => {
  await openLearn(page, 'learn/blelloch/step/input=harris/mode=exclusive/at=3/broken=padding');
  await expect(link(page, 'Sklansky')).toHaveAttribute('href', /#learn\/sklansky\/step\/input=harris\/mode=exclusive$/);
  const opened = context.waitForEvent('page');
  await link(page, 'Sklansky').click({ modifiers: ['ControlOrMeta'] });
  const other = await opened;
  await expect(other).toHaveURL(/#learn\/sklansky\/step\/input=harris\/mode=exclusive$/);
  await expect(page.locator('#step-title')).toHaveText('Step through Blelloch');
});

test('an element alone shows its links itself, and they lead to the site', async ({ page, baseURL }) => {
  await page.route('**/lesson.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Lesson</title><script type="module" src="${baseURL}scanlab.js"></script>
        <scan-lab view="learn" algorithm="blelloch"></scan-lab>`,
    }),
  );
  await page.goto('./lesson.html');
  await expect(title(page)).toHaveText('Blelloch');
  await expect(link(page, 'Sklansky')).toHaveAttribute('href', `${baseURL}#learn/sklansky`);
  await link(page, 'Sklansky').click();
  await expect(title(page)).toHaveText('Sklansky');
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(page.locator('#step-title')).toHaveText('Step through Sklansky');
  expect(new URL(page.url()).hash).toBe('');
  await expect(page).toHaveTitle('Lesson');
});

test('parts of a lesson are headings, and sources are links', async ({ page }) => {
  await openLearn(page, 'learn/blelloch');
  for (const name of ['The idea', 'On the diagram', 'Sources', 'What it costs']) {
    await expect(page.getByRole('heading', { name, exact: true, level: 4 })).toBeVisible();
  }
  const source = page.getByRole('link', { name: 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.2' });
  await expect(source).toHaveAttribute('href', /^https:\/\/developer\.nvidia\.com\/gpugems\/gpugems3\//);
  await openLearn(page, 'learn/blelloch,sklansky');
  await expect(page.getByRole('heading', { name: 'The idea', level: 5 })).toHaveCount(2);
});

test('the meaning of a term opens where the term stands, and closes there', async ({ page }) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await openLearn(page, 'learn/blelloch');
    // This text moves the content below it.
    await expect(page.getByText('This browser does not offer WebGPU')).toBeVisible();
    const term = page.getByRole('button', { name: 'bank conflict', exact: true });
    await term.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await term.focus();
    await page.keyboard.press('Enter');
    const meaning = page.locator('.meaning:popover-open');
    await expect(meaning).toHaveText(/^Bank conflict Successive words of workgroup memory are in different banks/);
    await expect(meaning).toBeInViewport({ ratio: 0.9 });
    const [there, shown] = [await term.boundingBox(), await meaning.boundingBox()];
    const gap = shown.y > there.y ? shown.y - there.y - there.height : there.y - shown.y - shown.height;
    expect(Math.abs(gap)).toBeLessThan(20);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(meaning).toHaveCount(0);
    await expect(term).toBeFocused();
  }
});

test('tables of every lesson and of the memory machine fit a window of 1,280 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLearn(page, 'learn/sequential');
  await expect(title(page)).toHaveText('Sequential');
  const scans = await page.locator('.learn-list li a').evaluateAll((all) => all.map(({ hash }) => hash.slice(1)));
  expect(scans.length).toBeGreaterThan(20);
  for (const address of [...scans, 'learn/machine/kernel=sum/n=256']) {
    await page.goto(`./#${address}`);
    await expect(page.locator(address.includes('machine') ? '.machine-formulas tbody tr' : '.costs tbody tr').first()).toBeVisible();
    const cut = await page
      .locator('.learn .table-scroll')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ ariaLabel }) => ariaLabel));
    expect(cut, address).toEqual([]);
  }
});
