/** Runs as result files. The core checks and writes them. */

import type { ResultFile, Results } from '../types.ts';
import type { Run } from '../ui/element-types.ts';

export type FullRun = Run & { browser: string; version: string };

/** Ten times the size of the largest sweep. A larger file is not a result file. */
export const MOST_BYTES = 32 * 2 ** 20;

/** A run as the content of a result file. @param settings of the run, as the query of an address */
export function resultsOf({ config, adapter, browser, version, points, date }: FullRun, settings: string): Results {
  return { app_version: version, date: date.toISOString(), settings, config, adapter, browser, points };
}

export function runOf({ config, adapter, browser, app_version, points, date }: ResultFile): FullRun {
  return { config, adapter, browser, version: app_version, points, date: new Date(date) };
}
