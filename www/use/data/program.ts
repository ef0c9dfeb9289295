/** A drawn program's text, whose brackets nest, or a visitor's. */
import { badArgument } from '../../shared/arguments.ts';
import { text } from '../parts/declare.ts';
import { hash } from '../parts/random.ts';
import { filled } from '../parts/words.ts';
import type { FileControl } from '../types.ts';

/** By their codes: 1 to 3 of brackets that open, −1 to −3 of those that close. */
const KINDS = new Int32Array(128);
for (const [rank, opening] of [...'([{'].entries()) KINDS[opening.charCodeAt(0)] = rank + 1;
for (const [rank, closing] of [...')]}'].entries()) KINDS[closing.charCodeAt(0)] = -rank - 1;
const NAMES = ['x', 'sum', 'left', 'n', 'flags', 'scan', 'a', 'tile', 'place', 'i'];
const DEEPEST = 9;
/** The longest text. */
export const MOST_CHARACTERS = 2 ** 24;

/** The control of a text of one's own. */
export const ownText = text(
  'own',
  'Your text',
  'if (a[0] < b) {\nf({ x: [1, 2, (3)] });\n}\n}',
  'Every bracket counts, in strings too.',
  4,
);

/** The control of a text file of one's own. */
export const textControl: FileControl = {
  kind: 'file',
  id: 'file',
  label: 'A text file of yours',
  hint: 'It stays on this computer, and takes the place of the text.',
  accept: 'text/*,.js,.ts,.rs,.c,.h,.cpp,.py,.java,.json,.wgsl',
  most_bytes: MOST_CHARACTERS,
  read: readText,
};

async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw badArgument(`A text in UTF-8 is required; “${file.name}” is none.`);
  }
}

export function checkedText(text: string) {
  if (text.length >= 1 && text.length <= MOST_CHARACTERS) return text;
  const found = text.length ? `it has ${text.length.toLocaleString('en')}` : 'there is none';
  throw badArgument(`A text of 1 to ${MOST_CHARACTERS.toLocaleString('en')} characters is required; ${found}.`);
}

/** 1 to 3 of each bracket that opens, −1 to −3 of each that closes, 0 of other characters. */
export const kindsOf = (text: string) => filled(new Int32Array(text.length), (i) => KINDS[text.charCodeAt(i)] ?? 0);

/** Statements without indentation, of exactly so many characters, every bracket of which has its partner. */
export function programOf(n: number, seed: number) {
  let all = '';
  const open: string[] = [];
  for (let word = 0; all.length + 2 * open.length + 40 < n; word++) {
    const chance = hash(word, seed) % 100;
    const name = NAMES[hash(word, seed + 1) % NAMES.length];
    if (chance < 28 && open.length < DEEPEST) {
      all += chance < 14 ? `if (${name} < ${NAMES[chance % 10]}[${chance}]) {\n` : `for (${name} of ${NAMES[chance % 10]}) {\n`;
      open.push('}\n');
    } else if (chance < 48 && open.length) all += open.pop();
    else if (chance < 70) all += `${name} = f([${chance}, ${name}], (${name} + 1));\n`;
    else all += `${name} += ${chance};\n`;
  }
  return (all + open.reverse().join('') + '()').slice(0, n < 42 ? 0 : n).padEnd(n, n < 42 ? '()' : ' ');
}

/**
 * The text with other characters in place of some brackets.
 * @param mistakes how many
 */
export function withMistakes(text: string, mistakes: number, seed: number) {
  const brackets = new Uint32Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) if (KINDS[text.charCodeAt(i)]) brackets[count++] = i;
  const drawn = Array.from({ length: Math.min(mistakes, count) }, (_, mistake) => brackets[hash(mistake, seed + 5) % count]);
  const lost = [...new Set(drawn)].sort((left, right) => left - right);
  const starts = [0, ...lost.map((place) => place + 1)];
  return starts.map((start, rank) => text.slice(start, lost[rank])).join('_');
}
