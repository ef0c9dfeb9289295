/** The programs of docs/webgpu.md, unchanged: they give the results in their comments, and the README begins with the first program. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';

const read = (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const programs = (text) => [...text.matchAll(/```js\n([\s\S]+?)```/g)].map(([, program]) => program);

test('the README’s first program is the document’s, of ten lines', async () => {
  const [first] = programs(await read('docs/webgpu.md'));
  expect(programs(await read('README.md'))[0]).toBe(first);
  expect(first.trim().split('\n')).toHaveLength(10);
});

test('each program gives what its comments say', async ({ page }) => {
  const document = await read('docs/webgpu.md');
  await openPage(page);
  const found = await page.evaluate(async ([scanned, requested, counted, recorded, framed, ...others]) => {
    if (others.length > 0) throw new Error(`The document must have 5 programs; it has ${5 + others.length}.`);
    const { ScanLab } = await import('./scanlab.js');
    const AsyncFunction = (async () => {}).constructor;
    /** Runs a program with the given values, by name. Returns the wanted variables of the program. */
    const run = (program, given, wanted) =>
      new AsyncFunction(...Object.keys(given), `${program}\nreturn { ${wanted} };`)(...Object.values(given));

    const first = await run(scanned.replace(/^import .*\n/, ''), { ScanLab }, 'device, lab, scan, usage, input, output');
    const { device, lab } = first;
    const failures = [];
    device.addEventListener('uncapturederror', ({ error }) => failures.push(error.message));
    const words = async (buffer, n, offset = 0) => {
      const staging = device.createBuffer({ size: 4 * n, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, offset, staging, 0, 4 * n);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      return [...new Uint32Array(staging.getMappedRange())];
    };
    const inEncoder = async (program, given, wanted) => {
      const encoder = device.createCommandEncoder();
      const made = await run(program, { ...given, encoder }, wanted);
      device.queue.submit([encoder.finish()]);
      return made;
    };
    const sums = await words(first.output, 8);

    const { adapter, fast } = await run(requested, { ScanLab }, 'adapter, fast');
    const hasSubgroups = [adapter, fast].map(({ features }) => features.has('subgroups'));
    fast.destroy();

    const second = await inEncoder(counted, first, 'keep, running, kept, sums, draw, count');
    const [drawn, four, running] = [await words(second.draw, 4), await words(second.kept, 4), await words(second.sums, 4)];

    // Particles with random bits, except for their masses and ages.
    const n = 1000;
    const particles = crypto.getRandomValues(new Uint32Array(8 * n));
    const floats = new Float32Array(particles.buffer);
    for (let i = 0; i < n; i++) [floats[8 * i + 3], floats[8 * i + 7]] = [(i * 37) % 200, (i * 11) % 10];
    const all = Array.from({ length: n }, (_, i) => particles.subarray(8 * i, 8 * i + 8));
    const alive = all.filter((_, i) => floats[8 * i + 7] < 5 && floats[8 * i + 3] >= 100);
    const third = await inEncoder(recorded, { ...first, ...second }, 'alive, particles, others');
    // The document's own run is submitted by now, but its particles were zeros.
    const nothing = await words(second.draw, 1, 4);
    device.queue.writeBuffer(third.particles, 0, particles);
    const encoder = device.createCommandEncoder();
    third.alive.record(encoder, { input: third.particles, output: third.others, count: { buffer: second.draw, offset: 4 } });
    device.queue.submit([encoder.finish()]);
    const [count] = await words(second.draw, 1, 4);
    const kept = await words(third.others, 8 * count);

    device.queue.writeBuffer(second.draw, 4, Uint32Array.of(0));
    for (const buffer of [second.kept, second.sums]) device.queue.writeBuffer(buffer, 0, new Uint32Array(8));
    let turns = 0;
    await new Promise((resolve) => {
      const request = (next) => (turns++ < 5 ? requestAnimationFrame(next) : resolve());
      run(framed, { ...first, ...second, requestAnimationFrame: request }, '').catch((error) => failures.push(error.message));
    });
    const last = await words(second.sums, 4);
    await Promise.all([first.scan, second.keep, second.running, third.alive].map((one) => one.check()));
    lab.close();
    device.destroy();
    const isWhole = count === alive.length && kept.join() === alive.map((record) => record.join()).join();
    return { sums, hasSubgroups, drawn, four, running, nothing, isWhole, last, turns, failures };
  }, programs(document));
  expect(found.failures).toEqual([]);
  const commented = (pattern) => document.match(pattern)[1].split(' ').map(Number);
  expect(found.sums).toEqual(commented(/output: ([\d ]+)$/m));
  expect(found.four).toEqual(commented(/kept: ([\d ]+)$/m));
  expect(found.running).toEqual(commented(/the sums ([\d ]+)$/m));
  expect(found.drawn).toEqual([6, found.four.length, 0, 0]);
  expect(found.hasSubgroups[1]).toBe(found.hasSubgroups[0]);
  // Particles of zeros have no mass, so none of them is selected.
  expect(found.nothing).toEqual([0]);
  expect(found.isWhole).toBe(true);
  expect([found.last, found.turns]).toEqual([found.running, 6]);
});
