/** Use: what scans are for. A card for each application of the sources, and the application that is opened. */
import { APPLICATIONS } from './applications/index.js';
import { ApplicationView } from './view/application-view.js';
import { Gallery } from './view/gallery.js';
import { h } from '../ui/dom.js';
import styles from './use.css';
import { adoptStyles } from '../ui/styles.js';
import { ThemeReader } from './view/theme.js';

/** @typedef {import('./types.d.ts').UseContext} UseContext */
/** @typedef {import('../ui/element-types.d.ts').View} View */

/** The required value of the setting. */
const REQUIRED = `application must be one of ${APPLICATIONS.map(({ id }) => id).join(', ')}`;

/** @implements {View} */
export class UseView {
  /** @type {ApplicationView | null} */
  #opened = null;
  #connected = false;

  /** @param {UseContext} context */
  constructor(context) {
    this.context = context;
    adoptStyles(/** @type {ShadowRoot} */ (context.element.shadowRoot), styles);
    this.themes = new ThemeReader();
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.redraw = () => {
      this.themes.forget();
      this.gallery.draw();
      this.#opened?.redraw();
    };
    this.gallery = new Gallery(APPLICATIONS, this.themes, {
      onOpen: (id) => context.go('use', id),
      onError: (error) => context.report(error),
    });
    this.all = h('button', { type: 'button', class: 'quiet', onclick: () => context.go('use') }, '← All applications');
    this.cards = h(
      'div',
      {},
      h('h3', { tabindex: '-1' }, 'What scans are for'),
      h(
        'p',
        { class: 'hint use-lead' },
        'The applications that the sources name, made of this page’s scans and operations. Each result is checked against a plain JavaScript program.',
      ),
      this.gallery.root,
    );
    this.place = h('div', { hidden: true });
    this.root = h('div', { class: 'use' }, this.themes.probe, this.cards, this.place);
  }

  /** Opens the named application; else shows all. @param {string[]} parts */
  show([id, ...settings] = []) {
    const application = APPLICATIONS.find((one) => one.id === id);
    this.context.reportSetting('application', id && !application ? [`${REQUIRED}; it is “${id}”.`] : []);
    this.cards.hidden = application !== undefined;
    this.place.hidden = application === undefined;
    if (!application) return this.#close();
    if (this.#opened?.application !== application) this.#open(application);
    this.#opened?.show(settings);
  }

  /** @param {import('./types.d.ts').Application} application */
  #open(application) {
    this.#close();
    const opened = new ApplicationView(application, this.context, this.themes);
    this.#opened = opened;
    this.place.replaceChildren(...(this.context.alone ? [] : [this.all]), opened.root);
    this.context.setLevels(this.place);
    if (this.#connected) opened.connect();
  }

  #close() {
    this.#opened?.close();
    this.#opened?.release();
    this.#opened = null;
    this.place.replaceChildren();
    this.context.reportSetting('settings', []);
  }

  get running() {
    return this.#opened?.runs.player.running;
  }

  get interrupted() {
    return this.#opened?.runs.interrupted;
  }

  resume() {
    return this.#opened?.runs.resume() ?? false;
  }

  /** @returns {Promise<string | null>} why it did not start */
  async start() {
    if (this.#opened) return this.#opened.runs.run();
    // An unknown one is told already.
    const isUnknown = Boolean(this.context.setting('application'));
    if (!isUnknown) this.context.reportSetting('application', [`${REQUIRED}, to be run by itself; there is no application.`]);
    return 'Not started, since no application is open.';
  }

  update() {
    this.#opened?.update();
  }

  notOpened() {
    this.#opened?.notOpened();
  }

  connect() {
    this.#connected = true;
    this.scheme.addEventListener('change', this.redraw);
    this.gallery.connect();
    this.#opened?.connect();
  }

  close() {
    this.#connected = false;
    this.scheme.removeEventListener('change', this.redraw);
    this.gallery.close();
    this.#opened?.close();
  }
}
