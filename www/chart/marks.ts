/** The marks of the chart: lines with intervals, the bound, predictions, and the band of unresolvable times. */
import { bandPath, halo, linePath, marker, text } from './shapes.ts';
import { addTip } from './tip.ts';
import { COPY_BOUND } from '../ui/series.ts';
import { s } from '../ui/svg.ts';
import type { Frame, Scale } from './axes.ts';
import type { ChartOptions, ChartPoint, Drawing } from './draw.ts';
import type { Series } from '../ui/element-types.ts';

/** The frame and the scales of a chart, and the colour of each series. */
type Plane = { frame: Frame; x: Scale; y: Scale; colorOf: (id: string) => string };

/** The maximum number of lines with bands. With more lines, bands would hide each other, so only the interval under the pointer is drawn. */
const MAX_BANDS = 8;
const HATCH_PX = 8;
/** Half the length of the short rule that represents a line with only one point. The rule is as long as three dashes. */
const RULE_PX = 19;
/** The distance of the crosses of failed points from the x axis. */
const CROSS_PX = 8;
const UNRESOLVABLE = 'the timer cannot resolve this';

/** Whether all intervals are drawn, and not only that of the point under the pointer. */
export function showsAllIntervals(series: Series[]) {
  return series.length <= MAX_BANDS;
}

/** @param band the top of the band of unresolvable times; null if the band is not drawn */
export function dataMarks(drawing: Drawing, options: ChartOptions, plane: Plane, band: number | null) {
  const { points, series, bound, predicted } = drawing;
  const { x, y, colorOf } = plane;
  const dashed = new Set(series.filter(({ line }) => line === 'dashed').map(({ id }) => id));
  const line = { fill: 'none', 'stroke-width': 1.75 };
  const known = points.map((point) => ({ ...point, value: point.unresolved ? NaN : point.value }));
  return [
    ...(band === null ? [] : [unresolvableMark(band, plane)]),
    ...(showsAllIntervals(series) ? [bands(points, plane), bars(points, plane, 0.3)] : [bars([], plane, 0.45)]),
    ...copyBoundLine(bound, plane),
    ...predictedLines(predicted, plane),
    lines(
      known.filter(({ algorithm }) => !dashed.has(algorithm)),
      plane,
      { class: 'lines', ...line },
    ),
    lines(
      known.filter(({ algorithm }) => dashed.has(algorithm)),
      plane,
      { class: 'cpu-line', ...line, 'stroke-dasharray': '5 4' },
    ),
    s(
      'g',
      { class: 'verified-points' },
      ...placedPoints(known, plane).map(({ algorithm, n, value }) => {
        const color = colorOf(algorithm);
        return marker(symbolOf(series, algorithm), x(n), y(value), 4, { fill: color, stroke: color });
      }),
    ),
    // The label is drawn after the lines, so that no line crosses it.
    copyBoundLabel(bound, options, plane),
    ...(band === null ? [] : [unresolvableLabel(band, options, plane)]),
    ...exceptionMarks(points, options, plane),
  ];
}

/** Shows the tip of the point under the pointer. If not all intervals are drawn, shows the interval of this point too. */
export function addPointer(chart: SVGSVGElement, { points, series }: Drawing, { background }: ChartOptions, plane: Plane) {
  const { frame, x, y } = plane;
  const placed = points.map((point) => ({ ...point, x: x(point.n), y: point.failed ? frame.bottom - CROSS_PX : y(point.value) }));
  const targets = placed.filter((point) => Number.isFinite(point.y));
  const own = showsAllIntervals(series) ? null : chart.querySelector('.bars');
  addTip(chart, targets, { background }, (point) => own?.replaceChildren(...barLines(point ? [point] : [], plane)));
}

function symbolOf(series: Series[], id: string) {
  return series.find((one) => one.id === id)?.symbol ?? 'circle';
}

/** The points that have a position. On a logarithmic axis, 0 has no position. */
function placedPoints(points: ChartPoint[], { y }: Plane) {
  return points.filter(({ value }) => Number.isFinite(y(value)));
}

/** The lines: one per series. */
function lines(points: { algorithm: string; n: number; value: number }[], { x, y, colorOf }: Plane, look: Record<string, string | number>) {
  const all = bySeries(points).map(([id, own]) =>
    s('path', {
      d: linePath(
        own,
        ({ n }) => x(n),
        ({ value }) => y(value),
      ),
      stroke: colorOf(id),
    }),
  );
  return s('g', look, ...all);
}

function bySeries<T extends { algorithm: string }>(points: T[]): [string, T[]][] {
  const ids = [...new Set(points.map(({ algorithm }) => algorithm))];
  return ids.map((id) => [id, points.filter(({ algorithm }) => algorithm === id)]);
}

/** The bands of intervals along lines. */
function bands(points: ChartPoint[], { x, y, colorOf }: Plane) {
  const all = bySeries(points).map(([id, own]) =>
    s('path', {
      d: bandPath(
        own,
        ({ n }) => x(n),
        ({ low }) => y(low),
        ({ high }) => y(high),
      ),
      fill: colorOf(id),
    }),
  );
  return s('g', { class: 'bands', 'fill-opacity': 0.2 }, ...all);
}

/** The intervals of single points as bars. They are necessary because a band has no width at a point without neighbours. */
function bars(points: ChartPoint[], plane: Plane, opacity: number) {
  return s('g', { class: 'bars', 'stroke-width': 5, 'stroke-opacity': opacity }, ...barLines(points, plane));
}

