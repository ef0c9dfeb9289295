/** A shuffled strip of hues, sorted digit by digit. */
import { numberAt } from '../device/scans.ts';
import { compareExactly } from '../parts/compare.ts';
import { keyControls, keysOf } from '../data/keys.ts';
import { drawHues, showHues } from '../drawing/hues.ts';
import { indicesOf } from '../parts/keep-last.ts';
import { wordsOf } from '../parts/words.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Step, Surface } from '../types.ts';

const PASSES = 4;
const DIGIT_BITS = 4;
const MOST_KEYS = 2 ** 22;

const passOf = (pass: number): Step => ({
  id: `pass-${pass + 1}`,
  title: `Digit ${pass + 1}`,
  what: `The keys are stably sorted by bits ${DIGIT_BITS * pass} to ${DIGIT_BITS * pass + DIGIT_BITS - 1}. A scan of the counts of digits gives every key its new index. Keys with equal digits keep the order of the earlier passes.`,
  by: `lab.sort, bits: [${DIGIT_BITS * pass}, ${DIGIT_BITS * (pass + 1)}]`,
  async *run(work, { n, input, found }) {
    const keys = pass ? found[`keys${pass}`] : input;
    const values = pass ? found[`places${pass}`] : indicesOf(n);
    const sorted = await work.call('sort', keys, { values, bits: [DIGIT_BITS * pass, DIGIT_BITS * (pass + 1)] });
    yield { [`keys${pass + 1}`]: sorted.keys, [`places${pass + 1}`]: sorted.values };
  },
});

export const radixSort: Application = {
  id: 'radix-sort',
  title: 'Radix sort',
  teaches: 'Each pass splits the keys stably by one digit, with indices from a scan, so after the last pass the keys are sorted.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Merry 2014, Other Applications, sorting', 'Mahmoud, lecture 6'],
  madeOf: 'counts of digits and exclusive add scans of them, one pass per digit',
  controls: keyControls,
  size: { unit: 'key', least: 1, most: MOST_KEYS, gpu: 2 ** 12, software: 2 ** 11, still: 2 ** 10 },
  input: keysOf,
  steps: [
    {
      id: 'keys',
      title: 'Keys',
      what: 'Each key is a hue, a number of 16 bits. In later rows, the height of a bar is the value of the digits sorted so far.',
    },
    ...Array.from({ length: PASSES }, (_, pass) => passOf(pass)),
  ],
  method: 'the sort of typed arrays, for digits with their indices and for whole keys',
  reference(input) {
    const found: Record<string, any> = {};
    let [keys, places] = [input, indicesOf(input.length)];
    for (let pass = 0; pass < PASSES; pass++) {
      const digitOf = (key: number) => (key >>> (DIGIT_BITS * pass)) % 2 ** DIGIT_BITS;
      // One word has the digit and the index of a key, so keys with equal digits keep their order.
      const pairs = wordsOf(input.length, (i) => digitOf(keys[i]) * MOST_KEYS + i).sort();
      [keys, places] = [keys, places].map((words) => wordsOf(input.length, (rank) => words[pairs[rank] % MOST_KEYS]));
      Object.assign(found, { [`keys${pass + 1}`]: keys, [`places${pass + 1}`]: places });
    }
    // The final keys come from an independent method.
    return { ...found, [`keys${PASSES}`]: Uint32Array.from(input).sort() };
  },
  compare: compareExactly,
  describe: (state, formats) => `${formats.count(state.n, 'key')} sorted by ${allKeys(state).length - 1} of ${PASSES} digits, stably`,
  stepped: {
    of: 'counts of digits',
    mode: 'exclusive',
    numbers({ input }) {
      const counts = new Uint32Array(2 ** DIGIT_BITS);
      for (const key of input) counts[key % 2 ** DIGIT_BITS]++;
      return counts;
    },
  },
  async hover(state, x, y, formats, { device }) {
    const row = Math.min(PASSES, Math.floor(y * (PASSES + 1)));
    const keys = allKeys(state)[row];
    if (!keys) return '';
    const i = Math.min(state.n - 1, Math.floor(x * state.n));
    const key = await numberAt(device, keys, i, Uint32Array);
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

/** The keys of the input and of the passes that have run so far. */
const allKeys = ({ input, found }: State): any[] =>
  [input, ...Array.from({ length: PASSES }, (_, pass) => found[`keys${pass + 1}`])].filter(Boolean);

/** WGSL: the height of a bar is the value of its digits as a share of the largest possible value so far, in whole numbers. */
const BARS = `fn rows_free(x: u32) -> i32 {
    let low = numbers.low;
    let digits = i32(keys[element_at(x)]) % low;
    return select((34 * numbers.rows * (low - digits) + 20 * low) / (40 * low), 0, low == 1);
  }`;

async function prepare(image: PreparedImage, lab: PictureLab, state: State): Promise<Fields> {
  const strips = allKeys(state).map((keys, pass) => ({ numbers: { low: 2 ** (DIGIT_BITS * pass) }, reads: { keys } }));
  return drawHues(lab, image, { n: state.n, strips, places: PASSES + 1, gaps: { above: 2, below: 2 }, code: BARS });
}

function draw(surface: Surface, _: State, step: string) {
  const { context, width, height, theme } = surface;
  const shown = step === 'keys' ? 0 : Number(step.at(-1));
  showHues(surface, (pass) => (pass ? `after digit ${pass}` : 'at first'));
  const high = height / (PASSES + 1);
  // Passes after the chosen step are faded.
  context.globalAlpha = 0.88;
  context.fillStyle = theme.surface;
  context.fillRect(0, high * (shown + 1), width, height);
  context.globalAlpha = 1;
}
