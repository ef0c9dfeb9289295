/** Which view an address names, and what of it: `#learn/blelloch`. Pure: no DOM. */

/** @typedef {{ view: string, parts: string[] }} Route */

/** The views of the page, in the order of their links. */
export const VIEW_TITLES = /** @type {const} */ ({
  measure: 'Measure',
  learn: 'Learn',
  experiments: 'Experiments',
  numbers: 'Your numbers',
  check: 'Check',
});
/** What can be embedded besides: parts of views. */
export const PART_VIEWS = ['chart', 'diagram'];
/** The attributes that say what a view alone shows, the part that an address would name first. @type {Record<string, string[]>} */
export const VIEW_SETTINGS = {
  learn: ['algorithm'],
  experiments: ['experiment'],
  diagram: ['algorithm', 'input'],
  chart: ['src', 'metric'],
};

/** Where an address names none. */
export const FIRST_VIEW = 'measure';
/** The address of a scan’s details before there were views. */
const SHOW = /^#show=([\w,-]+)$/;

/** @param {string} hash @returns {Route | null} null where it names no view */
export function readRoute(hash) {
  const shown = SHOW.exec(hash)?.[1];
  if (shown) return { view: 'learn', parts: [shown] };
  const [view, ...parts] = decoded(hash.slice(1)).split('/');
  return Object.hasOwn(VIEW_TITLES, view) ? { view, parts: parts.filter(Boolean) } : null;
}

/** @param {string} view @param {string[]} parts */
export function formatRoute(view, parts) {
  return `#${[view, ...parts.map(encodePart)].join('/')}`;
}

/** Commas are allowed in a fragment, and easier to read. @param {string} part */
function encodePart(part) {
  return encodeURIComponent(part).replaceAll('%2C', ',');
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
