/** The picture of a text's brackets: lines of it, indented by their depth, above the depths of all of it. */
import { accepted, borrowed, read, storage, submit, upload } from '../../device/device.js';
import { imageOf } from '../../drawing/device-image.js';
import { label } from '../../drawing/draw.js';
import { drawText, linesInView } from './program.js';
import { isWrong } from './nesting.js';
import { paintStrip, stripOn } from './depths.js';

/** @typedef {import('../../types.d.ts').State} State */
/** @typedef {import('../../types.d.ts').Surface} Surface */
/** @typedef {import('./program.js').Line} Line */
/** The depths and partners of characters in view. @typedef {{ depthAt(i: number): number, partnerAt(i: number): number }} View */

/** @param {{ width: number, height: number }} size in CSS pixels */
function boxesOf({ width, height }) {
  const high = height - Math.min(90, 0.3 * height);
  return {
    text: { x: 0, y: 4, width, height: high - 10 },
    depths: { x: 0, y: high + 18, width, height: height - high - 20 },
  };
}

/** The first character in view. @param {State} state */
const firstOf = ({ input: { text }, settings }) => text.lastIndexOf('\n', Math.floor(settings.at * (text.length - 1))) + 1;

/** @param {State} state @param {{ width: number, height: number }} size */
const linesOf = (state, size) => linesInView(boxesOf(size).text, state.input.text, firstOf(state));

/** @param {{ width: number, height: number, scale: number }} image @param {State} state @param {(color: string) => number} word @param {Surface['theme']} theme @returns {import('./depths.js').Strip} */
function stripOf({ width, height, scale }, { input, found }, word, theme) {
  const { depths } = boxesOf({ width: width / scale, height: height / scale });
  const line = Math.round(1.5 * scale);
  const rows = Math.max(line, Math.round(depths.height * scale));
  // A wrong one may be anything.
  const deepest = Math.min(Math.max(1, found.deepest), input.kinds.length);
  const words = { curve: word(theme.accent) | 0, bad: word(theme.bad) | 0 };
  return { width, first: Math.round(depths.y * scale), rows, line, deepest, ...words };
}

/** Depths and partners of characters, in turns. @param {GPUDevice} device @param {number[]} places @param {State['found']} found */
async function readAt(device, places, { unmatched, partners }) {
  if (!places.length) return new Uint32Array(0);
  const [indices, values] = [upload(device, Uint32Array.from(places)), storage(device, 2 * places.length)];
  try {
    submit(device, {
      n: places.length,
      reads: { places: indices, unmatched: [unmatched, 'vec2u'], partners },
      writes: { values: [values, 'vec2u'] },
      code: 'fn each(i: u32) { values[i] = vec2u(unmatched[places[i]].y, partners[places[i]]); }',
    });
    return await read(device, values);
  } finally {
    indices.destroy();
    values.destroy();
  }
}

/** Letters are drawn by the canvas: what they look like is read, of the characters in view alone. @param {GPUDevice} device @param {State} state @param {Line[]} lines @returns {Promise<View>} */
async function viewOn(device, { input: { kinds }, found }, lines) {
  const places = lines.flatMap(({ start, end }) => {
    const brackets = Array.from({ length: end - start }, (_, k) => start + k).filter((i) => kinds[i] !== 0);
    // A line is as deep as what is before it.
    return start > 0 ? [start - 1, ...brackets] : brackets;
  });
  const words = await readAt(device, places, found);
  const ranks = new Map(places.map((place, rank) => [place, rank]));
  return {
    depthAt: (i) => words[2 * Number(ranks.get(i))],
    partnerAt: (i) => words[2 * Number(ranks.get(i)) + 1],
  };
}

/** @param {State['found']} found @returns {View} */
const viewOf = ({ unmatched, partners }) => ({ depthAt: (i) => unmatched[2 * i + 1], partnerAt: (i) => partners[i] });

/** @type {NonNullable<import('../../types.d.ts').Application['prepare']>} */
export async function prepare(image, lab, state, step) {
  const { width, height, scale, theme, word } = image;
  const { device } = lab;
  const [strip, view] = await accepted(device, () => {
    const pixels = borrowed(device, width * height);
    stripOn(device, pixels, stripOf(image, state, word, theme), state, step === 'sort');
    const lines = linesOf(state, { width: width / scale, height: height / scale });
    return Promise.all([imageOf(lab, { width, height }, pixels), viewOn(device, state, lines)]);
  });
  return { strip, ...view };
}

/** The colour of each character. @param {Surface} surface @param {State} state @param {string} step @param {View} view @returns {(i: number) => string} */
function colorsOf({ theme }, { input: { kinds } }, step, { depthAt, partnerAt }) {
  return (i) => {
    if (!kinds[i]) return step === 'levels' ? theme.line : theme.muted;
    if (step === 'pairs') return theme.text;
    if (step === 'sort' && isWrong(kinds, i, partnerAt(i))) return theme.bad;
    return theme.series[(depthAt(i) + Number(kinds[i] < 0)) % 5];
  };
}

/** @param {Surface} surface @param {State} state @param {string} step */
export function draw(surface, state, step) {
  const { context, width, theme, prepared, word } = surface;
  const { input, found } = state;
  const { text, kinds } = input;
  const view = /** @type {View} */ (prepared ?? viewOf(found));
  const depthOf = (/** @type {number} */ i) => Math.max(0, (i ? view.depthAt(i - 1) : 0) - Number(kinds[i] < 0));
  const boxes = boxesOf(surface);
  const lines = linesOf(state, surface);
  drawText(surface, boxes.text, text, lines, step === 'pairs' ? () => 0 : depthOf, colorsOf(surface, state, step, view));
  surface.pixels((image) => prepared?.strip ?? paintStrip(image, stripOf(image, state, word, theme), state, step === 'sort'));
  const { y, height } = boxes.depths;
  context.fillStyle = theme.text;
  context.fillRect((firstOf(state) * width) / text.length, y - 4, 1.5, height + 4);
  label(surface, `depth, up to ${found.deepest}`, 10, y - 4);
}
