/**
 * Verifies outputs of custom operators, which the oracle does not know. Compares them with a sequential scan by the caller's function `check`,
 * or else with the sequential scan on the GPU. Loaded on first use.
 */

import { ARRAY_OF_TYPE, copyOfList, describe } from '../shared/arguments.ts';
import { ScanLabError, messageOf } from '../shared/errors.ts';
import { pauses } from '../shared/pauses.ts';
import { UNIT_ROUNDOFF } from '../shared/rounding.ts';
import { chunkRequest } from './chunks.ts';
import { trialOf } from './own-operator.ts';
import { OverflowSearch } from './own-overflow.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { FoundMismatch, Verdict } from '../oracle/check.ts';
import type { Direction, Elements } from '../types.ts';
import type { Own } from './own-operator.ts';
import type { Chunk, RangesOf } from './own-overflow.ts';
import type { Job, Read, Shape } from './verify.ts';
import type { StreamScan } from 'scanlab-core';

/**
 * The expected elements of the next chunk. `wide` has the same elements, but in float64 where a prefix leaves the range of f32. It is null
 * for integers, and without the caller's function.
 */
type Expected = { expected: Elements; wide: Float64Array | null };
type NextExpected = (input: Elements, heads: Uint32Array | undefined, start: number) => Promise<Expected>;

/** An estimate of the number of roundings per application, since the code of the operator is arbitrary. */
const ROUNDINGS = 16;
const MIN_NORMAL = 2 ** -126;
/**
 * The caller's function runs on the main thread, so the check must pause. This is the number of applications of the function between two
 * readings of the clock.
 */
const SLICE_ELEMENTS = 1024;

/** @param chunks in scan order */
export async function verifyOwn(
  session: CoreSession,
  task: Task,
  job: Job & { own: Own },
  shape: Shape,
  chunks: { start: number; count: number }[],
  read: Read,
): Promise<Verdict> {
  const { words, type, segmented, columns, axis, own } = job;
  const hasRows = columns > 0 && axis === 1;
  requireCheck(job);
  const view = (bits: Uint32Array) => new ARRAY_OF_TYPE[type](bits.buffer as ArrayBuffer, 0, bits.length);
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

/** The sequential scan on the GPU carries one value from chunk to chunk; a scan along columns would need one per column. */
function requireCheck({ columns, axis, own }: Job & { own: Own }) {
  if (!columns || axis === 1 || own.check) return;
  throw new ScanLabError('unsupported', 'Checking a scan along axis 0 requires operator.check, a function in JavaScript; found none.');
}

/** Opens the sequential scan on the GPU. Its head flags have one word each, also those at the starts of rows. */
function openSequential(session: CoreSession, task: Task, job: Job, chunk: number) {
  const segments = { segmented: job.segmented || job.columns > 0, headsAsBits: false, columns: 0 };
  const request = chunkRequest({ ...job, ...segments, algorithm: 'sequential', tuning: {}, inPlace: false });
  return session.watch(task, session.core.stream(request, chunk));
}

/** The sequential scan on the GPU, chunk by chunk. */
function gpuExpected(session: CoreSession, task: Task, job: Job, scan: StreamScan): NextExpected {
  return async (input, heads) => {
    const from = new Uint8Array(input.buffer);
    const expected = new ARRAY_OF_TYPE[job.type](input.length);
    const to = new Uint8Array(expected.buffer);
    let [filled, taken] = [0, 0];
    const fill = (target: Uint8Array) => {
      target.set(from.subarray(filled, filled + target.length));
      filled += target.length;
    };
    const take = (piece: Uint8Array = new Uint8Array(0)) => {
      to.set(piece, taken);
      taken += piece.length;
    };
    await session.withToken(task, (token) => scan.push(input.length, fill, take, heads, token));
    return { expected, wide: null };
  };
}

/** The job that scans ranges of neighbours, each as a segment, in the other direction. */
const reversed = (job: Job & { own: Own }) => ({
  ...job,
  mode: 'inclusive' as const,
  direction: (job.direction === 'backward' ? 'forward' : 'backward') as Direction,
  segmented: true,
  columns: 0,
});

function gpuRanges(session: CoreSession, task: Task, job: Job & { own: Own }): RangesOf {
  return async (elements, heads) => {
    const scan = await openSequential(session, task, reversed(job), elements.length / job.words);
    try {
      return (await gpuExpected(session, task, job, scan)(elements, heads, 0)).expected;
    } finally {
      session.release(() => scan.free());
    }
  };
}

function checkRanges(task: Task, job: Job & { own: Own }): RangesOf {
  return async (elements, heads) => (await checkExpected(task, reversed(job))(elements, heads, 0)).expected;
}

/** The sequential scan with the caller's function. */
function checkExpected(task: Task, { type, words, mode, direction, columns, axis, own }: Job & { own: Own }): NextExpected {
  const backward = direction === 'backward';
  /** The running totals, one per column or one for all elements, rounded to the type; for f32, also the totals without rounding. */
  const totals: number[][] = [];
  const wideTotals: number[][] = [];
  const placeOf = (index: number) => (columns > 0 && axis === 0 ? index % columns : 0);
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
      const next = (sum: number[]) => (backward ? call(own, element, sum, words) : call(own, sum, element, words));
      const before = totals[place] ?? own.identity;
      totals[place] = rounded(type, next(before));
      expected.set(mode === 'exclusive' ? before : totals[place], index * words);
      if (!wide) continue;
      const wideBefore = wideTotals[place] ?? own.identity;
      // As long as the totals are finite, they are also the wide totals.
      wideTotals[place] = totals[place].every(Number.isFinite) ? totals[place] : next(wideBefore);
      wide.set(mode === 'exclusive' ? wideBefore : wideTotals[place], index * words);
    }
    return { expected, wide };
  };
}

