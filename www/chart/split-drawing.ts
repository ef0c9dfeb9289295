/** Draws the bars of upload, GPU and readback as an SVG. */
import * as Plot from '@observablehq/plot';
import { AXIS_PX, CAPTION_ROW_PX, captionMarks, LEGEND_ROW_PX, legendLayout } from './legend.ts';
import { svg } from './marks.ts';
import { COLORS, CPU_COLOR } from '../ui/series.ts';
import { PART_TITLES } from './split-points.ts';
import type { ChartOptions } from './draw.ts';
import type { Bar, PartName } from './split-points.ts';

/** top: the position of its line of text, in px */
type PlacedBar = Bar & { top: number };
type SplitOptions = Pick<ChartOptions, 'width' | 'background' | 'label' | 'caption'> & {
  color: (color: { light: string; dark: string }) => string;
  axis: (value: number) => string;
  sizeOf: (n: number) => string;
  shares: boolean;
};

/** Colours and hatchings, different for each part. */
const LOOKS: Record<PartName, { color: { light: string; dark: string }; lines: string }> = {
  upload: { color: COLORS[0], lines: 'M-2,2L2,-2M0,8L8,0M6,10L10,6' },
  gpu: { color: COLORS[1], lines: '' },
  readback: { color: COLORS[2], lines: 'M-2,6L2,10M0,0L8,8M6,-2L10,2' },
  cpu: { color: CPU_COLOR, lines: 'M0,4H8M4,0V8' },
};
const NAMES = Object.keys(LOOKS) as PartName[];
/** Heights: of a heading, of a row of bar and text, of the bar, of the text. */
const [HEAD_PX, BAR_ROW_PX, BAR_PX, TEXT_PX] = [30, 46, 16, 18];
/** Space for the ends of the axis's labels. */
const SIDE_PX = 22;
const SWATCH_PX = 16;
/** Widths: of a letter, of the text to the right of a bar's title, of the narrowest part that has a label. */
const [LETTER_PX, MIN_TITLE_PX, LABEL_PX] = [6.6, 120, 44];
/** The number of drawings. It makes the ids of patterns unique in the page. */
let drawings = 0;

