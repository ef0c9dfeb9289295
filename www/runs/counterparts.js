/** How runs compare, point by point: which points belong together, and what is said of two. Pure: no DOM. */
import { messageOf } from '../shared/errors.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../types.d.ts').Comparison} Comparison */
/** @typedef {import('../ui/element-types.d.ts').Run} Run */
/** @typedef {Pick<Comparison, 'verdict' | 'ratio' | 'reason'>} Outcome how the left point's time compares with the right one's */
/** @typedef {(left: Point, right: Point, options: { margin: number }) => Promise<Outcome>} Compare */

/** Differences up to this share do not matter. */
export const MARGIN = 0.01;

/** What must agree for times to be comparable. */
const SAME = /** @type {const} */ (['operator', 'type', 'mode']);

/** Why two runs cannot be compared, or null. @param {Run} left @param {Run} right */
export function whyNot({ config: left }, { config: right }) {
  if (SAME.every((name) => left[name] === right[name])) return null;
  const [one, other] = [left, right].map(({ operator, type, mode }) => `${mode} ${operator} of ${type}`);
  return `${one}, which is not what ${other} is`;
}

/** What two comparable runs still differ in, for a note. @param {Run} left @param {Run} right @returns {string[]} */
export function differences({ config: left }, { config: right }) {
  const tuned = left.algorithms.filter(
    (id) => right.algorithms.includes(id) && JSON.stringify(left.tuning[id] ?? {}) !== JSON.stringify(right.tuning[id] ?? {}),
  );
  return [
    left.pattern === right.pattern ? '' : `input: ${left.pattern}, not ${right.pattern}`,
    left.seed === right.seed ? '' : `seed: ${left.seed}, not ${right.seed}`,
    tuned.length ? `tuning of ${tuned.join(', ')}` : '',
  ].filter(Boolean);
}

/** @param {Run} run @param {Point} like */
export function counterpart({ points }, { algorithm, n, direction, segmented }) {
  return (
    points.find((one) => one.algorithm === algorithm && one.n === n && one.direction === direction && one.segmented === segmented) ?? null
  );
}

/** Whether a point has a time that counts. @param {Point} point */
export function isTimed({ verified, skipped, resolved, median_ns }) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0;
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
    if (!isTimed(left) || !isTimed(right)) return unknown('One of the two has no time that counts.');
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
