/** The marks of the chart: lines with intervals, the bound, predictions, and the band of unresolvable times. */
import * as Plot from '@observablehq/plot';
import { COPY_BOUND } from '../ui/series.ts';
import type { Series } from '../ui/element-types.ts';
import type { ChartOptions, ChartPoint, Drawing } from './draw.ts';
import type { RenderFunction } from '@observablehq/plot';

/** With more lines, bands would hide each other. Then only the interval of the point under the pointer is drawn. */
const MAX_BANDS = 8;
const HATCH_PX = 8;
/** Half the length of the rule that represents a line of one point: three dashes of that line. */
const RULE_PX = 19;
const UNRESOLVABLE = 'the timer cannot resolve this';

/** Whether all intervals are drawn, or only the one under the pointer. */
export function showsAllIntervals(series: Series[]) {
  return series.length <= MAX_BANDS;
}

const LINE = { x: 'n', y: 'value', z: 'algorithm', stroke: 'algorithm' };

export function dataMarks(drawing: Drawing, options: ChartOptions, { low, band }: { low: number; band: number | null }) {
  const { points, series, bound, predicted } = drawing;
  const dashed = new Set(series.filter(({ line }) => line === 'dashed').map(({ id }) => id));
  const measured = { ...LINE, strokeWidth: 1.75, y: ({ value, unresolved }: ChartPoint) => (unresolved ? NaN : value) };
  const good = points.filter(({ value, unresolved }) => Number.isFinite(value) && !unresolved);
  return [
    ...(band === null ? [] : [unresolvableMark(band)]),
    ...intervalMarks(points, series),
    ...copyBoundLine(bound),
    ...predictedLines(predicted),
    Plot.line(
      points.filter(({ algorithm }) => !dashed.has(algorithm)),
      { ...measured, className: 'lines' },
    ),
    Plot.line(
      points.filter(({ algorithm }) => dashed.has(algorithm)),
      { ...measured, strokeDasharray: '5 4', className: 'cpu-line' },
    ),
    Plot.dot(good, { x: 'n', y: 'value', symbol: 'algorithm', fill: 'algorithm', stroke: 'algorithm', r: 4, className: 'verified-points' }),
    // Above the lines, which would otherwise cross it.
    copyBoundLabel(bound, options),
    ...(band === null ? [] : [unresolvableLabel(band, options)]),
    ...exceptionMarks(points, good, options, low),
  ];
}

/** Bands around lines. Points without neighbours have bars, since a band would have no width there. */
function intervalMarks(points: ChartPoint[], series: Series[]) {
  const known = points.filter(({ low, high }) => low < high);
  const bar = { x: 'n', y1: 'low', y2: 'high', stroke: 'algorithm', className: 'bars' };
  if (!showsAllIntervals(series))
    return [Plot.ruleX(known, Plot.pointer({ ...bar, px: 'n', py: 'value', strokeWidth: 5, strokeOpacity: 0.45 }))];
  return [
    Plot.areaY(points, { x: 'n', y1: 'low', y2: 'high', z: 'algorithm', fill: 'algorithm', fillOpacity: 0.2, className: 'bands' }),
    Plot.ruleX(known, { ...bar, strokeWidth: 5, strokeOpacity: 0.3 }),
  ];
}

function copyBoundLine(bound: Drawing['bound']) {
  const look = { x: 'n', y: 'value', stroke: () => COPY_BOUND.id, strokeWidth: 2, strokeDasharray: '10 4' };
  return [
    Plot.line(bound, { ...look, z: null, className: 'copy-bound' }),
    Plot.dot(lonePoints(bound), { ...look, symbol: RULE, className: 'copy-bound-rule' }),
  ];
}

function predictedLines(predicted: Drawing['predicted']) {
  const look = { ...LINE, strokeWidth: 1.25, strokeDasharray: '1 3.5', strokeLinecap: 'round' as const };
  return [
    Plot.line(predicted, { ...look, className: 'predicted-lines' }),
    Plot.dot(lonePoints(predicted), { ...look, symbol: RULE, className: 'predicted-rules' }),
  ];
}

/**
 * Points without a neighbour to draw a line to.
 * @param points line by line
 */
function lonePoints<T extends { algorithm?: string; value: number }>(points: T[]): T[] {
  const joined = (one: T, other: T | undefined) => other && other.algorithm === one.algorithm && Number.isFinite(other.value);
  return points.filter((one, i) => Number.isFinite(one.value) && !joined(one, points[i - 1]) && !joined(one, points[i + 1]));
}

