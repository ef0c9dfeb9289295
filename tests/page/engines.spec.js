/** The pages of examples/web/: ScanLab on the devices of engines from npm, and engines on the device of a lab. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'esbuild';
import { canvasLaunchOptions } from './browser.mjs';
import { serve } from './server.mjs';
import { watchErrors } from './watch.js';

test.use({ launchOptions: canvasLaunchOptions() });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = path.join(ROOT, 'examples/web');
const EXAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .sort();

let server;
/** The bundled modules, by file name. @type {Map<string, string>} */
let built;
test.beforeAll(async () => {
  server = await serve(ROOT);
  // Bundles in memory, with the options that examples/README.md states.
  const entryPoints = EXAMPLES.map((name) => path.join(FOLDER, name));
  const bundling = { bundle: true, format: 'esm', external: ['scanlab'], outdir: path.join(FOLDER, 'built'), write: false };
  const { outputFiles } = await build({ ...bundling, entryPoints });
  built = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
});
test.afterAll(() => server.close());

test('there is an example of each engine', () => {
  expect(EXAMPLES.map((name) => path.basename(name, '.js'))).toEqual([
    'babylon',
    'luma',
    'three-on-lab',
    'three',
    'typegpu-on-lab',
    'typegpu',
    'webgpu',
  ]);
});

for (const name of EXAMPLES) {
  test(`${name} gives the right result, without a warning`, async ({ page }) => {
    const errors = watchErrors(page);
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) errors.push(message.text());
    });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(server.address)) errors.push(request.url());
    });
    await page.route('**/examples/web/built/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: built.get(path.basename(new URL(route.request().url()).pathname)) }),
    );
    const id = path.basename(name, '.js');
    await page.goto(`${server.address}examples/web/?${id}`);
    await expect(page.getByRole('status')).toHaveText(`${id}: the result is right.`);
    expect(errors).toEqual([]);
  });
}
