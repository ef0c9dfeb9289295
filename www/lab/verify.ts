/** Sends inputs and outputs to the oracle in chunks, so that only a few chunks are in memory at a time. */

import { CPU_OPERATORS, isOnCpu } from '../oracle/cpu-operators.ts';
import { ScanLabError, lazyModule } from '../shared/errors.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Verdict } from '../oracle/check.ts';
import type { Direction, ElementType, Elements, Mismatch, Mode, PlanDescription } from '../types.ts';
import type { Own } from './own-operator.ts';

const loadOwnVerify = lazyModule('checks custom operators', () => import('./own-verify.ts'));

export const CHUNK_ELEMENTS = 2 ** 18;

/** A checked request of a scan, with all defaults. `columns`: the number of elements per row, 0 without a shape. */
export type Job = {
  algorithm: string;
  operator: string;
  type: ElementType;
  mode: Mode;
  direction: Direction;
  segmented: boolean;
  headsAsBits: boolean;
  columns: number;
  axis: number;
  inPlace: boolean;
  initial: boolean;
  n: number;
  words: number;
  tuning: Record<string, number>;
  own?: Own;
};
/** The part of a plan that a check uses. */
export type Shape = Pick<PlanDescription, 'operator_depth' | 'tile_elements' | 'elements_per_invocation'>;
export type Verification = { verified: boolean; mismatch: Mismatch | null; overflowed?: number };
/** Writes the words of the elements from `start` on into the arrays. `heads` is given if the scan is segmented. */
export type Read = (start: number, input: Uint32Array, output: Uint32Array, heads?: Uint32Array) => Promise<void> | void;

/** @param initial the initial value, if the job has one */
export async function verifyChunks(
  session: CoreSession,
  task: Task,
  job: Job,
  shape: Shape,
  read: Read,
  initial?: Elements,
): Promise<Verification> {
  const { oracle } = session;
  const { type, n, segmented } = job;
  requireOracle(job);
  if (job.own) {
    const { verifyOwn } = await loadOwnVerify();
    const chunks = [...chunksOf(job, CHUNK_ELEMENTS)];
    return locate(await verifyOwn(session, task, { ...job, own: job.own }, shape, chunks, read), shape, job);
  }
  task.interrupt = () => oracle.stop();
  await oracle.ask({ do: 'begin', job: { ...checkJob(job, shape), initial: initial?.slice() } });
  const words = Math.min(CHUNK_ELEMENTS, n) * job.words;
  /** Whether the last chunk is right. The oracle checks it while the next chunk is read. */
  let last: Promise<boolean> = Promise.resolve(true);
  for (const { start, count } of chunksOf(job, CHUNK_ELEMENTS)) {
    const length = count * job.words;
    const [input, output] = [oracle.takeBuffer(4 * words), oracle.takeBuffer(4 * words)];
    const heads = segmented ? oracle.takeBuffer(4 * Math.min(CHUNK_ELEMENTS, n)) : undefined;
    await read(start, new Uint32Array(input, 0, length), new Uint32Array(output, 0, length), heads && new Uint32Array(heads, 0, count));
    const isCorrect = await last;
    task.check();
    if (!isCorrect) break;
    const buffers = heads ? [input, output, heads] : [input, output];
    last = oracle.ask({ do: 'push', type, length, input, output, flags: count, heads }, buffers);
    // A failure is handled after the next read. Without this handler, it would count as unhandled until then.
    last.catch(() => {});
  }
  await last;
  const verdict = await oracle.ask({ do: 'finish' });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return locate(verdict, shape, job);
}

/**
 * Chunks of neighbouring elements, in scan order.
 * @param most the maximum number of elements per chunk
 */
export function* chunksOf({ n, direction, headsAsBits }: Pick<Job, 'n' | 'direction'> & { headsAsBits?: boolean }, most: number) {
  const backward = direction === 'backward';
  // Head flags as bits are split only between words.
  const first = backward && headsAsBits ? ((n - 1) % most) + 1 : most;
  for (let done = 0; done < n;) {
    const count = Math.min(done === 0 ? first : most, n - done);
    yield { start: backward ? n - done - count : done, count };
    done += count;
  }
}

/** Throws unless outputs of a job can be checked. */
export function requireOracle({ operator, type, own, initial }: Pick<Job, 'operator' | 'type' | 'own' | 'initial'>) {
  if (own && initial) throw new ScanLabError('unsupported', 'A scan by a custom operator from an initial value cannot be checked.');
  if (own || isOnCpu(operator, type)) return;
  throw new ScanLabError('unsupported', `Checking requires an operator that the page's oracle has; it has no ${operator} on ${type}.`);
}

export function requireSequential({ operator, type, initial }: Pick<Job, 'operator' | 'type' | 'initial'>) {
  if (initial) throw new ScanLabError('unsupported', 'The JavaScript scan has no initial value.');
  if (isOnCpu(operator, type)) return;
  throw new ScanLabError(
    'unsupported',
    `The JavaScript scan has ${Object.keys(CPU_OPERATORS).join(', ')}; it has no ${operator} on ${type}.`,
  );
}

export function patternOf({
  operator,
  type,
  pattern,
  seed,
  segmentLength,
}: Job & { pattern: string; seed: number; segmentLength?: number }) {
  return { operator, type, pattern, seed, segmentLength };
}

export function checkJob({ operator, type, mode, direction, n, columns, axis }: Job, shape: Shape) {
  return { operator, type, mode, direction, n, columns, axis, depth: shape.operator_depth };
}

/** Adds the tile of the first wrong element, in scan order, and the local invocation index of the invocation that handles the element. */
export function locate(
  { verified, mismatch, overflowed }: Verdict,
  { tile_elements, elements_per_invocation }: Shape,
  { n, direction }: Pick<Job, 'n' | 'direction'>,
): Verification {
  if (!mismatch) return { verified, mismatch: null, ...(overflowed && { overflowed }) };
  const tileSize = Math.max(1, tile_elements);
  const rank = direction === 'backward' ? n - 1 - mismatch.index : mismatch.index;
  const tile = Math.floor(rank / tileSize);
  const lane = Math.floor((rank % tileSize) / Math.max(1, elements_per_invocation));
  return { verified, mismatch: { ...mismatch, tile, lane } };
}
