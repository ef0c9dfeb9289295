/** Measures the sequential scan on the CPU. Loaded on first use. */

import { SEQUENTIAL_DEPTH } from '../oracle/cpu-operators.js';
import { coreRequest } from './plan-request.js';
import { CHUNK_ELEMENTS, checkJob, chunksOf, locate, patternOf } from './verify.js';
import { watchHidden } from '../shared/visibility.js';
/** @import { Point, Progress } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** The parts of a session that need no device. @typedef {Pick<CoreSession, 'oracle' | 'library' | 'call' | 'fillPattern' | 'fillHeads'>} Host */
/** @import { Timing } from '../oracle/timing.js' */
/** @import { PointJob } from './points.js' */
/** @import { Page } from '../shared/visibility.js' */

/**
 * @param {Host} session
 * @param {Task} task
 * @param {PointJob} job
 * @param {(stage: Progress['stage']) => void} onStage
 * @param {Page | undefined} page
 * @returns {Promise<Point>}
 */
export async function measureJavaScript(session, task, job, onStage, page) {
  const { oracle } = session;
  const { operator, type, mode, direction, columns, axis } = job;
  let hidden = false;
  onStage('preparing');
  task.interrupt = () => oracle.stop();
  await fillInput(session, task, job);
  onStage('timing');
  const leastSamples = session.call(() => session.library.leastSamples());
  const wasHidden = watchHidden(page);
  /** @type {Timing} */
  const { samples_ns, repeats } = await oracle
    .ask({ do: 'time', scan: { operator, type, mode, direction, columns, axis }, leastSamples })
    .finally(() => (hidden = wasHidden()));
  task.check();
  onStage('verifying');
  const shape = { operator_depth: SEQUENTIAL_DEPTH, tile_elements: job.n, elements_per_invocation: job.n };
  const verdict = await oracle.ask({ do: 'verify-own', job: checkJob(job, shape) });
  await oracle.rest();
  task.interrupt = null;
  task.check();
  const { verified, ...located } = locate(verdict, shape, job);
  const times = Float64Array.from(samples_ns);
  const { library } = session;
  const point = session.call(() => library.sequentialPoint(coreRequest(job), job.transfers, verified, hidden, times, repeats));
  return { ...point, ...located };
}

/**
 * Allocates the oracle's arrays and fills its input.
 * @param {Host} session
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
