/** The chart, with its library: loaded only once there is something to draw. */
import * as Plot from '@observablehq/plot';

// What only a chart needs comes with it.
export { BACKGROUND, assignSeries, metricOf } from './series.js';

/** @typedef {import('./element-types.d.ts').Series} Series */
/** @typedef {import('./format.js').Formats} Formats */
/** @typedef {{ algorithm: string, n: number, value: number, failed: boolean, tip: string }} ChartPoint */

/**
 * @typedef {object} ChartOptions
 * @property {number} width
 * @property {number} height
 * @property {number[]} sizes All that the run has, so that the axis does not move while it fills.
 * @property {string} yLabel
 * @property {(value: number) => string} yFormat
 * @property {(n: number) => string} xFormat
 * @property {(series: Series) => string} color
 * @property {string} background
 * @property {string} label For those who cannot see the chart.
 * @property {string[]} [caption] Lines under the chart, for a file that stands alone.
 */

const LEGEND_ROW_PX = 20;
const LEGEND_LETTER_PX = 7.2;
const CAPTION_ROW_PX = 16;
const AXIS_PX = 44;
/** The least distance between the labels of sizes. */
const TICK_PX = 56;
const LEFT_PX = 58;
const FILE_MARGIN_PX = 20;
/** Room between the data and the axis, for the crosses of failed points. */
const FAILED_PX = 24;


/** @param {ChartPoint[]} points @param {Series[]} series @param {ChartOptions} options @returns {SVGSVGElement} */
export function drawChart(points, series, options) {
  const { width, height, caption = [] } = options;
  const legend = legendLayout(series, width);
  const top = legend.rows * LEGEND_ROW_PX + 30;
  const [x, y] = [xAxis(options), yAxis(points)];
  const chart = Plot.plot({
    width,
    height: height + top + caption.length * CAPTION_ROW_PX,
    marginTop: top,
    marginLeft: LEFT_PX,
    marginRight: 18,
    marginBottom: AXIS_PX + caption.length * CAPTION_ROW_PX,
    style: { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', overflow: 'visible' },
    ariaLabel: options.label,
    x: { type: 'log', base: 2, domain: x.domain, axis: null },
    insetBottom: points.some(({ failed }) => failed) ? FAILED_PX : 0,
    y: { type: 'log', domain: y.domain, axis: null },
    color: { domain: series.map(({ id }) => id), range: series.map(options.color) },
    symbol: { domain: series.map(({ id }) => id), range: series.map(({ symbol }) => symbol) },
    marks: [...axisMarks(x.ticks, y.ticks, options), ...dataMarks(points, series, options, y.domain[0]), ...legendMarks(series, legend, top), ...captionMarks(caption)],
  });
  chart.setAttribute('role', 'img');
  return /** @type {SVGSVGElement} */ (chart);
}

/** @param {ChartOptions} options The sizes ascend. */
function xAxis({ sizes, width }) {
  const [low, high] = [sizes[0], sizes[sizes.length - 1]];
  /** @type {[number, number]} */
  const domain = low === high ? [low / 2, low * 2] : [low, high];
  const closest = (Math.log2(domain[1] / domain[0]) * TICK_PX) / Math.max(TICK_PX, width - 80);
  const ticks = sizes.reduce((kept, n) => (Math.log2(n / (kept.at(-1) ?? 0)) >= closest ? [...kept, n] : kept), /** @type {number[]} */ ([]));
  return { domain, ticks };
}

/** One value alone gets an extent: a log scale needs one. @param {ChartPoint[]} points */
function yAxis(points) {
  const values = points.map(({ value }) => value).filter(Number.isFinite);
  if (!values.length) return { domain: [1, 10], ticks: [] };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = most / least < 4 ? 2 : 1.25;
  const [low, high] = [least / room, most * room];
  return { domain: [low, high], ticks: decades(low, high) };
}

/** Powers of ten; where there are few, their doubles and fives too. @param {number} low @param {number} high */
function decades(low, high) {
  const steps = high / low > 500 ? [1] : [1, 2, 5];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => steps.map((step) => step * 10 ** (first + i)));
  return ticks.flat().filter((tick) => tick >= low && tick <= high);
}

/**
 * Ticks are given as text: on a log scale the library would leave labels out as it sees fit.
 * @param {number[]} xTicks @param {number[]} yTicks @param {ChartOptions} options
 */
