/** Measure's results: the page before the first run, the sets of scans, and the comparison of the scans of a run. */
import { expect, test } from '@playwright/test';
import { SCAN_SETS } from '../../www/measure/scan-sets.ts';
import { choose, downloaded, openList, openPage, openTable, rows, run, runButton, runText, steadyPoint, typeSizes } from './helpers.js';

const recorded = (page) => page.locator('.recorded');
const details = (page) => page.locator('.result-details');
const answer = (page) => page.locator('.answer');
const pairs = (page) => page.locator('.pairs li');
const points = (page) => page.locator('.chart-place svg .verified-points path');
const set = (page, name) => page.getByRole('radio', { name, exact: true });
const chosen = (page) => page.locator('.algorithm .pick input:checked').evaluateAll((boxes) => boxes.map(({ value }) => value));

test('before the first run a recorded one is shown, which names its GPU; the first run takes its place', async ({ page }) => {
  await openPage(page);
  await expect(recorded(page)).toHaveText(/^Recorded on an NVIDIA .+ in Chrome \d+, .+\. Press Run to measure here\./);
  await expect(page.locator('.chart-place svg')).toBeVisible();
  expect(await points(page).count()).toBeGreaterThan(20);
  await expect(details(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(0);
  await recorded(page).getByRole('button', { name: 'Show its verdicts and table' }).click();
  await expect(details(page)).toBeVisible();
  await expect(page.locator('table.results caption')).toContainText('NVIDIA');
  expect(await rows(page).count()).toBeGreaterThan(20);

  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, '1000, 2000');
  await run(page);
  await expect(recorded(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(4);
  await expect(points(page)).toHaveCount(4);
  await expect(page.locator('table.results caption')).not.toContainText('NVIDIA');
});

test('without the recorded run the page is a page still', async ({ page }) => {
  await page.route('**/recorded-*.js', (route) => route.abort());
  await openPage(page);
  await expect(page.getByText('Nothing measured yet')).toBeVisible();
  await expect(recorded(page)).toBeHidden();
  await choose(page, ['blelloch']);
  await typeSizes(page, '1000');
  await run(page);
  await expect(rows(page)).toHaveCount(1);
});

test('a set chooses what it says', async ({ page }) => {
  await openPage(page);
  await openList(page);
  const { algorithms } = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { algorithms: all } = await ScanLab.catalogue();
    return { algorithms: all.map(({ id, family }) => ({ id, family })) };
  });
  const all = [...algorithms, { id: 'javascript', family: '' }];
  const summary = page.locator('.scan-list > summary');
  await expect(set(page, 'One per family')).toBeChecked();
  for (const { title, has } of [...SCAN_SETS.slice(1), SCAN_SETS[0]]) {
    await set(page, title).check();
    const ids = all.filter(has).map(({ id }) => id);
    expect(ids.length, title).toBeGreaterThan(1);
    expect((await chosen(page)).sort(), title).toEqual(ids.sort());
    await expect(page.getByRole('radiogroup', { name: 'Scans' }).getByRole('radio', { checked: true })).toHaveCount(1);
  }
  await expect(summary).toHaveText(/^5 of \d+ chosen: .*Blelloch/);
  await page.locator('#use-sklansky').check();
  await expect(set(page, 'Your choice')).toBeChecked();
  await expect(summary).toHaveText(/^6 of \d+ chosen: /);
  await page.locator('#use-sklansky').uncheck();
  await expect(set(page, 'One per family')).toBeChecked();
  // The choice by hand opens the list of scans.
  await summary.click();
  await set(page, 'Your choice').check();
  await expect(page.locator('#use-sklansky')).toBeVisible();
});

test('what is below the forecast keeps its place when the text comes and goes', async ({ page }) => {
  await openPage(page, './#measure');
  const top = () => page.locator('.scan-list').evaluate((list) => list.getBoundingClientRect().top + scrollY);
  await expect(page.locator('#forecast')).toHaveText(/^This takes /);
  const before = await top();
  await openList(page);
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect(page.locator('#forecast')).toHaveText('');
  expect(await top()).toBe(before);
});

test('a set is what is run', async ({ page }) => {
  await openPage(page);
  await typeSizes(page, '64');
  await set(page, 'Textbook trees').check();
  await openList(page);
  const ids = await chosen(page);
  await run(page);
  await expect(runText(page)).toHaveText(`Done: ${ids.length} of ${ids.length} points. All outputs are correct.`);
  const measured = await rows(page).evaluateAll((all) => all.map(({ dataset }) => dataset.algorithm));
  expect(measured.sort()).toEqual(ids.sort());
});

test('after a run it is said of neighbours which is faster, and nothing before', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'reduce-then-scan', 'javascript']);
  await typeSizes(page, '1000, 50000');
  await page.locator('scan-lab').evaluate((lab) =>
    lab.addEventListener('scanlab-result', () => {
      const { shadowRoot } = lab;
      globalThis.saidDuringRun = [shadowRoot.querySelectorAll('.pairs li').length, shadowRoot.querySelector('.answer').textContent];
    }),
  );
  await run(page);
  expect(await page.evaluate(() => globalThis.saidDuringRun)).toEqual([0, 'The fastest scan is named at the end of the run.']);
  // The answer is for the longest input.
  await expect(answer(page)).toHaveText(
    /^(Fastest on .+ at n = 50,000: .+\. It is .+\.|No scan is the fastest on .+ at n = 50,000\. .+\.)$/,
  );
  for (const n of ['50,000', '1,000']) {
    await page.getByLabel('at n =').selectOption(n);
    // The page compares only scans whose time the timer could resolve.
    const timed = await page
      .locator(`table.results tr[data-n="${n.replace(',', '')}"]`)
      .evaluateAll((all) => all.filter(({ textContent }) => !/cannot resolve/.test(textContent)).length);
    await expect(pairs(page)).toHaveCount(timed - 1);
    for (const sentence of await pairs(page).all()) {
      await expect(sentence).toHaveText(
        /^(\S.* (is [\d.,]+ × as fast as .+, 95 % interval [\d.,]+–[\d.,]+\.|and .+ take the same time within 1\s?%(, 95 % interval .+)?\.|and .+ cannot be told apart: .+ includes 1 .+)|No verdict on .+ and .+: .+)$/,
      );
      await expect(sentence).toHaveAttribute('data-verdict', /^(faster|same|inconclusive|no-verdict)$/);
    }
  }
});

