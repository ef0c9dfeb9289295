/** The chart's drawing, as an SVG. */
import * as Plot from '@observablehq/plot';
import { axisMarks, LEFT_PX, xAxis, yAxis } from './axes.js';
import { AXIS_PX, CAPTION_ROW_PX, captionMarks, LEGEND_ROW_PX, legendLayout, legendMarks } from './legend.js';
import { dataMarks, showsAllIntervals } from './marks.js';
import { predictedSeries, COPY_BOUND } from '../ui/series.js';

/** @typedef {import('../ui/element-types.d.ts').Series} Series */

/**
 * @typedef {object} ChartPoint
 * @property {string} algorithm
 * @property {number} n the number of elements, or another value of the x axis
 * @property {number} value NaN where there is nothing to draw
 * @property {number} low the ends of its interval, or NaN
 * @property {number} high
 * @property {boolean} failed whether its output was wrong
 * @property {boolean} unresolved whether the value is only an upper bound
 * @property {string} tip
 */

/**
 * @typedef {object} Drawing
 * @property {ChartPoint[]} points by ascending n
 * @property {Series[]} series
 * @property {{ n: number, value: number }[]} bound by ascending n
 * @property {{ algorithm: string, n: number, value: number }[]} predicted by ascending n
 * @property {number | null} unresolvable the least value that the timer resolves, in a chart of times
 */

/**
 * @typedef {object} ChartOptions
 * @property {number} width
 * @property {number} height
 * @property {number[]} sizes All values of the x axis, ascending, so that it is constant while points are added.
 * @property {boolean} [isLinear] Whether the x axis is linear, not logarithmic.
 * @property {string} [xLabel] `n, elements` by default.
 * @property {string} yLabel
 * @property {(value: number) => string} yFormat
 * @property {(n: number) => string} xFormat
 * @property {boolean} boundIsLow whether less is better, so that the bound is below all lines
 * @property {(series: Series) => string} color
 * @property {string} background
 * @property {string} label For screen readers.
 * @property {string[]} [caption] Lines under the chart in a file.
 */

/** Room between the data and the axis, for the crosses of failed points. */
const FAILED_PX = 24;

/** @param {Drawing} drawing @param {ChartOptions} options @returns {SVGSVGElement} */
export function drawChart(drawing, options) {
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
  return /** @type {SVGSVGElement} */ (chart);
}

/** Scans, then the bound, then predictions. @param {Drawing} drawing */
function legendEntries({ series, bound, predicted }) {
  const ids = new Set(predicted.map(({ algorithm }) => algorithm));
  return [...series, ...(bound.length ? [COPY_BOUND] : []), ...series.filter(({ id }) => ids.has(id)).map(predictedSeries)];
}

/** All values that the axis must include. @param {Drawing} drawing */
function valuesOf({ points, series, bound, predicted }) {
  const ends = showsAllIntervals(series) ? points.flatMap(({ low, high }) => [low, high]) : [];
  return [...ends, ...[...points, ...bound, ...predicted].map(({ value }) => value)];
}
