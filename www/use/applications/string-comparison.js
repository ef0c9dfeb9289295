/** Texts compared pair by pair: where two first differ decides which is the smaller, and so all are sorted. */
import { choice, percent, range, seed } from '../declare.js';
import { firstOfArrays } from '../compare.js';
import { label, wordImage } from '../draw.js';
import { wordsOf } from '../words.js';
import { MOST_TEXTS, NOWHERE, drawnTexts, latestOf, placeOf, typedTexts } from '../texts.js';

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
  size: { unit: 'text', least: 2, most: MOST_TEXTS, gpu: 48, software: 24, still: 24 },
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
      by: 'lab.scan: inclusive or of u32',
      run: async (lab, state, { signal }) => {
        const { columns, characters } = state.input;
        const [a, b] = pairOf(state);
        const flags = Uint32Array.from({ length: columns }, (_, at) =>
          Number(characters[a * columns + at] !== characters[b * columns + at]),
        );
        return { flags, after: await lab.scan(flags, { operator: 'or', signal }) };
      },
    },
    {
      id: 'min',
      title: 'Min',
      what: 'Of all pairs at once, each a segment: the least place where they differ. The later it is, the more orange the square.',
      by: 'lab.scan, segmented: inclusive min of u32',
      run: async (lab, { input: { texts, columns, characters } }, { scan, signal }) => {
        const pairs = texts.length ** 2;
        const places = wordsOf(pairs * columns, (i) => {
          const pair = Math.floor(i / columns);
          const at = i % columns;
          const first = Math.floor(pair / texts.length) * columns + at;
          return characters[first] === characters[(pair % texts.length) * columns + at] ? NOWHERE : at;
        });
        const heads = wordsOf(places.length, (i) => Number(i % columns === 0));
        const scanned = await lab.scan(places, { operator: 'min', heads, algorithm: scan, signal });
        return { first: wordsOf(pairs, (pair) => scanned[(pair + 1) * columns - 1]) };
      },
    },
    {
      id: 'order',
      title: 'Order',
      what: 'The character there tells the smaller text; a text has as many before it as are smaller, and that is its place.',
      by: 'lab.reduceByKey: add of u32',
      run: async (lab, { input: { texts, columns, characters }, found }, { signal }) => {
        const n = texts.length;
        const keys = wordsOf(n * n, (pair) => Math.floor(pair / n));
        const smaller = keys.map((a, pair) => {
          const b = pair % n;
          const at = found.first[pair];
          return Number(at === NOWHERE ? b < a : characters[b * columns + at] < characters[a * columns + at]);
        });
        const { values: sums } = await lab.reduceByKey(keys, smaller, { signal });
        const order = new Uint32Array(n);
        sums.forEach((/** @type {number} */ rank, /** @type {number} */ text) => (order[rank] = text));
        return { ranks: sums, order };
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
    };
  },
  compare: (found, wanted) => firstOfArrays(['flags', 'after', 'first', 'ranks', 'order'], found, wanted),
  aspect: 1.25,
  drag: { label: 'Pair', x: 'x', y: 'y' },
  describe(state, formats) {
    const { input, found } = state;
    const [a, b] = pairOf(state);
    const at = found.first[a * input.texts.length + b];
    return `${formats.count(input.texts.length, 'text')} sorted; “${input.texts[a]}” and “${input.texts[b]}” ${at === NOWHERE ? 'do not differ' : `first differ at character ${at}`}`;
  },
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { context, width, height, theme, isSmall } = surface;
  const { input, found } = state;
  const { texts, columns } = input;
  const n = texts.length;
  const [a, b] = pairOf(state);
  const latest = latestOf(found.first);
  const isHidden = step === 'texts' || step === 'or';
  const [none, hidden] = [surface.word(theme.panel), surface.word(theme.line)];
  const colorOf = (/** @type {number} */ place) =>
    place === NOWHERE ? none : isHidden ? hidden : theme.ramp[Math.round((255 * place) / latest)];
  // The last step has the texts in their order.
  const at = (/** @type {number} */ place) => (step === 'order' ? found.order[place] : place);
  const words = wordsOf(n * n, (pair) => colorOf(found.first[at(Math.floor(pair / n)) * n + at(pair % n)]));
  wordImage(surface, { x: 0, y: 0, width, height }, words, n);
  context.fillStyle = theme.surface;
  if (width / n > 4) for (let column = 1; column <= n; column++) context.fillRect((column * width) / n - 1, 0, 1, height);
  if (height / n > 4) for (let row = 1; row <= n; row++) context.fillRect(0, (row * height) / n - 1, width, 1);
  if (!isSmall && height / n >= 11)
    for (let row = 0; row < n; row++) label(surface, texts[at(row)], 6, ((row + 0.5) * height) / n + 4, { color: theme.text });
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
    context.fillStyle = step === 'texts' ? theme.panel : found.after[column] ? theme.accent : theme.line;
    context.fillRect(x, top + 62, cell - 1, 14);
    const color = found.flags[column] ? theme.bad : theme.text;
    [a, b].forEach((text, row) =>
      label(surface, texts[text][column] ?? '·', x + cell / 2, top + 22 + 24 * row, { align: 'center', color, size: 15 }),
    );
  }
}
