/** The budget of bytes: what the page loads from opening it to the end of its first run, compressed as hosts send it. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { choose, openPage, run, typeSizes } from './helpers.js';

const LIMIT_BYTES = 560_000;
/** The files as they were when their weight was last accepted: `UPDATE_WEIGHT=1` writes them anew. */
const accepted = fileURLToPath(new URL('weight.json', import.meta.url));

test('a first run loads no more than the budget; the message names the part that grew', async ({ page, baseURL }) => {
  const bodies = new Map();
  page.on('response', (response) => {
    if (response.url().startsWith(baseURL)) bodies.set(response.url(), response.body());
  });
  await openPage(page);
  // What is loaded does not depend on what is chosen.
  await choose(page, ['hillis-steele', 'blelloch', 'hybrid']);
  await typeSizes(page, '1000, 5000');
  await run(page);
  const weights = {};
  for (const [url, body] of [...bodies].sort()) {
    const name = nameOf(url);
    weights[name] = (weights[name] ?? 0) + gzipSync(await body, { level: 9 }).length;
  }
  if (process.env.UPDATE_WEIGHT) fs.writeFileSync(accepted, `${JSON.stringify(weights, null, 2)}\n`);

  const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0);
  // What a page without its core, its first view or its chart weighs says nothing.
  const required = ['', 'chunks/chart.js', 'chunks/measure-view.js', 'chunks/recorded.js', 'scanlab.js', 'scanlab_bg.wasm'];
  expect(Object.keys(weights)).toEqual(expect.arrayContaining(required));
  expect(
    total,
    `a first run must load at most ${LIMIT_BYTES} bytes (gzip); against tests/page/weight.json:\n${growth(weights)}`,
  ).toBeLessThanOrEqual(LIMIT_BYTES);
});

/** Without the hash of its contents, so that a part keeps its name; chunks that several parts share are one. @param {string} url */
function nameOf(url) {
  return new URL(url).pathname.slice(1).replace(/-[A-Z0-9]{8}(?=\.js$)/, '');
}

/** A line a part, what grew most first. @param {Record<string, number>} weights */
function growth(weights) {
  const before = JSON.parse(fs.readFileSync(accepted, 'utf8'));
  const names = [...new Set([...Object.keys(before), ...Object.keys(weights)])];
  const parts = names.map((name) => ({
    name: name || 'index.html',
    bytes: weights[name] ?? 0,
    more: (weights[name] ?? 0) - (before[name] ?? 0),
  }));
  const lines = parts.sort((left, right) => right.more - left.more);
  return lines.map(({ name, bytes, more }) => `${more > 0 ? '+' : ''}${more} to ${bytes}  ${name}`).join('\n');
}
