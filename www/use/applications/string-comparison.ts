/** Texts compared pair by pair: the first differing character decides the order of a pair, and these orders sort all texts. */
import { MOST_TEXTS, drawnTexts, tableOf, typedTexts } from '../data/texts.ts';
import { readAll } from '../device/device.ts';
import { mappedOn, mappedScan, reduced, scattered } from '../device/scans.ts';
import { ALIGNED_HEIGHT, showAligned } from '../drawing/letters.ts';
import { picture } from '../drawing/pixels.ts';
import { compareExactly } from '../parts/compare.ts';
import { choice, percent, range, seed, text } from '../parts/declare.ts';
import { indicesOf } from '../parts/keep-last.ts';
import { NONE, wordsOf } from '../parts/words.ts';
import { label } from '../drawing/draw.ts';
import { drawn } from '../drawing/image.ts';
import type { Given } from '../device/scans.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';

type Table = {
  columns: number;
  /** of the rows */
  labels: string[];
  /** a cell with a frame */
  framed?: { column: number; row: number } | null;
};

/** In CSS pixels. Cells of at most LEAST_WITH_GAPS have no gaps, and rows lower than LEAST_WITH_LABELS have no labels. */
const [LEAST_WITH_GAPS, LEAST_WITH_LABELS] = [4, 11];

