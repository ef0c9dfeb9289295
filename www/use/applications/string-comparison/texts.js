/** Texts that are compared: drawn ones, or a visitor's lines. */
import { badArgument } from '../../../shared/arguments.js';
import { checkCount } from '../../parts/typed-numbers.js';
import { hash } from '../../parts/random.js';

/** All pairs of as many, with a character more, have at most 2 ** 24 elements. */
export const MOST_TEXTS = 500;
const MOST_CHARACTERS = 64;
const SYLLABLES = ['sca', 'pre', 'fix', 'sum', 'ta', 'til', 'ra', 'dix', 'lo', 'ok', 'se', 'gm', 'ne', 'wa', 'rp', 'ba'];
/** Of how many kinds the first, the second, the third and the fourth syllable are, so that texts often begin alike. */
const KINDS = [4, 8, 16, 16];

/** Texts of two to four syllables. @param {number} n @param {number} seed */
export const drawnTexts = (n, seed) =>
  Array.from({ length: n }, (_, i) =>
    KINDS.slice(0, 2 + (hash(i, seed + 3) % 3))
      .map((kinds, part) => SYLLABLES[hash(8 * i + part, seed) % kinds])
      .join(''),
  );

/** The lines of a text, without empty ones. @param {string} text */
export function typedTexts(text) {
  const texts = text.split('\n').filter((line) => line.trim());
  checkCount('Your texts', 'line', texts, [2, MOST_TEXTS]);
  const long = texts.findIndex((line) => line.length > MOST_CHARACTERS);
  if (long < 0) return texts;
  throw badArgument(`Each text must have at most ${MOST_CHARACTERS} characters; line ${long + 1} has ${texts[long].length}.`);
}
