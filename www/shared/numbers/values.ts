/** An array of numbers that grows during reading, so that an unchecked length in a file's header allocates no memory. */
import { ARRAY_OF_TYPE } from '../arguments.ts';
import { allocate } from '../errors.ts';
import type { ElementType, Elements } from '../../types.ts';
import type { Reading } from './text.ts';

/** A type of numbers. `f64` is for numbers that stay in JavaScript. */
export type NumberType = ElementType | 'f64';
export type ArrayOf<T extends NumberType> = T extends 'f64' ? Float64Array : Elements;

/** The maximum number of values, more than any GPU buffer holds. */
const MOST_NUMBERS = 2 ** 30;
const FIRST_CAPACITY = 1024;

/** A problem of numbers or of their file. The message is for the user, without a capital and a full stop. */
export class NumbersError extends Error {
  readings: Reading[];

  /** @param readings the readings of a text that can be read in several ways */
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

  /** The numbers, without unused space. */
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
    if (capacity > MOST_NUMBERS) throw new NumbersError(`there must be at most ${MOST_NUMBERS.toLocaleString('en')} numbers; found more`);
    const constructor = this.type === 'f64' ? Float64Array : ARRAY_OF_TYPE[this.type as ElementType];
    return allocate(capacity * constructor.BYTES_PER_ELEMENT, () => new constructor(capacity)) as ArrayOf<T>;
  }
}
