/** Use on a GPU that computes wrong results: runs end, every step can be drawn, and the check names the fault. */
import { expect, test } from '@playwright/test';
import { sampled } from './sampled.js';
import { application, button, ends, noteEnds, open, run, steps, verdict } from './use.js';

/** The wrong results of scans of buffers. */
const SCANS = ['zeros', 'ones', 'the largest number', 'their input'];
/** The wrong selections of compactions of buffers. */
const COMPACTIONS = ['all', 'nothing', 'one', 'numbers beyond all', 'all of none'];

/** Applications with settings, and the wrong results to try with each. */
const WRONG = {
  'quicksort/n=64': SCANS,
  'breadth-first/n=64/step=maze': [...SCANS, ...COMPACTIONS],
  'line-of-sight/n=300': SCANS,
  'marching-cubes/n=216': [...SCANS, ...COMPACTIONS],
  'checkbook/n=64': SCANS,
  'recurrences/n=64': SCANS,
  'tridiagonal/n=256': SCANS,
  'polynomial/n=128': SCANS,
  'string-comparison/n=8': SCANS,
  'brackets/n=300': SCANS,
  'tree-operations/n=64': SCANS,
  'summed-area/n=300': SCANS,
  'sparse-matrix/n=64': SCANS,
  'neighbour-lists/n=64': SCANS,
};

/** Makes scans and compactions of buffers wrong in the way that `globalThis.wrong` names. */
async function makeWrong(page) {
  await page.evaluate(async () => {
    const { ScanLab } = await import(new URL('scanlab.js', location.href).href);
    const { scan, compact } = ScanLab.prototype;
    const put = ({ device }, words) => {
      // COPY_SRC, COPY_DST and STORAGE.
      const buffer = device.createBuffer({ size: 4 * words.length, usage: 0x8c });
      device.queue.writeBuffer(buffer, 0, words);
      return buffer;
    };
    const copy = (lab, buffer) => {
      const copied = put(lab, new Uint32Array(buffer.size / 4));
      const encoder = lab.device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, copied, 0, buffer.size);
      lab.device.queue.submit([encoder.finish()]);
      return copied;
    };
    const giving = (lab, list, word) => put(lab, new Uint32Array(list.size / 4).fill(word));
    const scans = {
      zeros: (lab, list) => giving(lab, list, 0),
      ones: (lab, list) => giving(lab, list, 1),
      'the largest number': (lab, list) => giving(lab, list, 2 ** 32 - 1),
      'their input': copy,
    };
    const compactions = {
      all: copy,
      nothing: (lab) => put(lab, new Uint32Array()),
      one: (lab) => put(lab, Uint32Array.of(3)),
      'numbers beyond all': (lab, list) => giving(lab, list, 2 ** 32 - 2),
      'all of none': (lab, list, { count, output }) => (count ? output : copy(lab, list)),
    };
    // Without `onSubmitted`, the lab announces no result before this code replaces it.
    ScanLab.prototype.scan = async function (input, request) {
      const right = await scan.call(this, input, { ...request, onSubmitted: undefined });
      return scans[globalThis.wrong]?.(this, input) ?? right;
    };
    ScanLab.prototype.compact = async function (input, request) {
      const right = await compact.call(this, input, { ...request, onSubmitted: undefined });
      const output = compactions[globalThis.wrong]?.(this, input, right);
      return output ? { ...right, output, indices: output, count: output.size / 4 } : right;
    };
  });
}

for (const [settings, all] of Object.entries(WRONG))
  test(`${settings.split('/')[0]} ends where scans or compactions are wrong, and the check names it`, async ({ page }) => {
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await open(page, settings);
    const picture = page.locator('.use-stage canvas').first();
    await makeWrong(page);
    await noteEnds(page);
    await run(page);
    // Waits for the end of this right run, which comes after the verdict, before the wrong runs.
    await expect.poll(() => ends(page)).toHaveLength(1);
    for (const wrong of sampled(all, 2)) {
      await page.evaluate((name) => Object.assign(globalThis, { wrong: name, ended: [] }), wrong);
      await button(page, 'Run').click();
      await expect.poll(() => ends(page), wrong).toMatchObject([{ outcome: 'done', verified: false }]);
      await expect(verdict(page), wrong).toHaveText('FAIL');
      await expect(application(page).locator('.use-verdict')).toContainText(/First wrong value: /);
      for (const step of await steps(page).all()) {
        await picture.evaluate((canvas) => delete canvas.dataset.drawnOf);
        await step.click();
        await expect(picture, wrong).toHaveAttribute('data-drawn-of', 'buffers');
      }
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    }
    expect(errors).toEqual([]);
  });
