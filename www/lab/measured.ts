/** Converts points into the input of the core's analyses. */
import { badArgument, copyOfList, describe, reading } from '../shared/arguments.ts';
import { copyTimes, elementBytes, timeOf } from '../shared/measures.ts';
import { planRequest } from './plan-request.ts';
import type { CoreMeasured, CoreTimes, Point } from '../types.ts';

/** The maximum length of a list, the same as the maximum number of points of a sweep. */
const MAX_POINTS = 100_000;

/**
 * Reads the input of a prediction.
 * @param algorithms to predict
 */
export function readMeasured(points: unknown, algorithms: unknown) {
  return readPoints(measuredOf, points, algorithms);
}

/**
 * Reads the input of a comparison of all pairs of algorithms.
 * @param algorithms to compare
 */
export function readCompared(points: unknown, algorithms: unknown) {
  return readPoints(comparedOf, points, algorithms);
}

function readPoints<T>(read: (points: Point[], algorithms: string[]) => T, points: unknown, algorithms: unknown) {
  const [given, ids] = [listOf('points', points), listOf('algorithms', algorithms)];
  return reading('points', () => read(given as Point[], ids as string[]));
}

function listOf(name: string, value: unknown) {
  const list = copyOfList(name, value, MAX_POINTS);
  if (list) return list;
  throw badArgument(`${name} must be an array of at most ${MAX_POINTS}; it was ${describe(value)}.`);
}

/** @param algorithms to predict */
export function measuredOf(points: Point[], algorithms: string[]): CoreMeasured {
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

/** @param algorithms to compare */
function comparedOf(points: Point[], algorithms: string[]): CoreTimes {
  const timed = points.flatMap((point) => {
    const time = timeOf(point);
    return time ? [{ algorithm: point.algorithm, n: point.n, ns: time.value, interval_ns: time.interval }] : [];
  });
  return { algorithms, points: timed };
}
