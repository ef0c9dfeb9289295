/** The chart of a sweep. The file is long, since the tests check all parts of the chart on the same measured run. */
import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, run, typeSizes, violationsInBothThemes } from './helpers.js';

const SIZES = '2^10, 2^12, 2^16, 2^20, 2^22';
const chart = (page) => page.locator('.chart-place svg');
const legend = (page) => chart(page).locator('.legend text');
const metric = (page) => page.getByLabel('Chart', { exact: true });
const prediction = (page) => page.getByLabel('Prediction', { exact: true });
const words = (page) => page.locator('.prediction-words');

/**
 * Opens the page on a device whose times are known: a launch takes 2 µs, memory moves 100 GB/s, and a scan takes the cost of its plan
 * times `slower[id]`, within 10 %.
 */
async function openModelled(page, { timer_resolution_ns = 1, slower = {} } = {}) {
  await openPage(page);
  await page.evaluate(
    async (device) => {
      const { ScanLab } = await import('./scanlab.js');
      const ns = (dispatches, bytes) => 2000 * dispatches + bytes / 100;
      ScanLab.prototype.sweep = async function* sweep({ algorithms, sizes, operator, type, mode, pattern, seed }) {
        for (const n of sizes) {
          for (const algorithm of algorithms) {
            const { tuning, dispatches, scratch_bytes, cost } = this.plan({ algorithm, operator, type, mode, n });
            const time = ns(dispatches, 4 * (cost.reads + cost.writes)) * (device.slower[algorithm] ?? 1);
            const resolved = time * Math.floor(4096 / dispatches) >= 50 * device.timer_resolution_ns;
            const copy_ns = ns(1, 8 * n);
            const ratio = time / copy_ns;
            yield {
              algorithm,
              operator,
              type,
              mode,
              direction: 'forward',
              segmented: false,
              n,
              pattern,
              seed,
              tuning,
              verified: true,
              mismatch: null,
              timer: 'timestamp',
              samples_ns: [time],
              samples_voided: 0,
              outliers: [],
              repeats: Math.floor(4096 / dispatches),
              timer_resolution_ns: device.timer_resolution_ns,
              overhead_ns: 2000,
              resolved,
              median_ns: resolved ? time : null,
              interval_ns: resolved ? [time / 1.1, time * 1.1] : null,
              minimum_ns: null,
              stopped: 'width',
              copy_ratio: resolved ? { value: ratio, interval: [ratio / 1.1, ratio * 1.1] } : null,
              copy_drifted: false,
              copy: {
                median_ns: copy_ns,
                interval_ns: [copy_ns / 1.1, copy_ns * 1.1],
                elements_per_s: (n / copy_ns) * 1e9,
                bytes_per_s: ((8 * n) / copy_ns) * 1e9,
              },
              rounds: [0],
              block: null,
              hidden: false,
              elements_per_s: resolved ? (n / time) * 1e9 : null,
              bytes_per_s: resolved ? ((8 * n) / time) * 1e9 : null,
              dispatches,
              scratch_bytes,
              skipped: null,
            };
          }
        }
      };
    },
    { timer_resolution_ns, slower },
  );
}

async function chartOf(page, ids, sizes = SIZES) {
  await choose(page, ids);
  await typeSizes(page, sizes);
  await run(page);
  await expect(chart(page)).toBeVisible();
}

test('intervals are bands beside their lines, and the copy kernel is a dashed and named bound', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'subgroup']);
  await expect(chart(page).locator('.bands path')).toHaveCount(2);
  await expect(chart(page).locator('.bars line')).toHaveCount(10);
  await expect(chart(page).locator('.copy-bound path')).toHaveCount(1);
  await expect(chart(page).locator('.copy-bound')).toHaveAttribute('stroke-dasharray', '10 4');
  await expect(chart(page).locator('.copy-bound-label text')).toHaveText('copy kernel (bound)');
  await expect(legend(page).filter({ hasText: 'copy kernel (bound)' })).toHaveCount(1);
  await expect(page.getByRole('img', { name: /10 points, all verified; with the copy kernel as the bound/ })).toBeVisible();
  await expect(page.locator('.chart-note')).toHaveText(
    /^Bands and bars: 95 % intervals\. The timer’s resolution is 1 ns\. .* takes 0\.0122 ns or more\.$/,
  );
});

