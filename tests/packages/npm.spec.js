/** The npm package, as users have it: installed into a new project, compiled, bundled and run. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import Ajv from 'ajv';
import esbuild from 'esbuild';
import * as vite from 'vite';
import webpack from 'webpack';
import { serve } from '../page/server.mjs';
import { watchErrors, watchPolicy } from '../page/watch.js';
import { OBSERVED } from '../types/members.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { version: VERSION } = JSON.parse(
  execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1', '--offline'], { cwd: ROOT }),
).packages[0];
const TARBALL = path.join(ROOT, `package/scanlab-${VERSION}.tgz`);
/** A folder inside the repository, so that it uses the installed bundlers and frameworks. */
const PROJECT = path.join(path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'packages/project');
const PACKAGE = path.join(PROJECT, 'node_modules/scanlab');
const RIGHT = JSON.stringify({ sums: [0, 3, 4, 11, 11], verified: true, last: 2 ** 21, passed: true });

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  fs.rmSync(PROJECT, { recursive: true, force: true });
  fs.cpSync(path.join(ROOT, 'tests/packages/project'), PROJECT, { recursive: true });
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', TARBALL], { cwd: PROJECT, stdio: 'pipe' });
});

const read = (name) => JSON.parse(fs.readFileSync(path.join(PACKAGE, name), 'utf8'));

/** Opens a page of a bundled program, and waits for its result in the title. */
async function expectRight(page, address, right = RIGHT) {
  const errors = watchErrors(page);
  await page.goto(address);
  await expect(page).toHaveTitle(right);
  expect(errors).toEqual([]);
}

