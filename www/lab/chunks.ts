/** Scans in chunks, for arrays longer than a buffer of the device: the length of chunks, their request, and the shape of the scan. */

import { WORD_BITS } from './heads.ts';
import { planRequest } from './plan-request.ts';
import type { CoreSession } from './session.ts';
import type { CoreRequest } from '../types.ts';
import type { Job, Shape } from './verify.ts';

/** Array entries of a chunk, 16 MiB: the overhead of a chunk is small beside its scan, and its memory is small beside the input. */
const CHUNK_ENTRIES = 2 ** 22;
/** The number of applications that each chunk adds to the longest chain. */
const CARRY_DEPTH = 2;

/**
 * Elements of a chunk; for heads as bits, a multiple of a word's bits.
 * @param most elements that one buffer holds
 */
export function chunkOf({ words, headsAsBits }: Job, most: number) {
  const chunk = Math.max(1, Math.min(most, CHUNK_ENTRIES / words));
  return headsAsBits ? Math.max(WORD_BITS, Math.floor(chunk / WORD_BITS) * WORD_BITS) : chunk;
}

/** @returns a request for any length */
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
