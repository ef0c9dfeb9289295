/** Streams inputs and outputs past the oracle, so that only a few chunks of them are in memory at a time. */

import { ScanLabError } from './errors.js';
import { hasOracle } from './oracle.js';
/** @import { ElementType, Mismatch, Mode, PlanDescription } from './types.d.ts' */
/** @import { CoreSession, Task } from './core-session.js' */
/** @import { Verdict } from './oracle.js' */

export const CHUNK_ELEMENTS = 2 ** 18;

/**
 * A scan to be done, all names known and all defaults filled in.
 * @typedef {{ algorithm: string, operator: string, type: ElementType, mode: Mode, n: number, words: number,
 *   tuning: Record<string, number> }} Job
 */
/** @typedef {Pick<PlanDescription, 'operator_depth' | 'tile_elements' | 'elements_per_invocation'>} Shape what a check needs of a plan */
/** @typedef {{ verified: boolean, mismatch: Mismatch | null }} Verification */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {Shape} shape
 * @param {(start: number, input: Uint32Array, output: Uint32Array) => Promise<void> | void} read writes the bits of the elements
 *   from `start` on into both arrays
 * @returns {Promise<Verification>}
 */
export async function verifyChunks(session, task, job, shape, read) {
  const { oracle } = session;
  const { type, n, words } = job;
  requireOracle(job);
  task.interrupt = () => oracle.stop();
  await oracle.ask({ do: 'begin', job: checkJob(job, shape) });
  const bytes = Math.min(CHUNK_ELEMENTS, n) * words * 4;
  /** The oracle looks at one chunk while the next is read. @type {Promise<boolean>} */
  let last = Promise.resolve(true);
  for (let start = 0; start < n; start += CHUNK_ELEMENTS) {
    const length = Math.min(CHUNK_ELEMENTS, n - start) * words;
    const [input, output] = [oracle.takeBuffer(bytes), oracle.takeBuffer(bytes)];
    await read(start, new Uint32Array(input, 0, length), new Uint32Array(output, 0, length));
    const right = await last;
    task.check();
    if (!right) break;
    last = oracle.ask({ do: 'push', type, length, input, output }, [input, output]);
    // Awaited above, after a read during which it may fail.
    last.catch(() => {});
  }
  await last;
  const verdict = await oracle.ask({ do: 'finish' });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return locate(verdict, shape);
}

/** @param {{ operator: string, type: ElementType }} job */
export function requireOracle({ operator, type }) {
  if (hasOracle(operator, type)) return;
  throw new ScanLabError('unsupported', `Checking requires an operator that the page's oracle knows; ${operator} on ${type} is not one.`);
}

/** @param {Job} job @param {Shape} shape */
export function checkJob({ operator, type, mode }, shape) {
  return { operator, type, mode, depth: shape.operator_depth };
}

/**
 * Says whose element the first wrong one is.
 * @param {Verdict} verdict
 * @param {Shape} shape
 * @returns {Verification}
 */
export function locate({ verified, mismatch }, { tile_elements, elements_per_invocation }) {
  if (!mismatch) return { verified, mismatch: null };
  const tileSize = Math.max(1, tile_elements);
  const tile = Math.floor(mismatch.index / tileSize);
  const lane = Math.floor((mismatch.index % tileSize) / Math.max(1, elements_per_invocation));
  return { verified, mismatch: { ...mismatch, tile, lane } };
}
