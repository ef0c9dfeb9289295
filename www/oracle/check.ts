/**
 * The oracle of the page: a sequential scan in plain JavaScript, and the comparison of outputs with it. The oracle shares no code with the
 * core. Pure and streaming: `createCheck(job)`, then `push(input, output)` chunk by chunk, then `finish()`.
 */

import { OPERATORS } from './operators.ts';
import type { Direction, ElementType, Elements, Mode } from '../types.ts';
import type { OracleOperator } from './operators.ts';

/** A prefix of the input, and the results that are accepted for it. */
export type ReferencePrefix = {
  words: number;
  /** appends the next element in scan order */
  add: (input: Elements, at: number) => void;
  /** whether an element of the output is right for this prefix */
  accepts: (output: Elements, at: number) => boolean;
  /** for an accepted element: whether it is not finite although a sequential scan that rounds each step to f32 is finite there */
  overflowed?: (output: Elements, at: number) => boolean;
  expected: () => number[];
  tolerance: () => number;
};

/**
 * The scan to check.
 * - depth: the plan's operator_depth
 * - n: the number of elements; a backward check counts down from it
 * - columns: the elements per row of a scan along rows (axis 1) or along columns (axis 0); 0 for other scans
 */
export type CheckJob = {
  operator: string;
  type: ElementType;
  mode: Mode;
  depth: number;
  n?: number;
  direction?: Direction;
  columns?: number;
  axis?: number;
  initial?: Elements;
};
export type FoundMismatch = { index: number; expected: number[]; found: number[]; tolerance: number };
/** overflowed: the number of overflowed elements, if there are any; isInOrder: whether an output that may be unordered is in order */
export type Verdict = { verified: boolean; mismatch: FoundMismatch | null; overflowed?: number; isInOrder?: boolean };

const ARRAYS: Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor> = {
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
};
const F32_MIN_NORMAL = 2 ** -126;

class ExactPrefix implements ReferencePrefix {
  words;
  total;
  add: ReferencePrefix['add'];

  constructor({ words, combine }: OracleOperator, type: ElementType, identity: number[], direction: Direction) {
    this.words = words;
    const total = ARRAYS[type].from(identity);
    this.total = total;
    this.add =
      direction === 'backward' ? (input, at) => combine(total, input, at, total, 0) : (input, at) => combine(total, total, 0, input, at);
  }

  accepts(output: Elements, at: number) {
    for (let word = 0; word < this.words; word++) {
      if (output[at + word] !== this.total[word] && !sameFloat(output[at + word], this.total[word])) return false;
    }
    return true;
  }

  expected() {
    return [...this.total];
  }

  tolerance() {
    return 0;
  }
}

/** Whether WGSL permits either number in place of the other: both are NaN, or both are zero or subnormal, since it may flush subnormals. */
function sameFloat(left: number, right: number) {
  if (Number.isNaN(left)) return Number.isNaN(right);
  return Math.abs(left) < F32_MIN_NORMAL && Math.abs(right) < F32_MIN_NORMAL;
}

/** @returns a constructor of empty prefixes */
export function prefixesOf({ operator, type, depth, direction = 'forward' }: CheckJob): () => ReferencePrefix {
  const known = OPERATORS[operator];
  const Rounded = type === 'f32' ? known?.Rounded : undefined;
  if (Rounded) return () => new Rounded(depth, direction);
  const identity = known?.identity[type];
  if (!identity) throw new Error(`The oracle requires a definition of the operator ${operator} on ${type}; it is missing.`);
  return () => new ExactPrefix(known, type, identity, direction);
}

export function createCheck(job: CheckJob) {
  const { mode, direction = 'forward', n = 0, columns = 0, axis = 1, initial } = job;
  const empty = prefixesOf(job);
  const fresh = () => {
    const prefix = empty();
    if (initial) prefix.add(initial, 0);
    return prefix;
  };
  const exclusive = mode === 'exclusive';
  const backward = direction === 'backward';
  const hasRows = columns > 0 && axis === 1;
  const hasColumns = columns > 0 && axis === 0;
  /** The prefix of each column, for a scan along columns. */
  const ofColumns: ReferencePrefix[] = [];
  let prefix = fresh();
  const { words } = prefix;
  let checked = 0;
  /** Whether the next element of a backward scan ends a segment, because the previous one is a head. */
  let ended = false;
  let mismatch: FoundMismatch | null = null;
  let overflowed = 0;

  const nextIndex = () => (backward ? n - 1 - checked : checked);

  function checkElement(input: Elements, output: Elements, at: number) {
    const index = nextIndex();
    if (hasColumns) prefix = ofColumns[index % columns] ??= fresh();
    if (!exclusive) prefix.add(input, at);
    if (!prefix.accepts(output, at)) {
      const found = [...output.subarray(at, at + words)];
      mismatch = { index, expected: prefix.expected(), found, tolerance: prefix.tolerance() };
    } else if (prefix.overflowed?.(output, at)) overflowed++;
    if (exclusive) prefix.add(input, at);
    checked++;
  }

  /**
   * Checks the outputs of the next elements. A backward scan is checked from its last element to its first.
   * @param heads of a segmented scan, one flag per element
   * @returns whether there is no mismatch so far
   */
  function push(input: Elements, output: Elements, heads?: Uint32Array): boolean {
    if (input.length !== output.length || input.length % words !== 0) {
      throw new Error(
        `A chunk must have equal numbers of inputs and outputs, in elements of ${words} words; found ${input.length} and ${output.length}.`,
      );
    }
    const elements = input.length / words;
    for (let rank = 0; rank < elements && mismatch === null; rank++) {
      const element = backward ? elements - 1 - rank : rank;
      const isHead = hasRows ? nextIndex() % columns === 0 : heads !== undefined && heads[element] !== 0;
      if (backward ? ended : isHead) prefix = fresh();
      checkElement(input, output, element * words);
      ended = isHead;
    }
    return mismatch === null;
  }

  const finish = (): Verdict => ({ verified: mismatch === null, mismatch, ...(overflowed > 0 && { overflowed }) });
  return { push, finish };
}
