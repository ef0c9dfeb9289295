/** Turns points into the data of the chart. Pure: no DOM. */
import { copyTimes, elementBytes, measure, measurePoint, resolution, shownPoints, timesOf, unresolvedBelow } from '../shared/measures.js';
import { assignSeries, overflowText } from '../ui/series.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').LineMetric} LineMetric */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('./draw.js').ChartPoint} ChartPoint */
/** @typedef {import('./draw.js').Drawing} Drawing */
/** @typedef {import('../shared/measures.js').Measured} Measured */
/** @typedef {import('../shared/measures.js').Scale} Scale */
/** @typedef {Map<string, { n: number, ns: number }[]>} Predicted by algorithm, by ascending n */

/**
 * @typedef {object} Chosen
 * @property {Point[]} points
 * @property {string[]} algorithms
 * @property {LineMetric} metric
 * @property {string} baseline
 * @property {Predicted} predicted
 * @property {(id: string) => string} titleOf
 * @property {Formats} formats
 */

/** @param {LineMetric} metric @param {Formats} formats @returns {(value: number) => string} */
export function formatOf(metric, formats) {
  switch (metric) {
    case 'elements':
      return (value) => formats.rate(value);
    case 'bytes':
      return (value) => formats.gigabytes(value);
    case 'time':
      return (value) => formats.time(value);
    case 'share':
      return (value) => formats.percent(value);
    case 'speedup':
      return (value) => `${formats.three.format(value)} ×`;
  }
}

const UNITS = { elements: ' elements/s', bytes: ' GB/s', time: '', share: ' of the copy kernel’s speed', speedup: '' };

/** @param {Chosen} chosen @returns {Drawing} */
export function drawingOf(chosen) {
  const { points, algorithms, metric, titleOf } = chosen;
  // Several devices have several bounds; that of the shown run is drawn.
  const own = shownPoints(points);
  const scale = { bytes: elementBytes(own), copies: copyTimes(own), baseline: timesOf(points, chosen.baseline) };
  const inMetric = (/** @type {number} */ n, /** @type {number} */ ns) =>
    measure(metric, n, { value: ns, interval: null }, scale)?.value ?? NaN;
  const rising = (/** @type {{ n: number }} */ left, /** @type {{ n: number }} */ right) => left.n - right.n;
  const lines = [...chosen.predicted].flatMap(([algorithm, rows]) => rows.map(({ n, ns }) => ({ algorithm, n, value: inMetric(n, ns) })));
  return {
    points: points.map((point) => chartPoint(point, measurePoint(point, metric, scale), chosen)).sort(rising),
    series: assignSeries(algorithms, titleOf),
    bound: [...scale.copies]
      .map(([n, { value }]) => ({ n, value: inMetric(n, value) }))
      .filter(({ value }) => value > 0)
      .sort(rising),
    predicted: lines,
    unresolvable: metric === 'time' ? (resolution(own)?.least_ns ?? null) : null,
  };
}

/** @param {Point} point @param {Measured | null} measured @param {Chosen} chosen @returns {ChartPoint} */
function chartPoint(point, measured, { metric, formats, titleOf, predicted }) {
  const { algorithm, n } = point;
  const below = metric === 'time' ? unresolvedBelow(point) : null;
  const value = below ?? measured?.value ?? NaN;
  const [low, high] = (below === null && measured?.interval) || [NaN, NaN];
  const prediction = predicted.get(algorithm)?.find((row) => row.n === n);
  const lines = [titleOf(algorithm), `n = ${formats.integer(n)}`, outcomeText(point, measured, below, metric, formats)];
  const overflow = overflowText(point, formats);
  if (overflow) lines.push(overflow);
  if (prediction) lines.push(`predicted ${formats.time(prediction.ns)}`);
  return { algorithm, n, value, low, high, failed: !point.verified, unresolved: below !== null, tip: lines.join('\n') };
}

/** @param {Point} point @param {Measured | null} measured @param {number | null} below @param {LineMetric} metric @param {Formats} formats */
function outcomeText({ verified }, measured, below, metric, formats) {
  if (!verified) return 'FAIL: wrong output, time void';
  if (below !== null) return `below ${formats.time(below)}: the timer cannot resolve it`;
  if (!measured) return 'not known';
  const format = formatOf(metric, formats);
  const { value, interval } = measured;
  return `${format(value)}${UNITS[metric]}${interval && interval[0] < interval[1] ? ` (95 %: ${interval.map(format).join(' – ')})` : ''}`;
}

/** A sentence on the resolution of the timer. @param {Point[]} points @param {Formats} formats */
export function describeTimer(points, formats) {
  const timer = resolution(shownPoints(points));
  if (!timer) return null;
  return `The timer’s step is ${formats.time(timer.quantum_ns)}: with the most repeats in a sample, it resolves times of one scan from ${formats.time(timer.least_ns)} on`;
}
