/** Learn, step by step: deliberately broken kernels, on the emulator and on the browser's GPU. */
import { expect, test } from '@playwright/test';
import { openPage, openView, violationsInBothThemes } from './helpers.js';
import { goToStep, openStep, range, verdict } from './step.js';

test('a barrier is left out: a question first, then the race and where it happens', async ({ page }) => {
  await openStep(page, 'kogge-stone/step/input=nakano/workgroup=16');
  const what = page.getByLabel('Broken part');
  const barriers = await what.locator('option', { hasText: 'Leave out the barrier' }).evaluateAll((all) => all.map(({ value }) => value));
  expect(barriers.length).toBeGreaterThan(1);
  const found = [];
  for (const barrier of barriers) {
    await what.selectOption(barrier);
    await expect(page).toHaveURL(new RegExp(`broken=${barrier}$`));
    await page.getByRole('button', { name: 'The output is right, and no fault is found' }).click();
    const told = page.locator('.step-outcome');
    await expect(told).toHaveText(/You said|As you said/);
    found.push(await told.textContent());
    if (!(await page.getByRole('button', { name: 'Go to the race' }).isVisible())) continue;
    await page.getByRole('button', { name: 'Go to the race' }).click();
    expect(Number(await range(page).inputValue())).toBeGreaterThan(0);
    await expect(page.locator('.step-line.edited')).toHaveCount(1);
  }
  expect(found.some((text) => /A data race: no barrier orders these accesses to /.test(text))).toBe(true);
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(verdict(page)).toHaveText(/^The output matches a loop/);
});

test('swapped operands show with an operator that does not commute, by a link', async ({ page }) => {
  await openStep(page, 'blelloch/step/operator=last');
  const option = page.getByLabel('Broken part').locator('option', { hasText: 'Swap the operands' }).first();
  const id = await option.getAttribute('value');
  await openStep(page, `blelloch/step/operator=last/broken=${id}`);
  await page.reload();
  await page.getByRole('button', { name: 'The output is wrong' }).click();
  await expect(page.locator('.step-outcome')).toHaveText(/^As you said: the output is wrong\.The first wrong element is \d+/);
});