/** The numbers after storage in an array of the type. */
function rounded(type: Job['type'], numbers: number[]) {
  return [...ARRAY_OF_TYPE[type].from(numbers)];
}

function call({ check }: Own, left: number[], right: number[], words: number): number[] {
  const required = `operator.check must return an array of ${words} numbers`;
  const bad = (found: string, cause: unknown) => new ScanLabError('bad-argument', `${required}; ${found}.`, { cause });
  let result;
  try {
    result = (check as NonNullable<Own['check']>)([...left], [...right]);
  } catch (failure) {
    throw bad(`it has thrown: ${messageOf(failure)}`, failure);
  }
  const numbers = copyOfList('operator.check', result, words);
  if (numbers?.length === words && numbers.every((number) => typeof number === 'number')) return numbers as number[];
  throw bad(`it has returned ${describe(result)}`, undefined);
}

/**
 * Compares an output with the expected elements. Integers must be equal, and so must numbers of operators whose trial found no rounding.
 * Otherwise no bound is known, so the tolerance for the i-th element assumes random roundings: ROUNDINGS · 2⁻²⁴ · (depth + √i) times the
 * largest absolute value so far. If an element is not finite although the expected one is, the element is right if partial results leave the
 * range of f32. If the expected element leaves this range, a finite element is compared with the result of the caller's function in float64.
 */
class Comparison {
  #job;
  #depth;
  #rounds;
  #overflow;
  #largest = 0;
  #count = 0;
  /** The number of elements that are not finite although the expected ones are. */
  overflowed = 0;

  constructor(session: CoreSession, job: Job, shape: Shape, rangesOf: RangesOf) {
    this.#job = job;
    this.#depth = shape.operator_depth;
    this.#rounds = job.type === 'f32' && (trialOf(session, job.operator)?.rounds ?? true);
    this.#overflow = new OverflowSearch(job, shape, rangesOf);
  }

  async first(chunk: Chunk, { expected, wide }: Expected, found: Elements): Promise<FoundMismatch | null> {
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

  #accepts(expected: number, wide: number, found: number, tolerance: number) {
    if (expected === found || Math.abs(expected - found) <= tolerance) return true;
    if (Number.isNaN(expected) && Number.isNaN(found)) return true;
    if (!Number.isFinite(expected)) {
      if (!this.#rounds) return false;
      // Beyond the range of f32, the order of applications decides between infinities and NaN.
      return Number.isFinite(found) ? Math.abs(wide - found) <= tolerance : true;
    }
    // A GPU may flush subnormal numbers to zero.
    return Math.abs(expected) < MIN_NORMAL && Math.abs(found) < MIN_NORMAL;
  }

  #tolerance(element: Elements) {
    for (const number of element) if (Number.isFinite(number)) this.#largest = Math.max(this.#largest, Math.abs(number));
    return ROUNDINGS * UNIT_ROUNDOFF * (this.#depth + Math.sqrt(++this.#count)) * this.#largest;
  }
}
