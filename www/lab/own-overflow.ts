/**
 * Whether partial results of a custom operator leave f32's range where its sequential scan does not.
 *
 * Every algorithm combines neighbours alone, so a result that is infinite or NaN though it need not be has a range of neighbours, all of
 * them finite, whose sum is not. The ranges that are looked for end with the element, with the one before it, or with the last of the tile
 * before its own, whose sum is carried on.
 */

import type { FoundMismatch } from '../oracle/check.ts';
import type { Elements } from '../types.ts';
import type { Job, Shape } from './verify.ts';

/** Elements in index order, with the flags of segments. */
export type Chunk = { start: number; input: Elements; heads: Uint32Array | undefined };
/**
 * The sums of each range from each of its elements to the last in the order of the scan. Ranges follow each other, each in index order, and
 * begin with a head.
 */
export type RangesOf = (elements: Elements, heads: Uint32Array) => Promise<Elements>;
/** An element that is right if one of its ranges leaves f32's range: each by its places in index order. */
type Claim = { mismatch: FoundMismatch; ranges: number[][] };

/** Ranges of so many elements in all, or one that is longer, are summed together, so that there are few scans, however many segments there are. */
const MOST_TOGETHER = 1 << 20;

export class OverflowSearch {
  #job;
  #tile;
  #rangesOf;
  /** The chunk before the one at hand in the order of the scan. */
  #before: Chunk | null = null;
  /** The chunk at hand with the one before it, once that is asked for. */
  #all: Chunk | null = null;
  /** Whether the chunk before that one begins with a head. */
  #isHeadBefore = false;
  /** The last element of each column, or of all, that was claimed: its range holds for all that follow it in its segment. */
  #known: Map<number, number> = new Map();
  /** The claims of the chunk at hand that are to be examined, in the order of the scan. */
  #claims: Claim[] = [];
  /** The chunk of the claims, with the one before it. */
  #claimed: Chunk | null = null;
  /** The elements of their ranges. */
  #together = 0;

  constructor(job: Job, shape: Shape, rangesOf: RangesOf) {
    this.#job = job;
    this.#tile = Math.max(1, shape.tile_elements);
    this.#rangesOf = rangesOf;
  }

  /** The next chunk is another one. */
  pass(chunk: Chunk) {
    this.#isHeadBefore = Boolean(this.#before?.heads?.[0]);
    this.#before = chunk;
    this.#all = null;
  }

  /** Claims that there is such a range before an element of the chunk, which otherwise is a mismatch. */
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

  /** Whether the claims are to be examined before there are more. */
  get isFull() {
    return this.#together >= MOST_TOGETHER;
  }

  /** Examines the claims: the first one for which there is no range, or null. */
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
   * The elements of the segment, or the column, from an element back to its first, as far as they are at hand; null where one that
   * was claimed is among them.
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

  /** The places of ranges to an element, the one before it and the last of the tile before. */
  #rangesTo(places: number[], element: number, stride: number) {
    const { mode, direction, n } = this.#job;
    const backward = direction === 'backward';
    const rank = backward ? n - 1 - element : element;
    const skipped = new Set([mode === 'inclusive' ? 0 : 1, 1, stride === 1 ? (rank % this.#tile) + 1 : 1]);
    return [...skipped]
      .filter((count) => count < places.length)
      .map((count) => (backward ? places.slice(count) : places.slice(count).reverse()));
  }

  /** Whether sums of neighbours to the last of each range leave f32's range. */
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

/** Ranges in groups that are summed together. */
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
