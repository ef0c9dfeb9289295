/** Texts compared pair by pair: where two first differ decides which is the smaller, and so all are sorted. */
import { choice, percent, range, seed, text } from '../parts/declare.js';
import { readAll } from '../device/device.js';
import { reduced, scattered } from '../device/scans.js';
import { compareExactly } from '../parts/compare.js';
import { indicesOf } from '../parts/keep-last.js';
import { label, wordImage } from '../drawing/draw.js';
import { drawPicture } from '../drawing/pixels.js';
import { RAMP } from '../parts/places.js';
import { drawPair, firstDiffering, pairOf, wordsOn } from './string-comparison/text-pairs.js';
import { MOST_TEXTS, drawnTexts, typedTexts } from './string-comparison/texts.js';
import { NONE, wordsOf } from '../parts/words.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

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
    text('own', 'Your texts, a line each', 'prefix\nprefixes\nscan\nscans\nsum\nsegment', '', 4),
  ],
  size: { unit: 'text', least: 2, most: MOST_TEXTS, gpu: 96, software: 24, still: 24 },
  scan: { operator: 'min', type: 'u32', mode: 'inclusive', segmented: true },
  inputs: ['seed', 'texts', 'own'],
  input({ texts: kind, own, seed }, n) {
    const texts = kind === 'own' ? typedTexts(own) : drawnTexts(n, seed);
    // One character more, so that a text and a longer one that begins with it differ.
    const columns = 1 + Math.max(...texts.map((text) => text.length));
    const characters = wordsOf(texts.length * columns, (i) => {
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
        const flags = wordsOn(work, state, state.input.columns, 'u32(character(a, i) != character(b, i))');
        return { flags, after: await work.scan(flags, { operator: 'or', type: 'u32' }) };
      },
    },
    {
      id: 'min',
      title: 'Min',
      what: 'Of all pairs at once, each a segment: the least place where they differ. The later it is, the more orange the square.',
      by: 'lab.scan of rows: inclusive min of u32, between kernels of the places and of the last of each row',
      run: async (work, state) => {
        const { texts, columns } = state.input;
        const pairs = texts.length ** 2;
        const differs = 'character(i / columns / texts, i % columns) != character(i / columns % texts, i % columns)';
        const places = wordsOn(work, state, pairs * columns, `select(${NONE}, i % columns, ${differs})`);
        const least = await work.scan(places, { operator: 'min', type: 'u32', shape: [pairs, columns], algorithm: work.chosen });
        // Characters are counted from 1 on: none is 0.
        const first = wordsOn(work, state, pairs, 'least[(i + 1) * columns - 1] + 1', { least });
        return { first, latest: reduced(work, first, 'max') };
      },
    },
    {
      id: 'order',
      title: 'Order',
      what: 'The character there tells the smaller text; a text has as many before it as are smaller, and that is its place.',
      by: 'lab.reduceByKey: add of u32, between kernels that compare and that scatter',
      run: async (work, state) => {
        const { first } = state.found;
        const n = state.input.texts.length;
        const { a, b } = pairOf(state);
        const isSmaller = 'character(i % texts, first[i] - 1) < character(i / texts, first[i] - 1)';
        const smaller = wordsOn(work, state, n * n, `u32(select(${isSmaller}, i % texts < i / texts, first[i] == 0))`, { first });
        const { values: ranks } = await work.call('reduceByKey', [wordsOn(work, state, n * n, 'i / texts'), smaller], { type: 'u32' });
        const order = work.make(() => scattered(work.device, n, ranks));
        // What is told of the pair is read.
        return { ranks, order, firstOfPair: await work.number(first, a * n + b) };
      },
    },
  ],
  method: 'the operator <, and a walk along each pair',
  reference(input, settings) {
    /** @type {{ texts: string[], columns: number }} */
    const { texts, columns } = input;
    const pair = pairOf({ input, settings });
    const [a, b] = [texts[pair.a], texts[pair.b]];
    const firstOfPair = firstDiffering(a, b);
    const first = texts.flatMap((one) => texts.map((other) => firstDiffering(one, other)));
    const order = Uint32Array.from(texts.keys()).sort((i, j) => (texts[i] < texts[j] ? -1 : texts[i] > texts[j] ? 1 : i - j));
    return {
      flags: wordsOf(columns, (place) => Number(a[place] !== b[place])),
      after: wordsOf(columns, (place) => Number(firstOfPair > 0 && place >= firstOfPair - 1)),
      first: Uint32Array.from(first),
      latest: first.reduce((most, one) => Math.max(most, one)),
      ranks: wordsOf(texts.length, (text) => order.indexOf(text)),
      order,
      firstOfPair,
    };
  },
  compare: compareExactly,
  aspect: 1.25,
  drag: { label: 'Pair', x: 'x', y: 'y' },
  describe(state, formats) {
    const { texts } = state.input;
    const { a, b } = pairOf(state);
    const first = state.found.firstOfPair;
    const how = first ? `first differ at character ${first}` : 'do not differ';
    return `${formats.count(texts.length, 'text')} sorted; “${texts[a]}” and “${texts[b]}” ${how}`;
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

/** @type {NonNullable<Application['prepare']>} */
async function prepare({ theme, word }, lab, { input, found }, step) {
  const { flags, after, first, latest, order } = found;
  const n = input.texts.length;
  const isHidden = step === 'texts' || step === 'or';
  const square = drawPicture(lab, { columns: n, rows: n }, 'pair_word(i)', {
    numbers: { texts: n, latest, same: word(theme.panel) | 0, hidden: word(theme.line) | 0 },
    reads: { first, rows: step === 'order' ? order : indicesOf(n), ramp: theme.ramp },
    code: `${RAMP}
    fn pair_word(i: u32) -> u32 {
      let texts = u32(numbers.texts);
      let at = first[rows[i / texts] * texts + rows[i % texts]];
      if (at == 0) { return u32(numbers.same); }
      return ${isHidden ? 'u32(numbers.hidden)' : 'ramp_word(at - 1, max(1, u32(numbers.latest) - 1))'};
    }`,
  });
  // Characters and labels are text, which the canvas draws: they need these few words.
  const [image, words] = await Promise.all([square, readAll(lab.device, { flags, after, order })]);
  return { image, ...words };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { context, width, height, theme, isSmall, prepared } = surface;
  /** @type {string[]} */
  const texts = state.input.texts;
  const n = texts.length;
  wordImage(surface, { x: 0, y: 0, width, height }, prepared.image, n);
  context.fillStyle = theme.surface;
  if (width / n > 4) for (let column = 1; column <= n; column++) context.fillRect((column * width) / n - 1, 0, 1, height);
  if (height / n > 4) for (let row = 1; row <= n; row++) context.fillRect(0, (row * height) / n - 1, width, 1);
  if (isSmall) return;
  for (let row = 0; row < n && height / n >= 11; row++) {
    const text = texts[step === 'order' ? prepared.order[row] : row];
    label(surface, text, 6, ((row + 0.5) * height) / n + 4, { color: theme.text });
  }
  if (step !== 'order') drawPair(surface, state, step);
}
