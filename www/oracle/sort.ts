/**
 * The check of a sort. The values of a checked sort, or its `indices`, are the indices of the keys in the input. Each index must occur once,
 * beside its key. Keys must ascend, and so must the indices of equal keys. Then the output is a permutation, sorted, and stable. In a sort
 * of keys alone, keys must ascend, and a hash of all keys must equal that of the input. If a sort of keys alone compares only some bits,
 * its output must equal that of a stable sort.
 *
 * In a segmented sort, all this holds for each segment, and the indices of a segment must be in it.
 */

import { keysOf } from './sort-keys.ts';
import type { FoundMismatch } from './check.ts';
import type { Expected, InputChunk, Operation, OperationJob } from './operations.ts';

/** The finaliser of MurmurHash3. */
function mixed(word: number) {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A hash of a multiset of words, each with another number. */
class Multiset {
  salts;

  constructor([first, second]: number[]) {
    this.salts = { first, second };
  }
  first = 0;
  second = 0;

  /** @param beside the number of the segment, or the high word of a key of two words */
  add(word: number, beside: number) {
    this.first = (this.first + mixed(word ^ this.salts.first)) | 0;
    this.second = (this.second + mixed(mixed(word ^ this.salts.second) + this.salts.first + beside)) | 0;
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
  #of;
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
  #last: { order: number | bigint; place: number } = { order: -1, place: -1 };
  streams: Operation['streams'];

  constructor(job: OperationJob) {
    const { n, values: isOfPairs = false, indices = false, segments } = job;
    const values = isOfPairs || indices;
    const of = keysOf(job);
    this.#of = of;
    this.#n = n;
    this.#end = n;
    this.#heads = segments === undefined ? null : new Heads(n, segments);
    this.#keys = values || !of.comparesAllBits ? new Words(n * of.words) : null;
    this.#seen = values ? new Uint32Array(Math.ceil(n / 32)) : null;
    const keys = this.#stream(n * of.words, (found, at) => this.#compareKeys(found, at / of.words));
    this.streams = [{ of: 'output', start: 0, elementWords: of.words, expected: keys }];
    if (values) this.streams.push({ of: 'second', start: 0, expected: this.#stream(n, (found, at) => this.#comparePairs(found, at)) });
  }

  #stream(n: number, compare: (found: Uint32Array, at: number) => FoundMismatch | null): Expected {
    const isEnded = () => this.#ended;
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
    const { words } = this.#of;
    for (let at = 0; at < input.length; at += words) {
      if (this.#heads?.has(this.#taken)) this.#takenSegment++;
      this.#given.add(input[at], words === 1 ? this.#takenSegment : input[at + 1]);
      this.#taken++;
    }
  }

  end() {
    this.#ended = true;
    if (!this.#keys || this.#seen) return;
    if (this.#heads) this.#sortSegments(this.#keys.array, this.#heads);
    else this.#keys.array = this.#of.sorted(this.#keys.array);
  }

  #sortSegments(keys: Uint32Array, heads: Heads) {
    for (let start = 0, end = 0; start < keys.length; start = end) {
      end = heads.endOf(start);
      const segment = keys.subarray(start, end);
      segment.set(this.#of.sorted(segment));
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

  /** @param first the index of the first key */
  #compareKeys(found: Uint32Array, first: number): FoundMismatch | null {
    const { words, order: orderOf, show } = this.#of;
    if (this.#seen) {
      this.#waiting = found.slice();
      return null;
    }
    const keys = found.length / words;
    for (let rank = 0; rank < keys; rank++) {
      const at = first + rank;
      this.#begin(at);
      const expected = this.#keys?.array;
      if (expected && !this.#isSame(expected, at, found, rank)) return wrong(at, show(expected, at), show(found, rank));
      const order = orderOf(found, rank);
      if (order < this.#last.order) return wrong(at, this.#last.order, order);
      this.#last.order = order;
      this.#sorted.add(found[words * rank], words === 1 ? this.#segment : found[words * rank + 1]);
    }
    const isWhole = first + keys === this.#n;
    const isPermutation = this.#given.first === this.#sorted.first && this.#given.second === this.#sorted.second;
    return isWhole && !isPermutation ? wrong(this.#n, this.#given.second >>> 0, this.#sorted.second >>> 0) : null;
  }

  /** Whether two keys have the same bits. */
  #isSame(left: Uint32Array, leftAt: number, right: Uint32Array, rightAt: number) {
    const { words } = this.#of;
    return left[words * leftAt] === right[words * rightAt] && left[words * (leftAt + 1) - 1] === right[words * (rightAt + 1) - 1];
  }

  #comparePairs(places: Uint32Array, at: number): FoundMismatch | null {
    const [keys, seen, waiting] = [this.#keys?.array, this.#seen, this.#waiting];
    const { order: orderOf, show } = this.#of;
    if (!keys || !seen || !waiting) throw new Error('Values must be compared after their keys.');
    for (let rank = 0; rank < places.length; rank++) {
      this.#begin(at + rank);
      const place = places[rank];
      if (place < this.#first || place >= this.#end) return wrong(at + rank, this.#first, place);
      if (!this.#isSame(keys, place, waiting, rank)) return wrong(at + rank, show(keys, place), show(waiting, rank));
      const bit = 1 << (place & 31);
      if (seen[place >>> 5] & bit) return wrong(at + rank, NaN, place);
      seen[place >>> 5] |= bit;
      const order = orderOf(waiting, rank);
      const { order: before, place: placeBefore } = this.#last;
      if (order < before) return wrong(at + rank, before, order);
      if (order === before && place < placeBefore) return wrong(at + rank, placeBefore, place);
      this.#last = { order, place };
    }
    return null;
  }
}

const wrong = (index: number, expected: number | bigint, found: number | bigint): FoundMismatch => ({
  index,
  expected: [Number(expected)],
  found: [Number(found)],
  tolerance: 0,
});
