/** Tables of cells on a canvas, as large as the picture. */
import { label, wordImage } from './draw.ts';
import type { Surface } from '../types.ts';
import type { DrawnImage } from './image.ts';

type Table = {
  columns: number;
  /** of its rows */
  labels: string[];
  /** a cell */
  framed?: { column: number; row: number } | null;
};

/** In CSS pixels: smaller cells have no gaps between them, and lower rows no labels. */
const [LEAST_WITH_GAPS, LEAST_WITH_LABELS] = [4, 11];

/** Shows an image of a pixel a cell as a table. */
export function showTable(surface: Surface, image: DrawnImage, { columns, labels, framed }: Table) {
  const { context, width, height, theme } = surface;
  const rows = labels.length;
  const [wide, high] = [width / columns, height / rows];
  wordImage(surface, { x: 0, y: 0, width, height }, image, columns);
  context.fillStyle = theme.surface;
  if (wide > LEAST_WITH_GAPS) for (let column = 1; column <= columns; column++) context.fillRect(column * wide - 1, 0, 1, height);
  if (high > LEAST_WITH_GAPS) for (let row = 1; row <= rows; row++) context.fillRect(0, row * high - 1, width, 1);
  if (high >= LEAST_WITH_LABELS)
    for (const [row, text] of labels.entries()) label(surface, text, 6, (row + 0.5) * high + 4, { color: theme.text });
  if (!framed) return;
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.strokeRect(framed.column * wide, framed.row * high, wide, high);
}
