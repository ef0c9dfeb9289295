import { expect, test } from '@playwright/test';
import { choose, openPage, openView, runButton, runText, typeSizes, violationsInBothThemes } from './helpers.js';

const card = (page, id) => page.locator(`.experiment[data-experiment="${id}"]`);
const status = (page, id) => card(page, id).locator('.run-text');

async function openExperiments(page) {
  await openPage(page);
  await openView(page, 'Experiments');
  await expect(page.locator('.experiment').first()).toBeVisible();
}

/** Opens an experiment, which closes the open one. */
async function open(page, id) {
  if (!(await card(page, id).evaluate((details) => details.open))) await card(page, id).locator('> summary').click();
}

async function start(page, id) {
  await open(page, id);
  await card(page, id)
    .getByRole('button', { name: /^Run “/ })
    .click();
}

test('the experiments are loaded when their view is first opened, and say what they would run', async ({ page }) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const loadedOf = (part) => loaded.filter((path) => path.includes(`/chunks/${part}-`));
  // The test begins in Learn, since Measure would load its chart.
  await openPage(page, './#learn');
  await expect(page.locator('.learn .flow svg')).toBeVisible();
  expect(loadedOf('experiments')).toHaveLength(0);
  await openView(page, 'Experiments');
  await expect(page.locator('.experiment')).toHaveCount(19);
  expect(loadedOf('experiments')).toHaveLength(1);
  expect(loadedOf('chart')).toHaveLength(0);
  await open(page, 'reduce-steps');
  const first = card(page, 'reduce-steps');
  await expect(first).toContainText('Sengupta, Lefohn & Owens 2006, §4');
  await expect(first).toContainText('Shortened on this software adapter.');
  await expect(first.locator('.experiment-form')).toContainText(
    /Runs hillis-steele, hybrid with reduce steps = 3, 6, 9, 12, 15, 18 at n = 2¹⁸: 7 points, about \d+ s\./,
  );
  // Before the run, the experiment states which claims its sizes cannot decide.
  const claim = (text) => first.locator('.claim', { hasText: text });
  const undecidable = 'The sizes that are measured here cannot decide this claim.';
  await expect(claim('At 2²⁰ elements and 10 steps').getByText(undecidable)).toBeVisible();
  await expect(claim('The time levels off').getByText(undecidable)).toBeHidden();
});

test('counts of tree scans are side by side before a run', async ({ page }) => {
  await openExperiments(page);
  await open(page, 'trees');
  const table = card(page, 'trees').getByRole('region', { name: 'Counted in plans and kernels' });
  await expect(table.locator('thead th')).toHaveText(['Scan', 'Depth', 'Applications of ⊕', 'Barriers', 'Fan-out', 'Bank conflicts']);
  await expect(table.locator('tbody tr')).toHaveCount(15);
  const row = (name) => table.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) }).locator('td');
  await expect(row('Sklansky')).toHaveText(['8', '1,024', '9', '128', '2']);
  await expect(row('Ladner–Fischer, extra steps 0')).toHaveText(['8', '792', '9', '128', '1']);
});

test('an experiment runs, is verified, charted and tabled, and its claims are judged', async ({ page }) => {
  await openExperiments(page);
  await start(page, 'nakano-optimal');
  await openView(page, 'Measure');
  await expect(runButton(page)).toBeDisabled();
  await expect(runText(page)).toHaveText('Run is disabled, since an experiment is running.');
  await openView(page, 'Experiments');
  await start(page, 'horn-knee');
  await expect(status(page, 'horn-knee')).toHaveText(/^Not started, since another experiment is running\./);
  await expect(status(page, 'nakano-optimal')).toHaveText(/^Done: 6 of 6 points\. All outputs are correct\. Claims: /, {
    timeout: 220_000,
  });
  await open(page, 'nakano-optimal');
  const done = card(page, 'nakano-optimal');
  // The verdict is beside the title, so a closed experiment shows it, too.
  await expect(done.locator('summary .experiment-verdict')).toHaveText(/^Claims: /);
  await expect(done.locator('table.results tbody tr[data-n]')).toHaveCount(6);
  await expect(done.getByRole('img', { name: /^Line chart of time of one scan.*against n, elements/ })).toBeVisible();
  await expect(done.locator('.judgement')).toHaveCount(2);
  for (const judgement of await done.locator('.judgement').all())
    await expect(judgement).toHaveText(/^[✓✗?] (Held here|Not held here|Inconclusive)\. \S/);
  await expect(done).toContainText('a software adapter: its times say nothing about a GPU');
  await openView(page, 'Measure');
  await expect(runButton(page)).toBeEnabled();
  await expect(runText(page)).toHaveText('');
});

