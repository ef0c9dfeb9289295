import { expect, test } from '@playwright/test';
import { choose, openPage, openView, rows, run, runText, typeSizes } from './helpers.js';

const settings = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('scan-lab').shadowRoot;
    const value = (id) => root.getElementById(id).value;
    const chosen = [...root.querySelectorAll('.algorithm .pick input:checked')].map((box) => box.value);
    const names = [
      'operator',
      'type',
      'mode',
      'pattern',
      'seed',
      'size-from',
      'size-to',
      'size-steps',
      'size-spacing',
      'tuning-hybrid-reduce_steps',
    ];
    return {
      chosen,
      kind: root.querySelector('[name=size-kind]:checked').value,
      ...Object.fromEntries(names.map((name) => [name, value(name)])),
    };
  });

const problems = (page) => page.getByRole('note').getByRole('listitem');

test('the address follows the controls, and brings all of them back', async ({ page }) => {
  await openPage(page, './?page_id=12#show=');
  expect(page.url()).toMatch(/\?page_id=12#show=$/);
  await choose(page, ['hybrid', 'look-back-fallback', 'javascript']);
  await page.locator('#tuning-hybrid-reduce_steps').fill('9');
  await page.locator('#operator').selectOption('max');
  await page.locator('#type').selectOption('f32');
  await page.locator('#mode').selectOption('exclusive');
  await page.locator('#pattern').selectOption('zeros');
  await page.locator('#seed').fill('7');
  await page.locator('#size-from').fill('1000');
  await page.locator('#size-to').fill('2^18+3');
  await page.locator('#size-steps').fill('5');
  await page.locator('#size-spacing').selectOption('log');
  await expect(page).toHaveURL(
    /\?page_id=12&v=1&algorithms=hybrid:reduce_steps=9,look-back-fallback,javascript&sizes=1000\.\.2\^18%2B3:steps=5:spacing=log&operator=max&type=f32&mode=exclusive&pattern=zeros&seed=7&metric=elements#show=$/,
  );
  const before = await settings(page);
  await page.reload();
  await expect(page.locator('.adapter')).toContainText('subgroups');
  expect(await settings(page)).toEqual(before);
  await expect(problems(page)).toHaveCount(0);
  // No run has started.
  await expect(rows(page)).toHaveCount(0);
});

test('an address that changes while the first view is loaded is followed', async ({ page }) => {
  await page.route('**/chunks/measure-view-*.js', async (route) => {
    await page.evaluate(() => (location.hash = '#use'));
    await route.continue();
  });
  await page.goto('./');
  await expect(page.locator('.use-card').first()).toBeVisible();
});

test('an address that names the same view, set otherwise, while it is loaded is followed too', async ({ page }) => {
  await page.route('**/chunks/use-view-*.js', async (route) => {
    await page.evaluate(() => (location.hash = '#use/compaction/n=777/keep=outside'));
    await route.continue();
  });
  await page.goto('./#use/partition');
  await expect(page.locator('.use-application[data-application="compaction"]')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Number of particles' })).toHaveValue('777');
  await expect(page.getByRole('combobox', { name: 'Selected', exact: true })).toHaveValue('outside');
});

test('a change of the address is followed where settings are to be written to it meanwhile', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = globalThis.addEventListener;
    // The events arrive late, as on a busy page.
    globalThis.addEventListener = (name, listener, ...rest) =>
      listen(name, name === 'hashchange' ? (event) => setTimeout(listener, 500, event) : listener, ...rest);
  });
  await openPage(page, './#use/compaction/n=100');
  await page.getByRole('combobox', { name: 'Selected', exact: true }).selectOption('outside');
  await page.evaluate(() => (location.hash = '#use'));
  await expect(page.locator('.use-card').first()).toBeVisible();
  await expect(page.locator('.use-application')).toHaveCount(0);
  await expect(page).toHaveURL(/#use$/);
  // The page writes the settings of the next application to the address again.
  await page.evaluate(() => (location.hash = '#use/compaction/n=100'));
  await page.getByRole('combobox', { name: 'Selected', exact: true }).selectOption('outside');
  await expect(page).toHaveURL(/#use\/compaction\/n=100\/keep=outside$/);
});

test('settings are written to an address that another script has replaced', async ({ page }) => {
  await openPage(page, './#use/compaction/n=100');
  await page.evaluate(() => history.replaceState(null, '', '#use/partition'));
  await page.getByRole('combobox', { name: 'Selected', exact: true }).selectOption('outside');
  // By now the page is waiting to write the first setting.
  await page.waitForTimeout(600);
  await page.getByRole('combobox', { name: 'Scan' }).selectOption('blelloch');
  await expect(page).toHaveURL(/#use\/compaction\/n=100\/keep=outside\/scan=blelloch$/);
});

test('an address that changes while the element is elsewhere is followed when it is back', async ({ page }) => {
  await openPage(page, './#use/partition');
  await page.evaluate(async () => {
    const element = document.querySelector('scan-lab');
    element.remove();
    location.hash = '#use/compaction/n=777';
    await new Promise((followed) => setTimeout(followed));
    document.body.append(element);
  });
  await expect(page.getByRole('textbox', { name: 'Number of particles' })).toHaveValue('777');
});

test('an address that is typed carelessly is read as far as it goes, and each problem is named', async ({ page }) => {
  await openPage(
    page,
    './?v=1&algorithms=hybrid:reduce_steps=99,bogo&sizes=2^8,lots&operator=add&type=f64&mode=exclusive&mode=inclusive&seed=%zz&metric=beauty&run=maybe&algoritms=x',
  );
  await expect(problems(page)).toHaveText([
    /^mode: it is given more than once/,
    /^seed: “%zz” has a % that/,
    /^run: “maybe” is not one of 0, 1\.$/,
    /^algoritms: this is not a setting; “algorithms” is one\.$/,
    /^type: “f64” is not one of u32, i32, f32\.$/,
    /^algorithms: reduce_steps of hybrid must be a whole number from 0 to 32; it is “99”\.$/,
    /^algorithms: “bogo” is not one of /,
    /^sizes: “lots” is not a number/,
    /^metric: “beauty” is not one of elements,/,
  ]);
  expect(await settings(page)).toMatchObject({
    chosen: ['hybrid'],
    kind: 'list',
    mode: 'exclusive',
    seed: '1',
    'tuning-hybrid-reduce_steps': '',
  });
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('256');
});

test('an address of another version changes nothing and says so', async ({ page }) => {
  await openPage(page, './?v=7&mode=exclusive&run=1');
  await expect(problems(page)).toHaveText([/^v: this page reads version 1 of an address’s settings; this one is version “7”/]);
  await expect(page.locator('#mode')).toHaveValue('inclusive');
  await expect(page.getByRole('button', { name: 'Run this configuration' })).toHaveCount(0);
});

test('an address made to be slow is refused, and the page works', async ({ page }) => {
  await openPage(page, `./?sizes=${'1'.repeat(9000)}x&algorithms=${'a,'.repeat(1900)}`);
  await expect(problems(page)).toHaveCount(13);
  await expect(problems(page).last()).toHaveText(/^And \d+ more\.$/);
  await choose(page, ['blelloch']);
  await typeSizes(page, '16');
  await run(page);
});

test('with run=1 one press runs what the address says', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=blelloch,sklansky&sizes=2^4..2^6&mode=exclusive&metric=share&run=1');
  const button = page.getByRole('button', { name: 'Run this configuration' });
  await expect(button).toBeFocused();
  await expect(page.getByRole('group', { name: 'The link to this page requests a run' })).toContainText(
    '2 scans at 3 sizes: exclusive, with add of u32',
  );
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(runText(page)).toHaveText('Done: 6 of 6 points. All outputs are correct.');
  await expect(button).toHaveCount(0);
  await expect(rows(page)).toHaveCount(6);
  const metric = page.getByLabel('Chart', { exact: true });
  await expect(metric).toHaveValue('share');
  await metric.selectOption('time');
  await expect(page).toHaveURL(/\?v=1&algorithms=blelloch,sklansky&sizes=2\^4\.\.2\^6&.*&metric=time$/);
});

test('a run that is asked for stays on offer until one has begun', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=blelloch&sizes=2^4&run=1');
  const offer = page.getByRole('group', { name: 'The link to this page requests a run' });
  const button = offer.getByRole('button', { name: 'Run this configuration' });
  await openView(page, 'Experiments');
  const experiment = page.locator('.experiment[data-experiment="nakano-optimal"]');
  await experiment.locator('> summary').click();
  await experiment.getByRole('button', { name: /^Run “/ }).click();
  await expect(runText(page)).toHaveText('Run is disabled, since an experiment is running.');
  await button.click();
  await expect(offer.getByRole('status')).toHaveText('Not started, since an experiment is running.');
  await experiment.getByRole('button', { name: /^Cancel “/ }).click();
  await expect(experiment.locator('.run-text')).toHaveText(/^Cancelled/);
  await openView(page, 'Measure');
  await page.locator('#seed').fill('none');
  await button.click();
  await expect(offer.getByRole('status')).toHaveText('Not started: see the messages beside the settings.');
  await expect(page.locator('#seed')).toBeFocused();
  await page.locator('#seed').fill('1');
  // If a part of the page does not arrive, no run begins.
  await page.route('**/page-sweep-*.js', (route) => route.abort());
  await button.click();
  await expect(runText(page)).toHaveText(/^Not started: a part of this page could not be loaded \(.+\)\. Try again, or reload the page\.$/);
  await page.unroute('**/page-sweep-*.js');
  await button.click();
  await expect(offer).toHaveCount(0);
  await expect(runText(page)).toHaveText('Done: 1 of 1 points. All outputs are correct.');
});

