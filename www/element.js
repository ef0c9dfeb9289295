/** The custom element `<scan-lab>`: its life in a document. */
import controlStyles from './controls.css';
import { h } from './dom.js';
import { Formats } from './format.js';
import { PRESETS, applyPresets } from './presets.js';
import resultStyles from './results.css';
import styles from './style.css';
import { Workbench } from './workbench.js';

/** @typedef {import('./element-types.d.ts').Api} Api */
/** @typedef {import('./element-types.d.ts').LabClass} LabClass */
/** @typedef {import('./element-types.d.ts').LabErrorClass} LabErrorClass */

export const NAME = 'scan-lab';
/** An element that comes this close to the window opens its device. */
const NEAR = '200px';
/** The levels of headings inside, where the embedding page says nothing. */
const TOP_HEADING_LEVEL = 2;

/**
 * Registers the element once, however many copies of the module a page loads.
 * @param {LabClass} ScanLab @param {LabErrorClass} ScanLabError
 */
export function defineScanLab(ScanLab, ScanLabError) {
  if (customElements.get(NAME)) return;
  customElements.define(NAME, class extends ScanLabElement {
    api = { ScanLab, ScanLabError };
  });
}

/** The looks that all our elements share. */
export function baseStyles() {
  return [styles, controlStyles, resultStyles].map(styleSheet);
}

/** @param {string} text */
export function styleSheet(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** @param {ShadowRoot} root @param {string | null} asked the level of the title */
export function setHeadingLevels(root, asked) {
  const top = Number(asked) >= 1 && Number(asked) <= 5 ? Number(asked) : TOP_HEADING_LEVEL;
  if (top === TOP_HEADING_LEVEL) return;
  for (const heading of root.querySelectorAll('h2, h3, h4')) {
    heading.setAttribute('aria-level', String(Number(heading.tagName[1]) - TOP_HEADING_LEVEL + top));
  }
}

/**
 * Attributes `algorithms`, `sizes`, `operator`, `type`, `mode`, `pattern`, `seed` set what is chosen at first, and
 * `heading-level` the level of its title, `show` the one or two scans whose panel is open. With `follow-address`, `#show=` in the
 * page's address does so too, and says what is open. Nothing runs before Run is pressed.
 * Events, which bubble: `scanlab-ready`, `scanlab-progress`, `scanlab-result`, `scanlab-error`.
 */
class ScanLabElement extends HTMLElement {
  static observedAttributes = [...PRESETS, 'show'];

  /** @type {Api | null} */
  api = null;
  /** @type {Workbench | null} */
  #bench = null;
  /** @type {Promise<void> | null} */
  #building = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = baseStyles();
    this.nearness = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: NEAR });
  }

  connectedCallback() {
    this.#building ??= this.#build();
    this.#building.then(() => this.#start(), () => {});
  }

  disconnectedCallback() {
    this.nearness.disconnect();
    this.#bench?.close();
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (this.#bench && value !== before && value !== null) this.#preset((asked) => (asked === name ? value : null));
  }

  async #build() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    try {
      const api = this.#api();
      const catalogue = await api.ScanLab.catalogue();
      const formats = new Formats(this.closest('[lang]')?.getAttribute('lang') ?? undefined);
      this.#bench = new Workbench(catalogue, api, formats, (name, detail) => this.#emit(name, detail));
      root.replaceChildren(this.#bench.root);
      setHeadingLevels(root, this.getAttribute('heading-level'));
      this.#preset((name) => this.getAttribute(name));
    } catch (error) {
      this.#building = null;
      const message = error instanceof Error ? error.message : String(error);
      root.replaceChildren(h('p', { role: 'alert', class: 'notice bad' }, `ScanLab could not be loaded: ${message} Reload the page to try again.`));
      this.#emit('error', { code: 'unexpected', message });
      throw error;
    }
  }

  #api() {
    if (!this.api) throw new Error('The element was not defined by defineScanLab.');
    return this.api;
  }

  #start() {
    if (!this.isConnected) return;
    this.#bench?.results.chart.connect();
    if (this.hasAttribute('follow-address')) this.#bench?.explanations.link();
    this.nearness.observe(this);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.nearness.disconnect();
    this.#bench?.open();
  }

  /** @param {(name: string) => string | null} read */
  #preset(read) {
    if (!this.#bench) return;
    const problems = applyPresets(read, this.#bench);
    const shown = read('show');
    if (shown !== null) void this.#bench.explanations.show(shown.split(/[\s,;]+/));
    this.#bench.notices.showPresetProblems(problems);
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`scanlab-${name}`, { detail, bubbles: true, composed: true }));
  }
}
