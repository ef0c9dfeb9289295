import { cancelled } from '../shared/errors.ts';
import type { ScanLabError } from '../shared/errors.ts';

/**
 * The lifetime of a device or of the core. When it ends, all guarded work rejects at once: otherwise, work on a lost device or in a panicked
 * core would never settle.
 */
export class Lifetime {
  /** The error of calls after the end; null before. */
  ended: ScanLabError | null = null;
  #listeners: Set<(error: ScanLabError) => void> = new Set();

  /**
   * @param error of later calls
   * @param inFlight the error of pending work, if it is another
   */
  end(error: ScanLabError, inFlight: ScanLabError = error) {
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
   * @param listener called once, when the lifetime ends
   * @returns a function that removes the listener
   */
  onEnd(listener: (error: ScanLabError) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Settles as `work` does. Rejects if the lifetime ends or the signal aborts first. (`Promise.race` with a promise that lives as long as the
   * page would retain every outcome.)
   * @param options onStop: called with the error if the lifetime ends or the signal aborts first
   */
  guard<T>(work: Promise<T>, { signal, onStop }: { signal?: AbortSignal; onStop?: (error: ScanLabError) => void } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (error: ScanLabError) => {
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
      const settle = <S>(as: (outcome: S) => void) => {
        return (outcome: S) => {
          release();
          as(outcome);
        };
      };
      work.then(settle(resolve), settle(reject));
      if (this.ended) stop(this.ended);
      else if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });
  }
}
