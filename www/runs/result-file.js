/** Runs as result files, which the core checks and writes. */

/** @typedef {import('../types.d.ts').ResultFile} ResultFile */
/** @typedef {import('../types.d.ts').Results} Results */
/** @typedef {import('../ui/element-types.d.ts').Run} Run */
/** @typedef {Run & { browser: string, version: string }} FullRun */

/** Ten times what the largest sweep takes; a larger file is another one. */
export const MOST_BYTES = 32 * 2 ** 20;

/** @param {FullRun} run @param {string} settings of the run, as the query of an address @returns {Results} */
export function resultsOf({ config, adapter, browser, version, points, date }, settings) {
  return { app_version: version, date: date.toISOString(), settings, config, adapter, browser, points };
}

/** @param {ResultFile} file @returns {FullRun} */
export function runOf({ config, adapter, browser, app_version, points, date }) {
  return { config, adapter, browser, version: app_version, points, date: new Date(date) };
}
