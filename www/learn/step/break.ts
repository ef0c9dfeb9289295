/** Breaks, which are ways to break a kernel: the available breaks, the edited recording, and the outcome. Pure: no DOM. */
import { PADDING, padsAgainstConflicts } from '../padding.ts';
import { rewriteOf } from './rewrites.ts';
import { isSinglePass } from './settings.ts';
import type { Algorithm, Recording } from '../../types.ts';
import type { NamedMutation } from '../../shared/emulator-data.d.ts';
import type { RewriteId } from './rewrites.ts';
import type { Played } from './types.ts';

/** A break of a recording: a changed line, given in the first shader that contains it, or a change of the whole recording. */
export type Break = { id: string; kind: 'barrier' | 'operands' | Whole; function: string; shader: number; line: number };
/** The kinds of breaks that change the whole recording and not one line. */
type Whole = typeof PADDING | 'stall' | RewriteId;
/** Returns the changes of a shader that break it. The emulator has this function. */
type Mutations = (source: string) => NamedMutation[];
/** An edited recording, and the lines that differ from the original. */
export type Broken = { recording: Recording; places: { shader: number; line: number }[] };
export type Result = 'nothing' | 'slower' | 'race' | 'wrong' | 'stalled' | 'endless';

/** The id of the break in which a workgroup stops and is never resumed. */
export const STALL = 'stall';

/** The breaks of the whole recording that apply to an algorithm. */
export function wholeBreaksOf(algorithm: Algorithm, recording: Recording): Whole[] {
  const rewrite = rewriteOf(algorithm.id);
  const found: Whole[] = rewrite?.apply(recording) ? [rewrite.id] : [];
  if (padsAgainstConflicts(algorithm)) found.push(PADDING);
  if (isSinglePass(algorithm)) found.push(STALL);
  return found;
}

/** The breaks of a run: at the lines of barriers and of applications that were executed, and the given breaks of the whole recording. */
export function breaksOf({ reports, recording }: Pick<Played, 'reports' | 'recording'>, more: Whole[], mutations: Mutations): Break[] {
  const found: Map<string, Break> = new Map();
  reports.forEach(({ counters }, pass) => {
    const { shader } = recording.passes[pass];
    const ran = counters.filter(
      ({ counted, name, count }) => count && (counted === 'barrier' || (counted === 'call' && name === 'combine')),
    );
    for (const { name: id, kind, function: within, line } of mutations(recording.shaders[shader])) {
      const counted = kind === 'barrier' ? 'barrier' : 'call';
      if (found.has(id) || !ran.some((one) => one.line === line && one.counted === counted)) continue;
      found.set(id, { id, kind: kind as Break['kind'], function: within, shader, line });
    }
  });
  const all = [...found.values()];
  const lines = ['barrier', 'operands'].flatMap((kind) => all.filter((one) => one.kind === kind));
  return [...more.map((id) => ({ id, kind: id, function: '', shader: 0, line: 0 })), ...lines];
}

/** The text of a line. @param line the number of the line, from 1 */
export function lineOf({ shaders }: Recording, shader: number, line: number) {
  return shaders[shader]?.split('\n')[line - 1] ?? '';
}

/** The id of the break that an address names. Former addresses named the shader and the line, as in `barrier-0-314`. */
export function nameOf({ shaders }: Recording, id: string, mutations: Mutations) {
  const [, kind, shader, line] = /^(barrier|operands)-(\d+)-(\d+)$/.exec(id) ?? [];
  if (!kind || !shaders[Number(shader)]) return id;
  return mutations(shaders[Number(shader)]).find((one) => one.kind === kind && one.line === Number(line))?.name ?? id;
}

/** The edited recording; null if the break is not possible. The line is edited in all shaders that contain it. */
export function broken(recording: Recording, id: string, algorithm: string, mutations: Mutations): Broken | null {
  const rewrite = rewriteOf(algorithm);
  if (rewrite?.id === id) return rewrite.apply(recording);
  const places: Broken['places'] = [];
  const shaders = recording.shaders.map((source, shader) => {
    const mutation = mutations(source).find(({ name }) => name === id);
    if (!mutation) return source;
    places.push({ shader, line: mutation.line });
    const edit = (text: string, i: number) => (i === mutation.line - 1 ? mutation.text : text);
    return source.split('\n').map(edit).join('\n');
  });
  return places.length ? { recording: { ...recording, shaders }, places } : null;
}

/** The time units of a run on the two memory machines. */
export function unitsOf({ reports }: Pick<Played, 'reports'>) {
  const sum = (name: 'dmm' | 'umm') => reports.reduce((total, { costs }) => total + costs[name], 0);
  return { dmm: sum('dmm'), umm: sum('umm') };
}

/**
 * The outcome of a broken run.
 * @param whole the unbroken run
 * @param run the broken run
 * @param isRight whether the output of the broken run is right
 */
export function resultOf(whole: Played, run: Played, isRight: boolean): Result {
  if (run.reports.some(({ outcome }) => outcome === 'endless')) return 'endless';
  if (run.reports.some(({ outcome }) => outcome === 'stalled')) return 'stalled';
  if (!isRight) return 'wrong';
  if (run.findings.length) return 'race';
  const [before, now] = [whole, run].map(unitsOf);
  return now.dmm + now.umm > before.dmm + before.umm ? 'slower' : 'nothing';
}
