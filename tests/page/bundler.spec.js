/** A program that Vite bundles, as users do: Vite emits the WASM and the workers of the module, and the program finds them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { watchErrors } from './watch.js';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const PROGRAM = `
  import { ScanLab } from ${JSON.stringify(`${DIST}/scanlab-core.js`)};
  const lab = await ScanLab.open();
  const input = Uint32Array.of(3, 1, 7, 0, 4);
  const sums = await lab.scan(input);
  const { verified } = await lab.verify(input, sums);
  // A worker allocates a result of 8 MiB.
  const long = await lab.scan(new Uint32Array(2 ** 21).fill(1));
  window.result = { sums: [...sums], verified, last: long.at(-1) };
`;

test('a bundle scans and checks, with the WASM and the workers that it needs and no others', async ({ page }, testInfo) => {
  const root = testInfo.outputPath('project');
  mkdirSync(root, { recursive: true });
  writeFileSync(path.join(root, 'main.js'), PROGRAM);
  const html = '<!doctype html><meta charset="utf-8"><title>Bundled</title><script type="module" src="/main.js"></script>';
  writeFileSync(path.join(root, 'index.html'), html);
  const warnings = [];
  const logger = {
    info() {},
    warn: (text) => warnings.push(text),
    warnOnce: (text) => warnings.push(text),
    error: (text) => warnings.push(text),
  };
  const customLogger = { ...logger, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
  // A warning about a slow build depends on the load of the machine.
  const options = { write: false, rolldownOptions: { checks: { bundlerTimings: false } } };
  const { output } = await build({ root, base: './', configFile: false, customLogger, build: options });
  const files = new Map(output.map((file) => [file.fileName, file.code ?? file.source]));
  // Vite inlines small files into the code.
  const named = (end) =>
    [...files.keys()].map((name) => path.basename(name).replace(/-[\w-]{8}\./, '.')).filter((name) => name.endsWith(end));
  // An explainer loads the emulator when a kernel is first run on it.
  expect(named('.wasm')).toEqual(['scanlab-emulator-web_bg.wasm', 'scanlab_bg.wasm']);
  expect(named('-worker.js')).toEqual(['judge-worker.js', 'operation-oracle-worker.js', 'oracle-worker.js']);
  expect(warnings).toEqual([]);

  const errors = watchErrors(page);
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const requested = [];
  await page.route('./bundled/**', (route) => {
    const name = new URL(route.request().url()).pathname.split('/bundled/')[1];
    requested.push(path.extname(name));
    if (!files.has(name)) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: types[path.extname(name)], body: Buffer.from(files.get(name)) });
  });
  await page.goto('./bundled/index.html');
  await page.waitForFunction(() => window.result);
  expect(await page.evaluate(() => window.result)).toEqual({ sums: [3, 4, 11, 11, 15], verified: true, last: 2 ** 21 });
  expect(requested).toContain('.wasm');
  expect(errors).toEqual([]);
});
