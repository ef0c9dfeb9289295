/** The custom elements `<scan-lab>` and `<scan-conformance>`, with their lifecycle callbacks. */
import controlStyles from '../ui/controls.css';
import { App } from './app.ts';
import { BaseElement } from '../ui/dom.ts';
import { Formats } from '../shared/format.ts';
import frameStyles from './frame.css';
import { keepKeys } from '../ui/keys.ts';
import { PART_VIEWS, VIEW_TITLES } from './route.ts';
import { VIEW_SETTINGS } from '../ui/view-address.ts';
import resultStyles from '../ui/results.css';
import styles from '../ui/style.css';
import { adoptStyles } from '../ui/styles.ts';
import type { Setting } from '../types.ts';
import type { Api, LabClass } from '../ui/element-types.ts';

/** An element opens its device at this distance from the viewport. */
const NEAR = '200px';
/** The default of the attribute `heading-level`: the level of the first heading. */
const TOP_HEADING_LEVEL = 2;
/** A removed element keeps its device, its run and its result for this time, because its page may only be moving it. */
const MOVE_MS = 1000;
/** A frame sends its height to its parent in a message of this type. The learning platform Canvas expects the same message with a subject. */
const HEIGHT_MESSAGE = 'scanlab-height';
const CANVAS_SUBJECT = 'lti.frameResize';
/** The type of the event that is also sent to the parent as a message. */
const STATEMENT = 'scanlab-statement';
/** The settings of a sweep. Each is an attribute, which the element observes even before the core is loaded. */
const SETTINGS: Record<Setting, true> = {
  operation: true,
  algorithms: true,
  sizes: true,
  operator: true,
  type: true,
  words: true,
  identity: true,
  combine: true,
  mode: true,
  initial: true,
  pattern: true,
  seed: true,
  transfers: true,
  metric: true,
};
const ALONE = [...Object.keys(VIEW_TITLES), ...PART_VIEWS];

/** Registers both custom elements once, even if a page loads several copies of the module. */
export function defineElements(ScanLab: LabClass) {
  define(
    'scan-lab',
    class extends ScanLabElement {
      api = { ScanLab };
    },
  );
  define(
    'scan-conformance',
    class extends ScanConformanceElement {
      api = { ScanLab };
    },
  );
}

function define(name: string, element: CustomElementConstructor) {
  if (!customElements.get(name)) customElements.define(name, element);
}

/**
 * The element `<scan-lab>`. docs/embedding.md describes its attributes, properties and events. With `autorun`, the chosen run starts when the
 * element is near the viewport. With `url-config` too, Measure starts only if the address has `run=1`.
 */
class ScanLabElement extends BaseElement {
  #nearness: IntersectionObserver;
  #resizes: ResizeObserver;
  static observedAttributes = [...new Set([...Object.keys(SETTINGS), 'show', 'view', ...Object.values(VIEW_SETTINGS).flat()])];

