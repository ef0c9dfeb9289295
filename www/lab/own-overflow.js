/**
 * Whether partial results of an operator of one's own leave f32's range where its sequential scan does not.
 *
 * Every algorithm combines neighbours alone, so a result that is infinite or NaN though it need not be has a range of neighbours, all of
 * them finite, whose sum is not. The ranges that are looked for end with the element, with the one before it, or with the last of the tile
 * before its own, whose sum is carried on.
 */
/** @import { Elements } from '../types.d.ts' */
/** @import { Job, Shape } from './verify.js' */

/** Elements in index order, with the flags of segments. @typedef {{ start: number, input: Elements, heads: Uint32Array | undefined }} Chunk */
/** Of elements in index order, the sums of the ranges from each to the last in the order of the scan. @typedef {(elements: Elements) => Promise<Elements>} RangesOf */

export class OverflowSearch {
  #job;
  #tile;
  #rangesOf;
  /** The chunk before the one at hand in the order of the scan. @type {Chunk | null} */
  #before = null;
  /** The chunk at hand with the one before it, once that is asked for. @type {Chunk | null} */
  #all = null;
  /** Whether the chunk before that one begins with a head. */
  #isHeadBefore = false;
  /** The last element of each column, or of all, for which a range was found: it holds for all that follow it in its segment. @type {Map<number, number>} */
  #known = new Map();

  /** @param {Job} job @param {Shape} shape @param {RangesOf} rangesOf */
  constructor(job, shape, rangesOf) {
    this.#job = job;
    this.#tile = Math.max(1, shape.tile_elements);
    this.#rangesOf = rangesOf;
  }

  /** The next chunk is another one. @param {Chunk} chunk */
  pass(chunk) {
    this.#isHeadBefore = Boolean(this.#before?.heads?.[0]);
    this.#before = chunk;
    this.#all = null;
  }

  /** Whether there is such a range before an element of the chunk. @param {Chunk} chunk @param {number} index @returns {Promise<boolean>} */
  async explains(chunk, index) {
    const { columns, axis } = this.#job;
    const stride = columns > 0 && axis === 0 ? columns : 1;
    const element = chunk.start + index;
    const column = element % stride;
    const places = this.#segmentBefore(chunk, element, stride, this.#known.get(column));
    const found = places === null || (await this.#hasRange(this.#joined(chunk), places, element, stride));
    if (found) this.#known.set(column, element);
    return found;
  }

  /**
   * The elements of the segment, or the column, from an element back to its first, as far as they are at hand; null where a range is known
   * among them.
   * @param {Chunk} chunk @param {number} element @param {number} stride @param {number | undefined} known
   * @returns {number[] | null}
   */
  #segmentBefore(chunk, element, stride, known) {
    const { words, direction } = this.#job;
    const backward = direction === 'backward';
    const { start, input, heads } = this.#joined(chunk);
    const end = start + input.length / words;
    const isFirst = (/** @type {number} */ at) =>
      backward ? (at + 1 < end ? Boolean(heads?.[at + 1 - start]) : this.#isHeadBefore) : Boolean(heads?.[at - start]);
    /** @type {number[]} */
    const places = [];
    for (let at = element; at >= start && at < end; at += backward ? stride : -stride) {
      if (at === known) return null;
      places.push(at);
      if (isFirst(at)) return places;
    }
    return known === undefined ? places : null;
  }

  /** @param {Chunk} all @param {number[]} places @param {number} element @param {number} stride */
  async #hasRange(all, places, element, stride) {
    const { mode, direction, n } = this.#job;
    const rank = direction === 'backward' ? n - 1 - element : element;
    const lengths = [mode === 'inclusive' ? 0 : 1, 1, stride === 1 ? (rank % this.#tile) + 1 : 1];
    for (const left of new Set(lengths)) {
      if (left < places.length && (await this.#leavesRange(all, places.slice(left)))) return true;
    }
    return false;
  }

  /** Whether a range that ends with the first of the places leaves f32's range. @param {Chunk} all @param {number[]} places */
  async #leavesRange({ start, input }, places) {
    const { words, direction } = this.#job;
    const inOrder = direction === 'backward' ? places : places.slice().reverse();
    const elements = new Float32Array(places.length * words);
    inOrder.forEach((place, rank) => elements.set(input.subarray((place - start) * words, (place - start + 1) * words), rank * words));
    // What is read is left as it is.
    const ranges = await this.#rangesOf(elements.slice());
    for (let rank = 0; rank < places.length; rank++) {
      const at = words * (direction === 'backward' ? rank : places.length - 1 - rank);
      if (!elements.subarray(at, at + words).every(Number.isFinite)) return false;
      if (!ranges.subarray(at, at + words).every(Number.isFinite)) return true;
    }
    return false;
  }

  /** @param {Chunk} chunk @returns {Chunk} */
  #joined(chunk) {
    return (this.#all ??= this.#before ? this.#join(chunk, this.#before) : chunk);
  }

  /** @param {Chunk} chunk @param {Chunk} before @returns {Chunk} */
  #join(chunk, before) {
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
