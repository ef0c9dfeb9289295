/** An array of numbers that grows as they are read, so that the length that a file states allocates nothing. */
import { ARRAY_OF_TYPE } from '../arguments.js';
import { allocate } from '../errors.js';

/** @typedef {import('../../types.d.ts').ElementType} ElementType */
/** @typedef {import('../../types.d.ts').Elements} Elements */
/** f64 is for numbers that no device gets. @typedef {ElementType | 'f64'} NumberType */
/** @template {NumberType} T @typedef {T extends 'f64' ? Float64Array : Elements} ArrayOf */

/** More than any GPU buffer holds. */
const MOST_NUMBERS = 2 ** 30;
const FIRST_CAPACITY = 1024;

/** A problem of numbers or of their file, with a message for its user: no capital and no full stop. */
export class NumbersError extends Error {
  /** @param {string} message @param {import('./text.js').Reading[]} [readings] where a text can be read in several ways @param {ErrorOptions} [options] */
  constructor(message, readings = [], options) {
    super(message, options);
    this.readings = readings;
  }
}

/** @template {NumberType} T */
export class Values {
  #length = 0;

  /** @param {T} type @param {number} [capacity] in numbers; the array grows beyond it */
  constructor(type, capacity = FIRST_CAPACITY) {
    this.type = type;
    this.array = this.#allocated(capacity);
  }

  get length() {
    return this.#length;
  }

  /** @param {number} value */
  append(value) {
    this.#reserve(1);
    this.array[this.#length++] = value;
  }

  /** @param {ArrayLike<number>} values */
  appendAll(values) {
    this.#reserve(values.length);
    this.array.set(values, this.#length);
    this.#length += values.length;
  }

  /** The numbers, without spare places. */
  all() {
    return this.#length < this.array.length ? /** @type {ArrayOf<T>} */ (this.array.slice(0, this.#length)) : this.array;
  }

  /** @param {number} count */
  #reserve(count) {
    const required = this.#length + count;
    if (required <= this.array.length) return;
    const larger = this.#allocated(Math.max(required, Math.min(MOST_NUMBERS, 2 * this.array.length)));
    larger.set(this.array.subarray(0, this.#length));
    this.array = larger;
  }

  /** @param {number} capacity */
  #allocated(capacity) {
    if (capacity > MOST_NUMBERS) throw new NumbersError(`at most ${MOST_NUMBERS.toLocaleString('en')} numbers are read; there are more`);
    const constructor = this.type === 'f64' ? Float64Array : ARRAY_OF_TYPE[/** @type {ElementType} */ (this.type)];
    return /** @type {ArrayOf<T>} */ (allocate(capacity * constructor.BYTES_PER_ELEMENT, () => new constructor(capacity)));
  }
}
