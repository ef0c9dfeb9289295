/** The README's program, as it is, on an adapter that offers nothing optional. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';

test('the program of the README gives what its comments say', async ({ page }) => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, program] = readme.match(/```js\n(import \{ ScanLab \}[\s\S]+?)```/);
  await openPage(page);
  const { logged, sums, verdict, output, count } = await page.evaluate(async (text) => {
    const module = text.replace("'./scanlab.js'", JSON.stringify(new URL('scanlab.js', location.href).href));
    const logged = [];
    const log = console.log;
    console.log = (...values) => logged.push(values);
    try {
      const source = `${module}export { sums, verdict, output, count };`;
      const made = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      return { logged, sums: [...made.sums], verdict: made.verdict, output: [...made.output], count: made.count };
    } finally {
      console.log = log;
    }
  }, program);
  expect([sums.join(' '), output.join(' ')]).toEqual(program.match(/\/\/ [\d ]+$/gm).map((comment) => comment.slice(3)));
  expect(program).toContain(`'${verdict}'`);
  expect(count).toBe(output.length);
  expect(logged).toEqual([[true, expect.any(Number), [expect.any(Number), expect.any(Number)], expect.any(Number)]]);
});
