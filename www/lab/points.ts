/** Measures points: one algorithm at one size. */

import { ARRAY_OF_TYPE, bitsOf } from '../shared/arguments.ts';
import { lazyModule } from '../shared/errors.ts';
import { tryOwn } from './own-operator.ts';
import { coreRequest, planRequest } from './plan-request.ts';
import { trialInput } from './trial-input.ts';
import { patternOf, verifyChunks } from './verify.ts';
import { watchHidden } from '../shared/visibility.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Page } from '../shared/visibility.ts';
import type { CoreOperation, Point, Progress } from '../types.ts';
import type { Job, Read } from './verify.ts';
import type { Block } from 'scanlab-core';

const loadOperations = lazyModule('measures operations', () => import('./operation-point.ts'));
const loadCpuPoint = lazyModule('times the scan in JavaScript', () => import('./cpu-point.ts'));
const loadTransfers = lazyModule('times transfers', () => import('./transfers.ts'));

/** The id of the sequential scan on the CPU, which is measured together with the core's algorithms. */
export const JAVASCRIPT = 'javascript';

/** A random id of the page, so that the ids of blocks differ in a file with points of several pages. */
const PAGE = /* @__PURE__ */ Math.random().toString(36).slice(2, 10);
let blocks = 0;

/**
 * For an operation, `request` is the core's request without length, seed and condition, and `selects`, `takesOffsets` and
 * `takesSorted` are those of the catalogue. An output that is `unordered` is right in any order.
 */
export type PointJob = Job & {
  pattern: string;
  seed: number;
  segmentLength?: number;
  transfers: boolean;
  operation?: string;
  request?: CoreOperation;
  selects?: boolean;
  takesOffsets?: boolean;
  takesSorted?: boolean;
  unordered?: boolean;
};
export type OnStage = (job: PointJob, stage: Progress['stage']) => void;

/** Measures jobs of one size and input. The samples of the core's algorithms are interleaved. */
export class PointBlock {
  #session;
  #signal;
  #onStage;
  #id = `${PAGE}-${++blocks}`;
  #page;
  #hidden = false;
  #quick;
  /** The times of the transfers, which all points of the core's algorithms get; empty unless transfers are requested. */
  #transfers: Pick<Point, 'upload' | 'readback'> = {};
  #jobs;
  #block: Promise<Block | null>;

