/** The picture of a text's brackets: lines of it, indented by their depth, above the depths of all of it. In whole numbers, so that the device draws what JavaScript does. */
import { accepted, borrowed, read, storage, submit, upload } from '../../device/device.js';
import { imageOf } from '../../drawing/device-image.js';
import { SHARE } from '../../drawing/device-pixels.js';
import { label } from '../../drawing/draw.js';
import { drawText, linesInView } from './program.js';
import { IS_WRONG, isWrong, kindsOn } from './nesting.js';

/** @typedef {import('../../types.d.ts').State} State */
/** @typedef {import('../../types.d.ts').Surface} Surface */
/** @typedef {import('./program.js').Line} Line */
/** The depths and partners of characters in view. @typedef {{ depthAt(i: number): number, partnerAt(i: number): number }} View */
/** The curve of depths in an image: where, in device pixels, and in which words. @typedef {{ width: number, first: number, rows: number, line: number, deepest: number, curve: number, bad: number }} Strip */

/** The largest depth that rows are computed for, so that their product fits a word. */
const DEPTHS = 2 ** 20;

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

/** @param {{ width: number, height: number, scale: number }} image @param {State} state @param {(color: string) => number} word @param {Surface['theme']} theme @returns {Strip} */
function stripOf({ width, height, scale }, { input, found }, word, theme) {
  const { depths } = boxesOf({ width: width / scale, height: height / scale });
  const line = Math.round(1.5 * scale);
  const rows = Math.max(line, Math.round(depths.height * scale));
  // A wrong one may be anything.
  const deepest = Math.min(Math.max(1, found.deepest), input.kinds.length);
  const words = { curve: word(theme.accent) | 0, bad: word(theme.bad) | 0 };
  return { width, first: Math.round(depths.y * scale), rows, line, deepest, ...words };
}

/** The characters of columns, of many those between two; the first column of a character has it. @param {number} n @param {number} width */
function columnsOf(n, width) {
  const share = (/** @type {number} */ column) => Math.floor((column * n) / width);
  const endOf = (/** @type {number} */ column) => Math.max(share(column) + 1, share(column + 1));
  return { endOf, firstOf: (/** @type {number} */ column) => (column === 0 ? 0 : endOf(column - 1)) };
}

/** The same in WGSL. */
const COLUMN = `${SHARE}
  fn end_of(column: u32) -> u32 {
    let n = arrayLength(&kinds);
    let width = u32(numbers.width);
    return max(share(column, n, width) + 1, share(column + 1, n, width));
  }
  fn first_of(column: u32) -> u32 {
    if (column == 0) { return 0; }
    return end_of(column - 1);
  }
  fn fill(column: u32, first: i32, end: i32, word: i32) {
    for (var row = first; row < end; row++) { image[u32(row * numbers.width) + column] = bitcast<u32>(word); }
  }`;

/** @param {{ data: Uint32Array }} image @param {Strip} strip @param {State} state @param {boolean} isMarked whether wrong brackets are */
function paintStrip({ data }, { width, first, rows, line, deepest, curve, bad }, { input: { kinds }, found }, isMarked) {
  const columns = columnsOf(kinds.length, width);
  const quantum = Math.ceil(deepest / DEPTHS);
  const rowOf = (/** @type {number} */ depth) =>
    first + Math.floor(((rows - line) * Math.floor((deepest - depth) / quantum)) / Math.floor(deepest / quantum));
  const fill = (/** @type {number} */ column, /** @type {number} */ from, /** @type {number} */ end, /** @type {number} */ word) => {
    for (let row = from; row < end; row++) data[row * width + column] = word;
  };
  for (let column = 0; column < width; column++) {
    let [low, high] = [deepest, 0];
    for (let i = Math.max(1, columns.firstOf(column)) - 1; i < columns.endOf(column); i++) {
      low = Math.min(low, found.unmatched[2 * i + 1]);
      high = Math.max(high, found.unmatched[2 * i + 1]);
    }
    fill(column, rowOf(high), rowOf(low) + line, curve);
  }
  for (let column = 0; column < width && isMarked; column++) {
    let i = columns.firstOf(column);
    while (i < columns.endOf(column) && !isWrong(kinds, i, found.partners[i])) i++;
    for (let x = column; i < columns.endOf(column) && x < Math.min(width, column + line); x++) fill(x, first, first + rows, bad);
  }
}

/** The same on the device. @param {GPUDevice} device @param {GPUBuffer} image @param {Strip} strip @param {State} state @param {boolean} isMarked */
function stripOn(device, image, strip, { input, found }, isMarked) {
  const kernel = {
    n: strip.width,
    numbers: { ...strip, quantum: Math.ceil(strip.deepest / DEPTHS) },
    bindings: {
      kinds: kindsOn(device, input.kinds),
      unmatched: { buffer: found.unmatched, type: 'vec2u' },
      partners: { buffer: found.partners },
      image: { buffer: image, isWritten: true },
    },
  };
  submit(device, {
    ...kernel,
    code: `${COLUMN}
    fn row_of(depth: u32) -> i32 {
      return numbers.first + (numbers.rows - numbers.line) * ((numbers.deepest - i32(depth)) / numbers.quantum) / (numbers.deepest / numbers.quantum);
    }
    fn each(column: u32) {
      let deepest = u32(numbers.deepest);
      var low = deepest;
      var high = 0u;
      for (var i = max(1, first_of(column)) - 1; i < end_of(column); i++) {
        low = min(low, unmatched[i].y);
        high = max(high, min(deepest, unmatched[i].y));
      }
      fill(column, row_of(high), row_of(low) + numbers.line, numbers.curve);
    }`,
  });
  if (!isMarked) return;
  submit(device, {
    ...kernel,
    code: `${COLUMN} ${IS_WRONG}
    fn each(column: u32) {
      let end = end_of(column);
      var i = first_of(column);
      while (i < end && !is_wrong(i)) { i++; }
      for (var x = column; i < end && x < min(column + u32(numbers.line), u32(numbers.width)); x++) {
        fill(x, numbers.first, numbers.first + numbers.rows, numbers.bad);
      }
    }`,
  });
}

/** Depths and partners of characters, in turns. @param {GPUDevice} device @param {number[]} places @param {State['found']} found */
async function readAt(device, places, { unmatched, partners }) {
  if (!places.length) return new Uint32Array(0);
  const [indices, values] = [upload(device, Uint32Array.from(places)), storage(device, 2 * places.length)];
  try {
    submit(device, {
      n: places.length,
      numbers: {},
      bindings: {
        places: { buffer: indices },
        unmatched: { buffer: unmatched, type: 'vec2u' },
        partners: { buffer: partners },
        values: { buffer: values, type: 'vec2u', isWritten: true },
      },
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
