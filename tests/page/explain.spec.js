import { expect, test } from '@playwright/test';
import { choose, openList, openPage, openView, run, typeSizes, view, violations, violationsInBothThemes } from './helpers.js';

const search = (page) => page.getByRole('searchbox', { name: 'Find' });
const shown = (page) => page.locator('.algorithm:visible');
const learn = (page) => page.locator('.learn');

/** Goes from the list in Measure to the scan in Learn. */
async function openDetails(page, name) {
  await openList(page);
  await page.getByRole('button', { name: `Details of ${name}`, exact: true }).click();
  await expect(learn(page).getByRole('heading', { name, exact: true })).toBeVisible();
}

test('a search finds scans by name, family and paper, and says how many', async ({ page }) => {
  await openPage(page);
  await openList(page);
  const all = await shown(page).count();
  const status = page.locator('.search [role=status]');
  await expect(status).toHaveText(new RegExp(`^${all} scans; \\d+ chosen\\.$`));
  for (const query of ['hillis-steele', 'HORN 2005', 'device-wide']) {
    await search(page).fill(query);
    await expect(page.locator('[data-algorithm="hillis-steele"]')).toBeVisible();
    await expect(status).toHaveText(new RegExp(`^\\d+ of ${all} match; \\d+ chosen\\.$`));
  }
  await search(page).fill('no such scan');
  await expect(shown(page)).toHaveCount(0);
  await expect(status).toHaveText(new RegExp(`^0 of ${all} match`));
  await search(page).press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect(shown(page)).toHaveCount(all);
});

test('the keyboard goes from the search into what it found; hidden choices stay', async ({ page }) => {
  await openPage(page);
  await choose(page, ['hybrid']);
  await search(page).fill('blelloch 1990');
  await search(page).press('ArrowDown');
  await expect(page.locator('#use-blelloch')).toBeFocused();
  await page.getByRole('button', { name: 'Select none' }).click();
  await page.locator('#use-blelloch').focus();
  await page.keyboard.press('Space');
  await search(page).press('Escape');
  await expect(page.locator('.algorithm .pick input:checked')).toHaveCount(2);
});

test('a panel tells all about a scan: data flow, costs, plan and WGSL', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Horn / Hillis–Steele');
  const flow = learn(page).getByRole('img', { name: 'Data flow of Horn / Hillis–Steele on 16 elements' });
  await expect(flow).toBeVisible();
  // n log₂ n − (n − 1)
  await expect(flow.locator('.combine')).toHaveCount(49);
  await expect(flow.locator('.copy, .identity')).toHaveCount(0);
  await learn(page).getByText('The steps in words', { exact: true }).click();
  await expect(learn(page).locator('.flow-steps li')).toHaveCount(4);
  await expect(learn(page).locator('.flow-steps')).toContainText('distance 8: a8 ← a0 ⊕ a8');
  await expect(learn(page).locator('.facts dt:text-is("In place") + dd')).toHaveText('no');
  const n = learn(page).getByRole('textbox', { name: 'n for the costs' });
  await n.fill('many');
  await n.press('Tab');
  await expect(n).toHaveAccessibleDescription(/“many” is not a number/);
  await n.fill('1000');
  await n.press('Tab');
  await expect(
    learn(page)
      .locator('table.costs')
      .getByRole('row', { name: /^Dispatches/ }),
  ).toHaveText('Dispatches10');
  await expect(learn(page).locator('table.passes tbody tr')).toHaveCount(10);
  await expect(learn(page).locator('table.passes')).toContainText('1 source, 4 scratch 0');
  await learn(page).locator('.shader > summary').first().click();
  await expect(learn(page).locator('.shader pre.source').filter({ hasText: 'fn step_level_to_level(' })).toBeVisible();
  await expect(
    learn(page).getByText(/^shaders\/scan\/hillis-steele\.wgsl, lines 1 to \d+: lines \d+ to \d+ of the joined text$/),
  ).toBeVisible();
});

test('a shader is shown by its own file, with the imports at its top, after all that it imports', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Nakano, group by group');
  const own = learn(page).locator('.shader').filter({ hasText: 'in shaders/scan/nakano-sequential.wgsl' });
  await own.locator('summary').first().click();
  const last = own.locator('.shader-part').last();
  await expect(last.locator('figcaption')).toHaveText(/^shaders\/scan\/nakano-sequential\.wgsl, lines 1 to \d+: /);
  await expect(last.locator('pre.source')).toContainText('import package::scan::nakano::{intervals, nakano_pairs, nakano_store};');
  await expect(own.locator('figcaption').filter({ hasText: 'shaders/scan/nakano.wgsl, lines 1 to' })).toHaveCount(1);
});

