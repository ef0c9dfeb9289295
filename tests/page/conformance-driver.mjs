/** Runs the conformance page without a user: its address starts it, its events say how far it is, and its report is what it found. */
import { mergeReports } from '../../measurements/merge-conformance.mjs';

/** A full grid has a page for each of these, so that what browser and driver keep of shaders does not pile up. */
const FULL_GRID_PARTS = 8;
export const FULL_GRID_SHARDS = Array.from({ length: FULL_GRID_PARTS }, (_, i) => `${i + 1}/${FULL_GRID_PARTS}`);
/** A page that tells nothing for so long hangs: the longest case on a software adapter takes a small part of it. */
const SILENCE_MS = 15 * 60_000;
const EVENTS = ['scanlab-conformance-progress', 'scanlab-conformance', 'scanlab-error'];

/**
 * Runs what a page's address asks for.
 * @param {import('@playwright/test').Page | import('puppeteer-core').Page} page a new one, of Chromium by Playwright or of Firefox by Puppeteer
 * @param {string} site
 * @param {Record<string, string>} query of the address: grid, shard, algorithms, operators, case, limits
 * @param {(progress: object) => void} [onProgress]
 * @returns {Promise<{ report: object, error: string | null }>} error: what ended the run before its last case
 */
export async function runGrid(page, site, query, onProgress = () => {}) {
  const address = new URL('conformance/', site);
  address.search = String(new URLSearchParams({ ...query, run: '1' }));
  const run = new Run(onProgress);
  page.once('pageerror', (error) => run.fail(`the page must run without an uncaught error, found ${error.message}`));
  page.once('crash', () => run.fail('the page must last until its report, found it crashed'));
  page.once('close', () => run.fail('the page must last until its report, found it closed'));
  await page.exposeFunction('tellDriver', (name, detail) => run.hear(name, detail));
  const onNewDocument = (page.addInitScript ?? page.evaluateOnNewDocument).bind(page);
  await onNewDocument((names) => {
    for (const name of names) document.addEventListener(name, ({ detail }) => globalThis.tellDriver(name, detail));
  }, EVENTS);
  try {
    const response = await page.goto(String(address));
    if (!response?.ok()) run.fail(`${address} must be answered with 200, found ${response?.status()}`);
    return await run.end;
  } finally {
    run.stopWatching();
  }
}

/** What a page has told so far. */
class Run {
  #began = false;
  #error = null;

  constructor(onProgress) {
    this.onProgress = onProgress;
    this.end = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    // One that fails while the page still loads is looked at later.
    this.end.catch(() => {});
    this.#watch();
  }

  /** @param {string} name of an event @param {any} detail */
  hear(name, detail) {
    this.#watch();
    if (name === 'scanlab-conformance') return this.resolve({ report: detail, error: this.#error });
    if (name === 'scanlab-conformance-progress') {
      this.#began = true;
      return this.onProgress(detail);
    }
    this.#error = `${detail.code}: ${detail.message}`;
    // A run that has begun ends with a report.
    if (!this.#began) this.fail(this.#error);
  }

  /** @param {string} message */
  fail(message) {
    this.reject(new Error(message));
  }

  #watch() {
    this.stopWatching();
    this.watch = setTimeout(() => this.fail(`the page must say something within ${SILENCE_MS / 60_000} min, found it silent`), SILENCE_MS);
  }

  stopWatching() {
    clearTimeout(this.watch);
  }
}

/**
 * Runs a grid, a full one shard by shard.
 * @param {() => Promise<import('@playwright/test').Page | import('puppeteer-core').Page>} newPage
 * @param {string} site @param {Record<string, string>} query @param {(progress: object, shard: string | null) => void} onProgress
 * @returns {Promise<{ report: object, errors: string[] }>}
 */
export async function runWhole(newPage, site, query, onProgress) {
  const parted = query.grid === 'full' && !query.shard;
  const [reports, errors] = [[], []];
  for (const shard of parted ? FULL_GRID_SHARDS : [query.shard ?? null]) {
    const page = await newPage();
    const { report, error } = await runGrid(page, site, { ...query, ...(shard ? { shard } : {}) }, (progress) =>
      onProgress(progress, shard),
    );
    await page.close();
    reports.push(report);
    if (error) errors.push(error);
  }
  return { report: parted ? mergeReports(reports) : reports[0], errors };
}
