/** Use: every application at a small size on the software adapter, its address, its controls, and what is wrong with an input. */
import { expect, test } from '@playwright/test';
import { APPLICATIONS } from '../../www/use/applications/index.js';
import { openPage, violations, violationsInBothThemes } from './helpers.js';

const SMALL = 1000;
const application = (page) => page.locator('.use-application');
const button = (page, name) => application(page).getByRole('button', { name, exact: true });
const verdict = (page) => application(page).locator('.use-verdict .result');
const status = (page) => application(page).locator('.use-run .run-text');
const steps = (page) => application(page).getByRole('list', { name: 'Steps' }).getByRole('button');

async function open(page, hash) {
  await openPage(page, `./#use/${hash}`);
  await expect(application(page)).toBeVisible();
}

async function run(page) {
  await button(page, 'Run').click();
  await expect(verdict(page)).toHaveText('PASS');
}

/** Whether something is drawn: pixels of several colours. */
const colours = (page, selector = '.use-stage canvas') =>
  page
    .locator(selector)
    .first()
    .evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });

for (const { id, title, steps: all, size } of APPLICATIONS) {
  test(`${id}: its result is that of its reference program, at every step and by its address`, async ({ page }) => {
    const n = Math.max(size.least, Math.min(SMALL, size.most));
    await open(page, `${id}/n=${n}`);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    // A still picture before anything has run.
    expect(await colours(page)).toBeGreaterThan(2);
    await expect(verdict(page)).toHaveText('');
    await run(page);
    for (const [rank, step] of all.entries()) {
      await steps(page).nth(rank).click();
      await expect(steps(page).nth(rank)).toHaveAttribute('aria-current', 'step');
      expect(await colours(page), step.id).toBeGreaterThan(2);
    }
    await steps(page).first().click();
    await expect(page).toHaveURL(new RegExp(`#use/${id}/n=${n}/step=${all[0].id}$`));
    const settings = `n=${n}${all.length > 1 ? `/step=${all[0].id}` : ''}`;
    await expect(application(page).locator('#use-embed')).toContainText(`view="use" application="${id}" settings="${settings}"`);
    await page.reload();
    await expect(steps(page).first()).toHaveAttribute('aria-current', 'step');
    await expect(application(page).locator('#use-n')).toHaveValue(n.toLocaleString('en'));
  });
}

test('the ten lines of each application print what they say', async ({ page }) => {
  await openPage(page);
  const printed = await page.evaluate(
    async (all) => {
      const found = {};
      for (const { id, code } of all) {
        const lines = [];
        globalThis.printed = (...values) =>
          lines.push(values.map((value) => (ArrayBuffer.isView(value) ? `[${value}]` : String(value))).join(' '));
        // Each opens a lab of its own, as a page would; here it is closed.
        const module = `${code}\nlab.close();`
          .replace("'./scanlab.js'", JSON.stringify(new URL('scanlab.js', location.href).href))
          .replace('console.log(', 'printed(');
        await import(URL.createObjectURL(new Blob([module], { type: 'text/javascript' })));
        found[id] = lines.join('\n');
      }
      return found;
    },
    APPLICATIONS.map(({ id, code }) => ({ id, code })),
  );
  expect(printed).toEqual(Object.fromEntries(APPLICATIONS.map(({ id, prints }) => [id, prints])));
});

test('the cards lead to the applications, and back', async ({ page }) => {
  await openPage(page, './#use');
  const cards = page.locator('.use-card');
  await expect(cards).toHaveCount(APPLICATIONS.length);
  await expect.poll(() => colours(page, '.use-card canvas')).toBeGreaterThan(2);
  await page.getByRole('link', { name: APPLICATIONS[0].title }).click();
  await expect(page).toHaveURL(new RegExp(`#use/${APPLICATIONS[0].id}$`));
  await expect(application(page)).toBeVisible();
  await page.getByRole('button', { name: 'All applications' }).click();
  await expect(cards.first()).toBeVisible();
  await page.goBack();
  await expect(application(page)).toBeVisible();
});

