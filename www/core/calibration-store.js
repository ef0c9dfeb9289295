/** Calibrations in the browser's storage, by the adapter and the version that they were measured with. */

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('../types.d.ts').Calibration} Calibration */
/** @typedef {{ localStorage?: Storage }} Scope */
/** @typedef {{ rows: Calibration }} Kept */

/** The number is the version of the format. */
const PREFIX = 'scanlab-calibration-1';

/** @param {AdapterDescription} adapter @param {string} version the app's */
export function calibrationKey({ vendor, architecture, device, description, subgroups }, version) {
  return [PREFIX, version, vendor, architecture, device, description, subgroups?.min, subgroups?.max].join('|');
}

/**
 * Uses the storage, if the browser allows it.
 * @template T
 * @param {Scope} scope
 * @param {(storage: Storage) => T} use
 * @returns {T | undefined}
 */
export function withStorage(scope, use) {
  try {
    return scope.localStorage && use(scope.localStorage);
  } catch {
    return undefined;
  }
}

/** @param {Scope} scope @param {string} key @param {Kept} kept */
export function keepCalibration(scope, key, kept) {
  withStorage(scope, (storage) => {
    const [prefix, version] = key.split('|');
    const isStale = (/** @type {string} */ other) => other.startsWith(`${prefix}|`) && !other.startsWith(`${prefix}|${version}|`);
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
    for (const stale of keys.filter(isStale)) storage.removeItem(stale);
    storage.setItem(key, JSON.stringify(kept));
  });
}
