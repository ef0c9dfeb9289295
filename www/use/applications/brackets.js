/** A program's brackets, matched and indented: a scan by the bicyclic monoid, and a stable sort that brings partners together. */
import { choice, percent, range, seed } from '../parts/declare.js';
import { compareExactly } from '../parts/compare.js';
import { draw, prepare } from './brackets/picture.js';
import { numberAt, reduced } from '../device/scans.js';
import { levelsOn, pairsOn, partnersOn, wrongOn } from './brackets/nesting.js';
import { NONE } from '../parts/words.js';
import { MOST_CHARACTERS, checkedText, kindsOf, programOf, textControl, withMistakes } from './brackets/program.js';

/** @typedef {import('../types.d.ts').Application} Application */

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
  size: { unit: 'character', least: 1, most: MOST_CHARACTERS, gpu: 2 ** 16, software: 2 ** 12, still: 2 ** 12 },
  scan: { operator: 'bicyclic', type: 'u32', mode: 'inclusive' },
  inputs: ['source', 'mistakes', 'seed', 'own', 'file'],
  input({ source, mistakes, seed, own, file }, n) {
    const text = checkedText(file ?? (source === 'own' ? own : withMistakes(programOf(n, seed), mistakes, seed)));
    return { text, kinds: kindsOf(text) };
  },
  steps: [
    {
      id: 'pairs',
      title: 'Pairs',
      what: 'Each character is a pair: 1 and 0 for a bracket that closes, 0 and 1 for one that opens, else 0 and 0.',
      by: 'A kernel of this application; its time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => ({ pairs: work.make(() => pairsOn(work.device, input.kinds)) }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'Brackets that are unmatched up to a character: those that closed nothing, and those that are still open, which are its depth.',
      by: 'lab.scan: inclusive bicyclic of u32',
      run: async (work, { found }) => ({
        // Nothing else reads them.
        pairs: null,
        unmatched: await work.scan(found.pairs, { operator: 'bicyclic', type: 'u32', algorithm: work.chosen }),
      }),
    },
    {
      id: 'levels',
      title: 'Compact',
      what: 'The brackets alone, with the level that each opens or closes; those that close nothing have level 0.',
      by: 'lab.compact by flags, of which an exclusive add scan is a part, and a kernel that finds the deepest level',
      async run(work, { input, found }) {
        const { levels, flags } = work.make(() => levelsOn(work.device, input.kinds, found.unmatched));
        const compacted = work.call('compact', levels, { flags, type: 'u32', indices: true });
        const [{ output, indices, count }, deepest] = await Promise.all([compacted, reduced(work, levels, 'max')]);
        return { levels: output, places: indices, count, deepest };
      },
    },
    {
      id: 'sort',
      title: 'Sort',
      what: 'Sorted by level, and stably, partners are neighbours. Red brackets have no partner, or one of another kind.',
      by: 'lab.sort with values, and a kernel that counts',
      async run(work, { input, found }) {
        const bits = [0, Math.max(1, 32 - Math.clz32(found.deepest))];
        const sorted = await work.call('sort', found.levels, { values: found.places, type: 'u32', bits });
        const partners = work.make(() => partnersOn(work.device, input.kinds, sorted));
        const wrong = work.make(() => wrongOn(work.device, input.kinds, partners));
        return { partners, wrong: reduced(work, wrong) };
      },
    },
  ],
  method: 'a stack',
  reference({ kinds }) {
    const n = kinds.length;
    const [partners, levels, places] = [new Uint32Array(n).fill(NONE), new Uint32Array(n), new Uint32Array(n)];
    const unmatched = new Uint32Array(2 * n);
    /** @type {number[]} */
    const stack = [];
    let [lost, count, deepest] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      if (kinds[i] > 0) deepest = Math.max(deepest, stack.push(i));
      if (kinds[i]) [levels[count], places[count++]] = [stack.length, i];
      const partner = kinds[i] < 0 ? stack.pop() : undefined;
      if (partner !== undefined) [partners[i], partners[partner]] = [partner, i];
      else if (kinds[i] < 0) lost++;
      [unmatched[2 * i], unmatched[2 * i + 1]] = [lost, stack.length];
    }
    const wrong = partners.reduce((sum, partner, i) => sum + Number(kinds[i] !== 0 && kinds[partner] !== -kinds[i]), 0);
    return { unmatched, levels: levels.slice(0, count), places: places.slice(0, count), partners, count, deepest, wrong };
  },
  compare: compareExactly,
  describe({ input, found: { count, wrong } }, formats) {
    const size = `${formats.count(count, 'bracket')} in ${formats.count(input.text.length, 'character')}`;
    return `${size}, ${formats.integer(wrong)} of them without a partner of their kind`;
  },
  async hover({ input, found }, x, _y, formats, { device }) {
    const i = Math.min(input.text.length - 1, Math.floor(x * input.text.length));
    const depth = await numberAt(device, found.unmatched, 2 * i + 1, Uint32Array);
    return `At ${percent(x)} of the text, character ${formats.integer(i)}: depth ${formats.integer(depth)}.`;
  },
  prepare,
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
