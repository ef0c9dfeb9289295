/** Use: every application at a small size on the software adapter, its address and its controls. */
import { expect, test } from '@playwright/test';
import { APPLICATIONS } from '../../www/use/applications/index.ts';
import { neighbourLists } from '../../www/use/applications/neighbour-lists.ts';
import { HEIGHT, WIDTH } from '../../www/use/parts/places.ts';
import { defaultsOf } from '../../www/use/settings.ts';
import { openPage, violations, violationsInBothThemes } from './helpers.js';
import { SMALL, application, button, colours, ends, noteEnds, open, picture, run, runAndDraw, status, steps, verdict } from './use.js';

for (const { id, title, steps: all, size } of APPLICATIONS) {
  test(`${id}: its result is that of its reference program, at every step and by its address`, async ({ page }) => {
    const n = Math.max(size.least, Math.min(SMALL, size.most));
    await open(page, `${id}/n=${n}`);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    // Before the first run, there is a still picture.
    await expect.poll(() => colours(page)).toBeGreaterThan(2);
    await expect(verdict(page)).toHaveText('');
    await run(page);
    for (const [rank, step] of all.entries()) {
      await steps(page).nth(rank).click();
      await expect(steps(page).nth(rank)).toHaveAttribute('aria-current', 'step');
      expect(await colours(page), step.id).toBeGreaterThan(2);
    }
    await steps(page).first().click();
    await expect(page).toHaveURL(new RegExp(`#use/${id}/n=${n}/step=${all[0].id}$`));
    await application(page).getByText('Embed it', { exact: true }).click();
    const settings = `n=${n}${all.length > 1 ? `/step=${all[0].id}` : ''}`;
    await expect(application(page).locator('.share pre')).toContainText(`view="use" application="${id}" settings="${settings}"`);
    await page.reload();
    await expect(steps(page).first()).toHaveAttribute('aria-current', 'step');
    await expect(application(page).locator('#use-n')).toHaveValue(n.toLocaleString('en'));
  });
}

