/** The place of the experiments, which are loaded when it is first opened. */
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';

/** @typedef {import('./types.d.ts').ExperimentsContext} ExperimentsContext */

export class ExperimentsSlot {
  /** @type {import('./experiments.js').Experiments | null} */
  view = null;

  /** @param {ExperimentsContext} context */
  constructor(context) {
    this.context = context;
    this.title = h('h3', {}, 'Experiments');
    this.place = h('div');
    this.root = h('details', { class: 'panel experiments', ontoggle: () => void this.#load() }, h('summary', {}, this.title), this.place);
  }

  get running() {
    return Boolean(this.view?.running);
  }

  async #load() {
    if (this.view || !this.root.open) return;
    try {
      const { Experiments } = await import('./experiments.js');
      this.view ??= new Experiments(this.context, this.title);
      this.place.replaceChildren(this.view.root);
    } catch (error) {
      this.place.replaceChildren(
        h(
          'p',
          { class: 'error', role: 'status' },
          `The experiments could not be loaded: ${messageOf(error)}. Reload the page to try again.`,
        ),
      );
    }
  }
}
