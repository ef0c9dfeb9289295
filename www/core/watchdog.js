/** Notices work that no longer gets on, so that nobody waits for ever. */

/** What it uses of the global object. @typedef {{ setTimeout(action: () => void, delay_ms: number): number, clearTimeout(timer?: number): void }} Timers */

/** How long a step of the work may take where the caller does not say. */
export const WATCHDOG_MS = 30_000;
/** Waits into which the bound is divided. */
const TICKS = 10;

/**
 * Bounds each step of the work, not the work as a whole: a long scan may take its time as long as it advances.
 *
 * It counts ticks and reads no clock. A machine that slept, a page that was busy or frozen, and a tab in the background, whose
 * timers come late: each is one late tick, during which the work had no time either. So it may fire late there, but never early.
 */
export class Watchdog {
  #timers;
  #bound_ms;

  /** @param {Timers} timers @param {number} bound_ms */
  constructor(timers, bound_ms) {
    this.#timers = timers;
    this.#bound_ms = bound_ms;
  }

  /** The bound, for people. */
  get bound() {
    return `${this.#bound_ms / 1000} s`;
  }

  /**
   * Settles as the work does, and calls `onSilence` once if the work neither ends nor advances within the bound.
   * @template T
   * @param {Promise<T>} work
   * @param {() => void} onSilence
   * @param {() => number} [steps] how many steps the work has made by now; work without it is one step
   * @returns {Promise<T>}
   */
  async watch(work, onSilence, steps = () => 0) {
    const timers = this.#timers;
    let [seen, silent] = [steps(), 0];
    const tick = () => {
      const now = steps();
      silent = now === seen ? silent + 1 : 0;
      seen = now;
      if (silent === TICKS) onSilence();
      else timer = wait();
    };
    const wait = () => timers.setTimeout(tick, this.#bound_ms / TICKS);
    let timer = wait();
    try {
      return await work;
    } finally {
      timers.clearTimeout(timer);
    }
  }
}