test('the identity and copies are drawn as such', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Blelloch');
  const flow = learn(page).locator('.flow svg');
  await expect(flow.locator('.identity')).toHaveCount(1);
  await expect(flow.locator('.copy')).toHaveCount(15);
  await expect(flow.locator('.combine')).toHaveCount(30);
});

test('a lesson explains a scan, and its words on demand; formulas stand beside the plan', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Kogge–Stone');
  const lesson = learn(page).locator('.lesson');
  for (const part of ['The idea', 'On the diagram', 'Work and depth', 'On a GPU', 'Choose it', 'What ScanLab changes', 'Sources']) {
    await expect(lesson.getByRole('heading', { name: part, exact: true })).toBeVisible();
  }
  const meaning = lesson.getByText('Simultaneous accesses to different words of one bank run one after another');
  await expect(meaning).toBeHidden();
  await lesson.getByRole('button', { name: 'bank conflict' }).press('Enter');
  await expect(meaning).toBeVisible();
  await expect(lesson.getByText('Bank conflict', { exact: true })).toBeVisible();
  await expect(lesson.getByRole('note')).toBeFocused();
  const predicted = (name) => learn(page).locator('table.predictions').getByRole('row', { name });
  // A tile of 256 elements: 2 · 8 barriers and one of the frame, 256 · 8 reads and those of the padding.
  await expect(predicted(/^Barriers, per tile/).getByRole('cell')).toHaveText(['2 log₂ N', '16', '17', /frame/]);
  await expect(predicted(/^Reads of workgroup memory/).getByRole('cell')).toHaveText(['N log₂ N', '2,048', '2,304', /padding/]);
});

test('formulas of the sources hold for plans, where they are printed right', async ({ page }) => {
  await openPage(page);
  const same = { 'Horn / Hillis–Steele': 3, 'Reduce and down-sweep': 2, 'Naive, in tiles': 1, Nakano: 2, 'Brent–Kung': 2, 'Two-level': 2 };
  for (const [name, count] of Object.entries(same)) {
    await openDetails(page, name);
    await expect(learn(page).locator('table.predictions').getByRole('cell', { name: 'the same', exact: true }), name).toHaveCount(count);
    await openView(page, 'Measure');
  }
});

test('a memory machine tells times and the limit that dominates, and keeps them when it is typed wrong', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Nakano');
  const field = (name) => learn(page).getByRole('textbox', { name });
  const status = learn(page).getByRole('region', { name: 'On the memory machine' }).getByRole('status');
  const own = learn(page).locator('table.machine .own-row').getByRole('cell');
  await field('n for the costs').fill('1024');
  await field('n for the costs').press('Tab');
  for (const [name, value] of [
    ['Threads p', '64'],
    ['Width w', '4'],
    ['Latency l', '8'],
    ['Group k', '256'],
  ])
    await field(name).fill(value);
  await expect(status).toContainText('bandwidth 256, latency 128, reduction 80. The bandwidth limit dominates.');
  await expect(own).toHaveText([/^256/, /^128/, /^80/, '464', '1 ×']);
  await field('Threads p').fill('few');
  await expect(field('Threads p')).toHaveAccessibleDescription(/p must be a whole number from 1 to 2\^32.*“few”/);
  await expect(own.nth(3)).toHaveText('464');
  expect(await violations(page)).toEqual([]);
  await field('Threads p').fill('16');
  await expect(status).toContainText('The latency limit dominates.');
});

test('two scans stand side by side, with what was measured', async ({ page }) => {
  await openPage(page);
  await choose(page, ['hillis-steele', 'blelloch']);
  await page.getByRole('button', { name: 'Explain two side by side' }).click();
  await expect(learn(page).locator('.flow svg')).toHaveCount(2);
  await expect(learn(page).getByText('The last run did not measure both scans.')).toBeVisible();
  await expect(learn(page).getByRole('row', { name: /^Dispatches/ })).toContainText(/Blelloch \([\d.]+ × less\)/);
  await openView(page, 'Measure');
  await typeSizes(page, '256, 1000');
  await run(page);
  await page.getByRole('button', { name: 'Explain two side by side' }).click();
  await expect(learn(page).locator('.chart-place svg .verified-points path')).toHaveCount(4);
  await expect(learn(page).locator('table.compared tbody tr')).toHaveCount(2);
  await expect(learn(page).locator('table.compared tbody tr').first()).toContainText(/× less|the same/);
  expect(await violations(page)).toEqual([]);
  await learn(page).getByLabel('Compare with').selectOption('nothing');
  await expect(learn(page).locator('.flow svg')).toHaveCount(1);
});

