/** Ways to break the kernel of one algorithm, whose sources warn of them. They change several lines, or the bindings of dispatches. Pure: no DOM. */

import type { Recording } from '../../types.ts';
import type { Broken } from './break.ts';

export type RewriteId = 'in-place' | 'one-barrier';
type Rewrite = {
  id: RewriteId;
  title: string;
  /** returns the broken recording; null if the break does not apply */
  apply: (recording: Recording) => Broken | null;
};

/** The binding numbers of the buffer that a step of Horn's scan reads, and of the buffer that the step writes. */
const [BEFORE, AFTER] = [3, 4];

const REWRITES: Record<string, Rewrite> = {
  'naive-tiles': {
    id: 'in-place',
    title: 'Scan in place, without the second buffer (Harris’s Algorithm 1, which “will not work”)',
    apply: (recording) =>
      edited(recording, [
        [/let after = TILE_ELEMENTS - before;/, 'let after = before;'],
        [/(const NAIVE_RESULT: u32 = )\d+u;/, '$10u;'],
      ]),
  },
  'hillis-steele': {
    id: 'in-place',
    title: 'Scan in place, without the second buffer (Harris’s Algorithm 1, which “will not work”)',
    apply: onOneLevel,
  },
  'kogge-stone': {
    id: 'one-barrier',
    title: 'Use one buffer and one barrier per step. The lecture has two barriers',
    apply: (recording) => edited(recording, [[/(combine\(kogge_stone_values\[[^\n]*\n\s*)workgroupBarrier\(\);/, '$1']]),
  },
};

/** The break that the sources of an algorithm warn of. */
export function rewriteOf(algorithm: string): Rewrite | undefined {
  return Object.hasOwn(REWRITES, algorithm) ? REWRITES[algorithm] : undefined;
}

/** Applies replacements to every shader. A replacement must not change line numbers. */
function edited(recording: Recording, replacements: [RegExp, string][]) {
  const shaders = recording.shaders.map((source) => replacements.reduce((text, [from, to]) => text.replace(from, to), source));
  const places = shaders.flatMap((source, shader) => {
    const before = recording.shaders[shader].split('\n');
    return source.split('\n').flatMap((text, i) => (text === before[i] ? [] : [{ shader, line: i + 1 }]));
  });
  return places.length ? { recording: { ...recording, shaders }, places } : null;
}

/** Horn's scan with one buffer in place of two, so that a step reads and writes the same buffer. */
function onOneLevel(recording: Recording) {
  const levels = recording.passes.flatMap(({ bindings }) => bindings.filter(([binding]) => binding === BEFORE || binding === AFTER));
  // Steps alternate between a scratch buffer and the output. The last step writes the output.
  const level = levels.map(([, buffer]) => buffer).find((buffer) => buffer !== recording.output);
  const isStep = ({ bindings }: Recording['passes'][number]) =>
    bindings.some(([binding]) => binding === BEFORE) && bindings.some(([binding]) => binding === AFTER);
  // The first step reads the input, and the last step writes the output. Only the steps between them can have a single buffer.
  if (level === undefined || !recording.passes.some(isStep)) return null;
  const found = edited(recording, [
    [/return before\[index\];/, 'return after[index];'],
    [/combine\(before\[index - distance\], before\[index\]\)/, 'combine(after[index - distance], after[index])'],
  ]);
  const passes = recording.passes.map((pass) => {
    const others = pass.bindings.filter(([binding]) => binding !== BEFORE && binding !== AFTER);
    return others.length === pass.bindings.length ? pass : { ...pass, bindings: [...others, [AFTER, level]] as [number, number][] };
  });
  return found && { ...found, recording: { ...found.recording, passes } };
}
