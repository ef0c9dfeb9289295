import page from '../page/playwright.config.js';

/** These tests install Docusaurus, JupyterLab and marimo, which takes minutes. */
const slow = process.env.SCANLAB_FULL ? [] : ['**/docusaurus.spec.js', '**/notebooks.spec.js'];

/** The packages of the built site, in the same browser as the page's tests. */
export default {
  ...page,
  testIgnore: ['**/project/**', ...slow],
  webServer: undefined,
  workers: 1,
  outputDir: '../../target/playwright-packages',
};
