/** Lines of letters on a canvas, a cell a letter, each in one of several colours. */
import { read, upload } from '../device/device.js';
import { mapped } from '../device/scans.js';

/** @typedef {import('./draw.js').Box} Box */
/** ranks: which of the colours each letter has; indent: how many indentations are before the first. @typedef {{ text: string, ranks: ArrayLike<number>, indent?: number }} Line */

/** In CSS pixels: from line to line, below its baseline, of an indentation, and of the narrowest letter of the font. */
const [LINE_HEIGHT, DESCENT, INDENT, NARROWEST] = [18, 4, 16, 5];

/** The start and the end of each line of a text, from a line's start on, which a box has room for as a whole. @param {string} text @param {number} first below the text's length @param {{ width: number, height: number }} box */
export function linesInView(text, first, { width, height }) {
  const rows = Math.max(1, Math.floor((height - DESCENT) / LINE_HEIGHT));
  const columns = Math.max(1, Math.ceil(width / NARROWEST));
  /** @type {[start: number, end: number][]} */
  const lines = [];
  for (let start = first; start < text.length && lines.length < rows;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    lines.push([start, Math.min(end, start + columns)]);
    start = end + 1;
  }
  return lines;
}

/**
 * A text, and how it looks by expressions of WGSL of a character's index `i`.
 * @typedef {object} Shown
 * @property {(size: { width: number, height: number }) => Box} box of a picture of this size, in CSS pixels
 * @property {string} text of one character or more
 * @property {number} first where the first line in view starts
 * @property {string} rank which of the colours a character has
 * @property {string} indent how many indentations are before a line that it begins
 * @property {import('../device/scans.js').Given['arrays']} arrays
 */

/**
 * The lines in view. The canvas draws letters, so what they look like is read, of these alone; commands are submitted before it returns.
 * @param {import('./image.js').Lab} lab @param {import('../types.d.ts').PreparedImage} size @param {Shown} shown @returns {Promise<Line[]>}
 */
export async function prepareLines({ device }, { width, height, scale }, { box, text, first, rank, indent, arrays }) {
  const lines = linesInView(text, first, box({ width: width / scale, height: height / scale }));
  // Of an empty line, its feed tells the indentation.
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
 * Draws lines within a box, which clips them.
 * @param {import('../types.d.ts').Surface} surface @param {Box} box @param {Line[]} lines @param {string[]} colors by rank
 * @param {{ size?: number, cell?: number, lineHeight?: number, framed?: number }} [how] in CSS pixels; cell: of a letter (default: as wide as it is); framed: the rank of letters in a frame
 */
export function drawLetters(
  { context },
  { x, y, width, height },
  lines,
  colors,
  { size = 12, cell, lineHeight = LINE_HEIGHT, framed } = {},
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

/** A frame of whole pixels: where a browser draws parts of pixels, it does so in more than one way. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} width @param {number} height */
function frame(context, x, y, width, height) {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(Math.round);
  context.fillRect(left, top, right - left, 1);
  context.fillRect(left, bottom - 1, right - left, 1);
  context.fillRect(left, top, 1, bottom - top);
  context.fillRect(right - 1, top, 1, bottom - top);
}

/** The height of two lines that are aligned, in CSS pixels. */
export const ALIGNED_HEIGHT = 84;

/**
 * Shows two lines letter below letter, over what is drawn there, and a cell of a colour below each column.
 * @param {import('../types.d.ts').Surface} surface @param {number} top in CSS pixels @param {[Line, Line]} lines @param {string[]} colors by rank @param {string[]} cells their colours
 */
export function showAligned(surface, top, lines, colors, cells) {
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
