/** The examples for site generators: VitePress builds its example. The test itself composes the output of Quarto and MyST. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { mystParse } from 'myst-parser';
import { serve } from '../page/server.mjs';
import { watchErrors } from '../page/watch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLES = path.join(ROOT, 'examples');
/** A folder inside the repository, so that Node.js finds VitePress. */
const MADE = path.join(path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'packages/hosts');
const FLOW = '.flow svg .ends';

/** A new folder with a copy of the site in a sub-folder. */
function folderWithSite(name, place) {
  const folder = path.join(MADE, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(path.join(ROOT, 'dist'), path.join(folder, place), { recursive: true });
  return folder;
}

test('VitePress builds its example, whose elements work, also after a link to another page', async ({ page }) => {
  const folder = folderWithSite('vitepress', 'public/scanlab');
  fs.cpSync(path.join(EXAMPLES, 'vitepress'), folder, { recursive: true });
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/vitepress/bin/vitepress.js'), 'build', folder], { stdio: 'pipe' });
  const site = await serve(path.join(folder, '.vitepress/dist'));
  const errors = watchErrors(page);
  await page.goto(site.address);
  await expect(page.locator('scan-lab').first().locator(FLOW)).toContainText('034');
  await expect(page.locator('scan-lab .step-count')).toBeVisible();
  await page.getByRole('link', { name: 'Exercise', exact: true }).first().click();
  await expect(page.locator('h1')).toContainText('Exercise');
  // A text area has the kernel until the editor is loaded.
  await expect(page.locator('.cm-content')).toContainText('fn scan(');
  expect(errors).toEqual([]);
  site.close();
});

test('Quarto’s example: its header and its blocks of HTML make a page with two views', async ({ page }) => {
  const folder = folderWithSite('quarto', 'scanlab');
  const text = fs.readFileSync(path.join(EXAMPLES, 'quarto/lesson.qmd'), 'utf8');
  const [, header] = /include-in-header:\n +text: \|\n((?: {8}.*\n)+)/.exec(text);
  const blocks = [...text.matchAll(/^```\{=html\}\n(.*?)^```$/gms)].map(([, block]) => block);
  fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><title>Lesson</title>${header}<main>${blocks.join('')}</main>`);
  const site = await serve(folder);
  const errors = watchErrors(page);
  await page.goto(site.address);
  await expect(page.locator('scan-lab').first().locator(FLOW)).toContainText('034');
  await expect(page.locator('scan-lab .step-count')).toBeVisible();
  expect(errors).toEqual([]);
  site.close();
});

test('MyST’s parser reads its example as a frame, which shows the view', async ({ page }) => {
  const frames = [];
  const follow = (node) => {
    if (node.type === 'iframe') frames.push(node);
    node.children?.forEach(follow);
  };
  follow(mystParse(fs.readFileSync(path.join(EXAMPLES, 'myst/lesson.md'), 'utf8')));
  expect(frames).toEqual([expect.objectContaining({ width: '100%', title: 'Blelloch’s scan of four numbers' })]);
  const folder = folderWithSite('myst', 'scanlab');
  const [{ src, width, title }] = frames;
  const attributes = { src: src.replace('https://example.org/', './').replaceAll('&', '&amp;'), width, title };
  const tag = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><title>Lesson</title><iframe${tag.join('')} height="600"></iframe>`);
  const site = await serve(folder);
  const errors = watchErrors(page);
  await page.goto(site.address);
  await expect(page.frameLocator('iframe').locator(FLOW)).toContainText('034');
  expect(errors).toEqual([]);
  site.close();
});
