/** A shuffled strip of hues, sorted by one digit after the other. */
import { SHARE, drawPixels } from '../device-pixels.js';
import { accepted, keptOn, read, readAll } from '../device.js';
import { firstDifference, firstOfArrays } from '../compare.js';
import { hash, label, strip, stripSize, wordImage } from '../draw.js';
import { indicesOf } from '../keep-last.js';
import { choice, seed } from '../declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Step} Step */
/** @typedef {import('../types.d.ts').Surface} Surface */

const PASSES = 4;
const DIGIT_BITS = 4;
const KEYS = 2 ** (PASSES * DIGIT_BITS);

/** @type {Record<string, (i: number, n: number, seed: number) => number>} */
const ORDERS = {
  shuffled: (i, _, seeded) => hash(i, seeded) % KEYS,
  reversed: (i, n) => Math.floor(((n - 1 - i) * KEYS) / n),
  few: (i, _, seeded) => Math.floor((hash(i, seeded) % 8) * (KEYS / 8) + KEYS / 16),
};

/** What a pass makes of the one before. @param {number} pass @returns {Step} */
const passOf = (pass) => ({
  id: `pass-${pass + 1}`,
  title: `Digit ${pass + 1}`,
  what: `Stably sorted by bits ${DIGIT_BITS * pass} to ${DIGIT_BITS * pass + DIGIT_BITS - 1}: a scan of the digits' counts gives every key its place, and what earlier passes have sorted stays so.`,
  by: `lab.sort, bits: [${DIGIT_BITS * pass}, ${DIGIT_BITS * (pass + 1)}]`,
  async *run(lab, { n, input, found }, { signal }) {
    const keys = pass ? found[`keys${pass}`] : keptOn(lab.device, input);
    const values = pass ? found[`places${pass}`] : keptOn(lab.device, indicesOf(n));
    const bits = /** @type {[number, number]} */ ([DIGIT_BITS * pass, DIGIT_BITS * (pass + 1)]);
    const sorted = await lab.sort(keys, { values, bits, signal });
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
  controls: [choice('order', 'Keys', { shuffled: 'shuffled', reversed: 'reversed', few: 'eight hues' }), seed()],
  size: { unit: 'key', least: 1, most: 2 ** 22, gpu: 2 ** 16, software: 2 ** 11, still: 2 ** 10 },
  input: (settings, n) => Uint32Array.from({ length: n }, (_, i) => ORDERS[settings.order](i, n, settings.seed)),
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
    let [keys, places] = [Uint32Array.from(input), Uint32Array.from(input, (_, i) => i)];
    for (let pass = 0; pass < PASSES; pass++) {
      const digit = (/** @type {number} */ key) => (key >>> (DIGIT_BITS * pass)) % 2 ** DIGIT_BITS;
      // A digit and a place in one number: sorted, equal digits keep their order.
      const pairs = Float64Array.from(keys, (key, i) => digit(key) * 2 ** 32 + i).sort();
      const order = Uint32Array.from(pairs, (pair) => pair % 2 ** 32);
      const last = { keys, places };
      [keys, places] = [order.map((i) => last.keys[i]), order.map((i) => last.places[i])];
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
    const [key] = row && lab ? await accepted(lab.device, () => read(lab.device, keys, i, 1)) : keys.subarray(i);
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

/** The box of a row's strip, in CSS pixels. @param {{ width: number, height: number }} picture @param {number} row */
const boxOf = ({ width, height }, row) => ({ x: 0, y: (row * height) / (PASSES + 1) + 2, width, height: height / (PASSES + 1) - 4 });

/** The rows of a strip above a bar, which is as high as the digits that are sorted by then, in whole numbers. @param {number} rows @param {number} digits @param {number} low above the largest number of these digits */
const above = (rows, digits, low) => Math.floor((34 * rows * (low - digits) + 20 * low) / (40 * low));

/** The strips of all rows that there are. @type {NonNullable<Application['prepare']>} */
function prepare({ width, height, scale, theme }, lab, { n, input, found }) {
  const { device } = lab;
  const stripOf = async (/** @type {number} */ row) => {
    const keys = row ? found[`keys${row}`] : keptOn(device, input);
    if (!keys) return [];
    const size = stripSize(boxOf({ width: width / scale, height: height / scale }, row), scale, n, row > 0);
    const image = await drawPixels(lab, size, {
      numbers: { keys_in_all: n, columns: size.width, rows: size.height, low: 2 ** (DIGIT_BITS * row) },
      bindings: { keys: { buffer: keys }, ramp: { buffer: keptOn(device, theme.ramp) } },
      code: `${SHARE}
      fn pixel_word(i: u32) -> u32 {
        let key = keys[share(i % u32(numbers.columns), u32(numbers.keys_in_all), u32(numbers.columns))];
        let digits = i32(key) % numbers.low;
        let above = (34 * numbers.rows * (numbers.low - digits) + 20 * numbers.low) / (40 * numbers.low);
        return select(0, ramp[key >> 8], numbers.low == 1 || i32(i) / numbers.columns >= above);
      }`,
    });
    return [[`strip${row}`, image]];
  };
  const rows = Array.from({ length: PASSES + 1 }, (_, row) => row);
  return accepted(device, async () => Object.fromEntries((await Promise.all(rows.map(stripOf))).flat()));
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { n, input, found }, step) {
  const { theme, prepared } = surface;
  const shown = step === 'keys' ? 0 : Number(step.at(-1));
  for (let row = 0; row <= PASSES; row++) {
    const keys = row === 0 ? input : found[`keys${row}`];
    // A pass that is still to come.
    if (!keys) break;
    const box = boxOf(surface, row);
    surface.context.globalAlpha = row <= shown ? 1 : 0.12;
    const low = 2 ** (DIGIT_BITS * row);
    const image = prepared?.[`strip${row}`];
    if (image) wordImage(surface, box, image, stripSize(box, surface.context.getTransform().a, n, row > 0).width);
    else strip(surface, box, keys, (key) => theme.ramp[key >>> 8], row ? (key, rows) => above(rows, key % low, low) : undefined);
    surface.context.globalAlpha = 1;
    label(surface, row === 0 ? 'at first' : `after digit ${row}`, 10, box.y + 18, { color: theme.text });
  }
}
