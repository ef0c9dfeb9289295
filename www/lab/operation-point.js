/** Measures operations, and sends their inputs and outputs to the oracle. Loaded on first use. */

import { conditionText } from '../oracle/conditions.js';
import { CHUNK_ELEMENTS, locate } from './verify.js';
/** @import { Block } from 'scanlab-core' */
/** @import { CoreOperation, Point, Progress } from '../types.d.ts' */
/** @import { CoreSession, Task } from '../core/session.js' */
/** @import { Wanted } from '../oracle/operations.js' */
/** @import { PointJob } from './points.js' */

/** @param {PointJob} job @returns {CoreOperation} with the condition of a selection that is by none of its flags */
export function measuredOperation({ request, selects, type, n, seed }) {
  const given = /** @type {CoreOperation} */ (request);
  const { density = 1, flags } = given.options ?? {};
  const where = selects && !flags ? { where: conditionText({ type, density, seed }) } : {};
  return { ...given, n, seed, options: { ...given.options, ...where } };
}

/**
 * Measures operations of one size and input in turns.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob[]} jobs
 * @param {(rank: number, stage: string) => void} onStage
 * @returns {Promise<Block>}
 */
export function timeOperations(session, task, jobs, onStage) {
  const requests = JSON.stringify(jobs.map(measuredOperation));
  return session.withToken(task, (token) => session.core.measureOperations(requests, token, onStage));
}

/**
 * The point of the operation that was finished last.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Block} block
 * @param {PointJob} job
 * @param {{ hidden: boolean, mark: string, onStage: (stage: Progress['stage']) => void }} how
 * @returns {Promise<Point>}
 */
export async function finishOperation(session, task, block, job, { hidden, mark, onStage }) {
  const request = measuredOperation(job);
  const text = JSON.stringify(request);
  const plan = session.call(() => JSON.parse(session.core.operationPlanJson(text)));
  task.check();
  onStage('verifying');
  const count = await session.watch(task, block.readCount());
  const mismatch = job.n > 0 ? await verify(session, task, block, { job, text, depth: plan.operator_depth, count }) : null;
  const located = locate({ verified: !mismatch, mismatch }, plan, job);
  const point = session.call(() => JSON.parse(block.operationPointJson(text, located.verified, hidden, mark)));
  return { ...point, mismatch: located.mismatch };
}

/** @param {CoreSession} session @param {PointJob} job @param {boolean} timestamps @param {string} reason @returns {Point} */
export function skippedOperation(session, job, timestamps, reason) {
  const request = JSON.stringify(measuredOperation(job));
  return JSON.parse(session.ask((core) => core.skippedOperationJson(request, timestamps, reason)));
}

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Block} block
 * @param {{ job: PointJob, text: string, depth: number, count: number | undefined }} of
 */
async function verify(session, task, block, { job, text, depth, count }) {
  const { oracle } = session;
  const { n, words } = job;
  const { options, ...given } = /** @type {CoreOperation} */ (job.request);
  const hasKeys = job.operation === 'reduce-by-key';
  const parts = { flags: job.selects && options?.flags ? 1 : 0, values: hasKeys ? words : 0 };
  task.interrupt = () => oracle.stop();
  const types = hasKeys ? { type: 'u32', valueType: job.type } : { type: job.type };
  const checked = { ...options, ...types, operation: given.operation, operator: given.operator, seed: job.seed, depth, n, count };
  if (parts.flags) delete checked.density;
  await oracle.ask({ do: 'begin-operation', job: /** @type {any} */ (checked) });
  const perElement = hasKeys ? 1 : words;
  let right = true;
  for (let start = 0; start < n && right; start += CHUNK_ELEMENTS) {
    const elements = Math.min(CHUNK_ELEMENTS, n - start);
    /** @param {string} input @param {number} each words of an element */
    const filled = (input, each) => {
      const buffer = oracle.takeBuffer(4 * elements * each);
      session.call(() => session.library.fillOperation(text, input, start * each, new Uint32Array(buffer)));
      return buffer;
    };
    const input = filled('source', perElement);
    const flags = parts.flags ? filled('flags', 1) : undefined;
    const values = parts.values ? filled('values', parts.values) : undefined;
    const valueLength = elements * parts.values;
    const buffers = [input, flags, values].filter((buffer) => buffer !== undefined);
    const wanted = await oracle.ask({ do: 'take-input', length: elements * perElement, input, flags, values, valueLength }, buffers);
    task.check();
    right = await compare(session, task, block, wanted);
  }
  if (right) await compare(session, task, block, await oracle.ask({ do: 'end-input' }));
  const { mismatch } = await oracle.ask({ do: 'finish' });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return mismatch;
}

/**
 * Reads what the oracle can compare, in turns, and has it compared.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Block} block
 * @param {Wanted[]} wanted
 * @returns {Promise<boolean>} whether all of it is right
 */
async function compare(session, task, block, wanted) {
  const left = wanted.map((one) => ({ ...one }));
  while (left.some((stream) => stream.wanted > 0)) {
    for (const [rank, stream] of left.entries()) {
      const length = Math.min(CHUNK_ELEMENTS, stream.wanted);
      if (length === 0) continue;
      const output = session.oracle.takeBuffer(4 * length);
      await session.watch(task, block.readWords(stream.of === 'second', stream.start, new Uint32Array(output)));
      task.check();
      if (!(await session.oracle.ask({ do: 'compare', stream: rank, length, output }, [output]))) return false;
      stream.start += length;
      stream.wanted -= length;
    }
  }
  return true;
}
