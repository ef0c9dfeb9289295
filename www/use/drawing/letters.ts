/** Lines of letters on a canvas, one cell per letter, each in one of several colours. */
import { read, upload } from '../device/device.ts';
import { mapped } from '../device/scans.ts';
import type { Given } from '../device/scans.ts';
import type { PreparedImage, Surface } from '../types.ts';
import type { Box } from './draw.ts';
import type { Lab } from './image.ts';

/** ranks: the index of the colour of each letter; indent: the number of indentations before the first letter. */
type Line = { text: string; ranks: ArrayLike<number>; indent?: number };

/** In CSS pixels: the height of a line, the space below its baseline, the width of an indentation, and the width of the narrowest letter. */
const [LINE_HEIGHT, DESCENT, INDENT, NARROWEST] = [18, 4, 16, 5];

/**
 * The start and the end of each line of a text, for the lines that fit a box completely.
 * @param first the index at which the first line begins, below the text's length
 */
export function linesInView(text: string, first: number, { width, height }: { width: number; height: number }) {
  const rows = Math.max(1, Math.floor((height - DESCENT) / LINE_HEIGHT));
  const columns = Math.max(1, Math.ceil(width / NARROWEST));
  const lines: [start: number, end: number][] = [];
  for (let start = first; start < text.length && lines.length < rows;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    lines.push([start, Math.min(end, start + columns)]);
    start = end + 1;
  }
  return lines;
}

/** A text, and WGSL expressions of a character's index `i` for the character's appearance. */
type Shown = {
  /** the box of the lines in a picture of a size, in CSS pixels */
  box: (size: { width: number; height: number }) => Box;
  /** at least one character */
  text: string;
  /** the index at which the first line in view begins */
  first: number;
  /** the index of a character's colour */
  rank: string;
  /** the number of indentations of a line that begins with the character */
  indent: string;
  arrays: Given['arrays'];
};

/**
 * The lines in view. The 2D canvas draws the letters, so the colours of letters and the indentations of lines are read back. Commands are
 * submitted before the promise is returned.
 */
export async function prepareLines(
  { device }: Lab,
  { width, height, scale }: PreparedImage,
  { box, text, first, rank, indent, arrays }: Shown,
): Promise<Line[]> {
  const lines = linesInView(text, first, box({ width: width / scale, height: height / scale }));
  // An empty line has the indentation of its line feed.
  const indices = lines.flatMap(([start, end]) => Array.from({ length: Math.max(1, end - start) }, (_, i) => start + i));
  const places = upload(device, Uint32Array.from(indices));
  const found = mapped(device, indices.length, ['rank_of(places[i])', 'indent_of(places[i])'], {
    type: 'u32',
    arrays: { ...arrays, places },
    code: `fn rank_of(i: u32) -> u32 { return ${rank}; }
    fn indent_of(i: u32) -> u32 { return ${indent}; }`,
  });
  try {
    const words = await read(device, found);
    let at = 0;
    return lines.map(([start, end]) => {
      const ofLine = words.subarray(2 * at, 2 * (at += Math.max(1, end - start)));
      return { text: text.slice(start, end), ranks: ofLine.filter((_, i) => i % 2 === 0), indent: ofLine[1] };
    });
  } finally {
    places.destroy();
    found.destroy();
  }
}

/**
 * Draws lines clipped to a box.
 * @param colors by index
 * @param how in CSS pixels; cell: the width of a letter's cell (default: the width of an x); framed: the index of the colour of letters with a frame
 */
export function drawLetters(
  { context }: Surface,
  { x, y, width, height }: Box,
  lines: Line[],
  colors: string[],
  { size = 12, cell, lineHeight = LINE_HEIGHT, framed }: { size?: number; cell?: number; lineHeight?: number; framed?: number } = {},
) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.font = `${size}px ui-monospace, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const wide = cell ?? context.measureText('x').width;
  for (const [row, { text, ranks, indent = 0 }] of lines.entries()) {
    const left = x + INDENT * indent;
    for (let i = 0; i < text.length && left + i * wide < x + width; i++) {
      context.fillStyle = colors[ranks[i]];
      context.fillText(text[i], left + (i + 0.5) * wide, y + (row + 1) * lineHeight);
      if (ranks[i] === framed) frame(context, left + i * wide, y + (row + 1) * lineHeight - size, wide, size + DESCENT);
    }
  }
  context.restore();
}

/** Draws a frame of whole pixels: browsers differ in how they draw fractions of pixels. */
function frame(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number) {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(Math.round);
  context.fillRect(left, top, right - left, 1);
  context.fillRect(left, bottom - 1, right - left, 1);
  context.fillRect(left, top, 1, bottom - top);
  context.fillRect(right - 1, top, 1, bottom - top);
}

/** The height of two aligned lines, in CSS pixels. */
export const ALIGNED_HEIGHT = 84;

/**
 * Shows two lines, letter below letter, over the picture, with a coloured cell below each column.
 * @param top in CSS pixels
 * @param colors by index
 * @param cells the colour of each column's cell
 */
export function showAligned(surface: Surface, top: number, lines: [Line, Line], colors: string[], cells: string[]) {
  const { context, width, theme } = surface;
  const cell = Math.min(22, (width - 20) / cells.length);
  context.fillStyle = theme.surface;
  context.fillRect(0, top, width, ALIGNED_HEIGHT);
  drawLetters(surface, { x: 10, y: top - 2, width: width - 20, height: 60 }, lines, colors, { size: 15, cell, lineHeight: 24 });
  for (const [column, color] of cells.entries()) {
    context.fillStyle = color;
    context.fillRect(10 + column * cell, top + 62, cell - 1, 14);
  }
}
