/** Draws a chart as an SVG. */
import * as Plot from '@observablehq/plot';
import { axisMarks, LEFT_PX, xAxis, yAxis } from './axes.ts';
import { AXIS_PX, CAPTION_ROW_PX, captionMarks, LEGEND_ROW_PX, legendLayout, legendMarks } from './legend.ts';
import { dataMarks, showsAllIntervals } from './marks.ts';
import { predictedSeries, COPY_BOUND } from '../ui/series.ts';
import type { Series } from '../ui/element-types.ts';

export type ChartPoint = {
  algorithm: string;
  /** the number of elements, or another value of the x axis */
  n: number;
  /** NaN if there is nothing to draw */
  value: number;
  /** the ends of its interval, or NaN */
  low: number;
  high: number;
  /** whether its output was wrong */
  failed: boolean;
  /** whether the value is only an upper bound */
  unresolved: boolean;
  tip: string;
};

export type Drawing = {
  /** by ascending n */
  points: ChartPoint[];
  series: Series[];
  /** by ascending n */
  bound: { n: number; value: number }[];
  /** by ascending n */
  predicted: { algorithm: string; n: number; value: number }[];
  /** the least value that the timer resolves, in a chart of times */
  unresolvable: number | null;
};

export type ChartOptions = {
  width: number;
  height: number;
  /** All values of the x axis, ascending. They are given at the start, so that the axis stays while points are added. */
  sizes: number[];
  /** Whether the x axis is linear, not logarithmic. */
  isLinear?: boolean;
  /** `n, elements` by default. */
  xLabel?: string;
  yLabel: string;
  yFormat: (value: number) => string;
  xFormat: (n: number) => string;
  /** whether lower values are better, so that the bound is below all lines */
  boundIsLow: boolean;
  color: (series: Series) => string;
  background: string;
  /** For screen readers. */
  label: string;
  /** Lines under the chart in a file. */
  caption?: string[];
};

/** Space between the data and the axis, for the crosses of failed points. */
const FAILED_PX = 24;

export function drawChart(drawing: Drawing, options: ChartOptions): SVGSVGElement {
  const { points, series } = drawing;
  const { width, height, caption = [] } = options;
  const entries = legendEntries(drawing);
  const legend = legendLayout(entries, width);
  const top = legend.rows * LEGEND_ROW_PX + 30;
  const [x, y] = [xAxis(options), yAxis(valuesOf(drawing), drawing.unresolvable, height - AXIS_PX)];
  const chart = Plot.plot({
    width,
    height: height + top + caption.length * CAPTION_ROW_PX,
    marginTop: top,
    marginLeft: LEFT_PX,
    marginRight: 18,
    marginBottom: AXIS_PX + caption.length * CAPTION_ROW_PX,
    style: { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', overflow: 'visible' },
    ariaLabel: options.label,
    x: { ...(options.isLinear ? { type: 'linear' } : { type: 'log', base: 2 }), domain: x.domain, axis: null },
    insetBottom: points.some(({ failed }) => failed) ? FAILED_PX : 0,
    y: { type: 'log', domain: y.domain, axis: null },
    color: { domain: [...series, COPY_BOUND].map(({ id }) => id), range: [...series, COPY_BOUND].map(options.color) },
    symbol: { domain: series.map(({ id }) => id), range: series.map(({ symbol }) => symbol) },
    marks: [
      ...axisMarks(x.ticks, y.ticks, options),
      ...dataMarks(drawing, options, { low: y.domain[0], band: y.band }),
      ...legendMarks(entries, legend, top),
      ...captionMarks(caption),
    ],
  });
  chart.setAttribute('role', 'img');
  return chart as SVGSVGElement;
}

/** Scans, then the bound, then predictions. */
function legendEntries({ series, bound, predicted }: Drawing) {
  const ids = new Set(predicted.map(({ algorithm }) => algorithm));
  return [...series, ...(bound.length ? [COPY_BOUND] : []), ...series.filter(({ id }) => ids.has(id)).map(predictedSeries)];
}

/** All values that the axis must include. */
function valuesOf({ points, series, bound, predicted }: Drawing) {
  const ends = showsAllIntervals(series) ? points.flatMap(({ low, high }) => [low, high]) : [];
  return [...ends, ...[...points, ...bound, ...predicted].map(({ value }) => value)];
}
