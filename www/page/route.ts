/** Addresses of views and their parts, such as `#learn/blelloch`. Pure: no DOM. */
type Route = { view: string; parts: string[] };

/** The views of the page, in the order of their links. */
export const VIEW_TITLES = {
  measure: 'Measure',
  learn: 'Learn',
  experiments: 'Experiments',
  numbers: 'Your numbers',
  check: 'Check',
  use: 'Use',
} as const;
/** Views that are only embedded: each is a part of another view. */
export const PART_VIEWS = ['chart', 'diagram'];
/** The first view unless the address names one. */
export const FIRST_VIEW = 'measure';
/** The first view on a page without a GPU, unless the address names one. */
export const FIRST_WITHOUT_GPU = 'learn';
/** The former address of a scan’s details. */
const SHOW = /^#show=([\w,-]+)$/;

/** @returns null if the hash names no view */
export function readRoute(hash: string): Route | null {
  const shown = SHOW.exec(hash)?.[1];
  if (shown) return { view: 'learn', parts: [shown] };
  const [view, ...parts] = hash.slice(1).split('/').map(decoded);
  return Object.hasOwn(VIEW_TITLES, view) ? { view, parts: parts.filter(Boolean) } : null;
}

export function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
