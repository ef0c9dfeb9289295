/** Several runs in one chart: lines of the second run have ids like `look-back@2`. Pure: no DOM. */

import type { Point } from '../types.ts';
import type { Run } from './element-types.ts';

const MARK = '@';

/**
 * The id of a line in the chart.
 * @param id of the algorithm
 * @param rank the index of the run, from 0
 */
export function overlayId(id: string, rank: number) {
  return rank ? `${id}${MARK}${rank + 1}` : id;
}

/** The algorithm and the index of the run, from an id in the chart. */
export function partsOfId(id: string): { algorithm: string; rank: number } {
  const [algorithm, number = '1'] = id.split(MARK);
  return { algorithm, rank: Number(number) - 1 };
}

export function overlayPoint(point: Point, rank: number): Point {
  return rank ? { ...point, algorithm: overlayId(point.algorithm, rank) } : point;
}

/**
 * The combined settings and points of the runs.
 * @param runs the shown run first
 */
export function overlay(runs: Run[]) {
  const sizes = [...new Set(runs.flatMap(({ config }) => config.sizes))].sort((left, right) => left - right);
  return {
    config: {
      ...runs[0].config,
      sizes,
      algorithms: runs.flatMap(({ config }, rank) => config.algorithms.map((id) => overlayId(id, rank))),
    },
    points: runs.flatMap(({ points }, rank) => points.map((point) => overlayPoint(point, rank))),
  };
}
