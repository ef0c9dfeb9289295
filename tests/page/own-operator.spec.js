/** Custom operators: through the API, and in the editor of Measure. */
import { expect, test } from '@playwright/test';
import {
  choose,
  downloaded,
  openPage,
  openTable,
  rows,
  run,
  runButton,
  runText,
  typeSizes,
  violations,
  violationsInBothThemes,
} from './helpers.js';
import { FULL } from './sampled.js';

/** Runs the body of an async function with an open lab. */
function withLab(page, body) {
  return page.evaluate(async (text) => {
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    const failure = (work) =>
      work.then(
        () => null,
        ({ code, message, place }) => ({ code, message, place }),
      );
    try {
      return await new Function('lab', 'ScanLab', 'failure', `return (async () => {${text}})();`)(lab, ScanLab, failure);
    } finally {
      lab.close();
    }
  }, body);
}

const COMPLEX = `{ type: 'f32', words: 2, identity: [1, 0],
  combine: 'return vec2f(left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x);',
  check: (l, r) => [l[0] * r[0] - l[1] * r[1], l[0] * r[1] + l[1] * r[0]] }`;
const MAXIMUM = `{ type: 'u32', words: 2, identity: [0, 4294967295],
  combine: 'let keep = left.x > right.x || (left.x == right.x && left.y <= right.y);\\nreturn select(right, left, keep);' }`;
const SATURATING = `{ type: 'u32', identity: [0], combine: 'let sum = left + right;\\nreturn select(sum, 0xffffffffu, sum < left);' }`;

test('the worked examples scan, are verified and measured', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./');
  const found = await withLab(
    page,
    `
    const out = {};
    const values = Uint32Array.from({ length: 20_000 }, (_, i) => (i % 2 ? i >> 1 : (i * 2654435761) % 977));
    const maxima = await lab.scan(values, { operator: ${MAXIMUM} });
    let [best, at] = [0, 2 ** 32 - 1];
    out.wrong = 0;
    for (let i = 0; i < values.length; i += 2) {
      if (values[i] > best || (values[i] === best && values[i + 1] < at)) [best, at] = [values[i], values[i + 1]];
      if (maxima[i] !== best || maxima[i + 1] !== at) out.wrong++;
    }
    const full = new Uint32Array(5000).fill(2 ** 30);
    const counted = await lab.scan(full, { operator: ${SATURATING}, algorithm: 'look-back-fallback', direction: 'backward', mode: 'exclusive' });
    out.counted = [...counted.slice(-5)];
    const turns = new Float32Array(8192).map((_, i) => (i % 2 ? Math.sin(i) : Math.cos(i + 1)));
    const heads = Uint32Array.from(turns.subarray(4096), (_, i) => Number(i % 37 === 0));
    const product = await lab.scan(turns, { operator: ${COMPLEX}, heads });
    out.product = await lab.verify(turns, product, { operator: ${COMPLEX}, heads });
    product[7777] += 1;
    out.wrongAt = (await lab.verify(turns, product, { operator: ${COMPLEX}, heads })).mismatch.index;
    const { operator, verified } = await lab.measure({ algorithm: 'reduce-then-scan', operator: ${MAXIMUM}, n: 5000 });
    out.measured = { verified, operator };
    out.rounded = (await lab.measure({ algorithm: 'blelloch', operator: { ...${COMPLEX}, check: undefined }, n: 30_000, segmented: true })).verified;
    // A stream of more elements than a chunk.
    const chunks = [];
    const stream = new Blob([Uint32Array.of(2 ** 31, 2 ** 31 - 1, 5)]).stream();
    for await (const chunk of lab.scanStream(stream, { operator: ${SATURATING}, chunkElements: 2 })) chunks.push(...chunk);
    out.chunks = chunks;
    out.reduced = [...(await lab.reduce(values, { operator: ${MAXIMUM} }))];
    out.best = [best, at];
    out.supported = lab.supports({ operation: 'reduce', operator: ${MAXIMUM}, type: 'u32' });
    return out;`,
  );
  expect(found.measured.operator).toMatch(/^custom-[0-9a-f]{16}$/);
  expect(found.reduced).toEqual(found.best);
  expect({ ...found, reduced: null, best: null, measured: found.measured.verified }).toEqual({
    wrong: 0,
    counted: [2 ** 32 - 1, 3 * 2 ** 30, 2 ** 31, 2 ** 30, 0],
    product: { verified: true, mismatch: null },
    wrongAt: 3888,
    measured: true,
    rounded: true,
    reduced: null,
    best: null,
    supported: null,
    chunks: [2 ** 31, 2 ** 32 - 1, 2 ** 32 - 1],
  });
});

