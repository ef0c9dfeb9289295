/**
 * Checks outputs of custom operators, which the oracle does not have: against the caller's `check`, else against the sequential scan
 * on the GPU. Loaded on first use.
 */

import { ARRAY_OF_TYPE, copyOfList, describe } from '../shared/arguments.js';
import { ScanLabError, messageOf } from '../shared/errors.js';
import { pauses } from '../shared/pauses.js';
import { UNIT_ROUNDOFF } from '../shared/rounding.js';
import { chunkRequest } from './chunks.js';
import { trialOf } from './own-operator.js';
import { OverflowSearch } from './own-overflow.js';
/** @import { Elements } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Own } from './own-operator.js' */
/** @import { FoundMismatch, Verdict } from '../oracle/check.js' */
/** @import { Chunk, RangesOf } from './own-overflow.js' */
/** @import { Job, Read, Shape } from './verify.js' */

/**
 * The expected elements of the chunks in their order. wide: the same without the rounding to f32, so that it does not leave its range, where the
 * caller's function gives it.
 * @typedef {{ expected: Elements, wide: Float64Array | null }} Expected
 */
/** @typedef {(input: Elements, heads: Uint32Array | undefined, start: number) => Promise<Expected>} NextExpected */

/** Roundings of one application, at a guess: what the code does is not known. */
const ROUNDINGS = 16;
const MIN_NORMAL = 2 ** -126;
/** The caller's function runs on the main thread, with pauses. Applications between two looks at the clock. */
const SLICE_ELEMENTS = 1024;

/**
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job & { own: Own }} job
 * @param {Shape} shape
 * @param {{ start: number, count: number }[]} chunks in the order of the scan
 * @param {Read} read
 * @returns {Promise<Verdict>}
 */
export async function verifyOwn(session, task, job, shape, chunks, read) {
  const { words, type, segmented, columns, axis, own } = job;
  const hasRows = columns > 0 && axis === 1;
  requireCheck(job);
  const view = (/** @type {Uint32Array} */ bits) => new ARRAY_OF_TYPE[type](/** @type {ArrayBuffer} */ (bits.buffer), 0, bits.length);
  const ranges = own.check ? checkRanges(task, job) : gpuRanges(session, task, job);
  const comparison = new Comparison(session, job, shape, ranges);
  const longest = Math.max(0, ...chunks.map(({ count }) => count));
  const gpu = own.check || !longest ? null : await openSequential(session, task, job, longest);
  const next = gpu ? gpuExpected(session, task, job, gpu) : checkExpected(task, job);
  try {
    for (const { start, count } of chunks) {
      const [input, output] = [new Uint32Array(count * words), new Uint32Array(count * words)];
      const heads = segmented || hasRows ? new Uint32Array(count) : undefined;
      await read(start, input, output, segmented ? heads : undefined);
      if (hasRows) heads?.forEach((_, i) => (heads[i] = Number((start + i) % columns === 0)));
      task.check();
      const expected = await next(view(input), heads, start);
      task.check();
      const mismatch = await comparison.first({ start, input: view(input), heads }, expected, view(output));
      if (mismatch) return { verified: false, mismatch };
    }
  } finally {
    if (gpu) session.release(() => gpu.free());
  }
  const { overflowed } = comparison;
  return { verified: true, mismatch: null, ...(overflowed > 0 && { overflowed }) };
}

/** The sequential scan on the GPU goes through the input in chunks with one carry. @param {Job & { own: Own }} job */
function requireCheck({ columns, axis, own }) {
  if (!columns || axis === 1 || own.check) return;
  throw new ScanLabError('unsupported', 'Checking a scan along axis 0 requires operator.check, a function in JavaScript; there is none.');
}

/** Head flags are one word each, also those of rows. @param {CoreSession} session @param {Task} task @param {Job} job @param {number} chunk */
function openSequential(session, task, job, chunk) {
  const segments = { segmented: job.segmented || job.columns > 0, headsAsBits: false, columns: 0 };
  const request = chunkRequest({ ...job, ...segments, algorithm: 'sequential', tuning: {}, inPlace: false });
  return session.watch(task, session.core.stream(request, chunk));
}

/**
 * The sequential scan on the GPU, chunk by chunk.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Job} job
 * @param {import('scanlab-core').StreamScan} scan
 * @returns {NextExpected}
 */
