import { cancelled } from '../shared/errors.js';
/** @import { ScanLabError } from '../shared/errors.js' */

/**
 * The lifetime of a device or the core. When it ends, all guarded work rejects at once, since a lost device or a panicked core never
 * settles it.
 */
export class Lifetime {
  /** @type {ScanLabError | null} The error of later calls. */
  ended = null;
  /** @type {Set<(error: ScanLabError) => void>} */
  #listeners = new Set();

  /**
   * @param {ScanLabError} error for later calls
   * @param {ScanLabError} [inFlight] for pending work, where that differs
   */
  end(error, inFlight = error) {
    if (this.ended) return;
    this.ended = error;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(inFlight);
  }

  check() {
    if (this.ended) throw this.ended;
  }

  /**
   * @param {(error: ScanLabError) => void} listener called once, when this ends
   * @returns {() => void} removes the listener
   */
  onEnd(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Settles as `work` does, unless this ends or the signal aborts before that. (`Promise.race` with a promise as long-lived as the page
   * would retain every outcome.)
   * @template T
   * @param {Promise<T>} work
   * @param {{ signal?: AbortSignal, onStop?: (error: ScanLabError) => void }} [options] onStop: called with the reason for a stop
   * @returns {Promise<T>}
   */
  guard(work, { signal, onStop } = {}) {
    return new Promise((resolve, reject) => {
      /** @param {ScanLabError} error */
      const stop = (error) => {
        release();
        reject(error);
        onStop?.(error);
      };
      const abort = () => stop(cancelled(signal?.reason));
      const forget = this.onEnd(stop);
      const release = () => {
        forget();
        signal?.removeEventListener('abort', abort);
      };
      work.then(resolve, reject).finally(release);
      if (this.ended) stop(this.ended);
      else if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });
  }
}
