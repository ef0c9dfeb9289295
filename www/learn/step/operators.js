/** The operators that can be stepped through, and their scan by a loop in JavaScript. Pure: no DOM. */

/** @typedef {import('../../types.d.ts').OwnOperator} OwnOperator */
/** @typedef {'i32' | 'u32' | 'f32'} StepType */
/** @typedef {(left: readonly number[], right: readonly number[]) => number[]} Combine */
/**
 * The elements of an operator, each made of one number of the input.
 * @typedef {object} ElementForm
 * @property {StepType} type of a word
 * @property {number} words of an element
 * @property {number[]} identity
 * @property {(number: number) => number[]} element
 * @property {Combine} combine
 * @property {string} [meaning] what an element is, where it is not the number itself
 */
/** @typedef {Pick<import('../../types.d.ts').Operator, 'id' | 'title' | 'commutative'> & ElementForm & { own?: OwnOperator }} Operator */

const ARRAYS = { i32: Int32Array, u32: Uint32Array, f32: Float32Array };

/** Of one word of i32. @param {number} identity @param {(left: number, right: number) => number} combine @returns {ElementForm} */
function scalar(identity, combine) {
  return {
    type: 'i32',
    words: 1,
    identity: [identity],
    element: (number) => [number],
    combine: ([left], [right]) => [combine(left, right)],
  };
}

/** @type {Record<string, ElementForm>} */
const FORMS = {
  add: scalar(0, (left, right) => (left + right) | 0),
  mul: scalar(1, (left, right) => Math.imul(left, right)),
  min: scalar(2 ** 31 - 1, (left, right) => Math.min(left, right)),
  max: scalar(-(2 ** 31), (left, right) => Math.max(left, right)),
  and: scalar(-1, (left, right) => left & right),
  or: scalar(0, (left, right) => left | right),
  xor: scalar(0, (left, right) => left ^ right),
  bicyclic: {
    type: 'u32',
    words: 2,
    identity: [0, 0],
    element: (number) => [Math.max(-number, 0), Math.max(number, 0)],
    combine([close, open], [otherClose, otherOpen]) {
      const matched = Math.min(open, otherClose);
      return [close + otherClose - matched, open - matched + otherOpen];
    },
    meaning: 'An element is a pair of unmatched brackets (closing, opening): n opens n brackets, −n closes n.',
  },
  affine: {
    type: 'f32',
    words: 2,
    identity: [1, 0],
    // The scan is the recurrence yᵢ = xᵢ − yᵢ₋₁.
    element: (number) => [-1, number],
    combine: ([a, b], [otherA, otherB]) => [otherA * a, otherA * b + otherB],
    meaning: 'An element is a pair (a, b), the map x ↦ a·x + b; a number n makes (−1, n).',
  },
  mat2: {
    type: 'u32',
    words: 4,
    identity: [1, 0, 0, 1],
    // Products of these are the convergents of a continued fraction.
    element: (number) => [number >>> 0, 1, 1, 0],
    combine: ([a, b, c, d], [e, f, g, h]) => [product(a, e, b, g), product(a, f, b, h), product(c, e, d, g), product(c, f, d, h)],
    meaning: 'An element is a 2 × 2 matrix (a, b, c, d), row by row; a number n makes (n, 1, 1, 0).',
  },
};

/** a·b + c·d of u32. @param {number} a @param {number} b @param {number} c @param {number} d */
function product(a, b, c, d) {
  return (Math.imul(a, b) + Math.imul(c, d)) >>> 0;
}

/** Of i32 numbers, associative, and not commutative: swapped operands give another result. @type {Operator} */
const LAST = {
  id: 'last',
  title: 'the last that is not 0',
  commutative: false,
  ...scalar(0, (left, right) => right || left),
  own: { type: 'i32', identity: [0], combine: 'return select(right, left, right == 0);' },
};

/** Those that can be stepped through. @param {readonly import('../../types.d.ts').Operator[]} operators @returns {Operator[]} */
export function stepped(operators) {
  const known = operators.filter(({ id, types }) => Object.hasOwn(FORMS, id) && types.includes(FORMS[id].type));
  return [...known.map(({ id, title, commutative }) => ({ id, title, commutative, ...FORMS[id] })), LAST];
}

/** The elements of an operator. @param {string} id one that can be stepped through */
export function formOf(id) {
  return FORMS[id];
}

/** Elements of numbers, as an input of a scan. @param {ElementForm} operator @param {readonly number[]} numbers */
export function elementsOf({ type, element }, numbers) {
  return ARRAYS[type].from(numbers.flatMap(element));
}

/** The words of values. @param {StepType} type @param {readonly number[]} values */
export function wordsOf(type, values) {
  return new Uint32Array(ARRAYS[type].from(values).buffer);
}

/** The words of a scan's output. @param {ElementForm} operator @param {readonly number[]} numbers @param {'inclusive' | 'exclusive'} mode */
export function expectedScan({ type, identity, element, combine }, numbers, mode) {
  let sum = identity;
  const sums = numbers.map((number, i) => {
    const before = sum;
    sum = i ? combine(sum, element(number)) : element(number);
    return mode === 'inclusive' ? sum : before;
  });
  return wordsOf(type, sums.flat());
}

/** An element that is not as expected, in words. @typedef {{ index: number, expected: number[], found: number[] }} Wrong */

/** The first of them. @param {Uint32Array} expected @param {ArrayLike<number>} found words @param {number} [words] of an element @returns {Wrong | null} */
export function firstWrong(expected, found, words = 1) {
  const at = expected.findIndex((word, i) => word !== found[i] >>> 0);
  if (at < 0) return null;
  const index = Math.floor(at / words);
  const of = (/** @type {ArrayLike<number>} */ all) => Array.from({ length: words }, (_, i) => all[index * words + i] >>> 0);
  return { index, expected: of(expected), found: of(found) };
}