function gpuExpected(session, task, job, scan) {
  return async (input, heads) => {
    const from = new Uint8Array(input.buffer);
    const expected = new ARRAY_OF_TYPE[job.type](input.length);
    const to = new Uint8Array(expected.buffer);
    let [filled, taken] = [0, 0];
    const fill = (/** @type {Uint8Array} */ target) => {
      target.set(from.subarray(filled, filled + target.length));
      filled += target.length;
    };
    const take = (/** @type {Uint8Array} */ piece = new Uint8Array(0)) => {
      to.set(piece, taken);
      taken += piece.length;
    };
    await session.withToken(task, (token) => scan.push(input.length, fill, take, heads, token));
    return { expected, wide: null };
  };
}

/** The scan of ranges of neighbours, each a segment, in the other direction. @param {Job & { own: Own }} job */
const reversed = (job) => ({
  ...job,
  mode: /** @type {const} */ ('inclusive'),
  direction: /** @type {import('../types.d.ts').Direction} */ (job.direction === 'backward' ? 'forward' : 'backward'),
  segmented: true,
  columns: 0,
});

/** By the sequential scan on the GPU. @param {CoreSession} session @param {Task} task @param {Job & { own: Own }} job @returns {RangesOf} */
function gpuRanges(session, task, job) {
  return async (elements, heads) => {
    const scan = await openSequential(session, task, reversed(job), elements.length / job.words);
    try {
      return (await gpuExpected(session, task, job, scan)(elements, heads, 0)).expected;
    } finally {
      session.release(() => scan.free());
    }
  };
}

/** By the caller's function. @param {Task} task @param {Job & { own: Own }} job @returns {RangesOf} */
function checkRanges(task, job) {
  return async (elements, heads) => (await checkExpected(task, reversed(job))(elements, heads, 0)).expected;
}

/**
 * The sequential scan by the caller's function.
 * @param {Task} task
 * @param {Job & { own: Own }} job
 * @returns {NextExpected}
 */
function checkExpected(task, { type, words, mode, direction, columns, axis, own }) {
  const backward = direction === 'backward';
  /** The totals of the columns, or one, rounded to the type; and of f32 also not rounded. @type {number[][]} */
  const totals = [];
  /** @type {number[][]} */
  const wideTotals = [];
  const placeOf = (/** @type {number} */ index) => (columns > 0 && axis === 0 ? index % columns : 0);
  let ended = false;
  const pause = pauses();
  return async (input, heads, start) => {
    const expected = new ARRAY_OF_TYPE[type](input.length);
    const wide = type === 'f32' ? new Float64Array(input.length) : null;
    const elements = input.length / words;
    for (let rank = 0; rank < elements; rank++) {
      if (rank % SLICE_ELEMENTS === 0) {
        await pause();
        task.check();
      }
      const index = backward ? elements - 1 - rank : rank;
      const isHead = heads !== undefined && heads[index] !== 0;
      const place = placeOf(start + index);
      if (backward ? ended : isHead) totals[place] = wideTotals[place] = own.identity;
      ended = isHead;
      const element = [...input.subarray(index * words, (index + 1) * words)];
      const next = (/** @type {number[]} */ sum) => (backward ? call(own, element, sum, words) : call(own, sum, element, words));
      const before = totals[place] ?? own.identity;
      totals[place] = rounded(type, next(before));
      expected.set(mode === 'exclusive' ? before : totals[place], index * words);
      if (!wide) continue;
      const wideBefore = wideTotals[place] ?? own.identity;
      // While the sums are finite, they are also the wide ones.
      wideTotals[place] = totals[place].every(Number.isFinite) ? totals[place] : next(wideBefore);
      wide.set(mode === 'exclusive' ? wideBefore : wideTotals[place], index * words);
    }
    return { expected, wide };
  };
}

/** The numbers as an array of the type holds them. @param {Job['type']} type @param {number[]} numbers */
function rounded(type, numbers) {
  return [...ARRAY_OF_TYPE[type].from(numbers)];
}

