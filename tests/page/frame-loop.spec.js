/** A frame loop on the page's own device: examples/frames/. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { canvasLaunchOptions } from './browser.mjs';
import { LOOP, runLoop } from './frame-loop.js';
import { violationsInBothThemes } from './helpers.js';
import { serve } from './server.mjs';
import { watchErrors } from './watch.js';

test.use({ launchOptions: canvasLaunchOptions() });

/** The maximum growth of the page's memory per frame, in bytes: about ten times the growth that the browser itself causes. */
const MOST_PER_FRAME = 400;

let server;
test.beforeAll(async () => {
  const pages = { '/empty.html': '<!doctype html><title>Empty</title>' };
  server = await serve(fileURLToPath(new URL('../../', import.meta.url)), pages);
});
test.afterAll(() => server.close());

test('compact, sort and draw indirectly, 600 frames: the pictures are right, and nothing is made, read or waited for', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(`${server.address}empty.html`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heaps = [];
  await page.exposeFunction('atFrame', async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    heaps.push(metrics.find(({ name }) => name === 'JSHeapUsedSize').value);
  });
  const { first, others, wrong } = await page.evaluate(runLoop, LOOP);
  expect(wrong).toEqual([]);
  expect(first.createBindGroup).toBeGreaterThan(0);
  expect(others).toEqual({ createCommandEncoder: LOOP.frames - 1, submit: LOOP.frames - 1 });
  const [start, end] = LOOP.stops;
  expect(heaps).toHaveLength(2);
  expect((heaps[1] - heaps[0]) / (end - start)).toBeLessThan(MOST_PER_FRAME);
  expect(errors).toEqual([]);
});

test('the page draws, frame by frame', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(`${server.address}examples/frames/`);
  const painted = () =>
    page.evaluate(async () => {
      const canvas = document.querySelector('canvas');
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      await new Promise(requestAnimationFrame);
      context.drawImage(canvas, 0, 0);
      return [...new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)];
    });
  const count = (pixels) => pixels.filter((pixel) => pixel !== 0).length;
  await expect.poll(async () => count(await painted())).toBeGreaterThan(10_000);
  const before = await painted();
  await expect.poll(async () => (await painted()).some((pixel, i) => pixel !== before[i])).toBe(true);
  await expect(page.getByRole('status')).toBeEmpty();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(errors).toEqual([]);
});
