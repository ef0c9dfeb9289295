/** An array of numbers that grows as they are read, so that the length that a file states allocates nothing. */
import { ARRAY_OF_TYPE } from '../arguments.ts';
import { allocate } from '../errors.ts';
import type { ElementType, Elements } from '../../types.ts';
import type { Reading } from './text.ts';

/** f64 is for numbers that no device gets. */
export type NumberType = ElementType | 'f64';
export type ArrayOf<T extends NumberType> = T extends 'f64' ? Float64Array : Elements;

/** More than any GPU buffer holds. */
const MOST_NUMBERS = 2 ** 30;
const FIRST_CAPACITY = 1024;

/** A problem of numbers or of their file, with a message for its user: no capital and no full stop. */
export class NumbersError extends Error {
  readings: Reading[];

  /** @param readings where a text can be read in several ways */
  constructor(message: string, readings: Reading[] = [], options?: ErrorOptions) {
    super(message, options);
    this.readings = readings;
  }
}

export class Values<T extends NumberType> {
  type: T;
  array;
  #length = 0;

  /** @param capacity in numbers; the array grows beyond it */
  constructor(type: T, capacity: number = FIRST_CAPACITY) {
    this.type = type;
    this.array = this.#allocated(capacity);
  }

  get length() {
    return this.#length;
  }

  append(value: number) {
    this.#reserve(1);
    this.array[this.#length++] = value;
  }

  appendAll(values: ArrayLike<number>) {
    this.#reserve(values.length);
    this.array.set(values, this.#length);
    this.#length += values.length;
  }

  /** The numbers, without spare places. */
  all() {
    return this.#length < this.array.length ? (this.array.slice(0, this.#length) as ArrayOf<T>) : this.array;
  }

  #reserve(count: number) {
    const required = this.#length + count;
    if (required <= this.array.length) return;
    const larger = this.#allocated(Math.max(required, Math.min(MOST_NUMBERS, 2 * this.array.length)));
    larger.set(this.array.subarray(0, this.#length));
    this.array = larger;
  }

  #allocated(capacity: number) {
    if (capacity > MOST_NUMBERS) throw new NumbersError(`at most ${MOST_NUMBERS.toLocaleString('en')} numbers are read; there are more`);
    const constructor = this.type === 'f64' ? Float64Array : ARRAY_OF_TYPE[this.type as ElementType];
    return allocate(capacity * constructor.BYTES_PER_ELEMENT, () => new constructor(capacity)) as ArrayOf<T>;
  }
}
