/** Use: applications of scans. It shows one card per application, or an opened application. */
import { APPLICATIONS } from './applications/index.ts';
import { ApplicationView } from './view/application-view.ts';
import { Gallery } from './view/gallery.ts';
import { h } from '../ui/dom.ts';
import styles from './use.css';
import { adoptStyles } from '../ui/styles.ts';
import { ThemeReader } from './view/theme.ts';
import type { View } from '../ui/element-types.ts';
import type { Application, UseContext } from './types.ts';

const REQUIRED = `application must be one of ${APPLICATIONS.map(({ id }) => id).join(', ')}`;

export class UseView implements View {
  context: UseContext;
  themes: ThemeReader;
  scheme;
  redraw;
  gallery: Gallery;
  all;
  cards;
  place;
  root;
  #opened: ApplicationView | null = null;
  #connected = false;
  /** Whether an application was chosen on its card. A view that stands alone has a button back to all cards only then. */
  #chosen = false;

  constructor(context: UseContext) {
    this.context = context;
    adoptStyles(context.element.shadowRoot as ShadowRoot, styles);
    this.themes = new ThemeReader();
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.redraw = () => {
      this.themes.forget();
      this.gallery.draw();
      this.#opened?.redraw();
    };
    this.gallery = new Gallery(APPLICATIONS, this.themes, {
      onOpen: (id) => {
        this.#chosen = true;
        context.go('use', id);
      },
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
        'The sources name these applications. They use this page’s scans and operations, and a plain JavaScript program checks each result.',
      ),
      this.gallery.root,
    );
    this.place = h('div', { hidden: true });
    this.root = h('div', { class: 'use' }, this.themes.probe, this.cards, this.place);
  }

  get title() {
    return this.#opened?.application.title;
  }

  /** Opens the named application; without a name, shows all cards. */
  show([id, ...settings]: string[] = []) {
    const application = APPLICATIONS.find((one) => one.id === id);
    this.context.reportSetting('application', id && !application ? [`${REQUIRED}; it is “${id}”.`] : []);
    this.cards.hidden = application !== undefined;
    this.place.hidden = application === undefined;
    if (!application) return this.#close();
    if (this.#opened?.application !== application) this.#open(application);
    this.#opened?.show(settings);
  }

  #open(application: Application) {
    this.#close();
    const opened = new ApplicationView(application, this.context, this.themes);
    this.#opened = opened;
    this.place.replaceChildren(...(this.context.alone && !this.#chosen ? [] : [this.all]), opened.root);
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

  /** @returns the reason why no run started; null if one did */
  async start(): Promise<string | null> {
    if (this.#opened) return this.#opened.runs.run();
    // An unknown application is already reported.
    const isUnknown = Boolean(this.context.setting('application'));
    if (!isUnknown) this.context.reportSetting('application', [`${REQUIRED} to run by itself; found none.`]);
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
