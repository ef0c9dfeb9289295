/** Addresses of views and their parts: `#learn/blelloch`. Pure: no DOM. */

/** @typedef {{ view: string, parts: string[] }} Route */

/** The views of the page, in the order of their links. */
export const VIEW_TITLES = /** @type {const} */ ({
  measure: 'Measure',
  learn: 'Learn',
  experiments: 'Experiments',
  numbers: 'Your numbers',
  check: 'Check',
  use: 'Use',
});
/** Parts of views that can be embedded too. */
export const PART_VIEWS = ['chart', 'diagram'];
/** The attributes of embedded views, the one for the part of the address first. @type {Record<string, string[]>} */
export const VIEW_SETTINGS = {
  learn: ['algorithm', 'step', 'machine', 'observatory'],
  experiments: ['experiment'],
  use: ['application', 'settings'],
  diagram: ['algorithm', 'input'],
  chart: ['src', 'metric'],
};

/** The view without an address. */
export const FIRST_VIEW = 'measure';
/** The same where there is no GPU. */
export const FIRST_WITHOUT_GPU = 'learn';
/** The former address of a scan’s details. */
const SHOW = /^#show=([\w,-]+)$/;

/** @param {string} hash @returns {Route | null} null if it names no view */
export function readRoute(hash) {
  const shown = SHOW.exec(hash)?.[1];
  if (shown) return { view: 'learn', parts: [shown] };
  const [view, ...parts] = hash.slice(1).split('/').map(decoded);
  return Object.hasOwn(VIEW_TITLES, view) ? { view, parts: parts.filter(Boolean) } : null;
}

/** @param {string} view @param {string[]} parts */
export function formatRoute(view, parts) {
  return `#${[view, ...parts.map(encodePart)].join('/')}`;
}

/** Commas and equals signs stay as they are: they are allowed in a fragment, and easier to read. @param {string} part */
function encodePart(part) {
  return encodeURIComponent(part).replaceAll('%2C', ',').replaceAll('%3D', '=');
}

/** @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
