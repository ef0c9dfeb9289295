/** Quicksort in rounds: segmented scans split all segments at once, each segment into three by its pivot. */
import { counted } from '../device/scans.ts';
import { compareExactly } from '../parts/compare.ts';
import { keyControls, keysOf } from '../data/keys.ts';
import { drawHues, showHues } from '../drawing/hues.ts';
import { wordsOf } from '../parts/words.ts';
import { IS_HEAD, bitWords, oneSegment, splitSegments } from '../device/segments.ts';
import type { Work } from '../device/work.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State } from '../types.ts';

/** The maximum number of rounds. Keys of 16 bits take about 40 rounds; with wrong counts, they could take as many rounds as there are keys. */
const MOST_ROUNDS = 100;

/** A round of the reference program: it appends the keys of every segment to three lists. */
function splitInOrder({ keys, ends }: { keys: Uint32Array; ends: Uint32Array }) {
  const n = keys.length;
  const next = { keys: new Uint32Array(n), heads: new Uint32Array(bitWords(n)), ends: new Uint32Array(n), segments: 0 };
  for (let start = 0; start < n; start = ends[start]) {
    const pivot = keys[(start + ends[start]) >> 1];
    const sides: number[][] = [[], [], []];
    for (let i = start; i < ends[start]; i++) sides[Number(keys[i] >= pivot) + Number(keys[i] > pivot)].push(keys[i]);
    let head = start;
    for (const side of sides.filter(({ length }) => length > 0)) {
      next.keys.set(side, head);
      next.heads[head >>> 5] |= 1 << (head & 31);
      next.segments++;
      head = next.ends[head] = head + side.length;
    }
  }
  return next;
}

/**
 * A round: every segment is split by its middle key. The round also counts the segments, and the keys that are smaller than the preceding
 * key.
 * @param found the fields of the last round
 */
async function split(work: Work, { rounds, ends, ...found }: Fields) {
  const next = await splitSegments(work, { keys: found[`keys${rounds}`], heads: found[`heads${rounds}`], ends }, '(start + end) / 2');
  const [segments, descents] = await counted(work, 2, {
    n: next.keys.size / 4,
    reads: { keys: next.keys, heads: next.heads },
    code: `fn each(i: u32) {
      if (i % 32 == 0) { atomicAdd(&counts[0], countOneBits(heads[i / 32])); }
      if (i > 0 && keys[i - 1] > keys[i]) { atomicAdd(&counts[1], 1); }
    }`,
  });
  const round = rounds + 1;
  return { [`keys${round}`]: next.keys, [`heads${round}`]: next.heads, ends: next.ends, segments, descents, rounds: round };
}

export const quicksort: Application = {
  id: 'quicksort',
  title: 'Quicksort',
  teaches:
    'A segmented scan handles all parts of the recursion at once, so each round of quicksort takes two scans, whatever the number of parts.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Mahmoud, lecture 6', 'Blelloch 1990, quicksort'],
  madeOf: 'two segmented scans: a max scan that spreads the start of each segment, and an add scan of three counts',
  controls: keyControls,
  size: { unit: 'key', least: 1, most: 2 ** 22, gpu: 2 ** 12, software: 2 ** 11, still: 2 ** 8 },
  scan: { operator: 'max', type: 'u32', mode: 'inclusive', segmented: true },
  input: keysOf,
  steps: [
    { id: 'keys', title: 'Keys', what: 'Each key is a hue. All keys form one segment.' },
    {
      id: 'split',
      title: 'First split',
      what: 'The max scan spreads the start of each segment over its keys, so every key finds its pivot. The counts of smaller, equal and larger keys before a key give its new index.',
      by: 'lab.scan, segmented: inclusive max of u32, exclusive add of three counts',
      async run(work, { n, input }) {
        const { heads, ends } = work.make(() => oneSegment(work.device, n));
        return { heads0: heads, ...(await split(work, { keys0: work.kept(input), heads0: heads, ends, rounds: 0 })) };
      },
    },
    {
      id: 'rounds',
      title: 'All rounds',
      what: 'Every round splits every segment into three. Keys that equal a pivot are in their final place.',
      by: 'lab.scan, segmented: two scans per round',
      async *run(work, { found }) {
        yield {};
        // A round splits at least one segment. With wrong counts it may split no segment; the check then reports the error.
        for (let before = 1; found.descents && found.segments > before && found.rounds < MOST_ROUNDS;) {
          before = found.segments;
          yield split(work, found);
        }
      },
    },
  ],
  method: 'the sort of typed arrays, and a quicksort with lists for the rounds',
  reference(input) {
    const n = input.length;
    const found: Record<string, any> = { heads0: wordsOf(bitWords(n), (i) => Number(i === 0)), rounds: 0, descents: 0 };
    let last = { keys: input, ends: wordsOf(n, (i) => (i === 0 ? n : 0)), segments: 1 };
    do {
      const { heads, ...next } = splitInOrder(last);
      last = next;
      found.rounds++;
      Object.assign(found, { [`keys${found.rounds}`]: last.keys, [`heads${found.rounds}`]: heads });
    } while (last.keys.some((key: number, i: number) => key < last.keys[i - 1]));
    // The final keys come from an independent method.
    found[`keys${found.rounds}`] = Uint32Array.from(input).sort();
    return { ...found, ends: last.ends, segments: last.segments };
  },
  compare: compareExactly,
  describe: ({ n, found }, formats) => `${formats.count(n, 'key')} after ${formats.count(found.rounds, 'round')} of segmented scans`,
  stepped: {
    of: 'flags of smaller keys',
    operator: 'add',
    mode: 'exclusive',
    numbers: ({ n, input }) => input.map((key: number) => Number(key < input[n >> 1])),
  },
  prepare,
  draw: (surface) => showHues(surface, (round) => (round ? `round ${round}` : 'one segment')),
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const keys = Uint32Array.of(5, 3, 9, 5, 1, 7, 2, 8);
const heads = Uint32Array.of(1, 0, 0, 0, 1, 0, 0, 0);
const starts = await lab.scan(keys.map((_, i) => heads[i] * i), { operator: 'max', heads });
const smaller = keys.map((key, i) => Number(key < keys[starts[i]]));
const before = await lab.scan(smaller, { mode: 'exclusive', heads });
console.log(starts, smaller, before);`,
  prints: '[0,0,0,0,4,4,4,4] [0,1,0,0,0,0,0,0] [0,0,1,1,0,0,0,0]',
};

/** WGSL: all rows stay free in the line between two segments, which is `numbers.line` device pixels wide. */
const LINES = `${IS_HEAD}
  fn rows_free(x: u32) -> i32 {
    let line = u32(numbers.line);
    let is_line = x >= line && element_at(x - line) < element_at(x) && is_head(element_at(x));
    return select(0, numbers.rows, is_line);
  }`;

async function prepare(image: PreparedImage, lab: PictureLab, { n, input, found }: State, step: string): Promise<Fields> {
  // No line if keys are too narrow for it.
  const line = image.width >= 2 * image.scale * n ? Math.max(1, Math.round(image.scale)) : 0;
  const places = found.rounds + 1;
  const strips = Array.from({ length: { keys: 1, split: 2 }[step] ?? places }, (_, round) => ({
    numbers: { line },
    reads: { keys: round ? found[`keys${round}`] : input, heads: found[`heads${round}`] },
  }));
  return drawHues(lab, image, { n, strips, places, gaps: { above: 0, below: 1 }, code: LINES });
}
