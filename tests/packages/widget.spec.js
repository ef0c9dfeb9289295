/** The module for anywidget, as notebooks load it: from one text, without other files on its server. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { serve } from '../page/server.mjs';
import { watchErrors } from '../page/watch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A wheel with a version that no user installs. */
const WHEEL = path.join(ROOT, 'package/scanlab-0.0.0-py3-none-any.whl');
const FOLDER = path.join(path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'packages/widget');
const MODULE = 'widget.js';
const MAX_BYTES = 5_000_000;

/**
 * Notebooks import the text as a blob. Their policies may allow neither workers nor to load anything, and `data:` only for pictures.
 */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline'; connect-src 'self'";

/** A page with a model of anywidget that records all calls. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>A notebook</title><link rel="icon" href="data:,"><body><script type="module">
  class Model {
    values; saved = {}; messages = []; callbacks = new Map();
    constructor(values) { this.values = values; }
    get(name) { return this.values[name]; }
    set(name, value) {
      if (this.values[name] === value) return;
      this.values[name] = value;
      for (const one of [...(this.callbacks.get('change:' + name) ?? [])]) one();
    }
    save_changes() { this.saved = structuredClone(this.values); }
    on(event, one) { this.callbacks.set(event, [...(this.callbacks.get(event) ?? []), one]); }
    off(event, one) { this.callbacks.set(event, (this.callbacks.get(event) ?? []).filter((other) => other !== one)); }
    send(message) { this.messages.push(structuredClone(message)); }
  }
  const text = await (await fetch('${MODULE}')).text();
  globalThis.show = async (values) => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const { default: widget, ...others } = await import(url);
    URL.revokeObjectURL(url);
    globalThis.exported = [Object.keys(widget), Object.keys(others)];
    const el = document.body.appendChild(document.createElement('div'));
    globalThis.model = new Model(values);
    globalThis.cleanUp = await widget.render({ model, el });
  };
</script></body></html>`;

let site;

test.beforeAll(async () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'www/build/package.mjs', 'wheel', '0.0.0'], { cwd: ROOT });
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const files = unzipSync(fs.readFileSync(WHEEL));
  fs.rmSync(WHEEL);
  fs.writeFileSync(path.join(FOLDER, MODULE), files[`scanlab/${MODULE}`]);
  fs.writeFileSync(path.join(FOLDER, 'index.html'), PAGE);
  site = await serve(FOLDER);
});

test.afterAll(() => site.close());

/** Shows a widget with these values. @returns the paths that the page requests from its server, and its errors, from now on */
async function show(page, values) {
  const errors = watchErrors(page);
  const asked = [];
  page.on('request', (request) => /^(http|data)/.test(request.url()) && asked.push(request.url()));
  await page.goto(site.address);
  await page.waitForFunction(() => globalThis.show);
  await page.evaluate((values) => globalThis.show(values), values);
  return { asked, errors };
}

const element = (page) => page.locator('scan-lab');
const value = (page, name) => page.evaluate((name) => globalThis.model.get(name), name);
const messages = (page, type) =>
  page.evaluate((type) => globalThis.model.messages.filter((one) => one.type === type).map(({ detail }) => detail), type);
const expectAlone = ({ asked, errors }) => {
  expect(asked.filter((url) => !url.startsWith('data:,'))).toEqual([site.address, `${site.address}${MODULE}`]);
  expect(errors).toEqual([]);
};
const withoutGpu = (page) => page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));

test('it is one file of less than 5 MB, and exports render', async ({ page }) => {
  expect(fs.statSync(path.join(FOLDER, MODULE)).size).toBeLessThan(MAX_BYTES);
  await show(page, {});
  expect(await page.evaluate(() => globalThis.exported)).toEqual([['render'], []]);
});

