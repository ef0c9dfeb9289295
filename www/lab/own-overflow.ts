/**
 * Finds out whether partial results of a custom operator leave the range of f32 although the sequential scan does not. Every algorithm
 * combines only neighbours. So if an output is infinite or NaN although the sequential output is finite, the combination (sum) of some range
 * of finite neighbours is not finite. The search covers ranges with three possible ends: the element, the element before it, and the last
 * element of the previous tile. Algorithms carry the sum up to that last element into the tile.
 */

import type { FoundMismatch } from '../oracle/check.ts';
import type { Elements } from '../types.ts';
import type { Job, Shape } from './verify.ts';

/** Elements in index order, with the head flags of segments. */
export type Chunk = { start: number; input: Elements; heads: Uint32Array | undefined };
/**
 * Computes for each element the sum from this element to the last element of its range, in scan order. The ranges follow each other in
 * `elements`, each in index order. `heads` has a 1 at the first element of each range.
 */
export type RangesOf = (elements: Elements, heads: Uint32Array) => Promise<Elements>;
/** The claim that an element is right, since a sum in one of its ranges leaves the range of f32. A range is a list of indices. */
type Claim = { mismatch: FoundMismatch; ranges: number[][] };

/**
 * One scan sums ranges with at most this total number of elements, or one longer range. So few scans suffice for any number of segments.
 */
const MOST_TOGETHER = 1 << 20;

export class OverflowSearch {
  #job;
  #tile;
  #rangesOf;
  /** The chunk before the current one in scan order. */
  #before: Chunk | null = null;
  /** The current chunk joined with `#before`, once a claim needs both. */
  #all: Chunk | null = null;
  /** Whether the chunk before `#before` begins with a head. */
  #isHeadBefore = false;
  /** The last claimed element per column, or of all elements. Its claim also covers all later elements of its segment. */
  #known: Map<number, number> = new Map();
  /** The claims of the current chunk that are still to be examined, in scan order. */
  #claims: Claim[] = [];
  /** The chunk of the claims, joined with the chunk before it. */
  #claimed: Chunk | null = null;
  /** The total number of elements of the claims' ranges. */
  #together = 0;

  constructor(job: Job, shape: Shape, rangesOf: RangesOf) {
    this.#job = job;
    this.#tile = Math.max(1, shape.tile_elements);
    this.#rangesOf = rangesOf;
  }

  pass(chunk: Chunk) {
    this.#isHeadBefore = Boolean(this.#before?.heads?.[0]);
    this.#before = chunk;
    this.#all = null;
  }

  /** Claims that a sum up to or before an element of the chunk leaves the range of f32. Otherwise the element is a mismatch. */
  claim(chunk: Chunk, index: number, mismatch: FoundMismatch) {
    const { columns, axis } = this.#job;
    const stride = columns > 0 && axis === 0 ? columns : 1;
    const element = chunk.start + index;
    const column = element % stride;
    const places = this.#segmentBefore(chunk, element, stride, this.#known.get(column));
    this.#known.set(column, element);
    if (!places) return;
    const ranges = this.#rangesTo(places, element, stride);
    this.#claimed = this.#joined(chunk);
    this.#claims.push({ mismatch, ranges });
    for (const { length } of ranges) this.#together += length;
  }

  /** Whether the claims should be examined before more are added. */
  get isFull() {
    return this.#together >= MOST_TOGETHER;
  }

