/** The custom element `<scan-conformance>`: a shell that loads the view when it is in a document. */
import { BaseElement, h } from '../ui/dom.js';
import { baseStyles, setHeadingLevels, styleSheet } from './element.js';
import { messageOf } from '../shared/errors.js';
import { Formats } from '../shared/format.js';
import { keepKeys } from '../ui/keys.js';

/** @typedef {import('../ui/element-types.d.ts').Api} Api */
/** @typedef {import('../ui/element-types.d.ts').LabClass} LabClass */

const NAME = 'scan-conformance';

/** @param {LabClass} ScanLab */
export function defineScanConformance(ScanLab) {
  if (customElements.get(NAME)) return;
  customElements.define(
    NAME,
    class extends ScanConformanceElement {
      api = { ScanLab };
    },
  );
}

/**
 * Its attributes, events and the report are described in docs/conformance.md. With `follow-address` the page's query sets what the attributes
 * set, and goes before them. Nothing runs before Run is pressed, unless it has `run`.
 */
class ScanConformanceElement extends BaseElement {
  /** @type {Api | null} */
  api = null;
  /** @type {import('../conformance/conformance.js').Conformance | null} */
  view = null;
  /** @type {Promise<void> | null} */
  #building = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = baseStyles();
    keepKeys(root);
  }

  connectedCallback() {
    this.#building ??= this.#build();
    this.#building.then(
      () => this.isConnected && this.view?.open(),
      () => {},
    );
  }

  disconnectedCallback() {
    this.view?.close();
  }

  async #build() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    try {
      if (!this.api) throw new Error('The element was not defined by defineScanConformance.');
      const [{ Conformance, styles }, catalogue] = await Promise.all([
        import('../conformance/conformance.js'),
        this.api.ScanLab.catalogue(),
      ]);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet(styles)];
      const formats = new Formats(this.closest('[lang]')?.getAttribute('lang') ?? undefined);
      /** @param {string} name @param {unknown} detail */
      const emit = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
      this.view = new Conformance({ catalogue, api: this.api, formats, read: (name) => this.#read(name), emit });
      root.replaceChildren(this.view.root);
      setHeadingLevels(root, this.getAttribute('heading-level'));
    } catch (error) {
      this.#building = null;
      root.replaceChildren(
        h(
          'p',
          { role: 'alert', class: 'notice bad' },
          `The conformance view could not be loaded: ${messageOf(error)} Reload the page to try again.`,
        ),
      );
      throw error;
    }
  }

  /** @param {string} name */
  #read(name) {
    const asked = this.hasAttribute('follow-address') ? new URLSearchParams(location.search).get(name) : null;
    return asked ?? this.getAttribute(name);
  }
}
