/** Texts that are compared: drawn ones, or a visitor's lines. */
import { badArgument } from '../../../shared/arguments.js';
import { hash } from '../../parts/random.js';
import { NONE } from '../../parts/words.js';

/** All pairs of as many, with a character more, have at most 2 ** 24 elements. */
export const MOST_TEXTS = 500;
const MOST_CHARACTERS = 64;
const SYLLABLES = ['sca', 'pre', 'fix', 'sum', 'ta', 'til', 'ra', 'dix', 'lo', 'ok', 'se', 'gm', 'ne', 'wa', 'rp', 'ba'];

/** Texts that often begin alike. @param {number} n @param {number} seed */
export const drawnTexts = (n, seed) =>
  Array.from({ length: n }, (_, i) =>
    [4, 8, 16, 16]
      .slice(0, 2 + (hash(i, seed + 3) % 3))
      .reduce((text, kinds, part) => text + SYLLABLES[hash(8 * i + part, seed) % kinds], ''),
  );

/** The lines of a text, without empty ones. @param {string} text */
export function typedTexts(text) {
  const texts = text.split('\n').filter((line) => line.trim());
  if (texts.length < 2 || texts.length > MOST_TEXTS) {
    throw badArgument(`Your texts must be 2 to ${MOST_TEXTS} lines; there are ${texts.length || 'none'}.`);
  }
  const long = texts.findIndex((line) => line.length > MOST_CHARACTERS);
  if (long >= 0)
    throw badArgument(`Each text must have at most ${MOST_CHARACTERS} characters; line ${long + 1} has ${texts[long].length}.`);
  return texts;
}

/** The first place where two texts differ, by a walk. @param {string} a @param {string} b */
export function placeOf(a, b) {
  if (a === b) return NONE;
  let at = 0;
  while (a[at] === b[at]) at++;
  return at;
}

/** The last of places, where there is one; at least 1. @param {ArrayLike<number>} places */
export function latestOf(places) {
  let latest = 1;
  for (let i = 0; i < places.length; i++) if (places[i] !== NONE && places[i] > latest) latest = places[i];
  return latest;
}
