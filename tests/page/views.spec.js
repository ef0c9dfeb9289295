/** The views of the page: their links and addresses, and their content before any press. */
import { expect, test } from '@playwright/test';
import { PART_VIEWS, VIEW_TITLES } from '../../www/page/route.ts';
import { caseCount, openPage, openView, viewLink, violationsInBothThemes } from './helpers.js';

const VIEWS = Object.entries(VIEW_TITLES);
const introduction = (page) => page.locator('.introduction');
const shown = (page) => page.locator('.view:visible');

/** Only this view is visible, and its link is marked as current. */
async function expectView(page, name) {
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toHaveAttribute('data-view', name);
  await expect(viewLink(page, VIEW_TITLES[name])).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('nav[aria-label=Views] [aria-current]')).toHaveCount(1);
}

async function expectFirstScreen(page) {
  await expect(introduction(page)).toBeVisible();
  await expectView(page, 'measure');
}

/** Loads an address: without the empty page in between, only the hash would change. */
async function openAnew(page, path) {
  await page.goto('about:blank');
  await openPage(page, path);
}

test('each link shows its view at its address; back and forward go from one to the other', async ({ page }) => {
  await openPage(page);
  await expectFirstScreen(page);
  for (const [name, title] of VIEWS) {
    await openView(page, title);
    await expectView(page, name);
    await expect(introduction(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/#${name}$`));
  }
  const names = VIEWS.map(([name]) => name);
  for (const name of names.toReversed().slice(1)) {
    await page.goBack();
    await expectView(page, name);
    await expect(introduction(page)).toBeHidden();
  }
  await page.goBack();
  await expectFirstScreen(page);
  for (const name of names.slice(0, 2)) {
    await page.goForward();
    await expectView(page, name);
    await expect(introduction(page)).toBeHidden();
  }
  await page.getByRole('link', { name: 'ScanLab', exact: true }).click();
  await expectFirstScreen(page);
  // A loaded view stays in the page.
  await expect(page.locator('.view')).toHaveCount(VIEWS.length);
});

test('a link that is opened in another tab opens its view there', async ({ page, context }) => {
  await openPage(page);
  const [other] = await Promise.all([context.waitForEvent('page'), viewLink(page, 'Your numbers').click({ modifiers: ['ControlOrMeta'] })]);
  await expectView(other, 'numbers');
  await expectFirstScreen(page);
});

test('an address that names no view shows the first screen', async ({ page }) => {
  const hashes = [
    '#',
    '#nonsense',
    '#measured',
    '#Learn',
    '#constructor',
    '#__proto__',
    '#%zz',
    '#/learn',
    '#show=',
    ...PART_VIEWS.map((name) => `#${name}`),
  ];
  await openPage(page, './#nonsense');
  await expectFirstScreen(page);
  for (const hash of hashes) {
    await openView(page, 'Check');
    await page.evaluate((text) => void (location.hash = text), hash);
    await expectFirstScreen(page);
  }
});

test('a deep link opens its view, and loads no other', async ({ page }) => {
  const learned = (page_) => page_.locator('.learn .flow svg');
  for (const [hash, name, check] of [
    ['#measure', 'measure', () => expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()],
    ['#learn', 'learn', () => expect(learned(page)).toHaveCount(1)],
    ['#learn/blelloch', 'learn', () => expect(page.getByRole('heading', { name: 'Blelloch', exact: true })).toBeVisible()],
    ['#learn/hybrid,blelloch', 'learn', () => expect(learned(page)).toHaveCount(2)],
    ['#show=hybrid,blelloch', 'learn', () => expect(learned(page)).toHaveCount(2)],
    ['#learn/no-such-scan', 'learn', () => expect(learned(page)).toHaveCount(1)],
    [
      '#experiments/reduce-steps',
      'experiments',
      async () => {
        await expect(page.locator('.experiment[open]')).toHaveAttribute('data-experiment', 'reduce-steps');
        await expect(page.locator('.experiment[open] .experiment-form')).toBeInViewport();
      },
    ],
    ['#numbers', 'numbers', () => expect(page.getByRole('button', { name: 'Scan it' })).toBeEnabled()],
    ['#check', 'check', () => expect.poll(() => caseCount(page)).toBeGreaterThan(0)],
    ['#use', 'use', () => expect(page.locator('.use-card').first()).toBeVisible()],
    ['#use/compaction', 'use', () => expect(page.getByRole('heading', { name: 'Stream compaction', exact: true })).toBeVisible()],
  ]) {
    await openAnew(page, `./${hash}`);
    await expectView(page, name);
    await check();
    await expect(introduction(page)).toBeHidden();
    await expect(page.locator('.view')).toHaveCount(1);
  }
});

test('what Learn shows is in the address, which back brings again', async ({ page }) => {
  await openPage(page, './#learn/blelloch');
  const title = (name) => page.locator('.explain-content').getByRole('heading', { level: 3, name, exact: true });
  await expect(title('Blelloch')).toBeVisible();
  await page.locator('.learn-list').getByRole('link', { name: 'Sklansky', exact: true }).click();
  await expect(title('Sklansky')).toBeVisible();
  await expect(page.locator('.learn-list [aria-current]')).toHaveText('Sklansky');
  await expect(page).toHaveURL(/#learn\/sklansky$/);
  await openView(page, 'Measure');
  await page.goBack();
  await expect(title('Sklansky')).toBeVisible();
  await expect(page).toHaveURL(/#learn\/sklansky$/);
});

test('a view that is not loaded says so; other views open, and “Try again” shows what was asked for', async ({ page }) => {
  await page.route('**/learn-view-*.js', (route) => route.abort());
  await openPage(page, './#learn/sklansky');
  const message = page.locator('.views').getByRole('alert');
  await expect(message).toHaveText(
    /^This view could not be shown: a part of this page could not be loaded \(.+\)\. Try again, or reload the page\.$/,
  );
  await expect(shown(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toBeVisible();
  await openView(page, 'Your numbers');
  await expectView(page, 'numbers');
  await expect(message).toHaveCount(0);
  await page.goBack();
  await expect(message).toBeVisible();
  await page.unroute('**/learn-view-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectView(page, 'learn');
  await expect(message).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sklansky', exact: true })).toBeVisible();
});

test('the keyboard alone goes through the views', async ({ page }) => {
  await openPage(page);
  const active = () =>
    page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  const tabTo = async (name) => {
    for (let i = 0; i < 120 && (await active()) !== name; i += 1) await page.keyboard.press('Tab');
    expect(await active()).toBe(name);
  };
  await tabTo('Number 2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('9');
  await expect(page.locator('[data-mode=inclusive] li')).toHaveText(['3', '4', '13', '13', '17', '18', '24', '27']);
  // The link is in a view that it hides, so the focus goes to the title of the new view.
  await tabTo('Scan your own numbers');
  await page.keyboard.press('Enter');
  await expectView(page, 'numbers');
  await expect(page.getByRole('heading', { name: 'Your own numbers' })).toBeFocused();
  await tabTo('Scan it');
  await page.keyboard.press('Enter');
  await expect(page.locator('.own .run-text')).toHaveText('Scanned 16 numbers: PASS.');

  await viewLink(page, 'Measure').focus();
  await page.keyboard.press('Enter');
  await expectView(page, 'measure');
  await page.getByRole('radio', { name: 'One per family' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Textbook trees' })).toBeChecked();

  await viewLink(page, 'Learn').focus();
  await page.keyboard.press('Enter');
  await expectView(page, 'learn');
  // All scans are one tab stop; arrow keys move between them.
  await tabTo('Horn / Hillis–Steele');
  for (let i = 0; i < 40 && (await active()) !== 'Sklansky'; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#learn\/sklansky$/);

  await viewLink(page, 'Experiments').focus();
  await page.keyboard.press('Enter');
  await expectView(page, 'experiments');
  await page.locator('.experiment[data-experiment="horn-knee"] > summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.experiment[open]')).toHaveAttribute('data-experiment', 'horn-knee');
  await page.keyboard.press('Tab');
  expect(await active()).toMatch(/^Sengupta, Lefohn & Owens 2006/);
  await page.keyboard.press('Tab');
  expect(await active()).toMatch(/^Run “/);

  await viewLink(page, 'Check').focus();
  await page.keyboard.press('Enter');
  await expectView(page, 'check');
  await tabTo('Run');
});

test('axe finds nothing in any view in either theme, and at 360 pixels nothing scrolls sideways', async ({ page }) => {
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await openPage(page);
  await expect(page.locator('.introduction .result')).toHaveText(['PASS', 'PASS']);
  const opened = {
    '': async () => {},
    measure: () => page.locator('.scan-list > summary').click(),
    learn: async () => {},
    experiments: () => page.locator('.experiment > summary').first().click(),
    numbers: async () => {},
    check: () => page.getByText('Choose scans and operators').click(),
    use: async () => {},
  };
  for (const [name, open] of Object.entries(opened)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    if (name) await openView(page, VIEW_TITLES[name]);
    await open();
    expect(await violationsInBothThemes(page), name).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await fits();
    expect(await violationsInBothThemes(page), `${name} at 360 px`).toEqual([]);
  }
});

test('the first control works before the core has arrived', async ({ page }) => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route('**/*.wasm', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('./');
  await page.getByRole('textbox', { name: 'Number 0' }).fill('10');
  await expect(page.locator('[data-mode=inclusive] li')).toHaveText(['10', '11', '18', '18', '22', '23', '29', '32']);
  await expect(page.locator('[data-mode=exclusive] li')).toHaveText(['0', '10', '11', '18', '18', '22', '23', '29']);
  await expect(page.locator('.introduction .result')).toHaveText(['', '']);
  await expect(page.locator('.view')).toHaveCount(0);
  arrive();
  await expectFirstScreen(page);
  await expect(page.locator('.introduction .result')).toHaveText(['PASS', 'PASS']);
  await expect(page.getByRole('textbox', { name: 'Number 0' })).toHaveValue('10');
});

for (const [link, name] of [
  ['See how a GPU computes it', 'learn'],
  ['Measure them on this device', 'measure'],
]) {
  for (const address of ['./', './bare.html']) {
    test(`“${link}” is followed, though the core arrives later: ${address}`, async ({ page }) => {
      const html = '<!doctype html><html lang="en"><script type="module" src="scanlab.js"></script><scan-lab></scan-lab></html>';
      await page.route('**/bare.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
      let arrive;
      const arrived = new Promise((resolve) => (arrive = resolve));
      await page.route('**/*.wasm', async (route) => {
        await arrived;
        await route.continue();
      });
      await page.goto(address);
      await page.getByRole('link', { name: link }).click();
      await expect(introduction(page)).toBeHidden();
      arrive();
      await expectView(page, name);
      await expect(introduction(page)).toBeHidden();
    });
  }
}

test('Measure has the settings of the address, though Learn is first', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=sklansky&sizes=100#learn');
  await expectView(page, 'learn');
  await openView(page, 'Measure');
  await expect(page.locator('.scan-list > summary')).toContainText(/1 of \d+ chosen: Sklansky/);
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('100');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

for (const address of ['./?view=check&run=1&algorithms=nakano&operators=max', './?run=1&algorithms=nakano&operators=max#check']) {
  test(`a link alone runs no cases: ${address}`, async ({ page }) => {
    await openPage(page, address);
    await expect.poll(() => caseCount(page)).toBeGreaterThan(0);
    await expect(page.locator('.conformance .run-text')).toHaveText('');
    await expect(page.getByRole('heading', { name: 'Outcome' })).toBeHidden();
    await expect(page.locator('.conformance').getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  });
}
