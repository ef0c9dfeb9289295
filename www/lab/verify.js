/** Sends inputs and outputs to the oracle in chunks, so that only a few are in memory at a time. */

import { CPU_OPERATORS, isOnCpu } from '../oracle/cpu-operators.js';
import { ScanLabError, loadLazily } from '../shared/errors.js';
/** @import { Direction, ElementType, Mismatch, Mode, PlanDescription } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Own } from './own-operator.js' */
/** @import { Verdict } from '../oracle/check.js' */

export const CHUNK_ELEMENTS = 2 ** 18;

/**
 * A checked request of a scan, with all defaults filled in; columns: elements of a row, 0 without rows.
 * @typedef {{ algorithm: string, operator: string, type: ElementType, mode: Mode, direction: Direction, segmented: boolean,
 *   headsAsBits: boolean, columns: number, axis: number, inPlace: boolean, n: number, words: number, tuning: Record<string, number>,
 *   own?: Own }} Job
 */
/** @typedef {Pick<PlanDescription, 'operator_depth' | 'tile_elements' | 'elements_per_invocation'>} Shape the part of a plan that a check uses */
/** @typedef {{ verified: boolean, mismatch: Mismatch | null, overflowed?: number }} Verification */
/**
 * Writes the bits of the elements from `start` on into the arrays; there are head flags if the scan is segmented.
 * @typedef {(start: number, input: Uint32Array, output: Uint32Array, heads?: Uint32Array) => Promise<void> | void} Read
 */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {Shape} shape
 * @param {Read} read
 * @returns {Promise<Verification>}
 */
export async function verifyChunks(session, task, job, shape, read) {
  const { oracle } = session;
  const { type, n, segmented } = job;
  requireOracle(job);
  if (job.own) {
    const { verifyOwn } = await loadLazily('checks custom operators', () => import('./own-verify.js'));
    const chunks = [...chunksOf(job, CHUNK_ELEMENTS)];
    return locate(await verifyOwn(session, task, { ...job, own: job.own }, shape, chunks, read), shape, job);
  }
  task.interrupt = () => oracle.stop();
  await oracle.ask({ do: 'begin', job: checkJob(job, shape) });
  const words = Math.min(CHUNK_ELEMENTS, n) * job.words;
  /** The oracle checks one chunk while the next is read. @type {Promise<boolean>} */
  let last = Promise.resolve(true);
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
    // Handled above, after the next read, during which it may fail.
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
 * @param {Pick<Job, 'n' | 'direction'> & { headsAsBits?: boolean }} job
 * @param {number} most elements of a chunk
 */
export function* chunksOf({ n, direction, headsAsBits }, most) {
  const backward = direction === 'backward';
  // Heads as bits are divided between words.
  const first = backward && headsAsBits ? ((n - 1) % most) + 1 : most;
  for (let done = 0; done < n;) {
    const count = Math.min(done === 0 ? first : most, n - done);
    yield { start: backward ? n - done - count : done, count };
    done += count;
  }
}

/** @param {{ operator: string, type: ElementType, own?: Own }} job */
export function requireOracle({ operator, type, own }) {
  if (own || isOnCpu(operator, type)) return;
  throw new ScanLabError('unsupported', `Checking requires an operator that the page's oracle has; ${operator} on ${type} is not one.`);
}

/** @param {Pick<Job, 'operator' | 'type'>} job */
export function requireSequential({ operator, type }) {
  if (isOnCpu(operator, type)) return;
  throw new ScanLabError(
    'unsupported',
    `The JavaScript scan has ${Object.keys(CPU_OPERATORS).join(', ')}; it has no ${operator} on ${type}.`,
  );
}

/** The parameters of a test input. @param {Job & { pattern: string, seed: number, segmentLength?: number }} job */
export function patternOf({ operator, type, pattern, seed, segmentLength }) {
  return { operator, type, pattern, seed, segmentLength };
}

/** @param {Job} job @param {Shape} shape */
export function checkJob({ operator, type, mode, direction, n, columns, axis }, shape) {
  return { operator, type, mode, direction, n, columns, axis, depth: shape.operator_depth };
}

/**
 * Adds the tile of the first wrong element, in scan order, and the local invocation index of its owner.
 * @param {Verdict} verdict
 * @param {Shape} shape
 * @param {Pick<Job, 'n' | 'direction'>} job
 * @returns {Verification}
 */
export function locate({ verified, mismatch, overflowed }, { tile_elements, elements_per_invocation }, { n, direction }) {
  if (!mismatch) return { verified, mismatch: null, ...(overflowed && { overflowed }) };
  const tileSize = Math.max(1, tile_elements);
  const rank = direction === 'backward' ? n - 1 - mismatch.index : mismatch.index;
  const tile = Math.floor(rank / tileSize);
  const lane = Math.floor((rank % tileSize) / Math.max(1, elements_per_invocation));
  return { verified, mismatch: { ...mismatch, tile, lane } };
}