test('what is wrong with the code is told with its place, and the next scan is right', async ({ page }) => {
  await page.goto('./');
  const found = await withLab(
    page,
    `
    const input = Uint32Array.of(3, 1, 4);
    const scan = (combine, more) => failure(lab.scan(input, { operator: { type: 'u32', identity: [0], combine, ...more } }));
    return {
      types: await scan('let a = left;\\n  let b: u32 = a + 1.5;\\nreturn b;'),
      syntax: await scan('return left +;'),
      missing: await scan('let sum = left + right;'),
      loop: await scan('for (var i = 0; i < 9; i++) {}'),
      subtraction: await scan('return left - right;'),
      identity: await scan('return max(left, right);', { identity: [7] }),
      next: [...(await lab.scan(input, { operator: { type: 'u32', identity: [0], combine: 'return left + right;' } }))],
      known: [...(await lab.scan(input, { operator: { type: 'u32', identity: [0], combine: 'return min(left + right, 200u);', associative: true } }))],
    };`,
  );
  const what = 'operator.combine';
  expect(found.types).toMatchObject({ code: 'bad-argument', place: { what, line: 2 } });
  expect(found.types.message).toMatch(/^operator\.combine, line 2, column \d+: .*u32/);
  expect(found.syntax).toMatchObject({ code: 'bad-argument', place: { what, line: 1 } });
  expect(found.missing).toMatchObject({ code: 'bad-argument', place: { what, line: 1 } });
  expect(found.loop).toMatchObject({ place: { what, line: 1, column: 1 } });
  expect(found.subtraction.message).toMatch(
    /^operator\.combine must be associative; found combine\(combine\(a, b\), c\) = \[\d+\] and combine\(a, combine\(b, c\)\) = \[\d+\] for a = \[\d+\], b = \[\d+\], c = \[\d+\]$/,
  );
  expect(found.identity.message).toMatch(/^operator\.identity must be the identity of combine; found combine\(identity, a\) = \[7\]/);
  expect([found.next, found.known]).toEqual([
    [3, 4, 8],
    [3, 4, 8],
  ]);
});

test('every scan that the device offers has custom operators, segmented too', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('./');
  const { wrong, count } = await withLab(
    page,
    `
    const operators = [${MAXIMUM}, { type: 'i32', words: 4, identity: [0, 0, 0, 0], combine: 'return left + right;', check: (l, r) => l.map((word, i) => word + r[i]) }];
    const wrong = [];
    let count = 0;
    for (const [rank, { id: algorithm }] of lab.algorithms.entries()) {
      if (!${FULL} && rank % 3) continue;
      const operator = operators[rank % 2];
      const words = operator.words;
      const array = operator.type === 'u32' ? Uint32Array : Int32Array;
      const input = array.from({ length: 3001 * words }, (_, i) => (i * 7919) % 1009);
      const heads = rank % 4 < 2 ? Uint32Array.from({ length: 3001 }, (_, i) => Number(i % 101 === 7)) : undefined;
      const request = { algorithm, operator, heads, direction: rank % 3 ? 'forward' : 'backward', mode: rank % 5 ? 'inclusive' : 'exclusive' };
      if (lab.supports({ algorithm, operator, segmented: Boolean(heads) })) continue;
      const { verified, mismatch } = await lab.verify(input, await lab.scan(input, request), request);
      count++;
      if (!verified) wrong.push({ algorithm, words, mismatch });
    }
    return { wrong, count };`,
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(FULL ? 15 : 5);
});

