/** Whether anybody sees the page: where nobody does, browsers slow timers down, and systems the GPU. */

/** What is used of a document; there is none in a worker. @typedef {Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>} Page */

const CHANGE = 'visibilitychange';

/** @param {Page | undefined} page @returns {() => boolean} ends the watch; whether the page was hidden at any time of it */
export function watchHidden(page) {
  let hidden = false;
  const look = () => void (hidden ||= Boolean(page?.hidden));
  look();
  page?.addEventListener(CHANGE, look);
  return () => {
    page?.removeEventListener(CHANGE, look);
    return hidden;
  };
}

/** Waits until the page is seen, or the signal aborts. @param {Page} page @param {AbortSignal} signal @returns {Promise<void>} */
export function untilVisible(page, signal) {
  return new Promise((resolve) => {
    const look = () => {
      if (page.hidden && !signal.aborted) return;
      page.removeEventListener(CHANGE, look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    page.addEventListener(CHANGE, look);
    signal.addEventListener('abort', look);
    look();
  });
}