test('what is wrong with an address is named, and the rest of it holds', async ({ page }) => {
  await open(page, 'compaction/n=0/radius=lots/keep=outside/colour=red/step=flags');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([
    /^n must be a whole number from 1 to 16777216; it is “0”\.$/,
    /^radius must be a number from 0\.02 to 1; it is “lots”\.$/,
    /^compaction has the settings n, step, scan, x, y, radius, keep, seed; “colour” is none\.$/,
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
  for (const text of ['0', '-3', 'many', '']) {
    await input.fill(text);
    await input.press('Enter');
    await expect(application(page).locator('#use-n-error')).toHaveText(
      /^A whole number from 1 to 16,777,216 is required; this is (“.+”|empty)\.$/,
    );
    expect(await application(page).locator('.use-verdict p').first().textContent()).toBe(kept);
  }
  await input.fill('500');
  await input.press('Enter');
  await expect(application(page).locator('.use-verdict')).toContainText('of 500 particles kept');
});

test('the lens follows the pointer and the arrow keys, and the result follows the lens', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await run(page);
  const text = application(page).locator('.use-verdict p').first();
  const before = await text.textContent();
  const { x, y, width, height } = await page.locator('.use-stage canvas').boundingBox();
  await page.mouse.move(x + width * 0.42, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.95, y + height * 0.9, { steps: 3 });
  await page.mouse.up();
  await expect(text).not.toHaveText(before);
  await expect(verdict(page)).toHaveText('PASS');
  await expect(page).toHaveURL(/\/x=0\.9\d*\//);
  const handle = page.getByRole('slider', { name: 'Lens', exact: true });
  await handle.focus();
  const value = await handle.getAttribute('aria-valuetext');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(handle).not.toHaveAttribute('aria-valuetext', value);
  await expect(verdict(page)).toHaveText('PASS');
});

test('an animation shows verified frames until it is stopped', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  const play = button(page, 'Move the lens');
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(status(page)).toHaveText(/frames a second$/);
  await expect(verdict(page)).toHaveText('PASS');
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await expect(status(page)).toHaveText('');
  await play.click();
  await button(page, 'Stop').click();
  await expect(status(page)).toHaveText('Stopped.');
  await expect(play).toHaveAttribute('aria-pressed', 'false');
});

test('a wrong result names its first wrong place, and its time is void', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await page.evaluate(async () => {
    const { ScanLab } = await import(new URL('scanlab.js', location.href).href);
    const { compact } = ScanLab.prototype;
    ScanLab.prototype.compact = async function (...values) {
      const result = await compact.apply(this, values);
      result.output[7] ^= 1;
      return result;
    };
  });
  await button(page, 'Run').click();
  await expect(verdict(page)).toHaveText('FAIL');
  await expect(application(page).locator('.use-verdict')).toContainText(
    /First wrong: output\[7\] must be [\d,]+; it is [\d,]+\..*its time is void/,
  );
  await expect(application(page).locator('.use-time')).toHaveText(['', '', '', '']);
});

test('a device that is lost in an animation is opened again by one press, and the animation goes on', async ({ page }) => {
  await page.addInitScript(() => {
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...values) {
      globalThis.device = await request.apply(this, values);
      return globalThis.device;
    };
  });
  await open(page, `compaction/n=${SMALL}`);
  const play = button(page, 'Move the lens');
  await play.click();
  await expect(status(page)).toHaveText(/frames a second$/);
  await page.evaluate(() => globalThis.device.destroy());
  await expect(page.getByRole('alert').filter({ hasText: 'The GPU device was lost' })).toBeVisible();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Open a new device and continue' }).click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(status(page)).toHaveText(/frames a second$/);
  await expect(page.getByRole('alert').filter({ hasText: 'lost' })).toHaveCount(0);
});

