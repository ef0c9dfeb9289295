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

export async function run(page) {
  await button(page, 'Run').click();
  await expect(verdict(page)).toHaveText('PASS');
}

/** Notes the ends of runs from now on. */
export const noteEnds = (page) =>
  page.evaluate(() => {
    globalThis.ended = [];
    document.addEventListener('scanlab-end', ({ detail }) => globalThis.ended.push(detail));
  });
export const ends = (page) => page.evaluate(() => globalThis.ended);
