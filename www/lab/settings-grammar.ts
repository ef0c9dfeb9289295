/** The settings and sizes of sweeps as text. The core reads and writes the text. */
import { badArgument, checkInteger, checkObject, checkOneOf, describe, reading } from '../shared/arguments.ts';
import { currentFields, currentQuery } from '../shared/renamed.ts';
import type {
  ParsedAlgorithms,
  ParsedOperation,
  ParsedQuery,
  ParsedSize,
  ParsedSizes,
  RangeSizes,
  SizeList,
  SizeRange,
  SizeRules,
  SweepSettings,
} from '../types.ts';

type Core = typeof import('scanlab-core');

/** The maximum length of a text, which is copied into the core's memory. Users type less. */
const MOST_CHARACTERS = 10_000_000;

/**
 * Reads and writes the settings of a sweep as text in addresses and attributes, and reads typed sizes. The `problems` of a result list the
 * invalid parts of a text, each with the required and the found value. The rest of the text applies.
 */
export class SettingsGrammar {
  #ask;

  constructor(ask: <T>(question: (core: Core) => T) => T) {
    this.#ask = ask;
  }

  /** The settings of an address, from its query. */
  parseQuery(search: string): ParsedQuery {
    const text = currentQuery(checkText('search', search));
    return this.#ask((core) => core.parseQuery(text));
  }

  /** The query of an address, without its question mark. If the sizes were given as a range, the query has the range. */
  formatQuery(settings: SweepSettings, range?: SizeRange): string {
    const checked = range === undefined ? undefined : checkRange(range);
    const current = reading('settings', () => currentFields(settings));
    return this.#ask((core) => core.formatQuery(current, checked));
  }

  /** Parses the setting `operation`, such as `compact:density=0.25:indices=1`. */
  parseOperation(operation: string): ParsedOperation {
    const text = checkText('operation', operation);
    return this.#ask((core) => core.parseOperation(text));
  }

  /** Parses the setting `algorithms`, such as `hillis-steele, hybrid:reduce_steps=9`. */
  parseAlgorithms(algorithms: string): ParsedAlgorithms {
    const text = checkText('algorithms', algorithms);
    return this.#ask((core) => core.parseAlgorithms(text));
  }

  /** Parses the setting `sizes`, such as `1000, 2^10..2^20`. */
  parseSizes(sizes: string): ParsedSizes {
    const text = checkText('sizes', sizes);
    return this.#ask((core) => core.parseSizes(text));
  }

  /** Parses a single size, such as `1000`, `1e6` or `2^20+3`. */
  parseSize(size: string, rules?: SizeRules): ParsedSize {
    const [text, { limit, format }] = [checkText('size', size), checkRules(rules)];
    return this.#ask((core) => core.parseSize(text, limit, format));
  }

  /** Parses a list of single sizes. */
  parseSizeList(list: string, rules?: SizeRules): SizeList {
    const [text, { limit, format }] = [checkText('list', list), checkRules(rules)];
    return this.#ask((core) => core.parseSizeList(text, limit, format));
  }

  /** The sizes of a range whose fields were typed. */
  sizesOfRange(range: SizeRange, rules?: SizeRules): RangeSizes {
    const [checked, { limit, format }] = [checkRange(range), checkRules(rules)];
    return this.#ask((core) => core.sizesOfRange(checked, limit, format));
  }
}

function checkText(name: string, value: unknown) {
  if (typeof value === 'string' && value.length <= MOST_CHARACTERS) return value;
  throw badArgument(`${name} must be a text of at most ${MOST_CHARACTERS} characters; it was ${describe(value)}.`);
}

function checkRange(value: unknown): SizeRange {
  const fields = checkObject('range', value, ['from', 'to', 'steps', 'spacing']);
  // The core cannot read JSON with unpaired surrogates.
  const [from, to, steps] = ['from', 'to', 'steps'].map((name) => checkText(`range.${name}`, fields[name]).toWellFormed());
  return { from, to, steps, spacing: checkOneOf('range.spacing', fields.spacing, ['powers', 'log']) };
}

function checkRules(value: unknown): SizeRules {
  const { limit, format } = checkObject('rules', value, ['limit', 'format']);
  if (format !== undefined && typeof format !== 'function') throw badArgument(`format must be a function; it was ${describe(format)}.`);
  return {
    limit: limit === undefined ? undefined : checkInteger('limit', limit as number, 0, Number.MAX_SAFE_INTEGER),
    format: format as SizeRules['format'],
  };
}