test('an operator is tried on every magnitude and on the input, unless the caller knows it to be associative', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./');
  const found = await withLab(
    page,
    `
    const operator = { type: 'u32', identity: [1], combine: 'return (left * right) % 1000000007u;' };
    const input = new Uint32Array(1000).fill(123456);
    const buffer = lab.device.createBuffer({ size: 4000, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
    lab.device.queue.writeBuffer(buffer, 0, input);
    const bytes = () => new Blob([input]).stream();
    return {
      scans: await Promise.all(['sequential', 'blelloch', 'reduce-then-scan'].map((algorithm) => failure(lab.scan(input, { operator, algorithm })))),
      reduced: await failure(lab.reduce(input, { operator })),
      onDevice: await failure(lab.scan(buffer, { operator })),
      streamed: await failure((async () => { for await (const _ of lab.scanStream(bytes(), { operator })); })()),
      measured: await failure(lab.measure({ algorithm: 'blelloch', operator, n: 1000 })),
      small: await failure(lab.scan(Uint32Array.of(1, 2, 3), { operator })),
      known: [...(await lab.scan(Uint32Array.of(2, 3, 40_000), { operator: { ...operator, associative: true } }))],
      // With another operator and length, a scan of the same buffer succeeds.
      sums: (await lab.scan(buffer, { n: 2, operator: { type: 'u32', identity: [0], combine: 'return left + right;' } })).size,
    };`,
  );
  const values =
    /^operator\.combine must be associative; found combine\(combine\(a, b\), c\) = \[\d+\] and combine\(a, combine\(b, c\)\) = \[\d+\] for a = \[\d+\], b = \[\d+\], c = \[\d+\]/;
  const ofInput = [...found.scans, found.reduced, found.onDevice, found.streamed];
  for (const { code, message } of [...ofInput, found.measured, found.small]) {
    expect(code).toBe('bad-argument');
    expect(message).toMatch(values);
  }
  for (const { message } of ofInput)
    expect(message).toMatch(/elements of the input and results of combine on them\. It is for the numbers up to 4095 that were tried\.?$/);
  expect(found.small.message).toMatch(/It is for the numbers up to \d{5,} that were tried: pass associative: true if /);
  expect([found.known, found.sums]).toEqual([[2, 6, 240_000], 8]);
});

test('NaN and infinities are told by bits, and != beside an f32 is warned of', async ({ page }) => {
  await page.goto('./');
  const warnings = [];
  page.on('console', (message) => message.type() === 'warning' && message.text().startsWith('ScanLab') && warnings.push(message.text()));
  const found = await withLab(
    page,
    `
    const numbers = Float32Array.from({ length: 5000 }, (_, i) => [NaN, Infinity, -Infinity, 1, 2.5, -0][i % 6]);
    const same = (found, wanted) => found.length === wanted.length && found.every((number, i) => Object.is(number, wanted[i]));
    const kept = async (where, holds) => same((await lab.compact(numbers, { where })).output, numbers.filter(holds));
    const right = {
      nan: await kept('is_nan(x)', (x) => Number.isNaN(x)),
      notNan: await kept('!is_nan(x)', (x) => !Number.isNaN(x)),
      finite: await kept('is_finite(x)', (x) => Number.isFinite(x)),
      unequal: await kept('is_nan(x) || x != 1.0', (x) => x !== 1),
    };
    await lab.partition(numbers, { where: 'is_nan(x) || x != 1.0' });
    const operator = { type: 'f32', identity: [0], combine: 'return select(0.0, left, is_finite(left)) + select(0.0, right, is_finite(right));' };
    const sums = await lab.scan(numbers, { operator, mode: 'exclusive' });
    let sum = 0;
    right.sums = numbers.every((x, i) => {
      const before = sum;
      if (Number.isFinite(x)) sum += x;
      return sums[i] === before;
    });
    const explainer = await ScanLab.explainer();
    return { right, warned: explainer.condition('x > 0 && x != 1', 'f32').warnings, silent: explainer.condition('x != 1').warnings,
      refused: await failure(Promise.resolve().then(() => explainer.condition('loop', 'f32'))) };`,
  );
  expect(found.right).toEqual({ nan: true, notNan: true, finite: true, unequal: true, sums: true });
  expect(found.warned).toEqual([{ what: 'where', line: 1, column: 12, message: expect.stringContaining('is_nan') }]);
  expect(found.silent).toEqual([]);
  expect(found.refused).toMatchObject({ code: 'bad-argument', place: { what: 'where', line: 1, column: 1 } });
  expect(warnings).toEqual([expect.stringMatching(/^ScanLab: where, line 1, column 16: WGSL leaves it to the compiler/)]);
});

