/** Turns points into bars of upload, GPU and readback. Pure: no DOM. */
import { isTimed } from '../shared/measures.ts';
import { JAVASCRIPT, assignSeries } from '../ui/series.ts';
import { partsOfId } from '../ui/run-overlays.ts';
import type { Formats } from '../shared/format.ts';
import type { Point, Transfer } from '../types.ts';

export type PartName = 'upload' | 'gpu' | 'readback' | 'cpu';
/** `from` and `to` are positions on the axis: shares of the bar's sum, or times in ns. */
type Part = { part: PartName; from: number; to: number; label: string };

export type Bar = {
  n: number;
  algorithm: string;
  title: string;
  /** empty if a time is missing */
  parts: Part[];
  /** the sum of the times, or the reason why it is unknown */
  total: string;
  tip: string;
};

export const PART_TITLES: Record<PartName, string> = { upload: 'upload', gpu: 'GPU', readback: 'readback', cpu: 'JavaScript on the CPU' };
const BY_CLOCK = 'transfers by the page’s clock, with an empty queue before and after';
const INTERVAL = ({ interval_ns }: Transfer | Point, formats: Formats) =>
  interval_ns ? ` (95 %: ${interval_ns.map((ns) => formats.time(ns)).join(' – ')})` : '';

/** Whether a run has measured uploads or readbacks. */
export function hasTransfers(points: Point[]) {
  return points.some(({ upload, readback }) => upload || readback);
}

/**
 * One bar per point, by ascending n, and for each n in the order of the chart's lines. For one size, the parts of a bar are times. For all
 * sizes, they are shares of the bar's sum. The reason is that times of several sizes differ too much for a linear axis. On a logarithmic axis,
 * the parts of a bar do not add up.
 * @param size null for all sizes
 */
export function barsOf(
  points: Point[],
  algorithms: string[],
  size: number | null,
  titleOf: (id: string) => string,
  formats: Formats,
): Bar[] {
  const order = assignSeries(algorithms, titleOf).map(({ id }) => id);
  const shown = points.filter(({ n }) => size === null || n === size);
  const sorted = shown.sort((left, right) => left.n - right.n || order.indexOf(left.algorithm) - order.indexOf(right.algorithm));
  return sorted.map((point) => barOf(point, size === null, titleOf(point.algorithm), formats));
}

function barOf(point: Point, shares: boolean, title: string, formats: Formats): Bar {
  const { n, algorithm } = point;
  const times = timesOf(point);
  const head = { n, algorithm, title };
  if (typeof times === 'string') return { ...head, parts: [], total: times, tip: [title, `n = ${formats.integer(n)}`, times].join('\n') };
  const total_ns = times.reduce((sum, { ns }) => sum + ns, 0);
  let end = 0;
  const parts = times.map(({ part, ns }) => {
    const [from, length] = [end, shares ? ns / total_ns : ns];
    end += length;
    return { part, from, to: end, label: shares ? formats.percent(Number((ns / total_ns).toPrecision(2))) : formats.time(ns) };
  });
  const lines = times.map(
    ({ part, ns, of }) => `${PART_TITLES[part]}: ${formats.time(ns)}${INTERVAL(of, formats)}, ${formats.percent(ns / total_ns)}`,
  );
  const clock = times.length > 1 ? [BY_CLOCK] : [];
  return {
    ...head,
    parts,
    total: formats.time(total_ns),
    tip: [title, `n = ${formats.integer(n)}`, ...lines, `together ${formats.time(total_ns)}`, ...clock].join('\n'),
  };
}

/** The parts of a point's time, or the reason why they are unknown. */
function timesOf(point: Point): { part: PartName; ns: number; of: Transfer | Point }[] | string {
  const { verified, algorithm, upload, readback, median_ns } = point;
  if (!verified) return 'FAIL: wrong output, time void';
  if (!isTimed(point)) return 'GPU: the timer cannot resolve it';
  const gpu = { ns: median_ns as number, of: point };
  if (partsOfId(algorithm).algorithm === JAVASCRIPT) return [{ part: 'cpu', ...gpu }];
  if (!upload || !readback) return 'transfers were not measured';
  if (!upload.resolved || !upload.median_ns) return 'upload: the clock cannot resolve it';
  if (!readback.resolved || !readback.median_ns) return 'readback: the clock cannot resolve it';
  return [
    { part: 'upload', ns: upload.median_ns, of: upload },
    { part: 'gpu', ...gpu },
    { part: 'readback', ns: readback.median_ns, of: readback },
  ];
}
