/** Formats of numbers, in the language of the page. */

const TIME_UNITS = /** @type {const} */ ([
  [1, 'ns'],
  [1e3, 'µs'],
  [1e6, 'ms'],
  [1e9, 's'],
]);
const RATE_UNITS = /** @type {const} */ ([
  [1, ''],
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'G'],
  [1e12, 'T'],
]);
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export class Formats {
  /** @param {string} [locale] A BCP 47 tag; an unknown one is ignored. */
  constructor(locale) {
    const known = knownLocale(locale);
    this.whole = new Intl.NumberFormat(known, { maximumFractionDigits: 0 });
    this.three = new Intl.NumberFormat(known, { maximumSignificantDigits: 3 });
    this.four = new Intl.NumberFormat(known, { maximumSignificantDigits: 4 });
    this.value = new Intl.NumberFormat(known, { maximumSignificantDigits: 9 });
  }

  /** What stands between groups of digits and before a fraction. @returns {import('./numbers/text.js').Marks} */
  get marks() {
    const parts = this.value.formatToParts(1234567.5);
    const markOf = (/** @type {string} */ kind, /** @type {string} */ fallback) =>
      parts.find(({ type }) => type === kind)?.value ?? fallback;
    const isIndian = parts.filter(({ type }) => type === 'integer')[1]?.value.length === 2;
    return { group: markOf('group', ''), decimal: markOf('decimal', '.'), isIndian };
  }

  /** @param {number} n */
  integer(n) {
    return this.whole.format(n);
  }

  /** @param {number} count @param {string} one @param {string} [many] */
  count(count, one, many = `${one}s`) {
    return `${this.integer(count)} ${count === 1 ? one : many}`;
  }

  /** @param {number} ns */
  time(ns) {
    return this.#scaled(ns, TIME_UNITS);
  }

  /** @param {number} rate */
  rate(rate) {
    return this.#scaled(rate, RATE_UNITS).trim();
  }

  /** @param {number} bytes_per_s */
  gigabytes(bytes_per_s) {
    return this.three.format(bytes_per_s / 1e9);
  }

  /** @param {number} share of 1 */
  percent(share) {
    return `${this.three.format(100 * share)} %`;
  }

  /** @param {number} bytes */
  bytes(bytes) {
    return `${this.#scaled(bytes, RATE_UNITS)}B`;
  }

  /** @param {Date} date */
  date(date) {
    return date.toLocaleDateString(this.whole.resolvedOptions().locale, { dateStyle: 'long' });
  }

  /** An array entry of any type. @param {number} x */
  entry(x) {
    if (Number.isInteger(x) && Math.abs(x) < 2 ** 53) return Object.is(x, -0) ? '−0' : this.integer(x);
    return Number.isFinite(x) ? this.value.format(x) : String(x);
  }

  /** An element: its entry, or its entries in brackets. @param {ArrayLike<number>} words */
  element(words) {
    const texts = Array.from(words, (x) => this.entry(x));
    return texts.length === 1 ? texts[0] : `[${texts.join('; ')}]`;
  }

  /** A size for an axis: 2²⁰ where it is a power of two, else short. @param {number} n */
  size(n) {
    const exponent = Math.log2(n);
    if (!Number.isInteger(exponent) || exponent < 7) return n < 10_000 ? this.integer(n) : this.rate(n);
    return `2${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
  }

  /** @param {number} x @param {readonly (readonly [number, string])[]} units */
  #scaled(x, units) {
    let [scale, unit] = units[0];
    // Compared as rounded, so that 999.9 ns reads 1 µs, not 1,000 ns.
    for (const [s, u] of units) if (Math.abs(x) >= s * 0.9995) [scale, unit] = [s, u];
    return `${this.three.format(x / scale)} ${unit}`;
  }
}

/** @param {string | undefined} locale */
function knownLocale(locale) {
  try {
    return locale && Intl.NumberFormat.supportedLocalesOf(locale).length ? locale : undefined;
  } catch {
    return undefined;
  }
}
