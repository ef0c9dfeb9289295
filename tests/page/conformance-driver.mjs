/** Runs the conformance page without a user: the address starts the run, events report its progress, and its report has the results. */
import { mergeReports } from '../../measurements/merge-conformance.mjs';

/** A full grid opens a new page per part, so that the shaders that browser and driver keep do not accumulate. */
const FULL_GRID_PARTS = 8;
export const FULL_GRID_SHARDS = Array.from({ length: FULL_GRID_PARTS }, (_, i) => `${i + 1}/${FULL_GRID_PARTS}`);
/** A page without an event for this long hangs: the longest case on a software adapter takes a small part of this time. */
const SILENCE_MS = 15 * 60_000;
const EVENTS = ['scanlab-conformance-progress', 'scanlab-conformance', 'scanlab-error'];

/**
 * Runs the cases that a query selects, in a page.
 * @param {import('@playwright/test').Page | import('puppeteer-core').Page} page a new page: Chromium by Playwright, or Firefox by Puppeteer
 * @param {string} site
 * @param {Record<string, string>} query of the address: grid, shard, algorithms, operators, case, limits
 * @param {(progress: object) => void} [onProgress]
 * @returns {Promise<{ report: object, error: string | null }>} error: the reason why the run ended before its last case
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

/** A run of a page, as its events report it. */
class Run {
  #began = false;
  #error = null;

  constructor(onProgress) {
    this.onProgress = onProgress;
    this.end = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    // A run may fail while the page still loads. The caller handles this rejection later.
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
    // After an error, a run that has begun still sends a report.
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
 * Runs a grid. A full grid runs shard by shard.
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
