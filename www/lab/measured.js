/** What the core analyses: of points, what their times and their plans tell. */
import { copyTimes, elementBytes, timeOf } from '../shared/measures.js';
import { planRequest } from './plan-request.js';
/** @import { CoreMeasured, CoreTimes, Point } from '../types.d.ts' */

/** @param {Point[]} points @param {string[]} algorithms that are to be predicted @returns {CoreMeasured} */
export function measuredOf(points, algorithms) {
  const predicted = points.flatMap((point) => {
    const time = algorithms.includes(point.algorithm) ? timeOf(point) : null;
    if (!time || !point.n) return [];
    const { algorithm, dispatches, scratch_bytes } = point;
    return [{ algorithm, request: JSON.stringify(planRequest(point)), dispatches, scratch_bytes, ns: time.value }];
  });
  return {
    algorithms,
    points: predicted,
    copies: [...copyTimes(points)].map(([n, { value }]) => ({ n, ns: value })),
    overheads_ns: points.flatMap(({ overhead_ns }) => (overhead_ns ? [overhead_ns] : [])),
    element_bytes: elementBytes(points),
  };
}

/** @param {Point[]} points @param {string[]} algorithms that are compared @returns {CoreTimes} */
export function comparedOf(points, algorithms) {
  const timed = points.flatMap((point) => {
    const time = timeOf(point);
    return time ? [{ algorithm: point.algorithm, n: point.n, ns: time.value, interval_ns: time.interval }] : [];
  });
  return { algorithms, points: timed };
}