function axisMarks(xTicks, yTicks, { yLabel, xFormat, yFormat }) {
  return [
    Plot.gridY(yTicks),
    Plot.axisY(yTicks, { text: yFormat, label: null }),
    Plot.axisX(xTicks, { text: xFormat, label: null }),
    Plot.text([yLabel], { frameAnchor: 'top-left', dx: -LEFT_PX, dy: -14, textAnchor: 'start', lineAnchor: 'bottom', fontWeight: 600 }),
    Plot.text(['n, elements'], { frameAnchor: 'bottom-right', dy: 36, textAnchor: 'end', fontWeight: 600 }),
  ];
}

/** @param {ChartPoint[]} points @param {Series[]} series @param {ChartOptions} options @param {number} low The least value on the axis. */
function dataMarks(points, series, { background }, low) {
  const dashed = new Set(series.filter((one) => one.dashed).map(({ id }) => id));
  const line = { x: 'n', y: 'value', z: 'algorithm', stroke: 'algorithm', strokeWidth: 1.75 };
  const good = points.filter(({ value }) => Number.isFinite(value));
  const failed = points.filter((point) => point.failed);
  return [
    Plot.line(points.filter(({ algorithm }) => !dashed.has(algorithm)), { ...line, className: 'lines' }),
    Plot.line(points.filter(({ algorithm }) => dashed.has(algorithm)), { ...line, strokeDasharray: '5 4', className: 'cpu-line' }),
    Plot.dot(good, { x: 'n', y: 'value', symbol: 'algorithm', fill: 'algorithm', stroke: 'algorithm', r: 4, className: 'verified-points' }),
    Plot.dot(failed, {
      x: 'n', frameAnchor: 'bottom', dy: -8, symbol: 'cross', rotate: 45, stroke: 'algorithm', strokeWidth: 1.5,
      fill: background, r: 6, className: 'failed-points',
    }),
    Plot.tip([...good, ...failed], Plot.pointer({
      x: 'n', y: (/** @type {ChartPoint} */ { value, failed: wrong }) => (wrong ? low : value), title: 'tip',
      fill: background, stroke: 'currentColor', strokeOpacity: 0.4,
    })),
  ];
}

/** Where each entry of the legend goes: side by side, in as many rows as it takes. @param {Series[]} series @param {number} width */
function legendLayout(series, width) {
  let [x, row] = [0, 0];
  const places = series.map(({ title }) => {
    const entry_px = title.length * LEGEND_LETTER_PX + 38;
    if (x > 0 && x + entry_px > width) [x, row] = [0, row + 1];
    const place = { dx: x, row };
    x += entry_px;
    return place;
  });
  return { places, rows: row + 1 };
}

/**
 * The legend is part of the drawing, so that an exported file has it too.
 * @param {Series[]} series @param {ReturnType<typeof legendLayout>} layout @param {number} top
 */
function legendMarks(series, { places }, top) {
  return series.flatMap(({ id, title, dashed }, i) => {
    const dx = places[i].dx - LEFT_PX;
    const place = { frameAnchor: /** @type {const} */ ('top-left'), dy: 10 - top + places[i].row * LEGEND_ROW_PX };
    const own = () => id;
    return [
      Plot.text([dashed ? '╌╌' : '—'], { ...place, dx, textAnchor: 'start', lineAnchor: 'middle', fill: own, fontWeight: 700, fontSize: 18, className: 'legend' }),
      Plot.dot([id], { ...place, dx: dx + 9, symbol: own, fill: own, stroke: own, r: 4.5, className: 'legend' }),
      Plot.text([title], { ...place, dx: dx + 24, textAnchor: 'start', lineAnchor: 'middle', className: 'legend' }),
    ];
  });
}

/** @param {string[]} caption */
function captionMarks(caption) {
  return caption.map((text, i) => Plot.text([text], {
    frameAnchor: 'bottom-left', dx: -LEFT_PX, dy: AXIS_PX + 8 + i * CAPTION_ROW_PX, textAnchor: 'start', fontSize: 11,
  }));
}

/** The drawing as a file that stands alone. @param {SVGSVGElement} svg @param {{ color: string, background: string, font: string }} look */
export function svgText(svg, { color, background, font }) {
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('color', color);
  svg.setAttribute('font-family', font);
  svg.style.fontFamily = font;
  const backdrop = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)) + 2 * FILE_MARGIN_PX);
  const frame = { x: -FILE_MARGIN_PX, y: -FILE_MARGIN_PX, width, height };
  for (const [name, value] of Object.entries({ ...frame, fill: background })) backdrop.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({ width, height, viewBox: Object.values(frame).join(' ') })) svg.setAttribute(name, String(value));
  svg.querySelector('style')?.after(backdrop);
  return new XMLSerializer().serializeToString(svg);
}
