/** Finds out which scan is the fastest on this device at some lengths, for `auto` to go by. Loaded when it is first asked for. */

import { keepCalibration } from '../core/calibration-store.js';
import { ScanLabError } from '../shared/errors.js';
import { measureSeen } from '../shared/visibility.js';

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('../types.d.ts').Calibration} Calibration */
/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../core/calibration-store.js').Kept} Kept */
/** @typedef {import('./points.js').PointJob} PointJob */
/** @typedef {{ n: number, times: Map<string, number> }} Measured nanoseconds by algorithm */
/** @typedef {{ id: string, most?: number }} Candidate most: the longest scan that it is tried at, where it only falls behind beyond */

/**
 * What calibrating needs of a lab.
 * @typedef {object} Bench
 * @property {AdapterDescription} adapter
 * @property {readonly { id: string }[]} algorithms
 * @property {(algorithm: string, n: number) => PointJob} job
 * @property {(job: PointJob) => void} check throws why a point cannot be had
 * @property {(jobs: PointJob[], signal: AbortSignal) => { point(job: PointJob): Promise<Point>, end(): void }} begin
 * @property {import('../shared/visibility.js').Page} [page] where there is one: nothing is measured while it is hidden
 */

/** What may be the fastest somewhere, on a GPU or where a processor plays one. @type {{ gpu: Candidate[], software: Candidate[] }} */
export const CANDIDATES = {
  gpu: [
    { id: 'sequential', most: 2 ** 12 },
    { id: 'raking', most: 2 ** 16 },
    { id: 'reduce-then-scan' },
    { id: 'subgroup' },
    { id: 'cache-blocked' },
    { id: 'look-back' },
    { id: 'look-back-fallback' },
  ],
  // Those whose shaders a processor has soon compiled.
  software: [{ id: 'sequential' }, { id: 'hybrid' }, { id: 'nakano' }, { id: 'subgroup' }],
};

/** Lengths in the order in which they are measured: what comes last is left out first. */
const GPU_SIZES = [2 ** 18, 2 ** 10, 2 ** 22, 2 ** 14];
const PROCESSOR_SIZES = [2 ** 14, 2 ** 18, 2 ** 10];

/** No length is begun after the first, and none is waited for after the second, which is for processors that play a GPU. */
export const BOUNDS_MS = { begin: 1000, end: 20_000 };
/** By how much another scan must be faster to be worth a row of its own: samples are few. */
const MARGIN = 1.03;
const LONGEST = 2 ** 32 - 1;
/** Failures that belong to one scan; after the others nothing can go on. */
const OWN_CODES = ['unsupported', 'too-large', 'out-of-memory'];

/** keep: has the browser keep it. @typedef {Kept & { keep: (scope: import('../core/calibration-store.js').Scope, key: string) => void }} Found */

/**
 * What `auto` is to go by on this device.
 * @param {Bench} bench
 * @param {AbortSignal} [signal]
 * @returns {Promise<Found>}
 */
export async function calibrateLab(bench, signal) {
  const rows = await calibrate(bench, signal);
  if (!rows.length)
    throw new ScanLabError('unsupported', 'A calibration requires a scan that is right and timed within seconds; no scan was, here.');
  return { rows, keep: (scope, key) => keepCalibration(scope, key, { rows }) };
}

/**
 * The table; it has no rows where nothing could be measured.
 * @param {Bench} bench
 * @param {AbortSignal} [signal]
 * @returns {Promise<Calibration>}
 */
export async function calibrate(bench, signal, bounds = BOUNDS_MS) {
  const clock = new Clock(bounds.end, signal);
  /** @type {Measured[]} */
  const measured = [];
  for (const n of bench.adapter.isFallback ? PROCESSOR_SIZES : GPU_SIZES) {
    if (measured.length && clock.spent_ms > bounds.begin) break;
    try {
      const points = await measureSeen(bench.page, signal, () => clock.time((stop) => pointsAt(bench, n, stop)));
      if (!points && measured.length) break;
      if (!points) throw new ScanLabError('unsupported', 'A calibration requires a page that is seen. The tab was hidden while this ran.');
      const times = timesOf(points);
      if (times.size) measured.push({ n, times });
    } catch (failure) {
      // What was measured by then is what there is.
      if (!clock.isOver || signal?.aborted) throw failure;
      break;
    }
  }
  return tableOf(measured);
}

/** Counts the time of measuring alone: a page may be hidden for hours in between. */
class Clock {
  spent_ms = 0;
  isOver = false;

  /** @param {number} most_ms @param {AbortSignal} [signal] */
  constructor(most_ms, signal) {
    this.most_ms = most_ms;
    this.signal = signal;
  }

  /** @template T @param {(stop: AbortSignal) => Promise<T>} work @returns {Promise<T>} */
  async time(work) {
    const started = performance.now();
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(this.most_ms - this.spent_ms)));
    try {
      return await work(this.signal ? AbortSignal.any([this.signal, late]) : late);
    } finally {
      this.isOver = late.aborted;
      this.spent_ms += performance.now() - started;
    }
  }
}

/**
 * The points of all candidates that fit, measured beside each other.
 * @param {Bench} bench @param {number} n @param {AbortSignal} signal @returns {Promise<Point[]>}
 */
async function pointsAt({ adapter, algorithms, job, check, begin }, n, signal) {
  const candidates = CANDIDATES[adapter.isFallback ? 'software' : 'gpu'].filter(
    ({ id, most = LONGEST }) => n <= most && algorithms.some((one) => one.id === id),
  );
  const jobs = candidates.map(({ id }) => job(id, n)).filter((one) => passes(check, one));
  const block = begin(jobs, signal);
  const points = [];
  try {
    for (const one of jobs) points.push(await block.point(one).catch(ownFailure));
  } finally {
    block.end();
  }
  return points.filter((point) => point !== null);
}

/** A wrong output has no time. @param {Point[]} points @returns {Measured['times']} */
function timesOf(points) {
  return new Map(points.flatMap(({ algorithm, verified, median_ns }) => (verified && median_ns ? [[algorithm, median_ns]] : [])));
}

/** @param {Bench['check']} check @param {PointJob} job */
function passes(check, job) {
  try {
    check(job);
    return true;
  } catch (failure) {
    return Boolean(ownFailure(failure));
  }
}

/** @param {unknown} failure @returns {null} where it leaves the others alone */
function ownFailure(failure) {
  if (failure instanceof Error && 'code' in failure && OWN_CODES.includes(String(failure.code))) return null;
  throw failure;
}

/**
 * The fastest scan by length. Between two lengths that were measured, a row ends in the middle, as charts show it: at the power of
 * two at or below their geometric mean.
 * @param {Measured[]} measured
 * @returns {Calibration}
 */
export function tableOf(measured) {
  const sorted = [...measured].sort((left, right) => left.n - right.n);
  /** @type {{ up_to_elements: number, id: string }[]} */
  const rows = [];
  sorted.forEach(({ n, times }, i) => {
    const next = sorted[i + 1];
    const up_to_elements = next ? 2 ** Math.floor(Math.log2(n * next.n) / 2) : LONGEST;
    const last = rows.at(-1);
    const id = fastest(times, last?.id);
    if (last?.id === id) last.up_to_elements = up_to_elements;
    else rows.push({ up_to_elements, id });
  });
  return rows;
}

/** @param {Measured['times']} times @param {string} [kept] stays unless another is clearly faster */
function fastest(times, kept = '') {
  const [[id, ns]] = [...times].sort(([, left], [, right]) => left - right);
  return (times.get(kept) ?? Infinity) <= MARGIN * ns ? kept : id;
}