test('an experiment keeps others from starting from the press on, while its device opens', async ({ page }) => {
  await page.addInitScript(() => {
    const { requestAdapter } = GPU.prototype;
    const wanted = new Promise((resolve) => (globalThis.openDevices = resolve));
    GPU.prototype.requestAdapter = async function (...options) {
      await wanted;
      return requestAdapter.apply(this, options);
    };
  });
  await page.goto('./#experiments');
  await start(page, 'horn-knee');
  await expect(status(page, 'horn-knee')).toHaveText('Looking for a GPU…');
  await openView(page, 'Measure');
  await expect(runButton(page)).toBeDisabled();
  await expect(runText(page)).toHaveText('Run is disabled, since an experiment is running.');
  await page.evaluate(() => globalThis.openDevices());
  await openView(page, 'Experiments');
  await expect(status(page, 'horn-knee')).toContainText(/points$/);
  await card(page, 'horn-knee')
    .getByRole('button', { name: /^Cancel “/ })
    .click();
  await expect(status(page, 'horn-knee')).toContainText('Cancelled');
});

test('Cancel stops an experiment before its points are done and keeps those that are; a sweep keeps experiments from starting', async ({
  page,
}) => {
  await openExperiments(page);
  await start(page, 'reduce-steps');
  await expect(status(page, 'reduce-steps')).toContainText(/points$/);
  await card(page, 'reduce-steps')
    .getByRole('button', { name: /^Cancel “/ })
    .click();
  const told = await card(page, 'reduce-steps').locator('table.results tbody tr[data-n]').count();
  await expect(status(page, 'reduce-steps')).toHaveText(/^Cancelled: [0-6] of 7 points\./);
  const [, kept] = (await status(page, 'reduce-steps').textContent()).match(/^Cancelled: (\d)/);
  // After the cancellation, the view adds at most the point that it is measuring.
  expect(Number(kept)).toBeLessThanOrEqual(told + 1);
  await openView(page, 'Measure');
  await choose(page, ['blelloch']);
  await typeSizes(page, Array.from({ length: 60 }, (_, i) => 2 ** 13 + i).join(' '));
  await runButton(page).click();
  await openView(page, 'Experiments');
  await start(page, 'horn-knee');
  await expect(status(page, 'horn-knee')).toHaveText(/^Not started, since the sweep is running\./);
  await openView(page, 'Measure');
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await expect(runText(page)).toHaveText(/^Cancelled/);
});

test('an experiment waits while the page is hidden, and what that has spoilt is measured again', async ({ page }) => {
  await openExperiments(page);
  const turn = (hidden) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await turn(true);
  await start(page, 'nakano-optimal');
  await expect(status(page, 'nakano-optimal')).toHaveText(/^Paused until this page is visible/);
  // The page is hidden for a moment while it measures the first of three sizes.
  await page.evaluate(() => {
    globalThis.spoil = new MutationObserver(() => {
      const text = document.querySelector('scan-lab').shadowRoot.querySelector('[data-experiment="nakano-optimal"] .run-text').textContent;
      if (!/timing/.test(text)) return;
      globalThis.spoil.disconnect();
      for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    });
    globalThis.spoil.observe(document.querySelector('scan-lab').shadowRoot, { childList: true, characterData: true, subtree: true });
  });
  await turn(false);
  await expect(status(page, 'nakano-optimal')).toHaveText(/^Done: 6 of 6 points\. All outputs are correct\. Claims: /, {
    timeout: 220_000,
  });
  await expect(card(page, 'nakano-optimal').locator('table.results tbody tr[data-n]')).toHaveCount(6);
  await expect(card(page, 'nakano-optimal')).not.toContainText('Measured while the page was hidden');
});

test('a wrong output decides nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const original = GPUBuffer.prototype.getMappedRange;
    GPUBuffer.prototype.getMappedRange = function corrupted(...range) {
      const bytes = original.apply(this, range);
      if (this.usage & GPUBufferUsage.MAP_READ && bytes.byteLength >= 4096) new Uint32Array(bytes)[1000] ^= 1;
      return bytes;
    };
  });
  await openExperiments(page);
  await start(page, 'nakano-optimal');
  await expect(status(page, 'nakano-optimal')).toHaveText(/^Done: 6 of 6 points\. 6 wrong outputs\. Claims: 2 undecided\./, {
    timeout: 220_000,
  });
  await expect(card(page, 'nakano-optimal').locator('.judgement').first()).toContainText('was wrong, so its time is void');
});

test('Nakano’s limits are drawn for a machine that is typed in', async ({ page }) => {
  await openExperiments(page);
  await open(page, 'nakano-optimal');
  const model = card(page, 'nakano-optimal').locator('.model');
  await model.locator('summary').click();
  await expect(model.getByRole('img', { name: /Bandwidth limit n\/w; Latency limit nl\/p; Reduction limit l log n/ })).toBeVisible();
  await expect(model.getByRole('status')).toContainText('the bandwidth limit dominates');
  await model.getByLabel('Threads p').fill('64');
  await expect(model.getByRole('status')).toContainText('the latency limit dominates');
  await model.getByLabel('Threads p').fill('8');
  await expect(model).toContainText('p must be at least w = 32');
  await expect(model.getByRole('status')).toContainText('the latency limit dominates');
});

test('axe finds nothing in the experiments in either theme, nor at 360 pixels', async ({ page }) => {
  await openExperiments(page);
  // Without their name, all experiments can be open at the same time.
  await page.locator('.experiment').evaluateAll((all) => all.forEach((details) => details.removeAttribute('name')));
  for (const experiment of await page.locator('.experiment').all()) await experiment.locator('> summary').click();
  await card(page, 'nakano-optimal').locator('.model > summary').click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
