/** Measurements of scans from an initial value: by the API, and as a setting of Measure with its address, files and links. */
import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, rows, run, runText, typeSizes, violationsInBothThemes } from './helpers.js';

const box = (page) => page.getByRole('checkbox', { name: 'Begin with an initial value' });
const cause = (page, id) => page.locator(`.algorithm[data-algorithm="${id}"] .reason`);

test('scans from an initial value are measured and verified; with another value, their outputs are wrong', async ({ page }) => {
  await openPage(page);
  const { points, value, wrong, skipped } = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const request = { algorithm: 'subgroup', n: 5000, initial: true, seed: 3 };
    const forms = [
      { operator: 'bicyclic', mode: 'exclusive', direction: 'backward' },
      { operator: 'bicyclic', algorithm: 'blelloch', segmented: true },
      { operator: 'mat2', pattern: 'ones', columns: 80, transfers: true },
      { operator: 'affine', mode: 'exclusive' },
    ];
    const points = [];
    for (const form of forms) points.push(await lab.measure({ ...request, ...form }));
    // The value that the documents name, by the call: the first prefix of an exclusive scan.
    const first = lab.input({ operator: 'bicyclic', pattern: 'random', seed: 2 ** 32 - 1 - 3, n: 1 });
    const input = lab.input({ operator: 'bicyclic', seed: 3, n: 5000 });
    const sums = await lab.scan(input, { operator: 'bicyclic', mode: 'exclusive', initial: first });
    // The initial value does not reach the device, whose buffer stays 0.
    const { writeBuffer } = GPUQueue.prototype;
    GPUQueue.prototype.writeBuffer = function withoutInitial(...given) {
      if (given[0].label !== 'initial') writeBuffer.apply(this, given);
    };
    const wrong = await lab.measure({ ...request, n: 1000, algorithm: 'sequential' });
    const { skipped } = (await lab.sweep({ algorithms: ['javascript'], sizes: [10], initial: true }).next()).value;
    lab.close();
    return { points, value: [[...first], [...sums.slice(0, 2)]], wrong, skipped };
  });
  expect(points.map(({ verified, initial, skipped }) => [verified, initial, skipped])).toEqual(points.map(() => [true, true, null]));
  expect(value[0]).toEqual(value[1]);
  expect([wrong.verified, wrong.mismatch?.index]).toEqual([false, 0]);
  expect(skipped).toBe('The JavaScript scan has no initial value.');
});

test('the setting is in the address, the request, the files and the module; the scan in JavaScript is not offered', async ({ page }) => {
  await openPage(page);
  await choose(page, ['subgroup', 'blelloch']);
  await typeSizes(page, '1000, 5000');
  await page.getByLabel('Operator', { exact: true }).selectOption('bicyclic');
  await page.getByLabel('Mode', { exact: true }).selectOption('exclusive');
  await box(page).check();
  await expect(page).toHaveURL(/&mode=exclusive&initial=1&pattern=random/);
  await expect(cause(page, 'javascript')).toHaveText(/no initial value/);
  await run(page);
  await expect(runText(page)).toHaveText(/^Done: 4 of 4 points\. All outputs are correct\./);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('exclusive scan with bicyclic of u32 from an initial value').first()).toBeVisible();

  const [head, ...cells] = (await downloaded(page, 'Save CSV')).bytes.toString().trim().split('\r\n');
  const at = head.split(',').indexOf('initial');
  expect(cells.map((row) => row.split(',')[at])).toEqual(Array(4).fill('true'));
  const { bytes } = await downloaded(page, 'Save JSON');
  const file = JSON.parse(bytes.toString());
  expect([file.config.initial, file.points.map(({ initial }) => initial)]).toEqual([true, Array(4).fill(true)]);
  expect(file.settings).toContain('&initial=1&');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.reload();
  await expect(box(page)).toBeChecked();
  // An operation has no initial value.
  await page.getByRole('combobox', { name: 'What to measure' }).selectOption('reduce');
  await expect(box(page)).toBeHidden();
  await expect(page).toHaveURL(/operation=reduce(?!.*initial)/);
});
