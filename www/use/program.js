/** A drawn program's text, whose brackets nest, and its characters on a canvas. */
import { badArgument } from '../shared/arguments.js';
import { hash } from './draw.js';

/** Characters of the brackets, by their codes: 1 to 3 open, −1 to −3 close. */
const KINDS = '([{';
const CLOSING = ')]}';
const NAMES = ['x', 'sum', 'left', 'n', 'flags', 'scan', 'a', 'tile', 'place', 'i'];
const DEEPEST = 9;
/** The longest text. */
export const MOST_CHARACTERS = 2 ** 22;
const FONT = '12px ui-monospace, monospace';

/** The control of a text file of one's own. @type {import('./types.d.ts').FileControl} */
export const textControl = {
  kind: 'file',
  id: 'file',
  label: 'A text file of yours',
  hint: 'It stays on this computer, and takes the place of the text.',
  accept: 'text/*,.js,.ts,.rs,.c,.h,.cpp,.py,.java,.json,.wgsl',
  most_bytes: MOST_CHARACTERS,
  read: readText,
};

/** @param {File} file @returns {Promise<string>} */
async function readText(file) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw badArgument(`A text in UTF-8 is required; “${file.name}” is none.`);
  }
}

/** @param {string} text */
export function checkedText(text) {
  if (text.length >= 1 && text.length <= MOST_CHARACTERS) return text;
  const found = text.length ? `it has ${text.length.toLocaleString('en')}` : 'there is none';
  throw badArgument(`A text of 1 to ${MOST_CHARACTERS.toLocaleString('en')} characters is required; ${found}.`);
}

/** @param {string} character @returns {number} 1 to 3 of an opening bracket, −1 to −3 of a closing one, else 0 */
export function kindOf(character) {
  return KINDS.indexOf(character) + 1 || -(CLOSING.indexOf(character) + 1);
}

/** Statements without indentation, of exactly so many characters, every bracket of which has its partner. @param {number} n @param {number} seed */
export function programOf(n, seed) {
  /** @type {string[]} */
  const parts = [];
  /** @type {string[]} */
  const open = [];
  let length = 0;
  const put = (/** @type {string} */ text) => {
    parts.push(text);
    length += text.length;
  };
  for (let word = 0; length + 2 * open.length + 40 < n; word++) {
    const chance = hash(word, seed) % 100;
    const name = NAMES[hash(word, seed + 1) % NAMES.length];
    if (chance < 28 && open.length < DEEPEST) {
      put(chance < 14 ? `if (${name} < ${NAMES[chance % 10]}[${chance}]) {\n` : `for (${name} of ${NAMES[chance % 10]}) {\n`);
      open.push('}\n');
    } else if (chance < 48 && open.length) put(/** @type {string} */ (open.pop()));
    else if (chance < 70) put(`${name} = f([${chance}, ${name}], (${name} + 1));\n`);
    else put(`${name} += ${chance};\n`);
  }
  put(open.reverse().join(''));
  return (parts.join('') + '()').slice(0, n < 42 ? 0 : n).padEnd(n, n < 42 ? '()' : ' ');
}

/** The text with other characters in place of some brackets. @param {string} text @param {number} mistakes how many @param {number} seed */
export function withMistakes(text, mistakes, seed) {
  const characters = text.split('');
  const brackets = [...characters.keys()].filter((i) => kindOf(characters[i]));
  for (let mistake = 0; mistake < Math.min(mistakes, brackets.length); mistake++) {
    characters[brackets[hash(mistake, seed + 5) % brackets.length]] = '_';
  }
  return characters.join('');
}

/**
 * Lines of a text from a place on, each indented by its depth, every character in a colour.
 * @param {import('./types.d.ts').Surface} surface @param {import('./draw.js').Box} box @param {string} text @param {number} from the index of a line's first character
 * @param {(index: number) => number} depthOf of the line that starts at an index @param {(index: number) => string} colorOf
 */
export function drawText({ context }, box, text, from, depthOf, colorOf) {
  const [high, indent] = [18, 16];
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const wide = context.measureText('x').width;
  let start = from;
  for (let y = box.y + high; y < box.y + box.height + high && start < text.length; y += high) {
    const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
    const left = box.x + 10 + indent * depthOf(start);
    for (let i = start; i < end && left + (i - start) * wide < box.x + box.width; i++) {
      context.fillStyle = colorOf(i);
      context.fillText(text[i], left + (i - start) * wide, y);
    }
    start = end + 1;
  }
  context.restore();
}
