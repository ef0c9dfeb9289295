/** The custom element `<scan-lab>`: its life in a document. */
import { SETTINGS } from '../ui/config-text.js';
import controlStyles from '../ui/controls.css';
import { BaseElement, h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';
import { Formats } from '../shared/format.js';
import { keepKeys } from '../ui/keys.js';
import resultStyles from '../ui/results.css';
import styles from '../ui/style.css';
import { Workbench } from './workbench.js';

/** @typedef {import('../ui/element-types.d.ts').Api} Api */
/** @typedef {import('../ui/element-types.d.ts').LabClass} LabClass */

export const NAME = 'scan-lab';
/** An element that comes this close to the window opens its device. */
const NEAR = '200px';
/** The levels of headings inside, where the embedding page says nothing. */
const TOP_HEADING_LEVEL = 2;

/**
 * Registers the element once, however many copies of the module a page loads.
 * @param {LabClass} ScanLab
 */
export function defineScanLab(ScanLab) {
  if (customElements.get(NAME)) return;
  customElements.define(
    NAME,
    class extends ScanLabElement {
      api = { ScanLab };
    },
  );
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
 * Attributes `algorithms`, `sizes`, `operator`, `type`, `mode`, `pattern`, `seed`, `transfers`, `metric` set what is chosen at first,
 * and `heading-level` the level of its title, `show` the one or two scans whose panel is open. With `follow-address`, `#show=` in the
 * page's address does so too, and says what is open. With `url-config`, the address's query sets what the attributes set, goes
 * before them, and follows what is chosen; `run=1` in it offers to run that. Nothing runs before it is asked for, but with
 * `autorun`: that runs what is chosen once the element is near the window, with `url-config` only where `run=1` is in the address.
 * Events, which bubble: `scanlab-ready`, `scanlab-progress`, `scanlab-result`, `scanlab-error`.
 */
class ScanLabElement extends BaseElement {
  static observedAttributes = [...SETTINGS, 'show'];

  /** @type {Api | null} */
  api = null;
  /** @type {Workbench | null} */
  #bench = null;
  /** @type {Promise<void> | null} */
  #building = null;
  /** @type {Promise<import('./address.js').Address> | null} */
  #address = null;
  /** Whether to run without being asked. */
  #starts = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = baseStyles();
    keepKeys(root);
    this.nearness = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: NEAR });
  }

  connectedCallback() {
    this.#building ??= this.#build();
    this.#building.then(
      () => this.#start(),
      () => {},
    );
  }

  disconnectedCallback() {
    this.nearness.disconnect();
    this.#address?.then(
      (address) => address.disconnect(),
      () => {},
    );
    this.#bench?.close();
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (this.#bench && value !== before && value !== null) void this.#change(this.#bench, name, value);
  }

  async #build() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    try {
      const api = this.#api();
      const early = this.#settings();
      const catalogue = await api.ScanLab.catalogue();
      const formats = new Formats(this.closest('[lang]')?.getAttribute('lang') ?? undefined);
      const bench = new Workbench(catalogue, api, formats, (name, detail) => this.#emit(name, detail));
      // Attributes may have come meanwhile.
      const library = await (early ?? this.#settings());
      this.#bench = bench;
      root.replaceChildren(bench.root);
      setHeadingLevels(root, this.getAttribute('heading-level'));
      if (typeof library === 'string') bench.notices.showPresetProblems([library]);
      else this.#starts = library ? library.configure(this, bench) : this.hasAttribute('autorun') && !this.hasAttribute('url-config');
      this.#show(bench, this.getAttribute('show'));
    } catch (error) {
      this.#building = null;
      const message = error instanceof Error ? error.message : String(error);
      root.replaceChildren(
        h('p', { role: 'alert', class: 'notice bad' }, `ScanLab could not be loaded: ${message} Reload the page to try again.`),
      );
      this.#emit('error', { code: 'unexpected', message });
      throw error;
    }
  }

  #api() {
    if (!this.api) throw new Error('The element was not defined by defineScanLab.');
    return this.api;
  }

  /** What reads settings, where there are any, or why it could not be loaded. */
  #settings() {
    const given = SETTINGS.some((name) => this.hasAttribute(name)) || (this.hasAttribute('url-config') && location.search);
    return given ? import('./address.js').catch(messageOf) : null;
  }

  #start() {
    const bench = this.#bench;
    if (!bench || !this.isConnected) return;
    bench.results.chart.connect();
    if (this.hasAttribute('follow-address')) bench.explanations.link();
    if (this.hasAttribute('url-config')) this.#follow(bench);
    this.nearness.observe(this);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.nearness.disconnect();
    if (this.#starts) this.#bench?.start();
    else this.#bench?.open();
    this.#starts = false;
  }

  /** An attribute that has changed. @param {Workbench} bench @param {string} name @param {string} value */
  async #change(bench, name, value) {
    if (name === 'show') return this.#show(bench, value);
    const problems = await import('./address.js').then(
      ({ applyPresets }) => applyPresets((asked) => (asked === name ? value : null), bench),
      (error) => [messageOf(error)],
    );
    bench.notices.showPresetProblems(problems);
  }

  /** @param {Workbench} bench @param {string | null} ids */
  #show(bench, ids) {
    if (ids !== null) void bench.explanations.show(ids.split(/[\s,;]+/));
  }

  /** Without the module the page works; its address stays as it is. @param {Workbench} bench */
  #follow(bench) {
    this.#address ??= import('./address.js').then(({ Address }) => new Address(bench));
    this.#address.then(
      (address) => this.isConnected && address.connect(),
      () => (this.#address = null),
    );
  }

  /** @type {import('./workbench.js').Emit} */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`scanlab-${name}`, { detail, bubbles: true, composed: true }));
  }
}
