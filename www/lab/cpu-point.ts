/** Measures the sequential scan on the CPU. Loaded on first use. */

import { SEQUENTIAL_DEPTH } from '../oracle/cpu-operators.ts';
import { coreRequest } from './plan-request.ts';
import { CHUNK_ELEMENTS, checkJob, chunksOf, locate, patternOf } from './verify.ts';
import { watchHidden } from '../shared/visibility.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Timing } from '../oracle/timing.ts';
import type { Page } from '../shared/visibility.ts';
import type { Point, Progress } from '../types.ts';
import type { PointJob } from './points.ts';

/** The parts of a session that need no device. */
type Host = Pick<CoreSession, 'oracle' | 'library' | 'call' | 'fillScan'>;

export async function measureJavaScript(
  session: Host,
  task: Task,
  job: PointJob,
  onStage: (stage: Progress['stage']) => void,
  page: Page | undefined,
): Promise<Point> {
  const { oracle } = session;
  const { operator, type, mode, direction, columns, axis } = job;
  let hidden = false;
  onStage('preparing');
  task.interrupt = () => oracle.stop();
  await fillInput(session, task, job);
  onStage('timing');
  const leastSamples = session.call(() => session.library.leastSamples());
  const wasHidden = watchHidden(page);
  const { samples_ns, repeats }: Timing = await oracle
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

/** Allocates the oracle's arrays and fills its input. */
async function fillInput(session: Host, task: Task, job: PointJob) {
  const { oracle } = session;
  const { type, n, words, segmented } = job;
  await oracle.ask({ do: 'allocate', type, length: n * words, flags: segmented ? n : 0 });
  const most = Math.min(CHUNK_ELEMENTS, n);
  for (const { start, count } of chunksOf(job, CHUNK_ELEMENTS)) {
    task.check();
    const input = oracle.takeBuffer(4 * most * words);
    session.fillScan(patternOf(job), 'source', start, new Uint32Array(input, 0, count * words));
    await oracle.ask({ do: 'fill', type, start: start * words, length: count * words, input }, [input]);
    if (!segmented) continue;
    const heads = oracle.takeBuffer(4 * most);
    session.fillScan(patternOf(job), 'flags', start, new Uint32Array(heads, 0, count));
    await oracle.ask({ do: 'fill-heads', start, length: count, heads }, [heads]);
  }
  task.check();
}
