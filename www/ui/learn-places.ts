/** The parts of Learn that are not about one scan: the attribute of each, by its name in the address. */
export const PLACE_ATTRIBUTES: Readonly<Record<string, string>> = {
  path: 'path',
  write: 'exercise',
  machine: 'machine',
  observatory: 'observatory',
};

/** The parts of an address that an attribute names. An exercise may be the address of a file, which has slashes of its own. */
export function placeParts(place: string, value: string) {
  const parts = place === 'write' ? [value] : value.split('/');
  return [place, ...parts.filter(Boolean)];
}

/**
 * The attributes of `view="learn"` that show a part of Learn.
 * @param parts of the part's address
 */
export function learnAttributes([first, ...rest]: readonly string[]): Record<string, string> {
  if (Object.hasOwn(PLACE_ATTRIBUTES, first)) return { [PLACE_ATTRIBUTES[first]]: rest.join('/') };
  return { algorithm: first, ...(rest[0] === 'step' && { step: rest.slice(1).join('/') }) };
}
