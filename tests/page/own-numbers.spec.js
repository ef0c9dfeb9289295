import { expect, test } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { downloaded, npyFile, openPage, openView } from './helpers.js';

const text = (page) => page.getByRole('textbox', { name: 'Numbers' });
const status = (page) => page.locator('.own .run-text');
const scan = (page) => page.getByRole('button', { name: 'Scan it' }).click();
const openNumbers = (page) => openPage(page, './#numbers');
const results = (page) => page.locator('.own-table tbody tr td:last-child');

test('pasted numbers are scanned, checked and saved', async ({ page }) => {
  await openNumbers(page);
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  await text(page).fill(numbers.join('; '));
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 100 numbers: PASS.');
  await expect(page.locator('.own-table tbody tr')).toHaveCount(17);
  await expect(results(page).first()).toHaveText('0');
  await expect(results(page).last()).toHaveText('4,950');
  const { name, bytes } = await downloaded(page, 'Download as text');
  expect(name).toBe('scan.txt');
  expect(bytes.toString().trim().split('\n').map(Number)).toEqual(numbers.map((i) => (i * (i + 1)) / 2));
});

test('elements that overflow in the tree are told beside PASS', async ({ page }) => {
  await openNumbers(page);
  const setting = (id, value) => page.locator(`#own-${id}`).selectOption(value);
  for (const [numbers, algorithm, operator, said] of [
    ['0 1e30 1e30', 'kogge-stone', 'mul', 'Scanned 3 numbers: PASS, 1 element overflowed in the tree.'],
    ['0 1e30 1e30', 'sequential', 'mul', 'Scanned 3 numbers: PASS.'],
    ['-3e38 3e38 3e38 -3e38 -3e38 3e38', 'kogge-stone', 'add', 'Scanned 6 numbers: PASS, 2 elements overflowed in the tree.'],
    ['-3e38 3e38 3e38 -3e38 -3e38 3e38', 'sequential', 'add', 'Scanned 6 numbers: PASS.'],
  ]) {
    await text(page).fill(numbers);
    await setting('type', 'f32');
    await setting('operator', operator);
    await setting('algorithm', algorithm);
    await scan(page);
    await expect(status(page)).toHaveText(said);
  }
  await setting('algorithm', 'kogge-stone');
  await scan(page);
  await expect(page.locator('.verdict')).toHaveText(
    'PASS, 2 elements overflowed in the tree. Every other element agrees with a scan in JavaScript. An overflowed element is infinite or NaN, although ' +
      'the scan in index order is finite, since partial results left the range of f32.',
  );
});

test('examples of the sources bring their type and mode, and what is typed is one’s own', async ({ page }) => {
  await openNumbers(page);
  const example = page.locator('#own-example');
  await expect(text(page)).toHaveValue('3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3');
  for (const [id, type, mode, sums] of [
    ['lecture', 'i32', 'inclusive', ['1', '6', '0', '3', '8', '12', '10', '11']],
    ['harris', 'u32', 'exclusive', ['0', '3', '4', '11', '11', '15', '16', '22']],
    ['merry', 'u32', 'exclusive', ['0', '4', '7', '14', '23', '25']],
    ['checkbook', 'i32', 'inclusive', ['500', '380', '345', '595', '535', '520', '600', '400']],
  ]) {
    await example.selectOption(id);
    await expect(page.locator('#own-type')).toHaveValue(type);
    await expect(page.locator('#own-mode')).toHaveValue(mode);
    await scan(page);
    await expect(status(page)).toHaveText(`Scanned ${sums.length} numbers: PASS.`);
    await expect(results(page)).toHaveText(sums);
  }
  await expect(page.locator('.own')).toContainText('The paper gives no amounts');
  await text(page).fill('1 2 3');
  await expect(example).toHaveValue('');
});

test('an .npy array sets the type and comes back as one', async ({ page }) => {
  await openNumbers(page);
  const values = Int32Array.from({ length: 1000 }, (_, i) => (i % 2 ? i : -i));
  await page.getByLabel('Or a file').setInputFiles({ name: 'a.npy', mimeType: 'application/octet-stream', buffer: npyFile('<i4', values) });
  await page.locator('#own-mode').selectOption('exclusive');
  await scan(page);
  await expect(status(page)).toHaveText('The array is i32. Scanned 1,000 numbers: PASS.');
  await expect(page.locator('#own-type')).toHaveValue('i32');
  const { name, bytes } = await downloaded(page, 'Download as .npy');
  expect(name).toBe('scan.npy');
  const start = 10 + bytes.readUInt16LE(8);
  expect(bytes.subarray(0, start).toString('latin1')).toContain("'descr': '<i4'");
  let sum = 0;
  values.forEach((value, i) => {
    expect(bytes.readInt32LE(start + 4 * i)).toBe(sum);
    sum += value;
  });
});