test('of one size, the copy kernel and a prediction are rules, since a line has no length there', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'subgroup'], '2^16');
  await prediction(page).selectOption('of all');
  for (const [name, count] of [
    ['.copy-bound-rule path', 1],
    ['.predicted-rules path', 2],
  ]) {
    const rules = chart(page).locator(name);
    await expect(rules).toHaveCount(count);
    // Reads all rules in one call, and repeats it: a redraw of the chart, for example after a resize, detaches the earlier rules.
    const areWide = () => rules.evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width > 16));
    await expect.poll(areWide).toEqual(Array(count).fill(true));
  }
  await typeSizes(page, '2^14, 2^16');
  await run(page);
  await expect(chart(page).locator('.predicted-lines path')).toHaveCount(2);
  await expect(chart(page).locator('.copy-bound-rule path, .predicted-rules path')).toHaveCount(0);
});

test('a prediction is drawn beside its line and put into words, and taken away', async ({ page }) => {
  await openModelled(page, { slower: { 'two-level': 3 } });
  await chartOf(page, ['hillis-steele', 'two-level', 'auto']);
  const lines = chart(page).locator('.predicted-lines path');
  await expect(lines).toHaveCount(0);
  await expect(words(page)).toBeHidden();
  await prediction(page).selectOption('of Horn / Hillis–Steele');
  await expect(lines).toHaveCount(1);
  await expect(legend(page).filter({ hasText: 'predicted: Horn / Hillis–Steele' })).toHaveCount(1);
  await expect(words(page)).toContainText(
    'Predicted time = dispatches × 2 µs (an empty dispatch) + bytes ÷ 100 GB/s (the copy kernel at n = 2²²)',
  );
  await expect(words(page)).toContainText(
    /up to n = 2¹² starts of dispatches dominate \(12 dispatches × 2 µs\), from 2¹⁶ on traffic dominates \(\d+ bytes per element\)\. Measured and predicted times are within 25 %/,
  );
  await prediction(page).selectOption('of Two-level');
  await expect(words(page)).toContainText(
    /where the measured time is 3 times the prediction; where traffic dominates, 3 times\. Not in the model: .* every second element/,
  );
  await prediction(page).selectOption('of Automatic');
  await expect(words(page)).toContainText(/Automatic \(here Sequential, then Nakano\)/);
  await prediction(page).selectOption('of all');
  await expect(lines).toHaveCount(3);
  await prediction(page).selectOption('none');
  await expect(lines).toHaveCount(0);
  await expect(words(page)).toBeHidden();
});

test('speed-ups are over the scan that is chosen', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'subgroup']);
  const baseline = page.getByLabel('Speed-up over', { exact: true });
  await expect(baseline).toBeHidden();
  await metric(page).selectOption('Speed-up over a chosen scan');
  await baseline.selectOption('Subgroup operations');
  await expect(chart(page).getByText('speed-up over Subgroup operations, more is better')).toBeVisible();
  await expect(chart(page).locator('.verified-points path')).toHaveCount(10);
  await metric(page).selectOption('Share of the copy kernel’s speed');
  await expect(baseline).toBeHidden();
});

test('a chart that is hidden when it changes is drawn when it is seen again', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['subgroup'], '2^10, 2^12');
  const show = (display) =>
    page.locator('scan-lab').evaluate(async (lab, value) => {
      lab.style.display = value;
      // Waits for two frames, so that the browser has rendered the change.
      for (let pictures = 0; pictures < 2; pictures++) await new Promise(requestAnimationFrame);
    }, display);
  await show('none');
  await page.locator('scan-lab').evaluate((lab) => lab.setAttribute('metric', 'time'));
  await show('');
  await expect(page.getByRole('img', { name: /time of one scan.*2 points/ })).toBeVisible();
});

test('what a coarse timer cannot resolve is hatched and named, in the chart of times alone', async ({ page }) => {
  await openModelled(page, { timer_resolution_ns: 655_360 });
  await chartOf(page, ['subgroup', 'hillis-steele']);
  const band = chart(page).locator('.unresolvable');
  await expect(band).toHaveCount(0);
  await metric(page).selectOption('Time of one scan');
  await expect(band).toHaveCount(1);
  await expect(chart(page).getByText('the timer cannot resolve this')).toBeVisible();
  const points = chart(page).locator('.unresolved-points path');
  await expect(points.first()).toBeVisible();
  await expect(page.locator('.chart-note')).toContainText('Hollow triangles: the time is shorter than this.');
  await expect(page.locator('tr[data-algorithm="hillis-steele"][data-n="1024"]')).toContainText('cannot resolve');
});

