/** Results as text. JSON has no NaN, infinity or negative zero: as texts they survive. */
import { adapterName } from '../shared/adapter-name.js';
import { reading } from '../shared/arguments.js';
/** @import { ResultFile, Results } from '../types.d.ts' */

/** Where such numbers may stand. */
const REALS = ['expected', 'found', 'tolerance', 'interval', 'interval_ns'];
const SPECIAL = ['NaN', 'Infinity', '-Infinity', '-0'];

/** Results as the core writes them into a file, indented as that is. @param {Results} results */
export function resultsText(results) {
  return reading('results', () => {
    const { app_version, date, settings, config, adapter, browser, points } = results;
    return textOf({ app_version, date, settings, config, adapter, browser, points });
  });
}

/** Results as the core makes a table of them. @param {Results} results */
export function tableText(results) {
  return reading('results', () => {
    const { app_version, date, adapter, browser, points } = results;
    return textOf({ app_version, date, adapter_name: adapter && adapterName(adapter), browser, points });
  });
}

/** @param {string} text of a result file that the core has checked @returns {ResultFile} */
export function parseResults(text) {
  return JSON.parse(text, (name, value) => {
    if (!REALS.includes(name)) return value;
    return Array.isArray(value) ? value.map(numberOf) : numberOf(value);
  });
}

/** @param {object} value */
function textOf(value) {
  const isSpecial = (/** @type {unknown} */ one) => typeof one === 'number' && (!Number.isFinite(one) || Object.is(one, -0));
  return JSON.stringify(value, (_, one) => (isSpecial(one) ? (Object.is(one, -0) ? '-0' : String(one)) : one), 2);
}

/** @param {unknown} value */
function numberOf(value) {
  return typeof value === 'string' && SPECIAL.includes(value) ? Number(value) : value;
}
