/** Sources of a worker's script: a file of the site, or a blob where the page or its policy requires one. */

import { SITE } from './site.js';

/** @typedef {'file' | 'blob'} Source */
/** The used part of the global object. @typedef {{ origin?: string }} Place */

/** The sources that the page's policy has refused, on the global object, because a page may load scanlab.js more than once. */
const REFUSED = Symbol.for('scanlab.refused-worker-sources');

/** @param {Place} place @returns {Set<Source>} */
function refusedIn(place) {
  const kept = /** @type {{ [REFUSED]?: Set<Source> }} */ (place);
  return (kept[REFUSED] ??= new Set());
}

/**
 * The sources to try, in order. A worker's file must be of the page's origin; a page of another origin, which embeds the element, may start
 * a blob. A strict policy refuses blobs and reports every refusal, so a blob comes after the file.
 * @param {Place} place @param {string} [base] @returns {Source[]}
 */
export function workerSources(place, base = SITE.href) {
  const { protocol, origin } = new URL(base);
  const own = protocol.startsWith('http') && origin === place.origin;
  /** @type {Source[]} */
  const all = own ? ['file', 'blob'] : ['blob'];
  return all.filter((source) => !refusedIn(place).has(source));
}

/** Excludes a source in this page. @param {Place} place @param {Source} source */
export function refuse(place, source) {
  refusedIn(place).add(source);
}

/** @param {Source} source @param {string} file of the site @param {string} text of the same script, for a blob */
export function workerUrl(source, file, text) {
  if (source === 'file') return { url: new URL(file, SITE).href, release() {} };
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return { url, release: () => URL.revokeObjectURL(url) };
}
