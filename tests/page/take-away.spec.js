/** Learn: link, element, picture and print of every view. */
import { expect, test } from '@playwright/test';
import { POLICY } from './server.mjs';
import { downloaded, violationsInBothThemes } from './helpers.js';

/** Views: the address, an element of the shown view, a text of its picture, and the embed code. */
const VIEWS = [
  ['blelloch', '.explain-about .flow', 'clear the root', '<scan-lab view="learn" algorithm="blelloch"></scan-lab>'],
  [
    'blelloch/step/input=harris/at=40',
    '.step-stage .step-flow',
    'blelloch_tree',
    '<scan-lab view="learn" algorithm="blelloch" step="input=harris/at=40"></scan-lab>',
  ],
  ['machine/kernel=sum', '.machine-round', 'W(0)', '<scan-lab view="learn" machine="kernel=sum"></scan-lab>'],
  ['observatory/tiles=12', '.timeline', 'Decoupled look-back', '<scan-lab view="learn" observatory="tiles=12"></scan-lab>'],
  ['path/5', '.path .machine-round', 'bank conflict', '<scan-lab view="learn" path="5"></scan-lab>'],
];

async function open(page, address, isThere) {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/${address}`);
  await expect(page.locator(isThere).first()).toBeVisible();
}

for (const [address, isThere, text, element] of VIEWS) {
  test(`a link, an element and a picture of ${address}`, async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Pictures have the colours of the light theme, even in a dark page.
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, address, isThere);
    const takeAway = page.locator('.take-away');
    await takeAway.getByRole('button', { name: 'Copy link' }).click();
    await expect(takeAway.getByRole('status').first()).toHaveText('Link copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}#learn/${address}`);
    await takeAway.getByText('Embed it').click();
    await expect(takeAway.locator('pre')).toContainText(element);
    await takeAway.getByRole('button', { name: 'Copy: Embed it' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(element);
    expect(await violationsInBothThemes(page)).toEqual([]);

    const { name, bytes } = await downloaded(page, 'Save SVG');
    expect(name).toMatch(/^scanlab-[\w-]+\.svg$/);
    const svg = bytes.toString();
    const found = await page.evaluate((source) => {
      const file = new DOMParser().parseFromString(source, 'image/svg+xml');
      const root = file.documentElement;
      const texts = [...file.querySelectorAll('text')];
      return {
        error: file.querySelector('parsererror')?.textContent,
        width: Number(root.getAttribute('width')),
        height: Number(root.getAttribute('height')),
        texts: texts.map(({ textContent }) => textContent).join(' '),
        fills: [...new Set(texts.map((one) => one.getAttribute('fill')))],
      };
    }, svg);
    expect(found.error).toBeUndefined();
    expect(found.texts).toContain(text);
    expect(svg).not.toContain('foreignObject');
    // All texts of such a picture are dark.
    for (const fill of found.fills.filter(Boolean)) {
      const [red, green, blue] = fill.match(/[\d.]+/g).map(Number);
      expect(Math.min(red, green, blue), fill).toBeLessThan(150);
    }
    const png = (await downloaded(page, 'Save PNG')).bytes;
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * found.width, 2 * found.height]);
  });
}

test('a policy without blob: images refuses a PNG with its reason; SVG is saved', async ({ page }) => {
  expect(POLICY).not.toContain('blob:');
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./strict/#learn/blelloch');
  await expect(page.locator('.explain-about .flow')).toBeVisible();
  await page.locator('.take-away').getByRole('button', { name: 'Save PNG' }).click();
  await expect(page.locator('.take-away').getByRole('status').first()).toHaveText(/^Not saved: .*img-src.*\.$/);
  expect((await downloaded(page, 'Save SVG')).name).toBe('scanlab-blelloch.svg');
});

test('each lesson is printed on one page, in light colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, 'blelloch', '.explain-about .flow');
  const scans = await page.locator('.learn-list li a').evaluateAll((all) => all.map(({ hash, textContent }) => [hash, textContent]));
  expect(scans.length).toBeGreaterThan(20);
  for (const [hash, title] of scans) {
    await page.goto(`./${hash}`);
    // Until then the page shows the previous lesson.
    await expect(page.locator('#explain-title')).toHaveText(title);
    await expect(page.locator('.costs tbody tr').first()).toBeVisible();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g), hash).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.lesson')).toBeVisible();
  await expect(page.locator('.learn-list')).toBeHidden();
  const color = await page
    .locator('.lesson p')
    .first()
    .evaluate((one) => getComputedStyle(one).color);
  expect(Math.max(...color.match(/\d+/g).map(Number))).toBeLessThan(100);
});

test('parts of a step fit a slide of 1,280 × 720', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const openParts = async (algorithm, step, parts) => {
    await page.goto('about:blank');
    await page.goto(`./?${new URLSearchParams({ view: 'learn', algorithm, step, parts })}`);
    await expect(page.locator('.step-verdict')).toHaveText(/./);
  };
  await openParts('blelloch', 'input=harris/workgroup=4/at=30', 'controls data tree code machine');
  for (const part of ['tree', 'data', 'code', 'machine']) await expect(page.locator(`[data-part=${part}]`)).toBeVisible();
  for (const rest of ['.learn-list', '.learn-modes', '.take-away', '.step .fields', '.step-break', '.step-keys']) {
    await expect(page.locator(rest)).toBeHidden();
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(720);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await openParts('kogge-stone', 'input=harris', 'data, settings');
  await expect(page.locator('.step .fields')).toBeVisible();
  for (const rest of ['[data-part=tree]', '[data-part=code]', '[data-part=machine]', '.step-playback']) {
    await expect(page.locator(rest)).toBeHidden();
  }
  await openParts('kogge-stone', '', 'data picture');
  await expect(page.getByText('parts must be some of settings, controls, tree, data, code, machine; found “picture”.')).toBeVisible();
  // Without the attribute, the element shows all parts again.
  await page.locator('scan-lab').evaluate((element) => element.removeAttribute('parts'));
  await page.goto('./?view=learn&algorithm=kogge-stone&step=');
  await expect(page.locator('.learn-list')).toBeVisible();
});
