/** Compares the times of points. Pure: no DOM. */
import { messageOf } from '../shared/errors.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../types.d.ts').Comparison} Comparison */
/** @typedef {Pick<Comparison, 'verdict' | 'ratio' | 'cause' | 'reason' | 'median_ratio'>} Outcome how the left point's time compares with the right one's */
/** @typedef {(left: Point, right: Point, options: { margin: number }) => Promise<Outcome>} Compare */

/** Differences up to this share count as none. */
export const MARGIN = 0.01;

/** Whether a point has a valid time. @param {Point} point */
export function isTimed({ verified, skipped, resolved, median_ns }) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0;
}

/**
 * With reasons that name scans by their titles: they name them as their points do.
 * @template Options, Found
 * @param {(left: Point, right: Point, options: Options) => Promise<Found>} compare @param {(id: string) => string} titleOf
 * @returns {(left: Point, right: Point, options: Options) => Promise<Found>}
 */
export function byTitle(compare, titleOf) {
  const titled = (/** @type {Point} */ point) => ({ ...point, algorithm: titleOf(point.algorithm) });
  return (left, right, options) => compare(titled(left), titled(right), options);
}

/** @param {string} reason @returns {Outcome} */
const unknown = (reason) => ({ verdict: 'cannot-tell', ratio: null, reason });

/** Compares points of different runs, each pair once. */
export class Comparer {
  /** @type {WeakMap<Point, WeakMap<Point, Outcome>>} */
  #known = new WeakMap();

  /** @param {Compare} compare */
  constructor(compare) {
    this.compare = compare;
  }

  /** @param {Point} left @param {Point} right @returns {Promise<Outcome>} */
  async outcome(left, right) {
    if (!isTimed(left) || !isTimed(right)) return unknown('One of the two has no valid time.');
    const ofLeft = this.#known.get(left) ?? new WeakMap();
    this.#known.set(left, ofLeft);
    const outcome = ofLeft.get(right) ?? (await this.#ask(left, right));
    ofLeft.set(right, outcome);
    return outcome;
  }

  /** @param {Point} left @param {Point} right */
  async #ask(left, right) {
    try {
      return await this.compare(left, right, { margin: MARGIN });
    } catch (error) {
      return unknown(messageOf(error));
    }
  }
}
