import { expect, test } from '@playwright/test';
import { openPage, violationsInBothThemes } from './helpers.js';

/** Two labels of a line that are closer than this, in px, read as one. */
const MIN_GAP_PX = 4;

/** Pairs of labels in a drawing that overlap, touch or read as one. */
function crowded(svg, gap) {
  const labels = [...svg.querySelectorAll('text')].map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }));
  const near = (one, other) =>
    Math.max(one.left, other.left) - Math.min(one.right, other.right) < gap &&
    Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom);
  return labels.flatMap(({ text, box }, i) =>
    labels
      .slice(i + 1)
      .filter((other) => near(box, other.box))
      .map((other) => `“${text}” and “${other.text}”`),
  );
}

/** Labels of which a part lies outside the drawing. */
function cutOff(svg) {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')]
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < frame.left - 0.5 || right > frame.right || top < frame.top || bottom > frame.bottom;
    })
    .map(({ textContent }) => textContent);
}

test('the labels of every diagram stand apart, in a wide window and at 360 pixels', async ({ page }) => {
  await openPage(page);
  const ids = await page
    .locator('.algorithm')
    .evaluateAll((all) => all.map(({ dataset }) => dataset.algorithm).filter((id) => id !== 'javascript'));
  expect(ids.length).toBeGreaterThan(20);
  for (const id of ids) {
    await page.locator('scan-lab').evaluate((lab, one) => lab.setAttribute('show', one), id);
    const drawing = page.locator('.learn .flow svg').filter({ has: page.locator(`title[id="flow-${id}-title"]`) });
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ]) {
      await page.setViewportSize({ width, height });
      await expect(drawing).toBeVisible();
      expect(await drawing.evaluate(crowded, MIN_GAP_PX), `${id} at ${width} px`).toEqual([]);
      expect(await drawing.evaluate(cutOff), `${id} at ${width} px`).toEqual([]);
    }
  }
});

/** The least width of a drawing, in px: 34rem. */
const LEAST_PX = 544;

test('an embedded diagram is whole at every width that holds one', async ({ page }) => {
  await openPage(page);
  for (const id of ['blelloch', 'hillis-steele', 'look-back']) {
    await page.evaluate((one) => {
      const lab = document.createElement('scan-lab');
      lab.setAttribute('view', 'learn');
      lab.setAttribute('algorithm', one);
      document.body.replaceChildren(lab);
    }, id);
    await expect(page.locator('.flow-scroll svg')).toBeVisible();
    for (const width of [360, LEAST_PX, 700, 832, 880, 895, 896, 900, 959, 960, 1080, 1150, 1200, 1400]) {
      await page.setViewportSize({ width, height: 800 });
      const [whole, seen] = await page.locator('.flow-scroll').evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      if (width < LEAST_PX) expect(whole, `${id} at ${width} px scrolls`).toBe(LEAST_PX);
      else expect(whole, `${id} at ${width} px`).toBe(seen);
    }
  }
});

test('the diagram of a lesson takes the reader’s numbers, on two scans too', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto('./#learn/blelloch');
  const boxes = page.locator('.number-boxes input');
  const ends = page.locator('.lesson-beside-flow .ends text');
  await expect(ends.first()).toHaveText('x0');
  await expect(boxes.first()).toBeHidden();
  await page.getByRole('checkbox', { name: 'With your numbers' }).check();
  await expect(boxes).toHaveCount(16);
  await expect(ends.nth(17)).toHaveText('3');
  await boxes.first().fill('-40');
  await expect(ends.first()).toHaveText('-40');
  await expect(ends.nth(17)).toHaveText('-40');
  await expect(boxes.first()).toBeFocused();
  await boxes.nth(1).fill('x');
  await expect(page.locator('#numbers-error-blelloch')).toHaveText('A whole number from −99 to 99 is required; found “x”.');
  await expect(boxes.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await boxes.nth(1).fill('2');
  await expect(page.locator('#numbers-error-blelloch')).toBeHidden();
  await boxes.nth(14).evaluate((box) => {
    const data = new DataTransfer();
    data.setData('text', '5 6 7');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(boxes.nth(14)).toHaveValue('5');
  await expect(boxes.nth(15)).toHaveValue('6');
  // Another scan, and two scans side by side, keep the numbers.
  await page.goto('./#learn/blelloch,sklansky');
  await expect(boxes).toHaveCount(16);
  await expect(ends.first()).toHaveText('-40');
  await boxes.nth(8).fill('9');
  await expect(ends.first()).toHaveText('9');
  await expect(boxes.first()).toHaveValue('9');
  expect(await violationsInBothThemes(page)).toEqual([]);
});
