/** The metrics of the chart: values and intervals of points, the copy kernel (bound), the resolution of the timer. Pure: no DOM. */

/** @typedef {import('../types.d.ts').Point} Point */
/** What the chart draws against n. @typedef {'elements' | 'bytes' | 'time' | 'share' | 'speedup'} LineMetric */
/** The same, and the parts of the whole way. @typedef {LineMetric | 'transfers'} Metric */
/** @typedef {[number, number]} Interval */
/** A time of one run, or its value in a metric. @typedef {{ value: number, interval: Interval | null }} Measured */
/** By number of elements. @typedef {Map<number, Measured>} Times */

/** As in lab/src/bench/settings.rs: the least ticks of the timer in a sample, and the most dispatches. */
export const MIN_QUANTA = 50;
export const MAX_DISPATCHES = 4096;

/** The ids of the shown run: ids of other runs in the same chart are like `look-back@2`. @param {string[]} ids */
export function shown(ids) {
  return ids.filter((id) => !id.includes('@'));
}

/** @param {Point[]} points */
export function shownPoints(points) {
  return points.filter(({ algorithm }) => shown([algorithm]).length);
}

/** Whether a point has a valid time. @param {Point} point */
export function isTimed({ verified, skipped, median_ns }) {
  return verified && !skipped && median_ns !== null && median_ns > 0;
}

/** @param {Point} point @returns {Measured | null} */
export function timeOf(point) {
  return isTimed(point) ? { value: /** @type {number} */ (point.median_ns), interval: point.interval_ns } : null;
}

/** @param {Point[]} points @param {string} algorithm @returns {Times} */
export function timesOf(points, algorithm) {
  /** @type {Times} */
  const times = new Map();
  for (const point of points) {
    const time = point.algorithm === algorithm ? timeOf(point) : null;
    if (time) times.set(point.n, time);
  }
  return times;
}

/** The copy kernel's times, by size the median over the points, since it runs beside every scan. @param {Point[]} points @returns {Times} */
export function copyTimes(points) {
  /** @type {Map<number, Measured[]>} */
  const found = new Map();
  for (const point of points) {
    const { n, copy } = point;
    if (copy) found.set(n, [...(found.get(n) ?? []), { value: copy.median_ns, interval: copy.interval_ns }]);
  }
  return new Map([...found].map(([n, copies]) => [n, copies.sort((a, b) => a.value - b.value)[copies.length >> 1]]));
}

/** Bytes of an element. @param {Point[]} points of one operator */
export function elementBytes(points) {
  const known = points.find(({ elements_per_s, bytes_per_s }) => elements_per_s && bytes_per_s);
  return known ? Math.round(/** @type {number} */ (known.bytes_per_s) / /** @type {number} */ (known.elements_per_s) / 2) : 4;
}

/**
 * The references of a metric.
 * @typedef {object} Scale
 * @property {number} bytes of an element
 * @property {Times} copies
 * @property {Times} baseline of the scan that speed-ups are over
 */

/**
 * A time of n elements in a metric, or null without its reference.
 * @param {LineMetric} metric @param {number} n @param {Measured} time @param {Scale} scale @returns {Measured | null}
 */
export function measure(metric, n, time, { bytes, copies, baseline }) {
  if (metric === 'time') return time;
  if (metric === 'elements') return quotient(exactly(n * 1e9), time);
  if (metric === 'bytes') return quotient(exactly(2 * bytes * n * 1e9), time);
  const whole = (metric === 'share' ? copies : baseline).get(n);
  if (!whole) return null;
  // Over itself it is 1, whatever the intervals.
  return whole.value === time.value ? exactly(1) : quotient(whole, time);
}

/** A point in a metric, or null where it has no value. @param {Point} point @param {LineMetric} metric @param {Scale} scale @returns {Measured | null} */
export function measurePoint(point, metric, scale) {
  const time = timeOf(point);
  if (!time) return null;
  const ratio = point.copy_ratio;
  // Both ran in the same rounds, so their ratio is more precise than either time.
  if (metric === 'share') return ratio && { value: 1 / ratio.value, interval: [1 / ratio.interval[1], 1 / ratio.interval[0]] };
  return measure(metric, point.n, time, scale);
}

/** @param {number} value @returns {Measured} */
const exactly = (value) => ({ value, interval: [value, value] });

/**
 * A quotient of independent times, whose relative errors add in quadrature.
 * @param {Measured} top @param {Measured} bottom @returns {Measured}
 */
export function quotient(top, bottom) {
  const value = top.value / bottom.value;
  const [above, below] = [logErrors(top), logErrors(bottom)];
  if (!above || !below) return { value, interval: null };
  return { value, interval: [value * Math.exp(-Math.hypot(above[0], below[1])), value * Math.exp(Math.hypot(above[1], below[0]))] };
}

/** How far the ends of an interval lie from its value, as differences of logarithms. @param {Measured} measured @returns {Interval | null} */
export function logErrors({ value, interval }) {
  if (!interval || !(interval[0] > 0)) return null;
  return [Math.max(0, Math.log(value / interval[0])), Math.max(0, Math.log(interval[1] / value))];
}

/**
 * The longest time that the timer cannot resolve even for the scan with the fewest dispatches: a sample, which repeats its scan for
 * at most MAX_DISPATCHES dispatches, spans too few ticks. Null where no resolution is known.
 * @param {Point[]} points @returns {{ least_ns: number, quantum_ns: number } | null}
 */
export function resolution(points) {
  const known = points.filter(({ skipped, quantum_ns, dispatches }) => !skipped && quantum_ns && dispatches > 0);
  if (!known.length) return null;
  const fewest = known.reduce((least, point) => (point.dispatches < least.dispatches ? point : least));
  const quantum_ns = /** @type {number} */ (fewest.quantum_ns);
  return { least_ns: (MIN_QUANTA * quantum_ns) / Math.max(1, Math.floor(MAX_DISPATCHES / fewest.dispatches)), quantum_ns };
}

/** An upper bound of an unresolved point's time, or null for others. @param {Point} point */
export function unresolvedBelow({ verified, skipped, resolved, samples_ns, quantum_ns, repeats }) {
  if (!verified || skipped || resolved || !samples_ns.length || !quantum_ns || !repeats) return null;
  return (MIN_QUANTA * quantum_ns) / repeats;
}
