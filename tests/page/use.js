/** Steps of Use that several specs share. */
import { expect } from '@playwright/test';
import { openPage } from './helpers.js';

export const SMALL = 1000;
export const application = (page) => page.locator('.use-application');
export const button = (page, name) => application(page).getByRole('button', { name, exact: true });
export const verdict = (page) => application(page).locator('.use-verdict .result');
export const status = (page) => application(page).locator('.use-run .run-text');
export const steps = (page) => application(page).getByRole('list', { name: 'Steps' }).getByRole('button');

export async function open(page, hash) {
  await openPage(page, `./#use/${hash}`);
  await expect(application(page)).toBeVisible();
}

/** Opens an application again on the same page, whose device has already compiled shaders. */
export async function reopen(page, hash) {
  if (!page.url().includes('#')) return open(page, hash);
  await page.evaluate(() => (location.hash = '#use'));
  await expect(application(page)).toHaveCount(0);
  await page.evaluate((use) => (location.hash = `#use/${use}`), hash);
  await expect(application(page)).toBeVisible();
}

/** Runs the application to its end, which comes after the verdict. */
export async function run(page) {
  await button(page, 'Run').click();
  await expect(verdict(page)).toHaveText('PASS');
  await expect(button(page, 'Stop')).toBeDisabled();
}

/** Records the ends of runs from now on. */
export const noteEnds = (page) =>
  page.evaluate(() => {
    globalThis.ended = [];
    document.addEventListener('scanlab-end', ({ detail }) => globalThis.ended.push(detail));
  });
export const ends = (page) => page.evaluate(() => globalThis.ended);

/** A compaction whose lens selects no element. */
export const NO_DOTS = 'compaction/n=40/radius=0.02/x=0/y=1/step=scatter';

/**
 * Applications, with settings, whose picture of a run equals that of the reference program's arrays. They have dots of one pixel and of many, with
 * even and odd sides; empty lists, and lists too long to have lines; images with more and with fewer elements than pixels.
 */
export const DRAWN = [
  'neighbour-lists/n=500/step=counts',
  'neighbour-lists/n=451/step=emit/radius=0.1/time=17',
  'neighbour-lists/n=512/radius=0.3/step=scan',
  'neighbour-lists/n=3/radius=0.01/step=emit',
  'neighbour-lists/n=1',
  'compaction/n=4095/step=particles',
  'compaction/n=2999/step=flags',
  'compaction/n=1500/keep=outside/step=scatter',
  'compaction/n=4096/radius=0.02/x=0/y=0/step=scatter',
  'compaction/n=1/keep=outside/step=flags',
  NO_DOTS,
  'sparse-matrix/n=1/step=links',
  'sparse-matrix/n=500/step=products/reach=0.5',
  'sparse-matrix/n=512/step=links/x=1/y=0/reach=0.31',
  'sparse-matrix/n=65/step=products/x=0.2/seed=3/reach=0',
  'radix-sort/n=1/step=keys',
  'radix-sort/n=1000/step=pass-4',
  'radix-sort/n=1021/step=pass-2/order=few',
  'quicksort/n=1',
  'quicksort/n=33/step=split/seed=4',
  'quicksort/n=97/order=few',
  'quicksort/n=251/seed=9',
  'quicksort/n=200/step=keys/order=reversed',
  'breadth-first/n=1/step=compact',
  'breadth-first/n=2/step=flood/y=0.9',
  'breadth-first/n=512/step=maze',
  'breadth-first/n=333/step=front/front=7',
  'breadth-first/n=500/step=places/front=9',
  'breadth-first/n=450/step=compact',
  'breadth-first/n=512/step=flood/openings=0',
  'tree-operations/n=1/twig=0/step=tree',
  'tree-operations/n=256/step=pre',
  'tree-operations/n=201/step=post/tree=deep/x=0.9',
  'tree-operations/n=255/step=tree/tree=binary/twig=60',
  'tree-operations/n=1/step=sizes/twig=7',
  'tree-operations/n=251/step=sizes/tree=deep',
  'partition/n=1000/step=picture',
  'partition/n=777/step=scatter/threshold=0',
  'histogram/n=1/step=equalise',
  'histogram/n=1000/step=sort',
  'histogram/n=4003/step=scan',
  'histogram/n=2000/step=equalise/strength=0.37',
  'summed-area/n=1/step=blur',
  'summed-area/n=900/step=rows',
  'summed-area/n=3333/step=columns',
  'summed-area/n=4001/step=blur/radius=0.31/x=0.2/y=0.9/sharp=0.05',
  'line-of-sight/n=32/step=slopes',
  'line-of-sight/n=1000/step=slopes/x=0/y=0.3/eye=0.5',
  'line-of-sight/n=9001/step=seen/x=0.9/seed=7',
  'string-comparison/n=2/step=order',
  'string-comparison/n=24/step=or/x=0.9/y=0.9',
  'string-comparison/n=17/step=min/seed=9',
  'string-comparison/n=23/step=order/seed=2',
  'string-comparison/n=8/texts=custom',
  'marching-cubes/n=3000/step=mesh',
  'marching-cubes/n=1000/step=counts/balls=12/level=0.05',
  'marching-cubes/n=4096/step=scan/turn=200/tilt=-60',
  'sparse-matrix/n=500/step=sums/x=0.9',
  'sparse-matrix/n=511/step=ranks/rounds=60',
  'sparse-matrix/n=512/step=ranks/rounds=1/damping=0.99',
  'tridiagonal/n=128/step=pivots',
  'tridiagonal/n=4000/step=forward',
  'tridiagonal/n=1000/step=later/times=7/most=200',
  'compaction/n=900/step=scan',
];

