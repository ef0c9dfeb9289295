/** Draws a chart as an SVG. */
import { LEFT_PX, scaleOf, xAxis, xAxisMarks, yAxis, yAxisMarks } from './axes.ts';
import { AXIS_PX, CAPTION_ROW_PX, captionMarks, LEGEND_ROW_PX, legendLayout, legendMarks } from './legend.ts';
import { addPointer, dataMarks, showsAllIntervals } from './marks.ts';
import { text } from './shapes.ts';
import { predictedSeries, COPY_BOUND } from '../ui/series.ts';
import { s } from '../ui/svg.ts';
import type { Series } from '../ui/element-types.ts';

export type ChartPoint = {
  algorithm: string;
  /** the number of elements, or another value of the x axis */
  n: number;
  /** the value on the y axis; NaN if there is nothing to draw */
  value: number;
  /** the ends of the interval of the value, or NaN */
  low: number;
  high: number;
  /** whether the output of the scan was wrong */
  failed: boolean;
  /** whether the value is only an upper bound */
  unresolved: boolean;
  tip: string;
};

export type Drawing = {
  /** the measured points, by ascending n */
  points: ChartPoint[];
  series: Series[];
  /** the values of the copy kernel, by ascending n */
  bound: { n: number; value: number }[];
  /** the predicted values, by ascending n */
  predicted: { algorithm: string; n: number; value: number }[];
  /** the least value that the timer resolves, in a chart of times */
  unresolvable: number | null;
};

export type ChartOptions = {
  width: number;
  height: number;
  /** All values of the x axis, ascending. They are given in advance, so that the axis does not change while points are added. */
  sizes: number[];
  /** Whether the x axis is linear; by default it is logarithmic. */
  isLinear?: boolean;
  /** The label of the x axis: `n, elements` by default. */
  xLabel?: string;
  yLabel: string;
  yFormat: (value: number) => string;
  xFormat: (n: number) => string;
  /** whether lower values are better, so that the bound is below all lines */
  boundIsLow: boolean;
  color: (series: Series) => string;
  background: string;
  /** The name of the chart for screen readers. */
  label: string;
  /** The lines of text under the chart, in a file. */
  caption?: string[];
};

const RIGHT_PX = 18;
/** Space between the legend and the data, for the label of the y axis. */
const HEAD_PX = 30;
/** Space between the data and the x axis, for the crosses of failed points. */
const FAILED_ROOM_PX = 24;

export function drawChart(drawing: Drawing, options: ChartOptions): SVGSVGElement {
  const { points, series } = drawing;
  const { width, height, caption = [], xLabel = 'n, elements', yLabel, xFormat, yFormat } = options;
  const entries = legendEntries(drawing);
  const legend = legendLayout(entries, width);
  const top = legend.rows * LEGEND_ROW_PX + HEAD_PX;
  const frame = { left: LEFT_PX, right: width - RIGHT_PX, top, bottom: top + height - AXIS_PX };
  const inset = points.some(({ failed }) => failed) ? FAILED_ROOM_PX : 0;
  const [xs, ys] = [xAxis(options), yAxis(valuesOf(drawing), drawing.unresolvable, height - AXIS_PX)];
  const x = scaleOf(xs.domain, [frame.left, frame.right], xs.place);
  const y = scaleOf(ys.domain, [frame.bottom - inset, frame.top], Math.log);
  const colors = new Map([...series, COPY_BOUND].map((one) => [one.id, options.color(one)]));
  const colorOf = (id: string) => colors.get(id) ?? 'currentColor';
  const plane = { frame, x, y, colorOf };
  const chart = emptyChart(width, height + top + caption.length * CAPTION_ROW_PX, options.label);
  chart.append(
    yAxisMarks(frame, y, ys.ticks, yFormat),
    xAxisMarks(frame, x, xs.ticks, xFormat),
    text(yLabel, 0, top - 14, { 'text-anchor': 'start', 'font-weight': 600 }),
    text(xLabel, frame.right, frame.bottom + 36, { 'text-anchor': 'end', 'font-weight': 600 }),
    ...dataMarks(drawing, options, plane, ys.band),
    ...legendMarks(entries, legend, colorOf),
    ...captionMarks(caption, frame.bottom),
  );
  addPointer(chart, drawing, options, plane);
  return chart;
}

/** A chart without marks: one image for screen readers. */
export function emptyChart(width: number, height: number, label: string) {
  return s('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': label,
    fill: 'currentColor',
    overflow: 'visible',
    'font-size': 12,
    'text-anchor': 'middle',
  }) as SVGSVGElement;
}

/** The entries of the legend: scans, then the bound, then predictions. */
function legendEntries({ series, bound, predicted }: Drawing) {
  const ids = new Set(predicted.map(({ algorithm }) => algorithm));
  return [...series, ...(bound.length ? [COPY_BOUND] : []), ...series.filter(({ id }) => ids.has(id)).map(predictedSeries)];
}

/** All values that the y axis must include. */
function valuesOf({ points, series, bound, predicted }: Drawing) {
  const ends = showsAllIntervals(series) ? points.flatMap(({ low, high }) => [low, high]) : [];
  return [...ends, ...[...points, ...bound, ...predicted].map(({ value }) => value)];
}
