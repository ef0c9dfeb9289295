/** Calibrations in the browser's storage, by adapter and version of ScanLab. */

import { withStorage } from '../shared/storage.ts';
import type { Scope } from '../shared/storage.ts';
import type { AdapterDescription, Calibration } from '../types.ts';

export type Kept = { rows: Calibration };

/** The start of all keys. It ends with the version of the storage format. */
const PREFIX = 'scanlab-calibration-1';

/** @param version the version of ScanLab */
export function calibrationKey({ vendor, architecture, device, description, subgroups }: AdapterDescription, version: string) {
  return [PREFIX, version, vendor, architecture, device, description, subgroups?.min, subgroups?.max].join('|');
}

export function keepCalibration(scope: Scope, key: string, kept: Kept) {
  withStorage(scope, (storage) => {
    const [prefix, version] = key.split('|');
    const isStale = (other: string) => other.startsWith(`${prefix}|`) && !other.startsWith(`${prefix}|${version}|`);
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
    for (const stale of keys.filter(isStale)) storage.removeItem(stale);
    storage.setItem(key, JSON.stringify(kept));
  });
}
