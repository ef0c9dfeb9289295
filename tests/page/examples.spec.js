/** The pages of examples/, from a server of the repository's folder. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './helpers.js';
import { serve } from './server.mjs';
import { watchErrors } from './watch.js';

const FLOW = '.flow svg';
const POINTS = '.chart-place svg .verified-points path';
let server;

test.beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../../', import.meta.url)));
});

test.afterAll(() => server.close());

async function openExample(page, path) {
  const errors = watchErrors(page);
  page.on('requestfailed', (request) => errors.push(request.url()));
  await page.goto(`${server.address}examples/${path}`);
  return errors;
}

/** Each frame is as high as its view. */
async function expectFitting(page, count) {
  const labs = Array.from({ length: count }, (_, i) => page.frameLocator('iframe').nth(i).locator('scan-lab'));
  for (const lab of labs) {
    await expect.poll(() => lab.evaluate((element) => Math.ceil(element.getBoundingClientRect().height) - innerHeight)).toBe(0);
  }
}

test('plain-page: a diagram, a lesson, a chart and an experiment, whose end the page shows', async ({ page }) => {
  const errors = await openExample(page, 'plain-page/');
  await expect(page.locator(FLOW)).toHaveCount(2);
  await expect(page.locator(POINTS)).toHaveCount(18);
  // A visible element looks for an adapter. The note about a software adapter moves the button, maybe during a click.
  await page.locator('#exercise').scrollIntoViewIfNeeded();
  await expect(page.locator('#exercise').getByRole('status').first()).toContainText('swiftshader');
  await page.getByRole('button', { name: /^Run “/ }).click();
  await expect(page.locator('.experiment table.results tr[data-n]').first()).toBeVisible();
  await page.getByRole('button', { name: /^Cancel “/ }).click();
  // On a busy machine the run may end before the click reaches it.
  await expect(page.locator('#outcome')).toHaveText(/^The run is (cancelled|done): \d+ points\.$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
});

test('iframe: two frames that are as high as their views', async ({ page }) => {
  const errors = await openExample(page, 'iframe/');
  const [flow, measure] = [0, 1].map((i) => page.frameLocator('iframe').nth(i));
  await expect(flow.locator(`${FLOW} .ends`)).toContainText('31704163');
  await measure.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(measure.locator('table.results tr[data-result="PASS"]')).toHaveCount(4);
  await expectFitting(page, 2);
  // Each frame is a separate document with its own main landmark.
  const found = await violationsInBothThemes(page);
  expect(found.filter((violation) => !violation.endsWith('landmark-unique: main'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('sandboxed-frame: one frame says what its sandbox lacks, the other is as high as its view', async ({ page }) => {
  await openExample(page, 'sandboxed-frame/');
  const [refused, allowed] = [0, 1].map((i) => page.frameLocator('iframe').nth(i));
  await expect(refused.locator('.sandbox-note')).toContainText('Its sandbox must have allow-same-origin');
  await expect(allowed.locator(`${FLOW} .ends`)).toContainText('034');
  await expect(allowed.locator('.sandbox-note')).toBeHidden();
  await expect
    .poll(() => allowed.locator('scan-lab').evaluate((one) => Math.ceil(one.getBoundingClientRect().height) - innerHeight))
    .toBe(0);
});

test('slides: the arrow keys turn, but not those that a control uses', async ({ page }) => {
  const errors = await openExample(page, 'slides/');
  const titles = ['Prefix sums on a GPU', 'Horn’s scan', 'A measured run', 'In detail'];
  const shows = [null, FLOW, POINTS, '.explain-pair svg'];
  for (const [i, title] of titles.entries()) {
    await expect(page.locator('section:visible').getByRole('heading').first()).toHaveText(title);
    if (shows[i]) await expect(page.locator('section:visible').locator(shows[i]).first()).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    if (i + 1 < titles.length) await page.keyboard.press('ArrowRight');
  }
  await page.getByLabel('n for the costs').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('section:visible').getByRole('heading').first()).toHaveText('In detail');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('section:visible').getByRole('heading').first()).toHaveText('A measured run');
  expect(errors).toEqual([]);
});

test('lecture: a deck of reveal.js shows the whole of each slide', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const errors = await openExample(page, 'lecture/');
  await expect(page.locator('html[data-ready]')).toHaveCount(1);
  const slide = page.locator('.slides > section.present');
  /** The selector of the content of each slide; null for a slide with only text. */
  const shows = [null, FLOW, '[data-part=tree]', '.step-question', 'td', '[data-part=machine]', '.path-question'];
  shows.push('.machine-round', FLOW, '.timeline', '.timeline', 'a');
  await expect(page.locator('.slides > section')).toHaveCount(shows.length);
  for (const [i, shown] of shows.entries()) {
    if (shown) await expect(slide.locator(shown).first()).toBeVisible();
    expect(await slide.evaluate((one) => one.scrollHeight - one.clientHeight), `slide ${i + 1}`).toBeLessThanOrEqual(0);
    if (i + 1 === shows.length) break;
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(new RegExp(`#/${i + 1}$`));
  }
  // A slide that was hidden at first shows the line of its step.
  await page.goto(`${server.address}examples/lecture/#/5`);
  await expect(slide.locator('.step-line[aria-current]').first()).toBeInViewport();
  await slide.getByRole('slider', { name: 'Step' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(slide.locator('.step-count')).toHaveText('31 of 48');
  expect(errors).toEqual([]);
});

test('notebook: the output of a cell within another page', async ({ page }) => {
  const errors = await openExample(page, 'notebook/output.html');
  await expect(page.frameLocator('iframe').locator(`${FLOW} .ends`)).toContainText('31704163');
  await expectFitting(page, 1);
  expect(errors).toEqual([]);
});