test('it names its files, its types first, and holds the licences of what is in it', () => {
  const { exports, version, sideEffects, customElements } = read('package.json');
  expect(version).toBe(VERSION);
  expect(Object.keys(exports)).toEqual(expect.arrayContaining(['.', './element', './scanlab_bg.wasm', './package.json']));
  for (const entry of Object.values(exports)) {
    if (typeof entry === 'object') expect(Object.keys(entry)[0]).toBe('types');
    for (const file of typeof entry === 'object' ? Object.values(entry) : [entry])
      expect(fs.existsSync(path.join(PACKAGE, file)), file).toBe(true);
  }
  for (const file of [...sideEffects, customElements, 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE'])
    expect(fs.existsSync(path.join(PACKAGE, file)), file).toBe(true);
  const licences = fs.readFileSync(path.join(PACKAGE, 'third-party-licenses.txt'), 'utf8');
  for (const name of ['@codemirror/view', 'd3-array', 'd3-shape', 'wasm-bindgen', 'wgpu', 'naga', 'serde', "Rust's standard library"])
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+: `, 'm'));
  // The packages of these authors have no licence file.
  for (const authors of ['The Rust Project Contributors', 'Philip Degarmo'])
    expect(licences).toMatch(new RegExp(`^Copyright \\(c\\) ${authors}`, 'm'));
});

test('its manifest of elements follows the schema, and has all attributes', () => {
  const manifest = read('custom-elements.json');
  const schema = JSON.parse(fs.readFileSync(path.join(ROOT, 'node_modules/custom-elements-manifest/schema.json'), 'utf8'));
  const validate = new Ajv({ strict: false }).compile(schema);
  expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  const { declarations, path: file } = manifest.modules[0];
  expect(fs.existsSync(path.join(PACKAGE, file))).toBe(true);
  expect(declarations.map(({ tagName }) => tagName)).toEqual(['scan-lab', 'scan-conformance']);
  const attributes = declarations[0].attributes.map(({ name }) => name);
  expect(attributes).toEqual(expect.arrayContaining(Object.keys(OBSERVED)));
  expect(declarations[0].events.map(({ name }) => name)).toContain('scanlab-result');
});

test('strict TypeScript compiles the project, with the elements in JSX of React, Preact and Solid', () => {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '--project', PROJECT], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('Node.js imports it without effect, reads its catalogue, and says that it has no WebGPU', () => {
  const program = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    const { ScanLab } = await import('scanlab');
    await import('scanlab/element');
    if (Object.getOwnPropertyNames(globalThis).join() !== before) throw new Error('a global was made');
    const { readFile } = await import('node:fs/promises');
    await ScanLab.initialize({ wasm: await readFile(new URL(import.meta.resolve('scanlab/scanlab_bg.wasm'))) });
    const { emulate, initialize } = await import('scanlab/emulator');
    await initialize({ wasm: await readFile(new URL(import.meta.resolve('scanlab/scanlab-emulator-web_bg.wasm'))) });
    const code = '@group(0) @binding(0) var<storage, read_write> x: u32; @compute @workgroup_size(1) fn main() { x += 41u; }';
    const { buffers } = await emulate({ code, buffers: [Uint32Array.of(1)] });
    const { algorithms } = await ScanLab.catalogue();
    const error = await ScanLab.open().catch((error) => error);
    console.log(JSON.stringify([algorithms.some(({ id }) => id === 'look-back'), error.code, buffers[0][0]]));`;
  const run = (...parameters) => execFileSync(process.execPath, parameters, { cwd: PROJECT, encoding: 'utf8' });
  expect(JSON.parse(run('--input-type=module', '--eval', program))).toEqual([true, 'webgpu-unavailable', 42]);
  expect(run('--no-warnings', '--input-type=commonjs', '--eval', "console.log(typeof require('scanlab').ScanLab.open)")).toBe('function\n');
});

test.describe('Vite', () => {
  const options = { root: PROJECT, logLevel: 'warn' };
  const server = { host: '127.0.0.1', port: 0 };

  test('builds programs that scan, also in a module worker, and elements, and serves a preview', async ({ page }) => {
    await vite.build(options);
    const preview = await vite.preview({ ...options, preview: server });
    const address = preview.resolvedUrls.local[0];
    await expectRight(page, address);
    await expectRight(page, `${address}worker.html`);
    await expectRight(page, `${address}react.html`, 'done 1');
    await preview.close();
  });

  test('builds programs that scan under a strict policy, in a folder of a site', async ({ page }) => {
    const site = await serve(path.join(PROJECT, 'dist'));
    const refused = await watchPolicy(page);
    await expectRight(page, `${site.address}strict/`);
    expect(refused).toEqual([]);
    site.close();
  });

  test('serves programs as they are developed, and elements that React mounts, takes away and mounts again', async ({ page }) => {
    const dev = await vite.createServer({ ...options, server });
    await dev.listen();
    const address = dev.resolvedUrls.local[0];
    await expectRight(page, address);
    await expectRight(page, `${address}worker.html`);
    // Compares the first program of the package's README with the results in its comments.
    const [, program] = /```js\n(.*?)```/s.exec(fs.readFileSync(path.join(PACKAGE, 'README.md'), 'utf8'));
    const module = `<script type="module">${program} document.title = [sums, output].map((words) => words.join(' ')).join(', ');</script>`;
    fs.writeFileSync(path.join(PROJECT, 'readme.html'), `<!doctype html><title></title>${module}`);
    const right = [...program.matchAll(/\/\/ ([\d ]+)$/gm)].map(([, words]) => words).join(', ');
    await expectRight(page, `${address}readme.html`, right);
    // The second element measures the only size in its attributes.
    await expectRight(page, `${address}react.html`, 'done 1');
    // If an element has a property with the name of an attribute, frameworks set the property.
    const [{ attributes, members }] = read('custom-elements.json').modules[0].declarations;
    const own = attributes.map(({ name }) => name).filter((name) => !members.some((member) => member.name === name));
    expect(await page.evaluate((names) => names.filter((name) => name in document.createElement('scan-lab')), own)).toEqual([]);
    const lesson = page.locator('scan-lab.course');
    const toggle = page.getByRole('button', { name: 'Toggle' });
    for (const _ of [1, 2]) {
      await expect(lesson.locator('svg').first()).toBeVisible();
      await toggle.click();
      await expect(lesson).toHaveCount(0);
      await toggle.click();
    }
    await page.getByRole('button', { name: 'Explain' }).click();
    await expect(lesson.getByRole('heading', { name: 'Blelloch' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(page).toHaveTitle('learn');
    await dev.close();
  });
});

/** Writes a page for a bundled script, and serves the folder. */
async function expectBundleRight(page, folder, tag) {
  fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title></title>${tag}`);
  const site = await serve(folder);
  const missing = [];
  page.on('response', (response) => response.status() === 404 && !response.url().endsWith('favicon.ico') && missing.push(response.url()));
  await expectRight(page, `${site.address}sub/folder/`);
  site.close();
  return missing.map((url) => path.basename(url));
}

test('webpack bundles a program that scans, with its WASM and its workers, and leaves out what is not used', async ({ page }) => {
  const folder = path.join(PROJECT, 'with-webpack');
  const bundle = (entry) =>
    new Promise((resolve, reject) => {
      const output = { path: folder, filename: `${entry}.js`, clean: entry === 'main' };
      webpack({ mode: 'production', context: PROJECT, entry: `./compiled/${entry}.js`, output, performance: false }, (error, stats) =>
        error ? reject(error) : resolve(stats.toJson({ all: false, errors: true, warnings: true, assets: true })),
      );
    });
  const { errors, warnings, assets } = await bundle('main');
  expect([...errors, ...warnings]).toEqual([]);
  // The second WASM file is the emulator, which is loaded when it first runs a kernel.
  expect(assets.filter(({ name }) => name.endsWith('.wasm'))).toHaveLength(2);
  expect(await expectBundleRight(page, folder, '<script defer src="main.js"></script>')).toEqual([]);
  fs.writeFileSync(path.join(PROJECT, 'compiled/unused.js'), "import { ScanLab } from 'scanlab';\n");
  const unused = await bundle('unused');
  expect(unused.assets.find(({ name }) => name === 'unused.js').size).toBe(0);
});

test('esbuild bundles a program that scans, told where the WASM is', async ({ page }) => {
  const outdir = path.join(PROJECT, 'with-esbuild');
  const entryPoints = [path.join(PROJECT, 'src/with-address.ts')];
  await esbuild.build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    loader: { '.wasm': 'file' },
    logLevel: 'error',
  });
  // esbuild emits no workers: the bundle contains them as texts.
  await expectBundleRight(page, outdir, '<script type="module" src="with-address.js"></script>');
});
