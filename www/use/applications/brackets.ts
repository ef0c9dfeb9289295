/** A program's brackets, matched and indented: a scan with the bicyclic monoid, and a stable sort that makes partners neighbours. */
import { MOST_CHARACTERS, checkedText, kindsOf, ownText, programOf, textControl, withMistakes } from '../data/program.ts';
import { mappedOn, numberAt, reduced } from '../device/scans.ts';
import { drawCurves } from '../drawing/curves.ts';
import { label } from '../drawing/draw.ts';
import { drawLetters, prepareLines } from '../drawing/letters.ts';
import { compareExactly } from '../parts/compare.ts';
import { choice, percent, range, seed } from '../parts/declare.ts';
import { NONE } from '../parts/words.ts';
import { storage, submit } from '../device/device.ts';
import type { Work } from '../device/work.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface, Theme } from '../types.ts';
import type { Reads } from '../device/device.ts';

/**
 * The partner of each of n elements, or NONE. Two neighbours in a sorted list are partners if their keys are equal and an expression of WGSL
 * is true. The expression names `left` and `right`, the indices of the neighbours. It must be true for at most one of the two pairs that
 * an element belongs to. Commands are submitted before the call returns.
 * @param sorted values: indices of elements; indices from n on, which wrong scans produce, are ignored
 * @param reads the arrays that the expression names
 */
function partnersOf(
  device: GPUDevice,
  n: number,
  { keys, values }: { keys: GPUBuffer; values: GPUBuffer },
  arePartners: string,
  reads: Reads,
) {
  const partners = storage(device, n);
  const writes = { partners };
  submit(device, { n, writes, code: `fn each(i: u32) { partners[i] = ${NONE}; }` });
  submit(device, {
    n: Math.max(1, keys.size / 4) - 1,
    numbers: { elements: n },
    reads: { ...reads, keys, values },
    writes,
    code: `fn each(i: u32) {
      let left = values[i];
      let right = values[i + 1];
      if (keys[i] != keys[i + 1] || max(left, right) >= u32(numbers.elements)) { return; }
      if (${arePartners}) {
        partners[left] = right;
        partners[right] = left;
      }
    }`,
  });
  return partners;
}

/** WGSL: the depth before a character. */
const DEPTH_BEFORE = 'select(0, unmatched[2 * max(i, 1) - 1], i > 0)';
/** WGSL: the level that a bracket opens or closes; 0 for a bracket that closes nothing. */
const LEVEL = `max(${DEPTH_BEFORE}, unmatched[2 * i + 1])`;
/** WGSL: whether a bracket has no partner of its kind. */
const IS_WRONG = 'kinds[i] != 0 && (partners[i] >= arrayLength(&kinds) || kinds[partners[i]] != -kinds[i])';

/** An array with the values of WGSL expressions for each character. The expressions may read `kinds` and other arrays. */
const wordsOn = (work: Work, kinds: Int32Array, words: string[], arrays?: Record<string, GPUBuffer>) =>
  mappedOn(work, kinds.length, words, { type: 'u32', arrays: { kinds, ...arrays } });

