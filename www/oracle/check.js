/**
 * The page's oracle: scans the input again, sequentially and in plain JavaScript, and compares. It shares no code with the
 * core. Pure, and streaming: `createCheck(job)`, then `push(input, output)` chunk by chunk, then `finish()`.
 */

import { OPERATORS } from './operators.js';
/** @import { Direction, Elements, ElementType, Mode } from '../types.d.ts' */
/** @import { OracleOperator } from './operators.js' */

/**
 * What a check knows about the value of one element.
 * @typedef {object} Judge
 * @property {number} words
 * @property {(input: Elements, at: number) => void} add takes the next element, in the order of the scan, into the prefix
 * @property {(output: Elements, at: number) => boolean} accepts whether this may be the scan of the prefix
 * @property {() => number[]} expected
 * @property {() => number} tolerance
 */

/**
 * What is to be checked. depth: the plan's operator_depth; n: the number of elements, which a backward check counts down from.
 * @typedef {{ operator: string, type: ElementType, mode: Mode, depth: number, n?: number, direction?: Direction }} CheckJob
 */
/** @typedef {{ index: number, expected: number[], found: number[], tolerance: number }} FoundMismatch */
/** @typedef {{ verified: boolean, mismatch: FoundMismatch | null }} Verdict */

/** @type {Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor>} */
const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const F32_MIN_NORMAL = 2 ** -126;

/** @implements {Judge} */
class ExactJudge {
  /**
   * @param {OracleOperator} operator
   * @param {ElementType} type
   * @param {number[]} identity
   * @param {Direction} direction
   */
  constructor({ words, combine }, type, identity, direction) {
    this.words = words;
    const total = ARRAYS[type].from(identity);
    this.total = total;
    /** @type {Judge['add']} */
    this.add =
      direction === 'backward' ? (input, at) => combine(total, input, at, total, 0) : (input, at) => combine(total, total, 0, input, at);
  }

  /** @type {Judge['accepts']} */
  accepts(output, at) {
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

/**
 * Numbers that differ and are the same to a shader: two NaNs; two subnormals, which WGSL may flush to zero at any time.
 * @param {number} left
 * @param {number} right
 */
function sameFloat(left, right) {
  if (Number.isNaN(left)) return Number.isNaN(right);
  return Math.abs(left) < F32_MIN_NORMAL && Math.abs(right) < F32_MIN_NORMAL;
}

/** @param {CheckJob} job @returns {() => Judge} makes one that has seen no element yet */
function judgesOf({ operator, type, depth, direction = 'forward' }) {
  const known = OPERATORS[operator];
  const Rounded = type === 'f32' ? known?.Rounded : undefined;
  if (Rounded) return () => new Rounded(depth, direction);
  const identity = known?.identity[type];
  if (!identity) throw new Error(`The oracle needs to know the operator ${operator} on ${type}; it does not.`);
  return () => new ExactJudge(known, type, identity, direction);
}

/** @param {CheckJob} job */
export function createCheck(job) {
  const { mode, direction = 'forward', n = 0 } = job;
  const fresh = judgesOf(job);
  const exclusive = mode === 'exclusive';
  const backward = direction === 'backward';
  let judge = fresh();
  const { words } = judge;
  let checked = 0;
  /** Whether the next element of a backward scan is the last of a segment: the one before it was a head. */
  let ended = false;
  /** @type {FoundMismatch | null} */
  let mismatch = null;

  /** @param {Elements} input @param {Elements} output @param {number} at */
  function look(input, output, at) {
    if (!exclusive) judge.add(input, at);
    if (!judge.accepts(output, at)) {
      const index = backward ? n - 1 - checked : checked;
      const found = [...output.subarray(at, at + words)];
      mismatch = { index, expected: judge.expected(), found, tolerance: judge.tolerance() };
    }
    if (exclusive) judge.add(input, at);
    checked++;
  }

  /**
   * Takes the next elements of the input and what came out for them; of a backward scan, the last ones first.
   * @param {Elements} input
   * @param {Elements} output
   * @param {Uint32Array} [heads] of a segmented scan, a flag an element
   * @returns {boolean} whether all is well so far; after a mismatch there is no need to go on
   */
  function push(input, output, heads) {
    if (input.length !== output.length || input.length % words !== 0) {
      throw new Error(`A chunk must have as many outputs as inputs, in elements of ${words}; it has ${output.length} and ${input.length}.`);
    }
    const elements = input.length / words;
    for (let rank = 0; rank < elements && mismatch === null; rank++) {
      const element = backward ? elements - 1 - rank : rank;
      const isHead = heads !== undefined && heads[element] !== 0;
      if (backward ? ended : isHead) judge = fresh();
      look(input, output, element * words);
      ended = isHead;
    }
    return mismatch === null;
  }

  /** @returns {Verdict} */
  const finish = () => ({ verified: mismatch === null, mismatch });
  return { push, finish };
}
