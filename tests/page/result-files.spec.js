import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, openTable, openView, rows, run, steadyPoint, typeSizes } from './helpers.js';

async function measured(page, ids = ['blelloch', 'javascript'], sizes = '100, 1000') {
  await openPage(page);
  await choose(page, ids);
  await typeSizes(page, sizes);
  await run(page);
}

const save = async (page) => (await downloaded(page, 'Save JSON')).bytes.toString();

async function drop(page, files, target = '.results-panel') {
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, text] of list) transfer.items.add(new File([text], name));
    return transfer;
  }, Object.entries(files));
  await page.dispatchEvent(target, 'drop', { dataTransfer });
}

/** The result file of the same run on another device, whose scans take `ms` milliseconds and whose clock is fine and steady. */
function elsewhere(text, description, ms) {
  const file = JSON.parse(text);
  file.adapter = { ...file.adapter, vendor: '', architecture: '', device: '', description };
  file.points = file.points.map((point) => ({ ...steadyPoint(point, ms), block: null }));
  return JSON.stringify(file);
}

const tableText = (page) => page.locator('table.results tbody').innerText();

test('a saved run that is dropped back gives the same table and chart', async ({ page }) => {
  await measured(page);
  await openTable(page);
  const [text, table] = [await save(page), await tableText(page)];
  await openPage(page);
  await expect(page.locator('.recorded')).toBeVisible();
  await expect(page.locator('.result-details')).toBeHidden();
  await expect(rows(page)).toHaveCount(0);
  await drop(page, { 'mine.json': text });
  await openTable(page);
  await expect(rows(page)).toHaveCount(4);
  expect(await tableText(page)).toBe(table);
  await expect(page.locator('table.results caption')).toContainText(
    /^Inclusive scan with add of u32, random input, seed 1\. .*Chrome \d+, \d{4}-\d\d-\d\d, .* UTC, mine\.json$/,
  );
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(4);
  await expect(page.locator('.runs [role=status]')).toHaveText('Opened 1 file.');
  // Saved again, the file is the same, with its original browser and date.
  expect(JSON.parse(await save(page))).toEqual(JSON.parse(text));
});

test('a file with former names of fields opens, and the console has a note', async ({ page }) => {
  const notes = [];
  page.on('console', (message) => message.text().startsWith('ScanLab: the name') && notes.push(message.text()));
  await measured(page, ['blelloch'], '100');
  const text = await save(page);
  expect(text).toContain('"timer_resolution_ns"');
  await openPage(page);
  await drop(page, { 'former.json': text.replaceAll('timer_resolution_ns', 'quantum_ns') });
  await openTable(page);
  await expect(rows(page)).toHaveCount(1);
  expect(JSON.parse(await save(page))).toEqual(JSON.parse(text));
  expect(notes).toEqual(['ScanLab: the name “quantum_ns” is old; use “timer_resolution_ns”.']);
});

test('elements that overflowed stand beside PASS, and stay in a file and in CSV', async ({ page }) => {
  await measured(page, ['blelloch'], '100');
  const file = JSON.parse(await save(page));
  expect(file.points[0]).not.toHaveProperty('overflowed');
  file.points[0].overflowed = 2;
  await openPage(page);
  await drop(page, { 'mine.json': JSON.stringify(file) });
  await openTable(page);
  await expect(page.locator('table.results tr.note')).toHaveText(/^PASS, 2 elements overflowed in the tree: infinite or NaN/);
  expect(JSON.parse(await save(page)).points[0].overflowed).toBe(2);
  const cells = (line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell);
  const [head, row] = (await downloaded(page, 'Save CSV')).bytes.toString().split('\r\n').map(cells);
  expect(row[head.indexOf('overflowed')]).toBe('2');
});

test('the file button opens files too, and their settings can be taken over', async ({ page }) => {
  await measured(page, ['hybrid'], '64, 128');
  const text = (await save(page)).replaceAll('"random"', '"zeros"').replace('"tuning": {}', '"tuning": {"hybrid": {"reduce_steps": 3}}');
  await openPage(page);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open results…' }).click()]);
  await chooser.setFiles([{ name: 'lesson.json', mimeType: 'application/json', buffer: Buffer.from(text) }]);
  await page.getByRole('button', { name: 'Use its settings' }).click();
  await expect(page.locator('#pattern')).toHaveValue('zeros');
  await expect(page.locator('#tuning-hybrid-reduce_steps')).toHaveValue('3');
  await expect(page.getByRole('textbox', { name: 'Sizes' })).toHaveValue('64, 128');
  await expect(page).toHaveURL(/algorithms=hybrid:reduce_steps=3&sizes=64,128&.*pattern=zeros/);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nothing measured yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open results…' })).toBeFocused();
});

test('files that are not results are refused in words, and nothing is lost', async ({ page }) => {
  await measured(page, ['blelloch'], '100');
  await openTable(page);
  const [text, table] = [await save(page), await tableText(page)];
  await drop(page, {
    'notes.txt': 'hello',
    'empty.json': '',
    'cut.json': text.slice(0, 900),
    'newer.json': text.replace('"version": 1', '"version": 2'),
    'odd.json': text.replace('"verified": true', '"verified": 1'),
    'huge.json': ' '.repeat(32 * 2 ** 20 + 1),
  });
  await expect(page.locator('.results-panel > [role=status] .error')).toHaveText([
    /^notes\.txt was not opened: a result file that Save JSON made is required; this is not JSON/,
    /^empty\.json was not opened: it is empty/,
    /^cut\.json was not opened: .*not JSON, or not all of it/,
    /^newer\.json was not opened: version 1 of “scanlab-results” is required; its version is 2; a newer ScanLab opens it\.$/,
    /^odd\.json was not opened: points\[0\]\.verified must be true or false; it is 1\.$/,
    /^huge\.json was not opened: a result file has at most 33\.6 MB; this file has 33\.6 MB\.$/,
  ]);
  expect(await tableText(page)).toBe(table);
  await drop(page, { 'good.json': text, 'bad.json': '{}' });
  await expect(page.locator('.results-panel > [role=status] .error')).toHaveText([/^bad\.json was not opened/]);
  await expect(page.getByRole('radio', { name: /^Show/ })).toHaveCount(2);
});

