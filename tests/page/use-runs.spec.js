/** Use: animations, rounds, and runs that are stopped, changed, lost or measured. */
import { expect, test } from '@playwright/test';
import { SMALL, application, button, ends, noteEnds, open, run, status, steps, verdict } from './use.js';

test('an animation shows verified frames until it is stopped', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  const play = button(page, 'Move the lens');
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(status(page)).toHaveText(/frames per second$/);
  await expect(verdict(page)).toHaveText('PASS');
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await expect(status(page)).toHaveText('');
  await play.click();
  await button(page, 'Stop').click();
  await expect(status(page)).toHaveText('Stopped.');
  await expect(play).toHaveAttribute('aria-pressed', 'false');
});

test('a run that a control has started can be stopped', async ({ page }) => {
  await open(page, 'breadth-first/n=2000');
  await run(page);
  await noteEnds(page);
  // The page itself presses Stop: a press by the test may come after the end of the run.
  await button(page, 'Stop').evaluate((stop) =>
    new MutationObserver(() => stop.disabled || stop.click()).observe(stop, { attributeFilter: ['disabled'] }),
  );
  await application(page).getByRole('slider').first().press('ArrowRight');
  await expect(status(page)).toHaveText('Stopped.');
  // The visible result is the previous one, and not that of the stopped run.
  await expect(verdict(page)).toHaveText('PASS');
  expect(await ends(page)).toMatchObject([{ outcome: 'cancelled', verified: false }]);
});

test('a check that takes long can be stopped, and the next one has another worker', async ({ page }) => {
  const worker = /reference-worker\.js$/;
  // The worker starts late, and never answers. If it were stopped before it has started, the next check would use it.
  const silent = `setTimeout(() => postMessage('ready'), 300); onmessage = () => console.log('a check is asked for');`;
  await page.context().route(worker, (route) => route.fulfill({ contentType: 'text/javascript', body: silent }));
  await open(page, `compaction/n=${SMALL}`);
  const asked = page.waitForEvent('console', (message) => message.text() === 'a check is asked for');
  await button(page, 'Run').click();
  await asked;
  await expect(status(page)).toHaveText('Running…');
  await button(page, 'Stop').click();
  await expect(status(page)).toHaveText('Stopped.');
  await page.context().unroute(worker);
  await run(page);
});

