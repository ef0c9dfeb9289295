/** Results as JSON. `JSON.stringify` loses NaN, infinities and negative zero, so these numbers are stored as texts. */
import { adapterName } from '../shared/adapter-name.ts';
import { reading } from '../shared/arguments.ts';
import { currentJson } from '../shared/renamed.ts';
import type { ResultFile, Results } from '../types.ts';

/** The fields that may have these numbers. */
const REALS = ['expected', 'found', 'tolerance', 'interval', 'interval_ns'];
const SPECIAL = ['NaN', 'Infinity', '-Infinity', '-0'];

/** Results in the form that the core writes into a result file, with the file's indentation. */
export function resultsText(results: Results) {
  return reading('results', () => {
    const { app_version, date, settings, config, adapter, browser, points } = results;
    return textOf({ app_version, date, settings, config, adapter, browser, points });
  });
}

/** Results in the form that the core turns into a table. */
export function tableText(results: Results) {
  return reading('results', () => {
    const { app_version, date, adapter, browser, points } = results;
    return textOf({ app_version, date, adapter_name: adapter && adapterName(adapter), browser, points });
  });
}

/** @param text of a result file that the core has checked */
export function parseResults(text: string): ResultFile {
  return JSON.parse(text, (name, value) => {
    if (!REALS.includes(name)) return value;
    return Array.isArray(value) ? value.map(numberOf) : numberOf(value);
  });
}

function textOf(value: object) {
  const isSpecial = (one: unknown) => typeof one === 'number' && (!Number.isFinite(one) || Object.is(one, -0));
  const text = JSON.stringify(value, (_, one) => (isSpecial(one) ? (Object.is(one, -0) ? '-0' : String(one)) : one), 2);
  return currentJson(text);
}

function numberOf(value: unknown) {
  return typeof value === 'string' && SPECIAL.includes(value) ? Number(value) : value;
}