test('a picture that is none, and one that is too large, are refused; one of one’s own is taken', async ({ page }) => {
  await open(page, `partition/n=${SMALL}`);
  await run(page);
  const input = application(page).locator('#use-picture');
  const error = application(page).locator('#use-picture-error');
  await input.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(error).toHaveText('A picture that this browser reads is required; “none.png” (image/png) is none.');
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

test('its scan can be stepped through on the emulator, with its numbers', async ({ page }) => {
  await open(page, `compaction/n=16/scan=sklansky`);
  await page.getByRole('button', { name: 'Step through its scan on the emulator' }).click();
  await expect(page).toHaveURL(/#learn\/sklansky\/step\/input=[01](,[01]){15}\/mode=exclusive/);
  await expect(page.getByRole('button', { name: 'Step by step' })).toHaveAttribute('aria-pressed', 'true');
});

test('an animation behind another view ends', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await button(page, 'Move the lens').click();
  await expect(status(page)).toHaveText(/frames a second$/);
  await page.getByRole('link', { name: 'Your numbers', exact: true }).click();
  await expect(application(page)).toBeHidden();
  await page.goBack();
  await expect(button(page, 'Move the lens')).toHaveAttribute('aria-pressed', 'false');
});

test('an empty text is refused, and what was shown stays', async ({ page }) => {
  await open(page, 'checkbook/n=100/entries=own');
  await run(page);
  await application(page).locator('#use-own').fill('');
  await expect(application(page).getByRole('alert')).toHaveText('Your entries must be 1 to 100,000 amounts; there are none.');
  await expect(status(page)).toHaveText('Not run.');
  await expect(verdict(page)).toHaveText('PASS');
  await application(page).locator('#use-own').fill('100, -3000');
  await expect(application(page).locator('.use-verdict')).toContainText('after 3 entries');
  await expect(application(page).getByRole('alert')).toBeHidden();
});

test('a text without characters and a file that is no text are refused, and brackets of another kind are found', async ({ page }) => {
  await open(page, 'brackets/n=100/source=own');
  await run(page);
  const text = application(page).locator('#use-own');
  await text.fill('');
  await expect(application(page).getByRole('alert')).toHaveText('A text of 1 to 4,194,304 characters is required; there is none.');
  await expect(verdict(page)).toHaveText('PASS');
  await text.fill(')(([})');
  await expect(application(page).locator('.use-verdict')).toContainText(
    '6 brackets in 6 characters, 4 of them without a partner of their kind',
  );
  await expect(application(page).getByRole('alert')).toBeHidden();
  const file = application(page).locator('#use-file');
  await file.setInputFiles({ name: 'none.js', mimeType: 'text/javascript', buffer: Buffer.from([0xff, 0xfe, 0xff]) });
  await expect(application(page).locator('#use-file-error')).toHaveText('A text in UTF-8 is required; “none.js” is none.');
  await file.setInputFiles({ name: 'own.js', mimeType: 'text/javascript', buffer: Buffer.from('f(😀, [1]);') });
  await expect(application(page).locator('.use-verdict')).toContainText('4 brackets in 11 characters, 0 of them');
});

test('a tree whose brackets do not match is refused with the place, and one that is right is taken', async ({ page }) => {
  await open(page, 'tree-operations/n=100/tree=own/twig=0');
  await run(page);
  const text = application(page).locator('#use-own');
  const error = application(page).getByRole('alert');
  const what = 'Your tree must be 1 to 2000 pairs of round brackets, one in all; ';
  for (const [typed, found] of [
    ['', 'there are no characters.'],
    ['(()', '1 of yours are not closed.'],
    ['()()', 'character 3 is “(”, which belongs to none.'],
    ['(a)', 'character 2 is “a”, which belongs to none.'],
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
  await expect(alert).toHaveText('Each coefficient must be a number from −10,000 to 10,000; number 2 is “two”.');
  await application(page).locator('#use-coefficients').fill('');
  await expect(alert).toHaveText('The coefficients must be 1 to 32 numbers; there are none.');
  await expect(verdict(page)).toHaveText('PASS');
  await open(page, 'string-comparison/n=8/texts=own');
  await run(page);
  await application(page).locator('#use-own').fill('one');
  await expect(alert).toHaveText('Your texts must be 2 to 256 lines; there are 1.');
  await expect(verdict(page)).toHaveText('PASS');
  await open(page, 'recurrences/n=1000');
  await application(page)
    .locator('#use-sound')
    .setInputFiles({ name: 'none.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') });
  await expect(application(page).locator('#use-sound-error')).toHaveText(
    'A sound that this browser reads is required; “none.wav” (audio/wav) is none.',
  );
});

test('the chosen scan runs, and times stand beside those of the reference program and of the rival', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}/scan=brent-kung`);
  await button(page, 'Compare times').click();
  const rows = application(page).locator('.use-times tbody th');
  await expect(rows).toHaveText([
    'Stream compaction',
    'Step “Flags”',
    'Step “Scan”',
    'Step “Scatter”',
    'JavaScript',
    'Stream compaction',
    'Compaction by atomics',
  ]);
  await expect(application(page).locator('.use-times tbody')).not.toContainText('void');
});

test('without WebGPU there is a still picture and no error of the application', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./');
  await page.evaluate(() => {
    const element = document.createElement('scan-lab');
    element.setAttribute('view', 'use');
    element.setAttribute('application', 'compaction');
    document.body.replaceChildren(element);
  });
  await expect.poll(() => colours(page)).toBeGreaterThan(2);
  await expect(application(page).locator('.use-verdict')).toContainText('still picture');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Step through its scan on the emulator' })).toBeVisible();
});

test('embedded alone, an attribute sets the application and its settings, and `autorun` runs it', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    globalThis.ended = [];
    document.addEventListener('scanlab-end', ({ detail }) => globalThis.ended.push(detail));
    const element = document.createElement('scan-lab');
    for (const [name, value] of Object.entries({ view: 'use', application: 'compaction', settings: 'n=777/step=flags', autorun: '' }))
      element.setAttribute(name, value);
    document.body.replaceChildren(element);
  });
  await expect(verdict(page)).toHaveText('PASS');
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(application(page).locator('.use-verdict')).toContainText('of 777 particles');
  await expect(page.getByRole('button', { name: 'All applications' })).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.ended)).toEqual([
    { view: 'use', application: 'compaction', outcome: 'done', verified: true },
  ]);
  await page.locator('scan-lab').evaluate((element) => element.setAttribute('application', 'checkbook'));
  await expect(page.getByRole('heading', { name: 'A checkbook' })).toBeVisible();
});

test('axe finds nothing in either theme, and 360 pixels are enough', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [rank, hash] of ['', ...APPLICATIONS.map(({ id, size }) => `/${id}/n=${Math.max(size.least, 500)}`)].entries()) {
    await openPage(page, `./#use${hash}`);
    await page.reload();
    await expect(page.locator(hash ? '.use-application' : '.use-card').first()).toBeVisible();
    await page.locator('.use-code > summary').evaluateAll((all) => all.forEach((one) => one.click()));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: hash }).toBeLessThanOrEqual(360);
    // Applications are of the same parts, so the themes of one are those of all.
    expect(rank < 2 ? await violationsInBothThemes(page) : await violations(page), hash).toEqual([]);
  }
});
