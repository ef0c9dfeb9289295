import { expect, test } from '@playwright/test';
import { openList, openPage, openView, rows, runText, viewLink } from './helpers.js';

/** Replaces the page's content by elements with these attributes, as an embedding page has them. */
function embed(page, attributes) {
  return page.evaluate((list) => {
    globalThis.heard = [];
    for (const name of ['ready', 'progress', 'result', 'end', 'error']) {
      document.addEventListener(`scanlab-${name}`, ({ detail, target }) => globalThis.heard.push({ name, detail, id: target.id }));
    }
    document.body.replaceChildren(
      ...list.map((one, i) => {
        const element = document.createElement('scan-lab');
        element.id = `lab${i}`;
        for (const [name, value] of Object.entries(one)) element.setAttribute(name, value);
        return element;
      }),
    );
  }, attributes);
}

test('attributes set what is chosen; bad ones are reported one by one', async ({ page }) => {
  await openPage(page);
  await embed(page, [
    { algorithms: 'blelloch, bogo', sizes: '2^8, lots, 100', operator: 'max', type: 'f32', mode: 'sideways', pattern: 'zeros', seed: '-3' },
  ]);
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([
    /^mode: “sideways” is not one of inclusive, exclusive\.$/,
    /^seed: “-3” is not a whole number/,
    /^algorithms: “bogo” is not one of /,
    /^sizes: “lots” is not a number/,
  ]);
  await expect(page.locator('#operator')).toHaveValue('max');
  await expect(page.locator('#type')).toHaveValue('f32');
  await expect(page.locator('#pattern')).toHaveValue('zeros');
  await expect(page.locator('#seed')).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('100, 256');
  await expect(page.locator('.algorithm .pick input:checked')).toHaveCount(1);
  // The run never starts by itself.
  await expect(rows(page)).toHaveCount(0);
});

test('its events tell the embedding page', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ algorithms: 'blelloch', sizes: '16, 64' }]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runText(page)).toHaveText(/^Done/);
  const heard = await page.evaluate(() => globalThis.heard);
  expect(heard.filter(({ name }) => name === 'result').map(({ detail }) => [detail.algorithm, detail.n, detail.verified])).toEqual([
    ['blelloch', 16, true],
    ['blelloch', 64, true],
  ]);
  expect(heard.find(({ name }) => name === 'ready').detail.adapter).toHaveProperty('vendor');
  expect(heard.filter(({ name }) => name === 'progress').length).toBeGreaterThanOrEqual(2);
  expect(heard.some(({ name }) => name === 'error')).toBe(false);
  // The event `end` comes once, after all results.
  expect(heard.filter(({ name }) => name === 'end').map(({ detail }) => [detail.view, detail.outcome, detail.points.length])).toEqual([
    ['measure', 'done', 2],
  ]);
  expect(heard.findIndex(({ name }) => name === 'end')).toBeGreaterThan(heard.findLastIndex(({ name }) => name === 'result'));
});

/** The key events that reach the embedding page when a key is pressed. */
async function heardOf(page, key) {
  await page.evaluate(() => {
    globalThis.keys = [];
  });
  await page.keyboard.press(key);
  return page.evaluate(() => globalThis.keys.join(' '));
}

/** A page that handles keys, like a slide deck, around an element with scrollable parts and fields. */
async function listen(page) {
  await page.evaluate(() => {
    for (const type of ['keydown', 'keypress', 'keyup'])
      document.addEventListener(type, ({ key }) => globalThis.keys.push(`${type}:${key}`));
  });
}

/** The distance of a part from the top of its element, in px. */
const below = (locator) => locator.evaluate((one) => one.getBoundingClientRect().top - one.getRootNode().host.getBoundingClientRect().top);

test('an application begins at the top of its element, and stays there when a run opens the device', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ view: 'use', application: 'brackets' }]);
  const title = page.locator('.use-application').getByRole('heading').first();
  await expect(title).toBeVisible();
  expect(await below(title)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await expect(page.locator('.software')).toBeVisible();
  expect(await below(title)).toBeLessThan(2);
});

test('the words about a software adapter stand apart from the view below them', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ view: 'measure' }]);
  const words = page.locator('.software');
  await expect(words).toBeVisible();
  const end = (await below(words)) + (await words.evaluate(({ offsetHeight }) => offsetHeight));
  expect((await below(page.locator('.views'))) - end).toBeGreaterThanOrEqual(12);
});

