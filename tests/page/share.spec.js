/** Link and element of every view: both show the content of the view. */
import { expect, test } from '@playwright/test';
import { choose, openPage, typeSizes, view } from './helpers.js';

/** The checkbox of a scan. */
const picked = (page, id) => page.locator(`.algorithm[data-algorithm="${id}"] .pick`).getByRole('checkbox', { includeHidden: true });

/**
 * Per view: its address, a choice in it, a check that the choice is visible, the link and the attributes. A link to a part of a view is
 * the address of this part.
 */
const VIEWS = {
  measure: {
    address: './',
    async choose(page) {
      await choose(page, ['sklansky', 'blelloch']);
      await typeSizes(page, '100, 4096');
    },
    async isShown(page) {
      await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('100, 2^12');
      await expect(picked(page, 'sklansky')).toBeChecked();
      await expect(picked(page, 'look-back')).not.toBeChecked();
    },
    link: '?v=1&algorithms=blelloch,sklansky&sizes=100,2^12&operator=add&type=u32&mode=inclusive&pattern=random&seed=1&metric=elements#measure',
    attributes: 'view="measure" algorithms="blelloch,sklansky" sizes="100,2^12" operator="add" type="u32" mode="inclusive"',
  },
  experiments: {
    address: './#experiments',
    choose: (page) => page.locator('[data-experiment=horn-knee] > summary').click(),
    isShown: (page) => expect(page.locator('[data-experiment=horn-knee] .claims')).toBeVisible(),
    link: '#experiments/horn-knee',
    attributes: 'view="experiments" experiment="horn-knee"',
  },
  numbers: {
    address: './#numbers',
    async choose(page) {
      await page.getByLabel('Numbers', { exact: true }).fill('3 -1/4\n7');
      await page.locator('#own-operator').selectOption('max');
      await page.locator('#own-type').selectOption('f32');
    },
    async isShown(page) {
      await expect(page.getByLabel('Numbers', { exact: true })).toHaveValue('3 -1/4\n7');
      await expect(page.locator('#own-operator')).toHaveValue('max');
      await expect(page.locator('#own-type')).toHaveValue('f32');
    },
    link: '#numbers/numbers=3%20-1%2F4%0A7/operator=max/type=f32',
    attributes: 'view="numbers" settings="numbers=3 -1%2F4\n7/operator=max/type=f32"',
  },
  check: {
    address: './#check',
    async choose(page) {
      await page.getByLabel('Smoke test: short').check();
      await page.getByText('Choose scans and operators').click();
      await page.getByRole('button', { name: 'No scans' }).click();
      await page.locator('#scan-hybrid').check();
    },
    async isShown(page) {
      await expect(page.getByLabel('Smoke test: short')).toBeChecked();
      await expect(page.locator('#scan-hybrid')).toBeChecked();
      await expect(page.locator('#scan-blelloch')).not.toBeChecked();
      await expect(page.locator('#operator-max')).toBeChecked();
    },
    link: '?grid=smoke&algorithms=hybrid#check',
    attributes: 'view="check" grid="smoke" algorithms="hybrid"',
  },
  use: {
    address: './#use/compaction',
    choose: (page) => page.locator('.use-application #use-n').fill('4096'),
    isShown: (page) => expect(page.locator('.use-application #use-n')).toHaveValue('4,096'),
    link: '#use/compaction/n=4096',
    attributes: 'view="use" application="compaction" settings="n=4096"',
  },
};

for (const [name, { address, choose: chooseIn, isShown, link, attributes }] of Object.entries(VIEWS)) {
  test(`the link and the element of ${name} show what is chosen`, async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage(page, address);
    await chooseIn(page);
    const share = view(page, name).locator('.share').filter({ visible: true });
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(share.getByRole('status').first()).toHaveText('Link copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${baseURL}${link}`);
    await share.getByText('Embed it', { exact: true }).click();
    await share.getByRole('button', { name: 'Copy: Embed it' }).click();
    await expect(share.getByText('Copied.', { exact: true })).toBeVisible();
    const element = await page.evaluate(() => navigator.clipboard.readText());
    expect(element).toContain(`<scan-lab ${attributes}`);

    await page.goto('about:blank');
    await page.goto(copied);
    await expect(view(page, name)).toBeVisible();
    await isShown(page);

    // The element's code requires a page beside the folder of the site.
    const elsewhere = new URL('../elsewhere.html', `${baseURL}scanlab/`).href;
    await page.route(elsewhere, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Elsewhere</title>${element.replace('scanlab/', './')}` }),
    );
    await page.goto(elsewhere);
    await expect(page.locator('scan-lab .alone')).toBeVisible();
    await isShown(page);
  });
}

test('an open element follows the settings', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Embed it' }).click();
  const shown = view(page, 'measure').locator('.share pre');
  await expect(page.locator('.share summary')).toBeFocused();
  await choose(page, ['blelloch']);
  await expect(shown).toContainText('algorithms="blelloch"');
  await typeSizes(page, '77');
  await expect(shown).toContainText('sizes="77"');
  await typeSizes(page, 'lots');
  await expect(shown).toBeEmpty();
  await expect(page.getByText('No text: see the messages beside the settings.')).toBeVisible();
  await page.goto('./#check');
  const check = view(page, 'check').locator('.share');
  await check.getByText('Embed it', { exact: true }).click();
  await page.getByLabel('Smoke test: short').check();
  await expect(check.locator('pre')).toContainText('grid="smoke"');
  await expect(check.locator('pre')).not.toContainText('limits');
  await page.goto('./?limits=guaranteed#check');
  await check.getByText('Embed it', { exact: true }).click();
  await expect(check.locator('pre')).toContainText('<scan-lab view="check" grid="spread" limits="guaranteed">');
  await page.goto('./#learn/blelloch');
  const learn = view(page, 'learn').locator('.share');
  await learn.getByText('Embed it', { exact: true }).click();
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(learn.locator('pre')).toContainText('step=');
});

test('links of Your numbers show an example with its changes, and nothing of what was shown before', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#numbers');
  const share = view(page, 'numbers').locator('.share');
  const linkOf = async () => {
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(share.getByRole('status').first()).toHaveText('Link copied.');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const [text, mode, type] = [page.getByLabel('Numbers', { exact: true }), page.locator('#own-mode'), page.locator('#own-type')];
  await page.locator('#own-example').selectOption('harris');
  await expect(mode).toHaveValue('exclusive');
  await mode.selectOption('inclusive');
  const link = await linkOf();
  // The numbers of another choice are too long for a link.
  await text.fill('7 '.repeat(1500));
  await type.selectOption('f32');
  await mode.selectOption('exclusive');
  expect(await linkOf()).toMatch(/#numbers\/numbers=\/type=f32\/mode=exclusive$/);
  await page.evaluate((address) => (location.href = address), link);
  await expect(text).toHaveValue('3 1 7 0 4 1 6 3');
  await expect(mode).toHaveValue('inclusive');
  await expect(type).toHaveValue('u32');
});
