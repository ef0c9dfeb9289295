/** The operators of Step, and a sequential scan with them in JavaScript. Pure: no DOM. */

import type { Combination } from '../flow.ts';
import type { CustomOperator } from '../../types.ts';

export type StepType = 'i32' | 'u32' | 'f32';
type Combine = (left: readonly number[], right: readonly number[]) => number[];
/** The elements of an operator. Each is made from one number of the input. */
type ElementForm = {
  /** the type of a word */
  type: StepType;
  /** words per element */
  words: number;
  identity: number[];
  element: (number: number) => number[];
  combine: Combine;
  /** the meaning of an element, if it is not the number itself */
  meaning?: string;
};
export type Operator = Pick<import('../../types.ts').Operator, 'id' | 'title' | 'commutative'> & ElementForm & { own?: CustomOperator };

const ARRAYS = { i32: Int32Array, u32: Uint32Array, f32: Float32Array };

/** An operator on one word of i32. */
function scalar(identity: number, combine: (left: number, right: number) => number): ElementForm {
  return {
    type: 'i32',
    words: 1,
    identity: [identity],
    element: (number) => [number],
    combine: ([left], [right]) => [combine(left, right)],
  };
}

const FORMS: Record<string, ElementForm> = {
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
    // With these elements, the scan computes the recurrence yᵢ = xᵢ − yᵢ₋₁.
    element: (number) => [-1, number],
    combine: ([a, b], [otherA, otherB]) => [otherA * a, otherA * b + otherB],
    meaning: 'An element is a pair (a, b), the map x ↦ a·x + b; a number n makes (−1, n).',
  },
  mat2: {
    type: 'u32',
    words: 4,
    identity: [1, 0, 0, 1],
    // Products of these matrices are the convergents of a continued fraction.
    element: (number) => [number >>> 0, 1, 1, 0],
    combine: ([a, b, c, d], [e, f, g, h]) => [product(a, e, b, g), product(a, f, b, h), product(c, e, d, g), product(c, f, d, h)],
    meaning: 'An element is a 2 × 2 matrix (a, b, c, d), row by row; a number n makes (n, 1, 1, 0).',
  },
};

/** a·b + c·d in u32. */
function product(a: number, b: number, c: number, d: number) {
  return (Math.imul(a, b) + Math.imul(c, d)) >>> 0;
}

/** The operator that returns the last operand that is not 0. It is not commutative, so swapped operands change the result. */
const LAST: Operator = {
  id: 'last',
  title: 'the last that is not 0',
  commutative: false,
  ...scalar(0, (left, right) => right || left),
  own: { type: 'i32', identity: [0], combine: 'return select(right, left, right == 0);' },
};

/** An operator as a function of numbers, for diagrams; undefined if an element has several words. */
export function combinationOf({ title, words, identity, combine }: Operator): Combination | undefined {
  if (words > 1) return undefined;
  return {
    identity: identity[0],
    combine: (left, right) => combine([left], [right])[0],
    title: title.startsWith('the ') ? title : `the ${title}`,
  };
}

/** The operators that Step offers. */
export function stepped(operators: readonly import('../../types.ts').Operator[]): Operator[] {
  const known = operators.filter(({ id, types }) => Object.hasOwn(FORMS, id) && types.includes(FORMS[id].type));
  return [...known.map(({ id, title, commutative }) => ({ id, title, commutative, ...FORMS[id] })), LAST];
}

/**
 * The form of the elements of an operator.
 * @param id the id of an operator that Step offers
 */
export function formOf(id: string) {
  return FORMS[id];
}

/** The elements that are made from numbers, as the input of a scan. */
export function elementsOf({ type, element }: ElementForm, numbers: readonly number[]) {
  return ARRAYS[type].from(numbers.flatMap(element));
}

/** The bits of values as words. */
export function wordsOf(type: StepType, values: readonly number[]) {
  return new Uint32Array(ARRAYS[type].from(values).buffer);
}

/** The words of the expected output of a scan. */
export function expectedScan(
  { type, identity, element, combine }: ElementForm,
  numbers: readonly number[],
  mode: 'inclusive' | 'exclusive',
) {
  let sum = identity;
  const sums = numbers.map((number, i) => {
    const before = sum;
    sum = i ? combine(sum, element(number)) : element(number);
    return mode === 'inclusive' ? sum : before;
  });
  return wordsOf(type, sums.flat());
}

/** An element of the output that is wrong. */
export type Wrong = { index: number; expected: number[]; found: number[] };

/**
 * The first wrong element; null if all are right.
 * @param found the words of the output
 * @param words per element
 */
export function firstWrong(expected: Uint32Array, found: ArrayLike<number>, words: number = 1): Wrong | null {
  const at = expected.findIndex((word, i) => word !== found[i] >>> 0);
  if (at < 0) return null;
  const index = Math.floor(at / words);
  const of = (all: ArrayLike<number>) => Array.from({ length: words }, (_, i) => all[index * words + i] >>> 0);
  return { index, expected: of(expected), found: of(found) };
}