/** Bars of intervals. If an interval exceeds the y axis, its bar ends at the frame. */
function barLines(points: ChartPoint[], { frame, x, y, colorOf }: Plane) {
  const within = (value: number) => Math.min(Math.max(y(value), frame.top), frame.bottom);
  return points
    .filter(({ low, high }) => low < high && high > 0)
    .map(({ algorithm, n, low, high }) => {
      const [y1, y2] = [low > 0 ? within(low) : frame.bottom, within(high)];
      return s('line', { x1: x(n), x2: x(n), y1, y2, stroke: colorOf(algorithm) });
    });
}

function copyBoundLine(bound: Drawing['bound'], plane: Plane) {
  const look = { fill: 'none', 'stroke-width': 2, 'stroke-dasharray': '10 4' };
  const points = bound.map((point) => ({ ...point, algorithm: COPY_BOUND.id }));
  return [lines(points, plane, { class: 'copy-bound', ...look }), rules(lonePoints(points), plane, { class: 'copy-bound-rule', ...look })];
}

function predictedLines(predicted: Drawing['predicted'], plane: Plane) {
  const look = { fill: 'none', 'stroke-width': 1.25, 'stroke-dasharray': '1 3.5', 'stroke-linecap': 'round' };
  return [
    lines(predicted, plane, { class: 'predicted-lines', ...look }),
    rules(lonePoints(predicted), plane, { class: 'predicted-rules', ...look }),
  ];
}

/** The rules that represent lines with only one point. */
function rules(points: { algorithm: string; n: number; value: number }[], { x, y, colorOf }: Plane, look: Record<string, string | number>) {
  const all = points.map(({ algorithm, n, value }) =>
    s('path', { d: `M${x(n) - RULE_PX},${y(value)}h${2 * RULE_PX}`, stroke: colorOf(algorithm) }),
  );
  return s('g', look, ...all);
}

/**
 * The points that have no neighbour in their line.
 * @param points the points of one line after another
 */
function lonePoints<T extends { algorithm: string; value: number }>(points: T[]): T[] {
  const joined = (one: T, other: T | undefined) => other && other.algorithm === one.algorithm && Number.isFinite(other.value);
  return points.filter((one, i) => Number.isFinite(one.value) && !joined(one, points[i - 1]) && !joined(one, points[i + 1]));
}

/**
 * The label of the bound. Times and rates rise with n. So there is space below the right half of a line of times, and above the left half
 * of a line of rates. Near the start of the x axis, where a run begins, there is space only to the right.
 */
function copyBoundLabel(bound: Drawing['bound'], { background, boundIsLow, sizes }: ChartOptions, { x, y, colorOf }: Plane) {
  const middle = bound.slice(bound.length >> 1).slice(0, 1);
  const isNearStart = middle.some(({ n }) => n ** 2 < sizes[0] * sizes[sizes.length - 1]);
  const look = {
    dy: '0.32em',
    'text-anchor': boundIsLow || isNearStart ? 'start' : 'end',
    fill: colorOf(COPY_BOUND.id),
    ...halo(background, 8),
  };
  const labels = middle.map(({ n, value }) => text(COPY_BOUND.title, x(n), y(value) + (boundIsLow ? 13 : -13), look));
  return s('g', { class: 'copy-bound-label' }, ...labels);
}

/** The marks of failed and of unresolved points. */
function exceptionMarks(points: ChartPoint[], { background }: ChartOptions, plane: Plane) {
  const { frame, x, y, colorOf } = plane;
  const hollow = ({ algorithm }: ChartPoint) => ({ stroke: colorOf(algorithm), 'stroke-width': 1.5, fill: background });
  const failed = points.filter((point) => point.failed);
  const unresolved = placedPoints(points, plane).filter((point) => point.unresolved);
  return [
    s(
      'g',
      { class: 'failed-points' },
      ...failed.map((point) => marker('cross', x(point.n), frame.bottom - CROSS_PX, 6, { degrees: 45, ...hollow(point) })),
    ),
    s(
      'g',
      { class: 'unresolved-points' },
      ...unresolved.map((point) => marker('triangle', x(point.n), y(point.value), 5, { degrees: 180, ...hollow(point) })),
    ),
  ];
}

/** The hatched band of unresolvable times, with a line at its top. */
function unresolvableMark(band: number, { frame, y }: Plane) {
  const { left, right, bottom } = frame;
  const top = y(band);
  return s(
    'g',
    { class: 'unresolvable', stroke: 'currentColor' },
    s('path', { d: `M${left},${top}H${right}V${bottom}H${left}Z`, stroke: 'none', fill: 'currentColor', 'fill-opacity': 0.06 }),
    s('path', { d: hatching(left, right, top, bottom), 'stroke-opacity': 0.35, fill: 'none' }),
    s('path', { d: `M${left},${top}H${right}`, 'stroke-width': 1.5 }),
  );
}

/** The label of the band. It is drawn over all lines, at the right, where times are longest and so far from the band. */
function unresolvableLabel(band: number, { background }: ChartOptions, { frame, y }: Plane) {
  const look = { class: 'unresolvable-label', dy: '0.35em', 'text-anchor': 'end', ...halo(background, 5) };
  return text(UNRESOLVABLE, frame.right - 8, (y(band) + frame.bottom) / 2, look);
}

/** A path of parallel lines that rise to the right, clipped at both sides. */
function hatching(left: number, right: number, top: number, bottom: number) {
  const height = bottom - top;
  const starts = Array.from({ length: Math.max(0, Math.ceil((right - left + height) / HATCH_PX)) }, (_, i) => left - height + i * HATCH_PX);
  return starts
    .map((x) => {
      const [from, to] = [Math.max(0, left - x), Math.min(height, right - x)];
      return `M${x + from},${bottom - from}L${x + to},${bottom - to}`;
    })
    .join('');
}
