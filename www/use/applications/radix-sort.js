/** A shuffled strip of hues, sorted by one digit after the other. */
import { accepted, readAll } from '../device/device.js';
import { numberAt } from '../device/scans.js';
import { firstDifference, firstOfArrays } from '../parts/compare.js';
import { drawHues, hueControls, huesOf, paintHues } from '../drawing/hues.js';
import { label } from '../drawing/draw.js';
import { indicesOf } from '../parts/keep-last.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Step} Step */
/** @typedef {import('../types.d.ts').Surface} Surface */

const PASSES = 4;
const DIGIT_BITS = 4;
const MOST_KEYS = 2 ** 22;

/** What a pass makes of the one before. @param {number} pass @returns {Step} */
const passOf = (pass) => ({
  id: `pass-${pass + 1}`,
  title: `Digit ${pass + 1}`,
  what: `Stably sorted by bits ${DIGIT_BITS * pass} to ${DIGIT_BITS * pass + DIGIT_BITS - 1}: a scan of the digits' counts gives every key its place, and what earlier passes have sorted stays so.`,
  by: `lab.sort, bits: [${DIGIT_BITS * pass}, ${DIGIT_BITS * (pass + 1)}]`,
  async *run(work, { n, input, found }) {
    const keys = pass ? found[`keys${pass}`] : input;
    const values = pass ? found[`places${pass}`] : indicesOf(n);
    const sorted = await work.call('sort', keys, { values, bits: [DIGIT_BITS * pass, DIGIT_BITS * (pass + 1)] });
    yield { [`keys${pass + 1}`]: sorted.keys, [`places${pass + 1}`]: sorted.values };
  },
});

