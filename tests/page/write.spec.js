/** Learn, exercises: a kernel is written, judged on the emulator and saved, by address, by keyboard and embedded. */
import fs from 'node:fs';
import { expect, test } from '@playwright/test';
import { openPage, violationsInBothThemes } from './helpers.js';

const OWN = fs.readFileSync('examples/exercise/exclusive-loop.md', 'utf8');
const solutionOf = (id) => fs.readFileSync(`exercises/kernels/${id}/solution.wgsl`, 'utf8');
const code = (page) => page.getByLabel('Kernel in WGSL');
const verdict = (page) => page.locator('.write-verdict');
const judge = (page) => page.getByRole('button', { name: 'Judge', exact: true }).click();

async function openExercise(page, id) {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`./#learn/write/${id}`);
  await expect(page.locator('.cm-content')).toBeVisible();
}

/** Replaces the kernel. The editor draws only the visible lines, so its own command must select all lines. */
async function write(page, text) {
  await code(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Records the details of verdicts from now on. */
const record = (page) =>
  page.evaluate(() => {
    globalThis.verdicts = [];
    globalThis.statements = [];
    document.addEventListener('scanlab-statement', ({ detail }) => globalThis.statements.push(detail));
    document.addEventListener('scanlab-exercise', ({ detail, composed, bubbles }) =>
      globalThis.verdicts.push({ ...detail, isOutside: composed && bubbles }),
    );
  });

test('a skeleton fails, hints help, and a solution passes with its goals', async ({ page }) => {
  // An alias of down-sweep.
  await openExercise(page, 'blelloch-down-sweep');
  await expect(page).toHaveURL(/#learn\/write\/down-sweep$/);
  await expect(page).toHaveTitle('The down-sweep · Write a kernel · Learn · ScanLab');
  await expect(page.getByText('Goals on 128 elements: at most 254 calls of combine, 16 barriers.')).toBeVisible();
  await expect(page.getByText(/^The scan is exclusive: /)).toBeVisible();
  const sources = page.getByText(/^Source: /).getByRole('link');
  await expect(sources).toHaveText(['Blelloch 1990, section 1.2', 'Harris, Sengupta & Owens 2007, section 39.2.2']);
  await expect(sources.first()).toHaveAttribute('href', /^https:/);
  await record(page);
  await judge(page);
  await expect(verdict(page)).toContainText('Not right yet.');
  await expect(verdict(page)).toContainText('must be');
  const hints = page.locator('.write-hints li');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(hints).toHaveCount(1);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(hints).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeDisabled();
  await expect(page.getByText('A solution', { exact: true })).toBeHidden();
  await write(page, solutionOf('down-sweep'));
  // The verdict on the previous kernel has disappeared.
  await expect(verdict(page)).toBeEmpty();
  await judge(page);
  await expect(verdict(page)).toContainText('Passed: right in every run, and every goal is met.');
  await expect(page.locator('.write-goals tbody tr[data-met="true"]')).toHaveCount(2);
  await page.getByText('A solution', { exact: true }).click();
  await expect(page.locator('.write details pre')).toContainText('left_sum');
  const verdicts = await page.evaluate(() => globalThis.verdicts);
  expect(verdicts.map(({ score, status, statement }) => [score, status, statement.result.success])).toEqual([
    [0, 'failed', false],
    [1, 'passed', true],
  ]);
  expect(verdicts.map(({ exercise, passed, attempts, isOutside }) => [exercise, passed, attempts, isOutside])).toEqual([
    ['down-sweep', false, 1, true],
    ['down-sweep', true, 2, true],
  ]);
  expect(verdicts[1].goals.every(({ met, found, required }) => met && found <= required)).toBe(true);
  const statements = await page.evaluate(() => globalThis.statements);
  expect(statements.map(({ verb, result }) => [verb.display['en-US'], result.success, result.score.scaled])).toEqual([
    ['answered', false, 0],
    ['answered', true, 1],
    ['completed', true, 1],
  ]);
  expect(statements[1].result.response).toBe(solutionOf('down-sweep'));
  expect(statements.map(({ object }) => object.definition.name['en-US'])).toEqual(Array(3).fill('The down-sweep'));
});

test('a failure leads to its line, and a known mistake is named', async ({ page }) => {
  await openExercise(page, 'one-buffer');
  const racing = solutionOf('one-buffer').replace('        workgroupBarrier();\n        sums[i] = sum;', '        sums[i] = sum;');
  await write(page, racing);
  await judge(page);
  await expect(verdict(page)).toContainText('no barrier orders them');
  const button = verdict(page)
    .getByRole('button', { name: /^Line \d+$/ })
    .first();
  const line = Number((await button.textContent()).slice('Line '.length));
  await button.click();
  await expect(code(page)).toBeFocused();
  await expect(page.locator('.cm-activeLine')).toHaveText(racing.split('\n')[line - 1]);
  // Nothing is selected, so a key replaces nothing.
  await page.keyboard.press('Home');
  await page.keyboard.type('/**/');
  await expect(page.locator('.cm-activeLine')).toHaveText(new RegExp(`^\\s*/\\*\\*/`));
  await expect(page.locator('.cm-activeLine')).toContainText(racing.split('\n')[line - 1].trim());
  await judge(page);
  // The editor shows the message at its line, too.
  await expect(page.locator('.cm-lint-marker')).not.toHaveCount(0);
  await write(page, solutionOf('one-buffer').replace('combine(sums[i - stride], sum)', 'combine(sum, sums[i - stride])'));
  await judge(page);
  await expect(page.locator('.write-hint')).toHaveText(/^One mistake explains this: .*not every operator commutes/);
  await write(page, 'not WGSL');
  await judge(page);
  await expect(verdict(page).getByRole('button', { name: 'Line 1' })).toBeVisible();
  await expect(verdict(page).locator('li')).toHaveText(/^Line 1 line 1, column 1: expected global item/);
});

test('a right kernel that misses a goal does not pass', async ({ page }) => {
  await openExercise(page, 'padding');
  await judge(page);
  await expect(verdict(page)).toContainText('Right in every run, but a goal is missed.');
  await expect(page.locator('.write-goals tr[data-met="false"]')).toContainText('bank conflicts');
});

test('drafts stay in this browser, and the address follows the exercise', async ({ page }) => {
  await openExercise(page, 'serial');
  await write(page, '// mine');
  await page.getByLabel('Exercise', { exact: true }).selectOption('items');
  await expect(page).toHaveURL(/#learn\/write\/items$/);
  await expect(code(page)).toContainText(/ITEMS/);
  await page.getByText('Embed it', { exact: true }).click();
  await expect(page.locator('.take-away code')).toContainText('<scan-lab view="learn" exercise="items">');
  await page.getByLabel('Exercise', { exact: true }).selectOption('serial');
  await expect(code(page)).toHaveText('// mine');
  await page.goBack();
  await expect(code(page)).toContainText(/ITEMS/);
  await page.goForward();
  await expect(code(page)).toHaveText('// mine');
  await page.reload();
  await expect(code(page)).toHaveText('// mine');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(code(page)).toContainText(/result\[i\] is source\[0\]/);
  await page.reload();
  await expect(code(page)).toContainText(/result\[i\] is source\[0\]/);
  await page.goto('./#learn/write/parallel');
  await expect(page.getByText('exercise must be one of serial, two-buffers')).toBeVisible();
});

test('a hand-in file has the kernel, its seed and its verdict', async ({ page }) => {
  await openExercise(page, 'serial');
  await write(page, solutionOf('serial'));
  await judge(page);
  await expect(verdict(page)).toContainText('Passed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for hand-in' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('scanlab-serial.json');
  const handIn = JSON.parse(fs.readFileSync(await file.path(), 'utf8'));
  expect(handIn).toMatchObject({ exercise: 'serial', code: solutionOf('serial'), verdict: { passed: true, seed: handIn.seed } });
});

test('Tab leaves the editor; axe finds nothing, in either theme and at 360 pixels', async ({ page }) => {
  await openExercise(page, 'padding');
  await code(page).focus();
  await page.keyboard.press('Control+]');
  await expect(page.locator('.cm-line').first()).toHaveText(/^ {4}\S/);
  await page.keyboard.press('Control+[');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Judge', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.write-goals')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('an element shows an exercise alone', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.route('**/alone.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
      body: '<!doctype html><title>A course</title><script type="module" src="scanlab.js"></script><scan-lab view="learn" exercise="items"></scan-lab>',
    }),
  );
  await page.route('**/course/own.md', (route) => route.fulfill({ contentType: 'text/markdown', body: OWN }));
  const refused = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto('alone.html');
  await expect(code(page)).toContainText(/ITEMS/);
  await expect(page.locator('.learn-list')).toBeHidden();
  await judge(page);
  await expect(verdict(page)).toContainText('Not right yet.');
  // CodeMirror's styles contain the marks of lines as pictures.
  await code(page).press('Control+A');
  await page.keyboard.type('not WGSL');
  await judge(page);
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
  await expect(page.locator('.cm-lintRange-error')).toBeVisible();
  expect(refused).toEqual([]);
});

test('an attribute names a teacher’s file by its address, with the slashes that it has', async ({ page, baseURL }) => {
  await page.route('**/course/own.md', (route) => route.fulfill({ contentType: 'text/markdown', body: OWN }));
  for (const exercise of ['course/own.md', new URL('course/own.md', baseURL).href]) {
    await page.route('**/own.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>A course</title><script type="module" src="scanlab.js"></script><scan-lab view="learn" exercise="${exercise}"></scan-lab>`,
      }),
    );
    await page.goto('own.html');
    await expect(page.getByText('result[0] is the identity.')).toBeVisible();
    await page.getByText('Embed it', { exact: true }).click();
    await expect(page.locator('.take-away code')).toContainText(`exercise="${exercise}"`);
  }
});

test('a failure is stepped through at its race, in its shortest run', async ({ page }) => {
  await openExercise(page, 'one-buffer');
  const racing = solutionOf('one-buffer').replace('        workgroupBarrier();\n        sums[i] = sum;', '        sums[i] = sum;');
  await write(page, racing);
  await judge(page);
  await verdict(page).getByRole('button', { name: 'Step through it' }).first().click();
  const replay = page.getByRole('region', { name: 'The failed run' });
  await expect(replay.getByRole('heading', { name: /^[23] elements, add, schedule / })).toBeFocused();
  await expect(replay.getByText(/^lines \d+ and \d+ access sums\[\d+\] from two invocations/)).toBeVisible();
  await expect(replay.locator('.step-findings')).toContainText('A data race');
  await expect(replay.locator('.step-findings')).toContainText('of your kernel');
  await expect(replay.locator('.step-line[aria-current]')).toHaveCount(1);
  const count = replay.locator('.step-count');
  const before = await count.textContent();
  await replay.getByRole('button', { name: 'Back by a step' }).click();
  await expect(count).not.toHaveText(before);
  expect(await violationsInBothThemes(page)).toEqual([]);
  // The replay of a wrong element begins at its write, and not at the end of the run.
  await write(page, solutionOf('one-buffer').replace('i >= stride', 'i > stride'));
  await judge(page);
  await verdict(page).locator('li', { hasText: 'result[1] must be' }).getByRole('button', { name: 'Step through it' }).click();
  await expect(replay.getByText(/^result\[1\] must be \d+, found \d+\.$/)).toBeVisible();
  await expect(replay.locator('.step-status')).toContainText(/write result\[[\d–, ]*\]/);
  // After a change of the kernel, the replay is outdated.
  await write(page, solutionOf('one-buffer'));
  await expect(replay).toBeHidden();
});

test('a judge runs beside the page, and a second press replaces the first', async ({ page }) => {
  await openExercise(page, 'look-back');
  await write(page, solutionOf('look-back'));
  await record(page);
  const worker = page.waitForEvent('worker');
  await judge(page);
  const ended = (await worker).waitForEvent('close');
  await judge(page);
  await ended;
  await expect(verdict(page)).toContainText('Passed');
  // The first judgement has no verdict, since the second has replaced it.
  expect(await page.evaluate(() => globalThis.verdicts.map(({ attempts }) => attempts))).toEqual([1]);
});

test('without workers the page judges', async ({ page }) => {
  await page.addInitScript(() => delete globalThis.Worker);
  await openExercise(page, 'serial');
  await write(page, solutionOf('serial'));
  await judge(page);
  await expect(verdict(page)).toContainText('Passed');
});

test('a scan by any algorithm has counts and no goals', async ({ page }) => {
  await openExercise(page, 'free');
  await write(page, solutionOf('free'));
  await judge(page);
  await expect(verdict(page)).toContainText('Passed: right in every run.');
  await expect(page.locator('.write-goals tbody tr')).toHaveCount(5);
  await expect(page.locator('.write-goals')).toContainText('accesses to storage16,520');
  // The counts of a scan of the catalogue appear beside those of the kernel.
  await page.getByLabel('Beside').selectOption('hillis-steele');
  await expect(page.locator('.write-goals thead')).toContainText('Your kernelHorn / Hillis–Steele');
  // n log2 n − (n − 1) applications for n = 4096: docs/algorithms.md.
  await expect(page.locator('.write-goals tbody tr', { hasText: 'calls of combine' })).toHaveText('calls of combine17,54445,057');
  await page.getByLabel('Beside').selectOption('');
  await expect(page.locator('.write-goals thead th')).toHaveCount(2);
});

test('a comment of several lines has its colour, and a change by a key is kept', async ({ page }) => {
  await openExercise(page, 'serial');
  await write(page, '/* one\ntwo\nfn three */\nfn four() {}');
  await expect(page.locator('.wgsl-comment')).toHaveText(['/* one', 'two', 'fn three */']);
  await expect(page.locator('.wgsl-keyword')).toHaveText(['fn']);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+]');
  await page.reload();
  await expect(page.locator('.cm-line').last()).toHaveText(/^ {4}fn four/);
});

