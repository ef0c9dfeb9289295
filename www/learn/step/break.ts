/** Ways to break a kernel: what can be left out or swapped, the edited recording, and what came of it. Pure: no DOM. */
import { rewriteOf } from './rewrites.ts';
import { isSinglePass } from './settings.ts';
import type { Algorithm, Recording } from '../../types.ts';
import type { Mutation } from '../../ui/emulator-data.d.ts';
import type { RewriteId } from './rewrites.ts';
import type { Played } from './types.ts';

/** A way to break a recording: a line of a shader, or something of the whole. */
export type Break = { id: string; kind: 'barrier' | 'operands' | Whole; shader: number; line: number };
/** What is no line. */
type Whole = 'padding' | 'stall' | RewriteId;
/** The changes of a line that break it, as the emulator has them. */
type Mutations = (line: string) => Mutation[];
/** An edited recording, and the lines that are not as they were. */
export type Broken = { recording: Recording; places: { shader: number; line: number }[] };
export type Result = 'nothing' | 'slower' | 'race' | 'wrong' | 'stalled' | 'endless';

export const PADDING = 'padding';
/** A workgroup is never resumed. */
export const STALL = 'stall';

/** What of an algorithm can be broken that is no line. */
export function wholeBreaksOf(algorithm: Algorithm, recording: Recording): Whole[] {
  const { id, tuning } = algorithm;
  const rewrite = rewriteOf(id);
  const found: Whole[] = rewrite?.apply(recording) ? [rewrite.id] : [];
  if (tuning.some(({ name, title }) => name === PADDING && title.includes('bank'))) found.push(PADDING);
  if (isSinglePass(algorithm)) found.push(STALL);
  return found;
}

/** What of a run can be broken: the lines of barriers and of applications that ran, and more. */
export function breaksOf({ reports, recording }: Pick<Played, 'reports' | 'recording'>, more: Whole[], mutations: Mutations): Break[] {
  const found: Map<string, Break> = new Map();
  reports.forEach(({ counters }, pass) => {
    const { shader } = recording.passes[pass];
    for (const { counted, name, line, count } of counters) {
      if (!count || !(counted === 'barrier' || (counted === 'call' && name === 'combine'))) continue;
      const kind = counted === 'barrier' ? 'barrier' : 'operands';
      const id = `${kind}-${shader}-${line}`;
      if (mutationOf(mutations, lineOf(recording, shader, line), kind)) found.set(id, { id, kind, shader, line });
    }
  });
  const order = ({ kind, shader, line }: Break) => (kind === 'barrier' ? 0 : 1e9) + shader * 1e5 + line;
  const lines = [...found.values()].sort((left, right) => order(left) - order(right));
  return [...more.map((id) => ({ id, kind: id, shader: 0, line: 0 })), ...lines];
}

/** @param line from 1 */
export function lineOf({ shaders }: Recording, shader: number, line: number) {
  return shaders[shader]?.split('\n')[line - 1] ?? '';
}

function mutationOf(mutations: Mutations, line: string, kind: string) {
  return mutations(line).find((mutation) => mutation.kind === kind);
}

/** The edited recording; null where that cannot be broken. */
export function broken(recording: Recording, id: string, algorithm: string, mutations: Mutations): Broken | null {
  const rewrite = rewriteOf(algorithm);
  if (rewrite?.id === id) return rewrite.apply(recording);
  const [, kind, ...places] = /^(barrier|operands)-(\d+)-(\d+)$/.exec(id) ?? [];
  const [shader, line] = places.map(Number);
  const mutation = kind ? mutationOf(mutations, lineOf(recording, shader, line), kind) : undefined;
  if (!mutation) return null;
  const shaders = recording.shaders.map((source, rank) => {
    if (rank !== shader) return source;
    const lines = source.split('\n');
    lines[line - 1] = mutation.text;
    return lines.join('\n');
  });
  return { recording: { ...recording, shaders }, places: [{ shader, line }] };
}

/** Time units of a run on both machines. */
export function unitsOf({ reports }: Pick<Played, 'reports'>) {
  const sum = (name: 'dmm' | 'umm') => reports.reduce((total, { costs }) => total + costs[name], 0);
  return { dmm: sum('dmm'), umm: sum('umm') };
}

/**
 * What came of it.
 * @param run the broken one
 * @param isRight its output
 */
export function resultOf(whole: Played, run: Played, isRight: boolean): Result {
  if (run.reports.some(({ outcome }) => outcome === 'endless')) return 'endless';
  if (run.reports.some(({ outcome }) => outcome === 'stalled')) return 'stalled';
  if (!isRight) return 'wrong';
  if (run.findings.length) return 'race';
  const [before, now] = [whole, run].map(unitsOf);
  return now.dmm + now.umm > before.dmm + before.umm ? 'slower' : 'nothing';
}
