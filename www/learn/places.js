/** The parts of Learn that are about no one scan, each loaded when it is first opened. */

/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {{ root: HTMLElement, show(parts: string[]): void, connect(): void, close(): void }} Place */
/** @typedef {[context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void]} Given */

/** By the first part of the address, which names no scan. @type {Record<string, { title: string, load: (...given: Given) => Promise<Place> }>} */
export const PLACES = {
  machine: {
    title: 'The memory machine',
    load: async (...given) => new (await import('./machine/machine-view.js')).MachineView(...given),
  },
  observatory: {
    title: 'Observatory of look-back',
    load: async (...given) => new (await import('./observatory/observatory-view.js')).ObservatoryView(...given),
  },
};

export class Places {
  /** @type {Map<string, Promise<Place>>} */
  #loading = new Map();
  /** The one that is open. @type {Place | null} */
  open = null;

  /** @param {ViewContext} context @param {Explainer} explainer @param {(name: string, parts: string[]) => void} onChange one shows something else */
  constructor(context, explainer, onChange) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
  }

  /** @param {string} name @returns {Promise<Place>} */
  load(name) {
    const known = this.#loading.get(name);
    if (known) return known;
    const loading = PLACES[name]
      .load(this.context, this.explainer, (parts) => this.onChange(name, parts))
      .then((place) => {
        this.context.setLevels(place.root);
        return place;
      });
    this.#loading.set(name, loading);
    // A file that could not be loaded is requested again.
    loading.catch(() => this.#loading.delete(name));
    return loading;
  }

  /** Another part of Learn is shown. */
  close() {
    this.open?.close();
    this.open = null;
  }
}