/** The symbol that represents a line of one point. */
const RULE = {
  draw(path: { moveTo: (x: number, y: number) => void; lineTo: (x: number, y: number) => void }) {
    path.moveTo(-RULE_PX, 0);
    path.lineTo(RULE_PX, 0);
  },
};

/**
 * The label of the bound. Time and throughput rise with n, so there is space below the right half of a line of times, and above the left
 * half of a line of rates. Near the start of the axis, where a run begins, only the right has space.
 */
function copyBoundLabel(bound: Drawing['bound'], { background, boundIsLow, sizes }: ChartOptions) {
  const middle = bound.slice(bound.length >> 1).slice(0, 1);
  const isNearStart = middle.some(({ n }) => n ** 2 < sizes[0] * sizes[sizes.length - 1]);
  return Plot.text(middle, {
    x: 'n',
    y: 'value',
    text: () => COPY_BOUND.title,
    dy: boundIsLow ? 13 : -13,
    textAnchor: boundIsLow || isNearStart ? 'start' : 'end',
    fill: () => COPY_BOUND.id,
    stroke: background,
    strokeWidth: 8,
    className: 'copy-bound-label',
  });
}

/**
 * Failed and unresolved points, and the tip of the point under the pointer.
 * @param low the least value on the axis
 */
function exceptionMarks(points: ChartPoint[], good: ChartPoint[], { background }: ChartOptions, low: number) {
  const [failed, unresolved] = [points.filter((point) => point.failed), points.filter((point) => point.unresolved)];
  const hollow = { stroke: 'algorithm', strokeWidth: 1.5, fill: background };
  return [
    Plot.dot(failed, { x: 'n', frameAnchor: 'bottom', dy: -8, symbol: 'cross', rotate: 45, ...hollow, r: 6, className: 'failed-points' }),
    Plot.dot(unresolved, { x: 'n', y: 'value', symbol: 'triangle', rotate: 180, ...hollow, r: 5, className: 'unresolved-points' }),
    Plot.tip(
      [...good, ...failed, ...unresolved],
      Plot.pointer({
        x: 'n',
        y: ({ value, failed: wrong }: ChartPoint) => (wrong ? low : value),
        title: 'tip',
        fill: background,
        stroke: 'currentColor',
        strokeOpacity: 0.4,
      }),
    ),
  ];
}

function bandBox(
  top: number,
  scales: Parameters<RenderFunction>[1],
  { width, height, marginLeft, marginRight, marginBottom }: Parameters<RenderFunction>[3],
) {
  const y = (scales.y as (value: number) => number)(top);
  return { left: marginLeft, right: width - marginRight, y, bottom: height - marginBottom };
}

/** The hatched band below a time, with a line at its top. */
function unresolvableMark(top: number): RenderFunction {
  return (_index, scales, _values, dimensions) => {
    const { left, right, y, bottom } = bandBox(top, scales, dimensions);
    const group = svg('g', { class: 'unresolvable', stroke: 'currentColor' });
    group.append(
      svg('path', { d: `M${left},${y}H${right}V${bottom}H${left}Z`, stroke: 'none', fill: 'currentColor', 'fill-opacity': 0.06 }),
      svg('path', { d: hatching(left, right, y, bottom), 'stroke-opacity': 0.35, fill: 'none' }),
      svg('path', { d: `M${left},${y}H${right}`, 'stroke-width': 1.5 }),
    );
    return group;
  };
}

/** The label of the band: above all lines, and on the right, where times are longest. */
function unresolvableLabel(top: number, { background }: ChartOptions): RenderFunction {
  return (_index, scales, _values, dimensions) => {
    const { right, y, bottom } = bandBox(top, scales, dimensions);
    const label = svg('text', {
      x: right - 8,
      y: (y + bottom) / 2,
      dy: '0.35em',
      'text-anchor': 'end',
      class: 'unresolvable-label',
      fill: 'currentColor',
      stroke: background,
      'stroke-width': 5,
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
    });
    label.textContent = UNRESOLVABLE;
    return label;
  };
}

/** Lines that rise to the right, clipped at both sides. */
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

export function svg(name: string, attributes: Record<string, string | number>) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element as SVGElement;
}
