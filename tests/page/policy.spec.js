import { expect, test } from '@playwright/test';
import { caseCount, choose, downloaded, npyFile, openPage, openView, run, runButton, typeSizes } from './helpers.js';
import { watchPolicy } from './watch.js';

const CHART = '.chart-place svg';
/** The origin of an embedding page. The tests answer its requests in place of a server. */
const ELSEWHERE = 'http://localhost:1/';

/** The appearance of the chart: its box, and the styles of the chart, its texts and its lines. */
function looksOf(page) {
  return page.locator(CHART).evaluate((svg) => {
    const properties = [
      'display',
      'font-family',
      'font-size',
      'white-space',
      'overflow',
      'background-color',
      'max-width',
      'fill',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'text-anchor',
      'user-select',
    ];
    const look = (element) => properties.map((name) => `${name}: ${getComputedStyle(element).getPropertyValue(name)}`).join('; ');
    const { width, height } = svg.getBoundingClientRect();
    // The paths of the lines depend on measured times; their styles do not.
    const elements = [svg, ...svg.querySelectorAll('text, .lines path, .copy-bound path')];
    return { box: [width, height], looks: [...new Set(elements.map((element) => `${element.localName} ${look(element)}`))].sort() };
  });
}

const saveFailure = (page) => page.getByText(/^The file could not be made/);

/** Runs two scans, and returns the appearance of the chart. */
async function sweep(page, path) {
  await openPage(page, path);
  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, '1000, 2000');
  await run(page);
  await expect(page.locator('table.results tr[data-result="PASS"]')).toHaveCount(4);
  return looksOf(page);
}

