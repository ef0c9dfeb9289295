/** Checks of results. Long checks run at intervals. */
import { checkOutcome } from '../steps.ts';
import type { Application, Lab, Outcome } from '../types.ts';

/** If a check takes longer, frames are checked at intervals, since the next frame waits for the check. */
const CHECK_EVERY_FRAME_MS = 8;
const CHECK_EVERY_MS = 1000;
/** Checks take 1/200 of the time or less, unless the interval would then exceed 5 s. */
const CHECK_SHARE = 200;
const CHECK_RARELY_MS = 5000;

export class Checks {
  application: Application;
  #checked_ms = -Infinity;
  #took_ms = Infinity;
  #controller = new AbortController();
  #ofShown = Promise.resolve();

  constructor(application: Application) {
    this.application = application;
  }

  /** The interval of checks in ms; null if every result is checked. */
  get every_ms() {
    if (this.#took_ms <= CHECK_EVERY_FRAME_MS) return null;
    return Math.min(CHECK_RARELY_MS, Math.max(CHECK_EVERY_MS, CHECK_SHARE * this.#took_ms));
  }

  get isDue() {
    return performance.now() - this.#checked_ms >= (this.every_ms ?? 0);
  }

  /** Makes a check of the next result due, whatever the interval. */
  makeDue() {
    this.#checked_ms = -Infinity;
  }

  /** Begins the checks of new runs. The signal of these runs also ends the checks. */
  begin(signal: AbortSignal) {
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort(signal.reason));
    this.#controller = controller;
  }

  /** Checks a result, and stores the outcome in its `check`. */
  async check(outcome: Outcome, lab: Lab) {
    const start_ms = performance.now();
    outcome.check = await checkOutcome(this.application, lab, outcome, this.#controller.signal);
    this.#checked_ms = performance.now();
    this.#took_ms = this.#checked_ms - start_ms;
  }

  /** Checks a shown result while the next one is computed. */
  checkShown(outcome: Outcome, lab: Lab, onEnd: () => void) {
    this.#ofShown = this.check(outcome, lab).then(onEnd);
    // The promise is awaited before the next result is shown. It may reject earlier.
    this.#ofShown.catch(() => {});
  }

  /** Settles when the shown result is checked, if a check was due. Rejects with the reason if the check failed. */
  get ofShown() {
    return this.#ofShown;
  }

  /** Ends the checks. Settles when they no longer use any result. */
  async end() {
    this.#controller.abort();
    await this.#ofShown.catch(() => {});
    this.#ofShown = Promise.resolve();
  }
}
