/**
 * The check of a sort. The values of a checked sort, or its `indices`, are the indices of the keys in the input. Each index must occur once,
 * beside its key. Keys must ascend, and so must the indices of equal keys. Then the output is a permutation, sorted, and stable. In a sort
 * of keys alone, keys must ascend, and a hash of all keys must equal that of the input. If a sort of keys alone compares only some bits,
 * its output must equal that of a stable sort.
 *
 * In a segmented sort, all this holds for each segment, and the indices of a segment must be in it.
 */

import { orderOf } from '../shared/key-order.ts';
import type { FoundMismatch } from './check.ts';
import type { Expected, InputChunk, Operation, OperationJob } from './operations.ts';

/** The finaliser of MurmurHash3. */
function mixed(word: number) {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A hash of a multiset of words with the numbers of their segments. */
class Multiset {
  salts;

  constructor([first, second]: number[]) {
    this.salts = { first, second };
  }
  first = 0;
  second = 0;

  add(word: number, segment: number) {
    this.first = (this.first + mixed(word ^ this.salts.first)) | 0;
    this.second = (this.second + mixed(mixed(word ^ this.salts.second) + this.salts.first + segment)) | 0;
  }
}

/** One bit per element: 1 at the first element of each segment. An element outside of all segments counts as a segment of one. */
class Heads {
  #n;
  #bits;
  #segments;
  #begun = 0;
  #taken = 0;

  constructor(n: number, segments: number) {
    this.#n = n;
    this.#bits = new Uint32Array(Math.ceil(n / 32));
    this.#segments = segments;
  }

  /** @param offsets the number of offsets at each of the next elements */
  take(offsets: Uint32Array) {
    for (const count of offsets) {
      this.#begun += count;
      const isOutside = this.#begun === 0 || this.#begun > this.#segments;
      if (count > 0 || isOutside) this.#bits[this.#taken >>> 5] |= 1 << (this.#taken & 31);
      this.#taken++;
    }
  }

  /** The index after the last element of a segment, given an index in it. */
  endOf(index: number) {
    let end = index + 1;
    while (end < this.#n && !this.has(end)) end++;
    return end;
  }

  has(index: number) {
    return ((this.#bits[index >>> 5] >>> (index & 31)) & 1) === 1;
  }
}

/** Words of an array that is being filled. */
class Words {
  array: Uint32Array;

  constructor(most: number) {
    this.array = new Uint32Array(most);
  }
  length = 0;

  push(words: Uint32Array) {
    this.array.set(words, this.length);
    this.length += words.length;
  }
}

export class SortCheck implements Operation {
  #n;
  #order;
  #job;
  #salts = [0, 1].map(() => Math.floor(Math.random() * 2 ** 32));
  #given = new Multiset(this.#salts);
  #sorted = new Multiset(this.#salts);
  /** The keys of the input, in input order. A sort of keys alone that compares only some bits has them sorted, by a stable sort. */
  #keys;
  /** One bit per index that has occurred in the output. */
  #seen;
  /** The keys of the output that wait for their values. */
  #waiting: Uint32Array | null = null;
  #ended = false;
  /** The segments of a segmented sort. */
  #heads;
  /** The number of input elements, and of segments that begin there. */
  #taken = 0;
  #takenSegment = 0;
  /** The number of segments that begin in the compared output, the first index of the last one, the index after it, and its last key. */
  #segment = 0;
  #first = 0;
  #end;
  #last = { order: -1, place: -1 };
  streams: Operation['streams'];

  constructor(job: OperationJob) {
    const { n, values: isOfPairs = false, indices = false, bits: [from, to] = [0, 32], segments } = job;
    const values = isOfPairs || indices;
    this.#job = job;
    this.#n = n;
    this.#end = n;
    this.#order = orderOf(job);
    this.#heads = segments === undefined ? null : new Heads(n, segments);
    this.#keys = values || to - from < 32 ? new Words(n) : null;
    this.#seen = values ? new Uint32Array(Math.ceil(n / 32)) : null;
    this.streams = [{ of: 'output', start: 0, expected: this.#stream((found, at) => this.#compareKeys(found, at)) }];
    if (values) this.streams.push({ of: 'second', start: 0, expected: this.#stream((found, at) => this.#comparePairs(found, at)) });
  }

  #stream(compare: (found: Uint32Array, at: number) => FoundMismatch | null): Expected {
    const isEnded = () => this.#ended;
    const n = this.#n;
    return {
      compared: 0,
      get wanted() {
        return isEnded() ? n - this.compared : 0;
      },
      total: n,
      compare(found) {
        const mismatch = compare(found, this.compared);
        this.compared += found.length;
        return mismatch;
      },
    };
  }

  take({ input, flags }: InputChunk) {
    this.#keys?.push(input);
    if (this.#heads && flags) this.#heads.take(flags);
    if (this.#seen) return;
    for (const word of input) {
      if (this.#heads?.has(this.#taken)) this.#takenSegment++;
      this.#given.add(word, this.#takenSegment);
      this.#taken++;
    }
  }

  end() {
    this.#ended = true;
    if (!this.#keys || this.#seen) return;
    if (this.#heads) this.#sortSegments(this.#keys.array, this.#heads);
    else this.#keys.array = stablySorted(this.#keys.array, this.#job);
  }

  #sortSegments(keys: Uint32Array, heads: Heads) {
    for (let start = 0, end = 0; start < keys.length; start = end) {
      end = heads.endOf(start);
      const segment = keys.subarray(start, end);
      // Both sorts are stable. A radix sort takes less time for many keys.
      if (segment.length > RADIX_KEYS) segment.set(stablySorted(segment, this.#job));
      else segment.sort((left, right) => this.#order(left) - this.#order(right));
    }
  }

  /** Forgets the last key if a segment begins at an index. */
  #begin(index: number) {
    if (!this.#heads?.has(index)) return;
    this.#segment++;
    this.#first = index;
    this.#end = this.#heads.endOf(index);
    this.#last = { order: -1, place: -1 };
  }

  #compareKeys(found: Uint32Array, at: number): FoundMismatch | null {
    if (this.#seen) {
      this.#waiting = found.slice();
      return null;
    }
    for (let rank = 0; rank < found.length; rank++) {
      this.#begin(at + rank);
      const word = found[rank];
      const expected = this.#keys?.array[at + rank];
      if (expected !== undefined && expected !== word) return wrong(at + rank, expected, word);
      const order = this.#order(word);
      if (order < this.#last.order) return wrong(at + rank, this.#last.order, order);
      this.#last.order = order;
      this.#sorted.add(word, this.#segment);
    }
    const isWhole = at + found.length === this.#n;
    const isPermutation = this.#given.first === this.#sorted.first && this.#given.second === this.#sorted.second;
    return isWhole && !isPermutation ? wrong(this.#n, this.#given.second >>> 0, this.#sorted.second >>> 0) : null;
  }

  #comparePairs(places: Uint32Array, at: number): FoundMismatch | null {
    const [keys, seen, waiting] = [this.#keys?.array, this.#seen, this.#waiting];
    if (!keys || !seen || !waiting) throw new Error('Values must be compared after their keys.');
    for (let rank = 0; rank < places.length; rank++) {
      this.#begin(at + rank);
      const [key, place] = [waiting[rank], places[rank]];
      if (place < this.#first || place >= this.#end) return wrong(at + rank, this.#first, place);
      if (keys[place] !== key) return wrong(at + rank, keys[place] ?? NaN, key);
      const bit = 1 << (place & 31);
      if (seen[place >>> 5] & bit) return wrong(at + rank, NaN, place);
      seen[place >>> 5] |= bit;
      const order = this.#order(key);
      const { order: before, place: placeBefore } = this.#last;
      if (order < before) return wrong(at + rank, before, order);
      if (order === before && place < placeBefore) return wrong(at + rank, placeBefore, place);
      this.#last = { order, place };
    }
    return null;
  }
}

const wrong = (index: number, expected: number, found: number): FoundMismatch => ({
  index,
  expected: [expected],
  found: [found],
  tolerance: 0,
});

/** The number of keys from which on the radix sort is used: that of its counters. */
const RADIX_KEYS = 2048;

/** A stable radix sort of keys by the compared bits: 11 bits per pass, from the lowest bits on. */
function stablySorted(keys: Uint32Array, job: OperationJob) {
  const order = orderOf(job);
  let from: Uint32Array = keys;
  let to: Uint32Array = new Uint32Array(keys.length);
  for (let shift = 0; shift < 33; shift += 11) {
    const starts = new Uint32Array(2049);
    for (const key of from) starts[((order(key) >>> shift) & 2047) + 1]++;
    for (let digit = 0; digit < 2048; digit++) starts[digit + 1] += starts[digit];
    for (const key of from) to[starts[(order(key) >>> shift) & 2047]++] = key;
    [from, to] = [to, from];
  }
  return from;
}
