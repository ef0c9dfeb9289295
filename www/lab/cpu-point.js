/** Measures the sequential scan on the CPU. Loaded on first use. */

import { SEQUENTIAL_DEPTH } from '../oracle/cpu-operators.js';
import { CHUNK_ELEMENTS, checkJob, chunksOf, locate, patternOf } from './verify.js';
import { watchHidden } from '../shared/visibility.js';
/** @import { Progress } from '../types.d.ts' */
/** @import { CoreSession, Task } from '../core/session.js' */
/** @import { Timing } from '../oracle/engine.js' */
/** @import { Measured, PointJob, PointTimings } from './points.js' */
/** @import { Page } from '../shared/visibility.js' */

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {(stage: Progress['stage']) => void} onStage
 * @param {Page | undefined} page
 * @returns {Promise<Measured>}
 */
export async function measureJavaScript(session, task, job, onStage, page) {
  const { oracle } = session;
  const { operator, type, mode, direction } = job;
  let hidden = false;
  onStage('preparing');
  task.interrupt = () => oracle.stop();
  await fillInput(session, task, job);
  onStage('timing');
  const wasHidden = watchHidden(page);
  /** @type {Timing} */
  const { samples_ns, repeats } = await oracle.ask({ do: 'time', operator, type, mode, direction }).finally(() => (hidden = wasHidden()));
  task.check();
  onStage('verifying');
  const shape = { operator_depth: SEQUENTIAL_DEPTH, tile_elements: job.n, elements_per_invocation: job.n };
  const verdict = await oracle.ask({ do: 'verify-own', job: checkJob(job, shape) });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return { timings: sequentialTimings(samples_ns, repeats), hidden, verification: locate(verdict, shape, job) };
}

/** @param {number[]} samples_ns @param {number} repeats @returns {PointTimings} */
function sequentialTimings(samples_ns, repeats) {
  return {
    timing: { kind: 'wall', quantum_ns: null, overhead_ns: null },
    summary: {
      samples_ns,
      rounds: samples_ns.map((_, round) => round),
      samples_voided: 0,
      outliers: [],
      repeats,
      resolved: samples_ns.length > 0,
      median_ns: median(samples_ns),
      interval_ns: null,
      minimum_ns: samples_ns.length ? Math.min(...samples_ns) : null,
      stopped: 'cap',
    },
    copy_ratio: null,
    copy: null,
    copy_drifted: false,
    group: 0,
    ran: 'javascript',
    tuning: {},
    dispatches: 0,
    scratch_bytes: 0,
  };
}

/**
 * Allocates the oracle's arrays and fills its input.
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

/** @param {number[]} samples */
function median(samples) {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