test('of twenty scans only the interval under the pointer is drawn', async ({ page }) => {
  await openModelled(page);
  const ids = await page.locator('.algorithm:has(.pick input:enabled)').evaluateAll((all) => all.map(({ dataset }) => dataset.algorithm));
  const some = ids.filter((id) => !['javascript', 'nakano-sequential'].includes(id)).slice(0, 20);
  expect(some.length).toBeGreaterThanOrEqual(19);
  await chartOf(page, some);
  await expect(chart(page).locator('.bands')).toHaveCount(0);
  await expect(chart(page).locator('.bars line')).toHaveCount(0);
  await expect(page.locator('.chart-note')).toContainText('Point at a line for its 95 % intervals.');
  await expect(prediction(page).getByRole('option', { name: 'of all' })).toHaveCount(0);
  await chart(page).locator('.verified-points path').nth(30).hover({ force: true });
  await expect(chart(page).locator('.bars line')).toHaveCount(1);
  await expect(chart(page).locator('.tip')).toContainText(/95 %: .* – /);
});

test('a crossover is listed between two sizes, until all that a search on the device has found takes its place', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'nakano', 'subgroup']);
  const told = page.getByRole('group', { name: 'Crossovers' }).getByRole('listitem');
  const first = told.filter({ hasText: /^Nakano overtakes Horn \/ Hillis–Steele between the measured sizes 2¹² and 2¹⁶\./ });
  await expect(first).toHaveCount(1);
  const estimate = first.getByText('Nakano overtakes Horn / Hillis–Steele between');
  const answer = first.getByRole('status');
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const answers = [
      {
        n: 50_001,
        low: 50_000,
        high: 50_001,
        crossings: [{ n: 50_001, low: 50_000, high: 50_001, faster: 'nakano' }],
        unsure: [],
        stretches: [
          { low: 4096, high: 50_000, faster: 'hillis-steele' },
          { low: 50_001, high: 65_536, faster: 'nakano' },
        ],
      },
      {
        n: null,
        reason: '',
        crossings: [],
        stretches: [{ low: 4096, high: 60_000, faster: 'hillis-steele' }],
        points: [],
        unsure: [{ low: 60_001, high: 65_536, reason: 'They take the same time.' }],
      },
    ];
    globalThis.asked = [];
    ScanLab.prototype.crossover = (request, { signal }) => {
      globalThis.asked.push(request);
      if (globalThis.asked.length > 1) return Promise.resolve({ points: [], ends: [], ...answers.shift() });
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
  });
  await first.getByRole('button', { name: 'Find it precisely: Nakano and Horn / Hillis–Steele' }).click();
  await expect(answer).toHaveText('Searching…');
  await first.getByRole('button', { name: /^Cancel/ }).click();
  await expect(answer).toHaveText('Cancelled.');
  await expect(estimate).toBeVisible();
  await first.getByRole('button', { name: /^Find it precisely/ }).click();
  await expect(answer).toHaveText('Found from 4,096 to 65,536: Horn / Hillis–Steele is faster up to 50,000 and Nakano from 50,001 on.');
  await expect(estimate).toBeHidden();
  expect(await page.evaluate(() => globalThis.asked[1])).toMatchObject({
    algorithms: ['hillis-steele', 'nakano'],
    from: 2 ** 12,
    to: 2 ** 16,
    operator: 'add',
    type: 'u32',
    seed: 1,
  });
  await first.getByRole('button', { name: /^Find it again/ }).click();
  await expect(answer).toHaveText(
    'No crossover of Horn / Hillis–Steele and Nakano found from 4,096 to 65,536: Horn / Hillis–Steele is faster up to 60,000. From 60,001 to 65,536 the comparison is inconclusive: they take the same time.',
  );
  await expect(estimate).toBeHidden();
});

