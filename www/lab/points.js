/** Measures points: one algorithm at one size. */

import { loadLazily } from '../shared/errors.js';
import { tryOwn } from './own-operator.js';
import { coreRequest, planRequest } from './plan-request.js';
import { trialInput } from './trial-input.js';
import { patternOf, verifyChunks } from './verify.js';
import { watchHidden } from '../shared/visibility.js';
/** @import { Block } from 'scanlab-core' */
/** @import { CoreOperation, Point, Progress } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Job } from './verify.js' */
/** @import { Page } from '../shared/visibility.js' */

/** The sequential scan on the CPU, measured beside the core's algorithms. */
export const JAVASCRIPT = 'javascript';

/** Differs from page to page, so that points of several may meet in one file. */
const PAGE = /* @__PURE__ */ Math.random().toString(36).slice(2, 10);
let blocks = 0;

/**
 * Of an operation, `request` is the core's without length, seed and condition, and `selects` whether it selects elements; the output of one
 * that is `unordered` is right in any order.
 * @typedef {Job & { pattern: string, seed: number, segmentLength?: number, transfers: boolean, operation?: string, request?: CoreOperation, selects?: boolean, unordered?: boolean }} PointJob
 */
/** @typedef {(job: PointJob, stage: Progress['stage']) => void} OnStage */

/** Measures jobs of one size and input: the core's algorithms in turns, beside each other. */
export class PointBlock {
  #session;
  #signal;
  #onStage;
  #id = `${PAGE}-${++blocks}`;
  #page;
  #hidden = false;
  #quick;
  /** What every point of the core's has, where transfers are asked for. @type {Pick<Point, 'upload' | 'readback'>} */
  #transfers = {};
  /** The core's jobs, in the order of its block. */
  #jobs;
  /** @type {Promise<Block | null>} */
  #block;

  /**
   * @param {CoreSession} session
   * @param {PointJob[]} jobs
   * @param {AbortSignal | undefined} signal
   * @param {OnStage} onStage
   * @param {{ page?: Page, quick?: boolean }} [options] page: where there is one; quick: for a choice that has to be made, not for
   *   figures
   */
  constructor(session, jobs, signal, onStage, { page, quick = false } = {}) {
    this.#session = session;
    this.#page = page;
    this.#signal = signal;
    this.#onStage = onStage;
    this.#quick = quick;
    this.#jobs = jobs.filter(({ algorithm }) => algorithm !== JAVASCRIPT);
    this.#block = this.#jobs.length
      ? session.run(nameOf('a measurement', ...this.#jobs), signal, (task) => this.#measure(task))
      : Promise.resolve(null);
    // Its failure is that of every point.
    this.#block.catch(() => {});
  }

  /** @param {PointJob} job @returns {Promise<Point>} */
  async point(job) {
    const block = job.algorithm === JAVASCRIPT ? null : await this.#block;
    const report = (/** @type {Task} */ task) => (/** @type {Progress['stage']} */ stage) => {
      if (!task.stopped) this.#onStage(job, stage);
    };
    return this.#session.run(nameOf('a measurement', job), this.#signal, async (task) => {
      if (block) return this.#finish(task, block, job, report(task));
      const { measureJavaScript } = await loadLazily('times the scan in JavaScript', () => import('./cpu-point.js'));
      task.check();
      return measureJavaScript(this.#session, task, job, report(task), this.#page);
    });
  }

  /** To be called when no more points are wanted. */
  end() {
    this.#block.then((block) => block && this.#session.release(() => block.free())).catch(() => {});
  }

  /** @param {Task} task @returns {Promise<Block>} */
  async #measure(task) {
    this.#onStage(this.#jobs[0], 'preparing');
    const wasHidden = watchHidden(this.#page);
    const block = await this.#time(task, this.#jobs).finally(() => (this.#hidden = wasHidden()));
    // The caller has gone on, so it is freed here.
    if (task.stopped) block.free();
    task.check();
    return block;
  }

  /** @param {Task} task @param {PointJob[]} jobs @returns {Promise<Block>} */
  async #time(task, jobs) {
    const session = this.#session;
    const [{ n, words }] = jobs;
    await tryOwn(session, task, jobs[0], () => trialInput(n, words, (start, part) => session.fillPattern(patternOf(jobs[0]), start, part)));
    /** @param {number} rank @param {string} stage */
    const onStage = (rank, stage) => {
      if (!task.stopped && (stage === 'preparing' || stage === 'timing')) this.#onStage(jobs[rank], stage);
    };
    if (jobs[0].operation) {
      const { timeOperations, timeOperationTransfers } = await loadOperations();
      if (jobs[0].transfers) this.#transfers = await timeOperationTransfers(session, task, jobs[0]);
      return timeOperations(session, task, jobs, onStage);
    }
    if (jobs[0].transfers) {
      const { timeTransfers } = await loadLazily('times transfers', () => import('./transfers.js'));
      this.#transfers = await timeTransfers(session, task, jobs[0]);
    }
    return session.withToken(task, (token) => session.core.measure(jobs.map(coreRequest), this.#quick, token, onStage));
  }

  /**
   * @param {Task} task
   * @param {Block} block
   * @param {PointJob} job
   * @param {(stage: Progress['stage']) => void} onStage
   * @returns {Promise<Point>}
   */
  async #finish(task, block, job, onStage) {
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
    const { verified, ...verdict } = await verifyChunks(session, task, job, plan, async (start, input, output, heads) => {
      session.fillPattern(patternOf(job), start, input);
      if (heads) session.fillHeads(patternOf(job), start, heads);
      await session.watch(task, block.readOutput(start, output));
    });
    const point = session.call(() => block.point(coreRequest(job), job.transfers, verified, this.#hidden, this.#id));
    return { ...point, ...this.#transfers, ...verdict };
  }
}

const loadOperations = () => loadLazily('measures operations', () => import('./operation-point.js'));

/**
 * What work is called, for people; told when they ask, since to write a number takes longer than to begin a short scan.
 * @param {string} what
 * @param {{ algorithm: string, n: number }[]} jobs of one size
 * @returns {() => string}
 */
export function nameOf(what, ...jobs) {
  return () => `${what} of ${jobs[0].n.toLocaleString('en')} elements with ${jobs.map(({ algorithm }) => algorithm).join(', ')}`;
}

/**
 * @param {CoreSession} session
 * @param {PointJob} job
 * @param {boolean} timestamps whether its times would have been timestamps
 * @param {string} reason
 * @returns {Promise<Point>}
 */
export async function skippedPoint(session, job, timestamps, reason) {
  if (job.operation) return (await loadOperations()).skippedOperation(session, job, timestamps, reason);
  return skippedScan(session, job, timestamps, reason);
}

/** The same of a scan. @param {Pick<CoreSession, 'ask'>} session @param {PointJob} job @param {boolean} timestamps @param {string} reason @returns {Point} */
export function skippedScan(session, job, timestamps, reason) {
  return session.ask((core) => core.skippedPoint(coreRequest(job), job.transfers, timestamps, reason));
}
