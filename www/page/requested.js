/** What the address and the element's attributes request. */
import { VIEW_SETTINGS, decoded, readRoute } from './route.js';

/** @typedef {import('./app.js').Host} Host */

/** Parameters of the address that configure Measure. */
const CONFIGURING = ['operation', 'algorithms', 'sizes', 'run', 'operator', 'type', 'mode'];

/** The first view: the embedded one, that of the address, or that of an attribute. @param {Host} host @param {string} usual the view otherwise @returns {{ view: string, parts: string[] }} */
export function firstRoute(host, usual) {
  const { alone, element, followsHash } = host;
  if (alone) return { view: alone, parts: partsOf(host, alone) };
  const route = followsHash ? readRoute(location.hash) : null;
  if (route) return route;
  const shown = element.getAttribute('show');
  if (shown !== null) return { view: 'learn', parts: [shown] };
  return { view: usual, parts: [] };
}

/** Whether a view or settings are requested, so that the first screen is skipped. @param {Host} host */
export function isDirected({ element, followsHash, followsQuery }) {
  if (element.hasAttribute('show') || (followsHash && readRoute(location.hash))) return true;
  const query = new URLSearchParams(location.search);
  return followsQuery && CONFIGURING.some((name) => query.has(name));
}

/** The requested parts of a view. @param {Host} host @param {string} view @returns {string[]} */
export function partsOf({ element, followsQuery }, view) {
  const setting = (/** @type {string} */ name) =>
    (followsQuery ? new URLSearchParams(location.search).get(name) : null) ?? element.getAttribute(name);
  const name = VIEW_SETTINGS[view]?.[0];
  if (!name) return [];
  const part = setting(name);
  for (const place of view === 'learn' ? ['machine', 'observatory'] : []) {
    const asked = setting(place);
    if (asked !== null) return [place, ...asked.split('/').filter(Boolean)];
  }
  // As the address has them: `step`, and what is stepped through.
  const step = view === 'learn' ? setting('step') : null;
  if (step !== null) return [part ?? '', 'step', ...step.split('/').filter(Boolean)];
  const settings = view === 'use' && part ? setting('settings') : null;
  if (part && settings !== null) return [part, ...settings.split('/').filter(Boolean).map(decoded)];
  return part ? [part] : [];
}

/** Whether this page can ask for a GPU. */
export function hasWebGpu() {
  return globalThis.isSecureContext !== false && Boolean(navigator.gpu);
}
