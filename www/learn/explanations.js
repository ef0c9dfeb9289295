/** The dialog that tells all about scans; what is in it is loaded when it is first opened. */
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';

/** @typedef {import('../ui/element-types.d.ts').PanelContext} PanelContext */

const HASH = /^#show=([\w,-]+)$/;
const MOST = 2;

export class Explanations {
  /** @type {import('./scan-panel.js').Panel | null} */
  panel = null;
  /** One for all who ask while it comes. @type {Promise<import('./scan-panel.js').Panel> | null} */
  #loading = null;
  /** Whether the address names what is shown. */
  linked = false;

  /** @param {() => Promise<PanelContext>} makeContext @param {readonly { id: string }[]} algorithms */
  constructor(makeContext, algorithms) {
    this.makeContext = makeContext;
    this.algorithms = algorithms;
    this.root = h('dialog', { class: 'explain', 'aria-labelledby': 'explain-title', onclose: () => this.#closed() });
    this.followAddress = () => {
      const ids = HASH.exec(location.hash)?.[1].split(',');
      if (ids) this.show(ids);
      else this.root.close();
    };
  }

  /** Shows what the address asks for, now and whenever it changes. */
  link() {
    this.linked = true;
    window.addEventListener('hashchange', this.followAddress);
    if (HASH.test(location.hash)) this.followAddress();
  }

  unlink() {
    window.removeEventListener('hashchange', this.followAddress);
    this.root.close();
  }

  /** @param {string[]} asked ids, of which those that exist are shown */
  async show(asked) {
    const known = asked.map((id) => id.trim()).filter((id) => this.algorithms.some((one) => one.id === id));
    const ids = [...new Set(known)].slice(0, MOST);
    if (!ids.length) return;
    try {
      this.panel = await (this.#loading ??= this.#load());
      this.panel.show(ids);
    } catch (error) {
      this.root.replaceChildren(
        h('h3', { id: 'explain-title' }, 'The details could not be shown'),
        h('p', { class: 'error' }, messageOf(error)),
        h('button', { type: 'button', onclick: () => this.root.close() }, 'Close'),
      );
      this.panel = this.#loading = null;
    }
    if (!this.root.open && this.root.isConnected) this.root.showModal();
    this.panel?.title.focus();
    if (this.linked) history.replaceState(history.state, '', `#show=${ids.join(',')}`);
  }

  async #load() {
    const [library, context] = await Promise.all([import('./scan-panel.js'), this.makeContext()]);
    library.adoptStyles(/** @type {ShadowRoot} */ (this.root.getRootNode()));
    const panel = new library.Panel(context, { onChange: (ids) => void this.show(ids), onClose: () => this.root.close() });
    this.root.replaceChildren(panel.root);
    return panel;
  }

  #closed() {
    this.panel?.close();
    if (this.linked && HASH.test(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
  }
}