test('a press keeps the words of a point, which stand inside the drawing', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'subgroup']);
  const tip = chart(page).locator('.tip');
  const points = chart(page).locator('.verified-points path');
  const inside = () =>
    tip.evaluate((group) => {
      const [own, all] = [group, group.ownerSVGElement].map((element) => element.getBoundingClientRect());
      return own.left >= all.left - 1 && own.right <= all.right + 1 && own.top >= all.top - 1 && own.bottom <= all.bottom + 1;
    });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // After a change of the width, the page redraws the chart without a tip.
    await expect.poll(() => chart(page).evaluate((svg) => svg.width.baseVal.value === svg.closest('.chart-place').clientWidth)).toBe(true);
    for (const at of [0, 4, 9]) {
      await points.nth(at).hover({ force: true });
      await expect(tip.locator('tspan').first()).toHaveText(at < 5 ? 'Horn / Hillis–Steele' : 'Subgroup operations');
      expect(await inside()).toBe(true);
    }
  }
  // The pointer is far from every point.
  await chart(page).hover({ position: { x: 2, y: 2 } });
  await expect(tip).toBeEmpty();
  await points.first().click({ force: true });
  await chart(page).hover({ position: { x: 2, y: 2 } });
  await expect(tip).toContainText('Horn / Hillis–Steele');
  await chart(page).click({ position: { x: 2, y: 2 } });
  await expect(tip).toBeEmpty();
});

test('the chart is saved as SVG and as PNG of twice the size, with adapter, browser and date', async ({ page }) => {
  await openModelled(page);
  await chartOf(page, ['hillis-steele', 'subgroup']);
  await prediction(page).selectOption('of all');
  const svg = (await downloaded(page, 'Save SVG')).bytes.toString();
  const brand = await page.evaluate(() => navigator.userAgentData.brands.find(({ brand: name }) => name.includes('Chrom')).brand);
  for (const text of [
    'ScanLab: inclusive scan with add of u32',
    'swiftshader',
    new Date().toISOString().slice(0, 10),
    brand,
    'predicted: Subgroup operations',
    'copy kernel (bound)',
  ]) {
    expect(svg).toContain(text);
  }
  expect(svg).not.toMatch(/light-dark\(|var\(--surface/);
  const { name, bytes } = await downloaded(page, 'Save PNG');
  expect(name).toMatch(/^scanlab-u32-add-inclusive-[\d-]{10}\.png$/);
  const size = [/ width="(\d+)"/, / height="(\d+)"/].map((pattern) => 2 * Number(pattern.exec(svg)[1]));
  const [width, height, colors, corner] = await page.evaluate(
    async (numbers) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(numbers)], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
      return [image.width, image.height, new Set(pixels).size, pixels[0]];
    },
    [...bytes],
  );
  expect([width, height]).toEqual(size);
  expect(colors).toBeGreaterThan(20);
  expect(corner).toBe(0xffffffff);
});

test('without a chart to save the page says so', async ({ page }) => {
  await page.route('**/chart-*.js', (route) => route.abort());
  await openModelled(page);
  await choose(page, ['subgroup']);
  await typeSizes(page, '1000');
  await run(page);
  await expect(page.getByText('The chart could not be loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Save PNG' }).click();
  await expect(page.getByText('The file could not be made: the chart must be loaded')).toBeVisible();
});

test('axe finds nothing in a chart with all its words in either theme, nor at 360 pixels', async ({ page }) => {
  await openModelled(page, { timer_resolution_ns: 655_360 });
  await chartOf(page, ['hillis-steele', 'nakano', 'subgroup']);
  await metric(page).selectOption('Speed-up over a chosen scan');
  await prediction(page).selectOption('of all');
  await expect(words(page).getByRole('listitem')).toHaveCount(3);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('medians that cross within their errors are said to be no certain overtaking, and others none at all', async ({ page }) => {
  await openModelled(page, { slower: { 'hillis-steele': 20 } });
  const told = page.getByRole('group', { name: 'Crossovers' });
  await chartOf(page, ['hillis-steele', 'subgroup']);
  await expect(told).toContainText('No scan overtakes another at these sizes.');
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { sweep } = ScanLab.prototype;
    ScanLab.prototype.sweep = async function* close(...request) {
      for await (const point of sweep.apply(this, request)) {
        const median_ns = 1000 + (point.algorithm === 'subgroup' ? 0 : point.n < 2 ** 16 ? 1 : -1);
        yield { ...point, median_ns, interval_ns: [900, 1100] };
      }
    };
  });
  await run(page);
  await expect(told).toContainText('No crossover is certain at these sizes: medians cross, but only within their intervals.');
});