test('the lines of code of each application print what they say', async ({ page }) => {
  await openPage(page);
  const printed = await page.evaluate(
    async (all) => {
      const found = {};
      for (const { id, code } of all) {
        const lines = [];
        globalThis.printed = (...values) =>
          lines.push(values.map((value) => (ArrayBuffer.isView(value) ? `[${value}]` : String(value))).join(' '));
        // Each program opens its own lab, as on a page. The test closes it.
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
  await expect.poll(() => colours(page, page.locator('.use-card canvas').first())).toBeGreaterThan(2);
  await page.getByRole('link', { name: APPLICATIONS[0].title }).click();
  await expect(page).toHaveURL(new RegExp(`#use/${APPLICATIONS[0].id}$`));
  await expect(application(page)).toBeVisible();
  await page.getByRole('button', { name: 'All applications' }).click();
  await expect(cards.first()).toBeVisible();
  await page.goBack();
  await expect(application(page)).toBeVisible();
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

test('a handle is where it was dragged to, also where a step draws something below', async ({ page }) => {
  await open(page, 'breadth-first/n=300/step=compact');
  const handle = page.getByRole('slider', { name: 'Start', exact: true });
  /** The vertical distance of the handle's middle from a position in the picture. */
  const distance = async (place) => {
    const [{ y }, own] = [await picture(page).boundingBox(), await handle.boundingBox()];
    return Math.abs(own.y + own.height / 2 - y - place);
  };
  const press = async (place) => {
    await picture(page).scrollIntoViewIfNeeded();
    const { x, y, width } = await picture(page).boundingBox();
    await page.mouse.click(x + width / 2, y + place);
  };
  const { height } = await picture(page).boundingBox();
  // The list takes the last 44 pixels.
  for (const [to, shown] of [
    [0.25 * height, 0.25 * height],
    [height - 50, height - 50],
    [height - 2, height - 44],
  ]) {
    await press(to);
    await expect.poll(() => distance(shown)).toBeLessThan(3);
  }
  // During a run, the shown rounds have nothing below the picture.
  await run(page);
  await press(0.5 * height);
  expect(await distance(0.5 * height)).toBeLessThan(3);
  await expect(button(page, 'Stop')).toBeDisabled();
  expect(await distance(0.5 * height)).toBeLessThan(3);
  await press(height - 50);
  await steps(page).first().click();
  await expect.poll(() => distance(((height - 50) / (height - 44)) * height)).toBeLessThan(3);
});

test('its scan can be stepped through on the emulator, with its numbers', async ({ page }) => {
  await open(page, `compaction/n=16/scan=sklansky`);
  await page.getByRole('button', { name: 'Step through its scan of flags on the emulator' }).click();
  await expect(page).toHaveURL(/#learn\/sklansky\/step\/input=[01](,[01]){15}\/mode=exclusive/);
  await expect(page.getByRole('button', { name: 'Step by step' })).toHaveAttribute('aria-pressed', 'true');
});

test('lists by a scan stand beside those by atomics, whose order is told', async ({ page }) => {
  await open(page, 'neighbour-lists/n=500');
  await button(page, 'Compare times').click();
  const rows = application(page).locator('.use-times tbody tr');
  await expect(rows.locator('th').nth(-2)).toHaveText('Neighbour lists');
  await expect(rows.locator('th').last()).toHaveText('Neighbour lists by atomics');
  await expect(application(page).locator('.use-times tbody')).not.toContainText('void');
  // The set of records is right, so its time is valid, although the order of the records is not defined.
  await expect(rows.locator('.use-note').nth(-2)).not.toContainText('order');
  await expect(rows.locator('.use-note').last()).toHaveText(
    /random numbers.*the lists have no defined order\. Here the output was in (another order\. After a sort, both outputs are equal|order, which is not guaranteed)\.$/,
  );
});

test('the list of the point under the pointer is told, by the reference program and from buffers of the device', async ({ page }) => {
  await open(page, 'neighbour-lists/n=300/radius=0.1');
  const under = application(page).locator('.use-under');
  const picture = application(page).locator('.use-stage canvas');
  const tell = async (position) => {
    await page.mouse.move(0, 0);
    await expect(under).toHaveText('');
    await picture.hover({ position });
    await expect(under).toHaveText(/^Point \d+: \d+ neighbours? from [\d,]+ on: [\d, …]+$/);
    return under.textContent();
  };
  const places = [
    { x: 300, y: 200 },
    { x: 500, y: 350 },
  ];
  // The position of a point in the picture, above the strip of the packed list.
  const [place, shown] = [
    neighbourLists.input({ ...defaultsOf(neighbourLists).settings, radius: 0.1 }, 300)[62],
    await picture.boundingBox(),
  ];
  const drawn = { x: ((place & 0xffff) / WIDTH) * shown.width, y: ((place >>> 16) / HEIGHT) * (shown.height - 34) };
  expect(await tell(drawn)).toMatch(/^Point 62:/);
  const still = [await tell(places[0]), await tell(places[1])];
  await run(page);
  for (const [rank, position] of places.entries()) expect(await tell(position)).toBe(still[rank]);
  expect(await tell(drawn)).toMatch(/^Point 62:/);
  await page.mouse.move(0, 0);
  await expect(under).toHaveText('');
});

test('the node under the pointer is told, by the reference program and from buffers of the device', async ({ page }) => {
  const under = application(page).locator('.use-under');
  const picture = application(page).locator('.use-stage canvas');
  const tell = async () => {
    const told = [];
    for (const position of [
      { x: 40, y: 250 },
      { x: 301, y: 200 },
    ]) {
      await page.mouse.move(0, 0);
      await expect(under).toHaveText('');
      await picture.hover({ position });
      await expect(under).toHaveText(/^Node \d+: depth \d+, number \d+ in pre-order, \d+ in post-order; its subtree has \d+ nodes?\.$/);
      told.push(await under.textContent());
    }
    return told;
  };
  for (const step of ['pre', 'sizes']) {
    await open(page, `tree-operations/n=200/step=${step}`);
    const still = await tell();
    await runAndDraw(page);
    expect(await tell(), step).toEqual(still);
    await page.goto('about:blank');
  }
});

test('an application that is closed leaves the address to what has taken its place', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await noteEnds(page);
  await button(page, 'Move the lens').click();
  await expect(status(page)).toHaveText(/frames per second$/);
  // Chooses a step, and closes the application during a run before the page has written the step to the address.
  await page.getByRole('button', { name: 'All applications' }).evaluate((all) => {
    all.getRootNode().querySelector('.use-steps button').click();
    all.click();
  });
  await expect(application(page)).toHaveCount(0);
  await expect.poll(() => ends(page)).toMatchObject([{ application: 'compaction', outcome: 'cancelled' }]);
  // The page writes the address 300 ms after a change or the end of a run.
  await page.waitForTimeout(1000);
  await expect(page).toHaveURL(/#use$/);
});

/** The pixels of the canvas, as a text. */
const pixels = (page) => picture(page).evaluate((canvas) => canvas.toDataURL());

test('without WebGPU there is a still picture of a file and no error of the application', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./');
  await page.evaluate(() => {
    const element = document.createElement('scan-lab');
    element.setAttribute('view', 'use');
    element.setAttribute('application', 'compaction');
    document.body.replaceChildren(element);
  });
  await expect(picture(page)).toHaveAttribute('data-drawn-of', 'file');
  expect(await colours(page)).toBeGreaterThan(100);
  const shown = await pixels(page);
  await expect(application(page).locator('.use-verdict')).toContainText('A GPU is required to change settings');
  // The still picture has no handle, and does not change.
  await expect(page.locator('.use-handle')).toBeHidden();
  await steps(page).last().click();
  await application(page).getByText('Embed it', { exact: true }).click();
  await application(page).getByLabel('Radius').fill('0.9');
  await expect(application(page).locator('.share pre')).toContainText('radius=0.9');
  expect(await pixels(page)).toBe(shown);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Step through its scan of flags on the emulator' })).toBeVisible();
});

test('where the file of a still picture cannot be loaded, that is said, and the next picture asks for it again', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  const file = /pictures\/compaction\.png$/;
  await page.route(file, (route) => route.fulfill({ status: 404 }));
  await page.goto('./#use/compaction/n=500');
  await expect(page.getByRole('alert').filter({ hasText: 'Without a GPU, the file of a still picture is required' })).toBeVisible();
  await page.unroute(file);
  await steps(page).nth(1).click();
  await expect(picture(page)).toHaveAttribute('data-drawn-of', 'file');
});

test('where there is no GPU, each card has its file', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./#use');
  for (const card of await page.locator('.use-card canvas').all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card).toHaveAttribute('data-drawn-of', 'file');
    expect(await colours(page, card)).toBeGreaterThan(20);
  }
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('where workers are refused, the reference program checks on the thread of the page', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('refused', 'SecurityError');
      }
    };
  });
  await open(page, 'compaction/n=500');
  await expect.poll(() => colours(page)).toBeGreaterThan(2);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await run(page);
});

