/** Use: the page names the fault of an address, a number, a file or a text, and keeps the previous result. */
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';
import { SMALL, application, button, ends, noteEnds, open, run, status, steps, verdict } from './use.js';

test('what is wrong with an address is named, and the rest of it holds', async ({ page }) => {
  await open(page, 'compaction/n=0/radius=lots/keep=outside/colour=red/step=flags');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([
    /^n must be a whole number from 1 to 16777216; it is “0”\.$/,
    /^radius must be a number from 0\.02 to 1; it is “lots”\.$/,
    /^compaction has the settings n, step, scan, x, y, radius, keep, seed; found “colour”\.$/,
  ]);
  await expect(application(page).locator('#use-keep')).toHaveValue('outside');
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
  await openPage(page, './#use/bogo');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([/^application must be one of compaction, .+; it is “bogo”\.$/]);
});

test('a number of elements that cannot be had is refused beside its control, and nothing is lost', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await run(page);
  const kept = await application(page).locator('.use-verdict p').first().textContent();
  const input = application(page).locator('#use-n');
  for (const text of ['0', '-3', 'many', '12,5', '2^25', '']) {
    await input.fill(text);
    await input.press('Enter');
    await expect(application(page).locator('#use-n-error')).toHaveText(
      /^A whole number from 1 to 16,777,216 is required; this is (“.+”|empty)\.$/,
    );
    expect(await application(page).locator('.use-verdict p').first().textContent()).toBe(kept);
  }
  for (const [text, n] of [
    ['500', '500'],
    ['1,234', '1,234'],
    ['2^9', '512'],
  ]) {
    await input.fill(text);
    await input.press('Enter');
    await expect(application(page).locator('.use-verdict')).toContainText(`of ${n} particles selected`);
  }
});

test('a picture that is none, and one that is too large, are refused; one of one’s own is taken', async ({ page }) => {
  await open(page, `partition/n=${SMALL}`);
  await run(page);
  const input = application(page).locator('#use-picture');
  const error = application(page).locator('#use-picture-error');
  await input.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(error).toHaveText('A picture that this browser can read is required; found “none.png” (image/png).');
  await input.setInputFiles({ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await expect(error).toHaveText(/^A file of 1 byte to .+ is required; “empty\.png” has 0 B\.$/);
  await expect(verdict(page)).toHaveText('PASS');
  const png = Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(20, 10);
      canvas.getContext('2d').fillRect(0, 0, 10, 10);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    }),
  );
  await input.setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: png });
  await expect(application(page).locator('.use-verdict')).toContainText('of 200 pixels');
  await expect(error).toBeHidden();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect(application(page).locator('.use-verdict')).not.toContainText('of 200 pixels');
});

test('a text of one’s own is there while it is chosen', async ({ page }) => {
  await open(page, 'checkbook/n=100');
  const text = application(page).locator('#use-custom');
  await expect(text).toBeHidden();
  await application(page).locator('#use-entries').selectOption('custom');
  await expect(text).toBeVisible();
  await application(page).locator('#use-entries').selectOption('drawn');
  await expect(text).toBeHidden();
  await open(page, `polynomial/n=${SMALL}`);
  await expect(application(page).locator('#use-coefficients')).toBeVisible();
});

test('an empty text is refused, and what was shown stays', async ({ page }) => {
  await open(page, 'checkbook/n=100/entries=custom');
  await run(page);
  await application(page).locator('#use-custom').fill('');
  await expect(application(page).getByRole('alert')).toHaveText('Your entries must be 1 to 100,000 amounts; found 0.');
  await expect(status(page)).toHaveText('Not run: this is the previous result.');
  await expect(verdict(page)).toHaveText('PASS');
  await application(page).locator('#use-custom').fill('100, -3000');
  await expect(application(page).locator('.use-verdict')).toContainText('after 3 entries');
  await expect(application(page).getByRole('alert')).toBeHidden();
});

test('a run whose input is refused ends with “Not run.”, and its event says that it failed', async ({ page }) => {
  await open(page, 'checkbook/n=100/entries=custom/custom=');
  await noteEnds(page);
  const failed = { view: 'use', application: 'checkbook', outcome: 'failed', verified: false };
  await button(page, 'Run').click();
  await expect(status(page)).toHaveText('Not run.');
  await expect(verdict(page)).toHaveText('');
  expect(await ends(page)).toEqual([failed]);
  await application(page).locator('#use-custom').fill('100, -3000');
  await expect(verdict(page)).toHaveText('PASS');
  await expect.poll(() => ends(page)).toEqual([failed, { ...failed, outcome: 'done', verified: true }]);
  // The previous result stays visible beside the refusal, and does not count as the result of the refused input.
  await application(page).locator('#use-custom').fill('');
  await expect(status(page)).toHaveText('Not run: this is the previous result.');
  await expect(verdict(page)).toHaveText('PASS');
  expect(await ends(page)).toEqual([failed, { ...failed, outcome: 'done', verified: true }, failed]);
});

