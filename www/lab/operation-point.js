/** Measures operations, and sends their inputs and outputs to the oracle. Loaded on first use. */

import { conditionText } from '../oracle/conditions.js';
import { loadLazily } from '../shared/errors.js';
import { verifyOutputs } from './verify-operation.js';
import { locate } from './verify.js';
/** @import { Block } from 'scanlab-core' */
/** @import { CoreOperation, Point, Progress } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
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
  const requests = jobs.map(measuredOperation);
  return session.withToken(task, (token) => session.core.measureOperations(requests, token, onStage));
}

/** As the core has it: the average length of runs, the bins of a histogram. */
const USUAL = { runs: 37, bins: 256 };

/** The elements of an operation's first output, of those that it selects the expected ones. @param {PointJob} job */
function outputElements({ n, request }) {
  const { operation, options } = /** @type {CoreOperation} */ (request);
  const { density = 1, runs = USUAL.runs, bins = USUAL.bins } = options ?? {};
  const ofRuns = Math.ceil(n / runs);
  const known = { reduce: 1, compact: Math.round(density * n), 'run-lengths': ofRuns, 'reduce-by-key': ofRuns, histogram: bins };
  return Object.hasOwn(known, operation) ? known[/** @type {keyof typeof known} */ (operation)] : n;
}

/**
 * The times of uploading an operation's first input and of reading back its first output, each from an array of its length.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 */
export async function timeOperationTransfers(session, task, job) {
  const { timeTransfers } = await loadLazily('times transfers', () => import('./transfers.js'));
  const { operation } = /** @type {CoreOperation} */ (job.request);
  // Keys are of one word, whatever the operator of their values.
  const moved = operation === 'reduce-by-key' ? { ...job, operator: 'add', type: /** @type {const} */ ('u32'), words: 1 } : job;
  const { readback } = await timeTransfers(session, task, { ...moved, n: Math.min(job.n, outputElements(job)) });
  return { ...(await timeTransfers(session, task, moved)), readback };
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
  const plan = session.operationPlan(request);
  task.check();
  onStage('verifying');
  const count = await session.watch(task, block.readCount());
  const of = { job, request, depth: plan.operator_depth, count };
  /** @type {Omit<import('../oracle/check.js').Verdict, 'verified'>} */
  const { isInOrder, ...found } = job.n > 0 ? await verify(session, task, block, of) : { mismatch: null };
  const { verified, ...located } = locate({ verified: !found.mismatch, ...found }, plan, job);
  const point = session.call(() => block.operationPoint(request, verified, hidden, mark));
  return { ...point, ...located, ...(isInOrder !== undefined && { in_order: isInOrder }) };
}

/** @param {CoreSession} session @param {PointJob} job @param {boolean} timestamps @param {string} reason @returns {Point} */
export function skippedOperation(session, job, timestamps, reason) {
  return session.ask((core) => core.skippedOperation(measuredOperation(job), timestamps, reason));
}

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Block} block
 * @param {{ job: PointJob, request: CoreOperation, depth: number, count: number | undefined }} of
 */
function verify(session, task, block, { job, request, depth, count }) {
  const { n, words, seed, selects, unordered } = job;
  const { options, operation, operator } = /** @type {CoreOperation} */ (job.request);
  const { where: _, flags, density, ...own } = options ?? {};
  const hasKeys = operation === 'reduce-by-key';
  const types = hasKeys ? { type: /** @type {const} */ ('u32'), valueType: job.type } : { type: job.type };
  const condition = selects && !flags ? { density, seed } : {};
  return verifyOutputs(
    session,
    task,
    { ...own, ...types, ...condition, operation, operator, depth, n, count, unordered },
    {
      each: { source: hasKeys ? 1 : words, flags: selects && flags ? 1 : 0, values: hasKeys ? words : 0 },
      fill: (input, start, part) => session.call(() => session.library.fillOperation(request, input, start, part)),
      read: (second, start, part) => session.watch(task, block.readWords(second, start, part)),
    },
  );
}
