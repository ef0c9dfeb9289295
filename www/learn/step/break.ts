/** Ways to break a kernel: what can be left out or swapped, the edited recording, and what came of it. Pure: no DOM. */
import { warpAccesses } from './machine.ts';
import { EVENT, WORDS } from './player.ts';
import { rewriteOf } from './rewrites.ts';
import type { Algorithm, Recording } from '../../types.ts';
import type { Finding } from '../../ui/emulator-data.d.ts';
import type { Player } from './player.ts';
import type { RewriteId } from './rewrites.ts';
import type { Played } from './types.ts';

/** A way to break a recording: a line of a shader, or something of the whole. */
export type Break = { id: string; kind: 'barrier' | 'operands' | Whole; shader: number; line: number };
/** What is no line. */
type Whole = 'padding' | 'stall' | RewriteId;
/** An edited recording, and the lines that are not as they were. */
export type Broken = { recording: Recording; places: { shader: number; line: number }[] };
export type Result = 'nothing' | 'slower' | 'race' | 'wrong' | 'stalled' | 'endless';

export const PADDING = 'padding';
/** A workgroup is never resumed. */
export const STALL = 'stall';
/** The family whose workgroups wait for each other. */
const SINGLE_PASS = 'Single pass';
const BARRIER = /\b(?:workgroup|storage)Barrier\(\);/;
const CALL = /(?<![\w.])combine\(/;

/** What of an algorithm can be broken that is no line. */
export function wholeBreaksOf({ id, tuning, family }: Algorithm, recording: Recording): Whole[] {
  const rewrite = rewriteOf(id);
  const found: Whole[] = rewrite?.apply(recording) ? [rewrite.id] : [];
  if (tuning.some(({ name, title }) => name === PADDING && title.includes('bank'))) found.push(PADDING);
  if (family === SINGLE_PASS) found.push(STALL);
  return found;
}

/** What of a run can be broken: the lines of barriers and of applications that ran, and more. */
export function breaksOf({ played }: Player, more: Whole[]): Break[] {
  const { events, passes, recording } = played;
  const found: Map<string, Break> = new Map();
  let pass = 0;
  for (let at = 0; at < events.length; at += WORDS) {
    while (pass + 1 < passes.length && passes[pass + 1].first_event * WORDS <= at) pass++;
    const kind = events[at] & 0xff;
    if (kind !== EVENT.barrier && kind !== EVENT.call) continue;
    const { shader } = recording.passes[pass];
    const line = passes[pass].lines[events[at + 3]];
    const name = kind === EVENT.barrier ? 'barrier' : 'operands';
    const id = `${name}-${shader}-${line}`;
    if (found.has(id) || !(name === 'barrier' ? BARRIER : CALL).test(lineOf(recording, shader, line))) continue;
    found.set(id, { id, kind: name, shader, line });
  }
  const order = ({ kind, shader, line }: Break) => (kind === 'barrier' ? 0 : 1e9) + shader * 1e5 + line;
  const lines = [...found.values()].sort((left, right) => order(left) - order(right));
  return [...more.map((id) => ({ id, kind: id, shader: 0, line: 0 })), ...lines];
}

/** @param line from 1 */
export function lineOf({ shaders }: Recording, shader: number, line: number) {
  return shaders[shader]?.split('\n')[line - 1] ?? '';
}

/** The edited recording; null where that cannot be broken. */
export function broken(recording: Recording, id: string, algorithm: string = ''): Broken | null {
  const rewrite = rewriteOf(algorithm);
  if (rewrite?.id === id) return rewrite.apply(recording);
  const [, kind, ...places] = /^(barrier|operands)-(\d+)-(\d+)$/.exec(id) ?? [];
  const [shader, line] = places.map(Number);
  const text = lineOf(recording, shader, line);
  const edited = kind === 'barrier' ? text.replace(BARRIER, '') : kind ? swapped(text) : text;
  if (edited === text) return null;
  const shaders = recording.shaders.map((source, rank) => {
    if (rank !== shader) return source;
    const lines = source.split('\n');
    lines[line - 1] = edited;
    return lines.join('\n');
  });
  return { recording: { ...recording, shaders }, places: [{ shader, line }] };
}

/** A line with the two operands of its first application swapped. */
function swapped(text: string) {
  const start = CALL.exec(text);
  if (!start) return text;
  const first = start.index + 'combine('.length;
  let [depth, comma] = [0, -1];
  for (let i = first; i < text.length; i++) {
    const letter = text[i];
    if ('([{'.includes(letter)) depth++;
    if (letter === ',' && depth === 0 && comma < 0) comma = i;
    if (!')]}'.includes(letter)) continue;
    if (depth-- > 0) continue;
    if (comma < 0) return text;
    const [left, right] = [text.slice(first, comma).trim(), text.slice(comma + 1, i).trim()];
    return `${text.slice(0, first)}${right}, ${left}${text.slice(i)}`;
  }
  return text;
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

/** The number of the step after the second access of a race, 0 where there is none. */
export function stepOfRace(player: Player, { pass, places }: Finding) {
  const [earlier, later] = places;
  if (!earlier || !later) return 0;
  const touched: Set<string> = new Set();
  for (let step = 0; step < player.steps; step++) {
    const moment = player.moment(step);
    if (moment.pass !== pass) continue;
    const of = ({ workgroup, invocation, pc }: typeof earlier) =>
      moment.accesses
        .filter((access) => access.workgroup === workgroup && access.localIndex === invocation && access.pc === pc)
        .map(({ space, address }) => `${space}/${address}`);
    if (of(later).some((word) => touched.has(word))) return step + 1;
    for (const word of of(earlier)) touched.add(word);
  }
  return 0;
}

/** The number of the step with the most time units of one access to workgroup memory. */
export function stepOfConflict(player: Player) {
  let [worst, found] = [1, 0];
  for (let step = 0; step < player.steps; step++) {
    for (const { space, units } of warpAccesses(player.requests(step).accesses, player.played.subgroupSize)) {
      if (!space && units > worst) [worst, found] = [units, step + 1];
    }
  }
  return found;
}
