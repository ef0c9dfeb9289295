/** Scans arrays that are longer than a buffer of the device: chunk by chunk, with the carry kept on the GPU. */

import { planRequest } from './points.js';
import { chunksOf } from './verify.js';
/** @import { CoreSession, Task } from './core-session.js' */
/** @import { Job, Shape } from './verify.js' */

/** Array entries of a chunk, 16 MiB: enough to hide the steps of a chunk, little beside the data. */
const CHUNK_ENTRIES = 2 ** 22;
/** Chunks of an array that are under way: one is uploaded while the one before it is scanned and read back. */
const CHUNKS_UNDER_WAY = 2;
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
  const chunks = [...chunksOf(job, chunk)].map(({ start, count }) => {
    const [from, to] = [start * job.words, (start + count) * job.words];
    return { input: input.subarray(from, to), output: output.subarray(from, to), heads: heads?.subarray(start, start + count) };
  });
  try {
    await session.withToken(task, (token) =>
      overlap(chunks, (one) => scan.push(copierOf(one.input), one.output, one.heads, token)),
    );
  } finally {
    scan.free();
  }
}

/**
 * Has a few of the chunks under way at a time; when it settles, none is any more.
 * @template T
 * @param {T[]} chunks
 * @param {(chunk: T) => Promise<void>} push
 */
async function overlap(chunks, push) {
  /** @type {Promise<void>[]} */
  const underWay = [];
  try {
    for (const chunk of chunks) {
      if (underWay.length === CHUNKS_UNDER_WAY) await underWay.shift();
      const pushed = push(chunk);
      // A failure counts when its turn comes.
      pushed.catch(() => {});
      underWay.push(pushed);
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** What copies an array to where the core wants it, piece by piece. @param {Uint32Array} array */
function copierOf({ buffer, byteOffset, byteLength }) {
  let rest = new Uint8Array(buffer, byteOffset, byteLength);
  return (/** @type {Uint8Array} */ target) => {
    target.set(rest.subarray(0, target.length));
    rest = rest.subarray(target.length);
  };
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
