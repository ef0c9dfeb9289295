/** The wheel in JupyterLab and marimo, as users have it: pip installs it, and the notebooks of the examples run in a browser. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { watchErrors } from '../page/watch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = path.join(path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'packages/notebooks');
const NOTEBOOKS = path.join(ROOT, 'examples/notebook');
/** The versions of docs/hosts/jupyter.md. */
const HOSTS = ['jupyterlab==4.6.6', 'marimo==0.25.2', 'anywidget==0.11.0'];
const RUN_MS = 600_000;

const program = (name) => path.join(FOLDER, 'venv/bin', name);
/** The server of the current test. */
let server;

test.beforeAll(() => {
  test.setTimeout(RUN_MS);
  const wheel = fs.readdirSync(path.join(ROOT, 'package')).find((name) => /^scanlab-.*-py3-none-any\.whl$/.test(name));
  if (!wheel) throw new Error('package/ must contain the wheel, found none: run cargo xtask package --wheel');
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(path.join(FOLDER, 'home'), { recursive: true });
  fs.cpSync(NOTEBOOKS, path.join(FOLDER, 'work'), { recursive: true });
  execFileSync('python3', ['-m', 'venv', path.join(FOLDER, 'venv')]);
  execFileSync(program('pip'), ['install', '--quiet', ...HOSTS, path.join(ROOT, 'package', wheel)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});

/** Starts the server of a host. @returns the address that it prints */
function start(name, ...parameters) {
  // The test does not use the user's settings.
  const env = { ...process.env, HOME: path.join(FOLDER, 'home'), JUPYTER_PREFER_ENV_PATH: '1' };
  server = spawn(program(name), parameters, { cwd: path.join(FOLDER, 'work'), env, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (data) => {
      text += data;
      const found = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(text);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', (status) => reject(new Error(`${name} must serve, found exit status ${status}:\n${text}`)));
  });
}

test.afterEach(async () => {
  const ended = once(server, 'exit');
  if (server.kill()) await ended;
});

const cell = (page, i) => page.locator('.jp-Notebook .jp-Cell').nth(i);

/** Runs a cell, and waits for its end. */
async function runCell(page, i) {
  await cell(page, i).locator('.jp-InputPrompt').click();
  await page.keyboard.press('Control+Enter');
  await expect(cell(page, i).locator('.jp-InputPrompt')).toHaveText(/\[\d+\]:/);
}

test('JupyterLab: the notebook shows a lesson that follows Python, answers arrive in Python, and a scan runs', async ({ page }) => {
  test.setTimeout(RUN_MS);
  const settings = ['--no-browser', '--allow-root', '--ip=127.0.0.1', '--port=0', '--IdentityProvider.token=', '--ServerApp.password='];
  const address = await start('jupyter', 'lab', ...settings);
  await page.goto(`${address}/lab/tree/scanlab.ipynb`);
  // JupyterLab may ask for the kernel, though the notebook names it.
  await page.addLocatorHandler(page.locator('.jp-Dialog'), () => page.getByRole('button', { name: 'Select', exact: true }).click());
  await expect(page.locator('#jp-main-statusbar')).toContainText('| Idle');
  await runCell(page, 1);
  const title = cell(page, 1).locator('scan-lab #explain-title');
  await expect(title).toHaveText('Blelloch');
  await runCell(page, 3);
  await expect(title).toHaveText('Kogge–Stone');

  await runCell(page, 5);
  await cell(page, 5).getByRole('button', { name: 'Each iteration needs the sum of the previous iteration.' }).click();
  await expect(cell(page, 5).getByText('1 of 8 questions answered correctly.')).toBeVisible();
  await runCell(page, 6);
  await expect(cell(page, 6).locator('.jp-OutputArea-output')).toHaveText(/^scanlab-answer True 1\s*$/);

  await runCell(page, 8);
  await cell(page, 8).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(cell(page, 8).locator('table.results tbody tr[data-n]')).toHaveCount(1);
});

test('marimo: the notebook shows a lesson, and an answer runs the cell that reads it', async ({ page }) => {
  test.setTimeout(RUN_MS);
  const errors = watchErrors(page);
  await page.goto(await start('marimo', 'run', 'lesson.py', '--headless'));
  const lesson = page.locator('scan-lab').first();
  await expect(lesson.locator('#explain-title')).toHaveText('Blelloch');
  await expect(lesson.locator('.flow svg').first()).toBeVisible();
  await expect(page.getByText('Last event: None None')).toBeVisible();
  await page.getByRole('button', { name: 'Each iteration needs the sum of the previous iteration.' }).click();
  await expect(page.getByText('Last event: scanlab-answer True')).toBeVisible();
  await expect(page.getByText('1 of 8 questions answered correctly.')).toBeVisible();
  expect(errors).toEqual([]);
});
