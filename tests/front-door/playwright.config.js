import page from '../page/playwright.config.js';

/** The README's commands on a fresh clone, in the same browser as the page's tests. The timeout is long, since a clone compiles the crate. */
export default { ...page, testIgnore: [], webServer: undefined, workers: 1, timeout: 15 * 60_000 };
