/** Use on buffers of the device: drawings of these buffers, lost devices, and devices that refuse a buffer. */
import { expect, test } from '@playwright/test';
import { APPLICATIONS } from '../../www/use/applications/index.ts';
import { lineOfSight } from '../../www/use/applications/line-of-sight.ts';
import { defaultsOf } from '../../www/use/settings.ts';
import { sampled } from './sampled.js';
import {
  CURVES,
  CURVES_LARGE,
  DRAWN,
  DRAWN_LARGE,
  NO_DOTS,
  application,
  button,
  colours,
  differenceByRun,
  isStill,
  keepStill,
  open,
  picture,
  reopen,
  runAndDraw,
  steps,
  verdict,
} from './use.js';

test('the picture of each application is compared', () => {
  const compared = new Set([...DRAWN, ...CURVES].map((settings) => settings.split('/')[0]));
  expect([...compared].sort()).toEqual(APPLICATIONS.map(({ id }) => id).sort());
});

for (const { id } of APPLICATIONS) {
  const all = sampled(
    DRAWN.filter((settings) => settings.startsWith(`${id}/`)),
    2,
  );
  if (!all.length) continue;
  test(`what is drawn of ${id} from buffers of the device is, bit for bit, what is drawn of arrays`, async ({ page }) => {
    for (const settings of all) {
      await reopen(page, settings);
      await keepStill(page);
      await runAndDraw(page);
      // The page may have drawn a round before the result.
      await expect.poll(() => isStill(page), settings).toBe(true);
      if (settings === NO_DOTS) await expect(application(page).locator('.use-verdict')).toContainText('0 of 40');
    }
  });
}

for (const settings of sampled([...DRAWN_LARGE, ...CURVES_LARGE], 2))
  test(`what is drawn of ${settings} is what is drawn of arrays: bit for bit, but for the rounding of curves`, async ({ page }) => {
    // With this change, the still picture has the same number of elements.
    await page.route(/chunks\/.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(/still:2\*\*\d+/g, 'still:2**20') });
    });
    await open(page, settings);
    const difference = await differenceByRun(page);
    if (CURVES_LARGE.includes(settings)) expect(difference).toBeLessThan(0.005);
    else await expect.poll(() => isStill(page)).toBe(true);
  });

test('curves of what the device has found are those of arrays, but for its rounding', async ({ page }) => {
  for (const settings of sampled(CURVES, 2)) {
    await reopen(page, settings);
    expect(await differenceByRun(page), settings).toBeLessThan(0.005);
    // The upper part of the picture of brackets has letters, whose colours are not rounded.
    if (settings.startsWith('brackets/')) expect(await isStill(page, 0.7), settings).toBe(true);
  }
});

test('a surface without triangles is drawn as the empty cube', async ({ page }) => {
  await open(page, 'marching-cubes/n=700/balls=1/level=1.5');
  await keepStill(page);
  await runAndDraw(page);
  expect(await isStill(page)).toBe(true);
  await expect(application(page)).toContainText('0 triangles in 0 of 512 cells');
});

for (const { id, animation, words_of } of [
  // Each frame makes new inputs: the temperatures of 7 rods, and the positions of pages.
  { id: 'tridiagonal', animation: 'Move the spot', words_of: 7 * 128 },
  { id: 'sparse-matrix', animation: 'Move your page', words_of: 1000 },
])
  test(`frames of ${id} leave no buffers`, async ({ page }) => {
    await page.addInitScript((size) => {
      const { createBuffer } = GPUDevice.prototype;
      const { destroy } = GPUBuffer.prototype;
      const live = new Set();
      globalThis.made = 0;
      globalThis.liveBuffers = () => live.size;
      GPUDevice.prototype.createBuffer = function (descriptor) {
        const buffer = createBuffer.call(this, descriptor);
        if (descriptor.size === size) {
          live.add(buffer);
          globalThis.made++;
        }
        return buffer;
      };
      GPUBuffer.prototype.destroy = function () {
        live.delete(this);
        return destroy.call(this);
      };
    }, 4 * words_of);
    await open(page, `${id}/n=1000`);
    await button(page, animation).click();
    const madeMore = async () => {
      const made = await page.evaluate(() => globalThis.made);
      await expect.poll(() => page.evaluate(() => globalThis.made)).toBeGreaterThan(made + 100);
    };
    await madeMore();
    const before = await page.evaluate(() => globalThis.liveBuffers());
    await madeMore();
    // At both times, a run may be in progress.
    expect(await page.evaluate(() => globalThis.liveBuffers())).toBeLessThanOrEqual(before + 12);
  });

