/** Numbers that a visitor types, and how many there are of what is typed. */
import { badArgument } from '../../shared/arguments.js';

/** @param {number} number */
const integer = (number) => number.toLocaleString('en');

/** Throws unless there are as many items as are required. @param {string} all of them, in the words of a message @param {string} kind of each @param {unknown[]} items @param {[least: number, most: number]} wanted */
export function checkCount(all, kind, items, [least, most]) {
  if (items.length >= least && items.length <= most) return;
  throw badArgument(`${all} must be ${least} to ${integer(most)} ${kind}s; there are ${items.length || 'none'}.`);
}

/**
 * At least one, at most `most`, each from −largest to largest.
 * @param {string} text @param {{ all: string, each: string, kind: string, most: number, largest: number }} wanted in the words of a message: all of them, each one, and what kind it is
 */
export function typedNumbers(text, { all, each, kind, most, largest }) {
  const words = text.split(/[\s;,]+/).filter(Boolean);
  checkCount(all, kind, words, [1, most]);
  const numbers = words.map((word) => Number(word.replace('−', '-')));
  const bad = numbers.findIndex((number) => !(Math.abs(number) <= largest));
  if (bad < 0) return numbers;
  const wanted = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} from −${integer(largest)} to ${integer(largest)}`;
  throw badArgument(`${each} must be ${wanted}; number ${bad + 1} is “${words[bad].slice(0, 20)}”.`);
}
