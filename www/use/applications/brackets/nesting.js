/** How the brackets of a text nest, on the device. */
import { submit } from '../../device/device.js';
import { mapped } from '../../device/scans.js';
import { NONE } from '../../parts/words.js';

/** Kinds of all characters: 1 to 3 of a bracket that opens, −1 to −3 of one that closes, else 0. @typedef {Int32Array} Kinds */

/** WGSL: whether a character is a bracket without a partner of its kind. */
export const IS_WRONG = `
  fn is_wrong(i: u32) -> bool {
    let partner = partners[i];
    return kinds[i] != 0 && (partner >= arrayLength(&kinds) || kinds[partner] != -kinds[i]);
  }`;

/** What each character leaves unmatched, as two words. @param {GPUDevice} device @param {Kinds} kinds */
export const pairsOn = (device, kinds) =>
  mapped(device, kinds.length, ['u32(kinds[i] < 0)', 'u32(kinds[i] > 0)'], { type: 'u32', arrays: { kinds } });

/** The depth after each character, of a bracket that closes the level that it ends: one more, or 0 where it closes nothing; and the flags of brackets. @param {GPUDevice} device @param {Kinds} kinds @param {GPUBuffer} unmatched */
export function levelsOn(device, kinds, unmatched) {
  const level = 'select(unmatched[2 * i + 1] + u32(kinds[i] < 0), 0, unmatched[2 * i] > closed_before(i))';
  const code = 'fn closed_before(i: u32) -> u32 { return select(0, unmatched[2 * max(i, 1) - 2], i > 0); }';
  return {
    levels: mapped(device, kinds.length, [level], { type: 'u32', arrays: { kinds, unmatched }, code }),
    flags: mapped(device, kinds.length, ['u32(kinds[i] != 0)'], { type: 'u32', arrays: { kinds } }),
  };
}

/** The partners of brackets that are sorted by their level. @param {GPUDevice} device @param {Kinds} kinds @param {{ keys: GPUBuffer, values: GPUBuffer }} sorted levels and places */
export function partnersOn(device, kinds, { keys, values }) {
  const partners = mapped(device, kinds.length, [String(NONE)], { type: 'u32' });
  const brackets = keys.size / 4;
  if (brackets > 1) {
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
  }
  return partners;
}

/** Flags of brackets that have no partner of their kind. @param {GPUDevice} device @param {Kinds} kinds @param {GPUBuffer} partners */
export const wrongOn = (device, kinds, partners) =>
  mapped(device, kinds.length, ['u32(is_wrong(i))'], { type: 'u32', arrays: { kinds, partners }, code: IS_WRONG });
