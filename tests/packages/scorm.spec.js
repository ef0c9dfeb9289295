/** The packages for SCORM 1.2. scorm-again acts as the LMS, and checks every call and value. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { SCREENS } from '../../www/learn/path/screens.ts';
import { serve } from '../page/server.mjs';
import { watchErrors } from '../page/watch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNPACKED = path.join(ROOT, 'package/scorm');
const PACK = ['--import', 'tsx', 'www/build/package.mjs', 'scorm'];

let server;

test.beforeAll(async () => {
  server = await serve(ROOT);
});

test.afterAll(() => server.close());

/** Packs a view, and unpacks the package into the folder that the example uses. */
function pack(query) {
  execFileSync(process.execPath, [...PACK, query], { cwd: ROOT });
  fs.rmSync(UNPACKED, { recursive: true, force: true });
  const files = unzipSync(fs.readFileSync(path.join(ROOT, 'package/scanlab-scorm.zip')));
  for (const [name, bytes] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(UNPACKED, name)), { recursive: true });
    fs.writeFileSync(path.join(UNPACKED, name), bytes);
  }
  return Object.keys(files);
}

/** Launches the package in the example, and records the calls of its end. An LMS may not know the media types of WebAssembly and modules. */
async function launch(page) {
  for (const [files, type] of [
    ['**/package/scorm/**/*.wasm', 'application/octet-stream'],
    ['**/package/scorm/**/*.js', 'application/x-javascript'],
  ]) {
    await page.route(files, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-type': type } });
    });
  }
  await page.goto(`${server.address}examples/scorm/`);
  await page.evaluate(() => {
    globalThis.ended = 0;
    globalThis.API.on('LMSFinish', () => globalThis.ended++);
  });
  return page.frameLocator('iframe');
}

/** Ends the launch. Returns the number of calls of LMSFinish and the stored values. */
async function end(page) {
  await page.getByRole('button', { name: 'End the launch' }).click();
  await expect.poll(() => page.evaluate(() => globalThis.ended)).toBeGreaterThan(0);
  const { core, suspend_data: suspended } = JSON.parse(await page.getByRole('status', { name: 'Stored' }).textContent());
  return { ended: await page.evaluate(() => globalThis.ended), status: core.lesson_status, score: core.score, exit: core.exit, suspended };
}

const record = (frame) => frame.locator('#record');
const answer = (frame, screen, isRight) =>
  frame.getByRole('button', { name: screen.answers.find((one) => Boolean(one.isRight) === isRight).text, exact: true }).click();
const scored = (raw) => expect.objectContaining({ raw: `${raw}`, min: '0', max: '100' });

test('the manifest is well-formed, and names the files of the archive', async ({ page }) => {
  const names = pack('view=diagram&algorithm=blelloch&input=3+1+7+0');
  const text = fs.readFileSync(path.join(UNPACKED, 'imsmanifest.xml'), 'utf8');
  const parsed = await page.evaluate((xml) => {
    const parser = new DOMParser();
    const found = parser.parseFromString(xml, 'text/xml');
    const all = (name) => [...found.getElementsByTagName(name)];
    const [resource] = all('resource');
    return {
      errors: all('parsererror').map((one) => one.textContent),
      version: all('schemaversion').map((one) => one.textContent),
      default: all('organizations')[0].getAttribute('default') === all('organization')[0].getAttribute('identifier'),
      item: all('item')[0].getAttribute('identifierref') === resource.getAttribute('identifier'),
      start: resource.getAttribute('href'),
      type: resource.getAttributeNS('http://www.adlnet.org/xsd/adlcp_rootv1p2', 'scormtype'),
      files: all('file').map((one) => one.getAttribute('href')),
    };
  }, text);
  expect(parsed).toMatchObject({ errors: [], version: ['1.2'], default: true, item: true, start: 'index.html', type: 'sco' });
  expect(names[0]).toBe('imsmanifest.xml');
  expect([...parsed.files, names[0]].sort()).toEqual([...names].sort());
});

