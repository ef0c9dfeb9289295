/** Learn, step by step: on the emulator, without a device. */
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './helpers.js';
import { LECTURE, openStep, range, shown, status, sums, verdict } from './step.js';

test('every scan can be stepped through, without WebGPU, to its sums', async ({ page }) => {
  await openStep(page, 'sequential/step');
  const titles = await page.locator('.learn-list li a').allTextContents();
  expect(titles.length).toBeGreaterThan(20);
  for (const title of titles) {
    await page.locator('.learn-list').getByRole('link', { name: title, exact: true }).click();
    await expect(page.locator('.step h3, .step h4').first()).toHaveText(`Step through ${title}`);
    await expect(verdict(page), title).toHaveText(/^The output matches a loop in JavaScript. The emulator found no fault/);
    const isSinglePass = (await page.locator('#step-input').inputValue()) === 'small-tiles';
    const input = await shown(page, 'Input');
    if (isSinglePass) expect(input, title).toHaveLength(128);
    else expect(input, title).toEqual(LECTURE);
    await expect(range(page)).toHaveValue(isSinglePass ? /^[1-9]\d+$/ : '0');
    await range(page).press('End');
    expect(await shown(page, 'Output'), title).toEqual(sums(input));
    // At the end, the clock of the time line shows the costs of the whole run.
    await expect(page.locator('.step-time'), title).toHaveText(/workgroup memory ([\d,]+) of \1, storage ([\d,]+) of \2[;.]/);
    await range(page).press('Home');
    expect(await shown(page, 'Output'), title).toEqual(input.map(() => null));
    expect(await shown(page, 'Input'), title).toEqual(input);
    await page.keyboard.press('Shift+ArrowRight');
    await expect(status(page)).toHaveText(/./);
  }
});

test('a step says where in the scan it is, and the code opens at the kernel', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await openStep(page, 'blelloch/step');
  await expect(page.locator('.step-line', { hasText: 'fn tile_scan(local_index: u32)' })).toBeInViewport();
  await expect(page.locator('.step-line', { hasText: 'fn up_sweep(local_index: u32)' })).toBeInViewport();
  const places = [];
  for (let i = 0; i < 200 && (await range(page).inputValue()) !== (await range(page).getAttribute('max')); i++) {
    await range(page).press('ArrowRight');
    const place = await status(page).locator('b').allTextContents();
    if (place.length && place[0] !== places.at(-1)) places.push(place[0]);
  }
  const sweep = (name, strides) => strides.map((stride, i) => `${name}, level ${i + 1} of 4, stride ${stride}: `);
  expect(places.filter((place) => /sweep/.test(place))).toEqual([...sweep('up-sweep', [1, 2, 4, 8]), ...sweep('down-sweep', [8, 4, 2, 1])]);
  await openStep(page, 'kogge-stone/step');
  const rounds = new Set();
  for (let i = 0; i < 60; i++) {
    await range(page).press('ArrowRight');
    for (const text of await status(page).locator('b').allTextContents()) rounds.add(text);
  }
  expect([...rounds]).toContain('tile-scan, round 2 of 3, distance 2: ');
});

test('the page stays where it is while it is stepped through', async ({ page }) => {
  for (const id of ['blelloch', 'look-back']) {
    await openStep(page, `${id}/step`);
    const top = (locator) => locator.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const parts = [page.getByLabel('Broken part'), range(page), page.locator('.step-stage'), page.locator('.step-code')];
    const before = await Promise.all(parts.map(top));
    let height = 0;
    for (let i = 0; i < 25; i++) {
      await range(page).press('ArrowRight');
      expect(await Promise.all(parts.map(top)), `${id}, step ${i}`).toEqual(before);
      const now = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(now, `${id}, step ${i}`).toBeGreaterThanOrEqual(height);
      height = now;
    }
    // Long lines wrap and are not cut off.
    const { scrollWidth, clientWidth } = await page
      .locator('.step-code-scroll')
      .evaluate((code) => ({ scrollWidth: code.scrollWidth, clientWidth: code.clientWidth }));
    expect(scrollWidth).toBe(clientWidth);
  }
});

test('keys act in the player alone', async ({ page }) => {
  await openStep(page, 'blelloch/step');
  for (const place of [page.locator('body'), page.locator('.step-code-scroll'), page.locator('#step-title')]) {
    await place.focus();
    for (const key of ['d', 'End', 'ArrowRight', ' ']) await page.keyboard.press(key);
    await expect(range(page)).toHaveValue('0');
  }
  await page.getByRole('button', { name: 'Forward by a step' }).focus();
  await page.keyboard.press('d');
  await expect(range(page)).toHaveValue('1');
});

