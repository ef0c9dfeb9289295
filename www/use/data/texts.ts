/** Texts to compare: generated, or the visitor's lines. */
import { badArgument } from '../../shared/arguments.ts';
import { checkCount } from '../parts/typed-numbers.ts';
import { hash } from '../parts/random.ts';
import { wordsOf } from '../parts/words.ts';

/** The maximum number of texts. With one character more per text, all ordered pairs of these texts have at most 2 ** 24 elements. */
export const MOST_TEXTS = 500;
const MOST_CHARACTERS = 64;
const SYLLABLES = ['sca', 'pre', 'fix', 'sum', 'ta', 'til', 'ra', 'dix', 'lo', 'ok', 'se', 'gm', 'ne', 'wa', 'rp', 'ba'];
/** The numbers of choices for the first to the fourth syllable. They are small, so that many texts begin with the same characters. */
const KINDS = [4, 8, 16, 16];

/** Texts of two to four syllables. */
export const drawnTexts = (n: number, seed: number) =>
  Array.from({ length: n }, (_, i) =>
    KINDS.slice(0, 2 + (hash(i, seed + 3) % 3))
      .map((kinds, part) => SYLLABLES[hash(8 * i + part, seed) % kinds])
      .join(''),
  );

/** The lines of a text, without empty ones. */
export function typedTexts(text: string) {
  const texts = text.split('\n').filter((line) => line.trim());
  checkCount('Your texts', 'line', texts, [2, MOST_TEXTS]);
  const long = texts.findIndex((line) => line.length > MOST_CHARACTERS);
  if (long < 0) return texts;
  throw badArgument(`Each text must have at most ${MOST_CHARACTERS} characters; line ${long + 1} has ${texts[long].length}.`);
}

/** Texts with their characters as words, in rows of `columns`: the code plus 1, and 0 after the end. */
export function tableOf(texts: string[]) {
  // The additional column is an end: a text differs from a longer text that begins with it.
  const columns = 1 + Math.max(...texts.map((text) => text.length));
  const characters = wordsOf(texts.length * columns, (i) => {
    const code = texts[Math.floor(i / columns)].charCodeAt(i % columns);
    return Number.isNaN(code) ? 0 : code + 1;
  });
  return { texts, columns, characters };
}
