/** Visibility of the page. In a hidden page, browsers throttle timers, and systems throttle the GPU. */
import { cancelled } from './errors.ts';

/** The part of a document that is used. Workers have no document. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

const CHANGE = 'visibilitychange';

/** @returns a function that ends the watch and returns whether the page was hidden meanwhile */
export function watchHidden(page: Page | undefined): () => boolean {
  let hidden = false;
  const look = () => void (hidden ||= Boolean(page?.hidden));
  look();
  page?.addEventListener(CHANGE, look);
  return () => {
    page?.removeEventListener(CHANGE, look);
    return hidden;
  };
}

/** Waits until the page is visible, or the signal aborts. */
export function untilVisible(page: Page, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (page.hidden && !signal?.aborted) return;
      page.removeEventListener(CHANGE, look);
      signal?.removeEventListener('abort', look);
      resolve();
    };
    page.addEventListener(CHANGE, look);
    signal?.addEventListener('abort', look);
    look();
  });
}

/** The maximum number of attempts at a measurement: an attempt fails if the page is hidden meanwhile. */
export const MAX_ATTEMPTS = 3;

/**
 * Measures as soon as the page is visible. Repeats the measurement if the page was hidden meanwhile.
 * @returns null if the page was hidden in every attempt
 */
export async function measureSeen<P extends { hidden: boolean }>(
  page: Page | undefined,
  signal: AbortSignal | undefined,
  measure: () => Promise<P[]>,
): Promise<P[] | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (page) await untilVisible(page, signal);
    if (signal?.aborted) throw cancelled(signal.reason);
    const points = await measure();
    if (!points.some(({ hidden }) => hidden)) return points;
  }
  return null;
}
