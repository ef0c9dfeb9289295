/** The input of the core's analyses, made from points. */
import { badArgument, copyOfList, describe, reading } from '../shared/arguments.js';
import { copyTimes, elementBytes, timeOf } from '../shared/measures.js';
import { planRequest } from './plan-request.js';
/** @import { CoreMeasured, CoreTimes, Point } from '../types.d.ts' */

/** More points than any result file has. */
const MAX_POINTS = 100_000;

/** The input of a prediction. @param {unknown} points @param {unknown} algorithms to predict */
export function readMeasured(points, algorithms) {
  return readPoints(measuredOf, points, algorithms);
}

/** The input of a comparison of all pairs. @param {unknown} points @param {unknown} algorithms to compare */
export function readCompared(points, algorithms) {
  return readPoints(comparedOf, points, algorithms);
}

/** @template T @param {(points: Point[], algorithms: string[]) => T} read @param {unknown} points @param {unknown} algorithms */
function readPoints(read, points, algorithms) {
  const [given, ids] = [listOf('points', points), listOf('algorithms', algorithms)];
  return reading('points', () => read(/** @type {Point[]} */ (given), /** @type {string[]} */ (ids)));
}

/** @param {string} name @param {unknown} value */
function listOf(name, value) {
  const list = copyOfList(name, value, MAX_POINTS);
  if (list) return list;
  throw badArgument(`${name} must be an array of at most ${MAX_POINTS}; it was ${describe(value)}.`);
}

/** @param {Point[]} points @param {string[]} algorithms to predict @returns {CoreMeasured} */
export function measuredOf(points, algorithms) {
  const predicted = points.flatMap((point) => {
    const time = algorithms.includes(point.algorithm) ? timeOf(point) : null;
    if (!time || !point.n) return [];
    const { algorithm, dispatches, scratch_bytes } = point;
    return [{ algorithm, request: planRequest(point), dispatches, scratch_bytes, ns: time.value }];
  });
  return {
    algorithms,
    points: predicted,
    copies: [...copyTimes(points)].map(([n, { value }]) => ({ n, ns: value })),
    overheads_ns: points.flatMap(({ overhead_ns }) => (overhead_ns ? [overhead_ns] : [])),
    element_bytes: elementBytes(points),
  };
}

/** @param {Point[]} points @param {string[]} algorithms to compare @returns {CoreTimes} */
function comparedOf(points, algorithms) {
  const timed = points.flatMap((point) => {
    const time = timeOf(point);
    return time ? [{ algorithm: point.algorithm, n: point.n, ns: time.value, interval_ns: time.interval }] : [];
  });
  return { algorithms, points: timed };
}