/** @type {Application} */
export const radixSort = {
  id: 'radix-sort',
  title: 'Radix sort',
  teaches: 'Each pass is a stable split by a digit, whose places come from a scan, so that the last pass leaves the keys in order.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Merry 2014, Other Applications, sorting', 'Mahmoud, lecture 6'],
  madeOf: 'counts of digits and exclusive add scans of them, a pass a digit',
  controls: hueControls,
  size: { unit: 'key', least: 1, most: MOST_KEYS, gpu: 2 ** 12, software: 2 ** 11, still: 2 ** 10 },
  input: huesOf,
  steps: [
    {
      id: 'keys',
      title: 'Keys',
      what: 'Each key is a hue, a number of 16 bits. Below, a bar is as high as the digits that are sorted by then.',
    },
    ...Array.from({ length: PASSES }, (_, pass) => passOf(pass)),
  ],
  method: 'typed arrays’ sort: of digits with their places, and of whole keys',
  reference(input) {
    /** @type {Record<string, any>} */
    const found = { sorted: Uint32Array.from(input).sort() };
    let [keys, places] = [Uint32Array.from(input), Uint32Array.from(indicesOf(input.length))];
    for (let pass = 0; pass < PASSES; pass++) {
      // A digit and a place in one word: sorted, equal digits keep their order.
      const pairs = new Uint32Array(input.length);
      for (let i = 0; i < pairs.length; i++) pairs[i] = ((keys[i] >>> (DIGIT_BITS * pass)) % 2 ** DIGIT_BITS) * MOST_KEYS + i;
      const last = { keys, places };
      [keys, places] = [new Uint32Array(input.length), new Uint32Array(input.length)];
      pairs.sort().forEach((pair, rank) => {
        keys[rank] = last.keys[pair % MOST_KEYS];
        places[rank] = last.places[pair % MOST_KEYS];
      });
      Object.assign(found, { [`keys${pass + 1}`]: keys, [`places${pass + 1}`]: places });
    }
    return found;
  },
  async compare(found, wanted, _, { device }) {
    const names = Array.from({ length: PASSES }, (_pass, pass) => [`keys${pass + 1}`, `places${pass + 1}`]).flat();
    const arrays = await readAll(device, found);
    return firstOfArrays(names, arrays, wanted) ?? firstDifference(`keys${PASSES}`, arrays[`keys${PASSES}`], wanted.sorted);
  },
  describe({ n, found }, formats) {
    const passes = Array.from({ length: PASSES }, (_, pass) => found[`keys${pass + 1}`]).filter(Boolean).length;
    return `${formats.count(n, 'key')} sorted by ${passes} of ${PASSES} digits, stably`;
  },
  numbers: ({ input }) => Array.from(input.slice(0, 16), (/** @type {number} */ key) => key % 2 ** DIGIT_BITS),
  async hover({ input, found, n, lab }, x, y, formats) {
    const row = Math.min(PASSES, Math.floor(y * (PASSES + 1)));
    const keys = row === 0 ? input : found[`keys${row}`];
    if (!keys) return '';
    const i = Math.min(n - 1, Math.floor(x * n));
    const key = await numberAt(lab?.device, keys, i, Uint32Array);
    return `${row ? `After digit ${row}` : 'At first'}, key ${formats.integer(i)} is ${key.toString(16).padStart(4, '0')} (hexadecimal).`;
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const keys = Uint32Array.from({ length: 10_000 }, (_, i) => (i * 40_503) % 65_536);
let pass = { keys, values: keys.map((_, i) => i) };
for (let bit = 0; bit < 16; bit += 4) pass = await lab.sort(pass.keys, { values: pass.values, bits: [bit, bit + 4] });
const sorted = keys.slice().sort();
console.log(pass.keys.every((key, i) => key === sorted[i]), pass.values.every((place, i) => keys[place] === sorted[i]));`,
  prints: 'true true',
};

/** The keys that there are, those of the passes that have run by now too. @param {State} state @returns {any[]} */
const allKeys = ({ input, found }) => [input, ...Array.from({ length: PASSES }, (_, pass) => found[`keys${pass + 1}`])].filter(Boolean);

/** Their strips. @param {{ height: number, scale: number }} image @param {any[]} all */
function stripsOf({ height, scale }, all) {
  const gap = Math.round(2 * scale);
  const edge = (/** @type {number} */ pass) => Math.round((height * pass) / (PASSES + 1));
  return all.map((keys, pass) => ({
    first: edge(pass) + gap,
    rows: Math.max(1, edge(pass + 1) - edge(pass) - 2 * gap),
    // Above the largest number of the digits that are sorted by then.
    numbers: { low: 2 ** (DIGIT_BITS * pass) },
    reads: { keys },
  }));
}

/** WGSL: the rows of a strip above a bar, which is as high as these digits, in whole numbers; and the same in JavaScript. */
const ABOVE = `fn rows_free(x: u32) -> i32 {
    let low = numbers.low;
    let digits = i32(keys[place_at(x)]) % low;
    return select((34 * numbers.rows * (low - digits) + 20 * low) / (40 * low), 0, low == 1);
  }`;
/** @param {number} rows @param {number} digits @param {number} low */
const above = (rows, digits, low) => (low === 1 ? 0 : Math.floor((34 * rows * (low - digits) + 20 * low) / (40 * low)));

/** @type {NonNullable<Application['prepare']>} */
async function prepare(image, lab, state) {
  // More passes may have run when it is drawn.
  const all = allKeys(state);
  const drawn = await accepted(lab.device, () => drawHues(lab, image, state.n, stripsOf(image, all), ABOVE));
  return { image: drawn, strips: all.length };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { context, width, height, theme, prepared } = surface;
  const shown = step === 'keys' ? 0 : Number(step.at(-1));
  const all = allKeys(state);
  surface.pixels((image) => {
    if (prepared) return prepared.image;
    paintHues(image, theme.ramp, state.n, stripsOf(image, all), ({ rows, numbers: { low }, reads: { keys } }, x, placeAt) =>
      above(rows, keys[placeAt(x)] % low, low),
    );
  });
  const high = height / (PASSES + 1);
  // Passes after the step that is shown.
  context.globalAlpha = 0.88;
  context.fillStyle = theme.surface;
  context.fillRect(0, high * (shown + 1), width, height);
  context.globalAlpha = 1;
  const labelled = all.slice(0, prepared?.strips);
  labelled.forEach((_, pass) => label(surface, pass ? `after digit ${pass}` : 'at first', 10, pass * high + 20, { color: theme.text }));
}
