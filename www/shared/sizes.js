/** Parses typed numbers of elements. Pure: no DOM, no device. */

/** @typedef {{ limit?: number, format?: (n: number) => string }} SizeRules */
/** @typedef {{ value: number } | { error: string }} ParsedSize */

/** The most sizes of a sweep. */
export const MOST_SIZES = 200;

/** base, optional exponent after ^, optional offset: 1000, 1e6, 2^20, 2^20+3 */
const SIZE = /^([+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:(?:\^|\*\*)([+-]?\d+))?([+-]\d+)?$/i;

/** @param {number} n */
const plain = (n) => new Intl.NumberFormat('en').format(n);

/** @param {string} token @param {SizeRules} [rules] @returns {ParsedSize} */
export function parseSize(token, { limit = Number.MAX_SAFE_INTEGER, format = plain } = {}) {
  const parts = SIZE.exec(token);
  if (!parts) return { error: `“${token}” is not a number; write sizes like 1000, 2^20 or 1e6` };
  if (/^[+-]?0\d/.test(token)) {
    return { error: `“${token}” starts with 0; write thousands without separators, like 1000` };
  }
  const [, base, exponent = '1', offset = '0'] = parts;
  const value = Number(base.replaceAll('_', '')) ** Number(exponent) + Number(offset);
  if (value < 0) return { error: `“${token}” is negative; a size is 0 elements or more` };
  if (value > limit) {
    const actual = String(value) === token ? format(value) : `“${token}” is ${format(value)} elements`;
    return { error: `${actual}, but at most ${format(limit)} elements fit on this adapter` };
  }
  if (!Number.isInteger(value)) return { error: `“${token}” is not a whole number of elements` };
  return { value };
}

/**
 * A typed list, separated by commas, semicolons or white space. One bad token leaves the others as they are.
 * @param {string} text @param {SizeRules} [rules]
 * @returns {{ sizes: number[], errors: string[] }}
 */
export function parseSizes(text, rules = {}) {
  const tokens = text.split(/[\s,;]+/).filter(Boolean);
  const parsed = tokens.map((token) => parseSize(token, rules));
  const errors = parsed.flatMap((size) => ('error' in size ? [size.error] : []));
  const sizes = ascending(parsed.flatMap((size) => ('value' in size ? [size.value] : [])));
  if (!tokens.length) errors.push('no size is given; write at least one, like 2^16');
  return { sizes, errors: [...errors, ...tooMany(sizes)] };
}

/**
 * @typedef {object} Range
 * @property {string} from
 * @property {string} to
 * @property {string} steps
 * @property {'powers' | 'log'} spacing
 */

/**
 * Errors by the field of the range that they belong to.
 * @param {Range} range @param {SizeRules} [rules]
 * @returns {{ sizes: number[], errors: Partial<Record<'from' | 'to' | 'steps', string>> }}
 */
export function rangeSizes({ from, to, steps, spacing }, rules = {}) {
  const format = rules.format ?? plain;
  const [low, high] = [parseSize(from.trim(), rules), parseSize(to.trim(), rules)];
  /** @type {Partial<Record<'from' | 'to' | 'steps', string>>} */
  const errors = {};
  if ('error' in low) errors.from = low.error;
  else if (low.value < 1) errors.from = 'a range starts at 1 element or more; put 0 into a list';
  if ('error' in high) errors.to = high.error;
  const count = Number(steps.trim() || NaN);
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_SIZES)) {
    errors.steps = `“${steps}” is not a whole number from 1 to ${MOST_SIZES}`;
  }
  if ('error' in low || 'error' in high || Object.keys(errors).length) return { sizes: [], errors };
  if (low.value > high.value) {
    return { sizes: [], errors: { to: `${format(high.value)} is less than the start, ${format(low.value)}` } };
  }
  const sizes = spacing === 'powers' ? powersOfTwo(low.value, high.value, count) : evenly(low.value, high.value, count);
  if (!sizes.length) errors.to = `there is no power of two from ${format(low.value)} to ${format(high.value)}`;
  return { sizes, errors };
}

/** `count` powers of two from `low` to `high`, or all there are. @param {number} low @param {number} high @param {number} count */
function powersOfTwo(low, high, count) {
  const [first, last] = [Math.ceil(Math.log2(low)), Math.floor(Math.log2(high))];
  if (first > last) return [];
  return ascending(spread(first, last, count).map((exponent) => 2 ** Math.round(exponent)));
}

/** `count` whole numbers from `low` to `high`, or all there are: where rounding makes two equal, the next free one is taken. @param {number} low @param {number} high @param {number} count */
function evenly(low, high, count) {
  const exponents = spread(Math.log2(low), Math.log2(high), Math.min(count, high - low + 1));
  /** @type {number[]} */
  const sizes = [];
  for (const [i, exponent] of exponents.entries()) {
    const above = exponents.length - 1 - i;
    sizes.push(Math.min(high - above, Math.max((sizes.at(-1) ?? 0) + 1, Math.round(2 ** exponent))));
  }
  return sizes;
}

/** `count` numbers from `first` to `last`; one alone is the last. @param {number} first @param {number} last @param {number} count */
function spread(first, last, count) {
  if (count === 1) return [last];
  return Array.from({ length: count }, (_, i) => first + ((last - first) * i) / (count - 1));
}

/** @param {number[]} numbers */
function ascending(numbers) {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** @param {number[]} sizes */
function tooMany(sizes) {
  return sizes.length > MOST_SIZES ? [`${sizes.length} sizes are given; a sweep takes at most ${MOST_SIZES}`] : [];
}
