/** The built page in Firefox: tools that the tests share. */
import assert from 'node:assert/strict';
import { serve } from '../page/server.mjs';
import { launchFirefox } from './browser.mjs';

/** The timeout of a wait, which only ends hangs. */
const STATE_MS = 2 * 60_000;
const POLL_MS = 100;

/**
 * Serves dist/, or another folder, and starts Firefox. A test file calls it at its top level, and calls `close` in `after`.
 * @param {Record<string, string>} [pages] HTML by paths, in addition to the site's files
 * @param {string} [folder]
 */
export async function openSite(pages, folder) {
  const site = await serve(folder, pages);
  const browser = await launchFirefox().catch((error) => {
    site.close();
    throw error;
  });
  return {
    /**
     * Runs `use` with a new tab at a path. Fails if an error occurs in the page, or if a policy refuses something.
     * @param {string} path @param {(tab: Tab) => Promise<void>} use
     * @param {RegExp} [meant] matches the console messages of deliberate faults
     */
    async visit(path, use, meant = /(?!)/) {
      const tab = await Tab.open(browser, new URL(path, site.address).href);
      try {
        await use(tab);
        assert.deepEqual(
          tab.failures.filter((one) => !meant.test(one)),
          [],
        );
      } catch (error) {
        // The errors of the page may be the cause.
        if (tab.failures.length) error.message += `\nin the page: ${tab.failures.join('\n')}`;
        throw error;
      } finally {
        await tab.page.close();
      }
    },
    async close() {
      await browser.close();
      site.close();
    },
  };
}

/**
 * Runs in the page. Finds elements by a selector, also in shadow roots; records the ends of runs; and reports violations of a policy and
 * errors of elements as errors in the console.
 */
function prepare() {
  const rootsOf = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsOf(shadowRoot) : []))];
  globalThis.findAll = (selector) => rootsOf(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  globalThis.isShown = (element) => element.checkVisibility();
  globalThis.ends = [];
  document.addEventListener('scanlab-end', ({ detail: { view, outcome } }) => globalThis.ends.push(`${view} ${outcome}`));
  document.addEventListener('scanlab-error', ({ detail: { code, message } }) => console.error(`${code}: ${message}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`refused by the policy: ${effectiveDirective}: ${blockedURI}`),
  );
}

/** A page. CSS selectors, which also search shadow roots, and texts select its elements. */
export class Tab {
  /** Errors of the page and in its console. @type {string[]} */
  failures = [];

  /** @param {import('puppeteer-core').Page} page */
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(STATE_MS);
    page.on('pageerror', (error) => this.failures.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.failures.push(`console: ${message.text()}`);
    });
  }

  /** @param {import('puppeteer-core').Browser} browser @param {string} address */
  static async open(browser, address) {
    const tab = new Tab(await browser.newPage());
    await tab.page.evaluateOnNewDocument(prepare);
    const response = await tab.page.goto(address);
    assert.equal(response?.status(), 200, address);
    return tab;
  }

  /** Waits until a visible element matches the selector and the text. @param {string} selector @param {RegExp} [text] */
  async sees(selector, text = /(?:)/) {
    await this.#find(selector, text);
  }

  /** Waits until `count` runs have ended since the page was opened. @returns {Promise<string[]>} views and outcomes */
  async ended(count) {
    await this.page.waitForFunction((least) => globalThis.ends.length >= least, { polling: POLL_MS }, count);
    return this.page.evaluate(() => globalThis.ends);
  }

  /** The texts of the visible elements. @param {string} selector */
  texts(selector) {
    return this.page.evaluate(
      (css) =>
        globalThis
          .findAll(css)
          .filter(globalThis.isShown)
          .map((one) => one.textContent.trim()),
      selector,
    );
  }

  /** Presses the first visible element that matches the selector and the text, when it is enabled. @param {string} selector @param {RegExp} [text] */
  async press(selector, text = /(?:)/) {
    const found = await this.#find(`:is(${selector}):not(:disabled)`, text);
    // Waits until the element no longer moves, so that the click hits it.
    await found.evaluate(async (element) => {
      const place = () => Object.values(element.getBoundingClientRect().toJSON()).join();
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      let before;
      do {
        before = place();
        await frame();
        await frame();
      } while (place() !== before);
    });
    await found.click();
  }

  /** Replaces the content of a field by typing. @param {string} selector @param {string} text */
  async fill(selector, text) {
    await this.press(selector);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.type(text);
  }

  /** Waits for the first visible element that matches the selector and the text. @param {string} selector @param {RegExp} text */
  async #find(selector, text) {
    const find = (css, source) =>
      globalThis.findAll(css).find((one) => globalThis.isShown(one) && new RegExp(source).test(one.textContent.trim()));
    try {
      return await this.page.waitForFunction(find, { polling: POLL_MS }, selector, text.source);
    } catch (error) {
      throw new Error(`${selector} must show ${text}, found ${JSON.stringify(await this.texts(selector))}`, { cause: error });
    }
  }
}
