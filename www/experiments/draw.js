/** Draws a line chart over n or over a tuning parameter. The caller has loaded Plot. */

/** @typedef {typeof import('../chart/chart.js')} Library */
/** @typedef {import('./series.js').Line} Line */
/** @typedef {{ line: string, x: number, value: number, interval: [number, number] | null, failed: boolean, tip: string }} Mark */

/**
 * @typedef {object} Picture
 * @property {Mark[]} marks ascending in x
 * @property {Line[]} lines
 * @property {number[]} xs All values of the x axis, ascending, so that the axis is constant while points are added.
 * @property {boolean} linear Whether the x axis is linear, not logarithmic.
 * @property {string} xLabel
 * @property {string} yLabel
 * @property {(x: number) => string} xFormat
 * @property {(value: number) => string} yFormat
 * @property {string} label For screen readers.
 */

const [LEGEND_ROW_PX, LEGEND_LETTER_PX, LEGEND_MARK_PX] = [20, 7.2, 38];
const [LEFT_PX, RIGHT_PX, AXIS_PX, HEAD_PX] = [58, 18, 44, 30];
/** The least distance between labels of the x axis. */
const TICK_PX = 50;
/** Room between the data and the axis, for the crosses of failed points. */
const FAILED_PX = 24;
const BACKGROUND = 'var(--surface)';