/** The number of elements of an application. WORDS has the words of an array that it makes; for texts, one word per pair. */
const elementsOf = (id) => (id === 'string-comparison' ? 100 : 1000);
const WORDS = {
  'line-of-sight': lineOfSight.input(defaultsOf(lineOfSight).settings, 1000).samples,
  tridiagonal: 7 * 128,
  'string-comparison': 100 ** 2,
  // The tree with its twig.
  'tree-operations': 1024,
};
const wordsOf = (id) => WORDS[id] ?? 1000;

/** Makes the device refuse one of the application's buffers of `bytes` bytes, after `after` such buffers. */
const refuseOne = (page, bytes, after = 0) =>
  page.evaluate(
    ([size, taken]) => {
      const { createBuffer } = GPUDevice.prototype;
      let buffers = taken;
      GPUDevice.prototype.createBuffer = function (descriptor) {
        const isRefused = descriptor.size === size && !descriptor.label && buffers-- === 0;
        return createBuffer.call(this, isRefused ? { ...descriptor, size: this.limits.maxBufferSize + 4 } : descriptor);
      };
    },
    [bytes, after],
  );

for (const { id } of sampled(APPLICATIONS, 3))
  test(`${id}: a refused buffer is said, and the next run has it again; a device that is lost in a check is opened again by one press`, async ({
    page,
  }) => {
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript((words_of_array) => {
      const { mapAsync } = GPUBuffer.prototype;
      const request = GPUAdapter.prototype.requestDevice;
      let device;
      GPUAdapter.prototype.requestDevice = async function (...values) {
        return (device = await request.apply(this, values));
      };
      GPUBuffer.prototype.mapAsync = function (...values) {
        const mapping = mapAsync.apply(this, values);
        // The readback of a whole result, one word per element.
        if (globalThis.isToBeLost && this.size === 4 * words_of_array) {
          globalThis.isToBeLost = false;
          device.destroy();
        }
        return mapping;
      };
    }, wordsOf(id));
    await open(page, `${id}/n=${elementsOf(id)}`);
    await keepStill(page);
    await refuseOne(page, 4 * wordsOf(id));
    await button(page, 'Run').click();
    await expect(page.getByRole('alert').filter({ hasText: 'the device refused them' })).toBeVisible();
    await runAndDraw(page);
    await page.evaluate(() => (globalThis.isToBeLost = true));
    await button(page, 'Run').click();
    await expect(page.getByRole('alert').filter({ hasText: 'The GPU device was lost' })).toBeVisible();
    // In place of the lost buffers, the page draws the arrays of the reference program.
    await steps(page).nth(1).click();
    await expect(application(page).locator('.use-verdict')).toContainText('preview');
    await expect(picture(page)).toHaveAttribute('data-drawn-of', 'arrays');
    expect(await colours(page)).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Open a new device and continue' }).click();
    await expect(verdict(page)).toHaveText('PASS');
    expect(errors).toEqual([]);
  });

test('a buffer of a later round that is refused is said, and the rounds before it can be drawn', async ({ page }) => {
  await open(page, 'quicksort/n=1000/step=rounds');
  await keepStill(page);
  // Each round makes three such buffers: begins of segments, ends of segments, and keys. The refused one has keys.
  await refuseOne(page, 4 * 1000, 12);
  await button(page, 'Run').click();
  await expect(page.getByRole('alert').filter({ hasText: 'the device refused them' })).toBeVisible();
  await expect(application(page)).toContainText('after 3 rounds');
  for (const step of await steps(page).all()) {
    await picture(page).evaluate((canvas) => delete canvas.dataset.drawnOf);
    await step.click();
    await expect(picture(page)).toHaveAttribute('data-drawn-of', 'buffers');
  }
  await runAndDraw(page);
});
