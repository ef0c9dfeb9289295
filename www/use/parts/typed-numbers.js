/** Numbers that a visitor types, and checks of their count. */
import { badArgument } from '../../shared/arguments.js';
import { parseNumbers } from '../../shared/numbers/text.js';
import { NumbersError } from '../../shared/numbers/values.js';

/** @typedef {import('../../shared/numbers/text.js').Marks} Marks */

/** @param {number} number */
const integer = (number) => number.toLocaleString('en');

/** Throws unless there are as many items as are required. @param {string} all of them, in the words of a message @param {string} kind of each @param {ArrayLike<unknown>} items @param {[least: number, most: number]} wanted */
export function checkCount(all, kind, items, [least, most]) {
  if (items.length >= least && items.length <= most) return;
  throw badArgument(`${all} must be ${least} to ${integer(most)} ${kind}s; there are ${items.length || 'none'}.`);
}

/**
 * At least one, at most `most`, each from −largest to largest.
 * @param {string} text @param {{ all: string, each: string, kind: string, most: number, largest: number }} wanted in the words of a message: all of them, each one, and its kind
 * @param {Marks} [marks] of the page's language
 */
export function typedNumbers(text, { all, each, kind, most, largest }, marks) {
  const numbers = text.trim() ? parsed(text, all, marks) : [];
  checkCount(all, kind, numbers, [1, most]);
  const bad = numbers.findIndex((number) => !(Math.abs(number) <= largest));
  if (bad < 0) return numbers;
  const wanted = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} from −${integer(largest)} to ${integer(largest)}`;
  throw badArgument(`${each} must be ${wanted}; number ${bad + 1} is ${numbers[bad]}.`);
}

/** @param {string} text @param {string} all @param {Marks} [marks] */
function parsed(text, all, marks) {
  try {
    return [...parseNumbers(text, 'f64', { marks }).values];
  } catch (error) {
    if (!(error instanceof NumbersError)) throw error;
    throw badArgument(`${all} must be numbers; ${error.message}.`);
  }
}