  /** Examines the claims. Returns the mismatch of the first claim whose sums are all finite, or null. */
  async unexplained(): Promise<FoundMismatch | null> {
    const [claims, chunk] = [this.#claims, this.#claimed];
    this.#claims = [];
    this.#together = 0;
    if (!chunk || !claims.length) return null;
    const leaves: boolean[] = [];
    for (const ranges of together(claims.flatMap(({ ranges }) => ranges))) {
      for (const one of await this.#leaveRange(chunk, ranges)) leaves.push(one);
    }
    let at = 0;
    return claims.find(({ ranges }) => !leaves.slice(at, (at += ranges.length)).includes(true))?.mismatch ?? null;
  }

  /**
   * The indices from an element back to the first one of its segment or column, as far as the two chunks have them. Null if an earlier
   * element of the segment or column is already claimed.
   */
  #segmentBefore(chunk: Chunk, element: number, stride: number, known: number | undefined): number[] | null {
    const { words, direction } = this.#job;
    const backward = direction === 'backward';
    const { start, input, heads } = this.#joined(chunk);
    const end = start + input.length / words;
    const isFirst = (at: number) =>
      backward ? (at + 1 < end ? Boolean(heads?.[at + 1 - start]) : this.#isHeadBefore) : Boolean(heads?.[at - start]);
    const places: number[] = [];
    for (let at = element; at >= start && at < end; at += backward ? stride : -stride) {
      if (at === known) return null;
      places.push(at);
      if (isFirst(at)) return places;
    }
    return known === undefined ? places : null;
  }

  /** The ranges that end with an element (unless exclusive), with the element before it, and with the last element of the previous tile. */
  #rangesTo(places: number[], element: number, stride: number) {
    const { mode, direction, n } = this.#job;
    const backward = direction === 'backward';
    const rank = backward ? n - 1 - element : element;
    const skipped = new Set([mode === 'inclusive' ? 0 : 1, 1, stride === 1 ? (rank % this.#tile) + 1 : 1]);
    return [...skipped]
      .filter((count) => count < places.length)
      .map((count) => (backward ? places.slice(count) : places.slice(count).reverse()));
  }

  /** Whether a sum of finite neighbours up to the last element of each range leaves the range of f32. */
  async #leaveRange({ start, input }: Chunk, ranges: number[][]): Promise<boolean[]> {
    const { words, direction } = this.#job;
    const count = ranges.reduce((sum, { length }) => sum + length, 0);
    const elements = new Float32Array(count * words);
    const heads = new Uint32Array(count);
    let filled = 0;
    for (const places of ranges) {
      heads[filled] = 1;
      for (const place of places) {
        const from = (place - start) * words;
        elements.set(input.subarray(from, from + words), words * filled++);
      }
    }
    // The scan may change its argument.
    const sums = await this.#rangesOf(elements.slice(), heads);
    let first = 0;
    return ranges.map(({ length }) => {
      const begin = first;
      first += length;
      for (let rank = 0; rank < length; rank++) {
        const at = words * (begin + (direction === 'backward' ? rank : length - 1 - rank));
        if (!elements.subarray(at, at + words).every(Number.isFinite)) return false;
        if (!sums.subarray(at, at + words).every(Number.isFinite)) return true;
      }
      return false;
    });
  }

  #joined(chunk: Chunk): Chunk {
    return (this.#all ??= this.#before ? this.#join(chunk, this.#before) : chunk);
  }

  #join(chunk: Chunk, before: Chunk): Chunk {
    const [low, high] = this.#job.direction === 'backward' ? [chunk, before] : [before, chunk];
    const input = new Float32Array(low.input.length + high.input.length);
    input.set(low.input);
    input.set(high.input, low.input.length);
    if (!low.heads || !high.heads) return { start: low.start, input, heads: undefined };
    const heads = new Uint32Array(low.heads.length + high.heads.length);
    heads.set(low.heads);
    heads.set(high.heads, low.heads.length);
    return { start: low.start, input, heads };
  }
}

/** Groups of ranges, for one scan each. */
function* together(ranges: number[][]) {
  let group: number[][] = [];
  let count = 0;
  for (const range of ranges) {
    if (group.length && count + range.length > MOST_TOGETHER) {
      yield group;
      [group, count] = [[], 0];
    }
    group.push(range);
    count += range.length;
  }
  if (group.length) yield group;
}
