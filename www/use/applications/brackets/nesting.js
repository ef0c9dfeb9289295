/** How the brackets of a text nest, on the device. */
import { storage, submit } from '../../device/device.js';
import { counted } from '../../device/scans.js';
import { NONE } from '../../parts/words.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** Kinds of all characters: 1 to 3 of a bracket that opens, −1 to −3 of one that closes, else 0. @typedef {Int32Array} Kinds */

/** Whether a character is a bracket without a partner of its kind. @param {Kinds} kinds @param {number} i @param {number} partner */
export const isWrong = (kinds, i, partner) => kinds[i] !== 0 && kinds[partner] !== -kinds[i];

/** The same in WGSL. */
export const IS_WRONG = `
  fn is_wrong(i: u32) -> bool {
    let partner = partners[i];
    return kinds[i] != 0 && (partner >= arrayLength(&kinds) || kinds[partner] != -kinds[i]);
  }`;

/** What each character leaves unmatched, as two words. @param {GPUDevice} device @param {Kinds} kinds */
export function pairsOn(device, kinds) {
  const pairs = storage(device, 2 * kinds.length);
  submit(device, {
    n: kinds.length,
    reads: { kinds },
    writes: { pairs: [pairs, 'vec2u'] },
    code: 'fn each(i: u32) { pairs[i] = vec2u(u32(kinds[i] < 0), u32(kinds[i] > 0)); }',
  });
  return pairs;
}

/** The level that each bracket opens or closes, 0 where it closes nothing; the flags of brackets; and, a word, the deepest level. @param {GPUDevice} device @param {Kinds} kinds @param {GPUBuffer} unmatched */
export function levelsOn(device, kinds, unmatched) {
  const made = { levels: storage(device, kinds.length), flags: storage(device, kinds.length), most: storage(device, 1) };
  submit(device, {
    n: kinds.length,
    reads: { kinds, unmatched: [unmatched, 'vec2u'] },
    writes: { levels: made.levels, flags: made.flags, most: [made.most, 'atomic<u32>'] },
    // A bracket that closes ends the level above the depth that it leaves.
    code: `fn each(i: u32) {
        let closed_before = select(0, unmatched[max(i, 1) - 1].x, i > 0);
        let level = select(unmatched[i].y + u32(kinds[i] < 0), 0, unmatched[i].x > closed_before);
        levels[i] = level;
        flags[i] = u32(kinds[i] != 0);
        // Few levels are a new maximum, and only these contend for the word.
        if (kinds[i] != 0 && level > atomicLoad(&most[0])) { atomicMax(&most[0], level); }
      }`,
  });
  return made;
}

/**
 * The partners of brackets that are sorted by their level, and how many brackets have none of their kind.
 * @param {Work} work @param {Kinds} kinds @param {{ keys: GPUBuffer, values: GPUBuffer }} sorted levels and places
 */
export async function partnersOn(work, kinds, { keys, values }) {
  const { device } = work;
  const partners = work.make(() => {
    const partners = storage(device, kinds.length);
    submit(device, {
      n: kinds.length,
      writes: { partners },
      code: `fn each(i: u32) { partners[i] = ${NONE}; }`,
    });
    const brackets = keys.size / 4;
    if (brackets > 1)
      submit(device, {
        n: brackets - 1,
        reads: { kinds, levels: keys, places: values },
        writes: { partners },
        // Of one level, those that open and close take turns. Places of wrong results may be beyond the text.
        code: `fn each(i: u32) {
          let left = places[i];
          let right = places[i + 1];
          if (levels[i] != levels[i + 1] || max(left, right) >= arrayLength(&kinds) || kinds[left] < 0 || kinds[right] > 0) { return; }
          partners[left] = right;
          partners[right] = left;
        }`,
      });
    return partners;
  });
  const [wrong] = await counted(work, 1, {
    n: kinds.length,
    reads: { kinds, partners },
    code: `${IS_WRONG}
    fn each(i: u32) {
      if (is_wrong(i)) { atomicAdd(&counts[0], 1); }
    }`,
  });
  return { partners, wrong };
}