test('a text without characters and a file that is no text are refused, and brackets of another kind are found', async ({ page }) => {
  await open(page, 'brackets/n=100/source=custom');
  await run(page);
  const text = application(page).locator('#use-custom');
  await text.fill('');
  await expect(application(page).getByRole('alert')).toHaveText('A text of 1 to 16,777,216 characters is required; found 0.');
  await expect(verdict(page)).toHaveText('PASS');
  await text.fill(')(([})');
  await expect(application(page).locator('.use-verdict')).toContainText(
    '6 brackets in 6 characters, 4 of them without a partner of their kind',
  );
  await expect(application(page).getByRole('alert')).toBeHidden();
  await text.fill('none');
  await expect(application(page).locator('.use-verdict')).toContainText('0 brackets in 4 characters');
  await expect(verdict(page)).toHaveText('PASS');
  const file = application(page).locator('#use-file');
  await file.setInputFiles({ name: 'none.js', mimeType: 'text/javascript', buffer: Buffer.from([0xff, 0xfe, 0xff]) });
  await expect(application(page).locator('#use-file-error')).toHaveText('A text in UTF-8 is required; “none.js” is not in UTF-8.');
  await file.setInputFiles({ name: 'own.js', mimeType: 'text/javascript', buffer: Buffer.from('f(😀, [1]);') });
  await expect(application(page).locator('.use-verdict')).toContainText('4 brackets in 11 characters, 0 of them');
});

test('a tree whose brackets do not match is refused with the place, and one that is right is taken', async ({ page }) => {
  await open(page, 'tree-operations/n=100/tree=custom/twig=0');
  await run(page);
  const text = application(page).locator('#use-custom');
  const error = application(page).getByRole('alert');
  const what = 'Your tree must be 1 to 2000 pairs of round brackets, with one pair around all others; ';
  for (const [typed, found] of [
    ['', 'found 0 characters.'],
    ['(()', 'brackets that are not closed: 1.'],
    ['()()', 'character 3 is “(”, which has no partner.'],
    ['(a)', 'character 2 is “a”, which has no partner.'],
  ]) {
    await text.fill(typed);
    await expect(error).toHaveText(what + found);
    await expect(verdict(page)).toHaveText('PASS');
  }
  await text.fill('(() (()))');
  await expect(application(page).locator('.use-verdict')).toContainText('4 nodes, 2 of them leaves, down to depth 2');
});

test('coefficients, texts and sounds that are none are refused, and what was shown stays', async ({ page }) => {
  const alert = application(page).getByRole('alert');
  await open(page, 'polynomial/n=1000');
  await run(page);
  await application(page).locator('#use-coefficients').fill('1 two 3');
  await expect(alert).toHaveText('The coefficients must be numbers; line 1, column 3: “two” is not a number.');
  await application(page).locator('#use-coefficients').fill('1 20000 3');
  await expect(alert).toHaveText('Each coefficient must be a number from −10,000 to 10,000; number 2 is 20000.');
  await application(page).locator('#use-coefficients').fill('0,5');
  await expect(alert).toHaveText(
    /^The coefficients must be numbers; line 1, column 1: “0,5” can be read as 0\.5 or as 0 and 5: write “0\.5”, or “0, 5”/,
  );
  await application(page).locator('#use-coefficients').fill('');
  await expect(alert).toHaveText('The coefficients must be 1 to 32 numbers; found 0.');
  await expect(verdict(page)).toHaveText('PASS');
  await open(page, 'string-comparison/n=8/texts=custom');
  await run(page);
  await application(page).locator('#use-custom').fill('one');
  await expect(alert).toHaveText('Your texts must be 2 to 500 lines; found 1.');
  await expect(verdict(page)).toHaveText('PASS');
  await open(page, 'recurrences/n=1000');
  await application(page)
    .locator('#use-sound')
    .setInputFiles({ name: 'none.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') });
  await expect(application(page).locator('#use-sound-error')).toHaveText(
    'A sound that this browser can read is required; found “none.wav” (audio/wav).',
  );
});

test('of two files the one that was chosen last counts, though the first is read later', async ({ page }) => {
  await open(page, `partition/n=${SMALL}`);
  await run(page);
  const [first, second] = await page.evaluate(async () => {
    const png = async (width) => {
      const canvas = new OffscreenCanvas(width, 10);
      canvas.getContext('2d').fillRect(0, 0, 10, 10);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    };
    const pictures = [await png(20), await png(30)];
    const read = globalThis.createImageBitmap;
    globalThis.createImageBitmap = async (blob) => {
      globalThis.createImageBitmap = read;
      await new Promise((resolve) => (globalThis.readFirst = resolve));
      return read(blob);
    };
    return pictures;
  });
  const input = application(page).locator('#use-picture');
  await input.setInputFiles({ name: 'first.png', mimeType: 'image/png', buffer: Buffer.from(first) });
  await page.waitForFunction(() => globalThis.readFirst);
  await input.setInputFiles({ name: 'second.png', mimeType: 'image/png', buffer: Buffer.from(second) });
  await expect(application(page).locator('.use-verdict')).toContainText('of 300 pixels');
  await page.evaluate(async () => {
    globalThis.readFirst();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expect(application(page).locator('.use-verdict')).toContainText('of 300 pixels');
});