test('what cannot be parsed is named by line and column, and the text stays', async ({ page }) => {
  await openNumbers(page);
  await text(page).fill('1, 2\n3, x4, 5');
  await scan(page);
  await expect(text(page)).toHaveAccessibleDescription(/Line 2, column 4: “x4” is not a number/);
  await expect(text(page)).toHaveValue('1, 2\n3, x4, 5');
  await expect(text(page)).toBeFocused();
  for (const [typed, message] of [
    ['5 -1', /column 3: “-1” is outside u32/],
    ['1.5', /not a whole number/],
    ['', /no numbers here/],
    ['1 NaN', /only f32 has NaN/],
  ]) {
    await text(page).fill(typed);
    await scan(page);
    await expect(text(page)).toHaveAccessibleDescription(message);
  }
});

test('numbers that can be read in several ways are asked about, in the text and in a file', async ({ page }) => {
  await openNumbers(page);
  const question = page.getByRole('group', { name: 'How to read the numbers' });
  const answers = question.getByRole('button');
  await text(page).fill('1,234');
  await scan(page);
  await expect(text(page)).toHaveAccessibleDescription(
    /Line 1, column 1: “1,234” can be read as 1234 or as 1 and 234: write “1234”, or “1, 234” with a space after the comma\.$/,
  );
  await expect(answers).toHaveText(['Read it as 1234', 'Read it as 1 and 234']);
  await answers.last().click();
  await expect(results(page)).toHaveText(['1', '235']);
  await expect(question).toBeHidden();
  await expect(text(page)).toBeFocused();
  // The chosen answer is valid only for the text to which it was given.
  await text(page).fill('5; 1,234');
  await scan(page);
  await answers.first().click();
  await expect(results(page)).toHaveText(['5', '1,239']);
  await page.locator('#own-type').selectOption('f32');
  await text(page).fill('0,5');
  await scan(page);
  await expect(answers).toHaveText(['Read it as 0.5', 'Read it as 0 and 5']);
  await answers.first().click();
  await expect(results(page)).toHaveText(['0.5']);
  const file = page.getByLabel('Or a file');
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('1,5\n2,5\n') });
  await scan(page);
  await expect(file).toHaveAccessibleDescription(/“1,5” can be read as 1\.5 or as 1 and 5/);
  await answers.first().click();
  await expect(results(page)).toHaveText(['1.5', '4']);
  await scan(page);
  await expect(results(page)).toHaveText(['1.5', '4']);
});

test('the page’s own table is read when it is pasted back, and from a file', async ({ page }) => {
  await openNumbers(page);
  await text(page).fill('1000, 2345678, 9');
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 3 numbers: PASS.');
  const table = await page.evaluate(() => {
    const shown = document.querySelector('scan-lab').shadowRoot.querySelector('.own-table');
    const selection = getSelection();
    selection.selectAllChildren(shown);
    return selection.toString() || shown.innerText;
  });
  expect(table).toContain('2,345,678');
  await text(page).fill(table);
  await scan(page);
  await expect(status(page)).toHaveText('The column Input of the table was taken. Scanned 3 numbers: PASS.');
  await expect(results(page)).toHaveText(['1,000', '2,346,678', '2,346,687']);
  const buffer = Buffer.from('Index\tInput\tResult\n0\t1,234\t1,234\n1\t6\t1,240\n');
  await page.getByLabel('Or a file').setInputFiles({ name: 'table.txt', mimeType: 'text/plain', buffer });
  await scan(page);
  await expect(status(page)).toHaveText('The column Input of the table was taken. Scanned 2 numbers: PASS.');
  await expect(results(page)).toHaveText(['1,234', '1,240']);
});

test('NaN and infinities are scanned as f32', async ({ page }) => {
  await openNumbers(page);
  await page.locator('#own-type').selectOption('f32');
  await text(page).fill('1 inf -2 NaN 3');
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 5 numbers: PASS.');
  await expect(results(page)).toHaveText(['1', 'Infinity', 'Infinity', 'NaN', 'NaN']);
});

