/** A program's brackets, matched and indented: a scan by the bicyclic monoid, and a stable sort that brings partners together. */
import { choice, percent, range, seed } from '../declare.js';
import { curve, extent, label } from '../draw.js';
import { checkedText, drawText, kindOf, MOST_CHARACTERS, programOf, textControl, withMistakes } from '../program.js';
import { firstOfArrays } from '../compare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** Of a character that is no bracket, or has no partner. */
const NONE = 2 ** 32 - 1;

/** The partners of brackets that are sorted by their level: of one level, those that open and close take turns. @param {Int8Array} kinds @param {Uint32Array} levels @param {Uint32Array} order */
function partnersOf(kinds, levels, order) {
  const partners = new Uint32Array(kinds.length).fill(NONE);
  for (let i = 0; i + 1 < order.length; i++) {
    const [left, right] = [order[i], order[i + 1]];
    if (levels[i] !== levels[i + 1] || kinds[left] < 0 || kinds[right] > 0) continue;
    partners[left] = right;
    partners[right] = left;
  }
  return partners;
}

/** @type {Application} */
export const brackets = {
  id: 'brackets',
  title: 'Matching brackets',
  teaches:
    'What is left of a text without its matched brackets is some that close and then some that open; two such pairs combine to a third, so a scan knows the depth of every character.',
  source: ['Hillis & Steele 1986, parsing a regular language', 'Blelloch 1990, lexical analysis'],
  madeOf: 'an inclusive bicyclic scan, a compaction and a stable sort',
  controls: [
    choice('source', 'Text', { drawn: 'drawn', own: 'yours' }),
    range('at', 'Shown from', [0, 1, 0.001], 0.25, percent),
    range('mistakes', 'Brackets lost', [0, 20, 1], 1),
    seed(),
    {
      kind: 'text',
      id: 'own',
      label: 'Your text',
      value: 'if (a[0] < b) {\nf({ x: [1, 2, (3)] });\n}\n}',
      rows: 4,
      hint: 'Every bracket counts, in strings too.',
    },
    textControl,
  ],
  size: { unit: 'character', least: 1, most: MOST_CHARACTERS, gpu: 2 ** 12, software: 2 ** 12, still: 2 ** 12 },
  scan: { operator: 'bicyclic', type: 'u32', mode: 'inclusive' },
  inputs: ['source', 'mistakes', 'seed', 'own', 'file'],
  input({ source, mistakes, seed, own, file }, n) {
    const text = checkedText(file ?? (source === 'own' ? own : withMistakes(programOf(n, seed), mistakes, seed)));
    return { text, kinds: Int8Array.from({ length: text.length }, (_, i) => kindOf(text[i])) };
  },
  steps: [
    {
      id: 'pairs',
      title: 'Pairs',
      what: 'Each character is a pair: 1 and 0 for a bracket that closes, 0 and 1 for one that opens, else 0 and 0.',
      run: (_, { input: { kinds } }) => ({
        pairs: Uint32Array.from({ length: 2 * kinds.length }, (_, word) => Number(word % 2 ? kinds[word >> 1] > 0 : kinds[word >> 1] < 0)),
      }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'Brackets that are unmatched up to a character: those that closed nothing, and those that are still open, which are its depth.',
      by: 'lab.scan: inclusive bicyclic of u32',
      run: async (lab, { found }, { scan, signal }) => ({
        unmatched: await lab.scan(found.pairs, { operator: 'bicyclic', algorithm: scan, signal }),
      }),
    },
    {
      id: 'levels',
      title: 'Compact',
      what: 'The brackets alone, with the level that each opens or closes; those that close nothing have level 0.',
      by: 'lab.compact by flags, of which an exclusive add scan is a part',
      async run(lab, { input: { kinds }, found }, { signal }) {
        // A bracket that closes ends the level above the depth that it leaves.
        const levels = Uint32Array.from(kinds, (kind, i) =>
          found.unmatched[2 * i] > (found.unmatched[2 * i - 2] ?? 0) ? 0 : found.unmatched[2 * i + 1] + Number(kind < 0),
        );
        const { output, indices } = await lab.compact(levels, {
          flags: Uint32Array.from(kinds, (kind) => Number(kind !== 0)),
          indices: true,
          signal,
        });
        return { levels: output, places: indices };
      },
    },
    {
      id: 'sort',
      title: 'Sort',
      what: 'Sorted by level, and stably, partners are neighbours. Red brackets have no partner, or one of another kind.',
      by: 'lab.sort with values',
      async run(lab, { input, found }, { signal }) {
        /** @type {[number, number]} */
        const bits = [0, Math.max(1, 32 - Math.clz32(extent(found.levels)[1]))];
        const { keys, values } = await lab.sort(found.levels, { values: found.places, bits, signal });
        return { partners: partnersOf(input.kinds, keys, values) };
      },
    },
  ],
  method: 'a stack',
  reference({ kinds }) {
    const partners = new Uint32Array(kinds.length).fill(NONE);
    const unmatched = new Uint32Array(2 * kinds.length);
    /** @type {number[]} */
    const stack = [];
    let lost = 0;
    kinds.forEach((/** @type {number} */ kind, /** @type {number} */ i) => {
      if (kind > 0) stack.push(i);
      const partner = kind < 0 ? stack.pop() : undefined;
      if (partner !== undefined) [partners[i], partners[partner]] = [partner, i];
      else if (kind < 0) lost++;
      unmatched.set([lost, stack.length], 2 * i);
    });
    return { unmatched, partners };
  },
  compare: (found, wanted) => firstOfArrays(['unmatched', 'partners'], found, wanted),
  describe({ input, found }, formats) {
    const count = input.kinds.filter((/** @type {number} */ kind) => kind !== 0).length;
    const wrong = input.kinds.filter((/** @type {number} */ _, /** @type {number} */ i) => isWrong(input, found, i)).length;
    const size = `${formats.count(count, 'bracket')} in ${formats.count(input.text.length, 'character')}`;
    return `${size}, ${formats.integer(wrong)} of them without a partner of their kind`;
  },
  hover({ input, found }, x, _y, formats) {
    const i = Math.min(input.text.length - 1, Math.floor(x * input.text.length));
    return `At ${percent(x)} of the text, character ${formats.integer(i)}: depth ${formats.integer(found.unmatched[2 * i + 1])}.`;
  },
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const text = 'f(a[1], g(b))';
const kinds = Array.from(text, (c) => ('([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0));
const pairs = Uint32Array.from(kinds.flatMap((kind) => [Number(kind < 0), Number(kind > 0)]));
const unmatched = await lab.scan(pairs, { operator: 'bicyclic' });
const levels = Uint32Array.from(kinds, (kind, i) => unmatched[2 * i + 1] + Number(kind < 0));
const { output, indices } = await lab.compact(levels, { flags: Uint32Array.from(kinds, Math.abs), indices: true });
const { values } = await lab.sort(output, { values: indices });
console.log(unmatched.slice(-2), values);`,
  prints: '[0,0] [1,12,3,5,9,11]',
};

/** @param {State['input']} input @param {State['found']} found @param {number} i */
function isWrong({ kinds }, { partners }, i) {
  return kinds[i] !== 0 && (partners[i] === NONE || kinds[partners[i]] !== -kinds[i]);
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { context, width, height, theme } = surface;
  const { text, kinds } = input;
  const depths = Uint32Array.from({ length: text.length }, (_, i) => found.unmatched[2 * i + 1]);
  const from = text.lastIndexOf('\n', Math.floor(settings.at * (text.length - 1))) + 1;
  const isIndented = step !== 'pairs';
  const depthOf = (/** @type {number} */ i) => (isIndented ? Math.max(0, (i ? depths[i - 1] : 0) - Number(kinds[i] < 0)) : 0);
  const colorOf = (/** @type {number} */ i) => {
    if (!kinds[i]) return step === 'levels' ? theme.line : theme.muted;
    if (step === 'sort' && isWrong(input, found, i)) return theme.bad;
    return step === 'pairs' ? theme.text : theme.series[(depths[i] + Number(kinds[i] < 0)) % 5];
  };
  const high = height - Math.min(90, 0.3 * height);
  drawText(surface, { x: 0, y: 4, width, height: high - 10 }, text, from, depthOf, colorOf);
  const box = { x: 0, y: high + 18, width, height: height - high - 20 };
  curve(surface, box, depths, extent(depths), theme.accent);
  if (step === 'sort') {
    context.fillStyle = theme.bad;
    kinds.forEach(
      (/** @type {number} */ _, /** @type {number} */ i) =>
        isWrong(input, found, i) && context.fillRect((i * width) / kinds.length, box.y, 1.5, box.height),
    );
  }
  context.fillStyle = theme.text;
  context.fillRect((from * width) / text.length, box.y - 4, 1.5, box.height + 4);
  label(surface, `depth, up to ${extent(depths)[1]}`, 10, high + 14);
}