test('keys that the element uses stay inside, and all others reach the embedding page', async ({ page }) => {
  await openPage(page);
  await embed(page, [{ algorithms: 'blelloch', sizes: '16' }]);
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await openView(page, 'Your numbers');
  await openView(page, 'Measure');
  await openList(page);
  await listen(page);
  const used = {
    '#own-text': ['3', ' ', 'f', 'n', 'o', '?', 'Shift+A', 'Enter', 'Backspace', 'ArrowRight', 'ArrowUp', 'Home', 'PageDown'],
    '#algorithm-search': ['b', ' ', 'Escape', 'ArrowLeft', 'ArrowDown'],
    '#seed': ['1', 'ArrowLeft', 'End', 'Delete'],
    '#own-mode': ['e', 'ArrowUp', 'ArrowDown', 'Home', 'PageDown'],
    '#use-blelloch': [' '],
    '.measure .panel-head button:last-of-type': ['Enter', ' '],
    'input[name=size-kind][value=range]': [' ', 'ArrowDown'],
    '.measure details > summary': ['Enter', ' '],
  };
  const foreign = {
    '#own-text': ['Escape', 'Control+b', 'Alt+ArrowRight', 'Meta+ArrowLeft', 'F2', 'Tab'],
    '#seed': ['PageDown', 'PageUp', 'Escape'],
    '#use-blelloch': ['PageDown', 'ArrowRight', 'f', 'n', 'Enter'],
    '.measure .panel-head button:last-of-type': ['ArrowRight', 'PageDown', 'n'],
    '.measure details > summary': ['ArrowRight', 'f'],
  };
  // Key events of the modifiers themselves do not count.
  const modifiers = /^key(down|up):(Shift|Control|Alt|Meta)$/;
  const press = async (selector, key) => {
    const title = selector.startsWith('#own-') ? 'Your numbers' : 'Measure';
    if ((await viewLink(page, title).getAttribute('aria-current')) === null) await openView(page, title);
    await page.locator(selector).first().focus();
    return (await heardOf(page, key)).split(' ').filter((one) => one && !modifiers.test(one));
  };
  for (const [selector, keys] of Object.entries(used)) {
    for (const key of keys) expect(await press(selector, key), `${key} in ${selector}`).toEqual([]);
  }
  for (const [selector, keys] of Object.entries(foreign)) {
    for (const key of keys) expect(await press(selector, key), `${key} in ${selector}`).toContain(`keydown:${key.split('+').at(-1)}`);
  }
  // No control has the focus.
  await page.evaluate(() => document.getElementById('lab0').shadowRoot.activeElement?.blur());
  expect(await heardOf(page, 'PageDown')).toContain('keydown:PageDown');
});

test('the attribute show opens Learn, where keys that scroll a part stay inside, and Escape reaches the embedding page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page);
  await listen(page);
  await page.locator('scan-lab').evaluate((lab) => lab.setAttribute('show', 'blelloch'));
  const learn = page.locator('.learn');
  await expect(learn.locator('.flow svg')).toBeVisible();
  await learn.locator('.shader > summary').first().click();
  await learn
    .locator('.shader-scroll:visible')
    .evaluateAll((all) => all.find((one) => one.scrollWidth > one.clientWidth && one.scrollHeight > one.clientHeight).focus());
  for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'End']) expect(await heardOf(page, key), key).toBe('');
  for (const key of ['Escape', 'n']) expect(await heardOf(page, key), key).toContain(`keydown:${key}`);
  await learn.getByRole('combobox', { name: 'Scan' }).focus();
  expect(await heardOf(page, 'b')).toBe('');
  await learn.locator('.shader > summary').first().focus();
  expect(await heardOf(page, 'Enter')).toBe('');
  expect(await heardOf(page, 'PageDown')).toContain('keydown:PageDown');
});

test('the conformance element keeps its keys as well', async ({ page }) => {
  await page.goto('./conformance/');
  await listen(page);
  await page.locator('scan-conformance input[type=radio]').first().focus();
  expect(await heardOf(page, ' ')).toBe('');
  expect(await heardOf(page, 'n')).toContain('keydown:n');
});

test('two elements work side by side, and one that is taken out and put back works again', async ({ page }) => {
  await openPage(page);
  await embed(page, [
    { algorithms: 'blelloch', sizes: '64' },
    { algorithms: 'reduce-then-scan', sizes: '32, 128' },
  ]);
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

test('the page works from a sub-folder', async ({ page, baseURL }) => {
  const requests = [];
  page.on('request', (one) => requests.push(one.url()));
  await openPage(page, './sub/folder/');
  await embed(page, [{ algorithms: 'blelloch', sizes: '16' }]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runText(page)).toHaveText(/^Done/);
  await expect(page.locator('.chart-place svg')).toBeVisible();
  // The server also serves the site at /, which would answer an absolute address.
  expect(requests.filter((url) => url.startsWith('http') && !url.startsWith(`${baseURL}sub/folder/`))).toEqual([]);
});
