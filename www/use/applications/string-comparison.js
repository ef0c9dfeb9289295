/** Texts compared pair by pair: where two first differ decides which is the smaller, and so all are sorted. */
import { choice, percent, range, seed } from '../parts/declare.js';
import { accepted, readAll } from '../device/device.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { label, wordImage } from '../drawing/draw.js';
import { firstOn, flagsOn, orderOn, ranksOn } from './string-comparison/text-pairs.js';
import { squareOf, squareOn } from './string-comparison/picture.js';
import { MOST_TEXTS, drawnTexts, placeOf, typedTexts } from './string-comparison/texts.js';
import { NONE } from '../parts/words.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** The rows of the pair that is pointed at. @param {State} state @returns {[number, number]} */
const pairOf = ({ settings: { x, y }, input: { texts } }) =>
  /** @type {[number, number]} */ ([y, x].map((share) => Math.min(texts.length - 1, Math.floor(share * texts.length))));

/** @type {Application} */
export const stringComparison = {
  id: 'string-comparison',
  title: 'String comparison',
  teaches:
    'Whether a difference came before is a scan by or, and where the first one is a scan by minimum, so that comparisons are independent of the characters before.',
  source: ['Mahmoud, lecture 6', 'Blelloch 1990, lexical comparison'],
  madeOf: 'flags of characters that differ, an or scan, a segmented min scan, and sums by key',
  controls: [
    range('x', 'Second text', [0, 1, 0.005], 0.52, percent),
    range('y', 'First text', [0, 1, 0.005], 0.3, percent),
    seed(4),
    choice('texts', 'Texts', { drawn: 'drawn by the seed', own: 'yours' }),
    { kind: 'text', id: 'own', label: 'Your texts, a line each', value: 'prefix\nprefixes\nscan\nscans\nsum\nsegment', rows: 4 },
  ],
  size: { unit: 'text', least: 2, most: MOST_TEXTS, gpu: 96, software: 24, still: 24 },
  scan: { operator: 'min', type: 'u32', mode: 'inclusive', segmented: true },
  inputs: ['seed', 'texts', 'own'],
  input({ texts: kind, own, seed }, n) {
    const texts = kind === 'own' ? typedTexts(own) : drawnTexts(n, seed);
    // One character more, so that a text and a longer one that begins with it differ.
    const columns = 1 + Math.max(...texts.map((text) => text.length));
    const characters = Uint32Array.from({ length: texts.length * columns }, (_, i) => {
      const code = texts[Math.floor(i / columns)].charCodeAt(i % columns);
      return Number.isNaN(code) ? 0 : code + 1;
    });
    return { texts, columns, characters };
  },
  steps: [
    { id: 'texts', title: 'Texts', what: 'Every row and every column of the square is a text; drag the handle to a pair of them.' },
    {
      id: 'or',
      title: 'Or',
      what: 'The flags of characters that differ, of the pair: their scan by or is 1 from the first difference on.',
      by: 'lab.scan: inclusive or of u32, after a kernel of the flags',
      run: async (work, state) => {
        const flags = work.make(() => flagsOn(work.device, state.input, pairOf(state)));
        return { flags, after: await work.scan(flags, { operator: 'or', type: 'u32' }) };
      },
    },
    {
      id: 'min',
      title: 'Min',
      what: 'Of all pairs at once, each a segment: the least place where they differ. The later it is, the more orange the square.',
      by: 'lab.scan, segmented: inclusive min of u32, between kernels of the places and of the last of each segment',
      run: async (work, { input }) => ({ first: await firstOn(work, input) }),
    },
    {
      id: 'order',
      title: 'Order',
      what: 'The character there tells the smaller text; a text has as many before it as are smaller, and that is its place.',
      by: 'lab.reduceByKey: add of u32, between kernels that compare and that scatter',
      run: async (work, state) => {
        const { input, found } = state;
        const n = input.texts.length;
        const [a, b] = pairOf(state);
        const ranks = await ranksOn(work, input, found.first);
        // What is told of the pair is read.
        return { ranks, order: work.make(() => orderOn(work.device, n, ranks)), at: await work.number(found.first, a * n + b) };
      },
    },
  ],
  method: 'the operator <, and a walk along each pair',
  reference(input, settings) {
    const { texts, columns } = input;
    const [a, b] = pairOf(/** @type {any} */ ({ input, settings })).map((i) => texts[i]);
    const flags = Uint32Array.from({ length: columns }, (_, at) => Number(a[at] !== b[at]));
    const order = Uint32Array.from(texts.keys()).sort((i, j) => (texts[i] < texts[j] ? -1 : texts[i] > texts[j] ? 1 : i - j));
    const ranks = new Uint32Array(texts.length);
    order.forEach((text, rank) => (ranks[text] = rank));
    const after = flags.map((_, at) => Number(at >= placeOf(a, b)));
    return {
      flags,
      after,
      first: Uint32Array.from(
        texts.flatMap((/** @type {string} */ one) => texts.map((/** @type {string} */ other) => placeOf(one, other))),
      ),
      ranks,
      order,
      at: placeOf(a, b),
    };
  },
  compare: async (found, wanted, _, { device }) =>
    firstOfArrays(['flags', 'after', 'first', 'ranks', 'order'], await readAll(device, found), wanted) ??
    difference('the first difference of the pair', found.at, wanted.at),
  aspect: 1.25,
  drag: { label: 'Pair', x: 'x', y: 'y' },
  describe(state, formats) {
    const { texts } = state.input;
    const { at } = state.found;
    const [a, b] = pairOf(state).map((text) => texts[text]);
    return `${formats.count(texts.length, 'text')} sorted; “${a}” and “${b}” ${at === NONE ? 'do not differ' : `first differ at character ${at}`}`;
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const pairs = [['scan', 'scab'], ['sort', 'sum!'], ['head', 'head']];
const differs = pairs.flatMap(([a, b]) => [...a].map((character, i) => character !== b[i]));
const heads = Uint32Array.from(differs, (_, i) => Number(i % 4 === 0));
const after = await lab.scan(Uint32Array.from(differs), { operator: 'or', heads });
const places = Uint32Array.from(differs, (one, i) => (one ? i % 4 : 4));
const first = (await lab.scan(places, { operator: 'min', heads })).filter((_, i) => i % 4 === 3);
console.log(after, first, first.map((at, i) => pairs[i][0][at] < pairs[i][1][at]));`,
  prints: '[0,0,0,1,0,1,1,1,0,0,0,0] [3,1,4] [0,1,0]',
};

/** Whether rows are high enough for their texts. @param {number} height of the picture in CSS pixels @param {number} n texts */
const hasLabels = (height, n) => height / n >= 11;

/** @type {NonNullable<Application['prepare']>} */
function prepare(image, lab, { input, found }, step) {
  const n = input.texts.length;
  const { flags, after, order } = found;
  // Characters and labels are text, which the canvas draws: they need the few words of the pair, or of rows that have labels.
  const few = step !== 'order' ? { flags, after } : hasLabels(image.height / image.scale, n) ? { order } : {};
  return accepted(lab.device, async () => {
    const [square, arrays] = await Promise.all([squareOn(image, lab, n, found, step), readAll(lab.device, few)]);
    return { square, ...arrays };
  });
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { context, width, height, theme, isSmall, prepared } = surface;
  const { texts, columns } = state.input;
  const { flags, after, order } = prepared ?? state.found;
  const n = texts.length;
  const [a, b] = pairOf(state);
  wordImage(surface, { x: 0, y: 0, width, height }, prepared?.square ?? squareOf(surface, n, state.found, step), n);
  context.fillStyle = theme.surface;
  if (width / n > 4) for (let column = 1; column <= n; column++) context.fillRect((column * width) / n - 1, 0, 1, height);
  if (height / n > 4) for (let row = 1; row <= n; row++) context.fillRect(0, (row * height) / n - 1, width, 1);
  if (!isSmall && hasLabels(height, n)) {
    const rows = step === 'order' ? Array.from(order, (text) => texts[text]) : texts;
    rows.forEach((/** @type {string} */ text, /** @type {number} */ row) =>
      label(surface, text, 6, ((row + 0.5) * height) / n + 4, { color: theme.text }),
    );
  }
  if (isSmall || step === 'order') return;
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.strokeRect((b * width) / n, (a * height) / n, width / n, height / n);
  const cell = Math.min(22, (width - 20) / columns);
  // The pair is shown where the handle is not.
  const top = state.settings.y > 0.5 ? 0 : height - 84;
  context.fillStyle = theme.surface;
  context.fillRect(0, top, width, 84);
  for (let column = 0; column < columns; column++) {
    const x = 10 + column * cell;
    context.fillStyle = step === 'texts' ? theme.panel : after[column] ? theme.accent : theme.line;
    context.fillRect(x, top + 62, cell - 1, 14);
    const color = flags[column] ? theme.bad : theme.text;
    [a, b].forEach((text, row) =>
      label(surface, texts[text][column] ?? '·', x + cell / 2, top + 22 + 24 * row, { align: 'center', color, size: 15 }),
    );
  }
}
