/**
 * The README's first commands, as a new user runs them: on a fresh clone of HEAD. The test reuses installed tools and dependencies that an
 * earlier run, or this checkout, has compiled, and compiles the clone's own code.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { choose, run, rows, typeSizes } from '../page/helpers.js';
import { reportErrors } from '../page/report-schema.mjs';
import { Program, isRunning } from './program.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const place = path.join(target, 'front-door');
const clone = path.join(place, 'clone');
// Apart from those of this checkout: Cargo would take the clone's crates for the same ones.
const outputs = path.join(place, 'target');
// Without CHROMIUM in the environment, the commands choose their browser, as for a new user.
const { CHROMIUM: _, ...environment } = process.env;
const options = { cwd: clone, env: { ...environment, CARGO_TARGET_DIR: outputs } };

/** The time in which an interrupted command must end with all processes that it has started. */
const END_MS = 5000;

/** @type {Program[]} */
const started = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  fs.rmSync(clone, { recursive: true, force: true });
  if (!fs.existsSync(outputs)) {
    fs.mkdirSync(path.join(outputs, 'wasm32-unknown-unknown'), { recursive: true });
    for (const name of ['tools', 'release', 'wasm32-unknown-unknown/release']) {
      // With the times of the files: Cargo compiles what is older than its sources, as the clone's crates are.
      if (fs.existsSync(path.join(target, name))) execFileSync('cp', ['-a', path.join(target, name), path.join(outputs, name)]);
    }
  }
  execFileSync('git', ['clone', '--quiet', root, clone]);
});

test.afterEach(async () => {
  for (const program of started.splice(0)) {
    if (!program.hasEnded) program.kill('SIGTERM');
    await program.end;
  }
});

function start(name, parameters) {
  const program = new Program(name, parameters, options);
  started.push(program);
  return program;
}

async function serve() {
  return start('cargo', ['xtask', 'serve', '--port', String(await freePort())]);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The first actions of a new user. */
async function runOnce(page, address) {
  await page.goto(address);
  await expect(page.locator('.adapter')).toContainText('subgroups');
  await choose(page, ['hillis-steele', 'blelloch']);
  await typeSizes(page, '1000, 5000');
  await run(page);
  await expect(rows(page)).toHaveCount(4);
  for (const row of await rows(page).all()) await expect(row).toContainText('PASS');
}

/** Edits a file of the clone. Returns a function that restores it. */
function edit(name, change) {
  const file = path.join(clone, name);
  const before = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, change(before));
  return () => fs.writeFileSync(file, before);
}

const withSyntaxError = (text) => `${text}\nthis is no JavaScript\n`;

test('serve says where the page is once page and WASM are there, survives a failed rebuild, and ends within 5 s', async ({
  page,
  request,
}) => {
  const program = await serve();
  const [, address] = await program.prints(/ScanLab is at (http:\/\/127\.0\.0\.1:\d+)/);
  for (const file of ['/', '/scanlab_bg.wasm', '/scanlab.js']) expect((await request.get(address + file)).status(), file).toBe(200);
  await runOnce(page, address);
  // An open page would reload after a rebuild.
  await page.goto('about:blank');

  await test.step('a failed rebuild is reported, and the last good site stays', async () => {
    const before = await (await request.get(`${address}/scanlab.js`)).text();
    const restore = edit('www/scanlab.ts', withSyntaxError);
    // Trunk reports that the build has ended. By then it would have replaced the site.
    await program.prints(/error from build pipeline/, program.output.length);
    expect(await (await request.get(`${address}/scanlab.js`)).text()).toBe(before);
    expect(program.hasEnded).toBe(false);
    const reported = program.output.length;
    restore();
    await program.prints(/success/, reported);
    await runOnce(page, address);
  });

  const children = program.descendants();
  expect(children.length).toBeGreaterThan(0);
  program.kill('SIGINT');
  const ended = await Promise.race([program.end, new Promise((resolve) => setTimeout(resolve, END_MS, 'still running'))]);
  expect(ended).toBe(130);
  expect(children.filter(isRunning)).toEqual([]);
});

test('serve ends with the error of a build that fails, even after one that was good', async () => {
  const restore = edit('www/scanlab.ts', withSyntaxError);
  const program = await serve();
  expect(await program.end).toBe(1);
  expect(program.output).toContain('www/scanlab.ts');
  expect(program.output).toMatch(/error: the site must build/);
  expect(program.output).not.toContain('ScanLab is at');
  restore();
});

