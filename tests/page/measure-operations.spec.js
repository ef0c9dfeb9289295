/** Operations in the view Measure: their choice, options, results, files and addresses. */
import { expect, test } from '@playwright/test';
import { choose, downloaded, openPage, openTable, rows, run, runButton, runText, typeSizes, violationsInBothThemes } from './helpers.js';

const subject = (page) => page.getByRole('combobox', { name: 'What to measure' });
const fileText = async (page, name) => (await downloaded(page, name)).bytes.toString();
const option = (page, name) => page.getByLabel(name, { exact: true });

test('an operation is chosen with its options, measured, verified and shown', async ({ page }) => {
  await openPage(page);
  await expect(subject(page)).toHaveValue('scan');
  await subject(page).selectOption({ label: 'Compaction' });
  await expect(page.getByRole('heading', { name: 'Scan inside it' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  for (const name of ['Operator', 'Mode']) await expect(option(page, name)).toBeHidden();
  await option(page, 'Share selected').fill('0.25');
  await choose(page, ['auto', 'hybrid']);
  await typeSizes(page, '1000, 5000');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await run(page);
  await openTable(page);
  await expect(rows(page)).toHaveCount(4);
  expect(await rows(page).evaluateAll((found) => found.map(({ dataset }) => dataset.result))).toEqual(Array(4).fill('PASS'));
  await expect(page.locator('table.results caption')).toContainText(
    /^Compact of u32, density 0\.25, random input, seed drawn anew for each size\./,
  );
  await expect(page.locator('.summary-table tr.copy')).toContainText('Copy kernel');
  await expect(page.getByRole('img', { name: /all verified; with the copy kernel as the bound/ })).toBeVisible();
  await expect(page.getByLabel('Prediction', { exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Which is faster' })).toBeVisible();
  await expect(page).toHaveURL(
    /\?v=1&operation=compact:density=0\.25&algorithms=hybrid,auto&sizes=1000,5000&type=u32&pattern=random&metric=elements$/,
  );

  // The choice of scans has not changed.
  await subject(page).selectOption('scan');
  await expect(page.getByRole('radio', { name: 'One per family' })).toBeChecked();
  await expect(option(page, 'Seed')).toHaveValue('1');
  await expect(page).toHaveURL(
    /\?v=1&algorithms=[^&]*&sizes=1000,5000&operator=add&type=u32&mode=inclusive&pattern=random&seed=1&metric=elements$/,
  );
});

test('each operation is measured by its address, and its results are saved and opened again', async ({ page }) => {
  const settings = {
    reduce: '&operator=max&type=f32',
    compact: ':indices=1:flags=1&algorithms=auto',
    partition: ':density=0.9:reversed=1&type=i32',
    unique: ':indices=1:runs=3',
    'run-lengths': ':runs=3',
    'reduce-by-key': ':runs=5&operator=min',
    'segmented-reduce': ':runs=5&operator=bicyclic',
    histogram: ':bins=100&type=f32',
    'arg-min': '&type=f32',
    'arg-max': '&pattern=sorted',
    'lower-bound': ':sortedLength=77:upper=1&type=f32',
    merge: ':indices=1:descending=1:sortedLength=77&type=i32&transfers=1',
    'top-k': ':k=100:largest=0&type=f32',
    'segmented-sort': ':indices=1:runs=5&type=i32',
    sort: ':values=1:descending=1:bits=8-16&algorithms=auto&transfers=1',
  };
  for (const [operation, more] of Object.entries(settings)) {
    await openPage(page, `./?v=1&operation=${operation}${more}&sizes=3000&seed=7`);
    await expect(subject(page)).toHaveValue(operation);
    await expect(page.locator('.notice', { hasText: 'operation' })).toHaveCount(0);
    await run(page);
    await openTable(page);
    await expect(rows(page), operation).toHaveCount(1);
    await expect(rows(page), operation).toHaveAttribute('data-result', 'PASS');
    const json = JSON.parse(await fileText(page, 'Save JSON'));
    expect(json.config, operation).toMatchObject({ operation, seed: 7, sizes: [3000] });
    expect(json.points[0], operation).toMatchObject({ operation, verified: true, seed: 7, options: json.config.options });
    expect(json.points[0].readback ? 'moved' : '', operation).toBe(more.includes('transfers') ? 'moved' : '');
    expect(json.settings, operation).toContain(
      `v=1&operation=${operation}${more.split('&')[0]}`.replace(':indices=1:flags=1', ':flags=1:indices=1'),
    );
    const [head, row] = (await fileText(page, 'Save CSV')).split('\r\n');
    expect(row.split(',')[head.split(',').indexOf('result')], operation).toBe('PASS');
    expect(row, operation).toContain(`,${operation},`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `${operation}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(json)),
      });
    await expect(page.getByText('Opened 1 file.')).toBeVisible();
    await expect(page.locator('.note .error, [role=status] .error')).toHaveCount(0);
  }
});

test('what an address or a control says wrong of an operation is named, and the rest holds', async ({ page }) => {
  await openPage(page, './?v=1&operation=compact:density=2:bins=3:indices=1&algorithms=javascript,auto&sizes=1000');
  const notice = page.locator('.notice');
  await expect(notice).toContainText('operation: density of compact must be a number from 0 to 1; it is “2”.');
  await expect(notice).toContainText('operation: “bins” is not an option of compact, which has flags, density, indices.');
  await expect(option(page, 'Also give each element’s index in the input')).toBeChecked();
  await expect(page.locator('#reason-javascript')).toContainText('Not available: it is not a part of an operation on the GPU.');

  await option(page, 'Share selected').fill('1.5');
  await expect(page.locator('#option-density-error')).toHaveText('Density of compact must be a number from 0 to 1; it is “1.5”.');
  await runButton(page).click();
  await expect(runText(page)).toHaveText('Not started: see the messages beside the settings.');
  await expect(option(page, 'Share selected')).toBeFocused();
  await option(page, 'Share selected').fill('1');
  await option(page, 'Seed').fill('x');
  await runButton(page).click();
  await expect(option(page, 'Seed')).toBeFocused();
  await option(page, 'Seed').fill('');
  await run(page);

  await openPage(page, './?v=1&operation=histogram:from=1000:bins=7&sizes=1000');
  const reason = page.locator('.subject .reason');
  await expect(option(page, 'From').first()).toHaveValue('1000');
  await expect(reason).toBeHidden();
  await run(page);
  await page.locator('#option-to').fill('3');
  await expect(reason).toHaveText('Not available: to must be greater than from, 1000; found 3');
  await page.locator('#option-to').fill('2000.5');
  await expect(reason).toContainText('to must be a value of u32, or 4294967296; found 2000.5');

  await openPage(page, './?v=1&operation=shuffle&sizes=1000');
  await expect(notice).toContainText('operation: “shuffle” is not one of scan, reduce, compact,');
  await expect(subject(page)).toHaveValue('scan');
});

test('the settings of a kept run return, of a scan and of an operation; they are not compared', async ({ page }) => {
  await openPage(page, './?v=1&operation=sort:descending=1&sizes=700&type=i32');
  await run(page);
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await subject(page).selectOption('scan');
  await choose(page, ['hybrid']);
  await run(page);
  const runs = page.locator('.runs li');
  await expect(runs).toHaveCount(2);
  await expect(page.locator('.runs')).toContainText(
    'Not comparable: this run is sort of i32, descending, and the other run is inclusive add of i32.',
  );
  await runs.filter({ hasText: 'sort of i32' }).first().getByRole('button', { name: 'Use its settings' }).click();
  await expect(subject(page)).toHaveValue('sort');
  await expect(option(page, 'Descending')).toBeChecked();
  await expect(page.locator('#algorithms-title')).toHaveText('Scan inside it');
});

test('a scan that an operation cannot take is barred, with the reason, while another operator takes it', async ({ page }) => {
  await openPage(page, './?v=1&operation=reduce-by-key&algorithms=segmented-difference,auto&operator=max&sizes=1000');
  const box = page.locator('#use-segmented-difference');
  const reason = page.locator('#reason-segmented-difference');
  await expect(reason).toContainText('Not available: "segmented-difference" needs an operator with an inverse');
  await expect(box).toBeDisabled();
  await run(page);
  await option(page, 'Operator').selectOption('add');
  await expect(box).toBeEnabled();
  await expect(reason).toBeHidden();
});

test('operators are offered for the operations that take one', async ({ page }) => {
  await openPage(page);
  const operations = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    return (await ScanLab.catalogue()).operations.map(({ id, options, takesScan }) => ({
      id,
      takesOperator: options.includes('operator'),
      takesScan,
    }));
  });
  await option(page, 'Operator').selectOption('custom');
  for (const { id, takesOperator, takesScan } of operations) {
    await subject(page).selectOption(id);
    await expect(option(page, 'Operator')).toBeVisible({ visible: takesOperator });
    await expect(page.locator('#algorithms-title')).toBeVisible({ visible: takesScan });
    if (takesOperator) await expect(option(page, 'Operator')).toHaveValue('add');
  }
});
