/** Draws the bars of upload, GPU and readback as an SVG. */
import { ticks as ticksOf } from 'd3-array';
import { GRID, scaleOf, xAxisMarks } from './axes.ts';
import { emptyChart } from './draw.ts';
import { AXIS_PX, CAPTION_ROW_PX, captionMarks, LEGEND_ROW_PX, legendLayout } from './legend.ts';
import { halo, text } from './shapes.ts';
import { addTip } from './tip.ts';
import { COLORS, CPU_COLOR } from '../ui/series.ts';
import { s } from '../ui/svg.ts';
import { PART_TITLES } from './split-points.ts';
import type { Frame, Scale } from './axes.ts';
import type { ChartOptions } from './draw.ts';
import type { Bar, PartName } from './split-points.ts';

export { barsOf } from './split-points.ts';

/** `top` is the position of the bar's line of text, in px. */
type PlacedBar = Bar & { top: number };
type SplitOptions = Pick<ChartOptions, 'width' | 'background' | 'label' | 'caption'> & {
  color: (color: { light: string; dark: string }) => string;
  axis: (value: number) => string;
  sizeOf: (n: number) => string;
  shares: boolean;
};

/** The colour and the hatching of each part. */
const LOOKS: Record<PartName, { color: { light: string; dark: string }; lines: string }> = {
  upload: { color: COLORS[0], lines: 'M-2,2L2,-2M0,8L8,0M6,10L10,6' },
  gpu: { color: COLORS[1], lines: '' },
  readback: { color: COLORS[2], lines: 'M-2,6L2,10M0,0L8,8M6,-2L10,2' },
  cpu: { color: CPU_COLOR, lines: 'M0,4H8M4,0V8' },
};
const NAMES = Object.keys(LOOKS) as PartName[];
/** The heights of a heading, of a row with a text and a bar, of the bar, and of the text. */
const [HEAD_PX, BAR_ROW_PX, BAR_PX, TEXT_PX] = [30, 46, 16, 18];
/** Space beside the axis for the outer halves of its first and last labels. */
const SIDE_PX = 22;
const SWATCH_PX = 16;
/** The widths of a letter, of the narrowest title of a bar, and of the narrowest part that has a label. */
const [LETTER_PX, MIN_TITLE_PX, LABEL_PX] = [6.6, 120, 44];
/** The number of drawings so far. It makes the ids of patterns unique in the page. */
let drawings = 0;

export function drawSplit(bars: Bar[], options: SplitOptions): SVGSVGElement {
  const { width, caption = [], shares, background, label } = options;
  const { placed, heads, height } = placesOf(bars, shares);
  const shown = NAMES.filter((name) => bars.some(({ parts }) => parts.some(({ part }) => part === name)));
  const legend = legendLayout(
    shown.map((name) => ({ title: PART_TITLES[name] })),
    width,
  );
  const top = legend.rows * LEGEND_ROW_PX + 12;
  const frame = { left: SIDE_PX, right: width - SIDE_PX, top, bottom: top + height };
  const fillOf = patternNames();
  const most = shares ? 1 : Math.max(...placed.flatMap(({ parts }) => parts.map(({ to }) => to)), 0);
  const x = scaleOf([0, most || 1], [frame.left, frame.right]);
  const chart = emptyChart(width, frame.bottom + AXIS_PX + caption.length * CAPTION_ROW_PX, label);
  chart.append(
    patterns(fillOf, options),
    ...(most ? axisMarks(options, frame, x, most) : []),
    ...barMarks(placed, fillOf, options, frame, x),
    ...heads.map(({ n, top: own }) =>
      text(`n = ${options.sizeOf(n)}`, frame.left, top + own + 18, {
        class: 'split-size',
        'text-anchor': 'start',
        'font-weight': 650,
        'font-size': 13,
        dy: '0.32em',
      }),
    ),
    legendOf(shown, legend, fillOf),
    ...captionMarks(caption, frame.bottom),
  );
  const targets = placed.map(({ parts, top: own, tip }) => ({
    x: x((parts.at(-1)?.to ?? 0) / 2),
    y: top + own + TEXT_PX + BAR_PX / 2,
    tip,
  }));
  // Horizontal distances count little, so that the pointer finds a bar over the whole length of the bar.
  addTip(chart, targets, { background, letters: Math.min(60, Math.floor(width / LETTER_PX)), acrossWeight: 0.01 });
  return chart;
}

