/** Steps that several specs share: the page as its users see it. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { VIEW_TITLES } from '../../www/page/route.ts';

/** Opens the page and waits until its device is there. */
export async function openPage(page, path = './') {
  await page.goto(path);
  await expect(page.locator('.adapter')).toContainText('subgroups');
}

export const viewLink = (page, title) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: title, exact: true });
export const view = (page, name) => page.locator(`.view[data-view="${name}"]`);

/** Opens a view by its link, and waits until it is there. */
export async function openView(page, title) {
  const [name] = Object.entries(VIEW_TITLES).find(([, one]) => one === title);
  await viewLink(page, title).click();
  await expect(view(page, name)).toBeVisible();
}

/** Opens the list of scans if it is closed. */
export async function openList(page) {
  const list = page.locator('.scan-list');
  if (!(await list.evaluate(({ open }) => open))) await list.locator('> summary').click();
}

/** Chooses exactly these algorithms. */
export async function choose(page, ids) {
  await openList(page);
  await page.getByRole('button', { name: 'Select none' }).click();
  // Within a row, a role is found at once. In the whole page, the browser would first compute the names of all elements.
  for (const id of ids) await page.locator(`.algorithm[data-algorithm="${id}"] .pick`).getByRole('checkbox').check();
}

/** The number of cases of a grid, by default of the selected one, according to the page; 0 until the page has counted them. */
export async function caseCount(page, grid) {
  const id = await page.locator(grid ? `#grid-${grid}` : 'input[name=grid]:checked').getAttribute('aria-describedby');
  const [, count = '0'] = (await page.locator(`#${id}`).textContent()).match(/: ([\d,]+) cases\.$/) ?? [];
  return Number(count.replaceAll(',', ''));
}

/** Opens the table of all measured values, which is closed at first. */
export async function openTable(page) {
  const table = page.locator('.all-values');
  if (!(await table.evaluate(({ open }) => open))) await table.locator('> summary').click();
}

export async function typeSizes(page, text) {
  await page.getByRole('radio', { name: 'A list' }).check();
  await page.getByRole('textbox', { name: 'Sizes' }).fill(text);
}

export const runButton = (page) => page.getByRole('button', { name: 'Run', exact: true });
export const runText = (page) => page.locator('.measure .run-text');
export const rows = (page) => page.locator('table.results tbody tr[data-n]');

export async function run(page) {
  await runButton(page).click();
  // Until then the text may be that of the previous run.
  await expect(runButton(page)).toBeEnabled({ timeout: 120_000 });
  await expect(runText(page)).toHaveText(/^Done/);
}

/**
 * The violations that axe finds, in a form that a failing test can print. axe does not list passed checks, which would take most of its
 * time. It works in the page itself ("legacy mode"): it would open another page only for frames of other origins, which do not exist here.
 */
export async function violations(page) {
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The violations in both themes. The open page switches between them. */
export async function violationsInBothThemes(page) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    // With reduced motion, no transition of a color is in progress.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await violations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** Presses the button that starts a download. Returns the name and the bytes of the file. */
export async function downloaded(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A one-dimensional array as NumPy writes it. */
export function npyFile(descr, values) {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${values.length},), }`.padEnd(117) + '\n';
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    Buffer.from([text.length, 0]),
    Buffer.from(text),
    Buffer.from(values.buffer),
  ]);
}

/** A point of a result file from a device with a fine and steady clock, whose scan takes `ms` milliseconds. */
export function steadyPoint(point, ms) {
  const ns = ms * 1e6;
  const samples_ns = Array.from({ length: 12 }, (_, i) => ns * (1 + (i - 5.5) / 1e5));
  return {
    ...point,
    samples_ns,
    rounds: samples_ns.map((_, i) => i),
    outliers: [],
    samples_voided: 0,
    repeats: 10,
    timer_resolution_ns: 1,
    resolved: true,
    copy_drifted: false,
    median_ns: ns,
    interval_ns: [samples_ns[1], samples_ns[10]],
    minimum_ns: samples_ns[0],
    elements_per_s: (point.n / ns) * 1e9,
    bytes_per_s: ((8 * point.n) / ns) * 1e9,
  };
}
