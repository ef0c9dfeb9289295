/** A frame loop on the page's own device in Firefox: examples/frames/. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LOOP, runLoop } from '../page/frame-loop.js';
import { openSite } from './site.mjs';

const EMPTY = '/empty.html';
const pages = { [EMPTY]: '<!doctype html><title>Empty</title><link rel="icon" href="dist/icon.svg">' };
const site = await openSite(pages, fileURLToPath(new URL('../../', import.meta.url)));
after(() => site.close());

test('compact, sort and draw indirectly, 600 frames: the pictures are right, and nothing is made, read or waited for', async () => {
  await site.visit(EMPTY, async ({ page }) => {
    const { others, wrong } = await page.evaluate(runLoop, LOOP);
    assert.deepEqual(wrong, []);
    assert.deepEqual(others, { createCommandEncoder: LOOP.frames - 1, submit: LOOP.frames - 1 });
  });
});
