/** Examples from the sources, as numbers to scan. */

import type { ElementType, Mode } from '../../types.ts';

type Example = { id: string; title: string; numbers: number[]; type: ElementType; mode: Mode; about: string };

export const EXAMPLES: readonly Example[] = [
  {
    id: 'pi',
    title: 'Digits of π',
    numbers: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3],
    type: 'u32',
    mode: 'inclusive',
    about: 'Sixteen digits.',
  },
  {
    id: 'lecture',
    title: 'The lecture’s: 1 5 −6 3 …',
    numbers: [1, 5, -6, 3, 5, 4, -2, 1],
    type: 'i32',
    mode: 'inclusive',
    about: 'Mahmoud, lecture 6: inclusive sums of positive and negative numbers.',
  },
  {
    id: 'harris',
    title: 'Harris’s: 3 1 7 0 …',
    numbers: [3, 1, 7, 0, 4, 1, 6, 3],
    type: 'u32',
    mode: 'exclusive',
    about: 'Harris 2007: the exclusive scan begins with the identity 0 and leaves out the last number.',
  },
  {
    id: 'merry',
    title: 'Merry’s: 4 3 7 9 …',
    numbers: [4, 3, 7, 9, 2, 3],
    type: 'u32',
    mode: 'exclusive',
    about: 'Merry 2014: each sum is the index at which the records of an object begin.',
  },
  {
    id: 'checkbook',
    title: 'A checkbook',
    numbers: [500, -120, -35, 250, -60, -15, 80, -200],
    type: 'i32',
    mode: 'inclusive',
    about:
      'Sengupta, Lefohn & Owens 2006, §2: an initial balance, then checks as negative and deposits as positive numbers. The sums are the balances. ' +
      'The paper gives no amounts.',
  },
];