test('build writes a site that works in a sub-folder of a plain file server', async ({ page }) => {
  const program = start('cargo', ['xtask', 'build']);
  expect(await program.end, program.output).toBe(0);
  const server = start('node', [path.join(root, 'tests/page/server.mjs'), path.join(clone, 'dist')]);
  const [, address] = await server.prints(/serving at (http:\S+)/);
  const requests = [];
  page.on('request', (one) => requests.push(one.url()));
  await runOnce(page, `${address}sub/folder/`);
  // The server also serves the site at /, which would answer an absolute address.
  expect(requests.filter((url) => url.startsWith('http') && !url.startsWith(`${address}sub/folder/`))).toEqual([]);
});

const conformance = (...parameters) => start('cargo', ['xtask', 'conformance', ...parameters]);

for (const [flags, required] of [
  [['--grid', 'nonsense'], 'error: --grid must be one of smoke, spread, full, found nonsense'],
  [['--shard', '5/2'], 'error: --shard must be an index and the number of shards, at most 64, such as 2/8, found 5/2'],
  [['--adapter', 'fast'], 'error: --adapter must be one of swiftshader, lavapipe, default, found fast'],
  [['--adapter', 'lavapipe'], "error: --adapter must be one of Chromium's, swiftshader or default, found lavapipe"],
  [['--browser', 'no-such-browser'], 'error: --browser must name a program, found no-such-browser'],
]) {
  test(`conformance ${flags.join(' ')} fails before it builds, and says why`, async () => {
    const program = conformance(...flags);
    expect(await program.end).toBe(1);
    expect(program.output).toContain(required);
    expect(program.output).not.toContain('the site is in dist/');
  });
}

test('conformance exits with 0 where no case failed, and writes the report', async () => {
  const file = path.join(place, 'reports', 'smoke.json');
  fs.rmSync(file, { force: true });
  const program = conformance('--grid', 'smoke', '--shard', '1/50', '--report', file);
  expect(await program.end, program.output).toBe(0);
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  expect(reportErrors(report)).toEqual([]);
  const { total, passed, unsupported } = report.cases;
  expect(report).toMatchObject({ grid: 'smoke', shard: '1/50', complete: true, cases: { done: total, failed: 0 } });
  expect(passed).toBeGreaterThan(0);
  expect(program.output).toMatch(
    new RegExp(
      `run in Chrome \\d+ on .*\nsmoke grid, shard 1/50: ${total} of ${total} cases in \\d+ s: ${passed} passed, 0 failed, ${unsupported} not offered\n$`,
    ),
  );
});

test('conformance exits with 1 where the page cannot run what is asked for, and says why', async () => {
  const program = conformance('--algorithms', 'horn');
  expect(await program.end).toBe(1);
  expect(program.output).toMatch(
    /error: the conformance grid must run, found bad-argument: algorithms must be among .*; found “horn”\.\n$/,
  );
});

/** Changes a bit of every long output on its way from the device. */
const WRONG_OUTPUTS = `<script>
  const original = GPUBuffer.prototype.getMappedRange;
  GPUBuffer.prototype.getMappedRange = function corrupted(...range) {
    const bytes = original.apply(this, range);
    if (this.usage & GPUBufferUsage.MAP_READ && bytes.byteLength >= 16384) new Uint32Array(bytes)[1000] ^= 1;
    return bytes;
  };
</script>`;

test('conformance exits with 1 where a case failed, and the command that it prints repeats the case', async () => {
  const one = 'sequential max u32 exclusive backward heads n=5000 random';
  const restore = edit('www/conformance/conformance.html', (text) => text.replace('</head>', `${WRONG_OUTPUTS}</head>`));
  const wrong = conformance('--case', one);
  expect(await wrong.end).toBe(1);
  expect(wrong.output).toMatch(
    /FAILED sequential: exclusive backward segmented scan with max of u32, n = 5,000, random input\. First wrong element at index 1,000/,
  );
  expect(wrong.output).toContain(`  repeat: cargo xtask conformance --case '${one}'\n`);
  expect(wrong.output).toMatch(/case grid: 1 of 1 cases in \d+ s: 0 passed, 1 failed, 0 not offered\n$/);
  restore();
  const right = conformance('--case', one);
  expect(await right.end, right.output).toBe(0);
});

test('conformance that is interrupted ends within 5 s, with all that it has started', async () => {
  const program = conformance('--grid', 'spread');
  await program.prints(/\d+ of [\d,]+ cases, 0 failed/);
  const children = program.descendants();
  expect(children.length).toBeGreaterThan(2);
  program.kill('SIGINT');
  const ended = await Promise.race([program.end, new Promise((resolve) => setTimeout(resolve, END_MS, 'still running'))]);
  expect(ended).toBe(130);
  expect(children.filter(isRunning)).toEqual([]);
});