/** Opens an application, and runs and checks it. Then animates it until a frame is visible. No later check ends. */
async function animateUnchecked(page, hash, animation) {
  // The worker answers only one check.
  const silent = 'const post = postMessage.bind(self); self.postMessage = (answer) => answer.id > 1 || post(answer);';
  await page.context().route(/reference-worker\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${silent}\n${await response.text()}` });
  });
  await open(page, hash);
  await run(page);
  await noteEnds(page);
  await noteShown(page);
  await button(page, animation).click();
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0);
}

test('where a stop leaves a result unchecked, what was said of one before it is taken back', async ({ page }) => {
  await animateUnchecked(page, `compaction/n=${SMALL}`, 'Move the lens');
  await button(page, 'Stop').click();
  await expect(application(page)).toContainText('Not checked, since the run ended first.');
  await expect(verdict(page)).toHaveText('');
  expect(await ends(page)).toMatchObject([{ outcome: 'cancelled', verified: false }]);
});

test('a refused run after a stop takes back what was said of an earlier result', async ({ page }) => {
  await animateUnchecked(page, `polynomial/n=${SMALL}`, 'Scale the coefficients');
  await application(page).evaluate((root) => {
    const press = (label) => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === label).click();
    press('Stop');
    const text = root.querySelector('#use-coefficients');
    text.value = '';
    text.dispatchEvent(new Event('input'));
    press('Run');
  });
  await expect(status(page)).toHaveText('Not run.');
  await expect(application(page)).toContainText('Not checked, since the run ended first.');
  await expect(verdict(page)).toHaveText('');
  expect((await ends(page))[0]).toMatchObject({ outcome: 'failed', verified: false });
});

/**
 * Records the text and the verdict of every result and round. After a number of them, the page calls the entry of `onShown` for that number:
 * a call by the test may come after the end of the run.
 */
const noteShown = (page) =>
  application(page).evaluate((root) => {
    const [text, word] = ['.use-verdict > p > span', '.use-verdict .result'].map((selector) => root.querySelector(selector));
    globalThis.shown = [];
    new MutationObserver(() => {
      globalThis.shown.push([text.textContent, word.textContent]);
      globalThis.onShown?.[globalThis.shown.length]?.();
    }).observe(text, { childList: true });
  });
const shown = (page) => page.evaluate(() => globalThis.shown);
/** Slows down the page's clock, so that even on a busy machine the page shows every round, as in the first seconds of a run. */
const slowClock = (page) =>
  page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 1000;
  });
const frontsOf = ([text]) => Number(text.match(/reached in (\d+) front/)[1]);

test('rounds are shown one by one, without a verdict before the last, and a change begins anew', async ({ page }) => {
  await slowClock(page);
  await open(page, 'breadth-first/n=1000');
  await noteShown(page);
  await noteEnds(page);
  await run(page);
  await expect.poll(() => ends(page)).toHaveLength(1);
  const rounds = await shown(page);
  const fronts = rounds.map(frontsOf);
  expect(fronts).toEqual([...fronts].sort((left, right) => left - right));
  expect(new Set(fronts).size).toBeGreaterThan(10);
  expect(rounds.slice(0, -1).every(([, verdict]) => verdict === '')).toBe(true);
  expect(rounds.at(-1)[1]).toBe('PASS');
  // The page shows only rounds of the run that the change ends.
  await application(page)
    .locator('#use-x')
    .evaluate((slider, count) => {
      const change = () => {
        slider.stepUp();
        slider.dispatchEvent(new Event('input'));
      };
      globalThis.onShown = { [count]: change };
    }, rounds.length + 4);
  await button(page, 'Run').click();
  await expect.poll(() => ends(page)).toHaveLength(2);
  const again = (await shown(page)).slice(rounds.length);
  expect(again.filter(([, verdict]) => verdict === 'PASS')).toHaveLength(1);
  const starts = again.map(frontsOf).filter((front, i, all) => front < all[i - 1]);
  expect(starts).toHaveLength(1);
});

for (const id of ['radix-sort/n=200000', 'breadth-first/n=2000', 'quicksort/n=10000']) {
  test(`${id}: a run that is stopped between rounds leaves what it has made, unverified`, async ({ page }) => {
    await open(page, id);
    await noteShown(page);
    await noteEnds(page);
    await run(page);
    await expect.poll(() => ends(page)).toHaveLength(1);
    const before = (await shown(page)).length;
    await button(page, 'Stop').evaluate((stop, count) => {
      globalThis.onShown = { [count]: () => stop.click() };
    }, before + 1);
    await button(page, 'Run').click();
    await expect(status(page)).toHaveText('Stopped.');
    await expect.poll(() => ends(page)).toHaveLength(2);
    expect((await ends(page))[1]).toMatchObject({ outcome: 'cancelled', verified: false });
    await expect(verdict(page)).toHaveText('');
    await expect(application(page)).toContainText('Not checked, since the run ended first.');
    // The page neither draws nor describes steps that have not run.
    for (const step of await steps(page).all()) await step.click();
    const box = await application(page).locator('.use-stage canvas').boundingBox();
    for (const share of [0.1, 0.5, 0.9]) await page.mouse.move(box.x + box.width * share, box.y + box.height * share);
    await run(page);
  });
}

test('a step that is chosen before the rounds stays in view, and reduced motion has the result alone', async ({ page }) => {
  await slowClock(page);
  await open(page, 'quicksort/n=200/step=split');
  await noteShown(page);
  await run(page);
  expect(await shown(page)).toHaveLength(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await steps(page).last().click();
  await button(page, 'Run').click();
  await expect.poll(() => shown(page)).toHaveLength(2);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await button(page, 'Run').click();
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(6);
});

test('a wrong result names its first wrong place, and its time is void', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await page.evaluate(async () => {
    const { ScanLab } = await import(new URL('scanlab.js', location.href).href);
    const { compact } = ScanLab.prototype;
    ScanLab.prototype.compact = async function (...values) {
      const result = await compact.apply(this, values);
      this.device.queue.writeBuffer(result.output, 28, Uint32Array.of(0xffffffff));
      return result;
    };
  });
  await button(page, 'Run').click();
  await expect(verdict(page)).toHaveText('FAIL');
  await expect(application(page).locator('.use-verdict')).toContainText(
    /First wrong value: output\[7\] must be [\d,]+; found [\d,]+\..*The time is void/,
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
  await expect(status(page)).toHaveText(/frames per second$/);
  await page.evaluate(() => globalThis.device.destroy());
  await expect(page.getByRole('alert').filter({ hasText: 'The GPU device was lost' })).toBeVisible();
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Open a new device and continue' }).click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(status(page)).toHaveText(/frames per second$/);
  await expect(page.getByRole('alert').filter({ hasText: 'lost' })).toHaveCount(0);
});

test('an animation behind another view ends', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}`);
  await button(page, 'Move the lens').click();
  await expect(status(page)).toHaveText(/frames per second$/);
  await page.getByRole('link', { name: 'Your numbers', exact: true }).click();
  await expect(application(page)).toBeHidden();
  // The animation ends at the next frame, since the view is hidden.
  await expect(application(page).locator('button[aria-pressed]', { hasText: 'Move the lens' })).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(button(page, 'Move the lens')).toHaveAttribute('aria-pressed', 'false');
});

