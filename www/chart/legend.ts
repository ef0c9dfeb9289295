/** The legend and the caption. They are parts of the drawing, so that files have them too. */
import * as Plot from '@observablehq/plot';
import { LEFT_PX } from './axes.ts';
import type { Series } from '../ui/element-types.ts';

export const LEGEND_ROW_PX = 20;
const LETTER_PX = 7.2;
export const CAPTION_ROW_PX = 16;
export const AXIS_PX = 44;

/** The strokes of lines as characters. */
const STROKES: Record<Series['line'], string> = { solid: '—', dashed: '╌╌', bound: '╍╍', predicted: '···' };

/** Positions of the legend's entries, in as many rows as needed. */
export function legendLayout(series: Pick<Series, 'title'>[], width: number) {
  let [x, row] = [0, 0];
  const places = series.map(({ title }) => {
    const entry_px = title.length * LETTER_PX + 38;
    if (x > 0 && x + entry_px > width) [x, row] = [0, row + 1];
    const place = { dx: x, row };
    x += entry_px;
    return place;
  });
  return { places, rows: row + 1 };
}

export function legendMarks(series: Series[], { places }: ReturnType<typeof legendLayout>, top: number) {
  return series.flatMap(({ id, title, symbol, line }, i) => {
    const dx = places[i].dx - LEFT_PX;
    const place = {
      frameAnchor: 'top-left' as const,
      dy: 10 - top + places[i].row * LEGEND_ROW_PX,
      className: `legend legend-${line}`,
    };
    const own = () => id;
    const dot = symbol ? [Plot.dot([id], { ...place, dx: dx + 9, symbol: own, fill: own, stroke: own, r: 4.5 })] : [];
    return [
      Plot.text([STROKES[line]], { ...place, dx, textAnchor: 'start', lineAnchor: 'middle', fill: own, fontWeight: 700, fontSize: 18 }),
      ...dot,
      Plot.text([title], { ...place, dx: dx + 24, textAnchor: 'start', lineAnchor: 'middle' }),
    ];
  });
}

/** @param left the left margin */
export function captionMarks(caption: string[], left: number = LEFT_PX) {
  return caption.map((text, i) =>
    Plot.text([text], {
      frameAnchor: 'bottom-left',
      dx: -left,
      dy: AXIS_PX + 8 + i * CAPTION_ROW_PX,
      textAnchor: 'start',
      fontSize: 11,
      className: 'caption',
    }),
  );
}
