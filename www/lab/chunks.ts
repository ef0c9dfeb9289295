/** Scans in chunks, for arrays longer than a buffer of the device, and for streams: length and request of a chunk, shape of the scan. */

import { WORD_BITS } from './heads.ts';
import { planRequest } from './plan-request.ts';
import type { CoreSession } from './session.ts';
import type { CoreRequest } from '../types.ts';
import type { Job, Shape } from './verify.ts';

/** Array entries per chunk, 16 MiB. The overhead of a chunk is small compared with its scan, and its memory compared with a long input. */
const CHUNK_ENTRIES = 2 ** 22;
/** The number of applications that each chunk adds to the depth of the scan. */
const CARRY_DEPTH = 2;

/**
 * The number of elements per chunk. If head flags are bits, it is a multiple of 32, so that each chunk begins with a word of flags.
 * @param most the number of elements that fit into one buffer
 */
export function chunkOf({ words, headsAsBits }: Job, most: number) {
  const chunk = Math.max(1, Math.min(most, CHUNK_ENTRIES / words));
  return headsAsBits ? Math.max(WORD_BITS, Math.floor(chunk / WORD_BITS) * WORD_BITS) : chunk;
}

/** The request for a scan without its length: the core takes the length from the words that it gets. */
export function chunkRequest(job: Job): CoreRequest {
  const { n: _, ...request } = planRequest(job);
  return request;
}

/**
 * The shape of a scan in chunks: the plan of one chunk, with the depth of the whole scan.
 * @param most the number of elements that fit into one buffer
 */
export function chunkedShape(session: CoreSession, job: Job, most: number): Shape {
  const chunk = chunkOf(job, most);
  const plan = session.plan(planRequest({ ...job, n: chunk }));
  return { ...plan, operator_depth: plan.operator_depth + CARRY_DEPTH * Math.ceil(job.n / chunk) };
}
