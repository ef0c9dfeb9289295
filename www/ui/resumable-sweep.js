/** Runs a sweep that can be cancelled at any time, pauses while the page is hidden, and can be resumed. */
import { takesOperator } from '../shared/operator-use.js';
import { untilVisible } from '../shared/visibility.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../types.d.ts').Progress} Progress */
/** @typedef {import('../types.d.ts').SweepRequest} SweepRequest */
/** @typedef {import('../types.d.ts').SweepOperationRequest} SweepOperationRequest */
/** What measures: a lab, or where there is no GPU an explainer. @typedef {{ sweep(request: any, options: import('../types.d.ts').RunOptions): AsyncGenerator<Point, void, void> }} Measuring */
/** @typedef {import('./element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {{ algorithms: string[], sizes: number[] }} Group */

/** How long the page waits for a cancelled sweep to settle. */
const CANCEL_GRACE_MS = 1500;

/**
 * The missing points of a sweep, as several sweeps: consecutive sizes that lack the same algorithms form one.
 * @param {Pick<SweepConfig, 'algorithms' | 'sizes'>} config @param {Pick<Point, 'algorithm' | 'n'>[]} points @returns {Group[]}
 */
export function missingGroups({ algorithms, sizes }, points) {
  const have = new Set(points.map(({ algorithm, n }) => `${algorithm} ${n}`));
  /** @type {Group[]} */
  const groups = [];
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
 * Measures the points that are missing. While the page is hidden, the point in progress is completed, and the next one starts when
 * the page is visible again.
 * @param {Measuring} lab @param {SweepConfig} config @param {Point[]} points
 * @param {{ signal: AbortSignal, onPoint: (point: Point) => void, onProgress: (progress: Progress) => void, onPause?: () => void }} options
 * @param {import('../shared/visibility.js').Page | undefined} [page]
 */
export async function runSweep(lab, config, points, { signal, onPoint, onProgress, onPause }, page = globalThis.document) {
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
    const report = (/** @type {Progress} */ progress) => onProgress({ ...progress, done: before + progress.done, total });
    for await (const point of untilAborted(lab.sweep(requestOf(config, algorithms, sizes), { signal, onProgress: report }), signal)) {
      done += 1;
      onPoint(point);
      if (done < total) await visible();
    }
  }
}

/** @param {SweepConfig} config @param {string[]} algorithms @param {number[]} sizes @returns {SweepRequest | SweepOperationRequest} */
function requestOf(config, algorithms, sizes) {
  const { operation, options, operator, type, mode, pattern, seed, transfers } = config;
  if (operation) {
    const parts = algorithms[0] === operation ? {} : { algorithms: algorithms.map((id) => ({ id, tuning: config.tuning[id] ?? {} })) };
    return { operation, ...parts, sizes, type, pattern, seed, transfers, ...(takesOperator(operation) && { operator }), ...options };
  }
  const tuning = Object.fromEntries(Object.entries(config.tuning).filter(([id]) => algorithms.includes(id)));
  return { algorithms, sizes, operator, type, mode, pattern, seed, tuning, transfers };
}

/**
 * Yields the values of the source; after an abort it ends within the grace period, even if the source does not.
 * @template T @param {AsyncIterable<T>} source @param {AbortSignal} signal @param {number} [grace_ms]
 * @returns {AsyncGenerator<T, void, undefined>}
 */
export async function* untilAborted(source, signal, grace_ms = CANCEL_GRACE_MS) {
  const iterator = source[Symbol.asyncIterator]();
  const overdue = afterAbort(signal, grace_ms);
  try {
    for (;;) {
      const next = iterator.next();
      // A failure of the source after the end is ignored.
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

/** @param {AbortSignal} signal @param {number} grace_ms */
function afterAbort(signal, grace_ms) {
  /** @type {() => void} */
  let start = () => {};
  /** @type {Promise<'overdue'>} */
  const promise = new Promise((resolve) => {
    start = () => setTimeout(() => resolve('overdue'), grace_ms);
  });
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return { promise, removeListener: () => signal.removeEventListener('abort', start) };
}
