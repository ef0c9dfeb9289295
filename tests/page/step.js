/** Steps of Learn that several specs share. */
import { expect } from '@playwright/test';

export const LECTURE = [1, 5, -6, 3, 5, 4, -2, 1];
export const verdict = (page) => page.locator('.step-verdict');
export const status = (page) => page.locator('.step-status');
export const range = (page) => page.getByRole('slider', { name: 'Step' });

/** The visible elements of an array. */
export async function shown(page, title) {
  const cells = page
    .locator('.step-array ol')
    .and(page.getByRole('list', { name: title, exact: true }))
    .locator('li');
  return cells.evaluateAll((all) =>
    all.map(({ firstChild }) => (firstChild.data === '·' ? null : Number(firstChild.data.replace('−', '-')))),
  );
}

export function sums(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** Opens the page at a step, without a GPU. */
export async function openStep(page, address) {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await goToStep(page, address);
}

/** Opens the page at a step. */
export async function goToStep(page, address) {
  await page.goto(`./#learn/${address}`);
  await expect(verdict(page)).toHaveText(/./);
}
