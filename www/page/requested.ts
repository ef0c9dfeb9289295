/** The views and settings that the address and the element's attributes request. */
import { FIRST_VIEW, decoded, readRoute } from './route.ts';
import { PLACE_ATTRIBUTES, VIEW_SETTINGS, placeParts, viewAttributes } from '../ui/view-address.ts';
import type { LimitsOf } from '../types.ts';
import type { Host } from './app.ts';

/** The parts of the host that determine the request. */
type Asking = Pick<Host, 'alone' | 'element' | 'followsHash' | 'followsQuery'>;

/** The parts of the host that have its settings. */
type Settings = Pick<Host, 'element' | 'followsQuery'>;

/** Parameters of the address that configure Measure. */
const CONFIGURING = ['operation', 'algorithms', 'sizes', 'run', 'operator', 'type', 'mode'];

/**
 * The first view: the embedded view, that of the address, or that of an attribute.
 * @param usual the view without any of these
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
 * The view whose run the element starts by itself, or null. An address alone starts nothing on a reader's device. Only the page of
 * `<scan-conformance>` exists to run checks from an address.
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

/** Whether a view or settings are requested. Then the first screen is skipped. */
export function isDirected({ element, followsHash, followsQuery }: Host) {
  if (element.hasAttribute('show') || (followsHash && readRoute(location.hash))) return true;
  const query = new URLSearchParams(location.search);
  return followsQuery && CONFIGURING.some((name) => query.has(name));
}

/** The setting `limits`. A lab refuses an unknown value when it is opened. */
export function limitsOf(host: Settings) {
  return (settingOf(host, 'limits') ?? 'adapter') as LimitsOf;
}

/** The value of a setting: from the address, or else from an attribute. */
export function settingOf({ element, followsQuery }: Settings, name: string) {
  return (followsQuery ? new URLSearchParams(location.search).get(name) : null) ?? element.getAttribute(name);
}

/** The requested parts of a view. */
export function partsOf(host: Settings, view: string): string[] {
  const setting = (name: string) => settingOf(host, name);
  const name = VIEW_SETTINGS[view]?.[0];
  if (!name) return [];
  const part = setting(name);
  for (const [place, attribute] of view === 'learn' ? Object.entries(PLACE_ATTRIBUTES) : []) {
    const asked = setting(attribute);
    if (asked !== null) return placeParts(place, asked);
  }
  // In the form of the address: `step`, then its settings.
  const step = view === 'learn' ? setting('step') : null;
  if (step !== null) return [part ?? '', 'step', ...step.split('/').filter(Boolean)];
  if (view === 'numbers') return settingsOf(part);
  if (view === 'use' && part) return [part, ...settingsOf(setting('settings'))];
  return part ? [part] : [];
}

/** The parts of the attribute `settings`. */
function settingsOf(text: string | null) {
  return (text ?? '').split('/').filter(Boolean).map(decoded);
}

/** Sets attributes so that `partsOf` returns these parts. */
export function requestParts(element: Pick<Element, 'setAttribute' | 'removeAttribute'>, view: string, parts: string[]) {
  const asked = viewAttributes(view, parts);
  for (const name of VIEW_SETTINGS[view] ?? []) {
    if (Object.hasOwn(asked, name)) element.setAttribute(name, asked[name]);
    // The attribute `parts` is not part of an address.
    else if (name !== 'parts') element.removeAttribute(name);
  }
  element.setAttribute('view', view);
}

/** Whether this page can ask for a GPU. */
export function hasWebGpu() {
  return globalThis.isSecureContext !== false && Boolean(navigator.gpu);
}
