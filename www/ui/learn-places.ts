/** The parts of Learn that are not about one scan: the attribute of each, by its name in the address. */
export const PLACE_ATTRIBUTES: Readonly<Record<string, string>> = {
  path: 'path',
  write: 'exercise',
  machine: 'machine',
  observatory: 'observatory',
};
