/** A sweep's settings and sizes as text, which the core reads and writes. */
import { badArgument, checkInteger, checkObject, checkOneOf, describe } from '../shared/arguments.js';
/** @import { ParsedAlgorithms, ParsedOperation, ParsedQuery, ParsedSize, ParsedSizes, RangeSizes, SizeList, SizeRange, SizeRules, SweepSettings } from '../types.d.ts' */
/** @typedef {typeof import('scanlab-core')} Core */

/** More than any page has people type: a text is copied into the core's memory. */
const MOST_CHARACTERS = 10_000_000;

export class SettingsGrammar {
  #ask;

  /** @param {<T>(question: (core: Core) => T) => T} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {string} search @returns {ParsedQuery} */
  parseQuery(search) {
    const text = checkText('search', search);
    return this.#ask((core) => core.parseQuery(text));
  }

  /** @param {SweepSettings} settings @param {SizeRange} [range] */
  formatQuery(settings, range) {
    const checked = range === undefined ? undefined : checkRange(range);
    return this.#ask((core) => core.formatQuery(settings, checked));
  }

  /** @param {string} operation @returns {ParsedOperation} */
  parseOperation(operation) {
    const text = checkText('operation', operation);
    return this.#ask((core) => core.parseOperation(text));
  }

  /** @param {string} algorithms @returns {ParsedAlgorithms} */
  parseAlgorithms(algorithms) {
    const text = checkText('algorithms', algorithms);
    return this.#ask((core) => core.parseAlgorithms(text));
  }

  /** @param {string} sizes @returns {ParsedSizes} */
  parseSizes(sizes) {
    const text = checkText('sizes', sizes);
    return this.#ask((core) => core.parseSizes(text));
  }

  /** @param {string} size @param {SizeRules} [rules] @returns {ParsedSize} */
  parseSize(size, rules) {
    const [text, { limit, format }] = [checkText('size', size), checkRules(rules)];
    return this.#ask((core) => core.parseSize(text, limit, format));
  }

  /** @param {string} list @param {SizeRules} [rules] @returns {SizeList} */
  parseSizeList(list, rules) {
    const [text, { limit, format }] = [checkText('list', list), checkRules(rules)];
    return this.#ask((core) => core.parseSizeList(text, limit, format));
  }

  /** @param {SizeRange} range @param {SizeRules} [rules] @returns {RangeSizes} */
  sizesOfRange(range, rules) {
    const [checked, { limit, format }] = [checkRange(range), checkRules(rules)];
    return this.#ask((core) => core.sizesOfRange(checked, limit, format));
  }
}

/** @param {string} name @param {unknown} value */
function checkText(name, value) {
  if (typeof value === 'string' && value.length <= MOST_CHARACTERS) return value;
  throw badArgument(`${name} must be a text of at most ${MOST_CHARACTERS} characters; it was ${describe(value)}.`);
}

/** @param {unknown} value @returns {SizeRange} */
function checkRange(value) {
  const fields = checkObject('range', value, ['from', 'to', 'steps', 'spacing']);
  // Half of a character has no JSON that the core reads.
  const [from, to, steps] = ['from', 'to', 'steps'].map((name) => checkText(`range.${name}`, fields[name]).toWellFormed());
  return { from, to, steps, spacing: checkOneOf('range.spacing', fields.spacing, ['powers', 'log']) };
}

/** @param {unknown} value @returns {SizeRules} */
function checkRules(value) {
  const { limit, format } = checkObject('rules', value, ['limit', 'format']);
  if (format !== undefined && typeof format !== 'function') throw badArgument(`format must be a function; it was ${describe(format)}.`);
  return {
    limit: limit === undefined ? undefined : checkInteger('limit', /** @type {number} */ (limit), 0, Number.MAX_SAFE_INTEGER),
    format: /** @type {SizeRules['format']} */ (format),
  };
}
