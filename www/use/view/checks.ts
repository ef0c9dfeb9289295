/** Checks of results, at intervals where a check takes long. */
import { checkOutcome } from '../steps.ts';
import type { Application, Lab, Outcome } from '../types.ts';

/** Frames are checked at intervals where a check takes longer, as the next frame waits for it. */
const CHECK_EVERY_FRAME_MS = 8;
const CHECK_EVERY_MS = 1000;
/** Checks take a two-hundredth of the time, unless that were too rare: a frame in three seconds. */
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

  /** How often results are checked, in ms; null where each is. */
  get every_ms() {
    if (this.#took_ms <= CHECK_EVERY_FRAME_MS) return null;
    return Math.min(CHECK_RARELY_MS, Math.max(CHECK_EVERY_MS, CHECK_SHARE * this.#took_ms));
  }

  get isDue() {
    return performance.now() - this.#checked_ms >= (this.every_ms ?? 0);
  }

  /** Whatever the interval, the next result is checked. */
  makeDue() {
    this.#checked_ms = -Infinity;
  }

  /** Begins with runs, whose signal ends the checks. */
  begin(signal: AbortSignal) {
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort(signal.reason));
    this.#controller = controller;
  }

  /** Checks a result, which has its `check` then. */
  async check(outcome: Outcome, lab: Lab) {
    const start_ms = performance.now();
    outcome.check = await checkOutcome(this.application, lab, outcome, this.#controller.signal);
    this.#checked_ms = performance.now();
    this.#took_ms = this.#checked_ms - start_ms;
  }

  /** Checks a result that is shown, while the next one is made. */
  checkShown(outcome: Outcome, lab: Lab, onEnd: () => void) {
    this.#ofShown = this.check(outcome, lab).then(onEnd);
    // It is awaited before the next result is shown.
    this.#ofShown.catch(() => {});
  }

  /** Settles when the result that is shown is checked, if that was due; rejects with why it is not. */
  get ofShown() {
    return this.#ofShown;
  }

  /** Ends them; settles when they use no result any more. */
  async end() {
    this.#controller.abort();
    await this.#ofShown.catch(() => {});
    this.#ofShown = Promise.resolve();
  }
}
