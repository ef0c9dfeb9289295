/** A course page beside the site that embeds views under the strict policy, and records their events. */
import { fileURLToPath } from 'node:url';
import { POLICY } from './server.mjs';

export const RESULT_FILE = fileURLToPath(new URL('../../examples/software-adapter.json', import.meta.url));

const tagOf = (attributes) =>
  `<scan-lab ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></scan-lab>`;

/** Opens the page with elements that have these attributes; `result.json` is a result file. */
export async function openCourse(page, elements) {
  await page.route('**/strict/result.json', (route) => route.fulfill({ path: RESULT_FILE }));
  await page.route('**/strict/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': POLICY },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark"><title>Course</title><script type="module" src="scanlab.js"></script>
        <main><h1>Course</h1><h2>Week 1</h2>${elements.map(tagOf).join('')}</main></html>`,
    }),
  );
  await page.addInitScript(() => {
    globalThis.heard = [];
    for (const name of ['ready', 'result', 'end', 'error']) {
      document.addEventListener(`scanlab-${name}`, ({ detail, target }) => globalThis.heard.push({ name, detail, id: target.id }));
    }
  });
  await page.goto('./strict/course.html');
}

/** The details of all events with this name. */
export const heard = (page, name) =>
  page.evaluate((of) => globalThis.heard.filter((one) => one.name === of).map(({ detail }) => detail), name);
