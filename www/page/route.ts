/** Addresses of views and their parts: `#learn/blelloch`. Pure: no DOM. */
import { PLACE_ATTRIBUTES } from '../ui/learn-places.ts';

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
/** Parts of views that can also be embedded. */
export const PART_VIEWS = ['chart', 'diagram'];
/** The attributes of embedded views. The first attribute gives the part of the address. */
export const VIEW_SETTINGS: Record<string, string[]> = {
  learn: ['algorithm', 'step', 'parts', ...Object.values(PLACE_ATTRIBUTES)],
  experiments: ['experiment'],
  use: ['application', 'settings'],
  diagram: ['algorithm', 'input'],
  chart: ['src', 'metric'],
};

/** The view if the address names none. */
export const FIRST_VIEW = 'measure';
/** The same without a GPU. */
export const FIRST_WITHOUT_GPU = 'learn';
/** The former address of a scan’s details. */
const SHOW = /^#show=([\w,-]+)$/;

/** @returns null if it names no view */
export function readRoute(hash: string): Route | null {
  const shown = SHOW.exec(hash)?.[1];
  if (shown) return { view: 'learn', parts: [shown] };
  const [view, ...parts] = hash.slice(1).split('/').map(decoded);
  return Object.hasOwn(VIEW_TITLES, view) ? { view, parts: parts.filter(Boolean) } : null;
}

export function formatRoute(view: string, parts: string[]) {
  return `#${[view, ...parts.map(encodePart)].join('/')}`;
}

/** Commas, equals signs and colons stay: a fragment may contain them, and they are easier to read. */
function encodePart(part: string) {
  return encodeURIComponent(part).replace(/%(2C|3A|3D)/g, decodeURIComponent);
}

export function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