test('without padding the output is right, and takes more time', async ({ page }) => {
  await openStep(page, 'blelloch/step');
  await page.getByLabel('Broken part').selectOption('padding');
  await page.getByRole('button', { name: 'takes more time units' }).click();
  await expect(page.locator('.step-outcome')).toHaveText(/^As you said.*Time units: workgroup memory (\d+) before, (\d+) now/);
  await page.getByRole('button', { name: 'Go to the worst conflict' }).click();
  await expect(page.locator('.step-requests .conflict').first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('where a workgroup is never resumed, look-back waits for ever and its fallback does not', async ({ page }) => {
  for (const [id, choice] of [
    ['look-back', 'The run never ends'],
    ['chained', 'The run never ends'],
    ['look-back-fallback', 'The others end'],
  ]) {
    for (const input of ['', '/input=tiles']) {
      await openStep(page, `${id}/step${input}/broken=stall`);
      await page.reload();
      await page.getByRole('button', { name: choice }).click();
      await expect(page.locator('.step-outcome'), id).toHaveText(/^As you said/);
    }
  }
});

test('each scan has something to break, and asks for a prediction first', async ({ page }) => {
  await openStep(page, 'sequential/step');
  for (const title of await page.locator('.learn-list li a').allTextContents()) {
    await page.locator('.learn-list').getByRole('link', { name: title, exact: true }).click();
    await expect(page.locator('#step-title')).toHaveText(`Step through ${title}`);
    await expect(verdict(page)).toHaveText(/^The output matches/);
    const what = page.getByLabel('Broken part');
    await expect.poll(() => what.locator('option').count(), title).toBeGreaterThan(1);
    await what.selectOption({ index: 1 });
    await expect(page.getByText('What will happen?'), title).toBeVisible();
    await expect(page.locator('.step-outcome'), title).toBeEmpty();
    expect(await page.locator('.step-question button').count(), title).toBeGreaterThan(2);
    await page.locator('.step-question button').first().click();
    await expect(page.locator('.step-outcome'), title).toHaveText(/^(You said|As you said)/);
  }
});

test('in place without a second buffer, and one barrier where the lecture has two: the race, and where it shows', async ({ page }) => {
  for (const [id, broken, variable] of [
    ['naive-tiles', 'in-place', 'naive_buffers'],
    ['hillis-steele', 'in-place', 'after'],
    ['kogge-stone', 'one-barrier', 'kogge_stone_values'],
  ]) {
    await openStep(page, `${id}/step/broken=${broken}`);
    await page.reload();
    await page.getByRole('button', { name: 'The output is right in this order, but accesses race' }).click();
    const told = page.locator('.step-outcome');
    await expect(told, id).toContainText(`A data race: no barrier orders these accesses to ${variable}[`);
    await expect(told, id).toHaveText(
      /The race shows in another order of execution, “[\w ]+”: the first wrong element is \d+: \S+, not \S+\.$/,
    );
    expect(Number(await range(page).inputValue()), id).toBeGreaterThan(0);
    expect(await page.locator('.step-line.edited').count(), id).toBeGreaterThan(0);
    await expect(page.getByText('This browser has no WebGPU')).toBeVisible();
  }
});

test('what cannot be broken is named, and nothing is broken', async ({ page }) => {
  await openStep(page, 'blelloch/step/broken=barrier:side-sweep');
  await expect(page.getByText('“barrier:side-sweep” cannot be broken in this run, so nothing is broken.')).toBeVisible();
  await expect(page.getByLabel('Broken part')).toHaveValue('');
  await expect(page.getByText('What will happen?')).toBeHidden();
  await range(page).press('ArrowRight');
  await expect(page).not.toHaveURL(/broken/);
});

test('what is broken has a name, which an operator, an input and lines before it do not change', async ({ page }) => {
  const what = page.getByLabel('Broken part');
  await openStep(page, 'blelloch/step');
  await what.selectOption('operands:up-sweep');
  await expect(page).toHaveURL(/#learn\/blelloch\/step\/broken=operands:up-sweep$/);
  await page.getByRole('button', { name: 'no fault is found' }).click();
  await expect(page.locator('.step-outcome')).toContainText('This operator commutes. Choose one that does not');
  // A change of the operator, as advised, leaves the kernel broken.
  for (const operator of ['max', 'last', 'mat2']) {
    await page.locator('#step-operator').selectOption(operator);
    await expect(page).toHaveURL(new RegExp(`operator=${operator}/broken=operands:up-sweep$`));
    await expect(page.getByText('What will happen?')).toBeVisible();
    await expect(what).toHaveValue('operands:up-sweep');
  }
  await page.locator('#step-input').selectOption('merry');
  await expect(page).toHaveURL(/input=merry\/operator=mat2\/broken=operands:up-sweep$/);
  await page.getByRole('button', { name: 'The output is wrong' }).click();
  await expect(page.locator('.step-outcome')).toHaveText(/^As you said: the output is wrong/);
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(page).not.toHaveURL(/broken/);
});

test('a former address, of a line, leads to the name', async ({ page }) => {
  await openStep(page, 'blelloch/step');
  const option = page.getByLabel('Broken part').locator('option[value="barrier:up-sweep"]');
  const { shader, line } = await page.evaluate(async () => {
    const found = [...document.querySelector('scan-lab').shadowRoot.querySelectorAll('.step-line')];
    const at = found.findIndex((one) => /fn up_sweep/.test(one.textContent));
    return { shader: 0, line: at + found.slice(at).findIndex((one) => /workgroupBarrier/.test(one.textContent)) + 1 };
  });
  await expect(option).toHaveText(/^Leave out the barrier in up-sweep, line \d+ of shaders\/scan\/blelloch.wgsl$/);
  await openStep(page, `blelloch/step/broken=barrier-${shader}-${line}`);
  await page.reload();
  await expect(page.getByLabel('Broken part')).toHaveValue('barrier:up-sweep');
  await page.getByRole('button', { name: 'accesses race' }).click();
  await expect(page).toHaveURL(/broken=barrier:up-sweep/);
});

test('the question stands above the fold, and nothing gives the answer away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await goToStep(page, 'blelloch/step/broken=barrier:up-sweep');
  for (const button of await page.locator('.step-question button').all()) await expect(button).toBeInViewport({ ratio: 1 });
  await expect(verdict(page)).toBeHidden();
  await page.getByRole('button', { name: 'accesses race' }).click();
  await expect(verdict(page).last()).toBeVisible();
});

test('what is broken runs on the browser’s GPU beside the emulator', async ({ page }) => {
  const onGpu = page.getByRole('button', { name: 'Run it on this GPU too' });
  for (const [address, choice] of [
    ['naive-tiles/step/broken=in-place', 'accesses race'],
    ['hillis-steele/step/broken=in-place', 'accesses race'],
    ['subgroup/step/operator=bicyclic/broken=barrier:', 'accesses race'],
    // No race: in every order of execution, the same elements are wrong.
    ['blelloch/step/operator=mat2/broken=operands:up-sweep', 'the output is wrong'],
  ]) {
    await goToStep(page, address.replace(/\/broken=(barrier|operands).*/, ''));
    const what = page.getByLabel('Broken part');
    const id = address.split('broken=')[1];
    const options = await what.locator('option').evaluateAll((all) => all.map(({ value }) => value));
    await what.selectOption(options.find((option) => option.startsWith(id)));
    await page.getByRole('button', { name: choice }).click();
    await onGpu.click();
    await expect(page.locator('.step-gpu [role=status]'), address).toHaveText(/^On .+, (all|\d+ of) 20 runs are (right|wrong)/);
    const rows = await page.locator('.step-outputs tbody th').allTextContents();
    expect(rows.slice(0, 2), address).toEqual(['Expected', 'Emulator']);
    expect(rows.at(-1), address).toMatch(/^GPU/);
    if (choice !== 'the output is wrong') continue;
    await expect(page.locator('.step-gpu [role=status]'), address).toContainText(', 20 of 20 runs are wrong');
    const [, emulator, gpu] = await page
      .locator('.step-outputs tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)));
    expect(gpu, address).toEqual(emulator);
  }
  await goToStep(page, 'look-back/step/input=tiles/broken=stall');
  await page.reload();
  await page.getByRole('button', { name: 'The run never ends' }).click();
  await expect(page.getByText('Not run on a GPU')).toBeVisible();
  await expect(onGpu).toBeHidden();
});

test('a GPU whose subgroups vary runs a kernel for all of their sizes', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(GPUAdapterInfo.prototype, 'subgroupMaxSize', { get: () => 32 }));
  await goToStep(page, 'subgroup/step/operator=bicyclic');
  await page.getByLabel('Broken part').selectOption({ index: 1 });
  await page.locator('.step-question button').first().click();
  await page.getByRole('button', { name: 'Run it on this GPU too' }).click();
  await expect(page.locator('.step-gpu [role=status]')).toHaveText(/, (all|\d+ of) 20 runs are (right|wrong)/);
});

test('banks of the kernel and of the machine agree: padding leaves no conflict, and the lesson leads to those without it', async ({
  page,
}) => {
  for (const id of ['blelloch', 'brent-kung-in-place']) {
    for (const subgroup of ['', '/subgroup=8', '/input=tile/subgroup=32/workgroup=32']) {
      await openStep(page, `${id}/step${subgroup}`);
      const banks = page.locator('.step-line', { hasText: /const \w+_BANKS: u32 = \d+u;/ });
      const width = /subgroup=(\d+)/.exec(subgroup)?.[1] ?? '4';
      await expect(banks, id).toHaveText(new RegExp(`_BANKS: u32 = ${width}u;`));
      await range(page).press('End');
      await expect(page.locator('.step-time')).toContainText(`w = ${width},`);
    }
    await goToStep(page, `${id}/step`);
    await range(page).focus();
    while ((await range(page).inputValue()) !== (await range(page).getAttribute('max'))) {
      await page.keyboard.press('ArrowRight');
      expect(await page.locator('.step-requests caption', { hasText: 'conflict' }).allTextContents()).toEqual(
        await page.locator('.step-requests caption', { hasText: 'no bank conflict' }).allTextContents(),
      );
    }
    await page.goto(`./#learn/${id}`);
    await page.getByRole('link', { name: 'See the bank conflicts that its padding avoids' }).click();
    await page.getByRole('button', { name: 'takes more time units' }).click();
    await expect(page.locator('.step-outcome')).toHaveText(/^As you said.*Time units: workgroup memory (\d+) before, (\d+) now/);
  }
});

test('from the page to why padding matters in five presses, and the same by a link', async ({ page }) => {
  await openPage(page);
  await openView(page, 'Learn');
  await page.locator('.learn-list').getByRole('link', { name: 'Blelloch', exact: true }).click();
  await page.getByRole('button', { name: 'Step by step' }).click();
  await expect(verdict(page)).toHaveText(/./);
  await page.getByLabel('Broken part').selectOption('padding');
  await page.getByRole('button', { name: 'takes more time units' }).click();
  const check = async () => {
    await expect(page.locator('.step-outcome')).toHaveText(/^As you said.*Time units: workgroup memory (\d+) before, (\d+) now/);
    expect(await page.locator('.step-requests .conflict').count()).toBeGreaterThan(2);
    expect(await page.locator('.step-timeline .conflict').count()).toBeGreaterThan(2);
  };
  await check();
  await expect(page).toHaveURL(/#learn\/blelloch\/step\/.*broken=padding/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'takes more time units' }).click();
  await check();
});

test('a broken kernel fits 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await goToStep(page, 'kogge-stone/step/broken=one-barrier');
  await page.getByRole('button', { name: 'accesses race' }).click();
  await page.getByRole('button', { name: 'Run it on this GPU too' }).click();
  await expect(page.locator('.step-outputs tbody th')).toHaveText(['Expected', 'Emulator', 'Emulator, random', /^GPU/]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
