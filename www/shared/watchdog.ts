/** Detects stalled work. */

/** The timer functions of the global object. */
export type Timers = { setTimeout(action: () => void, delay_ms: number): number; clearTimeout(timer?: number): void };

/** The default bound for one step of work. */
export const WATCHDOG_MS = 30_000;
const TICKS = 10;

type Watched = { steps: () => number; onStall: () => void; last: number; stalledTicks: number };

/**
 * Bounds each step of the work, not the work as a whole: a long scan may take any time as long as it advances. The watchdog counts ticks
 * instead of reading a clock. Sleep of the machine, a busy or frozen page, and a background tab with late timers each count as one late
 * tick: the work may not run either in this time. So the watchdog may fire late, but never early.
 */
export class Watchdog {
  #timers: Pick<Timers, 'setTimeout'>;
  #bound_ms;
  /**
   * The watched work. One timer serves all of it, and ends at the first tick without work. A timer per call of `watch` would take as long as
   * a short scan.
   */
  #watched: Set<Watched> = new Set();
  #timer: number | undefined = undefined;

  constructor(timers: Pick<Timers, 'setTimeout'>, bound_ms: number) {
    this.#timers = timers;
    this.#bound_ms = bound_ms;
  }

  /** The bound, for messages. */
  get bound() {
    return `${this.#bound_ms / 1000} s`;
  }

  /**
   * Settles as the work does. Calls `onStall` once if the work neither ends nor advances within the bound.
   * @param steps the number of steps so far; without it, the work is one step
   */
  async watch<T>(work: Promise<T>, onStall: () => void, steps: () => number = () => 0): Promise<T> {
    const isFirst = this.#timer === undefined;
    // A tick that began before this work does not count.
    const watched = { steps, onStall, last: steps(), stalledTicks: isFirst ? 0 : -1 };
    if (isFirst) this.#wait();
    this.#watched.add(watched);
    try {
      return await work;
    } finally {
      this.#watched.delete(watched);
    }
  }

  #wait() {
    this.#timer = this.#timers.setTimeout(() => this.#tick(), this.#bound_ms / TICKS);
  }

  #tick() {
    this.#timer = undefined;
    if (this.#watched.size === 0) return;
    const all = [...this.#watched];
    // The next tick is set first, so that neither exceptions nor work that begins now change the ticks of other work.
    this.#wait();
    for (const watched of all) {
      try {
        this.#count(watched);
      } catch (error) {
        this.#watched.delete(watched);
        // In a microtask, it counts as an uncaught exception, which the browser reports.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #count(watched: Watched) {
    const now = watched.steps();
    watched.stalledTicks = now === watched.last ? watched.stalledTicks + 1 : 0;
    watched.last = now;
    if (watched.stalledTicks < TICKS) return;
    this.#watched.delete(watched);
    watched.onStall();
  }
}
