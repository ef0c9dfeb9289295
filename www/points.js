/** Measures points: one algorithm at one size. */

import { CPU_OPERATORS, SEQUENTIAL_DEPTH, isOnCpu } from './cpu-operators.js';
import { ScanLabError } from './errors.js';
import { CHUNK_ELEMENTS, checkJob, chunksOf, locate, requireOracle, verifyChunks } from './verify.js';
/** @import { ElementType, Point, Progress } from './types.d.ts' */
/** @import { CoreSession, Task } from './core-session.js' */
/** @import { Timing } from './oracle-engine.js' */
/** @import { Job, Verification } from './verify.js' */

/** The sequential scan on the CPU, measured beside the core's algorithms. */
export const JAVASCRIPT = 'javascript';

/** @typedef {Job & { pattern: string, seed: number }} PointJob */
/** @typedef {Pick<Point, 'timer' | 'samples_ns' | 'samples_voided' | 'repeats' | 'tuning' | 'dispatches' | 'scratch_bytes'>} Timings */
/** @typedef {(stage: Progress['stage']) => void} OnStage */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {OnStage} onStage
 * @returns {Promise<Point>}
 */
export async function measurePoint(session, task, job, onStage) {
  requireOracle(job);
  onStage('preparing');
  const measure = job.algorithm === JAVASCRIPT ? measureJavaScript : measureCore;
  const { timings, verification } = await measure(session, task, job, onStage);
  return pointOf(job, timings, verification);
}

/** @param {PointJob} job */
export function coreRequest({ pattern, seed, ...job }) {
  return { ...planRequest(job), pattern, seed };
}

/** @param {Job} job */
export function planRequest({ algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning }) {
  return { algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning };
}

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {OnStage} onStage
 * @returns {Promise<{ timings: Timings, verification: Verification }>}
 */
async function measureCore(session, task, job, onStage) {
  const plan = session.plan(planRequest(job));
  const request = JSON.stringify(coreRequest(job));
  const measurement = await session.withToken(task, (token) =>
    session.core.measure(request, token, (stage) => {
      if (stage === 'preparing' || stage === 'timing') onStage(stage);
    }),
  );
  try {
    task.check();
    /** @type {Timings} */
    const timings = JSON.parse(measurement.resultJson());
    onStage('verifying');
    const verification = await verifyChunks(session, task, job, plan, async (start, input, output, heads) => {
      session.fillPattern(patternOf(job), start, input);
      if (heads) session.fillHeads(patternOf(job), start, heads);
      await session.watch(task, measurement.readOutput(start, output));
    });
    return { timings, verification };
  } finally {
    measurement.free();
  }
}

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {OnStage} onStage
 * @returns {Promise<{ timings: Timings, verification: Verification }>}
 */
async function measureJavaScript(session, task, job, onStage) {
  const { oracle } = session;
  const { operator, type, mode, direction } = job;
  requireSequential(job);
  task.interrupt = () => oracle.stop();
  await fillInput(session, task, job);
  onStage('timing');
  /** @type {Timing} */
  const { samples_ns, repeats } = await oracle.ask({ do: 'time', operator, type, mode, direction });
  task.check();
  onStage('verifying');
  const shape = { operator_depth: SEQUENTIAL_DEPTH, tile_elements: job.n, elements_per_invocation: job.n };
  const verdict = await oracle.ask({ do: 'verify-own', job: checkJob(job, shape) });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return {
    timings: { timer: 'wall', samples_ns, samples_voided: 0, repeats, tuning: {}, dispatches: 0, scratch_bytes: 0 },
    verification: locate(verdict, shape, job),
  };
}

/** @param {{ operator: string, type: ElementType }} job */
export function requireSequential({ operator, type }) {
  if (isOnCpu(operator, type)) return;
  throw new ScanLabError('unsupported', `The JavaScript scan has ${Object.keys(CPU_OPERATORS).join(', ')}; it has no ${operator} on ${type}.`);
}

/**
 * Has the oracle allocate its arrays and sends it the input.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 */
async function fillInput(session, task, job) {
  const { oracle } = session;
  const { type, n, words, segmented } = job;
  await oracle.ask({ do: 'allocate', type, length: n * words, flags: segmented ? n : 0 });
  const most = Math.min(CHUNK_ELEMENTS, n);
  for (const { start, count } of chunksOf(job, CHUNK_ELEMENTS)) {
    task.check();
    const input = oracle.takeBuffer(4 * most * words);
    session.fillPattern(patternOf(job), start, new Uint32Array(input, 0, count * words));
    await oracle.ask({ do: 'fill', type, start: start * words, length: count * words, input }, [input]);
    if (!segmented) continue;
    const heads = oracle.takeBuffer(4 * most);
    session.fillHeads(patternOf(job), start, new Uint32Array(heads, 0, count));
    await oracle.ask({ do: 'fill-heads', start, length: count, heads }, [heads]);
  }
  task.check();
}

/** @param {PointJob} job */
function patternOf({ operator, type, pattern, seed }) {
  return { operator, type, pattern, seed };
}

/**
 * A wrong output makes its times void: a scan that skips work is fast.
 * @param {PointJob} job
 * @param {Timings} timings
 * @param {Verification} verification
 * @returns {Point}
 */
function pointOf(job, timings, { verified, mismatch }) {
  const samples_ns = verified ? timings.samples_ns : [];
  const median_ns = median(samples_ns);
  const elements_per_s = median_ns ? (job.n / median_ns) * 1e9 : null;
  return {
    ...blankPoint(job, timings.timer),
    tuning: timings.tuning,
    verified,
    mismatch,
    samples_ns,
    samples_voided: timings.samples_voided + timings.samples_ns.length - samples_ns.length,
    repeats: timings.repeats,
    median_ns,
    elements_per_s,
    bytes_per_s: elements_per_s === null ? null : 2 * 4 * job.words * elements_per_s,
    dispatches: timings.dispatches,
    scratch_bytes: timings.scratch_bytes,
  };
}

/**
 * @param {PointJob} job
 * @param {Point['timer']} timer
 * @param {string} skipped
 * @returns {Point}
 */
export function skippedPoint(job, timer, skipped) {
  return { ...blankPoint(job, timer), skipped };
}

/** @param {PointJob} job @param {Point['timer']} timer @returns {Point} */
function blankPoint({ words, inPlace, ...job }, timer) {
  return {
    ...job,
    verified: false,
    mismatch: null,
    timer,
    samples_ns: [],
    samples_voided: 0,
    repeats: 0,
    median_ns: null,
    elements_per_s: null,
    bytes_per_s: null,
    dispatches: 0,
    scratch_bytes: 0,
    skipped: null,
  };
}

/** @param {number[]} samples */
export function median(samples) {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