test('embedded alone, an attribute sets the application and its settings, and `autorun` runs it', async ({ page }) => {
  await openPage(page);
  await noteEnds(page);
  await page.evaluate(() => {
    const element = document.createElement('scan-lab');
    for (const [name, value] of Object.entries({ view: 'use', application: 'compaction', settings: 'n=777/step=flags', autorun: '' }))
      element.setAttribute(name, value);
    document.body.replaceChildren(element);
  });
  await expect(verdict(page)).toHaveText('PASS');
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(application(page).locator('.use-verdict')).toContainText('of 777 particles');
  await expect(page.getByRole('button', { name: 'All applications' })).toHaveCount(0);
  expect(await ends(page)).toEqual([{ view: 'use', application: 'compaction', outcome: 'done', verified: true }]);
  await page.locator('scan-lab').evaluate((element) => element.setAttribute('application', 'checkbook'));
  await expect(page.getByRole('heading', { name: 'A checkbook' })).toBeVisible();
});

test('axe finds nothing in either theme, and 360 pixels are enough', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [rank, hash] of ['', ...APPLICATIONS.map(({ id, size }) => `/${id}/n=${Math.max(size.least, 500)}`)].entries()) {
    await openPage(page, `./#use${hash}`);
    await page.reload();
    await expect(page.locator(hash ? '.use-application' : '.use-card').first()).toBeVisible();
    await page.locator('.code-panel > summary').evaluateAll((all) => all.forEach((one) => one.click()));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: hash }).toBeLessThanOrEqual(360);
    // All applications have the same parts, so the test checks both themes only for the first.
    expect(rank < 2 ? await violationsInBothThemes(page) : await violations(page), hash).toEqual([]);
  }
});