/** The positions of the bars, by size. With `headed`, each size has a heading. */
function placesOf(bars: Bar[], headed: boolean) {
  const placed: PlacedBar[] = [];
  const heads: { n: number; top: number }[] = [];
  let top = 0;
  for (const bar of bars) {
    if (headed && heads.at(-1)?.n !== bar.n) {
      heads.push({ n: bar.n, top });
      top += HEAD_PX;
    }
    placed.push({ ...bar, top });
    top += BAR_ROW_PX;
  }
  return { placed, heads, height: top };
}

function axisMarks({ axis, shares, width }: SplitOptions, frame: Frame, x: Scale, most: number) {
  const ticks = ticksOf(0, most, width < 480 ? 4 : 8);
  return [
    s('g', { class: 'grid' }, ...ticks.map((tick) => s('line', { x1: x(tick), x2: x(tick), y1: frame.top, y2: frame.bottom, ...GRID }))),
    xAxisMarks(frame, x, ticks, axis),
    text(shares ? 'share of the whole time' : 'time, less is better', frame.right, frame.bottom + 36, {
      'text-anchor': 'end',
      'font-weight': 600,
    }),
  ];
}

function barMarks(bars: PlacedBar[], fillOf: (part: PartName) => string, options: SplitOptions, { left, right, top }: Frame, x: Scale) {
  const parts = bars.flatMap((bar) => bar.parts.map((part) => ({ ...part, y: top + bar.top + TEXT_PX + 2 })));
  const colorOf = (name: PartName) => options.color(LOOKS[name].color);
  const wide = parts.filter(({ from, to, label }) => x(to) - x(from) > Math.max(LABEL_PX, label.length * LETTER_PX + 8));
  const look = { dy: '0.32em', ...halo(options.background, 4) };
  const titleLetters = Math.floor(Math.max(MIN_TITLE_PX, right - left - 140) / LETTER_PX);
  const middle = (bar: PlacedBar) => top + bar.top + TEXT_PX / 2;
  return [
    ...NAMES.map((name) =>
      s(
        'g',
        { class: `split-${name}`, fill: fillOf(name), stroke: colorOf(name) },
        ...parts
          .filter(({ part }) => part === name)
          .map(({ from, to, y }) => s('rect', { x: x(from), width: x(to) - x(from), y, height: BAR_PX })),
      ),
    ),
    s(
      'g',
      { class: 'split-label', 'font-size': 11, 'font-weight': 600 },
      ...wide.map(({ from, to, label, y }) => text(label, x((from + to) / 2), y + BAR_PX / 2, look)),
    ),
    s(
      'g',
      { class: 'split-title', 'text-anchor': 'start' },
      ...bars.map((bar) => text(clipped(bar.title, titleLetters), left, middle(bar), look)),
    ),
    s(
      'g',
      { class: 'split-total', 'text-anchor': 'end', 'font-weight': 600 },
      ...bars.map((bar) => text(bar.total, right, middle(bar), look)),
    ),
  ];
}

/** The title, shortened to at most this number of letters. */
function clipped(title: string, letters: number) {
  return title.length > letters ? `${title.slice(0, letters - 1).trimEnd()}…` : title;
}

function patternNames(): (part: PartName) => string {
  const drawing = ++drawings;
  return (part) => `url(#split-${drawing}-${part})`;
}

function patterns(fillOf: (part: PartName) => string, { color, background }: SplitOptions) {
  const defs = s('defs', {});
  for (const name of NAMES) {
    const { color: own, lines } = LOOKS[name];
    const pattern = s('pattern', { id: fillOf(name).slice(5, -1), width: 8, height: 8, patternUnits: 'userSpaceOnUse' });
    pattern.append(s('rect', { width: 8, height: 8, fill: color(own), 'fill-opacity': lines ? 0.25 : 0.85 }));
    pattern.prepend(s('rect', { width: 8, height: 8, fill: background }));
    if (lines) pattern.append(s('path', { d: lines, stroke: color(own), 'stroke-width': 2, fill: 'none' }));
    defs.append(pattern);
  }
  return defs;
}

function legendOf(names: PartName[], { places }: ReturnType<typeof legendLayout>, fillOf: (part: PartName) => string) {
  const entries = names.flatMap((name, i) => {
    const [x, y] = [places[i].dx, places[i].row * LEGEND_ROW_PX + 2];
    return [
      s('rect', { x, y, width: SWATCH_PX, height: SWATCH_PX, fill: fillOf(name), stroke: 'currentColor', 'stroke-opacity': 0.5 }),
      text(PART_TITLES[name], x + SWATCH_PX + 6, y + SWATCH_PX / 2, { dy: '0.35em', 'text-anchor': 'start' }),
    ];
  });
  return s('g', { class: 'legend' }, ...entries);
}