test('a file that misses the results is opened all the same, unless it is for the numbers', async ({ page }) => {
  await measured(page, ['blelloch'], '100');
  const text = await save(page);
  await openPage(page);
  await drop(page, { 'mine.json': text }, '.setup');
  await expect(rows(page)).toHaveCount(1);
  await openView(page, 'Your numbers');
  await drop(page, { 'numbers.txt': '1 2 3' }, '.own .drop');
  await expect(page.locator('.file-note')).toContainText('Will scan numbers.txt');
  await expect(page.locator('.results-panel > [role=status]')).toBeEmpty();
});

test('two files are compared, in the chart and in words', async ({ page }) => {
  await measured(page, ['blelloch', 'sklansky']);
  const text = await save(page);
  await openPage(page);
  await drop(page, {
    'one.json': elsewhere(text, 'Graphics One', 1),
    'two.json': elsewhere(text, 'Graphics Two', 2),
    'three.json': elsewhere(text, 'Graphics Three', 1),
  });
  await expect(page.getByRole('radio', { name: 'Show Graphics One' })).toBeChecked();
  const verdicts = page.locator('table.verdicts tbody tr[data-n]');
  await expect(verdicts).toHaveCount(4);
  for (const row of await verdicts.all()) {
    await expect(row.locator('[data-verdict]').first()).toContainText('slower');
    await expect(row).toContainText(/slower: 2 \(\d/);
  }
  await expect(page.locator('.counts li').first()).toHaveText('Graphics Two: 0 faster, 4 slower, 0 same, 0 inconclusive, 0 no verdict');
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(12);
  for (const title of ['Blelloch · Graphics One', 'Blelloch · Graphics Two', 'Sklansky · Graphics Three']) {
    await expect(page.locator('.chart-place svg .legend', { hasText: title }).first()).toBeAttached();
  }
  // The comparison in the other direction.
  await page.getByRole('radio', { name: 'Show Graphics Two' }).check();
  await page.getByRole('checkbox', { name: 'Compare Graphics One' }).check();
  await page.getByRole('checkbox', { name: 'Compare Graphics Three' }).uncheck();
  await expect(page.locator('.counts li')).toHaveText(['Graphics One: 4 faster, 0 slower, 0 same, 0 inconclusive, 0 no verdict']);
  // The reader's name stands for the run until it is cleared. Scans on different devices have no crossovers.
  const name = page.getByRole('textbox', { name: 'Name of Graphics One' });
  await name.fill('Before');
  await name.press('Enter');
  await expect(page.locator('.counts li')).toHaveText(/^Before: 4 faster/);
  await expect(page.locator('.chart-place svg .legend', { hasText: 'Blelloch · Before' }).first()).toBeAttached();
  await expect(page.getByRole('group', { name: 'Crossovers' })).not.toContainText('·');
  await page.getByRole('textbox', { name: 'Name of Before' }).fill('');
  await page.getByRole('checkbox', { name: 'Compare Before' }).focus();
  await expect(page.locator('.counts li')).toHaveText(/^Graphics One: 4 faster/);
  await page.getByRole('checkbox', { name: 'Compare Graphics One' }).uncheck();
  await expect(page.locator('.comparison')).toBeHidden();
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(4);
});

test('runs of other scans can be shown, not compared', async ({ page }) => {
  await measured(page, ['blelloch'], '100');
  await drop(page, { 'other.json': elsewhere(await save(page), 'Graphics Two', 2).replaceAll('"inclusive"', '"exclusive"') });
  await expect(page.getByRole('radio', { name: 'Show exclusive add of u32' })).toBeChecked();
  await expect(page.locator('.runs ul')).toContainText(
    'Not comparable: this run is inclusive add of u32, and the other run is exclusive add of u32.',
  );
  await expect(page.getByRole('checkbox', { name: /^Compare/ }).first()).toBeDisabled();
  await expect(page.locator('.comparison')).toBeHidden();
});

test('a run that is kept is compared with the next', async ({ page }) => {
  await measured(page, ['hybrid'], '256, 1024');
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await expect(page.locator('.runs [role=status]')).toHaveText('This run is kept. The next run is compared with it.');
  await page.locator('#tuning-hybrid-reduce_steps').fill('2');
  await run(page);
  await expect(page.locator('table.verdicts tbody tr[data-n]')).toHaveCount(2);
  await expect(page.locator('.runs ul')).toContainText('Differs in tuning of hybrid.');
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(4);
  // A third run replaces the second, which was not kept.
  await run(page);
  await expect(page.getByRole('radio', { name: /^Show/ })).toHaveCount(2);
});

test('a run is kept as it was at the press, though the next begins before the list of runs is loaded', async ({ page }) => {
  let begin;
  const begun = new Promise((resolve) => (begin = resolve));
  await page.route(/\/chunks\/runs-/, async (route) => {
    await begun;
    await route.continue();
  });
  await measured(page, ['hybrid'], '256, 1024');
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await run(page);
  begin();
  await expect(page.locator('table.verdicts tbody tr[data-n]')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: /^Show/ })).toHaveCount(2);
});
