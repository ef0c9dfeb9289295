/** Conditions of measured selections, in WGSL and in JavaScript. A condition selects a share of the elements. Its seed determines which ones. */

import type { ElementType } from '../types.ts';

const PARTS = 1000;

type Condition = { type: ElementType; density: number; seed: number };

const partsOf = ({ density, seed }: Condition) => ({ shift: seed % PARTS, kept: Math.round(density * PARTS) });

/** The condition as the text of the option `where`. */
export function conditionText(condition: Condition): string {
  const { shift, kept } = partsOf(condition);
  const word = condition.type === 'u32' ? 'x' : 'bitcast<u32>(x)';
  return `(${word} + ${shift}u) % ${PARTS}u < ${kept}u`;
}

/** Whether the condition holds for an element, given its bits. */
export function holdsFor(condition: Condition): (word: number) => boolean {
  const { shift, kept } = partsOf(condition);
  return (word) => ((word + shift) >>> 0) % PARTS < kept;
}
