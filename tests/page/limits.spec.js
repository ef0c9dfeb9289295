/** A device with the features and limits that WebGPU guarantees, as on a small phone, on any adapter. */
import { expect, test } from '@playwright/test';
import { runGrid } from './conformance-driver.mjs';
import { openCourse } from './course.js';
import { FULL } from './sampled.js';
import { withLab } from './with-lab.js';

test('a lab with guaranteed limits has no feature, no more than the limits of WebGPU, and plans as for a GPU', async ({ page }) => {
  const found = await withLab(
    page,
    () => ({}),
    async ({ ScanLab, lab: own, random, failure }) => {
      const lab = await ScanLab.open({ limits: 'guaranteed' });
      const words = Uint32Array.from({ length: 100_003 }, random);
      const output = await lab.scan(words);
      let sum = 0;
      const wrong = output.findIndex((word, index) => word !== (sum = (sum + words[index]) >>> 0));
      const { subgroups, timestamps, forwardProgress, limits } = lab.adapter;
      const supports = (algorithm) => lab.supports({ algorithm });
      const plain = await navigator.gpu.requestAdapter().then((adapter) => adapter.requestDevice());
      const more = Object.entries(limits).filter(([name, limit]) => limit !== plain.limits[name]);
      const refused = await failure(() => ScanLab.open({ limits: 'phone' }));
      const kept = [own.adapter.subgroups !== null, own.adapter.limits.maxBufferSize > limits.maxBufferSize];
      const answers = [supports('look-back'), supports('look-back-fallback'), supports('subgroup')];
      const { maxElements } = lab;
      lab.close();
      return { wrong, subgroups, timestamps, forwardProgress, more, maxElements, answers, refused, kept };
    },
  );
  expect(found).toMatchObject({
    wrong: -1,
    subgroups: null,
    timestamps: false,
    forwardProgress: false,
    more: [],
    maxElements: 2 ** 25,
    kept: [true, true],
    refused: expect.stringMatching(/^bad-argument: limits must be .*adapter.*guaranteed.*phone/),
  });
  expect(found.answers).toEqual([expect.stringContaining('progress'), null, expect.stringContaining('needs subgroup operations')]);
});

test('the grid passes on such a device', async ({ page, baseURL }) => {
  const query = {
    grid: 'smoke',
    algorithms: FULL ? 'blelloch,look-back-fallback,subgroup' : 'look-back-fallback,subgroup',
    operators: 'add',
    limits: 'guaranteed',
    ...(!FULL && { shard: '1/4' }),
  };
  const { report, error } = await runGrid(page, baseURL, query);
  expect(error).toBeNull();
  expect(report).toMatchObject({ complete: true, failures: [], adapter: { subgroups: null, timestamps: false, forwardProgress: false } });
  expect(report.cases.passed).toBeGreaterThan(0);
  // At least the scan that requires subgroups is unsupported.
  expect(report.cases.unsupported).toBeGreaterThan(0);
});

test('the address of the page and an attribute set the limits, which an invalid value does not', async ({ page }) => {
  await page.goto('./?limits=guaranteed#measure');
  await expect(page.locator('.adapter')).toContainText('no subgroups');
  await page.goto('./?limits=phone#measure');
  await expect(page.getByText('limits must be one of adapter, guaranteed; it was "phone".')).toBeVisible();
  await openCourse(page, [{ view: 'measure', limits: 'guaranteed' }, { view: 'measure' }]);
  const described = page.locator('.adapter');
  await expect(described.first()).toContainText('no subgroups');
  await page.locator('scan-lab').nth(1).scrollIntoViewIfNeeded();
  await expect(described.nth(1)).toContainText('subgroups of');
});
