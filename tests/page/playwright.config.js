import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.mjs';

/** Whether the tests include the full conformance grid. */
const full = Boolean(process.env.SCANLAB_FULL);

/**
 * The built page in an installed Chromium with its software WebGPU adapter. `page.goto('./')` opens the page;
 * `page.goto('./sub/folder/')` opens the same site in a sub-folder.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.js',
  testIgnore: full ? [] : '**/full-grid.spec.js',
  outputDir: '../../target/playwright',
  // One worker keeps little more than one core busy. Timeouts only end tests that hang.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: 240_000,
  globalTimeout: full ? 8 * 60 * 60_000 : 50 * 60_000,
  expect: { timeout: 60_000 },
  webServer: {
    command: 'node server.mjs',
    // The server takes a free port, and its first line names it.
    wait: { stdout: /http:\/\/127\.0\.0\.1:(?<scanlab_port>\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env.SCANLAB_PORT ?? 0}/`,
    browserName: 'chromium',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
