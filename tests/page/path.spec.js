/** Learn, the path: eight screens, their pictures and questions, by address, by keyboard and embedded. */
import { expect, test } from '@playwright/test';
import { SCREENS, TITLE } from '../../www/learn/path/screens.ts';
import { violationsInBothThemes } from './helpers.js';

const heading = (page) => page.locator('#path-screen');
const outcome = (page) => page.locator('.path-outcome');
const answer = (page, text) => page.locator('.path-question').getByRole('button', { name: text, exact: true });
const right = (screen) => screen.answers.find(({ isRight }) => isRight);
const choose = (page, name, label) => page.locator(`#path-${name}`).selectOption({ label });

async function openPath(page, address = '') {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/path${address}`);
  await expect(heading(page)).toBeVisible();
}

/** Records the details of answers from now on. */
const record = (page) =>
  page.evaluate(() => {
    globalThis.answers = [];
    document.addEventListener('scanlab-answer', ({ detail, composed, bubbles }) =>
      globalThis.answers.push({ ...detail, isOutside: composed && bubbles }),
    );
  });
const recorded = (page) => page.evaluate(() => globalThis.answers);
/** Records xAPI statements; `statements` returns them, with the last word of their verbs. */
const recordStatements = (page) =>
  page.evaluate(() => {
    globalThis.statements = [];
    document.addEventListener('scanlab-statement', ({ detail }) => globalThis.statements.push(detail));
  });
const statements = async (page) =>
  (await page.evaluate(() => globalThis.statements)).map(({ verb, object, result }) => [
    verb.id.split('/').at(-1),
    new URL(object.id).hash,
    result,
  ]);

test('Learn offers the path first', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./#learn');
  await page.locator('.learn-start').getByRole('link', { name: TITLE }).click();
  await expect(heading(page)).toHaveText('A loop');
  await page.goBack();
  await expect(page.locator('#explain-title')).toBeVisible();
  await page.goto('./#learn/blelloch');
  await expect(page.locator('#explain-title')).toHaveText('Blelloch');
  await expect(page.locator('.learn-start')).toBeHidden();
});

test('the path is walked by keyboard, each screen with an address and a title of its own', async ({ page }) => {
  await openPath(page);
  await record(page);
  await recordStatements(page);
  for (const [i, screen] of SCREENS.entries()) {
    await expect(heading(page)).toHaveText(screen.title);
    await expect(page).toHaveURL(new RegExp(`#learn/path/${i + 1}$`));
    await expect(page).toHaveTitle(`${i + 1}. ${screen.title} · ${TITLE} · Learn · ScanLab`);
    if (i) await expect(heading(page)).toBeFocused();
    await answer(page, right(screen).text).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${i + 1} of 8 questions answered correctly.`)).toBeVisible();
    const next = page.locator('.path-moves .next');
    if (i === SCREENS.length - 1) {
      await expect(next).toHaveCount(0);
      continue;
    }
    await next.focus();
    await page.keyboard.press('Enter');
  }
  expect((await recorded(page)).map(({ screen, correct, passed, total }) => [screen, correct, passed, total])).toEqual(
    SCREENS.map(({ id }, i) => [id, true, i + 1, 8]),
  );
  expect(await statements(page)).toEqual([
    ...SCREENS.map((screen) => [
      'answered',
      `#learn/path/${screen.id}`,
      { success: true, response: `${screen.answers.indexOf(right(screen))}`, score: { scaled: 1 } },
    ]),
    ['completed', '#learn/path', { success: true, completion: true, score: { scaled: 1, raw: 8, min: 0, max: 8 } }],
  ]);
  await page.goBack();
  await expect(heading(page)).toHaveText(SCREENS[6].title);
  await page.getByRole('button', { name: /^Back: / }).click();
  await expect(heading(page)).toHaveText(SCREENS[5].title);
  // The browser keeps the answers until the visitor deletes them.
  await page.reload();
  await expect(page.locator('.path-steps .passed')).toHaveCount(8);
  await page.getByRole('button', { name: 'Forget my answers' }).click();
  await expect(page.locator('.path-steps .passed')).toHaveCount(0);
  await page.reload();
  await expect(heading(page)).toHaveText(SCREENS[5].title);
  await expect(page.locator('.path-steps .passed')).toHaveCount(0);
});

