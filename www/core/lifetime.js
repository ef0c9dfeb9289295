import { cancelled } from '../shared/errors.js';
/** @import { ScanLabError } from '../shared/errors.js' */

/**
 * How long something may be used. When it ends, whatever was guarded by it rejects at once, so that no caller waits for an
 * answer that a dead device or a panicked core will never give.
 */
export class Lifetime {
  /** @type {ScanLabError | null} What every later call rejects with. */
  ended = null;
  /** @type {Set<(error: ScanLabError) => void>} */
  #listeners = new Set();

  /**
   * @param {ScanLabError} error for later calls
   * @param {ScanLabError} [inFlight] for what is under way, where that differs
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
   * @returns {() => void} takes the listener off again
   */
  onEnd(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Settles as `work` does, unless this ends or the signal aborts before that. (`Promise.race` with a promise that lives as long
   * as the page would keep every outcome alive.)
   * @template T
   * @param {Promise<T>} work
   * @param {{ signal?: AbortSignal, onStop?: (error: ScanLabError) => void }} [options] onStop: told why nobody waits any more
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
