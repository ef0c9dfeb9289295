/** Runs a sweep that can be cancelled at any time, pauses while the page is hidden, and can be resumed. */
import { takesOperator } from '../shared/operator-use.ts';
import { untilVisible } from '../shared/visibility.ts';
import type { Page } from '../shared/visibility.ts';
import type { Point, Progress, RunOptions, SweepOperationRequest, SweepRequest } from '../types.ts';
import type { SweepConfig } from './element-types.ts';

/** The source of points: a lab, or an explainer if there is no GPU. */
type Measuring = { sweep(request: any, options: RunOptions): AsyncGenerator<Point, void, void> };
type Group = { algorithms: string[]; sizes: number[] };

/** The time that the page waits for a cancelled sweep to settle. */
const CANCEL_GRACE_MS = 1500;

/** The missing points of a sweep, as several sweeps. Consecutive sizes that lack the same algorithms form one sweep. */
export function missingGroups(
  { algorithms, sizes }: Pick<SweepConfig, 'algorithms' | 'sizes'>,
  points: Pick<Point, 'algorithm' | 'n'>[],
): Group[] {
  const have = new Set(points.map(({ algorithm, n }) => `${algorithm} ${n}`));
  const groups: Group[] = [];
  for (const n of sizes) {
    const missing = algorithms.filter((id) => !have.has(`${id} ${n}`));
    const last = groups.at(-1);
    if (!missing.length) continue;
    if (last?.algorithms.join() === missing.join()) last.sizes.push(n);
    else groups.push({ algorithms: missing, sizes: [n] });
  }
  return groups;
}

/**
 * Measures the missing points. While the page is hidden, the current point is completed. The next point starts when the page is visible
 * again.
 */
export async function runSweep(
  lab: Measuring,
  config: SweepConfig,
  points: Point[],
  {
    signal,
    onPoint,
    onProgress,
    onPause,
  }: { signal: AbortSignal; onPoint: (point: Point) => void; onProgress: (progress: Progress) => void; onPause?: () => void },
  page: Page | undefined = globalThis.document,
) {
  const total = config.algorithms.length * config.sizes.length;
  let done = points.length;
  const visible = async () => {
    if (!page?.hidden) return;
    onPause?.();
    await untilVisible(page, signal);
  };
  for (const { algorithms, sizes } of missingGroups(config, points)) {
    await visible();
    if (signal.aborted) return;
    const before = done;
    const report = (progress: Progress) => onProgress({ ...progress, done: before + progress.done, total });
    for await (const point of untilAborted(lab.sweep(requestOf(config, algorithms, sizes), { signal, onProgress: report }), signal)) {
      done += 1;
      onPoint(point);
      if (done < total) await visible();
    }
  }
}

function requestOf(config: SweepConfig, algorithms: string[], sizes: number[]): SweepRequest | SweepOperationRequest {
  const { operation, options, operator, type, mode, initial, pattern, seed, transfers } = config;
  if (operation) {
    const parts = algorithms[0] === operation ? {} : { algorithms: algorithms.map((id) => ({ id, tuning: config.tuning[id] ?? {} })) };
    return { operation, ...parts, sizes, type, pattern, seed, transfers, ...(takesOperator(operation) && { operator }), ...options };
  }
  const tuning = Object.fromEntries(Object.entries(config.tuning).filter(([id]) => algorithms.includes(id)));
  return { algorithms, sizes, operator, type, mode, initial, pattern, seed, tuning, transfers };
}

/** Yields the values of the source. After an abort it ends within the grace period, even if the source does not. */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  grace_ms: number = CANCEL_GRACE_MS,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const overdue = afterAbort(signal, grace_ms);
  try {
    for (;;) {
      const next = iterator.next();
      // If the source fails after this generator has ended, the rejection is ignored.
      next.catch(() => {});
      const result = await Promise.race([next, overdue.promise]);
      if (result === 'overdue' || result.done) return;
      yield result.value;
    }
  } finally {
    overdue.removeListener();
    // Not awaited, since the source may be stuck.
    iterator.return?.().catch(() => {});
  }
}

function afterAbort(signal: AbortSignal, grace_ms: number) {
  let start: () => void = () => {};
  const promise: Promise<'overdue'> = new Promise((resolve) => {
    start = () => setTimeout(() => resolve('overdue'), grace_ms);
  });
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return { promise, removeListener: () => signal.removeEventListener('abort', start) };
}
