/** The views and settings that the address of the page and the attributes of the element request. */
import { FIRST_VIEW, decoded, readRoute } from './route.ts';
import { PLACE_ATTRIBUTES, VIEW_SETTINGS, placeParts, viewAttributes } from '../ui/view-address.ts';
import type { LimitsOf } from '../types.ts';
import type { Host } from './app.ts';

/** The members of the host that determine the requested view. */
type Asking = Pick<Host, 'alone' | 'element' | 'followsHash' | 'followsQuery'>;

/** The members of the host that determine its settings. */
type Settings = Pick<Host, 'element' | 'followsQuery'>;

/** Parameters of the query that configure Measure. */
const CONFIGURING = ['operation', 'algorithms', 'sizes', 'run', 'operator', 'type', 'mode'];

/**
 * The first view: the view that is shown alone, that of the address, or that of the attribute `show`.
 * @param usual the view if none of these is given
 */
export function firstRoute(host: Asking, usual: string): { view: string; parts: string[] } {
  const { alone, element, followsHash } = host;
  if (alone) return { view: alone, parts: partsOf(host, alone) };
  const route = followsHash ? readRoute(location.hash) : null;
  if (route) return route;
  const shown = element.getAttribute('show');
  if (shown !== null) return { view: 'learn', parts: [shown] };
  return { view: usual, parts: [] };
}

/**
 * The view whose run the element starts automatically, or null. An address alone starts no run on a reader's device, except in
 * `<scan-conformance>`, whose purpose is to run checks from an address.
 */
export function viewToRun(host: Asking): string | null {
  const { alone, element, followsQuery } = host;
  const { view } = firstRoute(host, FIRST_VIEW);
  const automatic = element.hasAttribute('autorun');
  const ofAddress = followsQuery ? new URLSearchParams(location.search).get('run') : null;
  const starts: Record<string, () => boolean> = {
    measure: () => automatic && (!followsQuery || ofAddress === '1'),
    check() {
      const run = ofAddress ?? element.getAttribute('run');
      return element.localName === 'scan-conformance' ? (run ?? (automatic ? '1' : '0')) !== '0' : automatic && run !== '0';
    },
    use: () => automatic && alone !== null,
  };
  return starts[view]?.() ? view : null;
}

/** Whether a view or settings are requested. Then the first screen is hidden. */
export function isDirected({ element, followsHash, followsQuery }: Host) {
  if (element.hasAttribute('show') || (followsHash && readRoute(location.hash))) return true;
  const query = new URLSearchParams(location.search);
  return followsQuery && CONFIGURING.some((name) => query.has(name));
}

/** The setting `limits`. Its value may be unknown: then opening a lab fails. */
export function limitsOf(host: Settings) {
  return (settingOf(host, 'limits') ?? 'adapter') as LimitsOf;
}

/** The value of a setting: from the query, or else from an attribute. */
export function settingOf({ element, followsQuery }: Settings, name: string) {
  return (followsQuery ? new URLSearchParams(location.search).get(name) : null) ?? element.getAttribute(name);
}

/** The requested parts of a view: the parts of its address. */
export function partsOf(host: Settings, view: string): string[] {
  const setting = (name: string) => settingOf(host, name);
  const name = VIEW_SETTINGS[view]?.[0];
  if (!name) return [];
  const part = setting(name);
  for (const [place, attribute] of view === 'learn' ? Object.entries(PLACE_ATTRIBUTES) : []) {
    const asked = setting(attribute);
    if (asked !== null) return placeParts(place, asked);
  }
  // As in an address, the settings follow `step`.
  const step = view === 'learn' ? setting('step') : null;
  if (step !== null) return [part ?? '', 'step', ...step.split('/').filter(Boolean)];
  if (view === 'numbers') return settingsOf(part);
  if (view === 'use' && part) return [part, ...settingsOf(setting('settings'))];
  return part ? [part] : [];
}

/** The settings in the attribute `settings`, decoded. */
function settingsOf(text: string | null) {
  return (text ?? '').split('/').filter(Boolean).map(decoded);
}

/** Sets attributes so that `partsOf` returns these parts. */
export function requestParts(element: Pick<Element, 'setAttribute' | 'removeAttribute'>, view: string, parts: string[]) {
  const asked = viewAttributes(view, parts);
  for (const name of VIEW_SETTINGS[view] ?? []) {
    if (Object.hasOwn(asked, name)) element.setAttribute(name, asked[name]);
    // The attribute `parts` stays, because no address contains it.
    else if (name !== 'parts') element.removeAttribute(name);
  }
  element.setAttribute('view', view);
}

/** Whether this page can ask for a GPU. */
export function hasWebGpu() {
  return globalThis.isSecureContext !== false && Boolean(navigator.gpu);
}
