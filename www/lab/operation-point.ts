/** Measures operations, and sends their inputs and outputs to the oracle. Loaded on first use. */

import { conditionText } from '../oracle/conditions.ts';
import { allocate, lazyModule } from '../shared/errors.ts';
import { verifyOutputs } from './verify-operation.ts';
import { locate } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Verdict } from '../oracle/check.ts';
import type { CoreOperation, Point, Progress } from '../types.ts';
import type { PointJob } from './points.ts';
import type { Block } from 'scanlab-core';

const loadTransfers = lazyModule('times transfers', () => import('./transfers.ts'));

/** The request of a job. A selection that does not use flags gets a condition. */
function measuredOperation({ request, selects, type, n, seed }: PointJob): CoreOperation {
  const given = request as CoreOperation;
  const { density = 1, flags } = given.options ?? {};
  const where = selects && !flags ? { where: conditionText({ type, density, seed }) } : {};
  return { ...given, n, seed, options: { ...given.options, ...where } };
}

/** Measures operations of one size and input, with interleaved samples. */
export function timeOperations(
  session: CoreSession,
  task: Task,
  jobs: PointJob[],
  onStage: (rank: number, stage: string) => void,
): Promise<Block> {
  const requests = jobs.map(measuredOperation);
  return session.withToken(task, (token) => session.core.measureOperations(requests, token, onStage));
}

/** The core's defaults: the average length of runs, the number of bins of a histogram, the number of keys of a top-k. */
const USUAL = { runs: 37, bins: 256, k: 1 };

/** The number of segments of a test input, as in lab/src/request/operation.rs. */
const segmentsOf = (n: number, runs = USUAL.runs) => Math.max(1, Math.floor(n / runs));

/** The number of elements of an operation's first output; for a selection or runs, the expected number. */
function outputElements({ n, request }: PointJob) {
  const { operation, options } = request as CoreOperation;
  const { density = 1, runs = USUAL.runs, bins = USUAL.bins, k = USUAL.k, sortedLength = n } = options ?? {};
  const ofRuns = Math.ceil(n / runs);
  const known = {
    reduce: 1,
    compact: Math.round(density * n),
    unique: ofRuns,
    'run-lengths': ofRuns,
    'reduce-by-key': ofRuns,
    'segmented-reduce': segmentsOf(n, runs),
    histogram: bins,
    'top-k': Math.min(k, n),
    'arg-min': 1,
    'arg-max': 1,
    merge: n + sortedLength,
  };
  return Object.hasOwn(known, operation) ? known[operation as keyof typeof known] : n;
}

/** Times the upload of an operation's first input, and the readback of its first output. The readback has the expected length of this output. */
export async function timeOperationTransfers(session: CoreSession, task: Task, job: PointJob) {
  const { timeTransfers } = await loadTransfers();
  const { operation } = job.request as CoreOperation;
  // Keys have one word, whatever the operator of their values.
  const moved = operation === 'reduce-by-key' ? { ...job, operator: 'add', type: 'u32' as const, words: 1 } : job;
  const { readback } = await timeTransfers(session, task, { ...moved, n: job.n && outputElements(job) });
  return { ...(await timeTransfers(session, task, moved)), readback };
}

/** Verifies the operation that `block` has finished last, and returns its point. */
export async function finishOperation(
  session: CoreSession,
  task: Task,
  block: Block,
  job: PointJob,
  { hidden, mark, onStage }: { hidden: boolean; mark: string; onStage: (stage: Progress['stage']) => void },
): Promise<Point> {
  const request = measuredOperation(job);
  const plan = session.operationPlan(request);
  task.check();
  onStage('verifying');
  const count = await session.watch(task, block.readCount());
  const of = { job, request, depth: plan.operator_depth, count };
  const { isInOrder, ...found }: Omit<Verdict, 'verified'> = job.n > 0 ? await verify(session, task, block, of) : { mismatch: null };
  const { verified, ...located } = locate({ verified: !found.mismatch, ...found }, plan, job);
  const point = session.call(() => block.operationPoint(request, verified, hidden, mark));
  return { ...point, ...located, ...(isInOrder !== undefined && { in_order: isInOrder }) };
}

export function skippedOperation(session: CoreSession, job: PointJob, timestamps: boolean, reason: string): Point {
  return session.ask((core) => core.skippedOperation(measuredOperation(job), timestamps, reason));
}

function verify(
  session: CoreSession,
  task: Task,
  block: Block,
  { job, request, depth, count }: { job: PointJob; request: CoreOperation; depth: number; count: number | undefined },
) {
  const { n, words, seed, selects, takesOffsets, takesSorted, unordered } = job;
  const { options, operation, operator } = job.request as CoreOperation;
  const { where: _, flags, density, ...own } = options ?? {};
  const hasKeys = operation === 'reduce-by-key';
  const types = hasKeys ? { type: 'u32' as const, valueType: job.type } : { type: job.type };
  const condition = selects && !flags ? { density, seed } : {};
  const fill = (input: 'source' | 'flags' | 'values' | 'offsets' | 'sorted', start: number, part: Uint32Array) =>
    session.call(() => session.library.fillOperation(request, input, start, part));
  const segments = takesOffsets ? segmentsOf(n, options?.runs) : undefined;
  // The same number as in lab/src/request/operation.rs.
  const sortedLength = takesSorted ? (own.sortedLength ?? n) : undefined;
  const sorted = sortedLength === undefined ? undefined : allocate(4 * sortedLength, () => new Uint32Array(sortedLength));
  if (sorted) fill('sorted', 0, sorted);
  return verifyOutputs(
    session,
    task,
    { ...own, ...types, ...condition, operation, operator, depth, n, count, unordered, segments, sorted },
    {
      each: { source: hasKeys ? 1 : words, flags: selects && flags ? 1 : 0, values: hasKeys ? words : 0 },
      fill,
      readOffsets: segments === undefined ? undefined : (start, part) => fill('offsets', start, part),
      read: (second, start, part) => session.watch(task, block.readWords(second, start, part)),
    },
  );
}
