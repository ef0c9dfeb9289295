/** Numbers that the visitor types, and checks of their count. */
import { badArgument } from '../../shared/arguments.ts';
import { parseNumbers } from '../../shared/numbers/text.ts';
import { NumbersError } from '../../shared/numbers/values.ts';
import type { Marks } from '../../shared/numbers/text.ts';

const integer = (number: number) => number.toLocaleString('en');

/**
 * Throws unless the number of items is within the limits.
 * @param all the name of all items, for a message
 * @param kind the name of an item
 */
export function checkCount(all: string, kind: string, items: ArrayLike<unknown>, [least, most]: [least: number, most: number]) {
  if (items.length >= least && items.length <= most) return;
  throw badArgument(`${all} must be ${least} to ${integer(most)} ${kind}s; found ${items.length}.`);
}

/**
 * The numbers in a text: from 1 to `most` numbers, each from −largest to largest.
 * @param wanted all, each, kind: names for messages, of all numbers, of one number and of its kind
 * @param marks of the page's language
 */
export function typedNumbers(
  text: string,
  { all, each, kind, most, largest }: { all: string; each: string; kind: string; most: number; largest: number },
  marks?: Marks,
) {
  const numbers = text.trim() ? parsed(text, all, marks) : [];
  checkCount(all, kind, numbers, [1, most]);
  const bad = numbers.findIndex((number) => !(Math.abs(number) <= largest));
  if (bad < 0) return numbers;
  const wanted = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} from −${integer(largest)} to ${integer(largest)}`;
  throw badArgument(`${each} must be ${wanted}; number ${bad + 1} is ${numbers[bad]}.`);
}

function parsed(text: string, all: string, marks?: Marks) {
  try {
    return [...parseNumbers(text, 'f64', { marks }).values];
  } catch (error) {
    if (!(error instanceof NumbersError)) throw error;
    throw badArgument(`${all} must be numbers; ${error.message}.`);
  }
}