function showTable(surface: Surface, { columns, labels, framed }: Table) {
  const { context, width, height, theme } = surface;
  const rows = labels.length;
  const [wide, high] = [width / columns, height / rows];
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

/** The indices of the two texts under the handle: the row, then the column. */
const pairOf = ({ settings: { x, y }, input: { texts } }: Pick<State, 'settings' | 'input'>) =>
  [y, x].map((share) => Math.min(texts.length - 1, Math.floor(share * texts.length)));

/** The position of the first differing character, from 1, by a loop over the characters; 0 for equal texts. */
function firstDiffering(a: string, b: string) {
  let place = 0;
  while (place < a.length && a[place] === b[place]) place++;
  return a === b ? 0 : place + 1;
}

/** The names that expressions of WGSL may use: `texts`, `columns`, the pair `a` and `b`, `character(text, place)`, and other arrays. */
function givenOf(state: State, arrays?: Record<string, GPUBuffer>): Given {
  const { texts, columns, characters } = state.input;
  const [a, b] = pairOf(state);
  // One row of characters per text.
  const code = 'fn character(text: u32, place: u32) -> u32 { return characters[text * u32(numbers.columns) + place]; }';
  return { type: 'u32', whole: { texts: texts.length, columns, a, b }, arrays: { characters, ...arrays }, code };
}

export const stringComparison: Application = {
  id: 'string-comparison',
  title: 'String comparison',
  teaches:
    'An or scan finds whether two texts differ up to a character, and a min scan finds where they first differ, so no comparison of characters waits for another.',
  source: ['Mahmoud, lecture 6', 'Blelloch 1990, lexical comparison'],
  madeOf: 'flags of differing characters, an or scan, a segmented min scan, and sums by key',
  controls: [
    range('x', 'Second text', [0, 1, 0.005], 0.52, percent),
    range('y', 'First text', [0, 1, 0.005], 0.3, percent),
    seed(4),
    choice('texts', 'Texts', { drawn: 'drawn by the seed', custom: 'yours' }),
    text('custom', 'Your texts, one per line', 'prefix\nprefixes\nscan\nscans\nsum\nsegment', '', 4),
  ],
  size: { unit: 'text', least: 2, most: MOST_TEXTS, gpu: 96, software: 24, still: 24 },
  scan: { operator: 'min', type: 'u32', mode: 'inclusive', segmented: true },
  inputs: ['seed', 'texts', 'custom'],
  input: ({ texts, custom, seed }, n) => tableOf(texts === 'custom' ? typedTexts(custom) : drawnTexts(n, seed)),
  steps: [
    { id: 'texts', title: 'Texts', what: 'Every row and every column of the square is a text. Drag the handle to a pair of texts.' },
    {
      id: 'or',
      title: 'Or',
      what: 'A flag is 1 where the characters of the pair differ. The or scan of the flags is 1 from the first difference on.',
      by: 'lab.scan: inclusive or of u32, after a kernel of the flags',
      run: async (work, state) => {
        const flags = mappedOn(work, state.input.columns, ['u32(character(a, i) != character(b, i))'], givenOf(state));
        return { flags, after: await work.scan(flags, { operator: 'or', type: 'u32' }) };
      },
    },
    {
      id: 'min',
      title: 'Min',
      what: 'Each pair of texts is a row. The min scan finds the position of the first difference in all rows at once. Blue is the first position, orange the last one found. Equal texts have no colour.',
      by: 'lab.scan of rows: inclusive min of u32, between kernels for the positions and for the last of each row',
      run: async (work, state) => {
        const { texts, columns } = state.input;
        const pairs = texts.length ** 2;
        const differs = 'character(i / columns / texts, i % columns) != character(i / columns % texts, i % columns)';
        const words = [`select(${NONE}, i % columns, ${differs})`];
        // Characters are counted from 1: 0 means that there is no difference.
        const ofRows = { words, result: 'prefixes[(i + 1) * columns - 1] + 1', results: pairs, ...givenOf(state) };
        const request = { operator: 'min', shape: [pairs, columns], algorithm: work.chosen };
        const first = await mappedScan(work, pairs * columns, ofRows, request);
        return { first, latest: reduced(work, first, 'max') };
      },
    },
    {
      id: 'order',
      title: 'Order',
      what: 'The character at this position decides which text is smaller. The index of a text in sorted order is the number of smaller texts. The colours are those of the previous step.',
      by: 'lab.reduceByKey: add of u32, between kernels that compare and that scatter',
      run: async (work, state) => {
        const { first } = state.found;
        const n = state.input.texts.length;
        const [a, b] = pairOf(state);
        const given = givenOf(state, { first });
        const isSmaller = 'character(i % texts, first[i] - 1) < character(i / texts, first[i] - 1)';
        const smaller = mappedOn(work, n * n, [`u32(select(${isSmaller}, i % texts < i / texts, first[i] == 0))`], given);
        const { values: ranks } = await work.call('reduceByKey', [mappedOn(work, n * n, ['i / texts'], given), smaller], { type: 'u32' });
        return { order: work.make(() => scattered(work.device, n, ranks)), firstOfPair: work.number(first, a * n + b) };
      },
    },
  ],
  method: 'the operator < and a walk along each pair',
  reference(input, settings) {
    const { texts, columns }: { texts: string[]; columns: number } = input;
    const [a, b] = pairOf({ input, settings });
    const first = Uint32Array.from(texts.flatMap((one) => texts.map((other) => firstDiffering(one, other))));
    const firstOfPair = first[a * texts.length + b];
    return {
      flags: wordsOf(columns, (place) => Number(texts[a][place] !== texts[b][place])),
      after: wordsOf(columns, (place) => Number(firstOfPair > 0 && place >= firstOfPair - 1)),
      first,
      latest: first.reduce((most, one) => Math.max(most, one)),
      order: Uint32Array.from(texts.keys()).sort((i, j) => (texts[i] < texts[j] ? -1 : texts[i] > texts[j] ? 1 : i - j)),
      firstOfPair,
    };
  },
  compare: compareExactly,
  aspect: 1.25,
  drag: { label: 'Pair', x: 'x', y: 'y' },
  describe({ input, settings, found: { firstOfPair } }, formats) {
    const [one, other] = pairOf({ input, settings }).map((text) => input.texts[text]);
    const how = firstOfPair ? `first differ at character ${firstOfPair}` : 'do not differ';
    return `${formats.count(input.texts.length, 'text')} sorted; “${one}” and “${other}” ${how}`;
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

async function prepare(size: PreparedImage, lab: PictureLab, { input, found }: State, step: string): Promise<Fields> {
  const { flags, after, first, latest, order } = found;
  const { theme, word } = size;
  const n = input.texts.length;
  const isHidden = step === 'texts' || step === 'or';
  const square = picture(size, { columns: n, rows: n }, 'pair_word(i)', {
    numbers: { texts: n, latest, same: word(theme.panel) | 0, hidden: word(theme.line) | 0 },
    reads: { first, order: step === 'order' ? order : indicesOf(n) },
    code: `fn pair_word(i: u32) -> u32 {
      let texts = u32(numbers.texts);
      let at = first[order[i / texts] * texts + order[i % texts]];
      if (at == 0) { return u32(numbers.same); }
      return ${isHidden ? 'u32(numbers.hidden)' : 'ramp_word(at - 1, max(1, u32(numbers.latest) - 1))'};
    }`,
  });
  // The canvas draws characters and labels as text, so these few words are read back.
  const [image, words] = await Promise.all([drawn(lab, size, [square]), readAll(lab.device, { flags, after, order })]);
  return { image, ...words };
}

function draw(surface: Surface, state: State, step: string) {
  const { height, theme, isSmall, prepared } = surface;
  const { texts, columns }: { texts: string[]; columns: number } = state.input;
  const [a, b] = pairOf(state);
  const isSorted = step === 'order';
  showTable(surface, {
    columns: texts.length,
    labels: isSorted ? Array.from(prepared.order as Uint32Array, (text) => texts[text] ?? '') : texts,
    framed: isSorted ? null : { column: b, row: a },
  });
  if (isSorted || isSmall) return;
  // The pair is shown at the top or at the bottom, away from the handle.
  const top = state.settings.y > 0.5 ? 0 : height - ALIGNED_HEIGHT;
  const [one, other] = [a, b].map((text) => ({ text: texts[text].padEnd(columns, '·'), ranks: prepared.flags }));
  const cells = Array.from(prepared.after, (isAfter) => (step === 'texts' ? theme.panel : isAfter ? theme.accent : theme.line));
  showAligned(surface, top, [one, other], [theme.text, theme.bad], cells);
}
