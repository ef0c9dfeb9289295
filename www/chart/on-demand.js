/** What a chart needs at times only, loaded on first use. */

/** @template T */
export class OnDemand {
  /** @type {T | null} */
  #loaded = null;
  #loading = false;

  /** @param {() => Promise<T>} load @param {() => void} onLoad */
  constructor(load, onLoad) {
    this.load = load;
    this.onLoad = onLoad;
  }

  /** Null until it is loaded, or if loading failed. @param {(error: unknown) => void} [onFail] */
  get(onFail) {
    if (!this.#loaded && !this.#loading) void this.#load(onFail);
    return this.#loaded;
  }

  /** @param {(error: unknown) => void} [onFail] */
  async #load(onFail) {
    this.#loading = true;
    try {
      this.#loaded = await this.load();
    } catch (error) {
      this.#loading = false;
      onFail?.(error);
      return;
    }
    this.onLoad();
  }
}
