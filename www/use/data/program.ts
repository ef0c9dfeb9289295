/** The text of a program: generated with nested brackets, or typed by the visitor. */
import { badArgument } from '../../shared/arguments.ts';
import { text } from '../parts/declare.ts';
import { hash } from '../parts/random.ts';
import { filled } from '../parts/words.ts';
import type { FileControl } from '../types.ts';

/** By character code: 1 to 3 for opening brackets, −1 to −3 for closing brackets. */
const KINDS = new Int32Array(128);
for (const [rank, opening] of [...'([{'].entries()) KINDS[opening.charCodeAt(0)] = rank + 1;
for (const [rank, closing] of [...')]}'].entries()) KINDS[closing.charCodeAt(0)] = -rank - 1;
const NAMES = ['x', 'sum', 'left', 'n', 'flags', 'scan', 'a', 'tile', 'place', 'i'];
const DEEPEST = 9;
export const MOST_CHARACTERS = 2 ** 24;

/** The control for a text of the visitor. */
export const ownText = text(
  'custom',
  'Your text',
  'if (a[0] < b) {\nf({ x: [1, 2, (3)] });\n}\n}',
  'Every bracket counts, also those in strings.',
  4,
);

/** The control for a text file of the visitor. */
export const textControl: FileControl = {
  kind: 'file',
  id: 'file',
  label: 'Your text file',
  hint: 'The file stays on this computer, and replaces the text.',
  accept: 'text/*,.js,.ts,.rs,.c,.h,.cpp,.py,.java,.json,.wgsl',
  most_bytes: MOST_CHARACTERS,
  read: readText,
};

async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw badArgument(`A text in UTF-8 is required; “${file.name}” is not in UTF-8.`);
  }
}

export function checkedText(text: string) {
  if (text.length >= 1 && text.length <= MOST_CHARACTERS) return text;
  const [most, found] = [MOST_CHARACTERS, text.length].map((n) => n.toLocaleString('en'));
  throw badArgument(`A text of 1 to ${most} characters is required; found ${found}.`);
}

/** The kind of each character: 1 to 3 for opening brackets, −1 to −3 for closing brackets, 0 for other characters. */
export const kindsOf = (text: string) => filled(new Int32Array(text.length), (i) => KINDS[text.charCodeAt(i)] ?? 0);

/** Statements without indentation, in exactly n characters. Every bracket has a partner, but not the last one if n is odd and below 42. */
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
 * The text with some brackets replaced by other characters.
 * @param mistakes the number of replaced brackets
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