/** Replaces the page's content by an element with these attributes. */
function embed(page, attributes) {
  return page.evaluate((list) => {
    const element = document.createElement('scan-lab');
    for (const [name, value] of Object.entries(list)) element.setAttribute(name, value);
    document.body.replaceChildren(element);
  }, attributes);
}

test('autorun starts without a press, but not what was not asked for', async ({ page }) => {
  await openPage(page, './?v=1&sizes=2^5&run=1');
  await embed(page, { autorun: '', algorithms: 'blelloch', sizes: '16, 64' });
  await expect(runText(page)).toHaveText('Done: 2 of 2 points. All outputs are correct.');
  // The element does not change the page's address.
  await page.locator('#mode').selectOption('exclusive');
  await expect(page.locator('tr[data-n="16"]')).toHaveCount(1);
  expect(page.url()).toMatch(/\?v=1&sizes=2\^5&run=1$/);
  await embed(page, { autorun: '', algorithms: 'blelloch, bogo', sizes: '16' });
  await expect(problems(page)).toHaveText([/“bogo” is not one of/]);
  await page.getByRole('button', { name: 'Run this configuration' }).click();
  await expect(runText(page)).toHaveText('Done: 1 of 1 points. All outputs are correct.');
  await embed(page, { autorun: '', 'url-config': '', algorithms: 'blelloch', sizes: '16, 64' });
  // The address takes precedence over the attributes.
  await expect(runText(page)).toHaveText('Done: 1 of 1 points. All outputs are correct.');
  await expect(rows(page)).toHaveAttribute('data-n', '32');
});

