/** The legend and the caption. They are parts of the drawing, so that a saved file contains them. */
import { marker, text } from './shapes.ts';
import { s } from '../ui/svg.ts';
import type { Series } from '../ui/element-types.ts';

export const LEGEND_ROW_PX = 20;
const LETTER_PX = 7.2;
export const CAPTION_ROW_PX = 16;
export const AXIS_PX = 44;

/** The stroke of each kind of line as characters. */
const STROKES: Record<Series['line'], string> = { solid: '—', dashed: '╌╌', bound: '╍╍', predicted: '···' };

/** The positions of the entries of the legend. If one row is too short, there are several rows. */
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

export function legendMarks(series: Series[], { places }: ReturnType<typeof legendLayout>, colorOf: (id: string) => string) {
  return series.map(({ id, title, symbol, line }, i) => {
    const [x, y] = [places[i].dx, 10 + places[i].row * LEGEND_ROW_PX];
    const look = { 'text-anchor': 'start', dy: '0.32em' };
    const color = colorOf(id);
    return s(
      'g',
      { class: `legend legend-${line}` },
      text(STROKES[line], x, y, { ...look, fill: color, 'font-weight': 700, 'font-size': 18 }),
      ...(symbol ? [marker(symbol, x + 9, y, 4.5, { fill: color, stroke: color })] : []),
      text(title, x + 24, y, look),
    );
  });
}

/**
 * The lines of text below the x axis.
 * @param bottom the bottom of the data, in px
 */
export function captionMarks(caption: string[], bottom: number) {
  return caption.map((line, i) =>
    text(line, 0, bottom + AXIS_PX + 8 + i * CAPTION_ROW_PX, { class: 'caption', 'text-anchor': 'start', 'font-size': 11, dy: '0.32em' }),
  );
}