  /** @param options page: the document, if there is one; quick: few samples, enough to choose a scan */
  constructor(
    session: CoreSession,
    jobs: PointJob[],
    signal: AbortSignal | undefined,
    onStage: OnStage,
    { page, quick = false }: { page?: Page; quick?: boolean } = {},
  ) {
    this.#session = session;
    this.#page = page;
    this.#signal = signal;
    this.#onStage = onStage;
    this.#quick = quick;
    this.#jobs = jobs.filter(({ algorithm }) => algorithm !== JAVASCRIPT);
    this.#block = this.#jobs.length
      ? session.run(nameOf('a measurement', ...this.#jobs), signal, (task) => this.#measure(task))
      : Promise.resolve(null);
    // `point` reports the failure, for every point.
    this.#block.catch(() => {});
  }

  async point(job: PointJob): Promise<Point> {
    const block = job.algorithm === JAVASCRIPT ? null : await this.#block;
    const report = (task: Task) => (stage: Progress['stage']) => {
      if (!task.stopped) this.#onStage(job, stage);
    };
    return this.#session.run(nameOf('a measurement', job), this.#signal, async (task) => {
      if (block) return this.#finish(task, block, job, report(task));
      const { measureJavaScript } = await loadCpuPoint();
      task.check();
      return measureJavaScript(this.#session, task, job, report(task), this.#page);
    });
  }

  /** Call this when no more points are wanted. */
  end() {
    this.#block.then((block) => block && this.#session.release(() => block.free())).catch(() => {});
  }

  async #measure(task: Task): Promise<Block> {
    this.#onStage(this.#jobs[0], 'preparing');
    const wasHidden = watchHidden(this.#page);
    const block = await this.#time(task, this.#jobs).finally(() => (this.#hidden = wasHidden()));
    // The caller no longer waits for the block, so it is freed here.
    if (task.stopped) block.free();
    task.check();
    return block;
  }

  async #time(task: Task, jobs: PointJob[]): Promise<Block> {
    const session = this.#session;
    const [{ n, words }] = jobs;
    await tryOwn(session, task, jobs[0], () =>
      trialInput(n, words, (start, part) => session.fillScan(patternOf(jobs[0]), 'source', start, part)),
    );
    const onStage = (rank: number, stage: string) => {
      if (!task.stopped && (stage === 'preparing' || stage === 'timing')) this.#onStage(jobs[rank], stage);
    };
    if (jobs[0].operation) {
      const { timeOperations, timeOperationTransfers } = await loadOperations();
      if (jobs[0].transfers) this.#transfers = await timeOperationTransfers(session, task, jobs[0]);
      return timeOperations(session, task, jobs, onStage);
    }
    if (jobs[0].transfers) {
      const { timeTransfers } = await loadTransfers();
      this.#transfers = await timeTransfers(session, task, jobs[0]);
    }
    return session.withToken(task, (token) => session.core.measure(jobs.map(coreRequest), this.#quick, token, onStage));
  }

  async #finish(task: Task, block: Block, job: PointJob, onStage: (stage: Progress['stage']) => void): Promise<Point> {
    const session = this.#session;
    if (job.operation) {
      await session.withToken(task, (token) => block.finish(this.#jobs.indexOf(job), token));
      const how = { hidden: this.#hidden, mark: this.#id, onStage };
      return { ...(await (await loadOperations()).finishOperation(session, task, block, job, how)), ...this.#transfers };
    }
    const plan = session.plan(planRequest(job));
    await session.withToken(task, (token) => block.finish(this.#jobs.indexOf(job), token));
    task.check();
    onStage('verifying');
    const pattern = patternOf(job);
    const read: Read = async (start, input, output, heads) => {
      session.fillScan(pattern, 'source', start, input);
      if (heads) session.fillScan(pattern, 'flags', start, heads);
      await session.watch(task, block.readOutput(start, output));
    };
    const initial = job.initial ? new ARRAY_OF_TYPE[job.type](job.words) : undefined;
    if (initial) session.fillScan(pattern, 'initial', 0, bitsOf(initial));
    const { verified, ...verdict } = await verifyChunks(session, task, job, plan, read, initial);
    const point = session.call(() => block.point(coreRequest(job), job.transfers, verified, this.#hidden, this.#id));
    return { ...point, ...this.#transfers, ...verdict };
  }
}

/**
 * The name of work for messages. It is computed on demand: formatting a number takes longer than starting a short scan.
 * @param jobs of one size
 */
export function nameOf(what: string, ...jobs: { algorithm: string; n: number }[]): () => string {
  return () => `${what} of ${jobs[0].n.toLocaleString('en')} elements with ${jobs.map(({ algorithm }) => algorithm).join(', ')}`;
}

/**
 * The point of a job that is not measured, with the reason.
 * @param timestamps whether the point would be measured by timestamps
 */
export async function skippedPoint(session: CoreSession, job: PointJob, timestamps: boolean, reason: string): Promise<Point> {
  if (job.operation) return (await loadOperations()).skippedOperation(session, job, timestamps, reason);
  return skippedScan(session, job, timestamps, reason);
}

/** The same as `skippedPoint`, for a scan. */
export function skippedScan(session: Pick<CoreSession, 'ask'>, job: PointJob, timestamps: boolean, reason: string): Point {
  return session.ask((core) => core.skippedPoint(coreRequest(job), job.transfers, timestamps, reason));
}
