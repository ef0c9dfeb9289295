/** What waits no longer than a signal allows. */

/**
 * What a promise gives, or the reason of the signal if that aborts before.
 * @template T
 * @param {Promise<T>} promise @param {AbortSignal} [signal] @returns {Promise<T>}
 */
export function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
