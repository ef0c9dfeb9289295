/** The expected result of a scan, by a loop in JavaScript. Pure: no DOM. */

/** @typedef {import('../../types.d.ts').OwnOperator} OwnOperator */
/** @typedef {Pick<import('../../types.d.ts').Operator, 'id' | 'title' | 'identity' | 'commutative'> & { own?: OwnOperator }} Operator */

/** Operators of one word of i32. @type {Record<string, (left: number, right: number) => number>} */
const COMBINES = {
  add: (left, right) => (left + right) | 0,
  mul: (left, right) => Math.imul(left, right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  last: (left, right) => right || left,
};

/** Of i32 numbers, associative, and not commutative: swapped operands give another result. @type {Operator} */
const LAST = {
  id: 'last',
  title: 'the last that is not 0',
  identity: { i32: ['0'] },
  commutative: false,
  own: { type: 'i32', identity: [0], combine: 'return select(right, left, right == 0);' },
};

/** Those that can be stepped through. @param {readonly import('../../types.d.ts').Operator[]} operators @returns {Operator[]} */
export function stepped(operators) {
  const known = operators.filter(({ id, types, words }) => words === 1 && types.includes('i32') && Object.hasOwn(COMBINES, id));
  return [...known, LAST];
}

/** @param {Operator} operator @param {readonly number[]} numbers @param {'inclusive' | 'exclusive'} mode @returns {number[]} */
export function expectedScan({ id, identity }, numbers, mode) {
  const combine = COMBINES[id];
  let sum = Number(identity.i32?.[0] ?? 0) | 0;
  return numbers.map((number, i) => {
    const before = sum;
    sum = i ? combine(sum, number) : number | 0;
    return mode === 'inclusive' ? sum : before;
  });
}

/** An element that is not as expected. @typedef {{ index: number, expected: number, found: number }} Wrong */

/** The first of them. @param {readonly number[]} expected @param {ArrayLike<number>} found words @returns {Wrong | null} */
export function firstWrong(expected, found) {
  const index = expected.findIndex((value, i) => value !== (found[i] | 0));
  return index < 0 ? null : { index, expected: expected[index], found: found[index] | 0 };
}