test('a text area is there until CodeMirror is, which takes its text, its selection and its focus', async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route('**/code-mirror-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('./#learn/write/serial');
  const area = page.locator('.write-editor textarea');
  await expect(area).toHaveValue(/result\[i\] is source\[0\]/);
  await area.fill('// mine, and yours');
  await area.evaluate((field) => field.setSelectionRange(3, 7));
  arrive();
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(area).toHaveCount(0);
  await page.keyboard.type('ours');
  await expect(page.locator('.cm-content')).toHaveText('// ours, and yours');
  await page.reload();
  await expect(page.locator('.cm-content')).toHaveText('// ours, and yours');
});

test('if CodeMirror cannot be loaded, the text area stays, and is judged', async ({ page }) => {
  await page.route('**/code-mirror-*.js', (route) => route.abort());
  await page.goto('./#learn/write/serial');
  await expect(code(page)).toHaveValue(/result\[i\] is source\[0\]/);
  await write(page, 'const ONE = 1u;\nnot WGSL\n');
  await judge(page);
  await verdict(page).getByRole('button', { name: 'Line 2' }).click();
  await expect(code(page)).toBeFocused();
  const { length } = 'const ONE = 1u;\n';
  expect(await code(page).evaluate((field) => [field.selectionStart, field.selectionEnd])).toEqual([length, length]);
  await write(page, solutionOf('serial'));
  await judge(page);
  await expect(verdict(page)).toContainText('Passed');
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a teacher’s own exercise comes from an address or from a file', async ({ page }) => {
  await page.route('**/course/own.md', (route) => route.fulfill({ contentType: 'text/markdown', body: OWN }));
  await openExercise(page, encodeURIComponent('course/own.md'));
  await expect(page).toHaveTitle('An exclusive loop · Write a kernel · Learn · ScanLab');
  await expect(page.getByText('result[0] is the identity.')).toBeVisible();
  await record(page);
  await judge(page);
  await expect(verdict(page)).toContainText('Not right yet.');
  const [, , , mistake] = OWN.split('```{wgsl}\n');
  await write(page, mistake.split('```')[0].replace(/^\/\/\|.*\n/gm, ''));
  await judge(page);
  await expect(page.locator('.write-hint')).toContainText('This is the inclusive scan');
  expect(await page.evaluate(() => globalThis.verdicts.map(({ exercise, passed }) => [exercise, passed]))).toEqual([
    ['exclusive-loop', false],
    ['exclusive-loop', false],
  ]);
  // The statement's address opens the same exercise.
  const [{ object }] = await page.evaluate(() => globalThis.statements);
  expect(object.id).toMatch(/#learn\/write\/course\/own\.md$/);
  await page.getByLabel('Exercise', { exact: true }).selectOption('items');
  await expect(code(page)).toContainText(/ITEMS/);
  await page.goto(object.id);
  await expect(page).toHaveTitle(/^An exclusive loop · /);
  await page.getByLabel('Exercise', { exact: true }).selectOption('items');
  await expect(code(page)).toContainText(/ITEMS/);
  const choose = (body) =>
    page.getByLabel('Exercise of a teacher').setInputFiles({ name: 'own.md', mimeType: 'text/markdown', buffer: Buffer.from(body) });
  await choose(OWN.replace('//| sizes: [', '//| sizes: [-'));
  await expect(page.getByText(/^line 9: sizes: /)).toBeVisible();
  await choose(OWN.replace('# An exclusive loop', '# Mine'));
  await expect(page).toHaveTitle(/^Mine · /);
  await page.goto('./#learn/write/nowhere.md');
  await expect(page.getByText('The exercise “nowhere.md” could not be loaded: the host answers 404')).toBeVisible();
});

/** Records the calls of the emulator on the page’s own thread, and the shaders that a GPU compiles. */
const spyOnRuns = (page) =>
  page.addInitScript(() => {
    globalThis.emulated = [];
    globalThis.compiled = [];
    for (const name of ['instantiateStreaming', 'instantiate']) {
      const instantiate = WebAssembly[name];
      WebAssembly[name] = async (...given) => {
        const loaded = await instantiate(...given);
        const { instance, module } = loaded;
        const isEmulator = instance && 'exerciseOf' in instance.exports;
        if (!isEmulator) return loaded;
        const spied = ([key, value]) => {
          if (typeof value !== 'function' || key.startsWith('__')) return [key, value];
          return [key, (...values) => (globalThis.emulated.push(key), value(...values))];
        };
        return { module, instance: { exports: Object.fromEntries(Object.entries(instance.exports).map(spied)) } };
      };
    }
    const { createShaderModule } = globalThis.GPUDevice.prototype;
    globalThis.GPUDevice.prototype.createShaderModule = function (descriptor) {
      globalThis.compiled.push(descriptor.code);
      return createShaderModule.call(this, descriptor);
    };
  });

// A link may name a file with code, or contain the whole file. A kernel may also be a draft from an earlier visit.
const PLANTED = OWN.replace('fn scan() {\n}', `${OWN.split('//| solution: true\n')[1].match(/fn scan[^]*?\n}/)[0]} // planted`);
for (const [what, exercise] of Object.entries({
  'the address of a file': 'course/planted.md',
  'a whole file': `data:text/markdown;charset=utf-8,${encodeURIComponent(PLANTED)}%0A.md`,
  'an exercise with a draft': 'serial',
})) {
  test(`a link with ${what} runs and compiles nothing before a button is pressed`, async ({ page }) => {
    await page.route('**/course/planted.md', (route) => route.fulfill({ contentType: 'text/markdown', body: PLANTED }));
    await spyOnRuns(page);
    await page.addInitScript((draft) => localStorage.setItem('scanlab-kernel-1-serial', draft), `${solutionOf('serial')} // planted`);
    const workers = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await openPage(page, `./#learn/write/${encodeURIComponent(exercise)}`);
    await expect(page.locator('.cm-content')).toContainText('// planted');
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await expect(page.locator('.write-hints li')).toHaveCount(1);
    await expect(verdict(page)).toBeEmpty();
    // The texts of exercises come from the emulator’s module.
    const spied = () =>
      page.evaluate(() => [
        globalThis.emulated.filter((name) => !['exercises', 'exerciseOf'].includes(name)),
        globalThis.compiled.filter((code) => code.includes('planted')),
      ]);
    expect(await page.evaluate(() => globalThis.emulated)).toContain('exercises');
    expect([workers, ...(await spied())]).toEqual([[], [], []]);
    await record(page);
    await judge(page);
    await expect(verdict(page)).toContainText('Passed');
    // An earlier judgement would have another verdict or another worker.
    expect(await page.evaluate(() => globalThis.verdicts.length)).toBe(1);
    expect(workers).toHaveLength(1);
    expect(await spied()).toEqual([[], []]);
    await page.getByRole('button', { name: 'Run it on this GPU' }).click();
    await expect(page.getByRole('region', { name: 'Times' })).toBeVisible();
    expect((await spied())[1]).not.toEqual([]);
  });
}

test('a kernel that has passed runs on the visitor’s GPU beside the solution and a copy', async ({ page }) => {
  for (const id of ['items', 'look-back', 'subgroups']) {
    await page.goto(`./#learn/write/${id}`);
    await expect(page).toHaveURL(new RegExp(`${id}$`));
    await expect(page.locator('.cm-content')).toBeVisible();
    await write(page, solutionOf(id));
    await judge(page);
    await page.getByRole('button', { name: 'Run it on this GPU' }).click();
    const times = page.getByRole('region', { name: 'Times' });
    await expect(times).toBeVisible();
    // Only the states of a look-back must be zero at first.
    const zeros = id === 'look-back' ? ', including the time to set its zeros' : '';
    await expect(page.getByText(new RegExp(`^Right on .* at every size\\. Microseconds per run${zeros}, by `))).toBeVisible();
    const rows = await times.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    // A slow machine times only the largest sizes.
    expect(rows.length).toBeGreaterThan(0);
    for (const numbers of rows) {
      expect(numbers).toHaveLength(4);
      for (const number of numbers) expect(Number(number.replaceAll(',', ''))).toBeGreaterThan(0);
    }
    const sizes = rows.map(([n]) => Number(n.replaceAll(',', '')));
    // A line needs two points.
    const lines = page.getByRole('img', { name: /^Line chart of the time of one run/ });
    await expect(lines).toHaveCount(sizes.length > 1 ? 1 : 0);
    expect(sizes).toEqual([...sizes].sort((left, right) => left - right));
  }
});

/** Opens an exercise on a changed GPU, and runs its solution there. */
async function runOnChanged(page, id, change) {
  await page.addInitScript(change);
  await page.goto(`./#learn/write/${id}`);
  await expect(page.locator('.cm-content')).toBeVisible();
  await write(page, solutionOf(id));
  await judge(page);
  await page.getByRole('button', { name: 'Run it on this GPU' }).click();
}

test('without timestamps the clock of the page times a kernel', async ({ page }) => {
  await runOnChanged(page, 'serial', () => {
    const { has } = GPUSupportedFeatures.prototype;
    GPUSupportedFeatures.prototype.has = function (name) {
      return name !== 'timestamp-query' && has.call(this, name);
    };
  });
  await expect(page.getByText(/^Right on .* at every size\. Microseconds per run, by the clock of the page:$/)).toBeVisible();
});

const UNUSABLE = {
  'is lost': {
    id: 'serial',
    change: () => {
      const { requestDevice } = GPUAdapter.prototype;
      GPUAdapter.prototype.requestDevice = async function (...given) {
        const device = await requestDevice.apply(this, given);
        const { submit } = device.queue;
        device.queue.submit = function (...commands) {
          submit.apply(this, commands);
          device.destroy();
        };
        return device;
      };
    },
    sentence: /^The kernel was not timed: the device was lost: /,
  },
  'has no subgroups': {
    id: 'subgroups',
    change: () => {
      const { has } = GPUSupportedFeatures.prototype;
      GPUSupportedFeatures.prototype.has = function (name) {
        return name !== 'subgroups' && has.call(this, name);
      };
    },
    sentence: /^The kernel was not timed: this GPU has no subgroup operations\.$/,
  },
  'is wrong': {
    id: 'serial',
    change: () => {
      const { createShaderModule } = GPUDevice.prototype;
      GPUDevice.prototype.createShaderModule = function ({ code: given }) {
        return createShaderModule.call(this, { code: given.replace('return left + right;', 'return left - right;') });
      };
    },
    sentence: /^The kernel was not timed: element \d+ of \d+ is wrong on this GPU, though right on the emulator\.$/,
  },
};

for (const [what, { id, change, sentence }] of Object.entries(UNUSABLE)) {
  test(`a GPU that ${what} is a sentence in place of the times`, async ({ page }) => {
    await runOnChanged(page, id, change);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Times' })).toHaveCount(0);
    // Another press may succeed.
    await expect(page.getByRole('button', { name: 'Run it on this GPU' })).toBeEnabled();
  });
}

test('without WebGPU a sentence stands in place of the button', async ({ page }) => {
  await openExercise(page, 'serial');
  await write(page, solutionOf('serial'));
  await judge(page);
  await expect(page.getByText('This browser offers no GPU, so the kernel is not timed.')).toBeVisible();
});
