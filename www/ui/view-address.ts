/** Addresses and attributes of views and their parts: `#learn/blelloch` is `view="learn" algorithm="blelloch"`. Pure: no DOM. */
import { siteFolder } from '../shared/site.ts';

/** The attributes of the places of Learn, its views that are not about one scan, by their names in the address. */
export const PLACE_ATTRIBUTES: Readonly<Record<string, string>> = {
  path: 'path',
  write: 'exercise',
  machine: 'machine',
  observatory: 'observatory',
};

/** The attributes of embedded views. The first attribute gives the first part of the address; `settings` gives all parts that remain. */
export const VIEW_SETTINGS: Record<string, string[]> = {
  learn: ['algorithm', 'step', 'parts', ...Object.values(PLACE_ATTRIBUTES)],
  experiments: ['experiment'],
  use: ['application', 'settings'],
  numbers: ['settings'],
  diagram: ['algorithm', 'input'],
  chart: ['src', 'metric'],
};

/** The parts of an address that an attribute names. An exercise may be the address of a file, which contains slashes. */
export function placeParts(place: string, value: string) {
  const parts = place === 'write' ? [value] : value.split('/');
  return [place, ...parts.filter(Boolean)];
}

/** The attributes that show a part of a view, besides `view`. */
export function viewAttributes(view: string, parts: readonly string[]): Record<string, string> {
  if (!parts.length) return {};
  const [first, ...rest] = parts;
  if (view === 'learn') return learnAttributes(first, rest);
  if (view === 'numbers') return { settings: settingsText(parts) };
  const name = VIEW_SETTINGS[view]?.[0];
  if (!name) return {};
  return { [name]: first, ...(view === 'use' && rest.length && { settings: settingsText(rest) }) };
}

/** The attribute `settings`. A setting may contain slashes, which are encoded as in an address. */
function settingsText(parts: readonly string[]) {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll('/', '%2F')).join('/');
}

/** The name and the value of a setting in an address: `n=4096`. */
export function namedSetting(part: string): [name: string, value: string] {
  const [, name = part, value = ''] = /^(\w+)=(.*)$/s.exec(part) ?? [];
  return [name, value];
}

/** The attributes of Learn. Its settings contain no slashes. */
function learnAttributes(first: string, rest: readonly string[]): Record<string, string> {
  if (Object.hasOwn(PLACE_ATTRIBUTES, first)) return { [PLACE_ATTRIBUTES[first]]: rest.join('/') };
  return { algorithm: first, ...(rest[0] === 'step' && { step: rest.slice(1).join('/') }) };
}

export function formatRoute(view: string, parts: readonly string[]) {
  return `#${[view, ...parts.map(encodePart)].join('/')}`;
}

/** Commas, equals signs and colons stay: a fragment may contain them, and they are easier to read. */
function encodePart(part: string) {
  return encodeURIComponent(part).replace(/%(2C|3A|3D)/g, decodeURIComponent);
}

/**
 * The address of a view in the site; without a site, only the query and the fragment.
 * @param query the query of settings
 */
export function viewLink(view: string, parts: readonly string[], query = '') {
  const end = `${query && `?${query}`}${formatRoute(view, parts)}`;
  const site = siteFolder();
  return site ? new URL(end, site).href : end;
}