test('the sentences have the factor, the same time, or why it cannot be told, the fastest first', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'sklansky', 'kogge-stone', 'brent-kung']);
  await typeSizes(page, '1000');
  await run(page);
  const file = JSON.parse((await downloaded(page, 'Save JSON')).bytes.toString());
  const times_ms = { sklansky: 1, blelloch: 2, 'kogge-stone': 2, 'brent-kung': 6 };
  file.points = file.points
    .map((point) => steadyPoint(point, times_ms[point.algorithm]))
    .map((point) => ({ ...point, copy_ratio: { value: 2, interval: [1.9, 2.1] } }));
  await page
    .locator('.results-panel input[type=file]')
    .setInputFiles({ name: 'steady.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await expect(pairs(page)).toHaveText([
    /^Sklansky is 2 × as fast as (Blelloch|Kogge–Stone), 95 % interval (1\.99|2)[\d.]*–2[\d.]*\.$/,
    /^(Blelloch and Kogge–Stone|Kogge–Stone and Blelloch) take the same time within 1\s?%, 95 % interval [\d.]+–[\d.]+\.$/,
    /^(Blelloch|Kogge–Stone) is 3 × as fast as Brent–Kung, 95 % interval [\d.]+–[\d.]+\.$/,
  ]);
  await expect(answer(page)).toHaveText(
    /^Fastest on google swiftshader at n = 1,000: Sklansky, at 50\s?% of the speed of a copy\. It is 2 × as fast as (Blelloch|Kogge–Stone), 95 % interval .+\.$/,
  );
});

test('too few samples are no verdict, but have the ratio of the medians', async ({ page }) => {
  await openPage(page);
  await choose(page, ['blelloch', 'brent-kung']);
  await typeSizes(page, '1000');
  await run(page);
  const file = JSON.parse((await downloaded(page, 'Save JSON')).bytes.toString());
  const steady = file.points.map((point) => steadyPoint(point, { blelloch: 0.35, 'brent-kung': 5.75 }[point.algorithm]));
  const few = ({ samples_ns, rounds, ...point }) => ({
    ...point,
    samples_ns: samples_ns.slice(0, 3),
    rounds: rounds.slice(0, 3),
    outliers: [],
  });
  file.points = steady.map((point) => (point.algorithm === 'brent-kung' ? few(point) : point));
  await page
    .locator('.results-panel input[type=file]')
    .setInputFiles({ name: 'few.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await expect(pairs(page)).toHaveText([
    /^No verdict on Brent–Kung and Blelloch: 6 samples of each in the same rounds are required, found 3; the ratio of the medians is 16\.4\.$/,
  ]);
  await expect(pairs(page)).toHaveAttribute('data-verdict', 'no-verdict');
  await expect(answer(page)).toHaveText(
    /^No scan is the fastest on google swiftshader at n = 1,000\. No verdict on Brent–Kung and Blelloch: /,
  );
  const show = (points) =>
    page.locator('.results-panel input[type=file]').setInputFiles({
      name: 'one.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, points })),
    });
  await show(steady.map((point) => steadyPoint({ ...point, copy_ratio: { value: 4, interval: [4, 4] } }, 2)));
  await expect(answer(page)).toHaveText(/^No scan is the fastest on .+ at n = 1,000\. \S+ and \S+ take the same time within 1\s?%/);
  await show([{ ...steady[0], copy_ratio: { value: 4, interval: [4, 4] } }]);
  await expect(answer(page)).toHaveText(
    /^Measured on google swiftshader at n = 1,000: (Blelloch|Brent–Kung), at 25\s?% of the speed of a copy\.$/,
  );
  await show([{ ...steady[0], resolved: false }]);
  await expect(answer(page)).toHaveText('No scan has a valid time.');
});

test('at 360 pixels the results come into sight when Run is pressed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, './#measure');
  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, '1000, 2000, 3000');
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Done/);
  await expect(page.locator('.chart-place svg')).toBeInViewport({ ratio: 0.5 });
  await expect(answer(page)).toBeInViewport({ ratio: 1 });
  await expect(runButton(page)).toBeInViewport({ ratio: 1 });
  await expect(points(page)).toHaveCount(6);
  await openTable(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('what is wrong in the closed list of scans is shown', async ({ page }) => {
  await openPage(page);
  await choose(page, ['hybrid']);
  const steps = page.locator('#tuning-hybrid-reduce_steps');
  await steps.fill('99');
  await page.locator('.scan-list > summary').click();
  await expect(steps).toBeHidden();
  await runButton(page).click();
  await expect(runText(page)).toHaveText('Not started: see the messages beside the settings.');
  await expect(steps).toBeFocused();
  await expect(page.locator('#tuning-hybrid-reduce_steps-error')).toBeVisible();
});