test('attributes that are set after the element was put into the page count as well', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    const element = document.createElement('scan-lab');
    document.body.replaceChildren(element);
    element.setAttribute('sizes', '2^10..2^12');
    element.setAttribute('mode', 'exclusive');
  });
  await expect(page.locator('#size-to')).toHaveValue('2^12');
  await expect(page.locator('#mode')).toHaveValue('exclusive');
});

test('without run=1 in the address, autorun waits', async ({ page }) => {
  await openPage(page, './?v=1&algorithms=blelloch&sizes=16');
  await embed(page, { autorun: '', 'url-config': '' });
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('16');
  await expect(rows(page)).toHaveCount(0);
  await expect(runText(page)).toBeEmpty();
});

test('Copy link copies all that is chosen, or says why not', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await choose(page, ['sklansky']);
  await typeSizes(page, '100, 4096');
  const copy = page.getByRole('button', { name: 'Copy link' });
  await copy.click();
  const status = page.locator('.share > .actions [role=status]');
  await expect(status).toHaveText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(
    `${new URL(page.url()).origin}/?v=1&algorithms=sklansky&sizes=100,2^12&operator=add&type=u32&mode=inclusive&pattern=random&seed=1&metric=elements#measure`,
  );
  await expect(copy).toBeFocused();
  await typeSizes(page, 'lots');
  await copy.click();
  await expect(status).toHaveText('Not copied: see the messages beside the settings.');
  await typeSizes(page, '7');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/sizes=7&/);
  await expect(field).toBeFocused();
});

test('many changes become few writes of the address, and one that is refused breaks nothing', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.writes = 0;
    History.prototype.replaceState = function refused() {
      globalThis.writes += 1;
      throw new DOMException('too often', 'SecurityError');
    };
  });
  await openPage(page);
  await page.evaluate(async () => {
    const seed = document.querySelector('scan-lab').shadowRoot.getElementById('seed');
    for (let i = 0; i < 300; i += 1) {
      seed.value = String(i);
      seed.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect.poll(() => page.evaluate(() => globalThis.writes)).toBe(1);
  await choose(page, ['blelloch']);
  await typeSizes(page, '16');
  await run(page);
});
