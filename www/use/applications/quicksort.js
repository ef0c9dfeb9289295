/** Quicksort in rounds: every segment is split by its pivot into three, all segments at once, by segmented scans alone. */
import { accepted, readAll } from '../device/device.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { drawHues, hueControls, huesOf, paintHues } from '../drawing/hues.js';
import { label } from '../drawing/draw.js';
import { IS_HEAD, bitWords, oneSegment, split } from './quicksort/segments.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Fields} Fields */
/** @typedef {import('../device/work.js').Work} Work */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** Keys of 16 bits take about 40; by wrong counts there may be as many as keys. */
const MOST_ROUNDS = 100;

/** The next round, and what is known of it. @param {Work} work @param {Uint32Array} input @param {Fields} found @returns {Promise<Fields>} */
async function nextRound(work, input, found) {
  const { rounds, ends } = found;
  const all = rounds ? found[`keys${rounds}`] : work.kept(input);
  const { keys, heads, ...rest } = await split(work, { keys: all, heads: found[`heads${rounds}`], ends });
  return { [`keys${rounds + 1}`]: keys, [`heads${rounds + 1}`]: heads, ...rest, rounds: rounds + 1 };
}

/** A round of the reference program: the keys of every segment are counted, and placed by three cursors. @param {ArrayLike<number>} keys @param {Uint32Array} ends */
function splitInOrder(keys, ends) {
  const n = keys.length;
  const next = { keys: new Uint32Array(n), heads: new Uint32Array(bitWords(n)), ends: new Uint32Array(n), segments: 0 };
  for (let start = 0; start < n; start = ends[start]) {
    const pivot = keys[(start + ends[start]) >> 1];
    const counts = [0, 0, 0];
    for (let i = start; i < ends[start]; i++) counts[Number(keys[i] >= pivot) + Number(keys[i] > pivot)]++;
    const cursors = [start, start + counts[0], start + counts[0] + counts[1]];
    for (const [side, head] of cursors.entries()) {
      if (!counts[side]) continue;
      next.heads[head >>> 5] |= 1 << (head & 31);
      next.ends[head] = head + counts[side];
      next.segments++;
    }
    for (let i = start; i < ends[start]; i++) next.keys[cursors[Number(keys[i] >= pivot) + Number(keys[i] > pivot)]++] = keys[i];
  }
  return next;
}