/** Curves of f32 with few and with many values per pixel, alone or over an image. Processors round them differently. */
export const CURVES = [
  'partition/n=9001/step=scans/threshold=101',
  'line-of-sight/n=32/step=scan/x=1/y=1',
  'line-of-sight/n=4001/step=scan',
  'tree-operations/n=256/step=depths',
  'tree-operations/n=101/step=tour/tree=deep',
  'recurrences/n=16/step=low',
  'recurrences/n=333/step=high/wave=square',
  'recurrences/n=2001/step=band/x=0.3',
  'checkbook/n=3/step=entries',
  'checkbook/n=300/step=sums',
  'checkbook/n=120/step=interest/rate=0.2',
  'checkbook/n=60/step=overdrafts/spending=1.3',
  'polynomial/n=128/step=powers',
  'polynomial/n=3000/step=sums/y=0.9',
  'polynomial/n=4001/step=horner/scale=0.4',
  'brackets/n=1/step=sort',
  'brackets/n=900/step=pairs/at=0.6',
  'brackets/n=4001/step=levels/seed=3',
  'brackets/n=4096/step=sort/mistakes=20/at=0.9',
  'brackets/n=100/step=sort/source=custom/custom=(%5B)%5D%7B%0A)',
];

/** Applications with so large a number of elements that pictures leave some out, or draw them in another way. */
export const DRAWN_LARGE = [
  'tree-operations/n=70000/step=pre',
  'tree-operations/n=100000/step=sizes/tree=deep',
  'sparse-matrix/n=30000/step=links',
  'breadth-first/n=100000/step=compact',
  'quicksort/n=5000',
];

/** Such applications with curves. */
export const CURVES_LARGE = ['brackets/n=300000/step=sort'];

/** The opened application's picture. */
export const picture = (page) => page.locator('.use-stage canvas').first();

/** The number of colours of the picture: several if something is drawn. */
export const colours = (page, canvas = picture(page)) =>
  canvas.evaluate((one) => {
    const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });

/** Keeps the picture, which must be drawn from arrays, to compare it with later ones. */
export async function keepStill(page) {
  await expect(picture(page)).toHaveAttribute('data-drawn-of', 'arrays');
  await picture(page).evaluate((canvas) => {
    globalThis.still = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  });
}

/** Whether the picture equals that of `keepStill` bit for bit. `share` limits the comparison to this part of the rows, from the top. */
export const isStill = (page, share = 1) =>
  picture(page).evaluate((canvas, part) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, Math.ceil(part * canvas.height));
    const { still } = globalThis;
    return (part < 1 || data.length === still.length) && data.every((byte, i) => byte === still[i]);
  }, share);

/** Runs the open application on an empty canvas, and waits until its result is drawn from buffers of the device. */
export async function runAndDraw(page) {
  await picture(page).evaluate((canvas) => {
    canvas.width = 1;
    delete canvas.dataset.drawnOf;
  });
  await run(page);
  await expect(picture(page)).toHaveAttribute('data-drawn-of', 'buffers');
}

/** Runs the open application. @returns the share of pixels that differ from the previous picture by more than rounding */
export async function differenceByRun(page) {
  await keepStill(page);
  await runAndDraw(page);
  return picture(page).evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    let wrong = 0;
    const { still } = globalThis;
    // Compares the colours on white, so that the colour of a nearly transparent pixel does not matter.
    const shown = (all, at, channel) => 255 + ((all[at + channel] - 255) * all[at + 3]) / 255;
    for (let at = 0; at < data.length; at += 4) {
      drawn += Number(data[at + 3] > 0 || still[at + 3] > 0);
      wrong += Number([0, 1, 2].some((channel) => Math.abs(shown(data, at, channel) - shown(still, at, channel)) > 2));
    }
    return wrong / drawn;
  });
}