export function drawSplit(bars: Bar[], options: SplitOptions): SVGSVGElement {
  const { width, caption = [], shares, background } = options;
  const { placed, heads, height } = placesOf(bars, shares);
  const shown = NAMES.filter((name) => bars.some(({ parts }) => parts.some(({ part }) => part === name)));
  const legend = legendLayout(
    shown.map((name) => ({ title: PART_TITLES[name] })),
    width,
  );
  const top = legend.rows * LEGEND_ROW_PX + 12;
  const bottom = AXIS_PX + caption.length * CAPTION_ROW_PX;
  const fillOf = patternNames();
  const most = shares ? 1 : Math.max(...placed.flatMap(({ parts }) => parts.map(({ to }) => to)), 0);
  const chart = Plot.plot({
    width,
    height: height + top + bottom,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: SIDE_PX,
    marginRight: SIDE_PX,
    style: { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', overflow: 'visible' },
    ariaLabel: options.label,
    x: { domain: [0, most || 1], axis: null },
    y: { domain: [height, 0], axis: null },
    color: { domain: NAMES, range: NAMES.map((name) => options.color(LOOKS[name].color)) },
    marks: [
      () => patterns(fillOf, options),
      ...(most ? axisMarks(options, width) : []),
      ...barMarks(placed, fillOf, options, (width - 2 * SIDE_PX) / (most || 1)),
      Plot.text(heads, {
        frameAnchor: 'left',
        y: 'top',
        dy: 18,
        text: ({ n }) => `n = ${options.sizeOf(n)}`,
        fontWeight: 650,
        fontSize: 13,
        className: 'split-size',
      }),
      () => legendOf(shown, legend, fillOf),
      ...captionMarks(caption, SIDE_PX),
      Plot.tip(
        placed,
        Plot.pointerY({
          x: ({ parts }: PlacedBar) => (parts.at(-1)?.to ?? 0) / 2,
          y: (bar: PlacedBar) => bar.top + TEXT_PX + BAR_PX / 2,
          title: 'tip',
          lineWidth: Math.min(34, width / 14),
          fill: background,
          stroke: 'currentColor',
          strokeOpacity: 0.4,
        }),
      ),
    ],
  });
  chart.setAttribute('role', 'img');
  return chart as SVGSVGElement;
}

/** Positions of the bars by size. With several sizes, each has a heading. */
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

function axisMarks({ axis, shares }: SplitOptions, width: number) {
  const ticks = width < 480 ? 4 : 8;
  return [
    Plot.gridX({ ticks }),
    Plot.axisX({ ticks, tickFormat: axis, label: null }),
    Plot.text([shares ? 'share of the whole time' : 'time, less is better'], {
      frameAnchor: 'bottom-right',
      dy: 36,
      textAnchor: 'end',
      fontWeight: 600,
    }),
  ];
}

/** @param px gives the position of a value on the axis */
function barMarks(bars: PlacedBar[], fillOf: (part: PartName) => string, { background, width }: SplitOptions, px: number) {
  const parts = bars.flatMap((bar) =>
    bar.parts.map((part) => ({ ...part, y1: bar.top + TEXT_PX + 2, y2: bar.top + TEXT_PX + 2 + BAR_PX })),
  );
  const wide = parts.filter(({ from, to, label }) => (to - from) * px > Math.max(LABEL_PX, label.length * LETTER_PX + 8));
  const at = { y: 'top', dy: TEXT_PX / 2 };
  const halo = { fill: 'currentColor', stroke: background, strokeWidth: 4 };
  return [
    ...NAMES.map((name) =>
      Plot.rect(
        parts.filter(({ part }) => part === name),
        { x1: 'from', x2: 'to', y1: 'y1', y2: 'y2', fill: fillOf(name), stroke: () => name, strokeWidth: 1, className: `split-${name}` },
      ),
    ),
    Plot.text(wide, {
      x: ({ from, to }) => (from + to) / 2,
      y: ({ y1 }) => y1 + BAR_PX / 2,
      text: 'label',
      fontSize: 11,
      fontWeight: 600,
      ...halo,
      className: 'split-label',
    }),
    Plot.text(bars, {
      ...at,
      frameAnchor: 'left',
      text: 'title',
      textOverflow: 'ellipsis',
      lineWidth: Math.max(MIN_TITLE_PX, width - 2 * SIDE_PX - 140) / 12,
      ...halo,
      className: 'split-title',
    }),
    Plot.text(bars, { ...at, frameAnchor: 'right', text: 'total', fontWeight: 600, ...halo, className: 'split-total' }),
  ];
}

function patternNames(): (part: PartName) => string {
  const drawing = ++drawings;
  return (part) => `url(#split-${drawing}-${part})`;
}

function patterns(fillOf: (part: PartName) => string, { color, background }: SplitOptions) {
  const defs = svg('defs', {});
  for (const name of NAMES) {
    const { color: own, lines } = LOOKS[name];
    const pattern = svg('pattern', { id: fillOf(name).slice(5, -1), width: 8, height: 8, patternUnits: 'userSpaceOnUse' });
    pattern.append(svg('rect', { width: 8, height: 8, fill: color(own), 'fill-opacity': lines ? 0.25 : 0.85 }));
    pattern.prepend(svg('rect', { width: 8, height: 8, fill: background }));
    if (lines) pattern.append(svg('path', { d: lines, stroke: color(own), 'stroke-width': 2, fill: 'none' }));
    defs.append(pattern);
  }
  return defs;
}

function legendOf(names: PartName[], { places }: ReturnType<typeof legendLayout>, fillOf: (part: PartName) => string) {
  const group = svg('g', { class: 'legend' });
  names.forEach((name, i) => {
    const [x, y] = [places[i].dx, places[i].row * LEGEND_ROW_PX + 2];
    const text = svg('text', { x: x + SWATCH_PX + 6, y: y + SWATCH_PX / 2, dy: '0.35em', fill: 'currentColor', 'text-anchor': 'start' });
    text.textContent = PART_TITLES[name];
    group.append(
      svg('rect', { x, y, width: SWATCH_PX, height: SWATCH_PX, fill: fillOf(name), stroke: 'currentColor', 'stroke-opacity': 0.5 }),
      text,
    );
  });
  return group;
}