/** @type {Application} */
export const quicksort = {
  id: 'quicksort',
  title: 'Quicksort',
  teaches:
    'A segmented scan works on all parts of the recursion at once, so that a round of quicksort is two scans, however many parts there are.',
  source: ['Sengupta, Lefohn & Owens 2006, §1', 'Mahmoud, lecture 6', 'Blelloch 1990, quicksort'],
  madeOf: 'segmented scans: a max that spreads where segments begin, and an add of three counts',
  controls: hueControls,
  size: { unit: 'key', least: 1, most: 2 ** 22, gpu: 2 ** 12, software: 2 ** 11, still: 2 ** 8 },
  scan: { operator: 'max', type: 'u32', mode: 'inclusive', segmented: true },
  input: huesOf,
  steps: [
    { id: 'keys', title: 'Keys', what: 'Each key is a hue. All of them are one segment.' },
    {
      id: 'split',
      title: 'First split',
      what: 'Where a segment begins spreads over it, and so every key finds the pivot; the counts of smaller, equal and larger keys before each give it its place.',
      by: 'lab.scan, segmented: inclusive max of u32, exclusive add of three counts',
      run: async (work, { n, input }) => {
        const { heads: heads0, ends } = work.make(() => oneSegment(work.device, n));
        return { heads0, ...(await nextRound(work, input, { heads0, ends, rounds: 0 })) };
      },
    },
    {
      id: 'rounds',
      title: 'All rounds',
      what: 'Every round splits every segment into three; the keys that equal a pivot are done.',
      by: 'lab.scan, segmented: two scans a round',
      async *run(work, { input, found }) {
        yield {};
        // A round splits a segment at least. Of wrong counts it may split none: the check then names them.
        for (let before = 1; found.descents && found.segments > before && found.rounds < MOST_ROUNDS;) {
          before = found.segments;
          yield nextRound(work, input, found);
        }
      },
    },
  ],
  method: 'typed arrays’ sort, and a quicksort by counts and cursors for the rounds',
  reference(input) {
    const n = input.length;
    const arrays = { heads0: new Uint32Array(bitWords(n)).fill(1, 0, 1) };
    let last = { keys: input, ends: Uint32Array.from({ length: n }, (_, i) => (i === 0 ? n : 0)), segments: 1 };
    let rounds = 0;
    do {
      const { heads, ...next } = splitInOrder(last.keys, last.ends);
      last = next;
      rounds++;
      Object.assign(arrays, { [`keys${rounds}`]: last.keys, [`heads${rounds}`]: heads });
    } while (!isSorted(last.keys));
    // By another program yet.
    const sorted = { [`keys${rounds}`]: Uint32Array.from(input).sort() };
    return { rounds, segments: last.segments, descents: 0, ends: last.ends, ...arrays, ...sorted };
  },
  async compare(found, wanted, _, { device }) {
    for (const [name, field] of Object.entries(wanted)) {
      // One array at a time: all would need as much memory again.
      const problem =
        typeof field === 'number'
          ? difference(name, found[name], field)
          : firstOfArrays([name], await readAll(device, { [name]: found[name] }), wanted);
      if (problem) return problem;
    }
    return null;
  },
  describe: ({ n, found }, formats) => `${formats.count(n, 'key')} after ${formats.count(found.rounds, 'round')} of segmented scans`,
  numbers: ({ input }) => Array.from(input.slice(0, 16), (/** @type {number} */ key) => key >>> 8),
  prepare,
  draw,
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

/** @param {Uint32Array} keys */
function isSorted(keys) {
  for (let i = 1; i < keys.length; i++) if (keys[i - 1] > keys[i]) return false;
  return true;
}

/** WGSL: the rows that are left free for a line between segments, as wide as `numbers.line`. */
const LINES = `${IS_HEAD}
  fn rows_free(x: u32) -> i32 {
    let line = u32(numbers.line);
    let is_line = x >= line && place_at(x - line) < place_at(x) && is_head(place_at(x));
    return select(0, numbers.rows, is_line);
  }`;

/** How many strips a step shows: one of the keys, and one a round. @param {string} step @param {number} rounds */
const shownOf = (step, rounds) => ({ keys: 1, split: 2 })[step] ?? rounds + 1;

/** @param {{ width: number, height: number, scale: number }} image @param {State} state @param {string} step @param {number} rounds */
function stripsOf({ width, height, scale }, { n, input, found }, step, rounds) {
  const edge = (/** @type {number} */ round) => Math.round((height * round) / (rounds + 1));
  // None where keys are too narrow for it.
  const line = width >= 2 * scale * n ? Math.max(1, Math.round(scale)) : 0;
  return Array.from({ length: shownOf(step, rounds) }, (_, round) => ({
    first: edge(round),
    rows: Math.max(1, edge(round + 1) - Math.round(scale) - edge(round)),
    numbers: { line },
    reads: { keys: round ? found[`keys${round}`] : input, heads: found[`heads${round}`] },
  }));
}

/** @type {NonNullable<Application['prepare']>} */
async function prepare(image, lab, state, step) {
  // More rounds may have run when it is drawn.
  const { rounds } = state.found;
  const strips = stripsOf(image, state, step, rounds);
  const drawn = await accepted(lab.device, () => drawHues(lab, image, state.n, strips, LINES));
  return { image: drawn, rounds };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { theme, prepared } = surface;
  const { rounds } = prepared ?? state.found;
  surface.pixels((image) => {
    if (prepared) return prepared.image;
    const strips = stripsOf(image, state, step, rounds);
    paintHues(image, theme.ramp, state.n, strips, ({ rows, numbers: { line }, reads: { heads } }, x, placeAt) => {
      const place = placeAt(x);
      const isLine = x >= line && placeAt(x - line) < place && (heads[place >>> 5] >>> (place & 31)) & 1;
      return isLine ? rows : 0;
    });
  });
  const high = surface.height / (rounds + 1);
  for (let round = 0; round < shownOf(step, rounds) && high >= 16; round++)
    label(surface, round ? `round ${round}` : 'one segment', 10, (round + 0.5) * high + 4, { color: theme.text });
}