test('the scan can be changed on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStep(page, 'blelloch/step');
  await page.locator('#step-scan').selectOption('sklansky');
  await expect(page.locator('#step-title')).toHaveText('Step through Sklansky');
  await expect(page).toHaveURL(/#learn\/sklansky\/step$/);
  await page.goBack();
  await expect(page.locator('#step-scan')).toHaveValue('blelloch');
});

test('the list of scans is one stop of the Tab key, with arrows in it, and can be skipped', async ({ page }) => {
  await openStep(page, 'sequential/step');
  const list = page.locator('.learn-list');
  expect(await list.locator('a[tabindex="0"]').count()).toBe(1);
  await list.getByRole('link', { name: 'Sequential', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('link', { name: 'Horn / Hillis–Steele' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.getByRole('link', { name: 'Automatic' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Lesson' })).toBeFocused();
  await list.getByRole('button', { name: 'Skip the list of scans' }).focus();
  await expect(list.getByRole('button', { name: 'Skip the list of scans' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#step-title')).toBeFocused();
});

test('a link opens a step, and the address follows', async ({ page }) => {
  await openStep(page, 'blelloch/step/input=harris/mode=exclusive/at=14');
  await expect(range(page)).toHaveValue('14');
  const there = await status(page).textContent();
  await page.locator('.step').getByRole('button', { name: 'Forward by a step' }).click();
  await expect(range(page)).toHaveValue('15');
  await expect(page).toHaveURL(/#learn\/blelloch\/step\/input=harris\/mode=exclusive\/at=15$/);
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).toHaveText(there);
  await page.locator('#step-operator').selectOption('max');
  await expect(page).toHaveURL(/\/operator=max\/mode=exclusive$/);
  await expect(verdict(page)).toHaveText(/^The output matches/);
});

test('the views of a moment: data, code, machine', async ({ page }) => {
  await openStep(page, 'hillis-steele/step');
  await range(page).focus();
  const steps = Number(await range(page).getAttribute('max'));
  const kinds = new Set();
  for (let i = 0; i < steps; i++) {
    await page.keyboard.press('ArrowRight');
    const text = await status(page).textContent();
    if (/read Input\[0–7\]/.test(text)) {
      kinds.add('read');
      expect(await page.locator('.step-array .read').count()).toBe(8);
      await expect(page.locator('.step-line[aria-current]')).toBeVisible();
      await expect(page.locator('.step-requests caption')).toHaveText(/1 address group: 1 time unit/);
    }
    if (/⊕/.test(text)) kinds.add('combine');
    if ((await range(page).inputValue()) === `${steps}`) break;
  }
  expect([...kinds].sort()).toEqual(['combine', 'read']);
  // The step that begins a pass ends the previous pass.
  for (const key of ['Home', 'd', 'd']) await page.keyboard.press(key);
  await expect(status(page)).toHaveText(/^Dispatch 2 of 3: step_level_to_level, 1 × 256 invocations\./);
});

test('one’s own numbers are scanned, and what is none is said', async ({ page }) => {
  await openStep(page, 'kogge-stone/step');
  await page.locator('#step-input').selectOption('own');
  await page.locator('#step-own').fill('2 x');
  await page.locator('#step-own').press('Enter');
  await expect(page.locator('#step-own-error')).toHaveText('Line 1, column 3: “x” is not a number.');
  await page.locator('#step-own').fill('1,234');
  await page.locator('#step-own').press('Enter');
  await expect(page.locator('#step-own-error')).toHaveText(
    /^Line 1, column 1: “1,234” can be read as 1234 or as 1 and 234: write “1234”, or “1, 234”/,
  );
  await page.locator('#step-own').fill('2 7 -1 8');
  await page.locator('#step-own').press('Enter');
  await expect(page).toHaveURL(/input=2,7,-1,8$/);
  // In an address, commas separate numbers.
  await openStep(page, 'kogge-stone/step/input=1,234');
  expect(await shown(page, 'Input')).toEqual([1, 234]);
  await openStep(page, 'kogge-stone/step/input=2,7,-1,8');
  await expect.poll(() => shown(page, 'Input')).toEqual([2, 7, -1, 8]);
  await range(page).press('End');
  expect(await shown(page, 'Output')).toEqual(sums([2, 7, -1, 8]));
});

test('it plays, and the space bar pauses', async ({ page }) => {
  await openStep(page, 'naive-tiles/step');
  await page.locator('#step-speed').selectOption('32');
  await range(page).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.step').getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => Number(await range(page).inputValue())).toBeGreaterThan(2);
  await page.keyboard.press('Space');
  await expect(page.locator('.step').getByRole('button', { name: 'Play' })).toBeVisible();
});

test('the emulator is loaded when a scan is stepped through, not before', async ({ page }) => {
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('./#learn/blelloch');
  await expect(page.locator('.learn .flow')).toBeVisible();
  expect(loaded.filter((url) => url.includes('emulator'))).toEqual([]);
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(verdict(page)).toHaveText(/./);
  expect(loaded.filter((url) => url.includes('emulator'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Lesson' }).click();
  await expect(page.locator('.learn .flow')).toBeVisible();
  await expect(page).toHaveURL(/#learn\/blelloch$/);
});

test('operators of several words are stepped through: pairs, matrices, floats', async ({ page }) => {
  for (const operator of ['bicyclic', 'affine', 'mat2']) {
    for (const id of ['blelloch', 'subgroup', 'look-back', 'nakano']) {
      await openStep(page, `${id}/step/operator=${operator}/mode=exclusive`);
      await expect(page.locator('#step-operator')).toHaveValue(operator);
      await expect(verdict(page), `${id} ${operator}`).toHaveText(/^The output matches a loop in JavaScript. The emulator found no fault/);
    }
  }
  await openStep(page, 'sklansky/step/operator=bicyclic/input=2,-3,1');
  await range(page).press('End');
  expect(await shown(page, 'Input')).toEqual([0, 2, 3, 0, 0, 1]);
  expect(await shown(page, 'Output')).toEqual([0, 2, 1, 0, 1, 1]);
  await openStep(page, 'sklansky/step/operator=affine/input=2,-3,1');
  await range(page).press('End');
  expect(await shown(page, 'Output')).toEqual([-1, 2, 1, -5, -1, 6]);
});

test('banks against time: conflicts, barriers, the pipeline, and the time of the source', async ({ page }) => {
  await openStep(page, 'brent-kung/step/input=merry/latency=5');
  const machine = page.locator('.step-timeline');
  const seen = { conflict: 0, barrier: 0, drain: 0, full: 0 };
  const steps = Number(await range(page).getAttribute('max'));
  for (let i = 0; i < 40 && Number(await range(page).inputValue()) < steps; i++) {
    await range(page).press('ArrowRight');
    for (const kind of ['conflict', 'barrier', 'drain']) seen[kind] += await machine.locator(`.${kind}`).count();
    seen.full = Math.max(seen.full, await machine.locator('.step-stages .filled').count());
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  await expect(machine.locator('.step-stages li')).toHaveCount(5);
  await expect(machine.getByRole('img')).toHaveAccessibleName(/^(workgroup memory \(DMM\)|storage \(UMM\)).*: \d+ time units/);
  await expect(page.locator('.step-formula')).toHaveText(/^No source states the time .*Any scan takes at least .* \(Theorem 1\)/);
  await openStep(page, 'nakano/step/input=nakano');
  await expect(page.locator('.step-formula')).toHaveText(
    /^The source’s formula \(§7, Theorem 2\): n\/w \+ nl\/p \+ l log n = [\d.]+ time units/,
  );
  await openStep(page, 'nakano/step/schedule=reversed');
  await expect(page.locator('.step-time')).toHaveText(/^Time is counted in lockstep only/);
});

test('the keyboard alone is enough: to a scan, through it, to a race', async ({ page }) => {
  await openStep(page, 'sequential/step');
  await page.locator('.learn-list').getByRole('link', { name: 'Kogge–Stone', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#step-title')).toHaveText('Step through Kogge–Stone');
  await expect(verdict(page)).toHaveText(/./);
  await range(page).focus();
  for (const key of ['d', 'Shift+ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  const there = Number(await range(page).inputValue());
  expect(there).toBeGreaterThan(1);
  await page.keyboard.press('Shift+D');
  expect(Number(await range(page).inputValue())).toBeLessThan(there);
  await page.keyboard.press('End');
  await expect(range(page)).toHaveValue(await range(page).getAttribute('max'));
  await page.getByLabel('Broken part').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('What will happen?')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.step-outcome')).toHaveText(/A data race/);
  await expect(page.getByRole('button', { name: 'Go to the race' })).toBeFocused();
});

test('360 pixels are enough, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStep(page, 'blelloch/step/input=merry/at=20');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('look-back opens where the first state is published, and its tiles look back', async ({ page }) => {
  const states = page.getByRole('list', { name: 'States of tiles' }).getByRole('listitem');
  await openStep(page, 'look-back/step');
  await expect(status(page)).toContainText('publishes the state of tile 0: prefix 5.');
  await expect(states).toHaveText(['tile 0: prefix 5', 'tile 1: empty', 'tile 2: empty', 'tile 3: empty']);
  const seen = [];
  for (let i = 0; i < 12; i++) {
    await range(page).press('ArrowRight');
    seen.push(await status(page).textContent());
  }
  expect(seen.filter((text) => /publishes the state of tile 2: aggregate 7\./.test(text))).toHaveLength(1);
  expect(seen.some((text) => /read the state of tile 2: aggregate 7, tile 1: aggregate 9, tile 0: prefix 5\./.test(text))).toBe(true);
  await expect(page).toHaveURL(/#learn\/look-back\/step\/at=\d+$/);
  await range(page).press('End');
  await expect(states).toHaveText(['tile 0: prefix 5', 'tile 1: prefix 14', 'tile 2: prefix 21', 'tile 3: prefix 29']);
  // The beginning of the run has its own address.
  await range(page).press('Home');
  await expect(page).toHaveURL(/#learn\/look-back\/step\/at=0$/);
  await page.reload();
  await expect(status(page)).toHaveText(/^Nothing has run yet/);
  await page.locator('#step-subgroup').selectOption('32');
  await expect(states).toHaveCount(4);
});

test('each step that is shown has the next number, and none is of subgroups without elements', async ({ page }) => {
  for (const id of ['blelloch', 'look-back', 'subgroup']) {
    await openStep(page, `${id}/step/input=harris/at=0`);
    const texts = [''];
    while (!/passes a barrier/.test(texts.at(-1))) {
      await range(page).press('ArrowRight');
      await expect(range(page), id).toHaveValue(`${texts.length}`);
      texts.push(await status(page).textContent());
    }
    expect(texts[2], id).toMatch(/^Workgroup 0 starts\./);
    // The first subgroup has all eight numbers, so no other subgroup has numbers to sum.
    expect(
      texts.filter((text) => /Subgroup [1-9][^.]*take part/.test(text)),
      id,
    ).toEqual([]);
  }
});

test('look-back is stepped through over several tiles', async ({ page }) => {
  await openStep(page, 'look-back/step/input=tiles');
  await expect(verdict(page)).toHaveText(/^The output matches/);
  await range(page).press('ArrowRight');
  await expect(status(page)).toHaveText('Dispatch 1 of 1: scan_tiles, 4 × 256 invocations.');
  await range(page).press('End');
  expect((await shown(page, 'Output')).slice(0, 4)).toEqual([1, 2, 3, 4]);
});

test('an element alone shows a step, and leaves the keys of its page alone', async ({ page, baseURL }) => {
  await page.route('**/slide.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Slide</title><script type="module" src="${baseURL}scanlab.js"></script>
        <scan-lab view="learn" algorithm="sklansky" step="input=harris/at=6"></scan-lab>`,
    }),
  );
  await page.goto('./slide.html');
  await expect(range(page)).toHaveValue('6');
  await page.keyboard.press('ArrowRight');
  await expect(range(page)).toHaveValue('6');
  await range(page).focus();
  await page.keyboard.press('End');
  expect(await shown(page, 'Output')).toEqual(sums([3, 1, 7, 0, 4, 1, 6, 3]));
  await page.locator('scan-lab').evaluate((element) => element.setAttribute('step', 'operator=max/at=2'));
  await expect(range(page)).toHaveValue('2');
  await page.locator('scan-lab').evaluate((element) => element.removeAttribute('step'));
  await expect(page.locator('.learn .flow')).toBeVisible();
});

test('the diagram of a scan is coloured by its run: what is there, and what the step makes', async ({ page }) => {
  await openStep(page, 'blelloch/step/input=harris/mode=exclusive');
  const nodes = page.locator('.step-flow [data-node]');
  const [made, now] = [page.locator('.step-flow .made'), page.locator('.step-flow .now')];
  await expect(nodes).toHaveCount(46);
  await expect(made).toHaveCount(0);
  const seen = [];
  for (let step = 0; step < 200 && (await made.count()) < 46; step++) {
    await page.getByRole('button', { name: 'Forward by a step' }).click();
    for (const text of await now.locator('title').allTextContents()) seen.push([text, await status(page).textContent()]);
  }
  await expect(made).toHaveCount(46);
  // Each sum appears once, in the step whose text describes its combination.
  expect(seen.filter(([text]) => text.includes('⊕'))).toHaveLength(30);
  for (const [, text] of seen) expect(text).toMatch(/(up|down)-sweep, level \d of 4/);
  await range(page).fill('0');
  await expect(made).toHaveCount(0);
  for (const [scan, title, count] of [
    ['hillis-steele', 'Horn / Hillis–Steele', 17],
    ['naive-tiles', 'Naive, in tiles', 17],
    ['kogge-stone', 'Kogge–Stone', 17],
    ['sklansky', 'Sklansky', 32],
    ['brent-kung', 'Brent–Kung', 44],
    ['han-carlson', 'Han–Carlson', 32],
    ['ladner-fischer', 'Ladner–Fischer', 27],
    ['knowles', 'Knowles', 14],
    ['reduce-downsweep', 'Reduce and down-sweep', 11],
    ['sequential', 'Sequential', 7],
    ['nakano', 'Nakano', 9],
  ]) {
    await openStep(page, `${scan}/step`);
    await expect(page.locator('.step-flow svg > title')).toHaveText(new RegExp(`^Data flow of ${title} on`));
    await expect(made, scan).toHaveCount(0);
    await range(page).focus();
    await page.keyboard.press('End');
    await expect(made, scan).toHaveCount(count);
  }
  // A non-commutative operator gives other values.
  await openStep(page, 'blelloch/step/input=3,0,7,0,4,0,0,5/operator=last/mode=inclusive');
  await range(page).focus();
  await page.keyboard.press('End');
  expect(await made.count()).toBeGreaterThan(20);
  await expect(page.locator('.step-flow .ends text').last()).toHaveText('5');
  await expect(page.locator('.step-flow figcaption')).toContainText('⊕, here the last that is not 0, combines');
  // The titles contain long numbers in full.
  await openStep(page, 'blelloch/step/operator=mul/input=12,345,678,9,-2,3,4,5');
  await expect(page.locator('.step-flow .numbered', { hasText: '= 25262280' }).locator('text').first()).toHaveText('2526…');
  await openStep(page, 'blelloch/step/operator=min');
  await expect(page.locator('.step-flow figcaption')).toContainText('is the identity, 2147483647, “id” stands for 2147483647.');
});

/** The results in the diagram, numbers or names, and the last element of each; −1 for the identity. */
async function resultsOf(page, elements) {
  const ends = await page
    .locator('.step-flow .ends text')
    .evaluateAll((all) => all.map((text) => text.querySelector('title')?.textContent ?? text.textContent));
  // Identities may pad a tile.
  const columns = Math.min(ends.length / 2, elements);
  const perColumn = Math.ceil(elements / columns);
  const label = await page.locator('.step-flow .labels text').last().textContent();
  expect(['inclusive scan', 'exclusive scan']).toContain(label);
  const lasts = Array.from({ length: columns }, (_, i) => (label === 'exclusive scan' ? i : i + 1) * perColumn - 1);
  return { results: ends.slice(ends.length / 2).slice(0, columns), lasts };
}

/** Expects a diagram whose values the run makes: none before the run begins, and all at its end. */
async function expectMade(page, name) {
  const made = page.locator('.step-flow .made');
  const nodes = await page.locator('.step-flow [data-node]').count();
  expect(nodes, name).toBeGreaterThan(0);
  await range(page).press('Home');
  await expect(made, name).toHaveCount(0);
  await range(page).press('End');
  await expect(made, name).toHaveCount(nodes);
}

/** The positions and the texts of a diagram's nodes. */
function nodesIn(diagram) {
  return diagram.locator('[data-node]').evaluateAll((all) => all.map((node) => `${node.dataset.node} ${node.textContent}`));
}

test('every lesson draws the run of the reader’s numbers, and Step colours the same diagram', async ({ page }) => {
  test.setTimeout(600_000);
  await openStep(page, 'sequential/step');
  const addresses = await page.locator('.learn-list li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const ids = addresses.map((address) => /#learn\/([\w-]+)/.exec(address)[1]);
  expect(ids.length).toBeGreaterThan(20);
  const own = [];
  for (const id of ids) {
    await page.goto(`./#learn/${id}`);
    await page.getByRole('checkbox', { name: 'With your numbers' }).check();
    const step = page.getByRole('link', { name: 'Step through this run' });
    await step.waitFor();
    const nodes = await nodesIn(page.locator('.numbered-flow'));
    await step.click();
    await expect(page.locator('.step-flow svg'), id).toBeVisible();
    expect(await nodesIn(page.locator('.step-flow')), id).toEqual(nodes);
    await expectMade(page, id);
    const numbers = await shown(page, 'Input');
    // Zeros pad the tiles of single-pass scans.
    expect(numbers.filter(Boolean).slice(0, 6), id).toEqual([3, 1, 7, 4, 1, 6]);
    const { results, lasts } = await resultsOf(page, numbers.length);
    expect(results.length, id).toBe(16);
    const expected = lasts.map((last) => `${sums(numbers)[last] ?? 0}`);
    expect(results, id).toEqual(expected);
    if (await page.getByText('This is the data flow of this run.').count()) own.push(id);
  }
  // If the kernels of a scan have the applications of the lesson’s diagram, the run shows that diagram.
  const kept = ['sequential', 'hillis-steele', 'naive-tiles', 'blelloch', 'kogge-stone', 'sklansky', 'brent-kung', 'brent-kung-in-place'];
  kept.push('han-carlson', 'ladner-fischer', 'knowles', 'reduce-downsweep', 'nakano', 'hybrid');
  expect(ids.filter((id) => !own.includes(id)).sort()).toEqual(kept.sort());
});

test('the diagram of a run has the values of any operator', async ({ page }) => {
  test.setTimeout(600_000);
  for (const id of ['blelloch', 'brent-kung-radix', 'reduce-then-scan', 'subgroup', 'look-back']) {
    for (const operator of ['bicyclic', 'mat2']) {
      await openStep(page, `${id}/step/operator=${operator}`);
      await expectMade(page, `${id} ${operator}`);
      const words = await shown(page, 'Input');
      const elements = words.length / (operator === 'mat2' ? 4 : 2);
      const { results, lasts } = await resultsOf(page, elements);
      const name = (last) => (last < 0 ? 'id' : last ? `0–${last}` : '0');
      expect(results, `${id} ${operator}`).toEqual(lasts.map(name));
    }
    // Kernels may compute the maximum by a subgroup operation.
    await openStep(page, `${id}/step/operator=max`);
    await expectMade(page, `${id} max`);
    const numbers = await shown(page, 'Input');
    const { results, lasts } = await resultsOf(page, numbers.length);
    const expected = lasts.map((last) => `${last < 0 ? -(2 ** 31) : Math.max(...numbers.slice(0, last + 1))}`);
    expect(results, `${id} max`).toEqual(expected);
  }
});

test('other settings have diagrams of their runs', async ({ page }) => {
  for (const settings of [
    'hybrid/step/mode=exclusive',
    'look-back/step/mode=exclusive',
    'look-back/step/subgroup=32',
    'look-back-deterministic/step/schedule=random',
    'brent-kung-radix/step/input=tile',
    'two-level/step/input=merry/workgroup=32',
    'raking/step/input=3,-1,4',
  ]) {
    await openStep(page, settings);
    await expectMade(page, settings);
  }
});

test('a broken run has no diagram of values that it does not make', async ({ page }) => {
  // The race makes the output wrong; the swapped operands leave it right.
  for (const broken of ['barrier:tile-scan:3', 'operands:radix-scan']) {
    await openStep(page, `brent-kung-radix/step/broken=${broken}`);
    await expect(page.locator('.step-flow')).toBeVisible();
    await page.getByRole('button', { name: 'The output is wrong' }).click();
    await expect(page.locator('.step-outcome')).toHaveText(/./);
    await expect(page.locator('.step-flow'), broken).toHaveCount(0);
    await expect(page.locator('[data-part=tree] .hint'), broken).toHaveText(/^This run has no diagram: its output is not a scan/);
  }
});

test('a run that is too long or too short for a diagram says so', async ({ page }) => {
  const reason = page.locator('[data-part=tree] .hint');
  await openStep(page, 'look-back/step/input=tiles');
  await expect(reason).toHaveText('A diagram requires 1,024 elements or fewer; this run has 4,096.');
  await openStep(page, 'sequential/step/input=5');
  await expect(reason).toHaveText('This run has no diagram: it applies ⊕ to nothing, since there is one element.');
});