test('every answer shows its reason; each counts once, until the right one', async ({ page }) => {
  await openPath(page, '/5');
  await record(page);
  const screen = SCREENS[4];
  const [first, second] = screen.answers.filter(({ isRight }) => !isRight);
  for (const one of [first, first, second, right(screen), ...screen.answers]) await answer(page, one.text).click();
  for (const { text, reason, isRight } of screen.answers) {
    await expect(page.getByText(`${isRight ? 'Right.' : 'Not quite.'} ${reason}`)).toBeVisible();
    await expect(answer(page, text)).toHaveAttribute('data-right', `${Boolean(isRight)}`);
  }
  const common = { screen: 'banks', question: screen.question, total: 8, isOutside: true };
  expect(await recorded(page)).toEqual([
    { ...common, answer: first.text, correct: false, attempts: 1, passed: 0 },
    { ...common, answer: second.text, correct: false, attempts: 2, passed: 0 },
    { ...common, answer: right(screen).text, correct: true, attempts: 3, passed: 1 },
  ]);
});

test('pictures follow the numbers, and the emulator says what each kernel makes of them', async ({ page }) => {
  await openPath(page);
  const boxes = page.locator('.number-boxes input');
  const sums = page.locator('.path-flow .combine');
  await expect(sums.last()).toContainText('25');
  await boxes.nth(7).fill('-10');
  await expect(sums.last()).toContainText('12');
  await expect(page).toHaveURL(/#learn\/path\/1\/input=3,1,7,0,4,1,6,-10$/);
  await boxes.nth(0).fill('1.5');
  await expect(page.locator('#path-numbers-error')).toHaveText('A whole number from −99 to 99 is required; found “1.5”.');
  await expect(sums.last()).toContainText('12');
  await boxes.nth(0).fill('3');
  await expect(page.locator('#path-numbers-error')).toBeHidden();
  await page.locator('.path-moves .next').click();
  await expect(page).toHaveURL(/#learn\/path\/2\/input=3,1,7,0,4,1,6,-10$/);
  await expect(outcome(page)).toHaveText('The output is right in this order, but accesses race.');
  await choose(page, 'order', 'Random');
  await expect(outcome(page)).toHaveText(/^The output is wrong from element \d on, counted from 0: -?\d+, not -?\d+\.$/);
  await expect(page.locator('.path td.wrong').first()).toBeVisible();
  for (const [kernel, text] of [
    ['Two buffers, one barrier', /^The output is right, and no accesses race\.$/],
    ['Two buffers, no barrier', /wrong|race\.$/],
    ['One buffer, two barriers', /^The output is right, and no accesses race\.$/],
  ]) {
    await choose(page, 'kernel', kernel);
    await expect(outcome(page), kernel).toHaveText(text);
  }
});

test('of the barriers of the tree, the one of the right answer may go, and no other', async ({ page }) => {
  await openPath(page, '/4');
  for (const [label, may] of [
    ['nothing', true],
    ['the barrier after the input is stored', false],
    ['the barrier in the up-sweep', false],
    ['the barrier after the root is cleared', true],
    ['the barrier in the down-sweep', false],
  ]) {
    await choose(page, 'left-out', label);
    await expect(outcome(page), label).toHaveText(
      may ? /^The output is right in all 5 orders, and no accesses race\.$/ : /wrong|but accesses race/,
    );
  }
});

test('strides meet banks as the answers say', async ({ page }) => {
  await openPath(page, '/5');
  for (const [stride, ways] of [
    ['1', 1],
    ['2', 2],
    ['4', 4],
    ['8', 8],
    ['9', 1],
  ]) {
    await choose(page, 'stride', stride);
    await expect(outcome(page), stride).toHaveText(ways > 1 ? new RegExp(`^${ways}-way bank conflict`) : /^No bank conflict/);
  }
});

test('work, accesses and progress are as the texts say', async ({ page }) => {
  await openPath(page, '/3');
  const work = async (n) => {
    await choose(page, 'n', `${n}`);
    await expect(page.locator('.path-bars caption')).toHaveText(`Counted in the diagrams of ${n} elements`);
    return (await page.locator('.path-bars tbody td:nth-of-type(1)').allTextContents()).map(Number);
  };
  const [few, many] = [await work(32), await work(64)];
  expect(many).toEqual([63, 321, 126]);
  expect(many[1]).toBeGreaterThan(2 * few[1]);
  expect((await page.locator('.path-bars tbody td:nth-of-type(2)').allTextContents()).map(Number)).toEqual([63, 6, 12]);
  await openPath(page, '/7');
  for (const n of ['1,024', '16,777,216']) {
    await choose(page, 'size', n);
    await expect(page.locator('.path-bars caption')).toContainText(`${n} elements`);
    await expect(page.locator('.path-bars tbody tr')).toHaveCount(3);
    expect(await page.locator('.path-bars').textContent()).not.toMatch(/NaN|undefined/);
  }
  await expect(page.locator('.path-bars tbody td:nth-of-type(2)')).toHaveText(['3', '2', '2']);
  await openPath(page, '/8');
  await expect(outcome(page)).toHaveText(/^Chained scan ends at [\d,]+ time units\. Decoupled look-back ends at [\d,]+ time units\.$/);
  const [chained, lookBack] = (await outcome(page).textContent())
    .match(/[\d,]+(?= time units)/g)
    .map((text) => Number(text.replaceAll(',', '')));
  expect(lookBack).toBeLessThan(chained);
  // At least one tile ends its look-back before tile 0.
  const depths = page.locator('.timeline').nth(1).locator('tbody tr');
  const passed = await depths.evaluateAll((rows) => rows.map(({ cells }) => [Number(cells[1].textContent), Number(cells[5].textContent)]));
  expect(passed.some(([tile, depth]) => depth > 0 && depth < tile)).toBe(true);
  await choose(page, 'progress', 'One in five may stop permanently');
  await expect(outcome(page)).toHaveText(
    /^Chained scan never ends: \d+ workgroups stopped permanently, .* Decoupled look-back never ends: \d+ workgroups stopped permanently, .* Look-back with fallback ends at [\d,]+ time units, except \d workgroups that stopped permanently\.$/,
  );
  await expect(page.locator('.timeline caption').nth(0)).toContainText('of a run that never ends');
  await expect(page.locator('.timeline caption').nth(1)).toContainText('of a run that never ends');
  await expect(page.locator('.timeline caption').nth(2)).not.toContainText('never ends');
});

test('bad screens and numbers are told, and the path is shown', async ({ page }) => {
  await openPath(page, '/9/input=1,2');
  await expect(heading(page)).toHaveText('A loop');
  await expect(page.getByText('path must be a screen from 1 to 8; it is “9”.')).toBeVisible();
  await expect(page.getByText('found “input=1,2”.')).toBeVisible();
});

test('axe finds nothing in any screen, and a phone needs no scrolling sideways', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await openPath(page);
  for (const [i, screen] of SCREENS.entries()) {
    await page.goto(`./#learn/path/${i + 1}`);
    await expect(heading(page)).toHaveText(screen.title);
    for (const { text } of screen.answers) await answer(page, text).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), screen.id).toBeLessThanOrEqual(360);
    expect(await violationsInBothThemes(page), screen.id).toEqual([]);
  }
});

test('one screen is embedded, without the list of scans, and its events reach the page', async ({ page, baseURL }) => {
  await page.route('**/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Course</title><script type="module" src="${baseURL}scanlab.js"></script>
        <scan-lab view="learn" path="5"></scan-lab>`,
    }),
  );
  await page.goto('./course.html');
  await expect(heading(page)).toHaveText('Banks');
  await expect(page.locator('.learn-list')).toBeHidden();
  await expect(page.locator('.learn-modes')).toBeHidden();
  await record(page);
  await answer(page, right(SCREENS[4]).text).click();
  expect(await recorded(page)).toMatchObject([{ screen: 'banks', correct: true, attempts: 1 }]);
  await page.locator('.path-moves .next').click();
  await expect(heading(page)).toHaveText('Tiles and block sums');
  await expect(page).toHaveTitle('Course');
  await page.locator('scan-lab').evaluate((element) => element.setAttribute('path', '2'));
  await expect(heading(page)).toHaveText('Naive steps and their race');
  // A frame has the attributes in its address.
  await page.goto('./?view=learn&path=3');
  await expect(heading(page)).toHaveText('Work');
});
