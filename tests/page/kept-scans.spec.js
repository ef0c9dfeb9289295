import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';

/** Opens a lab, and counts the objects that devices make from then on. The next `lack` allocations find no memory. */
async function openCounted(page) {
  await openPage(page);
  await page.evaluate(async () => {
    const { ScanLab } = await import('./scanlab.js');
    const state = { lab: await ScanLab.open(), made: 0, freed: 0, lack: 0 };
    const patch = (type, name, change) => {
      const original = type.prototype[name];
      type.prototype[name] = function patched(...options) {
        return change(original.apply(this, options), options);
      };
    };
    for (const name of ['createBuffer', 'createBindGroup', 'createShaderModule', 'createComputePipeline']) {
      patch(GPUDevice, name, (value) => {
        state.made++;
        return value;
      });
    }
    patch(GPUBuffer, 'destroy', () => {
      state.freed++;
    });
    const scopes = [];
    patch(GPUDevice, 'pushErrorScope', (_, [filter]) => {
      scopes.push(filter);
    });
    patch(GPUDevice, 'popErrorScope', (popped) => {
      if (scopes.pop() !== 'out-of-memory' || state.lack === 0) return popped;
      state.lack--;
      return popped.then(() => new GPUOutOfMemoryError('all of it is in use'));
    });
    globalThis.counted = state;
  });
}

/** Scans n elements that are `value`. Returns the last prefix or the error code, and the numbers of made and freed objects. */
function scan(page, n, value, lack = 0) {
  return page.evaluate(
    async (given) => {
      const state = Object.assign(globalThis.counted, { made: 0, freed: 0, lack: given.lack });
      const input = new Uint32Array(given.n).fill(given.value);
      const output = await state.lab.scan(input, { algorithm: 'reduce-then-scan' }).catch(({ code }) => [code]);
      return { last: output.at(-1), made: state.made, freed: state.freed };
    },
    { n, value, lack },
  );
}

test('a second scan of a shape makes nothing on the device', async ({ page }) => {
  await openCounted(page);
  const first = await scan(page, 5000, 1);
  expect(first.last).toBe(5000);
  expect(first.made).toBeGreaterThan(4);
  expect(await scan(page, 5000, 3)).toEqual({ last: 15_000, made: 0, freed: 0 });
});

test('what is kept makes room for what finds none', async ({ page }) => {
  await openCounted(page);
  await scan(page, 5000, 1);
  const squeezed = await scan(page, 6000, 2, 1);
  expect(squeezed.last).toBe(12_000);
  expect(squeezed.freed).toBeGreaterThan(3);
  expect(await scan(page, 7000, 1, 2)).toMatchObject({ last: 'out-of-memory' });
  expect(await scan(page, 7000, 1)).toMatchObject({ last: 7000 });
});

test('an array that is given to a worker while it is scanned ends that scan alone', async ({ page }) => {
  await openCounted(page);
  const outcomes = await page.evaluate(async () => {
    const { lab } = globalThis.counted;
    const told = [];
    for (const name of ['input', 'heads']) {
      const arrays = { input: new Uint32Array(9000 + told.length).fill(1), heads: new Uint32Array(9000 + told.length) };
      const scan = lab.scan(arrays.input, { algorithm: 'raking', heads: arrays.heads });
      // The device still compiles the shader, so the scan has not read the arrays yet.
      await Promise.resolve();
      structuredClone(arrays[name].buffer, { transfer: [arrays[name].buffer] });
      told.push(await scan.catch(({ code, message }) => `${code}: ${message}`));
    }
    return { told, after: [...(await lab.scan(Uint32Array.of(1, 2)))] };
  });
  const why = 'must keep the same buffer until the scan has ended; the buffer was detached or has shrunk.';
  expect(outcomes).toEqual({ told: [`bad-argument: input ${why}`, `bad-argument: heads ${why}`], after: [1, 3] });
});
