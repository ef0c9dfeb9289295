/** The watchdog during a long run on a software adapter. */
import { expect, test } from '@playwright/test';
import { openPage } from './helpers.js';

test('each long pass of a sort is a submission of its own, after which the run is seen to advance', async ({ page }) => {
  await openPage(page);
  const { passes, submissions, isSorted } = await page.evaluate(async () => {
    /** For each submission with dispatches, the workgroups of these dispatches. */
    const submissions = [];
    const [dispatchesOf, encoderOf] = [new WeakMap(), new WeakMap()];
    const wrap = (prototype, name, wrapper) => {
      const original = prototype[name];
      prototype[name] = function wrapped(...given) {
        const result = original.apply(this, given);
        wrapper.call(this, result, ...given);
        return result;
      };
    };
    wrap(GPUCommandEncoder.prototype, 'beginComputePass', function noted(pass) {
      encoderOf.set(pass, this);
    });
    wrap(GPUComputePassEncoder.prototype, 'dispatchWorkgroups', function noted(_, x, y = 1) {
      const encoder = encoderOf.get(this);
      dispatchesOf.set(encoder, [...(dispatchesOf.get(encoder) ?? []), x * y]);
    });
    wrap(GPUCommandEncoder.prototype, 'finish', function noted(commands) {
      encoderOf.set(commands, this);
    });
    /** The queue of the test's lab, since the page has another lab. */
    let queue = null;
    wrap(GPUQueue.prototype, 'submit', function noted(_, buffers) {
      if (this !== queue) return;
      const dispatches = [...buffers].flatMap((commands) => dispatchesOf.get(encoderOf.get(commands)) ?? []);
      if (dispatches.length > 0) submissions.push(dispatches);
    });
    const { ScanLab } = await import('./scanlab.js');
    const lab = await ScanLab.open();
    try {
      // Two passes over this number of elements exceed the limit of a submission.
      const n = 2 ** 19 + 1;
      const passes = lab.plan({ operation: 'sort', n }).passes.map(({ elements }) => elements === n);
      ({ queue } = lab.device);
      const { keys } = await lab.sort(Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 0x9e3779b1)));
      return { passes, submissions, isSorted: keys.every((key, i) => i === 0 || keys[i - 1] <= key) };
    } finally {
      lab.close();
    }
  });
  expect(isSorted).toBe(true);
  expect(submissions.flat()).toHaveLength(passes.length);
  let first = 0;
  for (const { length } of submissions) {
    const long = passes.slice(first, first + length).filter(Boolean);
    expect(long.length, JSON.stringify(submissions)).toBeLessThanOrEqual(1);
    first += length;
  }
});
