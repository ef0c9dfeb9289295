/** Several runs in one chart: lines of the second run have ids like `look-back@2`. Pure: no DOM. */

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('./element-types.d.ts').Run} Run */

const MARK = '@';

/** @param {string} id of an algorithm @param {number} rank of the run, from 0 */
export function overlayId(id, rank) {
  return rank ? `${id}${MARK}${rank + 1}` : id;
}

/** The algorithm and the run's rank of an id in the chart. @param {string} id @returns {{ algorithm: string, rank: number }} */
export function partsOfId(id) {
  const [algorithm, number = '1'] = id.split(MARK);
  return { algorithm, rank: Number(number) - 1 };
}

/** @param {Point} point @param {number} rank @returns {Point} */
export function overlayPoint(point, rank) {
  return rank ? { ...point, algorithm: overlayId(point.algorithm, rank) } : point;
}

/** The combined settings and points of the runs. @param {Run[]} runs the shown one first */
export function overlay(runs) {
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
