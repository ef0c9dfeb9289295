/** The explainer of a chart, loaded on first use. */

/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */

export class Explained {
  /** @type {Explainer | null} */
  #explainer = null;
  #loading = false;

  /** @param {Pick<import('../ui/element-types.d.ts').Api, 'ScanLab'>} api @param {() => void} onLoad */
  constructor(api, onLoad) {
    this.api = api;
    this.onLoad = onLoad;
  }

  /** Null until it is loaded, or if loading failed. @param {(error: unknown) => void} [onFail] */
  get(onFail) {
    if (!this.#explainer && !this.#loading) void this.#load(onFail);
    return this.#explainer;
  }

  /** @param {(error: unknown) => void} [onFail] */
  async #load(onFail) {
    this.#loading = true;
    try {
      this.#explainer = await this.api.ScanLab.explainer();
    } catch (error) {
      this.#loading = false;
      onFail?.(error);
      return;
    }
    this.onLoad();
  }
}
