/** The expected outputs of an operation for the input so far, and their comparison with the actual outputs. */

import type { Elements } from '../types.ts';
import type { FoundMismatch, ReferencePrefix } from './check.ts';

/** converts words to numbers of the output's type */
type View = (words: Uint32Array) => Elements;

/**
 * @returns the words, or a longer copy if all of them are used
 * @param length the number of used words
 */
function withRoom(words: Uint32Array<ArrayBuffer>, length: number) {
  if (length < words.length) return words;
  const longer = new Uint32Array(2 * length);
  longer.set(words);
  return longer;
}

/** Words of an output, compared bit by bit in order. */
export class ExpectedWords {
  #words = new Uint32Array(1024);
  #length = 0;
  #view;
  #elementWords;
  #first;
  compared = 0;

  /**
   * A mismatch contains the index of an element in the output.
   * @param elementWords words per element
   * @param first the index of the first element
   */
  constructor(view: View, elementWords: number = 1, first: number = 0) {
    this.#view = view;
    this.#elementWords = elementWords;
    this.#first = first;
  }

  push(word: number) {
    this.#words = withRoom(this.#words, this.#length);
    this.#words[this.#length++] = word;
  }

  get wanted() {
    return this.#length;
  }

  get total() {
    return this.compared + this.#length;
  }

  /** Compares the next words of the output, at most `wanted`. */
  compare(found: Uint32Array): FoundMismatch | null {
    const expected = this.#words;
    for (let at = 0; at < found.length; at++) {
      if (found[at] === expected[at]) continue;
      const [right, wrong] = [expected, found].map((words) => [...this.#view(words.slice(at, at + 1))]);
      const index = this.#first + Math.floor((this.compared + at) / this.#elementWords);
      return { index, expected: right, found: wrong, tolerance: 0 };
    }
    expected.copyWithin(0, found.length, this.#length);
    this.#length -= found.length;
    this.compared += found.length;
    return null;
  }
}

/** Words of elements that the output stores from its end backwards. */
export class BackwardWords extends ExpectedWords {
  #elementWords;
  #last;

  /**
   * @param elementWords words per element
   * @param last the index of the first element, which is the last of the output
   */
  constructor(view: View, elementWords: number, last: number) {
    super(view, elementWords);
    this.#elementWords = elementWords;
    this.#last = last;
  }

  /** Compares the words of whole elements, in the order of the output. */
  override compare(found: Uint32Array) {
    found.reverse();
    if (this.#elementWords > 1) {
      for (let at = 0; at < found.length; at += this.#elementWords) found.subarray(at, at + this.#elementWords).reverse();
    }
    const mismatch = super.compare(found);
    return mismatch && { ...mismatch, index: this.#last - mismatch.index };
  }
}

/** Words of an output in any order. All words are known before the first comparison. */
export class ExpectedSet {
  #words = new Uint32Array(1024);
  #length = 0;
  #found: Uint32Array | null = null;
  #view;
  compared = 0;
  /** Whether the words found so far are in the expected order. */
  isInOrder = true;

  constructor(view: View) {
    this.#view = view;
  }

  push(word: number) {
    this.#words = withRoom(this.#words, this.#length);
    this.#words[this.#length++] = word;
  }

  /** To be called once all words are known. */
  end() {
    this.#found = new Uint32Array(this.#length);
  }

  get wanted() {
    return this.#found ? this.#length - this.compared : 0;
  }

  get total() {
    return this.#length;
  }

  /** After the last words, compares all words in ascending order. */
  compare(found: Uint32Array): FoundMismatch | null {
    const all = this.#found as Uint32Array;
    all.set(found, this.compared);
    this.isInOrder &&= found.every((word, at) => word === this.#words[this.compared + at]);
    this.compared += found.length;
    if (this.isInOrder || this.wanted > 0) return null;
    const expected = this.#words.slice(0, this.#length).sort();
    const index = all.sort().findIndex((word, at) => word !== expected[at]);
    if (index < 0) return null;
    const [right, wrong] = [expected, all].map((words) => [...this.#view(words.slice(index, index + 1))]);
    return { index, expected: right, found: wrong, tolerance: 0 };
  }
}

/** Sums of an output. Each sum accepts the results of all orders of the applications. */
export class ExpectedSums {
  #sums: ReferencePrefix[] = [];
  #view;
  #words;
  compared = 0;
  /** The number of sums that overflowed f32 although the sums in index order do not. */
  overflowed = 0;

  /** @param words per element */
  constructor(view: View, words: number) {
    this.#view = view;
    this.#words = words;
  }

  push(sum: ReferencePrefix) {
    this.#sums.push(sum);
  }

  get wanted() {
    return this.#sums.length * this.#words;
  }

  get total() {
    return this.compared + this.wanted;
  }

  /** @param found the words of whole elements */
  compare(found: Uint32Array): FoundMismatch | null {
    const numbers = this.#view(found);
    const elements = found.length / this.#words;
    for (let rank = 0; rank < elements; rank++) {
      const [sum, at] = [this.#sums[rank], rank * this.#words];
      if (sum.accepts(numbers, at)) {
        if (sum.overflowed?.(numbers, at)) this.overflowed++;
        continue;
      }
      const index = this.compared / this.#words + rank;
      return { index, expected: sum.expected(), found: [...numbers.subarray(at, at + this.#words)], tolerance: sum.tolerance() };
    }
    this.#sums.splice(0, elements);
    this.compared += found.length;
    return null;
  }
}
