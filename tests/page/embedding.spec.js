/** Single views in other pages: under a strict policy, narrow, in both themes, in frames of another origin. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { RESULT_FILE, heard, openCourse } from './course.js';
import { serve } from './server.mjs';
import { violationsInBothThemes } from './helpers.js';
import { watchErrors, watchPolicy } from './watch.js';

/** Each view, by its name or by another name: its attributes, and the selector of an element that the shown view has. */
const VIEWS = {
  measure: { attributes: { algorithms: 'blelloch', sizes: '16, 64' }, shown: '.adapter strong' },
  learn: { attributes: { algorithm: 'blelloch' }, shown: '.flow svg' },
  experiments: { attributes: { experiment: 'nakano-optimal' }, shown: '.adapter strong' },
  numbers: { attributes: {}, shown: '.adapter strong' },
  check: { attributes: { case: 'blelloch max u32 exclusive forward n=257 random' }, shown: '.adapter strong' },
  chart: { attributes: { src: 'result.json' }, shown: '.chart-place svg .verified-points path' },
  diagram: { attributes: { algorithm: 'blelloch', input: '3 1 7 0' }, shown: '.flow svg' },
  exercise: { view: 'learn', attributes: { exercise: 'serial' }, shown: '.cm-content' },
};

/** The levels of all visible headings, including those of the page itself. */
const levels = (page) =>
  page.getByRole('heading').evaluateAll((headings) => headings.map((one) => Number(one.ariaLevel ?? one.localName.slice(1))));

test('an answer in a frame of another origin is a message to its parent, and the address may name the screen', async ({
  page,
  baseURL,
}, testInfo) => {
  const elsewhere = await serveElsewhere(testInfo.outputPath('elsewhere'), `${baseURL}?view=learn&path=loop`);
  await page.goto(elsewhere.address);
  await page.frameLocator('iframe').getByRole('button', { name: 'Each iteration needs the sum of the previous iteration.' }).click();
  const sent = () => page.evaluate(() => globalThis.messages.filter(({ type }) => type === 'scanlab-statement'));
  await expect.poll(sent).toHaveLength(1);
  const [{ id, view, statement }] = await sent();
  expect([id, view]).toEqual(['', 'learn']);
  expect(statement).toMatchObject({
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
    object: { id: `${baseURL}#learn/path/loop` },
    result: { success: true, response: '1' },
  });
  elsewhere.close();
});

for (const [name, { view = name, attributes, shown }] of Object.entries(VIEWS)) {
  test(`${name} alone in a page: no header, heading levels, axe in both themes, 360 pixels, no policy violation`, async ({ page }) => {
    const [refused, errors] = [await watchPolicy(page), watchErrors(page)];
    await page.setViewportSize({ width: 360, height: 740 });
    await openCourse(page, [{ view, ...attributes, 'heading-level': 3 }]);
    await expect(page.locator(shown).first()).toBeVisible();
    await expect(page.locator('header, nav[aria-label="Views"]')).toHaveCount(0);
    const found = await levels(page);
    for (const [i, level] of found.entries()) expect(level, `heading ${i} of ${found}`).toBeLessThanOrEqual((found[i - 1] ?? 0) + 1);
    if (found.length > 2) expect(found[2]).toBe(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await heard(page, 'error')).toEqual([]);
    expect([refused, errors]).toEqual([[], []]);
  });
}

/** The actions of a reader in each view, within a frame. */
const USES = {
  measure: async (frame) => {
    await frame.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(frame.locator('table.results tr[data-result="PASS"]')).toHaveCount(2);
  },
  learn: async (frame) => {
    await frame.getByLabel('Compare with').selectOption('hillis-steele');
    await expect(frame.locator('.flow svg')).toHaveCount(2);
  },
  experiments: async (frame) => {
    await frame.getByRole('button', { name: /^Run “/ }).click();
    await expect(frame.locator('.chart-area svg text').first()).toBeVisible();
    await frame.getByRole('button', { name: /^Cancel “/ }).click();
    await expect(frame.locator('.run-text').filter({ hasText: /^Cancelled/ })).toBeVisible();
  },
  numbers: async (frame) => {
    await frame.getByRole('button', { name: 'Scan it' }).click();
    await expect(frame.locator('.own .run-text')).toContainText('PASS');
  },
  check: async (frame) => {
    await frame.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(frame.locator('.run-text')).toHaveText(/^Done\. .* 1 passed/);
  },
  chart: async (frame) => {
    await frame.getByLabel('Chart', { exact: true }).selectOption('time');
    await expect(frame.locator('.chart-place svg')).toContainText('time of one scan');
    await frame.getByText('The same as a table').click();
    await expect(frame.locator('table.results tr[data-result="PASS"]')).toHaveCount(18);
  },
  diagram: async (frame) => {
    await frame.getByText('The steps in words', { exact: true }).click();
    await expect(frame.locator('.flow-steps')).toBeVisible();
  },
  exercise: async (frame) => {
    await frame.getByRole('button', { name: 'Judge', exact: true }).click();
    await expect(frame.locator('.write-verdict')).toContainText('Not right yet.');
  },
};

/** Serves a page of another origin with one frame. The listener of docs/embedding.md makes the frame as high as its view. */
async function serveElsewhere(folder, src) {
  const words = await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const [listener] = /addEventListener\('message'[\s\S]*?\n}\);/.exec(words);
  const frame = `<iframe title="ScanLab" width="800" height="100" src="${src.replaceAll('&', '&amp;')}"></iframe>`;
  await mkdir(folder, { recursive: true });
  await writeFile(
    `${folder}/index.html`,
    `<!doctype html><title>Elsewhere</title>${frame}<script>
    globalThis.messages = [];
    addEventListener('message', ({ data }) => globalThis.messages.push(data));
    ${listener}</script>`,
  );
  return serve(folder);
}

for (const [name, { view = name, attributes, shown }] of Object.entries(VIEWS)) {
  test(`${name} alone in a frame of another origin under a strict policy: it works, and sends its height`, async ({
    page,
    baseURL,
  }, testInfo) => {
    const [refused, errors] = [await watchPolicy(page), watchErrors(page)];
    await page.route('**/strict/result.json', (route) => route.fulfill({ path: RESULT_FILE }));
    const query = new URLSearchParams({ view, ...attributes });
    const elsewhere = await serveElsewhere(testInfo.outputPath('elsewhere'), `${baseURL}strict/?${query}`);
    await page.goto(elsewhere.address);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator(shown).first()).toBeVisible();
    await USES[name](frame);
    // The frame shows the whole view, without scrolling.
    await expect
      .poll(() => frame.locator('scan-lab').evaluate((element) => Math.ceil(element.getBoundingClientRect().height) - innerHeight))
      .toBe(0);
    const height = await page.locator('iframe').evaluate(({ clientHeight }) => clientHeight);
    expect(await page.evaluate(() => globalThis.messages.slice(-2))).toEqual([
      { subject: 'lti.frameResize', height },
      { type: 'scanlab-height', id: '', view, height },
    ]);
    expect([refused, errors]).toEqual([[], []]);
    elsewhere.close();
  });
}
