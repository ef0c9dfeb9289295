/** The page in frames that allow little: downloads, the clipboard, an origin. */
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { serve } from './server.mjs';
import { watchErrors } from './watch.js';

/** A page around a frame with these attributes. */
function around(baseURL, path, attributes) {
  const source = new URL(path, baseURL).href.replaceAll('&', '&amp;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark"><title>Course</title>
    <iframe title="ScanLab" style="width: 100%; height: 3000px; border: 0" src="${source}" ${attributes}></iframe></html>`;
}

const MEASURE = './?view=measure&algorithms=blelloch&sizes=16';

/** Opens the site in a frame of a page of the same origin. Returns the frame. */
async function openInside(page, baseURL, attributes) {
  await page.route('**/outer.html', (route) => route.fulfill({ contentType: 'text/html', body: around(baseURL, MEASURE, attributes) }));
  await page.goto('./outer.html');
  return page.frameLocator('iframe');
}

/** Opens the site in a frame of a page of another origin. Returns the frame. */
async function openElsewhere(page, baseURL, attributes, path = MEASURE) {
  const folder = test.info().outputPath('elsewhere');
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/index.html`, around(baseURL, path, attributes));
  const { address, close } = await serve(folder);
  page.once('close', close);
  await page.goto(address);
  return page.frameLocator('iframe');
}

const SANDBOX = 'sandbox="allow-scripts allow-same-origin"';
/** Runs the chosen scans, so that there are results to save. */
async function run(place) {
  await place.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(place.locator('.run-text')).toHaveText(/^Done/);
}

const NEEDED = 'the sandbox of the frame around this page must have allow-downloads';

test('a frame of the same origin without allow-downloads: the file is not saved, and its text can be copied', async ({ page, baseURL }) => {
  const frame = await openInside(page, baseURL, SANDBOX);
  await run(frame);
  await frame.getByRole('button', { name: 'Save CSV' }).click();
  const note = frame.locator('.save-note');
  await expect(note.getByRole('status')).toHaveText(new RegExp(`^scanlab-.*\\.csv is not saved: ${NEEDED}\\.$`));
  await expect(note.getByRole('textbox')).toHaveValue(/^[^\n]*algorithm[^\n]*\n/);
  // A picture has no text for copying.
  await frame.getByRole('button', { name: 'Save PNG' }).click();
  await expect(note.getByRole('status')).toHaveText(new RegExp(`^scanlab-.*\\.png is not saved: ${NEEDED}\\.$`));
  await expect(note.locator('details')).toBeHidden();
});

test('a frame of another origin does not tell what it allows: a sentence says what a missing file needs', async ({ page, baseURL }) => {
  const frame = await openElsewhere(page, baseURL, SANDBOX);
  await run(frame);
  await frame.getByRole('button', { name: 'Save JSON' }).click();
  const note = frame.locator('.save-note');
  await expect(note.getByRole('status')).toHaveText(new RegExp(`^If scanlab-.*\\.json does not appear among the downloads: ${NEEDED}\\.$`));
  await note.getByText(/^The text of scanlab-.*, for copying$/).click();
  await expect(note.getByRole('textbox')).toHaveValue(/^\{/);
  // The view Your numbers says the same about its result.
  const numbers = await openElsewhere(page, baseURL, SANDBOX, './?view=numbers');
  await numbers.getByRole('button', { name: 'Scan it' }).click();
  await numbers.getByRole('button', { name: 'Download as text' }).click();
  await expect(numbers.locator('.save-note').getByRole('status')).toHaveText(`If scan.txt does not appear among the downloads: ${NEEDED}.`);
});

test('a page in no frame, and one whose frame allows downloads, say nothing of it', async ({ page, baseURL }) => {
  const saves = async (place) => {
    await run(place);
    const [download] = await Promise.all([page.waitForEvent('download'), place.getByRole('button', { name: 'Save CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await expect(place.locator('.save-note').getByRole('status')).toBeEmpty();
  };
  await page.goto('./?view=measure&algorithms=blelloch&sizes=16');
  await saves(page);
  await saves(await openInside(page, baseURL, 'sandbox="allow-scripts allow-same-origin allow-downloads"'));
});

test('a frame without clipboard-write: Copy link and Copy say what it must allow, and select what is to be copied', async ({
  page,
  baseURL,
}) => {
  const reason = 'the frame around this page must allow it, by allow="clipboard-write"';
  const frame = await openElsewhere(page, baseURL, SANDBOX);
  await frame.getByRole('button', { name: 'Copy link' }).click();
  await expect(frame.locator('.share > .actions [role=status]')).toHaveText(
    `Not copied: ${reason}. The link below is selected: copy it yourself.`,
  );
  const field = frame.getByRole('textbox', { name: 'Link' });
  await expect(field).toBeFocused();
  expect(await field.evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd))).toMatch(
    /^http.*[?&]algorithms=blelloch/,
  );
  const use = await openElsewhere(page, baseURL, SANDBOX, './?view=use&application=compaction');
  await use.getByText('Embed it', { exact: true }).click();
  await use.getByRole('button', { name: 'Copy: Embed it' }).click();
  await expect(use.getByText(`Not copied: ${reason}. The text is selected: copy it yourself.`)).toBeVisible();
});

test('a frame without allow-same-origin shows the view if the site answers with access-control-allow-origin', async ({ page, baseURL }) => {
  await page.route(`${baseURL}**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
  const frame = await openElsewhere(page, baseURL, 'sandbox="allow-scripts"', './?view=diagram&algorithm=blelloch&input=3+1+7+0');
  await expect(frame.locator('.flow svg .ends')).toContainText('034');
  await expect(frame.locator('.sandbox-note')).toBeHidden();
});

for (const path of ['./', './conformance/', './strict/']) {
  test(`a frame without allow-same-origin says what it needs, and no other page does: ${path}`, async ({ page, baseURL }) => {
    const frame = await openElsewhere(page, baseURL, 'sandbox="allow-scripts"', path);
    const note = frame.locator('.sandbox-note');
    await expect(note).toBeVisible();
    await expect(note).toHaveText(
      /^\s*ScanLab cannot start in this frame\. Its sandbox must have allow-same-origin beside\s+allow-scripts\.\s*$/,
    );
    const errors = watchErrors(page);
    // The note is never visible, not even before the module is loaded.
    await page.route('**/scanlab.js', async (route) => {
      await expect(page.locator('.sandbox-note')).toBeHidden();
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator('.adapter')).toContainText('subgroups');
    await expect(page.locator('.sandbox-note')).toBeHidden();
    expect(errors).toEqual([]);
  });
}