test('a view without questions is completed when it is opened', async ({ page }) => {
  const errors = watchErrors(page);
  pack('view=diagram&algorithm=blelloch&input=3+1+7+0');
  const frame = await launch(page);
  await expect(frame.locator('.flow svg .ends')).toContainText('034');
  await expect(record(frame)).toHaveText('Recorded by the LMS: opened.');
  expect(await end(page)).toMatchObject({ ended: 1, status: 'completed', exit: '' });
  expect(errors).toEqual([]);
});

test('the path: right answers are scored and resumed, and all of them pass', async ({ page }) => {
  const errors = watchErrors(page);
  pack('view=learn&path=1');
  let frame = await launch(page);
  await expect(record(frame)).toHaveText('Recorded by the LMS: 0 of 8 answered correctly.');
  await answer(frame, SCREENS[0], false);
  await expect(frame.locator('.path-reason').filter({ visible: true })).toHaveCount(1);
  await answer(frame, SCREENS[0], true);
  await frame.locator('.path-moves .next').click();
  await answer(frame, SCREENS[1], true);
  await expect(record(frame)).toHaveText('Recorded by the LMS: 2 of 8 answered correctly.');
  const suspended = `${SCREENS[0].id} ${SCREENS[1].id}`;
  expect(await end(page)).toEqual({ ended: 1, status: 'incomplete', score: scored(25), exit: 'suspend', suspended });

  // Like another browser, this one no longer has the answers. The LMS has them.
  await page.evaluate(() => localStorage.removeItem('scanlab-path-1'));
  frame = await launch(page);
  await expect(record(frame)).toHaveText('Recorded by the LMS: 2 of 8 answered correctly.');
  for (const [i, screen] of SCREENS.entries()) {
    await expect(frame.locator('#path-screen')).toHaveText(screen.title);
    if (i > 1) await answer(frame, screen, true);
    if (i < SCREENS.length - 1) await frame.locator('.path-moves .next').click();
  }
  await expect(record(frame)).toHaveText('Recorded by the LMS: 8 of 8 answered correctly.');
  const all = SCREENS.map(({ id }) => id).join(' ');
  expect(await end(page)).toEqual({ ended: 1, status: 'passed', score: scored(100), exit: '', suspended: all });
  expect(errors).toEqual([]);
});

test('an exercise: a wrong kernel leaves it incomplete, a solution passes', async ({ page }) => {
  pack('view=learn&exercise=serial');
  const frame = await launch(page);
  await frame.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(frame.locator('.write-verdict')).toContainText('Not right yet.');
  await expect(record(frame)).toHaveText('Recorded by the LMS: 0 of 1 answered correctly.');
  await expect(frame.locator('.cm-content')).toBeVisible();
  await frame.getByLabel('Kernel in WGSL').fill(fs.readFileSync(path.join(ROOT, 'exercises/kernels/serial/solution.wgsl'), 'utf8'));
  await frame.getByRole('button', { name: 'Judge', exact: true }).click();
  await expect(record(frame)).toHaveText('Recorded by the LMS: 1 of 1 answered correctly.');
  expect(await end(page)).toEqual({ ended: 1, status: 'passed', score: scored(100), exit: '', suspended: 'serial' });
});

test('without an LMS the page works, and says that nothing is recorded', async ({ page }) => {
  const errors = watchErrors(page);
  pack('view=learn&path=4&parts=settings');
  await page.goto(`${server.address}package/scorm/`);
  await answer(page, SCREENS[3], true);
  await expect(page.locator('.path-reason').filter({ visible: true })).toHaveCount(1);
  await expect(record(page)).toHaveText('No LMS is found around this page. The page works, but no result is recorded.');
  // The package shows only one screen, so it has only one question.
  await expect(page.locator('body')).toHaveAttribute('data-questions', SCREENS[3].id);
  expect(errors).toEqual([]);
});

test('wrong settings are refused with the right ones', () => {
  for (const [query, message] of [
    ['algorithm=blelloch', /must have a view of measure, learn, .* found none/],
    ['view=learn&scan=blelloch', /must have settings of .*algorithm.*; found scan/],
    ['view=learn&path=9', /path must be a screen from 1 to 8, found 9/],
    ['view=learn&exercise=none', /exercise must be one of serial, .*; found none/],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [...PACK, query], { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  }
});
