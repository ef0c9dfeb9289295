/** The metrics of the chart: values and intervals of points, the copy kernel (bound), the resolution of the timer. Pure: no DOM. */

import { MAX_DISPATCHES, MIN_RESOLUTIONS } from './limits.ts';
import type { Point } from '../types.ts';

/** The y values that the chart draws against n. */
export type LineMetric = 'elements' | 'bytes' | 'time' | 'share' | 'speedup';
/** The metrics of the chart: one value per point, or the parts of the transfer times. */
export type Metric = LineMetric | 'transfers';
type Interval = [number, number];
/** A time of one run, or its value in a metric. */
export type Measured = { value: number; interval: Interval | null };
/** By number of elements. */
type Times = Map<number, Measured>;

/** The ids of the shown run. Ids of other runs in the same chart have the form `look-back@2`. */
export function shown(ids: string[]) {
  return ids.filter((id) => !id.includes('@'));
}

export function shownPoints(points: Point[]) {
  return points.filter(({ algorithm }) => shown([algorithm]).length);
}

export function isTimed({ verified, skipped, median_ns }: Point) {
  return verified && !skipped && median_ns !== null && median_ns > 0;
}

export function timeOf(point: Point): Measured | null {
  return isTimed(point) ? { value: point.median_ns as number, interval: point.interval_ns } : null;
}

export function timesOf(points: Point[], algorithm: string): Times {
  const times: Times = new Map();
  for (const point of points) {
    const time = point.algorithm === algorithm ? timeOf(point) : null;
    if (time) times.set(point.n, time);
  }
  return times;
}

/** The copy kernel's times by size: the median over the points, since the copy kernel is measured with every scan. */
export function copyTimes(points: Point[]): Times {
  const found: Map<number, Measured[]> = new Map();
  for (const point of points) {
    const { n, copy } = point;
    if (copy) found.set(n, [...(found.get(n) ?? []), { value: copy.median_ns, interval: copy.interval_ns }]);
  }
  return new Map([...found].map(([n, copies]) => [n, copies.sort((a, b) => a.value - b.value)[copies.length >> 1]]));
}

/**
 * Bytes per element.
 * @param points with one operator
 */
export function elementBytes(points: Point[]) {
  const known = points.find(({ elements_per_s, bytes_per_s }) => elements_per_s && bytes_per_s);
  return known ? Math.round((known.bytes_per_s as number) / (known.elements_per_s as number) / 2) : 4;
}

/** The reference values of a metric. */
type Scale = {
  /** bytes per element */
  bytes: number;
  copies: Times;
  /** the times of the scan to which speed-ups relate */
  baseline: Times;
};

/** The value of a time of n elements in a metric; null if the reference is missing. */
export function measure(metric: LineMetric, n: number, time: Measured, { bytes, copies, baseline }: Scale): Measured | null {
  if (metric === 'time') return time;
  if (metric === 'elements') return quotient(exactly(n * 1e9), time);
  if (metric === 'bytes') return quotient(exactly(2 * bytes * n * 1e9), time);
  const whole = (metric === 'share' ? copies : baseline).get(n);
  if (!whole) return null;
  // A scan's speed-up over itself is 1, whatever the intervals.
  return whole.value === time.value ? exactly(1) : quotient(whole, time);
}

/** The value of a point in a metric; null if the point has no time or the reference is missing. */
export function measurePoint(point: Point, metric: LineMetric, scale: Scale): Measured | null {
  const time = timeOf(point);
  if (!time) return null;
  const ratio = point.copy_ratio;
  // The scan and the copy kernel ran in the same rounds, so their ratio is more precise than each time.
  if (metric === 'share') return ratio && { value: 1 / ratio.value, interval: [1 / ratio.interval[1], 1 / ratio.interval[0]] };
  return measure(metric, point.n, time, scale);
}

const exactly = (value: number): Measured => ({ value, interval: [value, value] });

/** A quotient of independent times: their relative errors add in quadrature. */
export function quotient(top: Measured, bottom: Measured): Measured {
  const value = top.value / bottom.value;
  const [above, below] = [logErrors(top), logErrors(bottom)];
  if (!above || !below) return { value, interval: null };
  return { value, interval: [value * Math.exp(-Math.hypot(above[0], below[1])), value * Math.exp(Math.hypot(above[1], below[0]))] };
}

/** The distances of an interval's ends from its value, as differences of logarithms. */
function logErrors({ value, interval }: Measured): Interval | null {
  if (!interval || !(interval[0] > 0)) return null;
  return [Math.max(0, Math.log(value / interval[0])), Math.max(0, Math.log(interval[1] / value))];
}

/**
 * The bound below which the timer resolves no time, not even the time of the scan with the fewest dispatches. A sample has at most
 * MAX_DISPATCHES dispatches. Below the bound, this sample spans too few timer steps. Null if no resolution is known.
 */
export function resolution(points: Point[]): { least_ns: number; timer_resolution_ns: number } | null {
  const known = points.filter(({ skipped, timer_resolution_ns, dispatches }) => !skipped && timer_resolution_ns && dispatches > 0);
  if (!known.length) return null;
  const fewest = known.reduce((least, point) => (point.dispatches < least.dispatches ? point : least));
  const timer_resolution_ns = fewest.timer_resolution_ns as number;
  return {
    least_ns: (MIN_RESOLUTIONS * timer_resolution_ns) / Math.max(1, Math.floor(MAX_DISPATCHES / fewest.dispatches)),
    timer_resolution_ns,
  };
}

/** An upper bound of an unresolved point's time in ns; null for other points. */
export function unresolvedBelow({ verified, skipped, resolved, samples_ns, timer_resolution_ns, repeats }: Point) {
  if (!verified || skipped || resolved || !samples_ns.length || !timer_resolution_ns || !repeats) return null;
  return (MIN_RESOLUTIONS * timer_resolution_ns) / repeats;
}
