/** The budget of bytes that the page loads from its opening to the end of its first run, compressed as hosts send them. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { choose, openPage, run, typeSizes } from './helpers.js';

const LIMIT_BYTES = 565_000;
/** The file with the last accepted sizes: `UPDATE_WEIGHT=1` updates it. */
const accepted = fileURLToPath(new URL('weight.json', import.meta.url));

test('a first run loads no more than the budget; the message names the part that grew', async ({ page, baseURL }) => {
  const bodies = new Map();
  page.on('response', (response) => {
    if (response.url().startsWith(baseURL)) bodies.set(response.url(), response.body());
  });
  await openPage(page);
  // The loaded files do not depend on the chosen scans.
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
  // The total is meaningful only if the core, the first view and the chart are among the files.
  const required = ['', 'chunks/chart.js', 'chunks/measure-view.js', 'chunks/recorded.js', 'scanlab.js', 'scanlab_bg.wasm'];
  expect(Object.keys(weights)).toEqual(expect.arrayContaining(required));
  expect(
    total,
    `a first run must load at most ${LIMIT_BYTES} bytes (gzip); against tests/page/weight.json:\n${growth(weights)}`,
  ).toBeLessThanOrEqual(LIMIT_BYTES);
});

/** The name of a file without the hash of its contents, so that a part keeps its name. Shared chunks have one name. @param {string} url */
function nameOf(url) {
  return new URL(url).pathname.slice(1).replace(/-[A-Z0-9]{8}(?=\.js$)/, '');
}

/** One line per part; the part that grew most comes first. @param {Record<string, number>} weights */
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
