/** Worked examples of custom operators. docs/api.md has the same. */

import type { ElementType } from '../types.ts';

type OwnExample = { id: string; title: string; about: string; type: ElementType; words: number; identity: string; combine: string };

export const OWN_EXAMPLES: OwnExample[] = [
  {
    id: 'running-maximum',
    title: 'running maximum with its index',
    about: 'Elements are [value, index]. If values are equal, the first index wins. The identity is less than every element.',
    type: 'u32',
    words: 2,
    identity: '0, 4294967295',
    combine: 'let keep = left.x > right.x || (left.x == right.x && left.y <= right.y);\nreturn select(right, left, keep);',
  },
  {
    id: 'complex-product',
    title: 'complex multiplication',
    about: 'Elements are [real, imaginary].',
    type: 'f32',
    words: 2,
    identity: '1, 0',
    combine: 'return vec2f(\n  left.x * right.x - left.y * right.y,\n  left.x * right.y + left.y * right.x,\n);',
  },
  {
    id: 'saturating-counter',
    title: 'saturating counter',
    about: 'Sums that stay at 2³² − 1 instead of wrapping.',
    type: 'u32',
    words: 1,
    identity: '0',
    combine: 'let sum = left + right;\nreturn select(sum, 0xffffffffu, sum < left);',
  },
];
