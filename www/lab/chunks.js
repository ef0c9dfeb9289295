/** Scans in chunks, for arrays longer than a buffer of the device: the chunks' length, their request, the scan's shape. */

import { WORD_BITS } from './heads.js';
import { planRequest } from './plan-request.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { CoreRequest } from '../types.d.ts' */
/** @import { Job, Shape } from './verify.js' */

/** Array entries of a chunk, 16 MiB: enough to hide the overhead of a chunk, little beside the data. */
const CHUNK_ENTRIES = 2 ** 22;
/** Applications of the operator that each chunk adds to the longest chain of them. */
const CARRY_DEPTH = 2;

/** Elements of a chunk; with heads as bits, those of whole words. @param {Job} job @param {number} most elements that one buffer holds */
export function chunkOf({ words, headsAsBits }, most) {
  const chunk = Math.max(1, Math.min(most, CHUNK_ENTRIES / words));
  return headsAsBits ? Math.max(WORD_BITS, Math.floor(chunk / WORD_BITS) * WORD_BITS) : chunk;
}

/** @param {Job} job @returns {CoreRequest} of any length */
export function chunkRequest(job) {
  const { n: _, ...request } = planRequest(job);
  return request;
}

/**
 * The shape of a scan in chunks.
 * @param {CoreSession} session
 * @param {Job} job
 * @param {number} most elements that one buffer holds
 * @returns {Shape}
 */
export function chunkedShape(session, job, most) {
  const chunk = chunkOf(job, most);
  const plan = session.plan(planRequest({ ...job, n: chunk }));
  return { ...plan, operator_depth: plan.operator_depth + CARRY_DEPTH * Math.ceil(job.n / chunk) };
}
