/** Runs as result files, which the core checks and writes. */

import type { ResultFile, Results } from '../types.ts';
import type { Run } from '../ui/element-types.ts';

export type FullRun = Run & { browser: string; version: string };

/** Ten times what the largest sweep takes; a larger file is another one. */
export const MOST_BYTES = 32 * 2 ** 20;

/** @param settings of the run, as the query of an address */
export function resultsOf({ config, adapter, browser, version, points, date }: FullRun, settings: string): Results {
  return { app_version: version, date: date.toISOString(), settings, config, adapter, browser, points };
}

export function runOf({ config, adapter, browser, app_version, points, date }: ResultFile): FullRun {
  return { config, adapter, browser, version: app_version, points, date: new Date(date) };
}
