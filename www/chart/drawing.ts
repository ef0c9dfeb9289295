/** Turns points into the data of a chart. Pure: no DOM. */
import { copyTimes, elementBytes, measure, measurePoint, resolution, shownPoints, timesOf, unresolvedBelow } from '../shared/measures.ts';
import { assignSeries, overflowText } from '../ui/series.ts';
import type { Formats } from '../shared/format.ts';
import type { Measured } from '../shared/measures.ts';
import type { Point } from '../types.ts';
import type { LineMetric } from '../ui/element-types.ts';
import type { ChartPoint, Drawing } from './draw.ts';

/** The predicted times of each algorithm, by ascending n. */
export type Predicted = Map<string, { n: number; ns: number }[]>;

type Chosen = {
  points: Point[];
  algorithms: string[];
  metric: LineMetric;
  baseline: string;
  predicted: Predicted;
  titleOf: (id: string) => string;
  formats: Formats;
};

export function formatOf(metric: LineMetric, formats: Formats): (value: number) => string {
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

export function drawingOf(chosen: Chosen): Drawing {
  const { points, algorithms, metric, titleOf } = chosen;
  // Each device has its own bound. Only the bound of the shown run is drawn.
  const own = shownPoints(points);
  const scale = { bytes: elementBytes(own), copies: copyTimes(own), baseline: timesOf(points, chosen.baseline) };
  const inMetric = (n: number, ns: number) => measure(metric, n, { value: ns, interval: null }, scale)?.value ?? NaN;
  const rising = (left: { n: number }, right: { n: number }) => left.n - right.n;
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

function chartPoint(point: Point, measured: Measured | null, { metric, formats, titleOf, predicted }: Chosen): ChartPoint {
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

function outcomeText({ verified }: Point, measured: Measured | null, below: number | null, metric: LineMetric, formats: Formats) {
  if (!verified) return 'FAIL: wrong output, time void';
  if (below !== null) return `below ${formats.time(below)}: the timer cannot resolve it`;
  if (!measured) return 'unknown';
  const format = formatOf(metric, formats);
  const { value, interval } = measured;
  return `${format(value)}${UNITS[metric]}${interval && interval[0] < interval[1] ? ` (95 %: ${interval.map(format).join(' – ')})` : ''}`;
}

/** A sentence about the resolution of the timer. */
export function describeTimer(points: Point[], formats: Formats) {
  const timer = resolution(shownPoints(points));
  if (!timer) return null;
  return `The timer’s resolution is ${formats.time(timer.timer_resolution_ns)}. With the most repeats per sample, it can measure a scan that takes ${formats.time(timer.least_ns)} or more`;
}
