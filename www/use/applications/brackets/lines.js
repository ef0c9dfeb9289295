/** Lines of a text on a canvas, each indented by its depth, every character in a colour. */
import { read, upload } from '../../device/device.js';
import { mapped } from '../../device/scans.js';
import { IS_WRONG } from './nesting.js';

/** @typedef {import('../../drawing/draw.js').Box} Box */
/** @typedef {import('../../types.d.ts').State} State */
/** @typedef {{ text: string, depth: number, colors: string[] }} Line colors: of its characters */

const FONT = '12px ui-monospace, monospace';
/** Pixels from line to line, of an indentation, and of the narrowest letter of such a font. */
const [LINE_HEIGHT, INDENT, NARROWEST] = [18, 16, 5];

/** The first character in view. @param {State} state */
export const firstOf = ({ input: { text }, settings }) => text.lastIndexOf('\n', Math.floor(settings.at * (text.length - 1))) + 1;

/** The indices of the characters of each line that a box has room for. @param {Box} box @param {State} state */
function inView({ width, height }, state) {
  const { text } = state.input;
  /** @type {number[][]} */
  const lines = [];
  for (let start = firstOf(state); start < text.length && lines.length * LINE_HEIGHT < height;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    lines.push(Array.from({ length: Math.min(end - start, Math.ceil(width / NARROWEST)) }, (_, i) => start + i));
    start = end + 1;
  }
  return lines;
}

/** The depths of characters, and whether each is wrong, in turns. @param {GPUDevice} device @param {number[]} indices @param {State} state */
async function readAt(device, indices, { input: { kinds }, found: { unmatched, partners } }) {
  if (!indices.length) return new Uint32Array(0);
  const places = upload(device, Uint32Array.from(indices));
  const expressions = ['unmatched[2 * places[i] + 1]', 'u32(is_wrong(places[i]))'];
  const arrays = { places, kinds, unmatched, partners };
  const words = mapped(device, indices.length, expressions, { type: 'u32', arrays, code: IS_WRONG });
  try {
    return await read(device, words);
  } finally {
    places.destroy();
    words.destroy();
  }
}

/**
 * The lines in view: the canvas draws letters, so what they look like is read, of these alone.
 * @param {GPUDevice} device @param {import('../../types.d.ts').Theme} theme @param {Box} box @param {State} state @param {string} step
 */
export async function linesOn(device, theme, box, state, step) {
  const { text, kinds } = state.input;
  const lines = inView(box, state);
  const words = await readAt(device, lines.flat(), state);
  let rank = 0;
  return lines.map((line) => {
    /** @type {Line} */
    const drawn = { text: text.slice(line[0], line[0] + line.length), depth: 0, colors: [] };
    // A line is as deep as what is before it, but for a bracket that closes.
    if (step !== 'pairs') drawn.depth = Math.max(0, words[2 * rank] - Number(kinds[line[0]] > 0));
    for (const i of line) {
      const [depth, isWrong] = words.subarray(2 * rank++);
      if (!kinds[i]) drawn.colors.push(step === 'levels' ? theme.line : theme.muted);
      else if (step === 'pairs') drawn.colors.push(theme.text);
      else if (step === 'sort' && isWrong) drawn.colors.push(theme.bad);
      else drawn.colors.push(theme.series[(depth + Number(kinds[i] < 0)) % 5]);
    }
    return drawn;
  });
}

/** @param {CanvasRenderingContext2D} context @param {Box} box @param {Line[]} lines */
export function drawLines(context, { x, y, width, height }, lines) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const wide = context.measureText('x').width;
  for (const [row, { text, depth, colors }] of lines.entries()) {
    const left = x + 10 + INDENT * depth;
    for (let i = 0; i < text.length && left + i * wide < x + width; i++) {
      context.fillStyle = colors[i];
      context.fillText(text[i], left + i * wide, y + (row + 1) * LINE_HEIGHT);
    }
  }
  context.restore();
}