test('a file that cannot be read says why beside the file', async ({ page }) => {
  await openNumbers(page);
  const file = page.getByLabel('Or a file');
  const array = (descr, values) => ({ name: 'a.npy', mimeType: 'application/octet-stream', buffer: npyFile(descr, values) });
  await file.setInputFiles(array('<f8', new Float64Array([1, 0.1])));
  await scan(page);
  await expect(file).toHaveAccessibleDescription('Each value of the array must be one of u32; the one at index 1 is 0.1.');
  await file.setInputFiles(array('<i8', BigInt64Array.of(3n, 1n, 7n)));
  await scan(page);
  await expect(status(page)).toHaveText('The array is “<i8”, read as u32. Scanned 3 numbers: PASS.');
  await expect(results(page)).toHaveText(['3', '4', '11']);
  await file.setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: Buffer.from('PK\x03\x04 [Content_Types].xml') });
  await scan(page);
  await expect(file).toHaveAccessibleDescription(/this is an Excel workbook \(\.xlsx\): save the sheet as CSV\.$/);
  await file.setInputFiles({ name: 'a.csv.gz', mimeType: '', buffer: gzipSync('3\n4') });
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 2 numbers: PASS.');
  await file.setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('\uFEFF5 6', 'utf16le') });
  await scan(page);
  await expect(results(page)).toHaveText(['5', '11']);
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('value\n1\n2;oops\n') });
  await scan(page);
  await expect(file).toHaveAccessibleDescription(/Line 3, column 3: “oops”/);
  await file.setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('value\n1\n2\n') });
  await scan(page);
  await expect(status(page)).toHaveText('The first line (“value”) was taken as a header. Scanned 2 numbers: PASS.');
  await page.getByRole('button', { name: 'Use the text' }).click();
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 16 numbers: PASS.');
});

test('a result goes as soon as its input or a setting changes, and after an error', async ({ page }) => {
  await openNumbers(page);
  const shown = page
    .locator('.own')
    .getByText('PASS')
    .or(page.locator('.own-table'))
    .or(page.locator('.own').getByRole('button', { name: /^Download/ }));
  const changes = {
    'an error': async () => {
      await text(page).fill('3 1 abc 4');
      await scan(page);
      await expect(text(page)).toHaveAccessibleDescription(/“abc” is not a number/);
    },
    text: () => text(page).fill('3 1 4 1'),
    algorithm: () => page.locator('#own-algorithm').selectOption('blelloch'),
    operator: () => page.locator('#own-operator').selectOption('max'),
    type: () => page.locator('#own-type').selectOption('f32'),
    mode: () => page.locator('#own-mode').selectOption('exclusive'),
    file: () => page.getByLabel('Or a file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('4\n5\n') }),
    'the text again': () => page.getByRole('button', { name: 'Use the text' }).click(),
  };
  for (const [what, change] of Object.entries(changes)) {
    if (what === 'text') await text(page).fill('3 1 4');
    await scan(page);
    await expect(status(page), what).toHaveText(/: PASS\.$/);
    await expect(shown, what).toHaveCount(5);
    await change();
    await expect(shown, what).toHaveCount(0);
    await expect(page.locator('.own-result .empty'), what).toBeVisible();
  }
});

test('a change while a scan is under way ends it', async ({ page }) => {
  await openNumbers(page);
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { verify } = ScanLab.prototype;
    // The test holds the check until it has made the change.
    ScanLab.prototype.verify = async function held(...args) {
      await new Promise((resolve) => {
        globalThis.release = resolve;
      });
      return verify.apply(this, args);
    };
  });
  await scan(page);
  await page.waitForFunction(() => globalThis.release);
  await page.locator('#own-operator').selectOption('max');
  await page.evaluate(() => globalThis.release());
  await expect(status(page)).toHaveText('Cancelled.');
  await expect(page.locator('.own-table')).toHaveCount(0);
});

test('text that is typed asks nothing of the device, a setting does', async ({ page }) => {
  await openNumbers(page);
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { supports } = ScanLab.prototype;
    globalThis.asked = 0;
    ScanLab.prototype.supports = function counted(...args) {
      globalThis.asked += 1;
      return supports.apply(this, args);
    };
  });
  await text(page).pressSequentially(' 1 2 3');
  expect(await page.evaluate(() => globalThis.asked)).toBe(0);
  for (const [field, value] of [
    ['algorithm', 'blelloch'],
    ['operator', 'max'],
    ['type', 'f32'],
    ['mode', 'exclusive'],
  ]) {
    const before = await page.evaluate(() => globalThis.asked);
    await page.locator(`#own-${field}`).selectOption(value);
    expect(await page.evaluate(() => globalThis.asked), field).toBeGreaterThan(before);
  }
});