/** Opens a page of another origin that uses the element and its module under a given policy. */
async function embedElsewhere(page, baseURL, policy) {
  const { origin } = new URL(baseURL);
  const allowed = policy.replaceAll('ORIGIN', origin);
  const body = `<!doctype html><title>Elsewhere</title><script type="module" src="${origin}/scanlab.js"></script>`;
  await page.route(ELSEWHERE, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': allowed }, body }),
  );
  await page.route(`${origin}/**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
  await page.goto(ELSEWHERE);
}

/** Scans by the module: a checked one, one that a new oracle checks, and one whose result a worker allocates. */
function scanTwice(page, module) {
  return page.evaluate(async (url) => {
    const { ScanLab } = await import(url);
    const verdicts = [];
    for (const long of [false, true]) {
      const lab = await ScanLab.open();
      verdicts.push((await lab.measure({ algorithm: 'reduce-then-scan', n: 1000 })).verified);
      if (long) verdicts.push((await lab.scan(new Uint32Array(2 ** 21).fill(1), { algorithm: 'reduce-then-scan' })).at(-1) === 2 ** 21);
      lab.close();
    }
    return verdicts;
  }, module);
}

test('under a strict policy a sweep is verified by a worker and charted, nothing is refused, and the chart looks as without it', async ({
  page,
}) => {
  const workers = [];
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
  const looks = await sweep(page);
  const refused = await watchPolicy(page);
  expect(await sweep(page, './strict/')).toEqual(looks);
  expect(looks.looks.join()).toContain('max-width: 100%');
  await page.locator(`${CHART} .verified-points path`).first().hover({ force: true });
  await expect(page.locator(`${CHART} .tip text`)).toBeAttached();
  expect(workers).toContain('/strict/oracle-worker.js');
  expect(workers).not.toContain('/strict/operation-oracle-worker.js');
  expect((await downloaded(page, 'Save SVG')).bytes.toString()).toContain('font-family="system-ui');
  await openPage(page, './strict/?operation=reduce&algorithms=auto&sizes=1000#measure');
  await run(page);
  await expect(page.locator('table.results tr[data-result="PASS"]')).toHaveCount(1);
  expect(workers).toContain('/strict/operation-oracle-worker.js');
  expect(refused).toEqual([]);
});

test('under a strict policy every part of the page works, and nothing is refused', async ({ page }) => {
  const refused = await watchPolicy(page);
  await openPage(page, './strict/#experiments');
  await test.step('an experiment, before Measure has brought the styles of charts', async () => {
    await openView(page, 'Experiments');
    const card = page.locator('.experiment[data-experiment="nakano-optimal"]');
    await card.locator('> summary').click();
    await card.getByRole('button', { name: /^Run “/ }).click();
    await expect(card.locator('.chart-area svg')).toHaveCSS('display', 'block');
    await card.getByRole('button', { name: /^Cancel “/ }).click();
    await expect(card.locator('.run-text')).toHaveText(/^Cancelled/);
  });
  await test.step('details with diagrams, two scans beside each other', async () => {
    await openView(page, 'Measure');
    await choose(page, ['blelloch', 'hillis-steele']);
    await typeSizes(page, '1000, 2000');
    await page.getByRole('button', { name: 'Details of Blelloch', exact: true }).click();
    await expect(page.locator('.learn .flow svg')).toBeVisible();
    await page.locator('.learn').getByLabel('Compare with').selectOption('hillis-steele');
    await expect(page.locator('.learn .flow svg')).toHaveCount(2);
  });
  await test.step('numbers of one’s own, by a worker that makes the result', async () => {
    await openView(page, 'Your numbers');
    await page
      .getByLabel('Or a file')
      .setInputFiles({ name: 'a.npy', mimeType: 'application/octet-stream', buffer: npyFile('<u4', new Uint32Array(2 ** 21).fill(1)) });
    const worker = page.waitForEvent('worker', (one) => one.url().endsWith('/strict/prefaulted-buffer-worker.js'));
    await page.getByRole('button', { name: 'Scan it' }).click();
    await worker;
    await expect(page.locator('.own .run-text')).toContainText('Scanned 2,097,152 numbers: PASS.');
  });
  await test.step('runs from files', async () => {
    await openView(page, 'Measure');
    await run(page);
    const { bytes } = await downloaded(page, 'Save JSON');
    await page.locator('.results-panel input[type=file]').setInputFiles({ name: 'kept.json', mimeType: 'application/json', buffer: bytes });
    await expect(page.locator('.runs li')).toHaveCount(2);
  });
  await test.step('what was measured, in the details of two scans', async () => {
    await page.getByRole('button', { name: 'Explain two side by side' }).click();
    await expect(page.locator(`.learn ${CHART}`)).toHaveCSS('display', 'block');
  });
  await test.step('the view that checks', async () => {
    await openView(page, 'Check');
    await expect.poll(() => caseCount(page)).toBeGreaterThan(0);
  });
  await test.step('the conformance page', async () => {
    await page.goto('./strict/conformance/?algorithms=nakano&operators=max');
    await expect(page.locator('.adapter')).toContainText('subgroups');
    await runButton(page).click();
    await expect(page.locator('.run-text')).toHaveText(/^Done\. .* 0 failed/, { timeout: 220_000 });
    await expect(page.locator('body')).toHaveCSS('margin', '0px');
  });
  expect(refused).toEqual([]);
});

test('the icon is a file of the site', async ({ page }) => {
  for (const path of ['./', './conformance/']) {
    await page.goto(path);
    const icon = await page.request.get(await page.locator('link[rel=icon]').evaluate(({ href }) => href));
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  }
});

test('a picture that the policy refuses is said to need blob: in img-src, and is tried once', async ({ page }) => {
  const refused = await watchPolicy(page);
  await sweep(page, './strict/');
  for (let i = 0; i < 2; i++) {
    await page.getByRole('button', { name: 'Save PNG' }).click();
    await expect(saveFailure(page)).toHaveText(
      "The file could not be made: a Content-Security-Policy whose img-src allows blob: is required to draw the picture; this page's refuses it. Save SVG works without it.",
    );
    expect(refused.filter((text) => text.startsWith('img-src: blob'))).toHaveLength(1);
    await downloaded(page, 'Save SVG');
    await expect(saveFailure(page)).toHaveCount(0);
  }
});

test('a page of another origin needs to allow the site, and workers from blobs are used where it allows them', async ({
  page,
  baseURL,
}) => {
  const refused = await watchPolicy(page);
  const workers = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await embedElsewhere(page, baseURL, "default-src 'none'; script-src ORIGIN 'wasm-unsafe-eval'; connect-src ORIGIN; worker-src blob:");
  expect(await scanTwice(page, `${new URL(baseURL).origin}/scanlab.js`)).toEqual([true, true, true]);
  expect(workers.filter((url) => url.startsWith(`blob:${new URL(ELSEWHERE).origin}/`))).toHaveLength(3);
  expect(refused).toEqual([]);
});

test('a page of another origin without workers from blobs has one refusal in all, and the same results', async ({ page, baseURL }) => {
  const refused = await watchPolicy(page);
  await embedElsewhere(page, baseURL, "default-src 'none'; script-src ORIGIN 'wasm-unsafe-eval'; connect-src ORIGIN");
  expect(await scanTwice(page, `${new URL(baseURL).origin}/scanlab.js`)).toEqual([true, true, true]);
  expect(refused.filter((text) => text.startsWith('worker-src: blob'))).toHaveLength(1);
  expect(refused.every((text) => text.includes('blob'))).toBe(true);
});

test('a page of the same origin that allows workers only from blobs gets one, after one refusal', async ({ page, baseURL }) => {
  const refused = await watchPolicy(page);
  const workers = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const headers = { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:" };
  await page.route('**/embedding.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers,
      body: '<!doctype html><title>Embedding</title><script type="module" src="scanlab.js"></script>',
    }),
  );
  await page.goto('./embedding.html');
  expect(await scanTwice(page, './scanlab.js')).toEqual([true, true, true]);
  expect(workers.filter((url) => url.startsWith(`blob:${new URL(baseURL).origin}/`))).toHaveLength(3);
  expect(refused.filter((text) => text.startsWith('worker-src: '))).toHaveLength(1);
});
