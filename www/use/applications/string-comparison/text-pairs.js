/** Pairs of texts on the device: where the two first differ, and which one is smaller. */
import { storage, submit } from '../../device/device.js';
import { keepLast } from '../../parts/keep-last.js';
import { NONE, wordsOf } from '../../parts/words.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {{ texts: string[], columns: number, characters: Uint32Array }} Texts characters: a row of `columns` each text */

/** A bit a character of so many pairs, set where a pair begins. */
const headsOf = keepLast((/** @type {number} */ pairs, /** @type {number} */ columns) => {
  const bits = new Uint32Array(Math.ceil((pairs * columns) / 32));
  for (let head = 0; head < pairs * columns; head += columns) bits[head >>> 5] |= 1 << (head & 31);
  return bits;
});

/** The first text of each pair. */
const keysOf = keepLast((/** @type {number} */ n) => wordsOf(n * n, (pair) => Math.floor(pair / n)));

/** The flags of the characters that differ, of one pair. @param {GPUDevice} device @param {Texts} input @param {[number, number]} pair */
export function flagsOn(device, { columns, characters }, [a, b]) {
  const flags = storage(device, columns);
  submit(device, {
    n: columns,
    numbers: { a: a * columns, b: b * columns },
    reads: { characters },
    writes: { flags },
    code: 'fn each(i: u32) { flags[i] = u32(characters[u32(numbers.a) + i] != characters[u32(numbers.b) + i]); }',
  });
  return flags;
}

/** Of all characters of all pairs, their place where they differ. @param {GPUDevice} device @param {Texts} input */
function placesOn(device, { texts, columns, characters }) {
  const places = storage(device, texts.length ** 2 * columns);
  submit(device, {
    n: places.size / 4,
    numbers: { texts: texts.length, columns },
    reads: { characters },
    writes: { places },
    code: `fn each(i: u32) {
      let columns = u32(numbers.columns);
      let pair = i / columns;
      let at = i % columns;
      let a = characters[pair / u32(numbers.texts) * columns + at];
      let b = characters[pair % u32(numbers.texts) * columns + at];
      places[i] = select(at, ${NONE}, a == b);
    }`,
  });
  return places;
}

/** Where the two texts of each pair first differ. @param {Work} work @param {Texts} input */
export async function firstOn(work, input) {
  const { device } = work;
  const { columns } = input;
  const pairs = input.texts.length ** 2;
  const places = work.make(() => placesOn(device, input));
  const heads = headsOf(pairs, columns);
  const least = await work.scan(places, { operator: 'min', type: 'u32', heads, headsAsBits: true, algorithm: work.chosen });
  return work.make(() => {
    const first = storage(device, pairs);
    submit(device, {
      n: pairs,
      numbers: { columns },
      reads: { least },
      writes: { first },
      code: 'fn each(pair: u32) { first[pair] = least[(pair + 1) * u32(numbers.columns) - 1]; }',
    });
    return first;
  });
}

/** Whether the second text of each pair is the smaller. @param {GPUDevice} device @param {Texts} input @param {GPUBuffer} first */
function smallerOn(device, { texts, columns, characters }, first) {
  const smaller = storage(device, texts.length ** 2);
  submit(device, {
    n: texts.length ** 2,
    numbers: { texts: texts.length, columns },
    reads: { characters, first },
    writes: { smaller },
    code: `fn each(pair: u32) {
      let a = pair / u32(numbers.texts);
      let b = pair % u32(numbers.texts);
      let at = first[pair];
      let columns = u32(numbers.columns);
      smaller[pair] = u32(select(characters[b * columns + at] < characters[a * columns + at], b < a, at == ${NONE}));
    }`,
  });
  return smaller;
}

/** How many texts come before each. @param {Work} work @param {Texts} input @param {GPUBuffer} first @returns {Promise<GPUBuffer>} */
export async function ranksOn(work, input, first) {
  const smaller = work.make(() => smallerOn(work.device, input, first));
  return (await work.call('reduceByKey', [keysOf(input.texts.length), smaller], { type: 'u32' })).values;
}

/** The texts in the order of their ranks. @param {GPUDevice} device @param {number} n @param {GPUBuffer} ranks */
export function orderOn(device, n, ranks) {
  const order = storage(device, n);
  // As many as texts, unless they are wrong, which the check tells.
  const count = Math.min(n, ranks.size / 4);
  if (count) {
    submit(device, {
      n: count,
      numbers: { texts: n },
      reads: { ranks },
      writes: { order },
      code: 'fn each(text: u32) { if (ranks[text] < u32(numbers.texts)) { order[ranks[text]] = text; } }',
    });
  }
  return order;
}