test('elements that overflow in the tree are counted, by whatever checks them', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./');
  const found = await withLab(
    page,
    `
    const product = { type: 'f32', identity: [1], combine: 'return left * right;' };
    const sum = { type: 'f32', identity: [0], combine: 'return left + right;' };
    const verdicts = async (numbers, algorithm, operators, more) => {
      const input = Float32Array.from(numbers);
      return Promise.all(operators.map(async (operator) => {
        const output = await lab.scan(input, { operator, algorithm, ...more });
        const { verified, overflowed } = await lab.verify(input, output, { operator, algorithm, ...more });
        return verified ? overflowed ?? 0 : 'FAIL';
      }));
    };
    const products = ['mul', product, { ...product, check: ([l], [r]) => [l * r] }];
    const sums = ['add', sum, { ...sum, check: ([l], [r]) => [l + r] }];
    const swinging = Array.from({ length: 3000 }, (_, i) => [-3e38, 3e38, 3e38, -3e38][i % 4]);
    return {
      product: await verdicts([0, 1e30, 1e30], 'kogge-stone', products),
      backward: await verdicts([1e30, 1e30, 0], 'kogge-stone', products, { direction: 'backward' }),
      ordered: await verdicts([0, 1e30, 1e30], 'sequential', products),
      sum: await verdicts([-3e38, 3e38, 3e38, -3e38, -3e38, 3e38], 'kogge-stone', sums),
      long: await Promise.all(['kogge-stone', 'blelloch', 'raking', 'reduce-then-scan'].map((algorithm) => verdicts(swinging, algorithm, sums))),
      rows: await verdicts([0, 1e30, 1e30, 2, 1e30, 1e-30], 'kogge-stone', products, { shape: [2, 3] }),
    };`,
  );
  const three = (count) => [count, count, count];
  expect(found.product).toEqual(three(1));
  expect(found.backward).toEqual(three(1));
  expect(found.ordered).toEqual(three(0));
  expect(found.sum).toEqual(three(2));
  expect(found.rows).toEqual(three(1));
  for (const counts of found.long) {
    expect(counts).toEqual(three(counts[0]));
    expect(counts[0]).not.toBe('FAIL');
  }
  expect(found.long[0][0]).toBeGreaterThan(0);
});

const operator = (page) => page.locator('#operator');
const code = (page) => page.getByRole('textbox', { name: 'Code in WGSL' });
const codeError = (page) => page.locator('#combine-code-error');

test('the editor scans the examples, shows errors beside the code, and is in the address', async ({ page }) => {
  test.setTimeout(120_000);
  await openPage(page);
  await choose(page, ['blelloch', 'reduce-then-scan']);
  await typeSizes(page, '1000');
  await operator(page).selectOption('custom');
  await expect(code(page)).toBeVisible();
  await expect(page.locator('#type')).toBeHidden();
  for (const example of ['running maximum with its index', 'complex multiplication', 'saturating counter']) {
    await page.getByLabel('Example').selectOption(example);
    await run(page);
    await openTable(page);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'PASS' })).toHaveCount(2);
  }
  expect(await violationsInBothThemes(page)).toEqual([]);
  await code(page).fill('let sum = left;\nreturn sum + 1.5;');
  await page.getByRole('button', { name: 'Compile and try' }).click();
  await expect(codeError(page)).toContainText('line 2, column');
  await expect(code(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await code(page).fill('return left - right;');
  await runButton(page).click();
  await expect(codeError(page)).toContainText('must be associative');
  await code(page).fill('return (left * right) % 1000000007u;');
  await page.getByLabel('Identity').fill('1');
  await page.getByRole('button', { name: 'Compile and try' }).click();
  await expect(codeError(page)).toContainText('that were tried: pass associative: true');
  await expect(page.locator('.own-warnings')).toBeHidden();
  await page.locator('#combine-type').selectOption('f32');
  await code(page).fill('return select(left, right,\n  left != 0.0);');
  await code(page).blur();
  await expect(page.locator('.own-warnings')).toContainText('Line 2, column 8: WGSL leaves it to the compiler');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.locator('#combine-type').selectOption('u32');
  await page.getByLabel('Identity').fill('0');
  await code(page).fill('while (true) {}');
  await page.getByRole('button', { name: 'Compile and try' }).click();
  await expect(codeError(page)).toContainText('line 1, column 1: code without loops is required');
  await code(page).fill('return left + right; // sums');
  await page.getByRole('button', { name: 'Compile and try' }).click();
  await expect(page.locator('.own-operator [role=status]')).toContainText('It compiles');
  await expect(codeError(page)).toBeHidden();
  await expect(page).toHaveURL(/operator=custom&type=u32&words=1&identity=0&combine=return%20left%20%2B%20right%3B%20%2F%2F%20sums&/);
});