export const brackets: Application = {
  id: 'brackets',
  title: 'Matching brackets',
  teaches:
    'A piece of text without its matched pairs is some closing brackets, then some opening brackets, and these two counts combine associatively, so a scan finds the depth of every character.',
  source: ['Hillis & Steele 1986, parsing a regular language', 'Blelloch 1990, lexical analysis'],
  madeOf: 'an inclusive bicyclic scan, a compaction and a stable sort',
  controls: [
    choice('source', 'Text', { drawn: 'drawn', custom: 'yours' }),
    range('at', 'Shown from', [0, 1, 0.001], 0.25, percent),
    range('mistakes', 'Brackets lost', [0, 20, 1], 1),
    seed(),
    ownText,
    textControl,
  ],
  size: { unit: 'character', least: 1, most: MOST_CHARACTERS, gpu: 2 ** 16, software: 2 ** 12, still: 2 ** 12 },
  scan: { operator: 'bicyclic', type: 'u32', mode: 'inclusive' },
  inputs: ['source', 'mistakes', 'seed', 'custom', 'file'],
  input({ source, mistakes, seed, custom, file }, n) {
    const text = checkedText(file ?? (source === 'custom' ? custom : withMistakes(programOf(n, seed), mistakes, seed)));
    return { text, kinds: kindsOf(text) };
  },
  steps: [
    {
      id: 'pairs',
      title: 'Pairs',
      what: 'Each character becomes two counts, of closing and of opening brackets: 1 and 0 for a closing bracket, 0 and 1 for an opening bracket, 0 and 0 otherwise.',
      by: 'A kernel of this application; its time is part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => ({ pairs: wordsOn(work, input.kinds, ['u32(kinds[i] < 0)', 'u32(kinds[i] > 0)']) }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The scan counts the unmatched brackets up to each character: those that close nothing, and those that are still open. The second count is the depth.',
      by: 'lab.scan: inclusive bicyclic of u32',
      run: async (work, { found }) => ({
        // Null destroys the pairs, which no other step reads.
        pairs: null,
        unmatched: await work.scan(found.pairs, { operator: 'bicyclic', type: 'u32', algorithm: work.chosen }),
      }),
    },
    {
      id: 'levels',
      title: 'Compact',
      what: 'Only the brackets remain, each with the level that it opens or closes. A bracket that closes nothing has level 0.',
      by: 'lab.compact by flags, which includes an exclusive add scan, and a kernel that finds the deepest level',
      async run(work, { input, found }) {
        const levels = wordsOn(work, input.kinds, [LEVEL], { unmatched: found.unmatched });
        const flags = wordsOn(work, input.kinds, ['u32(kinds[i] != 0)']);
        const compacted = work.call('compact', levels, { flags, type: 'u32', indices: true });
        const [{ output, indices, count }, deepest] = await Promise.all([compacted, reduced(work, levels, 'max')]);
        return { levels: output, places: indices, count, deepest };
      },
    },
    {
      id: 'sort',
      title: 'Sort',
      what: 'After a stable sort by level, partners are neighbours. Red brackets in a frame have no partner, or a partner of another kind.',
      by: 'lab.sort with values, between kernels of this application',
      async run(work, { input, found }) {
        const bits = [0, Math.max(1, 32 - Math.clz32(found.deepest))];
        const sorted = await work.call('sort', found.levels, { values: found.places, type: 'u32', bits });
        // On one level, opening and closing brackets alternate.
        const arePartners = 'kinds[left] > 0 && kinds[right] < 0';
        const partners = work.make(() => partnersOf(work.device, input.kinds.length, sorted, arePartners, { kinds: input.kinds }));
        const isWrong = wordsOn(work, input.kinds, [`u32(${IS_WRONG})`], { partners });
        return { partners, isWrong, wrong: reduced(work, isWrong) };
      },
    },
  ],
  method: 'a stack',
  reference({ kinds }) {
    const n = kinds.length;
    const [partners, levels, places] = [new Uint32Array(n).fill(NONE), new Uint32Array(n), new Uint32Array(n)];
    const unmatched = new Uint32Array(2 * n);
    const stack: number[] = [];
    let [lost, count, deepest] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      if (kinds[i] > 0) deepest = Math.max(deepest, stack.push(i));
      if (kinds[i]) [levels[count], places[count++]] = [stack.length, i];
      const partner = kinds[i] < 0 ? stack.pop() : undefined;
      if (partner !== undefined) [partners[i], partners[partner]] = [partner, i];
      else if (kinds[i] < 0) lost++;
      [unmatched[2 * i], unmatched[2 * i + 1]] = [lost, stack.length];
    }
    const isWrong = partners.map((partner, i) => Number(kinds[i] !== 0 && kinds[partner] !== -kinds[i]));
    const wrong = isWrong.reduce((sum, flag) => sum + flag);
    return { unmatched, levels: levels.slice(0, count), places: places.slice(0, count), partners, count, deepest, isWrong, wrong };
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
  stepped: { of: 'brackets', numbers: ({ input: { kinds } }) => (kinds.some(Boolean) ? kinds.filter(Boolean) : kinds).map(Math.sign) },
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

/** The box of the depths, in CSS pixels. */
const depthBox = ({ width, height }: { width: number; height: number }) => ({ x: 0, y: 0.81 * height, width, height: 0.18 * height });

/** The box of the lines of text, above the depths. */
const textBox = (size: { width: number; height: number }) => ({ x: 10, y: 4, width: size.width - 10, height: depthBox(size).y - 28 });

/** The first character in view. */
const firstOf = ({ input: { text }, settings }: State) => text.slice(0, Math.floor(settings.at * (text.length - 1))).lastIndexOf('\n') + 1;

const depthsOf = ({ found }: State, step: string, theme: Theme): Curves => ({
  box: depthBox,
  bounds: [0, Math.max(1, found.deepest)],
  curves: [{ values: found.unmatched, type: 'u32', first: 1, stride: 2, color: theme.accent }],
  flagged: step === 'sort' ? { flags: found.isWrong, color: theme.bad } : undefined,
});

async function prepare(size: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields> {
  const { input, found } = state;
  const lines = prepareLines(lab, size, {
    box: textBox,
    text: input.text,
    first: firstOf(state),
    arrays: { kinds: input.kinds, unmatched: found.unmatched, isWrong: found.isWrong },
    // Colour 0 is for characters other than brackets, colour 1 for wrong brackets. The further colours are for levels.
    rank: `select(select(2 + ${LEVEL} % 5, 1, ${step === 'sort'} && isWrong[i] != 0), 0, kinds[i] == 0)`,
    // A line is indented by the depth before it. If it begins with a closing bracket, the depth after this bracket counts.
    indent: step === 'pairs' ? '0' : `min(${DEPTH_BEFORE}, unmatched[2 * i + 1])`,
  });
  const [curves, shown] = await Promise.all([drawCurves(lab, size, depthsOf(state, step, size.theme)), lines]);
  return { ...curves, lines: shown };
}

function draw(surface: Surface, state: State, step: string) {
  const { context, width, theme, prepared } = surface;
  const levels = step === 'pairs' ? Array(5).fill(theme.text) : theme.series.slice(0, 5);
  const colors = [step === 'levels' ? theme.line : theme.muted, theme.bad, ...levels];
  drawLetters(surface, textBox(surface), prepared.lines, colors, { framed: 1 });
  const { y, height } = depthBox(surface);
  context.fillStyle = theme.text;
  context.fillRect((firstOf(state) * width) / state.input.text.length, y - 4, 1.5, height + 4);
  label(surface, `depth, up to ${state.found.deepest.toLocaleString('en')}`, 10, y - 4);
}
