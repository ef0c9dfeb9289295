/** Pictures that the GPU draws reach the page through a WebGPU canvas. */
import { expect, test } from '@playwright/test';
import { canvasLaunchOptions } from './browser.mjs';
import { CURVES, DRAWN, NO_DOTS, differenceByRun, isStill, keepStill, open, runAndDraw } from './use.js';

test.use({ launchOptions: canvasLaunchOptions() });

/** The page takes SwiftShader for a GPU; otherwise it would read the pixels back. Counts the bitmaps of such canvases, which `isBlank` makes blank. */
const prepare = (page, { isBlank }) =>
  page.addInitScript((blank) => {
    Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });
    for (const name of ['vendor', 'architecture', 'description'])
      Object.defineProperty(GPUAdapterInfo.prototype, name, { get: () => 'such a GPU' });
    const { transferToImageBitmap } = OffscreenCanvas.prototype;
    const { mapAsync } = GPUBuffer.prototype;
    globalThis.bitmaps = 0;
    globalThis.reads = [];
    GPUBuffer.prototype.mapAsync = function (...values) {
      globalThis.reads.push(this.size);
      return mapAsync.apply(this, values);
    };
    OffscreenCanvas.prototype.transferToImageBitmap = function () {
      globalThis.bitmaps++;
      const bitmap = transferToImageBitmap.call(this);
      if (!blank) return bitmap;
      const other = new OffscreenCanvas(bitmap.width, bitmap.height);
      other.getContext('2d');
      return transferToImageBitmap.call(other);
    };
  }, isBlank);

/** Runs an application and compares its picture with the still one. Returns the numbers of bitmaps that it drew and of images that it read back. */
const drawnOf = async (page, settings) => {
  await open(page, settings);
  await keepStill(page);
  await page.evaluate(() => (globalThis.reads = []));
  await runAndDraw(page);
  // The page may have drawn a round before the result.
  await expect.poll(() => isStill(page), settings).toBe(true);
  return page.evaluate(() => {
    const { width, height } = document.querySelector('scan-lab').shadowRoot.querySelector('.use-stage canvas');
    const { bitmaps, reads } = globalThis;
    return { bitmaps, pixels: reads.filter((size) => size === 256 * Math.ceil(width / 64) * height).length };
  });
};

const idOf = (settings) => settings.split('/')[0];
/**
 * The last settings of every second application, or of every application with SCANLAB_FULL. The other settings, which
 * use-device.spec.js draws, reach the page in the same way.
 */
const LAST = [...new Map([...CURVES, ...DRAWN].map((settings) => [idOf(settings), settings])).values()].filter(
  (_, i) => process.env.SCANLAB_FULL || i % 2 === 0,
);
/** The canvas draws letters, and rounds them depending on earlier drawings. Curves show rounded numbers. */
const ROUNDED = ['string-comparison', 'brackets', 'recurrences', 'checkbook', 'polynomial'];
const isRounded = (settings) => ROUNDED.includes(idOf(settings));

test('they are, bit for bit, what is read of still ones, and no pixel is read', async ({ page }) => {
  await prepare(page, { isBlank: false });
  for (const settings of [...LAST.filter((one) => !isRounded(one)), NO_DOTS]) {
    const { bitmaps, pixels } = await drawnOf(page, settings);
    // One of the bitmaps is a trial of the canvas.
    expect(bitmaps, settings).toBeGreaterThanOrEqual(2);
    expect(pixels, settings).toBe(0);
    await page.goto('about:blank');
  }
});

test('images of rounded numbers and those with letters are the still ones but for rounding', async ({ page }) => {
  await prepare(page, { isBlank: false });
  for (const settings of LAST.filter(isRounded)) {
    await open(page, settings);
    expect(await differenceByRun(page), settings).toBeLessThan(0.01);
    expect(await page.evaluate(() => globalThis.bitmaps)).toBeGreaterThanOrEqual(2);
    await page.goto('about:blank');
  }
});

test('where a browser draws such a canvas in vain, the pixels are read', async ({ page }) => {
  await prepare(page, { isBlank: true });
  expect(await drawnOf(page, DRAWN[1])).toEqual({ bitmaps: 1, pixels: 1 });
});