test('two who ask at once get one view, which shows what was asked for last', async ({ page }) => {
  await openPage(page);
  // Measure also asks for the explainer when it is loaded.
  await expect(view(page, 'measure')).toBeVisible();
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { explainer } = ScanLab;
    globalThis.asked = 0;
    // The first request takes longer than all later ones.
    ScanLab.explainer = async () => {
      globalThis.asked += 1;
      if (globalThis.asked === 1)
        await new Promise((resolve) => {
          globalThis.release = resolve;
        });
      return explainer.call(ScanLab);
    };
    for (const id of ['blelloch', 'sklansky']) document.querySelector('scan-lab').setAttribute('show', id);
  });
  await page.waitForFunction(() => globalThis.release);
  await page.evaluate(() => globalThis.release());
  await expect(learn(page).getByRole('heading', { level: 3 })).toHaveText('Sklansky');
  expect(await page.evaluate(() => globalThis.asked)).toBe(1);
});

test('an address from before there were views opens Learn, and follows it', async ({ page }) => {
  await page.goto('./#show=hybrid,blelloch');
  await expect(learn(page).locator('.flow svg')).toHaveCount(2);
  await learn(page).getByLabel('Compare with').selectOption('nothing');
  await expect(page).toHaveURL(/#learn\/hybrid$/);
  await expect(learn(page).locator('.flow svg')).toHaveCount(1);
  await openView(page, 'Measure');
  await expect(learn(page)).toBeHidden();
  await expect(page).toHaveURL(/#measure$/);
});

test('without WebGPU everything is still explained', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./');
  await openView(page, 'Measure');
  await openDetails(page, 'Blelloch');
  await expect(learn(page).locator('table.passes tbody tr').first()).toBeVisible();
});

test('axe finds nothing in the panel in either theme, nor at 360 pixels', async ({ page }) => {
  await openPage(page);
  await openDetails(page, 'Nakano');
  for (const summary of await learn(page).locator('summary:visible').all()) await summary.click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await learn(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('the costs of a scan that this device does not offer are those of a device that does', async ({ page }) => {
  await openPage(page);
  await expect(page.locator('.introduction .result')).toHaveText(['PASS', 'PASS']);
  await openView(page, 'Learn');
  await learn(page).getByRole('navigation').getByRole('link', { name: 'Decoupled look-back' }).click();
  await expect(
    learn(page).locator('.hint', { hasText: 'The costs below are those of its plan for a device that offers it.' }),
  ).toBeVisible();
  const read = learn(page)
    .locator('table.costs')
    .getByRole('row', { name: /^Elements read/ });
  await expect(read.getByRole('cell')).toHaveText(/^[\d,]+$/);
  await expect(learn(page).locator('.error:visible')).toHaveCount(0);
});

test('the core refuses what it cannot read, with the path to the part that is wrong', async ({ page }) => {
  await openPage(page);
  const messages = await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const { settings } = await ScanLab.explainer();
    const thrower = (thrown) => ({
      get sizes() {
        throw thrown;
      },
    });
    const odd = [
      undefined,
      () => {},
      null,
      { sizes: [1n] },
      thrower(new Error('mine')),
      thrower('mine'),
      thrower(null),
      { sizes: [8, 1.5] },
    ];
    return odd.map((given) => {
      try {
        return settings.formatQuery(given);
      } catch ({ code, message }) {
        return `${code}: ${message}`;
      }
    });
  });
  const expected = [
    'must be given; found nothing',
    'must be given; found nothing',
    ': invalid type: null',
    'must be readable; found the exception "Do not know how to serialize a BigInt"',
    'must be readable; found the exception "mine"',
    'must be readable; found the exception "mine"',
    'must be readable; found an exception',
    '.sizes[1]: invalid type: floating point `1.5`, expected an integer of 0 or more',
  ];
  for (const [rank, message] of messages.entries()) {
    expect(message).toMatch(/^bad-argument: settings/);
    expect(message).toContain(expected[rank]);
  }
});
