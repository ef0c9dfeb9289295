/** Runs point by point: whether two can be compared, and their corresponding points. Pure: no DOM. */

import { kindOf } from '../ui/config-words.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').Run} Run */

/** Settings that must be equal for times to be comparable. */
const SAME = /** @type {const} */ (['operator', 'type', 'mode']);

/** Why two runs cannot be compared, or null. @param {Run} left @param {Run} right */
export function incomparableReason({ config: left }, { config: right }) {
  const isSameOperation = left.operation === right.operation && JSON.stringify(left.options ?? {}) === JSON.stringify(right.options ?? {});
  if (isSameOperation && SAME.every((name) => left[name] === right[name])) return null;
  const [one, other] = [left, right].map(kindOf);
  return `${one}, which is not what ${other} is`;
}

/** The other differences of two comparable runs, for a note. @param {Run} left @param {Run} right @returns {string[]} */
export function differences({ config: left }, { config: right }) {
  const tuned = left.algorithms.filter(
    (id) => right.algorithms.includes(id) && JSON.stringify(left.tuning[id] ?? {}) !== JSON.stringify(right.tuning[id] ?? {}),
  );
  return [
    left.pattern === right.pattern ? '' : `input: ${left.pattern}, not ${right.pattern}`,
    left.seed === right.seed ? '' : `seed: ${left.seed ?? 'drawn'}, not ${right.seed ?? 'drawn'}`,
    tuned.length ? `tuning of ${tuned.join(', ')}` : '',
  ].filter(Boolean);
}

/** @param {Run} run @param {Point} like */
export function counterpart({ points }, { algorithm, n, direction, segmented }) {
  return (
    points.find((one) => one.algorithm === algorithm && one.n === n && one.direction === direction && one.segmented === segmented) ?? null
  );
}
