import page from '../page/playwright.config.js';

/** The packages of the built site, in the same browser as the page's tests. */
export default { ...page, testIgnore: '**/project/**', webServer: undefined, workers: 1, outputDir: '../../target/playwright-packages' };