/** @param {Library} library @param {Picture} picture @param {number} width @param {number} height of the data @returns {SVGSVGElement | HTMLElement} */
export function draw(library, picture, width, height) {
  const { marks, lines, xs, linear } = picture;
  const legend = legendLayout(lines, width);
  const top = legend.rows * LEGEND_ROW_PX + HEAD_PX;
  const y = yAxis(marks);
  const ids = lines.map(({ id }) => id);
  const svg = library.plot({
    width,
    height: height + top,
    marginTop: top,
    marginLeft: LEFT_PX,
    marginRight: RIGHT_PX,
    marginBottom: AXIS_PX,
    style: { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', overflow: 'visible' },
    x: { ...(linear ? { type: 'linear' } : { type: 'log', base: 2 }), domain: xDomain(xs, linear), axis: null },
    insetBottom: marks.some(({ failed }) => failed) ? FAILED_PX : 0,
    y: { type: 'log', domain: y.domain, axis: null },
    color: { domain: ids, range: lines.map(({ light, dark }) => `light-dark(${light}, ${dark})`) },
    symbol: { domain: ids, range: lines.map(({ symbol }) => symbol) },
    marks: [
      ...axisMarks(library, picture, y.ticks, width),
      ...dataMarks(library, picture, y.domain[0]),
      ...legendMarks(library, lines, legend.places, top),
    ],
  });
  // The owner names the image; Plot's labels of the parts mean nothing to screen readers.
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** @param {number[]} xs @param {boolean} linear @returns {[number, number]} A single value gets an extent. */
function xDomain(xs, linear) {
  const [low, high] = [xs[0], xs[xs.length - 1]];
  if (low !== high) return [low, high];
  return linear ? [low - 1, high + 1] : [low / 2, high * 2];
}

/** @param {Mark[]} marks */
function yAxis(marks) {
  const values = marks
    .flatMap(({ value, interval }) => [value, ...(interval ?? [])])
    .filter((value) => value > 0 && Number.isFinite(value));
  if (!values.length) return { domain: [1, 10], ticks: [] };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = most / least < 4 ? 2 : 1.25;
  const [low, high] = [least / room, most * room];
  return { domain: [low, high], ticks: decades(low, high) };
}

/** Powers of ten; if there are few, also their multiples by 2 and 5. @param {number} low @param {number} high */
function decades(low, high) {
  const steps = high / low > 500 ? [1] : [1, 2, 5];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => steps.map((step) => step * 10 ** (first + i)));
  return ticks.flat().filter((tick) => tick >= low && tick <= high);
}

/** Ticks whose labels do not overlap. @param {Picture} picture @param {number} width */
function xTicks({ xs, linear }, width) {
  const place = linear ? Number : Math.log2;
  const [low, high] = xDomain(xs, linear).map(place);
  const closest = ((high - low) * TICK_PX) / Math.max(TICK_PX, width - LEFT_PX - RIGHT_PX);
  return xs.reduce(
    (kept, x) => (!kept.length || place(x) - place(kept[kept.length - 1]) >= closest ? [...kept, x] : kept),
    /** @type {number[]} */ ([]),
  );
}

/** Ticks are formatted here: on a log scale, Plot omits some labels. @param {Library} library @param {Picture} picture @param {number[]} yTicks @param {number} width */
function axisMarks({ axisX, axisY, gridY, text }, picture, yTicks, width) {
  const { xLabel, yLabel, xFormat, yFormat } = picture;
  return [
    gridY(yTicks),
    axisY(yTicks, { text: yFormat, label: null }),
    axisX(xTicks(picture, width), { text: xFormat, label: null }),
    text([yLabel], { frameAnchor: 'top-left', dx: -LEFT_PX, dy: -14, textAnchor: 'start', lineAnchor: 'bottom', fontWeight: 600 }),
    text([xLabel], { frameAnchor: 'bottom-right', dy: 36, textAnchor: 'end', fontWeight: 600 }),
  ];
}

/** @param {Library} library @param {Picture} picture @param {number} low The least value on the axis. */
function dataMarks({ dot, line, pointer, ruleX, tip }, { marks, lines }, low) {
  const dashed = new Set(lines.filter((one) => one.dashed).map(({ id }) => id));
  const style = { x: 'x', y: 'value', z: 'line', stroke: 'line', strokeWidth: 1.75 };
  const good = marks.filter(({ value }) => Number.isFinite(value));
  const failed = marks.filter((mark) => mark.failed);
  const known = good.filter(({ interval }) => interval);
  const end =
    (/** @type {0 | 1} */ side) =>
    (/** @type {Mark} */ { interval }) =>
      interval?.[side];
  return [
    line(
      marks.filter((mark) => !dashed.has(mark.line)),
      style,
    ),
    line(
      marks.filter((mark) => dashed.has(mark.line)),
      { ...style, strokeDasharray: '5 4' },
    ),
    ruleX(known, { x: 'x', y1: end(0), y2: end(1), stroke: 'line', strokeWidth: 1.5 }),
    dot(good, { x: 'x', y: 'value', symbol: 'line', fill: 'line', stroke: 'line', r: 3.5, className: 'verified-points' }),
    dot(failed, {
      x: 'x',
      frameAnchor: 'bottom',
      dy: -8,
      symbol: 'cross',
      rotate: 45,
      stroke: 'line',
      strokeWidth: 1.5,
      fill: BACKGROUND,
      r: 6,
      className: 'failed-points',
    }),
    tip(
      [...good, ...failed],
      pointer({
        x: 'x',
        y: (/** @type {Mark} */ { value, failed: wrong }) => (wrong ? low : value),
        title: 'tip',
        fill: BACKGROUND,
        stroke: 'currentColor',
        strokeOpacity: 0.4,
      }),
    ),
  ];
}

/** Positions of the legend's entries, in as many rows as necessary. @param {Line[]} lines @param {number} width */
function legendLayout(lines, width) {
  let [x, row] = [0, 0];
  const places = lines.map(({ title }) => {
    const entry_px = title.length * LEGEND_LETTER_PX + LEGEND_MARK_PX;
    if (x > 0 && x + entry_px > width) [x, row] = [0, row + 1];
    const place = { dx: x - LEFT_PX, row };
    x += entry_px;
    return place;
  });
  return { places, rows: row + 1 };
}

/** @param {Library} library @param {Line[]} lines @param {{ dx: number, row: number }[]} places @param {number} top */
function legendMarks({ dot, text }, lines, places, top) {
  return lines.flatMap(({ id, title, dashed }, i) => {
    const { dx, row } = places[i];
    const place = { frameAnchor: /** @type {const} */ ('top-left'), dy: 10 - top + row * LEGEND_ROW_PX, className: 'legend' };
    const own = () => id;
    return [
      text([dashed ? '╌╌' : '—'], { ...place, dx, textAnchor: 'start', lineAnchor: 'middle', fill: own, fontWeight: 700, fontSize: 18 }),
      dot([id], { ...place, dx: dx + 9, symbol: own, fill: own, stroke: own, r: 4 }),
      text([title], { ...place, dx: dx + 24, textAnchor: 'start', lineAnchor: 'middle' }),
    ];
  });
}
