/** The README's programs, unchanged, one after the other. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';

test('the programs of the README give what their comments say', async ({ page }) => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const program = [...readme.matchAll(/```js\n([\s\S]+?)```/g)].map(([, text]) => text).join('');
  await openPage(page);
  const { logged, found } = await page.evaluate(async (text) => {
    const module = text.replace("'./scanlab.js'", JSON.stringify(new URL('scanlab.js', location.href).href));
    const logged = [];
    const log = console.log;
    console.log = (...values) => logged.push(values);
    try {
      const source = `${module}export { device, scan, output, sums, kept };`;
      const { device, scan, output, sums, kept } = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      await scan.check();
      const staging = device.createBuffer({ size: output.size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(output, 0, staging, 0, output.size);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      return { logged, found: [new Uint32Array(staging.getMappedRange()), sums, kept].map((words) => words.join(' ')) };
    } finally {
      console.log = log;
    }
  }, program);
  expect(found).toEqual([...program.matchAll(/\/\/ (?:output: )?([\d ]+)$/gm)].map(([, words]) => words));
  expect(logged).toEqual([[true, expect.any(Number), expect.any(Number)]]);
});
