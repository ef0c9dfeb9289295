/** The site for hosts of files: its pages, and previews of links to it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { openPage } from '../page/helpers.js';
import { serve } from '../page/server.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = path.join(ROOT, 'package/site');

const pack = (...address) =>
  execFileSync(process.execPath, ['--import', 'tsx', 'www/build/package.mjs', 'site', ...address], { cwd: ROOT });

/** The properties of a page for previews of links. */
const previewOf = (page) =>
  page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll('meta[property^="og:"]')].map((tag) => [tag.getAttribute('property'), tag.content])),
  );

test('in a sub-folder its pages ask for nothing outside it, and name their picture', async ({ page, request }) => {
  pack();
  const site = await serve(SITE);
  const requests = [];
  page.on('request', (one) => requests.push(one.url()));
  for (const name of ['', 'conformance/']) {
    const address = `${site.address}sub/folder/${name}`;
    await openPage(page, address);
    const preview = await previewOf(page);
    expect(preview).toMatchObject({ 'og:title': await page.title(), 'og:description': expect.stringMatching(/\w+ \w+/) });
    const picture = new URL(preview['og:image'], address).href;
    expect(picture).toBe(`${site.address}sub/folder/picture.png`);
    expect((await request.get(picture)).status()).toBe(200);
  }
  expect(requests.filter((url) => url.startsWith('http') && !url.startsWith(`${site.address}sub/folder/`))).toEqual([]);
  site.close();
});

test('with its address the previews have full ones', async ({ page }) => {
  pack('https://example.org/scans/');
  for (const [file, address] of [
    ['index.html', 'https://example.org/scans/'],
    ['conformance/index.html', 'https://example.org/scans/conformance/'],
  ]) {
    await page.setContent(fs.readFileSync(path.join(SITE, file), 'utf8').replaceAll(/<script.*?<\/script>|<link.*?>/g, ''));
    expect(await previewOf(page)).toMatchObject({ 'og:url': address, 'og:image': 'https://example.org/scans/picture.png' });
  }
  pack();
});

test('it has headers, robots.txt and licences; only files are kept for good whose names change with their contents', () => {
  const rules = fs.readFileSync(path.join(SITE, '_headers'), 'utf8').trim().split('\n\n');
  const kept = rules.filter((rule) => rule.includes('immutable')).map((rule) => rule.split('\n')[0]);
  expect(kept).toEqual(['/chunks/*']);
  for (const name of fs.readdirSync(path.join(SITE, 'chunks'))) expect(name).toMatch(/-[A-Z0-9]{8}\.js$/);
  for (const name of ['robots.txt', 'LICENSE-MIT', 'LICENSE-APACHE', 'third-party-licenses.txt'])
    expect(fs.statSync(path.join(SITE, name)).size, name).toBeGreaterThan(0);
});