test('the chosen scan runs, and times stand beside those of the reference program and of the rival', async ({ page }) => {
  await open(page, `compaction/n=${SMALL}/scan=brent-kung`);
  await button(page, 'Compare times').click();
  const rows = application(page).locator('.use-times tbody th');
  await expect(rows).toHaveText([
    'Stream compaction',
    'Step “Scan”',
    'Step “Scatter”',
    'JavaScript',
    'Stream compaction',
    'Compaction by atomics',
  ]);
  await expect(application(page).locator('.use-times tbody')).not.toContainText('void');
});

/** Compares times, moves a control at once, and may then press another button. @returns the page's message about the control */
const changeWhileComparing = (page, then) =>
  application(page).evaluate((root, last) => {
    const press = (label) => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === label).click();
    press('Compare times');
    const slider = root.querySelector('#use-x');
    slider.stepUp();
    slider.dispatchEvent(new Event('input'));
    const said = root.querySelector('.use-run .run-text').textContent;
    if (last) press(last);
    return said;
  }, then);

test('a comparison of times can be stopped, also after a control has moved', async ({ page }) => {
  await open(page, 'breadth-first/n=2000');
  await run(page);
  expect(await changeWhileComparing(page, 'Stop')).toMatch(/^Not run, since times of an application are compared/);
  await expect(status(page)).toHaveText('Stopped.');
});

test('a stop does not wait until there is a device to compare times on', async ({ page }) => {
  await page.addInitScript(() => {
    GPUAdapter.prototype.requestDevice = () => new Promise(() => {});
  });
  await page.goto(`./#use/compaction/n=${SMALL}`);
  await button(page, 'Compare times').click();
  await expect(status(page)).toHaveText('Comparing times…');
  await button(page, 'Stop').click();
  await expect(status(page)).toHaveText('Stopped.');
  // The status no longer says that the page compares times.
  await button(page, 'Run').click();
  await expect(status(page)).toHaveText('Looking for a GPU…');
});

test('times of settings that change meanwhile are not shown, and the change is run after them', async ({ page }) => {
  await open(page, 'breadth-first/n=2000');
  await run(page);
  await noteEnds(page);
  expect(await changeWhileComparing(page)).toMatch(/^Not run, since times of an application are compared/);
  await expect.poll(() => ends(page)).toMatchObject([{ outcome: 'done', verified: true }]);
  await expect(application(page).locator('.use-times tbody')).toBeHidden();
});