test('code of a link is shown, and compiled only when that is asked for', async ({ page }) => {
  // Records every shader that the page compiles.
  await page.addInitScript(() => {
    globalThis.compiled = [];
    const create = GPUDevice.prototype.createShaderModule;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      globalThis.compiled.push(descriptor.code);
      return create.call(this, descriptor);
    };
  });
  const combine = 'return left * right; // a product';
  const compiled = () => page.evaluate(() => globalThis.compiled.filter((text) => text.includes('custom_combine')).length);
  await openPage(
    page,
    `./?v=1&algorithms=blelloch&sizes=300&operator=custom&type=i32&words=1&identity=1&combine=${encodeURIComponent(combine)}&run=1`,
  );
  await expect(code(page)).toHaveValue(combine);
  await expect(page.getByLabel('Identity')).toHaveValue('1');
  const press = page.getByRole('button', { name: 'Compile and run this code' });
  await expect(press).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await runButton(page).click();
  await expect(runText(page)).toHaveText(/^Not started/);
  await expect(codeError(page)).toContainText('came from outside');
  expect(await compiled()).toBe(0);
  await press.focus();
  await page.keyboard.press('Enter');
  await expect(runText(page)).toHaveText(/^Done/, { timeout: 60_000 });
  await expect(press).toBeHidden();
  expect(await compiled()).toBeGreaterThan(0);
  const { bytes } = await downloaded(page, 'Save JSON');
  const { config, points, settings } = JSON.parse(bytes.toString());
  expect(config.custom).toEqual({ words: 1, identity: '1', combine });
  expect(settings).toContain('operator=custom&type=i32&words=1&identity=1&combine=');
  expect(points[0]).toMatchObject({ operator: config.operator, verified: true });
});

test('the former name works in an address and in attributes, with one note', async ({ page }) => {
  const notes = [];
  page.on('console', (message) => message.text().includes('“own”') && notes.push(message.text()));
  const combine = (number) => `return left + right + ${number}u;`;
  await openPage(page, `./?v=1&operator=own&type=u32&words=1&identity=0&combine=${encodeURIComponent(combine(1))}`);
  await expect(operator(page)).toHaveValue('custom');
  await expect(code(page)).toHaveValue(combine(1));
  await page.evaluate((text) => {
    const element = document.createElement('scan-lab');
    for (const [name, value] of Object.entries({ view: 'measure', operator: 'own', combine: text })) element.setAttribute(name, value);
    document.querySelector('scan-lab').replaceWith(element);
  }, combine(2));
  await expect(code(page)).toHaveValue(combine(2));
  await expect(operator(page)).toHaveValue('custom');
  expect(notes).toEqual(['ScanLab: the name “own” is old; use “custom”.']);
});

test('the editor fits 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page);
  await operator(page).selectOption('custom');
  await expect(code(page)).toBeVisible();
  await code(page).fill(`return left + right; // ${'long '.repeat(60)}`);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  expect(await violations(page)).toEqual([]);
});
