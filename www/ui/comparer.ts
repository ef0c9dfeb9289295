/** Compares the times of points. Pure: no DOM. */
import { messageOf } from '../shared/errors.ts';
import type { Comparison, Point } from '../types.ts';

/** how the left point's time compares with the right point's */
export type Outcome = Pick<Comparison, 'verdict' | 'ratio' | 'cause' | 'reason' | 'median_ratio'>;
export type Compare = (left: Point, right: Point, options: { margin: number }) => Promise<Outcome>;

/** Differences up to this share do not count. */
export const MARGIN = 0.01;

/** Whether a point has a valid time. */
export function isTimed({ verified, skipped, resolved, median_ns }: Point) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0;
}

/** A comparison whose reasons name scans by their titles instead of their ids. */
export function byTitle<Options, Found>(
  compare: (left: Point, right: Point, options: Options) => Promise<Found>,
  titleOf: (id: string) => string,
): (left: Point, right: Point, options: Options) => Promise<Found> {
  const titled = (point: Point) => ({ ...point, algorithm: titleOf(point.algorithm) });
  return (left, right, options) => compare(titled(left), titled(right), options);
}

const unknown = (reason: string): Outcome => ({ verdict: 'inconclusive', ratio: null, reason });

/** Compares points of different runs. Each pair is compared once. */
export class Comparer {
  compare: Compare;
  #known: WeakMap<Point, WeakMap<Point, Outcome>> = new WeakMap();

  constructor(compare: Compare) {
    this.compare = compare;
  }

  async outcome(left: Point, right: Point): Promise<Outcome> {
    if (!isTimed(left) || !isTimed(right)) return unknown('One of the two has no valid time.');
    const ofLeft = this.#known.get(left) ?? new WeakMap();
    this.#known.set(left, ofLeft);
    const outcome = ofLeft.get(right) ?? (await this.#ask(left, right));
    ofLeft.set(right, outcome);
    return outcome;
  }

  async #ask(left: Point, right: Point) {
    try {
      return await this.compare(left, right, { margin: MARGIN });
    } catch (error) {
      return unknown(messageOf(error));
    }
  }
}
