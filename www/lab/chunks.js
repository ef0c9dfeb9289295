/** Scans in chunks, for what is longer than a buffer of the device: how long they are, and what they come to. */

import { planRequest } from './plan-request.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Job, Shape } from './verify.js' */

/** Array entries of a chunk, 16 MiB: enough to hide the steps of a chunk, little beside the data. */
const CHUNK_ENTRIES = 2 ** 22;
/** Applications of the operator by which each chunk makes the longest chain of them longer. */
const CARRY_DEPTH = 2;

/** @param {Job} job @param {number} most elements that one buffer holds */
export function chunkOf({ words }, most) {
  return Math.max(1, Math.min(most, CHUNK_ENTRIES / words));
}

/** @param {Job} job @returns {string} what the core is asked for */
export function chunkRequest(job) {
  const { n: _, ...request } = planRequest(job);
  return JSON.stringify(request);
}

/**
 * What a check needs of such a scan.
 * @param {CoreSession} session
 * @param {Job} job
 * @param {number} most
 * @returns {Shape}
 */
export function chunkedShape(session, job, most) {
  const chunk = chunkOf(job, most);
  const plan = session.plan(planRequest({ ...job, n: chunk }));
  return { ...plan, operator_depth: plan.operator_depth + CARRY_DEPTH * Math.ceil(job.n / chunk) };
}