test('settings can be changed after the device was lost during a scan', async ({ page }) => {
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function remembered(...args) {
      globalThis.device = await requestDevice.apply(this, args);
      return globalThis.device;
    };
  });
  // Some parts of the page arrive only after the device is lost.
  let loadForecast;
  await page.route('**/forecast-view-*.js', (route) => (loadForecast = () => route.continue()));
  await openPage(page);
  await openView(page, 'Your numbers');
  await expect.poll(() => loadForecast).toBeDefined();
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    // The test holds the scan in its check, on a lab that has ended.
    ScanLab.prototype.verify = async function held() {
      globalThis.lab = this;
      await new Promise((resolve) => {
        globalThis.release = resolve;
      });
      return { verified: true, mismatch: null };
    };
  });
  await scan(page);
  await page.waitForFunction(() => globalThis.release);
  await page.evaluate(async () => {
    globalThis.device.destroy();
    await globalThis.lab.lost;
  });
  await Promise.all([page.waitForEvent('requestfinished', (request) => request.url().includes('forecast-view')), loadForecast()]);
  await page.locator('#own-operator').selectOption('max');
  for (const title of ['Experiments', 'Learn', 'Check', 'Use']) await openView(page, title);
  await openView(page, 'Measure');
  await page.locator('#operator').selectOption('max');
  await openView(page, 'Your numbers');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await page.evaluate(() => globalThis.release());
  await expect(status(page)).toHaveText('Cancelled.');
  expect(errors).toEqual([]);
});

test('a file that cannot be read says nothing once the text has taken its place', async ({ page }) => {
  await openNumbers(page);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    // The test holds the file until it has chosen the text.
    Blob.prototype.arrayBuffer = async function held() {
      await new Promise((resolve) => {
        globalThis.release = resolve;
      });
      return arrayBuffer.call(this);
    };
  });
  const file = page.getByLabel('Or a file');
  await file.setInputFiles({ name: 'a.npy', mimeType: 'application/octet-stream', buffer: npyFile('<f8', new Float64Array(4)) });
  await scan(page);
  await page.waitForFunction(() => globalThis.release);
  await page.getByRole('button', { name: 'Use the text' }).click();
  const mode = page.locator('#own-mode');
  await mode.focus();
  await page.evaluate(() => globalThis.release());
  await expect(status(page)).toHaveText('Cancelled.');
  for (const field of [file, text(page)]) await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(mode).toBeFocused();
});

/** Hides the adapter's subgroups, and holds back the adapter until the test releases it. */
function withoutSubgroups() {
  const { has } = GPUSupportedFeatures.prototype;
  GPUSupportedFeatures.prototype.has = function without(name) {
    return name !== 'subgroups' && has.call(this, name);
  };
  const { requestAdapter } = GPU.prototype;
  const released = new Promise((resolve) => {
    globalThis.release = resolve;
  });
  GPU.prototype.requestAdapter = async function held(...args) {
    await released;
    return requestAdapter.apply(this, args);
  };
}

test('an algorithm that the device refuses is barred, and the reason is the device’s', async ({ page }) => {
  await page.addInitScript(withoutSubgroups);
  await page.goto('./#numbers');
  const algorithm = page.locator('#own-algorithm');
  // While no device is open, every algorithm can be chosen.
  await expect(algorithm.locator('option:disabled')).toHaveCount(0);
  await algorithm.selectOption('subgroup');
  await scan(page);
  await page.evaluate(() => globalThis.release());
  await expect(status(page)).toHaveText('Not scanned: see the message beside the algorithm.');
  await expect(algorithm).toBeFocused();
  await expect(algorithm).toHaveAccessibleDescription(
    /^Not available: "subgroup" needs subgroup operations; this device was opened without them, or its adapter does not have them\.?$/,
  );
  const option = algorithm.locator('option[value="subgroup"]');
  await expect(option).toBeDisabled();
  await expect(option).toHaveAttribute('title', /needs subgroup operations/);
  const refused = page.locator('.own details', { hasText: 'not available here' });
  await refused.locator('summary').click();
  await expect(refused.getByRole('listitem').filter({ hasText: '"subgroup" needs subgroup operations' })).toBeVisible();
  await expect(refused.getByRole('listitem')).toHaveCount(await algorithm.locator('option:disabled').count());
  await algorithm.selectOption('blelloch');
  await expect(algorithm).not.toHaveAttribute('aria-invalid');
  await scan(page);
  await expect(status(page)).toHaveText('Scanned 16 numbers: PASS.');
});

test('a dropped file is taken', async ({ page }) => {
  await openNumbers(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['4 5 6'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  await text(page).dispatchEvent('dragover', { dataTransfer: data });
  await text(page).dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText(/Will scan dropped\.txt/)).toBeVisible();
  await scan(page);
  await expect(results(page)).toHaveText(['4', '9', '15']);
});

test('settings of an address that are unknown are named, and the others are taken', async ({ page }) => {
  await page.goto('./#numbers/type=f64/shape=3/operator=max/mode=exclusive');
  await expect(page.getByText('Your numbers has no type “f64”.')).toBeVisible();
  await expect(page.getByText(/^The settings of Your numbers are example, .*; found “shape”\.$/)).toBeVisible();
  await expect(page.locator('#own-operator')).toHaveValue('max');
  await expect(page.locator('#own-mode')).toHaveValue('exclusive');
});