  api: Api | null = null;
  #app: App | null = null;
  #building: Promise<void> | null = null;
  /** The number of the latest build. Builds with lower numbers are dropped. */
  #turn = 0;
  /** The attributes that have changed during the build. */
  #changed: Set<string> = new Set();
  #height = 0;
  /** Whether the element has been near the viewport since it was added to its page. */
  #isSeen = false;
  /** The parent of the element, or its last one if it was removed. */
  #place: Node | null = null;
  /** The timer that ends all work of a removed element. */
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    adoptStyles(root, styles, frameStyles, controlStyles, resultStyles);
    keepKeys(root);
    this.#nearness = new IntersectionObserver((entries) => this.#intersected(entries), { rootMargin: NEAR });
    this.#resizes = new ResizeObserver(() => this.#sendHeight());
  }

  /** Whether the element takes its view from the hash of the address. */
  get followsHash() {
    return this.hasAttribute('follow-address');
  }

  /** Whether the element also takes settings from the query of the address. */
  get followsQuery() {
    return this.hasAttribute('url-config');
  }

  /** The name of a view in the query, or else in the attribute. The view may be unknown. */
  get #namedView() {
    return (this.followsQuery ? new URLSearchParams(location.search).get('view') : null) ?? this.getAttribute('view');
  }

  /** The view that is shown alone, or null. */
  get view(): string | null {
    const name = this.#namedView;
    return name !== null && ALONE.includes(name) ? name : null;
  }

  set view(view) {
    if (view === null) this.removeAttribute('view');
    else this.setAttribute('view', view);
  }

  connectedCallback() {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    this.#place = this.parentNode;
    this.#building ??= this.#build();
    const building = this.#building;
    building.then(
      () => this.#building === building && this.#start(),
      () => {},
    );
    if (window.parent !== window) this.#resizes.observe(this);
  }

  disconnectedCallback() {
    this.#nearness.disconnect();
    this.#resizes.disconnect();
    this.#leaving = setTimeout(() => this.#leave(), MOVE_MS);
  }

  /** Called when `moveBefore` has moved the element, whose work continues. */
  connectedMoveCallback() {
    this.#place = this.parentNode;
  }

  /** Ends all work of the element, and leaves the shared lab. */
  #leave() {
    this.#leaving = undefined;
    this.#isSeen = false;
    this.#app?.leave();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null) {
    if (value === before) return;
    if (name === 'view') this.#rebuild();
    else if (!this.#app) this.#changed.add(name);
    else this.#app.change(name, value);
  }

  /** Rebuilds the content for another view. */
  #rebuild() {
    if (!this.#building) return;
    this.#app?.leave();
    this.#app = this.#building = null;
    this.#isSeen = false;
    if (this.isConnected) this.connectedCallback();
  }

  /** Builds the content. The first screen is shown before the core is loaded. */
  async #build() {
    const root = this.shadowRoot as ShadowRoot;
    if (!this.api) throw new Error('The element was not defined by defineElements.');
    const { view: alone, followsHash, followsQuery } = this;
    const turn = ++this.#turn;
    this.#changed.clear();
    const app = new App({
      element: this,
      api: this.api,
      alone,
      followsHash: followsHash && !alone,
      followsQuery,
      formats: new Formats(this.closest('[lang]')?.getAttribute('lang') ?? undefined),
      emit: (name, detail) => this.#emit(name, detail),
      setLevels: (part) => this.#setHeadingLevels(part, alone !== null),
    });
    root.replaceChildren(app.root);
    this.#setHeadingLevels(app.root, alone !== null);
    const unknown = alone ? null : this.#namedView;
    try {
      const catalogue = await this.api.ScanLab.catalogue();
      if (turn !== this.#turn) return;
      await app.begin(catalogue);
      if (turn !== this.#turn) return app.leave();
      this.#app = app;
      for (const name of this.#changed) app.change(name, this.getAttribute(name));
      if (unknown !== null) app.reportSetting('view', [`view must be one of ${ALONE.join(', ')}; it is “${unknown}”.`]);
    } catch (error) {
      if (turn !== this.#turn) {
        app.leave();
        throw error;
      }
      this.#building = null;
      app.failed(error);
      throw error;
    }
  }

  #start() {
    const app = this.#app;
    if (!app) return;
    if (this.isConnected) {
      app.connect();
      if (!this.#isSeen) this.#nearness.observe(this);
    } else if (!this.#leaving) {
      // The element was removed before it was built.
      app.leave();
    }
  }

  #intersected(entries: IntersectionObserverEntry[]) {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#nearness.disconnect();
    this.#isSeen = true;
    this.#app?.seen();
  }

  /** Sends the height of the element to the parent page, so that the parent can resize the frame. */
  #sendHeight() {
    const height = Math.ceil(this.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    window.parent.postMessage({ subject: CANVAS_SUBJECT, height }, '*');
    window.parent.postMessage({ type: HEIGHT_MESSAGE, id: this.id, view: this.view, height }, '*');
  }

  /** @param alone whether the element shows one view without the header, so that the first heading is that of the view */
  #setHeadingLevels(part: Element, alone: boolean) {
    const level = Number(this.getAttribute('heading-level'));
    const top = level >= 1 && level <= 5 ? level : TOP_HEADING_LEVEL;
    const first = alone ? TOP_HEADING_LEVEL + 1 : TOP_HEADING_LEVEL;
    if (top === first) return;
    for (const heading of part.querySelectorAll('h2, h3, h4, h5')) {
      heading.setAttribute('aria-level', String(Number(heading.tagName[1]) - first + top));
    }
  }

  #emit(name: string, detail: unknown) {
    const type = `scanlab-${name}`;
    const event = () => new CustomEvent(type, { detail, bubbles: true, composed: true });
    this.dispatchEvent(event());
    // If a run ends after the removal of its element, the page is notified too.
    if (!this.isConnected) (this.#place?.isConnected ? this.#place : document).dispatchEvent(event());
    if (type === STATEMENT && window.parent !== window)
      window.parent.postMessage({ type, id: this.id, view: this.view, statement: detail }, '*');
  }
}

/** The element `<scan-conformance>`: the view Check. With `follow-address`, the query of the address overrides the attributes. */
class ScanConformanceElement extends ScanLabElement {
  static observedAttributes: string[] = [];

  get followsHash() {
    return false;
  }

  get followsQuery() {
    return this.hasAttribute('follow-address');
  }

  get view() {
    return 'check';
  }
}