/** @param {Own} own @param {number[]} left @param {number[]} right @param {number} words @returns {number[]} */
function call({ check }, left, right, words) {
  const required = `operator.check must return an array of ${words} numbers`;
  const bad = (/** @type {string} */ found, /** @type {unknown} */ cause) =>
    new ScanLabError('bad-argument', `${required}; ${found}.`, { cause });
  let result;
  try {
    result = /** @type {NonNullable<Own['check']>} */ (check)([...left], [...right]);
  } catch (failure) {
    throw bad(`it has thrown: ${messageOf(failure)}`, failure);
  }
  const numbers = copyOfList('operator.check', result, words);
  if (numbers?.length === words && numbers.every((number) => typeof number === 'number')) return /** @type {number[]} */ (numbers);
  throw bad(`it has returned ${describe(result)}`, undefined);
}

/**
 * Compares with what is expected. Integers must be equal, and numbers of operators whose trial has found no rounding. Else no bound is
 * known, so it is that of random roundings: ROUNDINGS · 2⁻²⁴ · (depth + √i) of the largest number so far.
 *
 * An element that is not finite where the sequential scan is, is right where partial results leave f32's range. Where the sequential scan
 * leaves it, a finite element is compared with what the caller's function gives without that range.
 */
class Comparison {
  #job;
  #depth;
  #rounds;
  #overflow;
  #largest = 0;
  /** Elements compared. */
  #count = 0;
  /** Elements that are not finite where the sequential scan is. */
  overflowed = 0;

  /** @param {CoreSession} session @param {Job} job @param {Shape} shape @param {RangesOf} rangesOf */
  constructor(session, job, shape, rangesOf) {
    this.#job = job;
    this.#depth = shape.operator_depth;
    this.#rounds = job.type === 'f32' && (trialOf(session, job.operator)?.rounds ?? true);
    this.#overflow = new OverflowSearch(job, shape, rangesOf);
  }

  /** @param {Chunk} chunk @param {Expected} of @param {Elements} found @returns {Promise<FoundMismatch | null>} */
  async first(chunk, { expected, wide }, found) {
    const { words, direction } = this.#job;
    const elements = expected.length / words;
    for (let rank = 0; rank < elements; rank++) {
      const index = direction === 'backward' ? elements - 1 - rank : rank;
      const [from, to] = [index * words, (index + 1) * words];
      const tolerance = this.#rounds ? this.#tolerance(expected.subarray(from, to)) : 0;
      let hasLeftRange = false;
      let isRight = true;
      for (let at = from; at < to; at++) {
        if (this.#accepts(expected[at], (wide ?? expected)[at], found[at], tolerance)) continue;
        if (this.#rounds && Number.isFinite(expected[at]) && !Number.isFinite(found[at])) hasLeftRange = true;
        else isRight = false;
      }
      if (isRight && !hasLeftRange) continue;
      const [numbers, others] = [[...expected.subarray(from, to)], [...found.subarray(from, to)]];
      const mismatch = { index: chunk.start + index, expected: numbers, found: others, tolerance };
      if (isRight) {
        this.overflowed++;
        this.#overflow.claim(chunk, index, mismatch);
        if (!this.#overflow.isFull) continue;
      }
      const unexplained = await this.#overflow.unexplained();
      if (unexplained || !isRight) return unexplained ?? mismatch;
    }
    const unexplained = await this.#overflow.unexplained();
    if (unexplained) return unexplained;
    this.#overflow.pass(chunk);
    return null;
  }

  /** @param {number} expected @param {number} wide @param {number} found @param {number} tolerance */
  #accepts(expected, wide, found, tolerance) {
    if (expected === found || Math.abs(expected - found) <= tolerance) return true;
    if (Number.isNaN(expected) && Number.isNaN(found)) return true;
    if (!Number.isFinite(expected)) {
      if (!this.#rounds) return false;
      // Past f32's range the order decides between infinities and NaN.
      return Number.isFinite(found) ? Math.abs(wide - found) <= tolerance : true;
    }
    // Subnormals may be flushed to zero.
    return Math.abs(expected) < MIN_NORMAL && Math.abs(found) < MIN_NORMAL;
  }

  /** @param {Elements} element */
  #tolerance(element) {
    for (const number of element) if (Number.isFinite(number)) this.#largest = Math.max(this.#largest, Math.abs(number));
    return ROUNDINGS * UNIT_ROUNDOFF * (this.#depth + Math.sqrt(++this.#count)) * this.#largest;
  }
}