test('a lesson follows its model, the model follows the element, and the lesson leaves', async ({ page }) => {
  const watched = await show(page, { view: 'learn', algorithm: 'blelloch', heading_level: 4, autorun: false, path: null });
  const title = element(page).locator('#explain-title');
  await expect(title).toHaveText('Blelloch');
  await expect(title).toHaveAttribute('aria-level', '4');
  expect(await element(page).evaluate((one) => one.getAttributeNames().sort())).toEqual(['algorithm', 'heading-level', 'view']);
  await page.evaluate(() => globalThis.model.set('algorithm', 'kogge-stone'));
  await expect(title).toHaveText('Kogge–Stone');
  await page.evaluate(() => globalThis.model.set('step', ''));
  await expect(element(page).locator('.step-stage')).toBeVisible();
  await element(page).evaluate((one) => {
    one.removeAttribute('step');
    one.setAttribute('algorithm', 'sklansky');
    one.setAttribute('autorun', '');
  });
  await expect(title).toHaveText('Sklansky');
  expect(await page.evaluate(() => globalThis.model.saved)).toMatchObject({ algorithm: 'sklansky', step: null, autorun: true });
  await page.evaluate(() => globalThis.cleanUp());
  await expect(element(page)).toHaveCount(0);
  expect(await page.evaluate(() => [...globalThis.model.callbacks.values()].flat().length)).toBe(0);
  expectAlone(watched);
});

test('Measure scans on the device, and its points arrive', async ({ page }) => {
  const watched = await show(page, { view: 'measure', algorithms: 'blelloch', sizes: '1000, 4096' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => value(page, 'last_event')).toMatchObject({ type: 'scanlab-end', detail: { view: 'measure', outcome: 'done' } });
  const points = await messages(page, 'scanlab-result');
  expect(points.map(({ algorithm, n, verified }) => [algorithm, n, verified])).toEqual([
    ['blelloch', 1000, true],
    ['blelloch', 4096, true],
  ]);
  expect((await messages(page, 'scanlab-progress')).length).toBeGreaterThan(0);
  expectAlone(watched);
});

test('answers and verdicts arrive, from the emulator in the module and without a GPU', async ({ page }) => {
  await withoutGpu(page);
  const watched = await show(page, { view: 'learn', path: 1 });
  await page.locator('.path-question').getByRole('button').first().click();
  await expect
    .poll(() => value(page, 'last_event'))
    .toMatchObject({ type: 'scanlab-answer', detail: { screen: 'loop', attempts: 1, total: 8 } });
  await page.evaluate(() => {
    globalThis.model.set('path', null);
    globalThis.model.set('exercise', 'down-sweep');
  });
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect
    .poll(() => value(page, 'last_event'))
    .toMatchObject({ type: 'scanlab-exercise', detail: { exercise: 'down-sweep', passed: false } });
  expectAlone(watched);
});

test('without a site, an element opens views itself, with the pictures in the module', async ({ page }) => {
  await withoutGpu(page);
  const watched = await show(page, { view: 'use' });
  await element(page)
    .getByRole('link', { name: 'Compaction' })
    .or(element(page).getByRole('button', { name: 'Compaction' }))
    .first()
    .click();
  await expect.poll(() => value(page, 'application')).toBe('compaction');
  await expect(element(page).locator('canvas[data-drawn-of="file"]:not([aria-hidden])')).toBeVisible();
  await page.getByRole('button', { name: '← All applications' }).click();
  await expect.poll(() => value(page, 'application')).toBe(null);
  await page.evaluate(() => globalThis.model.set('view', 'learn'));
  await expect(element(page).getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  expectAlone(watched);
});

test('a second copy of the module shows its widgets too', async ({ page }) => {
  const watched = await show(page, { view: 'learn', algorithm: 'blelloch' });
  await page.evaluate(() => globalThis.show({ view: 'diagram', algorithm: 'brent-kung' }));
  await expect(element(page).first().locator('#explain-title')).toHaveText('Blelloch');
  await expect(element(page).last().locator('svg').first()).toBeVisible();
  expectAlone(watched);
});

test('it has the theme of a notebook that names one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await show(page, { view: 'diagram', algorithm: 'blelloch' });
  const scheme = () => element(page).evaluate((one) => getComputedStyle(one).colorScheme);
  expect(await scheme()).toBe('light dark');
  await page.evaluate(() => document.body.setAttribute('data-jp-theme-light', 'false'));
  await expect.poll(scheme).toBe('dark');
  await page.evaluate(() => document.body.setAttribute('data-jp-theme-light', 'true'));
  await expect.poll(scheme).toBe('light');
});
