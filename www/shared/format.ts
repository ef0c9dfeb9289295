/** Formats of numbers, in the language of the page. */

import type { Marks } from './numbers/text.ts';

const TIME_UNITS = [
  [1, 'ns'],
  [1e3, 'µs'],
  [1e6, 'ms'],
  [1e9, 's'],
] as const;
const RATE_UNITS = [
  [1, ''],
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'G'],
  [1e12, 'T'],
] as const;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export class Formats {
  whole: Intl.NumberFormat;
  three: Intl.NumberFormat;
  four: Intl.NumberFormat;
  value: Intl.NumberFormat;

  /** @param locale a BCP 47 tag; an unknown tag is ignored */
  constructor(locale?: string) {
    const known = knownLocale(locale);
    this.whole = new Intl.NumberFormat(known, { maximumFractionDigits: 0 });
    this.three = new Intl.NumberFormat(known, { maximumSignificantDigits: 3 });
    this.four = new Intl.NumberFormat(known, { maximumSignificantDigits: 4 });
    this.value = new Intl.NumberFormat(known, { maximumSignificantDigits: 9 });
  }

  /** The marks between groups of digits and before a fraction. */
  get marks(): Marks {
    const parts = this.value.formatToParts(1234567.5);
    const markOf = (kind: string, fallback: string) => parts.find(({ type }) => type === kind)?.value ?? fallback;
    const isIndian = parts.filter(({ type }) => type === 'integer')[1]?.value.length === 2;
    return { group: markOf('group', ''), decimal: markOf('decimal', '.'), isIndian };
  }

  integer(n: number) {
    return this.whole.format(n);
  }

  count(count: number, one: string, many: string = `${one}s`) {
    return `${this.integer(count)} ${count === 1 ? one : many}`;
  }

  time(ns: number) {
    return this.#scaled(ns, TIME_UNITS);
  }

  rate(rate: number) {
    return this.#scaled(rate, RATE_UNITS).trim();
  }

  gigabytes(bytes_per_s: number) {
    return this.three.format(bytes_per_s / 1e9);
  }

  /** @param share 0.5 for 50 % */
  percent(share: number) {
    return `${this.three.format(100 * share)} %`;
  }

  bytes(bytes: number) {
    return `${this.#scaled(bytes, RATE_UNITS)}B`;
  }

  date(date: Date) {
    return date.toLocaleDateString(this.whole.resolvedOptions().locale, { dateStyle: 'long' });
  }

  /** An array entry of any type. */
  entry(x: number) {
    if (Number.isInteger(x) && Math.abs(x) < 2 ** 53) return Object.is(x, -0) ? '−0' : this.integer(x);
    return Number.isFinite(x) ? this.value.format(x) : String(x);
  }

  /** An element: its entry, or its entries in brackets. */
  element(words: ArrayLike<number>) {
    const texts = Array.from(words, (x) => this.entry(x));
    return texts.length === 1 ? texts[0] : `[${texts.join('; ')}]`;
  }

  /** A size for an axis: a power of two such as 2²⁰, else a short number. */
  size(n: number) {
    const exponent = Math.log2(n);
    if (!Number.isInteger(exponent) || exponent < 7) return n < 10_000 ? this.integer(n) : this.rate(n);
    return `2${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
  }

  #scaled(x: number, units: readonly (readonly [number, string])[]) {
    let [scale, unit] = units[0];
    // A unit is chosen by the rounded value, so that 999.9 ns becomes 1 µs, not 1,000 ns.
    for (const [s, u] of units) if (Math.abs(x) >= s * 0.9995) [scale, unit] = [s, u];
    return `${this.three.format(x / scale)} ${unit}`;
  }
}

function knownLocale(locale: string | undefined) {
  try {
    return locale && Intl.NumberFormat.supportedLocalesOf(locale).length ? locale : undefined;
  } catch {
    return undefined;
  }
}
