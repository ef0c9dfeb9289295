/** Scans in chunks, for arrays longer than a buffer of the device: the chunks' length, their request, the scan's shape. */

import { WORD_BITS } from './heads.ts';
import { planRequest } from './plan-request.ts';
import type { CoreSession } from './session.ts';
import type { CoreRequest } from '../types.ts';
import type { Job, Shape } from './verify.ts';

/** Array entries of a chunk, 16 MiB: enough to hide the overhead of a chunk, little beside the data. */
const CHUNK_ENTRIES = 2 ** 22;
/** Applications of the operator that each chunk adds to the longest chain of them. */
const CARRY_DEPTH = 2;

/**
 * Elements of a chunk; with heads as bits, those of whole words.
 * @param most elements that one buffer holds
 */
export function chunkOf({ words, headsAsBits }: Job, most: number) {
  const chunk = Math.max(1, Math.min(most, CHUNK_ENTRIES / words));
  return headsAsBits ? Math.max(WORD_BITS, Math.floor(chunk / WORD_BITS) * WORD_BITS) : chunk;
}

/** @returns of any length */
export function chunkRequest(job: Job): CoreRequest {
  const { n: _, ...request } = planRequest(job);
  return request;
}

/**
 * The shape of a scan in chunks.
 * @param most elements that one buffer holds
 */
export function chunkedShape(session: CoreSession, job: Job, most: number): Shape {
  const chunk = chunkOf(job, most);
  const plan = session.plan(planRequest({ ...job, n: chunk }));
  return { ...plan, operator_depth: plan.operator_depth + CARRY_DEPTH * Math.ceil(job.n / chunk) };
}
