/** Scans arrays that are longer than a buffer of the device: chunk by chunk, with the carry kept on the GPU. */

import { planRequest } from './points.js';
import { chunksOf } from './verify.js';
/** @import { CoreSession, Task } from './core-session.js' */
/** @import { Job, Shape } from './verify.js' */

/** Array entries of a chunk, 32 MiB: enough to hide the steps of a chunk, little beside the data. */
const CHUNK_ENTRIES = 2 ** 23;
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
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {number} most elements that one buffer holds
 * @param {{ input: Uint32Array, output: Uint32Array, heads?: Uint32Array }} arrays
 */
export async function scanChunks(session, task, job, most, { input, output, heads }) {
  const chunk = chunkOf(job, most);
  const scan = await session.watch(task, session.core.stream(chunkRequest(job), chunk));
  try {
    for (const { start, count } of chunksOf(job, chunk)) {
      const [from, to] = [start * job.words, (start + count) * job.words];
      const flags = heads?.subarray(start, start + count);
      await session.withToken(task, (token) => scan.push(input.subarray(from, to), output.subarray(from, to), flags, token));
    }
  } finally {
    scan.free();
  }
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
