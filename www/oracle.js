/**
 * The page's oracle: scans the input again, sequentially and in plain JavaScript, and compares. It shares no code with the
 * core. Pure, and streaming: `createCheck(job)`, then `push(input, output)` chunk by chunk, then `finish()`.
 */

import { FloatSum, FloatProduct } from './oracle-float.js';
/** @import { Elements, ElementType, Mode } from './types.d.ts' */

/**
 * An operator whose results do not depend on the order of evaluation, so that they are compared exactly.
 * @typedef {object} ExactOperator
 * @property {number} words array entries per element
 * @property {Partial<Record<ElementType, number[]>>} identity
 * @property {(total: Elements, input: Elements, at: number) => void} combine sets `total` to total ∘ input[at …]; storing into
 *   `total`, an array of the element type, wraps integers
 */

/**
 * What a check knows about the value of one element.
 * @typedef {object} Judge
 * @property {number} words
 * @property {(input: Elements, at: number) => void} add takes one more element into the prefix
 * @property {(output: Elements, at: number) => boolean} accepts whether this may be the scan of the prefix
 * @property {() => number[]} expected
 * @property {() => number} tolerance
 */

/** @typedef {{ operator: string, type: ElementType, mode: Mode, depth: number }} CheckJob depth: the plan's operator_depth */
/** @typedef {{ index: number, expected: number[], found: number[], tolerance: number }} FoundMismatch */
/** @typedef {{ verified: boolean, mismatch: FoundMismatch | null }} Verdict */

/** @type {Record<ElementType, Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor>} */
const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const I32_MIN = -(2 ** 31);
const I32_MAX = 2 ** 31 - 1;
const U32_MAX = 2 ** 32 - 1;
const F32_MIN_NORMAL = 2 ** -126;

/** @type {Record<string, ExactOperator>} */
export const EXACT = {
  add: {
    words: 1,
    identity: { u32: [0], i32: [0] },
    combine: (total, input, at) => void (total[0] += input[at]),
  },
  mul: {
    words: 1,
    identity: { u32: [1], i32: [1] },
    combine: (total, input, at) => void (total[0] = Math.imul(total[0], input[at])),
  },
  // Math.min and Math.max give NaN when either operand is one, which is what ScanLab's min and max promise.
  min: {
    words: 1,
    identity: { u32: [U32_MAX], i32: [I32_MAX], f32: [Infinity] },
    combine: (total, input, at) => void (total[0] = Math.min(total[0], input[at])),
  },
  max: {
    words: 1,
    identity: { u32: [0], i32: [I32_MIN], f32: [-Infinity] },
    combine: (total, input, at) => void (total[0] = Math.max(total[0], input[at])),
  },
};

/** Operators that round, and so have a tolerance. @type {Record<string, new (depth: number) => Judge>} */
const ROUNDED = { add: FloatSum, mul: FloatProduct };

/** @implements {Judge} */
class ExactJudge {
  /**
   * @param {ExactOperator} operator
   * @param {ElementType} type
   * @param {number[]} identity
   */
  constructor(operator, type, identity) {
    this.words = operator.words;
    this.total = ARRAYS[type].from(identity);
    this.add = operator.combine.bind(null, this.total);
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

/** @param {string} operator @param {ElementType} type */
export function hasOracle(operator, type) {
  return Boolean((type === 'f32' && ROUNDED[operator]) || EXACT[operator]?.identity[type]);
}

/** @param {CheckJob} job @returns {Judge} */
function judgeOf({ operator, type, depth }) {
  if (type === 'f32' && ROUNDED[operator]) return new ROUNDED[operator](depth);
  const exact = EXACT[operator];
  const identity = exact?.identity[type];
  if (!identity) throw new Error(`The oracle needs to know the operator ${operator} on ${type}; it does not.`);
  return new ExactJudge(exact, type, identity);
}

/**
 * @param {CheckJob} job
 */
export function createCheck(job) {
  return checkBy(judgeOf(job), job.mode);
}

/** @param {ExactOperator} operator @param {ElementType} type @param {Mode} mode */
export function createExactCheck(operator, type, mode) {
  return checkBy(new ExactJudge(operator, type, operator.identity[type] ?? []), mode);
}

/**
 * @param {Judge} judge
 * @param {Mode} mode
 */
function checkBy(judge, mode) {
  const { words } = judge;
  const exclusive = mode === 'exclusive';
  let checked = 0;
  /** @type {FoundMismatch | null} */
  let mismatch = null;

  /**
   * Takes the next elements of the input and what came out for them.
   * @param {Elements} input
   * @param {Elements} output
   * @returns {boolean} whether all is well so far; after a mismatch there is no need to go on
   */
  function push(input, output) {
    if (input.length !== output.length || input.length % words !== 0) {
      throw new Error(`A chunk must have as many outputs as inputs, in elements of ${words}; it has ${output.length} and ${input.length}.`);
    }
    for (let at = 0; at < input.length && mismatch === null; at += words) {
      if (!exclusive) judge.add(input, at);
      if (!judge.accepts(output, at)) {
        const found = [...output.subarray(at, at + words)];
        mismatch = { index: checked, expected: judge.expected(), found, tolerance: judge.tolerance() };
      }
      if (exclusive) judge.add(input, at);
      checked++;
    }
    return mismatch === null;
  }

  /** @returns {Verdict} */
  const finish = () => ({ verified: mismatch === null, mismatch });
  return { push, finish };
}
