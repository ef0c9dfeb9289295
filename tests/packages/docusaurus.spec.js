/** docs/hosts/docusaurus.md: npm installs Docusaurus and the package. The test builds the example in both ways that the document states. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '../page/server.mjs';
import { watchErrors } from '../page/watch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = path.join(ROOT, 'examples/docusaurus');
const FOLDER = path.join(path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'packages/docusaurus');
const PROJECT = path.join(FOLDER, 'project');
const CONFIG = 'docusaurus.config.js';
const STEPS = fs.readFileSync(path.join(ROOT, 'docs/hosts/docusaurus.md'), 'utf8');
/** The blocks of code of the document, line by line. */
const BLOCKS = [...STEPS.matchAll(/^ *```\w+\n(.*?)^ *```$/gms)].map(([, block]) => block.trim().split(/\n */));
const RUN_MS = 600_000;

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  test.setTimeout(RUN_MS);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.cpSync(EXAMPLE, PROJECT, { recursive: true });
  fs.writeFileSync(path.join(PROJECT, 'package.json'), JSON.stringify({ private: true }));
  const [, names] = /`npm install (.*?)`/.exec(STEPS);
  const [, version] = /Docusaurus (\d+\.\d+\.\d+)/.exec(STEPS);
  const packages = names.split(' ').map((name) => {
    if (name.endsWith('.tgz')) return path.join(ROOT, 'package', path.basename(name));
    return name.startsWith('@docusaurus/') ? `${name}@${version}` : name;
  });
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] });
});

/** Builds the project. @returns its site, at the `baseUrl` of the example */
async function build(name) {
  const folder = path.join(FOLDER, name);
  const program = path.join(PROJECT, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  execFileSync(process.execPath, [program, 'build', '--out-dir', path.join(folder, 'project')], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Outside baseUrl</title>');
  const site = await serve(folder);
  return { address: `${site.address}project/`, close: site.close };
}

/** Opens the lesson. Its elements must work, and must request nothing outside `baseUrl`. */
async function expectLesson(page, { address }) {
  const errors = watchErrors(page);
  const missing = [];
  page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  const outside = [];
  page.on('request', (request) => /^http/.test(request.url()) && !request.url().startsWith(address) && outside.push(request.url()));
  await page.goto(address);
  await expect(page.locator('scan-lab').first().locator('.flow svg .ends')).toContainText('034');
  await expect(page.locator('scan-lab').nth(1).locator('.step-count')).toBeVisible();
  // A text area has the kernel until the editor is loaded.
  await expect(page.locator('.cm-content')).toContainText('fn scan(');
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(page.locator('.write-verdict')).toContainText('Not right yet.');
  expect([errors, missing, outside]).toEqual([[], [], []]);
}

test('the example has all lines of the steps', () => {
  const files = fs.readdirSync(EXAMPLE, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const lines = files.flatMap(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'utf8').split(/\n */));
  expect(lines).toEqual(expect.arrayContaining(BLOCKS.slice(0, -1).flat()));
});

test('with the package, its elements work and have the theme that the reader chooses', async ({ page }) => {
  test.setTimeout(RUN_MS);
  const site = await build('with-package');
  await expectLesson(page, site);
  const scheme = () =>
    page
      .locator('scan-lab')
      .first()
      .evaluate((one) => getComputedStyle(one).colorScheme);
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Switch between dark and light mode' }).click();
  await expect.poll(scheme).toBe('dark');
  site.close();
});

test('with a copy of the site, they work and have links to it', async ({ page }) => {
  test.setTimeout(RUN_MS);
  fs.cpSync(path.join(ROOT, 'dist'), path.join(PROJECT, 'static/scanlab'), { recursive: true });
  const config = fs.readFileSync(path.join(PROJECT, CONFIG), 'utf8');
  fs.writeFileSync(path.join(PROJECT, CONFIG), config.replace(/^ *clientModules.*$/m, BLOCKS.at(-1).join('\n')));
  const site = await build('with-site');
  await expectLesson(page, site);
  const link = page.locator('scan-lab a').filter({ hasText: 'From a loop to look-back' });
  await expect(link.first()).toHaveJSProperty('href', `${site.address}scanlab/#learn/path`);
  site.close();
});
