/** A part of a chart that not every chart needs. It is loaded on first use. */

export class OnDemand<T> {
  load: () => Promise<T>;
  onLoad: () => void;
  #loaded: T | null = null;
  #loading = false;

  constructor(load: () => Promise<T>, onLoad: () => void) {
    this.load = load;
    this.onLoad = onLoad;
  }

  /** The part; null until it is loaded, or if loading fails. The first call starts the load. */
  get(onFail?: (error: unknown) => void) {
    if (!this.#loaded && !this.#loading) void this.#load(onFail);
    return this.#loaded;
  }

  async #load(onFail?: (error: unknown) => void) {
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
